/* SPDX-License-Identifier: MIT */
/*
 * What is known of a page beside its text, found out when somebody asks:
 *
 *   page --things.c, head.c, visible.c--> candidates --decide.c--> values
 *
 * First the title, since by-lines and dates are looked for around the headline; then the rest.
 */
#include "libextract/meta/metadata.h"

#include <string.h>

#include "libextract/meta/date.h"
#include "libextract/meta/decide.h"
#include "libextract/meta/field.h"

G_DEFINE_BOXED_TYPE (ExtractMetadata, extract_metadata, extract_metadata_ref, extract_metadata_unref)

static const ExtractFieldInfo fields[EXTRACT_N_FIELDS] = {
#define ROW(id, name, many, sentence) [EXTRACT_FIELD_##id] = { name, many, sentence },
  EXTRACT_FIELDS (ROW)
#undef ROW
};

struct _ExtractMetadata {
  gint ref_count;                     /* atomic */
  Value *values;                      /* by field; owned */
  guint firsts[EXTRACT_N_FIELDS + 1]; /* of each field its first value; the last one: how many there are */
  char *texts;                        /* owned */
  guint8 *roles;                      /* ExtractRole [n_blocks]; owned */
  guint n_blocks;
};

const ExtractFieldInfo *
extract_field_get_info (ExtractField field)
{
  g_return_val_if_fail ((guint) field < EXTRACT_N_FIELDS, NULL);
  return &fields[field];
}

/* ---- Making them ---------------------------------------------------------------------------- */

/* Where 3/4/2020 is 4 March. */
guint8
extract_metadata_read_date_flags (const ExtractPage *page)
{
  const char *language = page->language ? page->language : "";
  const char *host = page->uri ? strstr (page->uri, "://") : NULL;
  guint8 flags = 0;

  if (g_ascii_strncasecmp (language, "fa", 2) == 0)
    flags |= EXTRACT_DATE_PERSIAN;
  if (g_ascii_strncasecmp (language, "en", 2) == 0 && g_ascii_strncasecmp (language, "en-gb", 5) != 0 &&
      g_ascii_strncasecmp (language, "en-au", 5) != 0 && g_ascii_strncasecmp (language, "en-nz", 5) != 0 &&
      g_ascii_strncasecmp (language, "en-ie", 5) != 0 && g_ascii_strncasecmp (language, "en-in", 5) != 0)
    flags |= EXTRACT_DATE_MONTH_FIRST;
  if (host) {
    static const char *const day_first[] = { ".uk", ".au", ".nz", ".ie", ".in",
                                             ".za", ".sg", ".ng", ".ke", ".eu" };
    const char *end = host + 3 + strcspn (host + 3, "/?#:");

    for (guint i = 0; i < G_N_ELEMENTS (day_first); i++)
      if (end - host >= 3 + 3 && strncmp (end - 3, day_first[i], 3) == 0)
        flags &= (guint8) ~EXTRACT_DATE_MONTH_FIRST;
  }
  return flags;
}

/* Longer ones are text, with a name or a date in it. In bytes. */
#define MAX_LINE 200

/* Whether a candidate is where a value was seen. */
static gboolean
says (const Candidates *all, const Candidate *candidate, const Decided *decided, const Value *value)
{
  const char *text = decided->texts->str + value->text;
  const ExtractPiece *piece;

  if (candidate->field != value->field || candidate->piece >= all->page->pieces.len)
    return FALSE;
  piece = ROWS_INDEX (all->page->pieces, ExtractPiece, candidate->piece);
  if (piece->length > MAX_LINE)
    return FALSE;
  return value->field == EXTRACT_FIELD_AUTHOR
             ? strstr (all->page->text->str + piece->text, text) != NULL
             : piece->stats.digits > 0 &&
                   strncmp (candidate_text (all, candidate), text, strlen ("2020-03-04")) == 0;
}

/* The block of an author or a date: the one that is nearest to the headline. G_MAXUINT32 if there is none */
static guint32
find_line (const Candidates *all, const Decided *decided, const Value *value)
{
  guint32 best = G_MAXUINT32, nearest = G_MAXUINT32;

  for (guint i = 0; i < candidates_length (all); i++) {
    const Candidate *candidate = candidate_get (all, i);
    const guint32 piece = candidate->piece;
    const guint32 distance =
        piece > decided->headline ? piece - decided->headline : decided->headline - piece;

    if (distance < nearest && says (all, candidate, decided, value)) {
      best = piece;
      nearest = distance;
    }
  }
  return best;
}

/* Of a line with a name and a date, the name counts. */
static guint8 *
find_roles (const Candidates *all, const Decided *decided)
{
  const guint32 n = all->page->pieces.len;
  guint8 *roles = extract_memory_dup (extract_document_get_roles (all->document), n, 1);

  if (decided->headline >= n)
    return roles;
  for (guint i = decided->values.len; i-- > 0;) {
    const Value *value = ROWS_INDEX (decided->values, Value, i);
    const gboolean date = value->field == EXTRACT_FIELD_PUBLISHED || value->field == EXTRACT_FIELD_MODIFIED;
    const guint32 line =
        date || value->field == EXTRACT_FIELD_AUTHOR ? find_line (all, decided, value) : G_MAXUINT32;

    if (line < n && line != decided->headline)
      roles[line] = date ? EXTRACT_ROLE_DATE : EXTRACT_ROLE_BYLINE;
  }
  roles[decided->headline] = EXTRACT_ROLE_HEADLINE;
  return roles;
}

static gpointer
make_metadata (gpointer data)
{
  ExtractDocument *document = data;
  ExtractPage *page = document->page;
  Candidates all = {
    .document = document,
    .page = page,
    .texts = extract_string_new (),
    .spares = { extract_string_new (), extract_string_new () },
    .today = page->today > 0 ? page->today : extract_date_get_today (),
    .date_flags = extract_metadata_read_date_flags (page),
  };
  Decided decided = { .texts = extract_string_new (), .headline = G_MAXUINT32 };
  ExtractMetadata *metadata = EXTRACT_NEW0 (ExtractMetadata, 1);

  candidates_find_things (&all);
  candidates_find_head (&all);
  candidates_find_elements (&all);
  decide_title (&all, &decided);
  candidates_find_text (&all, decided.headline);
  decide_authors (&all, &decided);
  decide_dates (&all, &decided);
  decide_rest (&all, &decided);

  metadata->ref_count = 1;
  for (guint i = 0; i < decided.values.len; i++)
    metadata->firsts[ROWS_INDEX (decided.values, Value, i)->field + 1] = i + 1;
  for (guint f = 1; f <= EXTRACT_N_FIELDS; f++)
    metadata->firsts[f] = MAX (metadata->firsts[f], metadata->firsts[f - 1]);
  metadata->values = extract_memory_dup (decided.values.data, decided.values.len, sizeof (Value));
  metadata->roles = find_roles (&all, &decided);
  metadata->n_blocks = page->pieces.len;
  metadata->texts = extract_memory_dup (decided.texts->str, decided.texts->len + 1, 1);
  extract_memory_free (decided.values.data);
  extract_string_free (decided.texts);
  extract_memory_free (all.rows.data);
  extract_string_free (all.texts);
  extract_string_free (all.spares[0]);
  extract_string_free (all.spares[1]);
  return metadata;
}

static void
free_metadata (gpointer metadata)
{
  extract_metadata_unref (metadata);
}

typedef struct {
  ExtractDocument *document;
  ExtractMetadata *metadata;
} Asking;

static void
ask (gpointer data)
{
  Asking *asking = data;

  /* What metadata look at and others keep as well comes first: it stays with the page by itself. */
  extract_document_get_roles (asking->document);
  asking->metadata = extract_page_keep (asking->document->page, EXTRACT_SLOT_METADATA, make_metadata,
                                        asking->document, free_metadata);
}

ExtractMetadata *
extract_document_get_metadata (ExtractDocument *document, GError **error)
{
  g_return_val_if_fail (document != NULL, NULL);

  Asking asking = { .document = document };

  return extract_document_run (document, ask, &asking, error) ? asking.metadata : NULL;
}

/* ---- Reading them --------------------------------------------------------------------------- */

ExtractMetadata *
extract_metadata_ref (ExtractMetadata *metadata)
{
  g_return_val_if_fail (metadata != NULL, NULL);
  g_atomic_int_inc (&metadata->ref_count);
  return metadata;
}

void
extract_metadata_unref (ExtractMetadata *metadata)
{
  g_return_if_fail (metadata != NULL);
  if (!g_atomic_int_dec_and_test (&metadata->ref_count))
    return;
  extract_memory_free (metadata->values);
  extract_memory_free (metadata->texts);
  extract_memory_free (metadata->roles);
  extract_memory_free (metadata);
}

guint
extract_metadata_get_n_values (ExtractMetadata *metadata, ExtractField field)
{
  g_return_val_if_fail (metadata != NULL, 0);
  g_return_val_if_fail ((guint) field < EXTRACT_N_FIELDS, 0);
  return metadata->firsts[field + 1] - metadata->firsts[field];
}

const char *
extract_metadata_get_value (ExtractMetadata *metadata, ExtractField field, guint i)
{
  if (i >= extract_metadata_get_n_values (metadata, field))
    return NULL;
  return metadata->texts + metadata->values[metadata->firsts[field] + i].text;
}

const char *
extract_metadata_get_origin (ExtractMetadata *metadata, ExtractField field, guint i)
{
  if (i >= extract_metadata_get_n_values (metadata, field))
    return NULL;
  return extract_source_get_name (metadata->values[metadata->firsts[field] + i].source);
}

ExtractRole
extract_metadata_get_role (ExtractMetadata *metadata, guint block)
{
  g_return_val_if_fail (metadata != NULL, EXTRACT_ROLE_TEXT);
  g_return_val_if_fail (block < metadata->n_blocks, EXTRACT_ROLE_TEXT);
  return metadata->roles[block];
}
