/* SPDX-License-Identifier: MIT */
/*
 * The fingerprint identifies a block even if the page is cut into blocks differently, or the block occurs on
 * another page.
 *
 *   text -> NFKC -> case folded -> NFKC -> white space collapsed
 *   SHA-256 (tag, LF, text) -> the first 16 bytes
 *
 * Blocks with the same fingerprint differ in their occurrence: 1 for the first one of the page, and so on.
 *
 * g_utf8_normalize () takes time with the square of its text (it moves the rest of the text for each pair
 * that it composes, and sorts marks by insertion), so it gets small pieces: a piece ends before white space,
 * and before the first character that nothing composes with once it has PIECE_SOFT characters. No piece has
 * more than PIECE_HARD; only a heap of more marks on one letter is long enough to be cut in its middle.
 */
#include <string.h>

#include "libextract/page/document.h"

#define PIECE_SOFT 32
#define PIECE_HARD 64

/* Whether a character may become one with what stands before it: marks, and the vowels and finals of Hangul
 * that is written letter by letter. */
static gboolean
may_compose (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_SPACING_MARK:
  case G_UNICODE_NON_SPACING_MARK:
  case G_UNICODE_ENCLOSING_MARK:
    return TRUE;
  default:
    break;
  }
  gboolean is_jamo = c >= 0x1100 && c <= 0x11ff;
  gboolean is_halfwidth = c >= 0xff9e && c <= 0xffdc; /* voicing marks of kana, and jamo */
  return is_jamo || is_halfwidth || (c >= 0x3131 && c <= 0x318e);
}

/* The end of the piece that begins at @start; it is longer than nothing. */
static const char *
find_piece_end (const char *start, gboolean *is_ascii)
{
  const char *p = start;

  *is_ascii = TRUE;
  for (guint n = 0; *p != '\0' && n < PIECE_HARD; p = g_utf8_next_char (p), n++) {
    gunichar c = g_utf8_get_char (p);
    if (n > 0 && g_unichar_isspace (c))
      break;
    if (n >= PIECE_SOFT && !may_compose (c))
      break;
    if (c >= 0x80)
      *is_ascii = FALSE;
  }
  return p;
}

static void
append_normalised (GString *text, const char *piece, gssize length)
{
  g_autofree char *composed = g_utf8_normalize (piece, length, G_NORMALIZE_NFKC);
  g_autofree char *folded = g_utf8_casefold (composed, -1);
  g_autofree char *again = g_utf8_normalize (folded, -1, G_NORMALIZE_NFKC);
  g_string_append (text, again);
}

/* White space becomes single spaces, none at the ends. In place: what comes out is never longer. */
static void
collapse_spaces (GString *text)
{
  char *out = text->str;
  gboolean space = FALSE;

  for (const char *p = text->str, *next; *p != '\0'; p = next) {
    next = g_utf8_next_char (p);
    if (g_unichar_isspace (g_utf8_get_char (p))) {
      space = out > text->str;
      continue;
    }
    if (space)
      *out++ = ' ';
    space = FALSE;
    memmove (out, p, (gsize) (next - p));
    out += next - p;
  }
  g_string_truncate (text, (gsize) (out - text->str));
}

static void
normalise (const char *text, GString *normalised)
{
  gboolean is_ascii;

  g_string_truncate (normalised, 0);
  for (const char *p = text, *end; *p != '\0'; p = end) {
    end = find_piece_end (p, &is_ascii);
    if (!is_ascii) {
      append_normalised (normalised, p, end - p);
      continue;
    }
    for (; p < end; p++)
      g_string_append_c (normalised, g_ascii_tolower (*p));
  }
  collapse_spaces (normalised);
}

static guint
hash_fingerprint (gconstpointer key)
{
  guint32 hash;
  memcpy (&hash, key, sizeof hash);
  return hash;
}

static gboolean
fingerprints_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, EXTRACT_FINGERPRINT_BYTES) == 0;
}

static gpointer
make_keys (gpointer data)
{
  ExtractDocument *document = data;
  g_autoptr (GHashTable) counts = g_hash_table_new (hash_fingerprint, fingerprints_equal);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  GString *text = g_string_new (NULL);
  ExtractBlockKey *keys = g_new (ExtractBlockKey, (gsize) document->n_blocks + 1);

  for (guint i = 0; i < document->n_blocks; i++) {
    const char *tag = extract_block_get_tag (&document->blocks[i]);
    guint8 digest[32];
    gsize n_digest = sizeof digest;

    normalise (extract_document_text (document, i), text);
    g_checksum_reset (checksum);
    g_checksum_update (checksum, (const guchar *) tag, -1);
    g_checksum_update (checksum, (const guchar *) "\n", 1);
    g_checksum_update (checksum, (const guchar *) text->str, (gssize) text->len);
    g_checksum_get_digest (checksum, digest, &n_digest);
    memcpy (keys[i].fingerprint, digest, EXTRACT_FINGERPRINT_BYTES);

    guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, keys[i].fingerprint)) + 1;
    g_hash_table_insert (counts, keys[i].fingerprint, GUINT_TO_POINTER (count));
    keys[i].occurrence = count;
  }
  g_string_free (text, TRUE);
  return keys;
}

const ExtractBlockKey *
extract_document_get_keys (ExtractDocument *document)
{
  return extract_page_keep (document->page, EXTRACT_SLOT_KEYS, make_keys, document, g_free);
}

char *
extract_block_dup_fingerprint (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, NULL);

  const ExtractBlockKey *key = &extract_document_get_keys (block->document)[block - block->document->blocks];
  GString *digits = g_string_sized_new (2 * EXTRACT_FINGERPRINT_BYTES + 1);

  for (guint i = 0; i < EXTRACT_FINGERPRINT_BYTES; i++)
    g_string_append_printf (digits, "%02x", key->fingerprint[i]);
  return g_string_free (digits, FALSE);
}

guint
extract_block_get_occurrence (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, 0);
  return extract_document_get_keys (block->document)[block - block->document->blocks].occurrence;
}
