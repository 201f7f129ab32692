/* SPDX-License-Identifier: MIT */
/*
 * The worst pages, block by block: each page is read again, and its blocks are shown with their results. Long
 * runs of blocks are folded, except those next to a wrong block and the first few wrong ones. No text here is
 * trusted.
 */
#include "train/report/escape.h"
#include "train/report/report-private.h"

#define N_PAGES 10
#define N_OPEN 3     /* pages that are unfolded */
#define CONTEXT 1    /* right blocks shown before and after a wrong one */
#define MIN_FOLD 4   /* shorter runs are shown */
#define MAX_RUN 8    /* blocks of one verdict in a row, before the rest is folded */
#define MAX_ROWS 400 /* of a page; and in each fold: */
#define MAX_FOLDED 30
#define MAX_TEXT 240 /* characters of a block */
#define MAX_NAME 120 /* of a URL or title */

typedef enum { VERDICT_RIGHT, VERDICT_MISSED, VERDICT_WRONG, VERDICT_LEFT, VERDICT_NONE, N_VERDICTS } Verdict;

static const struct {
  const char *class;
  const char *sign; /* so that no meaning hangs on a colour */
  const char *sentence;
} verdicts[N_VERDICTS] = {
  [VERDICT_RIGHT] = { "right", "✓", "right" },
  [VERDICT_MISSED] = { "missed", "−", "missed" },
  [VERDICT_WRONG] = { "wrong", "+", "wrongly included" },
  [VERDICT_LEFT] = { "left", "·", "rightly excluded" },
  [VERDICT_NONE] = { "none", "○", "without words" },
};

static Verdict
get_verdict (const TrainBlockResult *block)
{
  gboolean taken = block->label == EXTRACT_LABEL_GOOD;

  if (block->truth == EXTRACT_LABEL_NONE)
    return VERDICT_NONE;
  if (block->truth == EXTRACT_LABEL_GOOD)
    return taken ? VERDICT_RIGHT : VERDICT_MISSED;
  return taken ? VERDICT_WRONG : VERDICT_LEFT;
}

static gboolean
is_wrong (Verdict verdict)
{
  return verdict == VERDICT_MISSED || verdict == VERDICT_WRONG;
}

/* ---- Which pages -------------------------------------------------------------------------- */

typedef struct {
  const TrainResult *result;
  guint place; /* number of the result, which orders pages of equal F1 */
} Worst;

static int
compare_worst (gconstpointer a, gconstpointer b)
{
  const Worst *x = a, *y = b;

  if (x->result->scores.f1 != y->result->scores.f1)
    return x->result->scores.f1 < y->result->scores.f1 ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* Returns: (transfer full): of Worst: the pages that have lost something, the worst first. */
static GArray *
find_worst (GPtrArray *results)
{
  GArray *worst = g_array_new (FALSE, FALSE, sizeof (Worst));

  for (guint i = 0; i < results->len; i++) {
    Worst one = { results->pdata[i], i };

    if (one.result->scored && one.result->scores.f1 < 1)
      g_array_append_val (worst, one);
  }
  g_array_sort (worst, compare_worst);
  if (worst->len > N_PAGES)
    g_array_set_size (worst, N_PAGES);
  return worst;
}

/* ---- Blocks ------------------------------------------------------------------------------- */

typedef struct {
  GString *html;
  ExtractDocument *document;
  const TrainBlockResult *blocks; /* [n] */
  guint n;
  guint n_rows; /* written so far */
} Listing;

static void
append_sign (GString *html, Verdict verdict)
{
  g_string_append_printf (html, "<span class=\"sign\" role=\"img\" aria-label=\"%s\">%s</span>",
                          verdicts[verdict].sentence, verdicts[verdict].sign);
}

static void
append_block (Listing *listing, guint i)
{
  const TrainBlockResult *block = &listing->blocks[i];
  Verdict verdict = get_verdict (block);
  ExtractBlock *own = extract_document_get_block (listing->document, i);
  GString *html = listing->html;

  g_string_append_printf (html, "<li class=\"%s\">", verdicts[verdict].class);
  append_sign (html, verdict);
  g_string_append (html, "<span class=\"score\">");
  train_escape_append_number (html, block->score, 2);
  g_string_append (html, "</span><code>");
  train_escape_append_text (html, extract_block_get_tag (own), 12);
  g_string_append (html, "</code><bdi dir=\"auto\">");
  train_escape_append_text (html, extract_block_get_text (own), MAX_TEXT);
  g_string_append (html, "</bdi></li>\n");
  listing->n_rows++;
}

/* "120 blocks rightly excluded", "12 blocks: 10 right, 2 rightly excluded" */
static void
append_fold_name (Listing *listing, guint start, guint end)
{
  guint counts[N_VERDICTS] = { 0 }, n_kinds = 0;
  const char *separator = ": ";

  for (guint i = start; i < end; i++)
    counts[get_verdict (&listing->blocks[i])]++;
  for (guint v = 0; v < N_VERDICTS; v++)
    n_kinds += counts[v] > 0 ? 1 : 0;
  g_string_append_printf (listing->html, "… %u blocks", end - start);
  for (guint v = 0; v < N_VERDICTS; v++) {
    if (counts[v] == 0)
      continue;
    if (n_kinds == 1)
      g_string_append_printf (listing->html, " %s", verdicts[v].sentence);
    else
      g_string_append_printf (listing->html, "%s%u %s", separator, counts[v], verdicts[v].sentence);
    separator = ", ";
  }
}

static void
append_fold (Listing *listing, guint start, guint end)
{
  guint shown = MIN (end - start, MAX_FOLDED);

  g_string_append (listing->html, "<li class=\"fold\"><details><summary>");
  append_fold_name (listing, start, end);
  g_string_append (listing->html, "</summary>\n<ul class=\"blocks\">\n");
  for (guint i = start; i < start + shown; i++)
    append_block (listing, i);
  if (shown < end - start)
    g_string_append_printf (listing->html, "<li class=\"more\">… and %u more</li>\n", end - start - shown);
  g_string_append (listing->html, "</ul></details></li>\n");
}

/* A block is shown if it is wrong or near to one that is. */
static gboolean
is_shown (const Listing *listing, guint i)
{
  for (guint k = i - MIN (i, CONTEXT); k <= MIN (i + CONTEXT, listing->n - 1); k++)
    if (is_wrong (get_verdict (&listing->blocks[k])))
      return TRUE;
  return FALSE;
}

/* Where the run of blocks of one verdict that begins at @start ends. */
static guint
find_run_end (const Listing *listing, guint start)
{
  guint end = start + 1;

  while (end < listing->n && get_verdict (&listing->blocks[end]) == get_verdict (&listing->blocks[start]))
    end++;
  return end;
}

static guint
find_hidden_end (const Listing *listing, guint start)
{
  guint end = start;

  while (end < listing->n && !is_shown (listing, end))
    end++;
  return end;
}

/* Folded are runs that need not be shown, and of long runs of one verdict (the comments of a page, say) what
 * comes after the first few. */
static void
append_blocks (Listing *listing)
{
  guint i = 0, run_start = 0, run_end = 0;

  g_string_append (listing->html, "<ul class=\"blocks\">\n");
  while (i < listing->n && listing->n_rows < MAX_ROWS) {
    guint end = find_hidden_end (listing, i);

    if (i >= run_end) {
      run_start = i;
      run_end = find_run_end (listing, i);
    }
    if (end - i < MIN_FOLD && i - run_start >= MAX_RUN)
      end = run_end;
    if (end - i >= MIN_FOLD) {
      append_fold (listing, i, end);
      i = end;
    } else {
      append_block (listing, i++);
    }
  }
  if (i < listing->n)
    g_string_append_printf (listing->html, "<li class=\"more\">… and %u blocks more</li>\n", listing->n - i);
  g_string_append (listing->html, "</ul>\n");
}

/* ---- A page ------------------------------------------------------------------------------- */

static void
append_sentence (GString *html, const char *sentence)
{
  g_string_append (html, "<p class=\"note\">");
  train_escape_append_text (html, sentence, 0);
  g_string_append (html, "</p>\n");
}

static void
append_page_blocks (GString *html, const TrainResult *result, ExtractParser *parser)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  GArray *blocks = result->block_results;

  if (result->missing)
    append_sentence (html, "The page has no output.");
  if (!blocks || !parser)
    return;
  document = train_entry_load_page (result->entry, parser, &error);
  if (!document) {
    append_sentence (html, error->message);
  } else if (extract_document_get_n_blocks (document) != blocks->len) {
    append_sentence (html, "The page has changed since it was measured.");
  } else {
    Listing listing = { html, document, (const TrainBlockResult *) (gconstpointer) blocks->data, blocks->len,
                        0 };
    append_blocks (&listing);
  }
}

static void
append_name (GString *html, const char *class, const char *name)
{
  if (!name || !*name)
    return;
  g_string_append_printf (html, "<p class=\"%s\"><bdi dir=\"auto\">", class);
  train_escape_append_text (html, name, MAX_NAME);
  g_string_append (html, "</bdi></p>\n");
}

static void
append_page (GString *html, const TrainResult *result, gboolean open, ExtractParser *parser)
{
  const TrainEntry *entry = result->entry;
  const TrainConfusion *words = &result->words;

  g_string_append_printf (html, "<details class=\"page\"%s>\n<summary><span class=\"f1\">",
                          open ? " open=\"open\"" : "");
  train_escape_append_number (html, result->scores.f1, 3);
  g_string_append (html, "</span> <strong>");
  train_escape_append_text (html, entry->id, MAX_NAME);
  g_string_append (html, "</strong> <span class=\"soft\">precision ");
  train_escape_append_number (html, result->scores.precision, 3);
  g_string_append (html, ", recall ");
  train_escape_append_number (html, result->scores.recall, 3);
  for (guint i = 0; i < 2; i++) {
    const char *known = i == 0 ? entry->lang : entry->type;
    if (!known)
      continue;
    g_string_append (html, ", <bdi>");
    train_escape_append_text (html, known, MAX_NAME / 4);
    g_string_append (html, "</bdi>");
  }
  g_string_append (html, "</span></summary>\n");
  append_name (html, "name", entry->title);
  append_name (html, "url", entry->url);
  if (result->has_blocks)
    g_string_append_printf (html,
                            "<p class=\"note\">Words of blocks: %.0f right, %.0f missed, %.0f wrongly "
                            "included, %.0f rightly excluded.</p>\n",
                            words->good_as_good, words->good_as_bad, words->bad_as_good, words->bad_as_bad);
  append_page_blocks (html, result, parser);
  g_string_append (html, "</details>\n");
}

gboolean
train_report_append_worst (GString *html, const TrainReportFigures *figures)
{
  g_autoptr (GArray) worst = find_worst (figures->report->results);
  gboolean has_blocks = FALSE;

  if (worst->len == 0)
    return FALSE;
  for (guint i = 0; i < worst->len; i++)
    has_blocks |= g_array_index (worst, Worst, i).result->has_blocks;
  if (has_blocks && figures->report->parser) {
    g_string_append (html, "<ul class=\"key\">");
    for (guint v = 0; v < VERDICT_NONE; v++) {
      g_string_append_printf (html, "<li class=\"%s\">", verdicts[v].class);
      g_string_append_printf (html, "<span class=\"sign\">%s</span> %s</li>", verdicts[v].sign,
                              verdicts[v].sentence);
    }
    g_string_append (
        html,
        "</ul>\n<p class=\"note\">The number beside a block is its score; then comes its element.</p>\n");
  }
  for (guint i = 0; i < worst->len; i++)
    append_page (html, g_array_index (worst, Worst, i).result, i < N_OPEN, figures->report->parser);
  return TRUE;
}
