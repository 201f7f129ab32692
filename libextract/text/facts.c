/* SPDX-License-Identifier: MIT */
/*
 * One pass over the text of a block:
 *
 *   characters -> sentences, counts of characters
 *              -> words -> hashes --> set of the block       distinct words
 *              |        |         |-> lexicon of all pages   frequent words, months, currencies ...
 *              |        |         `-> kept for the family similarity
 *              |        `-> tokens -> hashes                 for the family token
 *              `-> signs
 *
 *   word      a run of letters, digits, marks and _, with apostrophes inside; where a
 *             script does not put spaces between words: each Han or kana character, and each five
 *             letters of a run in Thai, Lao, Burmese or Khmer (about their mean word length)
 *   sentence  ends with a run of . ! ? and their like before white space or the end, closing quotes
 *             and brackets between them allowed; 。！？ need no space after them. Text behind the
 *             last end is a sentence too if it has a letter.
 *
 * Words are hashed in lower case and without apostrophes; two of the same hash are the same.
 * Prices and dates are two tokens of which one is a number: "$ 5", "5 kr", "May 5", "5. Mai". So the pass
 * remembers what the last token was; spaces, full stops and commas stand between tokens, anything else parts
 * them.
 *
 * The hash of a word is that of its characters, the hash of a token that of its bytes, with apostrophes. For
 * most words these are the same, and where two hashes have been equal so far, equal bytes keep them so.
 */
#include "libextract/text/facts.h"

#include <string.h>

#include "libextract/text/kind.h"

#define LONG_WORD 8
#define SHORT_WORD 3

/* ---- Lexicon ------------------------------------------------------------------------------------ */

/* What a word is: bit l if it is a frequent word of language l, and these. */
#define MONTH (1u << 27)
#define CURRENCY (1u << 28)  /* beside a number it makes a price */
#define DATE_UNIT (1u << 29) /* behind a number it makes a date */
#define AGO (1u << 30)       /* makes a date by itself */
G_STATIC_ASSERT (EXTRACT_N_FREQUENT_LANGUAGES <= 27);
#define LANGUAGES (MONTH - 1)

#define LEXICON_BITS 14
#define LEXICON_SLOTS (1u << LEXICON_BITS)

typedef struct {
  guint32 hash;
  guint32 meaning; /* 0: an empty slot */
} Entry;

/* A character below WIDE_END, looked up once. */
#define WIDE_END 0x800
typedef struct {
  guint16 lower;
  guint8 kind; /* ExtractKind */
} Wide;

/* Made once, never freed. */
typedef struct {
  guint64 firsts[1 << 10]; /* the bits that are the first 16 of the hash of a word in it */
  Entry entries[LEXICON_SLOTS];
  Wide wide[WIDE_END];
} Lexicon;

static const struct {
  guint32 meaning;
  const char *words;
} notions[] = {
  { MONTH,
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec "
    "januar jänner februar märz mai juni juli oktober dezember okt dez mrz "
    "janvier février mars avril juin juillet août septembre octobre novembre décembre janv févr juil "
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene "
    "gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre "
    "januari februari maart mei augustus maj augusti marts "
    "janeiro fevereiro março maio junho julho setembro outubro novembro dezembro "
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia "
    "ledna února března dubna května června července srpna září října listopadu prosince "
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря "
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь "
    "янв фев мар апр июн июл авг сен сент окт ноя дек "
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня "
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου μαίου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου "
    "νοεμβρίου δεκεμβρίου ιαν φεβ μαρ απρ μαϊ ιουν ιουλ αυγ σεπ οκτ νοε δεκ "
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık "
    "ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie "
    "január február március április május június július augusztus szeptember október november december "
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta "
    "lokakuuta "
    "marraskuuta joulukuuta "
    "يناير فبراير مارس أبريل إبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر "
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר" },
  { CURRENCY,
    "usd eur gbp chf cad aud nzd jpy cny rmb inr rub sek nok dkk pln czk huf kr rs rp zł kč ft lei tl euro "
    "euros dollar dollars руб рублей рубля р грн ευρώ 元 円 圆 원 đ" },
  { DATE_UNIT, "年 月 日 년 월 일" },
  { AGO, "ago geleden назад temu" },
};

static inline guint32
lexicon_find (const Lexicon *lexicon, guint32 hash)
{
  /* Most words are in no list: this test saves a search in a table that is larger than the nearest cache. */
  if (!(lexicon->firsts[hash >> 22] >> (hash >> 16 & 63) & 1))
    return 0;
  for (guint32 slot = hash;; slot++) {
    const Entry *entry = &lexicon->entries[slot % LEXICON_SLOTS];

    if (entry->hash == hash || entry->meaning == 0)
      return entry->meaning;
  }
}

static void
lexicon_add (Lexicon *lexicon, guint32 hash, guint32 meaning)
{
  guint32 slot = hash % LEXICON_SLOTS;

  while (lexicon->entries[slot].meaning != 0 && lexicon->entries[slot].hash != hash)
    slot = (slot + 1) % LEXICON_SLOTS;
  lexicon->entries[slot].hash = hash;
  lexicon->entries[slot].meaning |= meaning;
  lexicon->firsts[hash >> 22] |= G_GUINT64_CONSTANT (1) << (hash >> 16 & 63);
}

/* The parts of a word with a hyphen are words. */
static void
lexicon_add_words (Lexicon *lexicon, const char *words, guint32 meaning)
{
  guint32 hash = EXTRACT_HASH_START;

  for (const char *p = words; p == words || p[-1]; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (c == ' ' || c == '-' || c == '\0') {
      lexicon_add (lexicon, extract_hash_finish (hash), meaning);
      hash = EXTRACT_HASH_START;
    } else if (c != '\'')
      hash = extract_hash_add (hash, g_unichar_tolower (c));
  }
}

static const Lexicon *
lexicon_get (void)
{
  static gsize made;

  if (g_once_init_enter (&made)) {
    Lexicon *lexicon = g_new0 (Lexicon, 1);

    for (guint l = 0; l < EXTRACT_N_FREQUENT_LANGUAGES; l++)
      lexicon_add_words (lexicon, extract_stopwords_get_words (l), 1u << l);
    for (guint i = 0; i < G_N_ELEMENTS (notions); i++)
      lexicon_add_words (lexicon, notions[i].words, notions[i].meaning);
    for (gunichar c = 0; c < WIDE_END; c++)
      lexicon->wide[c] = (Wide){ g_unichar_tolower (c), extract_text_get_kind (c) };
    g_once_init_leave (&made, (gsize) lexicon);
  }
  return (const Lexicon *) made;
}

/* ---- Distinct words ------------------------------------------------------------------------------ */

/* A slot is taken if it is of the current text. */
typedef struct {
  guint32 hash;
  guint32 text;
} Slot;

/* A word that finds so many slots taken counts as distinct: a page cannot make the search long. */
#define MAX_PROBES 64

struct _ExtractTextReader {
  const Lexicon *lexicon;
  Slot *slots; /* [n_slots] */
  guint32 n_slots;
  guint32 text; /* number of the current text */
  guint32 mask; /* slots that it uses - 1 */
};

ExtractTextReader *
extract_text_reader_new (void)
{
  ExtractTextReader *reader = EXTRACT_NEW0 (ExtractTextReader, 1);

  reader->lexicon = lexicon_get ();
  return reader;
}

/* Slots for the distinct words of a text: a power of two, more than half its bytes. Hardly a word is shorter
 * than two of them, with what parts it from the next one. */
static void
reader_begin (ExtractTextReader *reader, gsize length)
{
  guint32 n_slots = 2u << g_bit_storage (MIN (length, 1u << 29) / 4);

  if (reader->n_slots < n_slots) {
    extract_memory_free (reader->slots);
    reader->slots = EXTRACT_NEW0 (Slot, n_slots);
    reader->n_slots = n_slots;
  }
  reader->mask = n_slots - 1;
  reader->text++;
}

void
extract_text_reader_free (ExtractTextReader *reader)
{
  extract_memory_free (reader->slots);
  extract_memory_free (reader);
}

/* Returns: whether the text has not had the word so far. */
static inline gboolean
reader_meet (ExtractTextReader *reader, guint32 hash)
{
  for (guint32 i = 0; i < MAX_PROBES; i++) {
    Slot *slot = &reader->slots[(hash + i) & reader->mask];

    if (slot->text != reader->text) {
      *slot = (Slot){ hash, reader->text };
      return TRUE;
    }
    if (slot->hash == hash)
      return FALSE;
  }
  return TRUE;
}

/* ---- Words --------------------------------------------------------------------------------------- */

/* What the last token was. */
typedef enum { TOKEN_OTHER, TOKEN_NUMBER, TOKEN_MONEY, TOKEN_MONTH } Token;

typedef struct {
  ExtractTextReader *reader;
  const Lexicon *lexicon;
  ExtractTextStats *stats;
  ExtractTextFacts *facts;
  ExtractWords *words;   /* (nullable) */
  ExtractHashes *tokens; /* (nullable) */
  /* The sentence being read. */
  gboolean stopped;     /* behind a stop; white space would end it */
  gboolean has_letters; /* it has one */
  Token last;
  gboolean has_word; /* the text has a word so far */
  /* The word being read. */
  const char *start; /* (nullable): there is none */
  guint32 hash;
  guint chars;
  guint smalls;
  guint capitals_before; /* of the text, before it */
  gboolean is_capital;   /* it begins with a capital */
  gboolean number;       /* it begins with a digit */
  gboolean apostrophe;   /* behind an apostrophe that followed a letter */
  /* Its token. */
  guint32 token;
  guint length;     /* bytes of it */
  gboolean differs; /* this token or one before it has another hash than its word */
  /* Other tokens. */
  guint32 whole;        /* the whole text so far, which is one if it is short */
  guint32 pair;         /* of the Han character just before */
  const char *pair_end; /* (nullable): where that ends */
} Pass;

/* ---- Tokens: see extract_token_foreach_of_text (), which makes strings of them ------------------- */

/* clang-format off */
/* Letters in lower case, digits and the underscore; 0 for all that is in no word. */
static const guint8 ascii_lower[256] = {
#define SAME(c) [c] = c
#define LOWER(c) [c] = c, [c - 32] = c
  SAME ('0'), SAME ('1'), SAME ('2'), SAME ('3'), SAME ('4'), SAME ('5'), SAME ('6'), SAME ('7'), SAME ('8'),
  SAME ('9'), SAME ('_'),
  LOWER ('a'), LOWER ('b'), LOWER ('c'), LOWER ('d'), LOWER ('e'), LOWER ('f'), LOWER ('g'), LOWER ('h'),
  LOWER ('i'), LOWER ('j'), LOWER ('k'), LOWER ('l'), LOWER ('m'), LOWER ('n'), LOWER ('o'), LOWER ('p'),
  LOWER ('q'), LOWER ('r'), LOWER ('s'), LOWER ('t'), LOWER ('u'), LOWER ('v'), LOWER ('w'), LOWER ('x'),
  LOWER ('y'), LOWER ('z'),
#undef SAME
#undef LOWER
};
/* clang-format on */

static void
token_add_bytes (Pass *pass, const char *bytes, guint n)
{
  if (pass->length + n > EXTRACT_MAX_WORD)
    return;
  pass->length += n;
  for (guint i = 0; i < n; i++) {
    pass->token = extract_hash_add (pass->token, (guchar) bytes[i]);
    pass->whole = extract_hash_add (pass->whole, (guchar) bytes[i]);
  }
}

/* Letters, digits and underscores of ASCII, of which the word had the hash @before. @whole: with them */
static inline void
token_add_run (Pass *pass, const char *run, guint n, guint32 before, guint32 whole)
{
  if (pass->token == before && pass->length + n <= EXTRACT_MAX_WORD) {
    pass->token = pass->hash;
    pass->whole = whole;
    pass->length += n;
    return;
  }
  n = MIN (n, EXTRACT_MAX_WORD - pass->length);
  pass->length += n;
  for (guint i = 0; i < n; i++) {
    pass->token = extract_hash_add (pass->token, ascii_lower[(guchar) run[i]]);
    pass->whole = extract_hash_add (pass->whole, ascii_lower[(guchar) run[i]]);
  }
}

/* @c: in lower case. Returns: its bytes */
static guint
token_encode (gunichar c, char bytes[6])
{
  /* A final sigma counts as a sigma; and Roman numerals have case, too. */
  c = c == 0x3c2 ? 0x3c3 : c >= WIDE_END ? g_unichar_tolower (c) : c;
  return (guint) g_unichar_to_utf8 (c, bytes);
}

static void
token_add_char (Pass *pass, gunichar c)
{
  char bytes[6];

  token_add_bytes (pass, bytes, token_encode (c, bytes));
}

static inline void
token_end (Pass *pass, guint32 hash)
{
  if (pass->tokens)
    extract_hashes_append (pass->tokens, hash);
}

/* @c: a Han character from @p on, which may make a pair with the one before it */
static void
token_end_pair (Pass *pass, const char *p, gunichar c)
{
  char bytes[6];
  guint n = token_encode (c, bytes);

  if (pass->pair_end == p) {
    for (guint i = 0; i < n; i++)
      pass->pair = extract_hash_add (pass->pair, (guchar) bytes[i]);
    token_end (pass, extract_hash_finish (pass->pair));
  }
  pass->pair = pass->token;
  pass->pair_end = g_utf8_next_char (p);
}

/* ---- Numbers and notions ------------------------------------------------------------------------- */

/* What follows the digits that a word begins with: "kr" of "5kr". */
static guint32
suffix_meaning (const Lexicon *lexicon, const char *p, const char *end)
{
  guint32 hash = EXTRACT_HASH_START;

  while (p < end && extract_text_get_kind (g_utf8_get_char (p)) == EXTRACT_KIND_DIGIT)
    p = g_utf8_next_char (p);
  if (p == end)
    return 0;
  for (; p < end; p = g_utf8_next_char (p))
    hash = extract_hash_add (hash, g_unichar_tolower (g_utf8_get_char (p)));
  return lexicon_find (lexicon, extract_hash_finish (hash));
}

/* 1900 .. 2099 */
static gboolean
is_year (const char *word, const char *end)
{
  return end - word == 4 && (memcmp (word, "19", 2) == 0 || memcmp (word, "20", 2) == 0) &&
         g_ascii_isdigit (word[2]) && g_ascii_isdigit (word[3]);
}

static void
end_number (Pass *pass, const char *end)
{
  guint32 suffix;

  if (pass->apostrophe)
    end = g_utf8_prev_char (end);
  suffix = suffix_meaning (pass->lexicon, pass->start, end);
  if (pass->last == TOKEN_MONEY || (suffix & CURRENCY))
    pass->facts->signs |= EXTRACT_SIGN_PRICE;
  if (pass->last == TOKEN_MONTH || (suffix & DATE_UNIT) || is_year (pass->start, end))
    pass->facts->signs |= EXTRACT_SIGN_DATE;
  pass->last = TOKEN_NUMBER;
}

static inline void
end_notion (Pass *pass, guint32 meaning)
{
  if ((meaning & CURRENCY) && pass->last == TOKEN_NUMBER)
    pass->facts->signs |= EXTRACT_SIGN_PRICE;
  if (((meaning & (MONTH | DATE_UNIT)) && pass->last == TOKEN_NUMBER) || (meaning & AGO))
    pass->facts->signs |= EXTRACT_SIGN_DATE;
  pass->last = meaning & CURRENCY ? TOKEN_MONEY : meaning & MONTH ? TOKEN_MONTH : TOKEN_OTHER;
}

/* ---- Beginning and end of words ------------------------------------------------------------------ */

static inline void
word_begin (Pass *pass, ExtractKind kind, const char *p)
{
  if (!pass->has_word && kind == EXTRACT_KIND_CAPITAL)
    pass->facts->signs |= EXTRACT_SIGN_CAPITAL;
  pass->whole = extract_hash_add (pass->whole, pass->has_word ? ' ' : '=');
  pass->has_word = TRUE;
  pass->start = p;
  pass->hash = pass->token = EXTRACT_HASH_START;
  pass->chars = pass->length = pass->smalls = 0;
  pass->capitals_before = pass->facts->capitals;
  pass->is_capital = kind == EXTRACT_KIND_CAPITAL;
  pass->number = kind == EXTRACT_KIND_DIGIT;
}

static inline void
count_word (const Pass *pass)
{
  ExtractTextStats *stats = pass->stats;

  stats->words++;
  stats->word_chars += pass->chars;
  stats->capital_words += pass->is_capital;
  stats->all_caps_words += pass->facts->capitals - pass->capitals_before >= 2 && pass->smalls == 0;
  stats->long_words += pass->chars > LONG_WORD;
  stats->short_words += pass->chars <= SHORT_WORD;
}

static inline void
keep_word (ExtractWords *words, ExtractWord word)
{
  if (words->n == words->room)
    words->items = rows_grow (words->items, &words->room, sizeof (ExtractWord));
  words->items[words->n++] = word;
}

static inline void
word_end (Pass *pass, const char *end)
{
  guint32 hash, meaning;
  gboolean is_new;

  if (!pass->start)
    return;
  count_word (pass);
  hash = extract_hash_finish (pass->hash);
  is_new = reader_meet (pass->reader, hash);
  pass->facts->distinct_words += is_new;
  meaning = lexicon_find (pass->lexicon, hash);
  if (pass->words)
    keep_word (pass->words, (ExtractWord){ hash, pass->chars, meaning & LANGUAGES });
  /* Each token is given once; but "its" after "it's" is new. */
  pass->differs = pass->differs || pass->token != pass->hash;
  if (is_new || pass->differs)
    token_end (pass, pass->token == pass->hash ? hash : extract_hash_finish (pass->token));
  if (pass->number)
    end_number (pass, end);
  else
    end_notion (pass, meaning);
  pass->start = NULL;
}

/* A character of a word. A mark lengthens a word, but only letters and digits begin one. */
static inline void
word_character (Pass *pass, ExtractKind kind, const char *p, gunichar lower)
{
  gboolean letter = kind != EXTRACT_KIND_DIGIT && kind != EXTRACT_KIND_MARK;

  pass->stopped = FALSE;
  pass->has_letters = pass->has_letters || letter;
  pass->stats->letters += letter;
  pass->stats->digits += kind == EXTRACT_KIND_DIGIT;
  if (kind == EXTRACT_KIND_HAN || (pass->apostrophe && !letter) ||
      (kind == EXTRACT_KIND_UNSPACED && pass->chars >= EXTRACT_LETTERS_OF_AN_UNSPACED_WORD))
    word_end (pass, p);
  if (pass->apostrophe && pass->start)
    token_add_bytes (pass, "'", 1);
  pass->apostrophe = FALSE;
  if (!pass->start) {
    if (kind == EXTRACT_KIND_MARK)
      return;
    word_begin (pass, kind, p);
  }
  pass->hash = extract_hash_add (pass->hash, lower);
  pass->chars++;
  pass->smalls += kind == EXTRACT_KIND_SMALL;
  pass->facts->capitals += kind == EXTRACT_KIND_CAPITAL;
  token_add_char (pass, lower);
  if (kind == EXTRACT_KIND_HAN) {
    token_end_pair (pass, p, lower);
    word_end (pass, g_utf8_next_char (p));
  }
}

/* ---- Signs --------------------------------------------------------------------------------------- */

/* clang-format off */
static const guint16 ascii_sign[128] = {
  ['|'] = EXTRACT_SIGN_SEPARATOR, ['@'] = EXTRACT_SIGN_ADDRESS, ['?'] = EXTRACT_SIGN_QUESTION,
  ['"'] = EXTRACT_SIGN_QUOTE, ['{'] = EXTRACT_SIGN_CODE, ['}'] = EXTRACT_SIGN_CODE, [';'] = EXTRACT_SIGN_CODE,
  ['='] = EXTRACT_SIGN_CODE, ['<'] = EXTRACT_SIGN_CODE, ['>'] = EXTRACT_SIGN_CODE,
};
/* clang-format on */

static void
add_currency (Pass *pass)
{
  if (pass->last == TOKEN_NUMBER)
    pass->facts->signs |= EXTRACT_SIGN_PRICE;
  pass->last = TOKEN_MONEY;
}

/* @text: where the text begins, @p: at a character that is in no word */
static inline void
add_ascii_sign (Pass *pass, const char *text, const char *p)
{
  ExtractTextFacts *facts = pass->facts;

  facts->signs |= ascii_sign[(guchar) *p];
  switch (*p) {
  case ' ':
  case '\n':
  case '\t':
    return;
  case ',':
    facts->commas++;
    return;
  case '.':
    if (p - text >= 3 && g_ascii_strncasecmp (p - 3, "www", 3) == 0)
      facts->signs |= EXTRACT_SIGN_ADDRESS;
    return;
  case ':':
    if ((p - text >= 4 && g_ascii_strncasecmp (p - 4, "http", 4) == 0) ||
        (p - text >= 5 && g_ascii_strncasecmp (p - 5, "https", 5) == 0))
      facts->signs |= EXTRACT_SIGN_ADDRESS;
    break;
  case '(':
    if (p[1] == ')')
      facts->signs |= EXTRACT_SIGN_CODE;
    else if ((p[1] == 'c' || p[1] == 'C') && p[2] == ')')
      facts->signs |= EXTRACT_SIGN_COPYRIGHT;
    break;
  case '$':
    add_currency (pass);
    return;
  }
  pass->last = TOKEN_OTHER;
}

static gboolean
is_arrow (gunichar c)
{
  return (c >= 0x2190 && c <= 0x21ff) || (c >= 0x25b2 && c <= 0x25c5) || (c >= 0x27f0 && c <= 0x27ff) ||
         (c >= 0x2900 && c <= 0x297f) || (c >= 0x2b00 && c <= 0x2b11);
}

/* Guillemets are separators, and quotes where they come in pairs. */
enum { LEFT_GUILLEMET = 1 << 16, RIGHT_GUILLEMET = 1 << 17 };

/* The sign of a character beyond ASCII that is in no word. */
static guint32
unicode_sign (gunichar c)
{
  switch (c) {
  case 0x00a9:
    return EXTRACT_SIGN_COPYRIGHT;
  case 0x00ab:
  case 0x2039:
    return EXTRACT_SIGN_SEPARATOR | LEFT_GUILLEMET;
  case 0x00bb:
  case 0x203a:
    return EXTRACT_SIGN_SEPARATOR | RIGHT_GUILLEMET;
  case 0x00a6: /* broken bar */
  case 0x2502: /* box drawings light vertical */
  case 0xff5c: /* fullwidth vertical line */
  case 0x00b7: /* middle dot */
  case 0x2022: /* bullets */
  case 0x2023:
  case 0x2043:
  case 0x2219:
  case 0x25a0: /* squares and circles in their place */
  case 0x25aa:
  case 0x25cf:
    return EXTRACT_SIGN_SEPARATOR;
  case 0x037e: /* Greek */
  case 0x055e: /* Armenian */
  case 0x061f: /* Arabic */
  case 0x1367: /* Ethiopic */
  case 0x203d: /* with an exclamation mark, or two of them */
  case 0x2047:
  case 0x2048:
  case 0x2049:
  case 0x2e2e: /* turned */
  case 0xff1f: /* fullwidth */
    return EXTRACT_SIGN_QUESTION;
  case 0x201c:
  case 0x201d:
  case 0x201e:
  case 0x201f:
  case 0x300c: /* corner brackets */
  case 0x300d:
  case 0x300e:
  case 0x300f:
  case 0x301d:
  case 0x301e:
  case 0x301f:
  case 0xff02:
    return EXTRACT_SIGN_QUOTE;
  case 0xff1b: /* fullwidth ; < = > { } */
  case 0xff1c:
  case 0xff1d:
  case 0xff1e:
  case 0xff5b:
  case 0xff5d:
    return EXTRACT_SIGN_CODE;
  case 0xff20:
    return EXTRACT_SIGN_ADDRESS;
  }
  return is_arrow (c) ? EXTRACT_SIGN_SEPARATOR : 0;
}

static gboolean
is_comma (gunichar c)
{
  switch (c) {
  case 0x055d: /* Armenian */
  case 0x060c: /* Arabic */
  case 0x1363: /* Ethiopic */
  case 0x1802: /* Mongolian */
  case 0x3001: /* ideographic */
  case 0xff0c: /* fullwidth */
  case 0xff64: /* halfwidth */
    return TRUE;
  default:
    return FALSE;
  }
}

static void
add_unicode_sign (Pass *pass, gunichar c, ExtractKind kind)
{
  if (kind == EXTRACT_KIND_SPACE)
    return;
  pass->facts->signs |= unicode_sign (c);
  if (is_comma (c))
    pass->facts->commas++;
  else if (kind == EXTRACT_KIND_OTHER && g_unichar_type (c) == G_UNICODE_CURRENCY_SYMBOL)
    add_currency (pass);
  else
    pass->last = TOKEN_OTHER;
}

/* What the last character is that is no white space, quote or closing bracket. */
static guint32
find_end_sign (const char *text, const char *end)
{
  while (end > text) {
    gunichar c;
    ExtractKind kind;

    end = g_utf8_prev_char (end);
    c = g_utf8_get_char (end);
    kind = extract_text_get_kind (c);
    if (kind == EXTRACT_KIND_STOP || kind == EXTRACT_KIND_FULLSTOP)
      return EXTRACT_SIGN_END;
    if (kind != EXTRACT_KIND_SPACE && kind != EXTRACT_KIND_CLOSING && kind != EXTRACT_KIND_APOSTROPHE)
      return c == ':' || c == 0xff1a ? EXTRACT_SIGN_COLON : 0;
  }
  return 0;
}

/* ---- Sentences ----------------------------------------------------------------------------------- */

static inline void
sentence_end (Pass *pass)
{
  pass->stats->sentences += pass->has_letters;
  pass->has_letters = FALSE;
}

static inline void
add_space (Pass *pass)
{
  pass->stats->spaces++;
  if (pass->stopped)
    sentence_end (pass);
  pass->stopped = FALSE;
}

/* A character that is in no word. */
static inline void
add_kind (Pass *pass, ExtractKind kind)
{
  switch (kind) {
  case EXTRACT_KIND_SPACE:
    add_space (pass);
    return;
  case EXTRACT_KIND_STOP:
    pass->stopped = TRUE;
    return;
  case EXTRACT_KIND_FULLSTOP:
    sentence_end (pass);
    return;
  case EXTRACT_KIND_CLOSING:
  case EXTRACT_KIND_APOSTROPHE:
    return;
  case EXTRACT_KIND_BAR:
    pass->stats->bars++;
    break;
  case EXTRACT_KIND_ANGLE:
    pass->stats->angle = 1;
    break;
  case EXTRACT_KIND_COPYRIGHT:
    pass->stats->copyright = 1;
    break;
  default:
    break;
  }
  pass->stopped = FALSE;
}

/* ---- The pass ------------------------------------------------------------------------------------ */

/* What is counted of a character of ASCII in a word: digits in the lower half, underscores in the upper one.
 */
static const guint64 ascii_counts[128] = { ['0' ... '9'] = 1, ['_'] = G_GUINT64_CONSTANT (1) << 32 };

/* Reads a run of ASCII characters of a word from @p on. Returns: its end. */
static inline const char *
read_ascii_word (Pass *pass, const char *p)
{
  const char *run = p;
  guint32 before, hash, whole, cases = 0; /* 32 for each capital */
  guint32 n, digits, letters;
  guint64 counts = 0;

  if (!pass->start && *p != '_')
    word_begin (pass, pass->lexicon->wide[(guchar) *p].kind, p);
  else if (!pass->start || pass->apostrophe) {
    word_character (pass, pass->lexicon->wide[(guchar) *p].kind, p, ascii_lower[(guchar) *p]);
    run = ++p;
    if (!pass->start)
      return p;
  }
  before = hash = pass->hash;
  whole = pass->whole;
  for (guint32 lower; (lower = ascii_lower[(guchar) *p]) != 0; p++) {
    hash = extract_hash_add (hash, lower);
    whole = extract_hash_add (whole, lower);
    cases += lower ^ (guchar) *p;
    counts += ascii_counts[(guchar) *p];
  }
  if (p == run)
    return p;
  n = p - run;
  digits = (guint32) counts;
  letters = n - digits - (guint32) (counts >> 32);
  pass->hash = hash;
  pass->chars += n;
  pass->smalls += letters - cases / 32;
  pass->facts->capitals += cases / 32;
  pass->stats->letters += letters;
  pass->stats->digits += digits;
  pass->has_letters = pass->has_letters || letters > 0;
  pass->stopped = FALSE;
  token_add_run (pass, run, n, before, whole);
  return p;
}

/* Returns: the end of the character. */
static const char *
read_unicode (Pass *pass, const char *p)
{
  gunichar c = g_utf8_get_char (p), lower;
  ExtractKind kind;

  pass->facts->non_ascii++;
  if (c < WIDE_END) {
    kind = pass->lexicon->wide[c].kind;
    lower = pass->lexicon->wide[c].lower;
  } else {
    kind = extract_text_get_kind (c);
    lower = kind == EXTRACT_KIND_CAPITAL ? g_unichar_tolower (c) : c;
  }
  if (kind >= EXTRACT_KIND_SMALL && kind <= EXTRACT_KIND_UNSPACED) {
    word_character (pass, kind, p, lower);
  } else if (kind == EXTRACT_KIND_APOSTROPHE && pass->start && !pass->apostrophe)
    pass->apostrophe = TRUE;
  else {
    word_end (pass, p);
    pass->apostrophe = FALSE;
    add_kind (pass, kind);
    add_unicode_sign (pass, c, kind);
  }
  return g_utf8_next_char (p);
}

/* Words and other characters between two looks at the clock. */
#define STEPS_PER_CLOCK 65536

void
extract_text_reader_read (ExtractTextReader *reader, const char *text, gsize length, ExtractTextStats *stats,
                          ExtractTextFacts *facts, ExtractWords *words, ExtractHashes *tokens)
{
  Pass pass = { .reader = reader,
                .lexicon = reader->lexicon,
                .stats = stats,
                .facts = facts,
                .words = words,
                .tokens = tokens,
                .whole = EXTRACT_HASH_START };
  const char *end = text + length;
  guint steps = 0;

  *stats = (ExtractTextStats){ 0 };
  *facts = (ExtractTextFacts){ 0 };
  reader_begin (reader, length);
  for (const char *p = text, *next; p < end; p = next) {
    EXTRACT_BUDGET_LOOK_EVERY (++steps, STEPS_PER_CLOCK);
    if (ascii_lower[(guchar) *p]) {
      next = read_ascii_word (&pass, p);
      stats->chars += next - p;
    } else {
      next = (guchar) *p >= 128 ? read_unicode (&pass, p) : p + 1;
      stats->chars++;
      if (*p == ' ') {
        word_end (&pass, p);
        pass.apostrophe = FALSE;
        add_space (&pass);
      } else if (*p == '\'' && pass.start && !pass.apostrophe)
        pass.apostrophe = TRUE;
      else if ((guchar) *p < 128) {
        word_end (&pass, p);
        pass.apostrophe = FALSE;
        add_kind (&pass, pass.lexicon->wide[(guchar) *p].kind);
        add_ascii_sign (&pass, text, p);
      }
    }
  }
  word_end (&pass, end);
  sentence_end (&pass);
  if (stats->words > 0 && stats->words <= EXTRACT_MAX_TEXT_WORDS)
    token_end (&pass, extract_hash_finish (pass.whole));
  if ((facts->signs & LEFT_GUILLEMET) && (facts->signs & RIGHT_GUILLEMET))
    facts->signs |= EXTRACT_SIGN_QUOTE;
  facts->signs |= find_end_sign (text, end);
}

void
extract_text_stats_count (const char *text, gsize length, ExtractTextStats *stats)
{
  g_autoptr (ExtractTextReader) reader = extract_text_reader_new ();
  ExtractTextFacts facts;

  extract_text_reader_read (reader, text, length, stats, &facts, NULL, NULL);
}
