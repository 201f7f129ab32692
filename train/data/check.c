/* SPDX-License-Identifier: MIT */
/*
 * The findings, and the verdict: whether sets are ready to train on.
 */
#include "train/data/check.h"

#include <string.h>

/* Of findings of a kind, so many are listed for people. */
#define LISTED 10
/* Pages of fewer words are mostly error messages and frames. */
#define TINY_WORDS 20

/* ---- Findings ----------------------------------------------------------------------------------- */

static const TrainFindingInfo finding_table[] = {
  [TRAIN_FINDING_BROKEN] = { "broken", "cannot be read; skipped" },
  [TRAIN_FINDING_CONTRADICTION] = { "contradiction", "labels of people contradict each other; skipped" },
  [TRAIN_FINDING_UNFIT_LABELS] = { "unfit-labels", "no label can be used" },
  [TRAIN_FINDING_EMPTY_PAGE] = { "empty-page", "there is no text on the page" },
  [TRAIN_FINDING_LOW_RECALL] = { "low-recall", "the reference is not the text of this page; skipped" },
  [TRAIN_FINDING_LONG_REFERENCE] = { "long-reference", "the reference is longer than the page" },
  [TRAIN_FINDING_EMPTY_REFERENCE] = { "empty-reference",
                                      "declared to have no main text; all is boilerplate" },
  [TRAIN_FINDING_TINY_PAGE] = { "tiny-page", "hardly any text on the page" },
  [TRAIN_FINDING_LANGUAGE] = { "language", "the script is not that of the language" },
  [TRAIN_FINDING_SAME_PAGE] = { "same-page", "the same page twice" },
  [TRAIN_FINDING_SAME_TEXT] = { "same-text", "the same main text twice" },
  [TRAIN_FINDING_NEAR_TEXT] = { "near-text", "nearly the same main text on two sites" },
};

const TrainFindingInfo *
train_finding_get_info (TrainFindingKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (finding_table), NULL);
  return &finding_table[kind];
}

TrainFinding *
train_finding_new (TrainFindingKind kind, const TrainCheckPage *page, const TrainCheckPage *twin,
                   double badness, char *reason)
{
  TrainFinding *finding = g_new (TrainFinding, 1);
  *finding = (TrainFinding){ kind, page, twin, badness, reason };
  return finding;
}

static void
finding_free (gpointer data)
{
  TrainFinding *finding = data;
  g_free (finding->reason);
  g_free (finding);
}

static void
add (GPtrArray *findings, TrainFindingKind kind, const TrainCheckPage *page, double badness, char *reason)
{
  g_ptr_array_add (findings, train_finding_new (kind, page, NULL, badness, reason));
}

/* What is wrong with @page by itself. */
static void
add_findings (const TrainCheckPage *page, GPtrArray *findings)
{
  if (page->error) {
    add (findings, TRAIN_FINDING_BROKEN, page, 0, g_strdup (page->error));
    return;
  }
  if (page->n_words == 0) {
    add (findings, TRAIN_FINDING_EMPTY_PAGE, page, (double) page->n_reference,
         page->n_reference > 0
             ? g_strdup_printf ("has no words, its reference has %" G_GSIZE_FORMAT, page->n_reference)
             : g_strdup ("has no words"));
    return;
  }

  if (page->reason && page->n_given > 0)
    add (findings, TRAIN_FINDING_CONTRADICTION, page, 0, g_strdup (page->reason));
  else if (page->has_labels && page->n_given == 0)
    add (findings, TRAIN_FINDING_UNFIT_LABELS, page, 0,
         g_strdup ("none of its labels is of a person and fits a block of the page"));
  else if (page->reason && page->has_reference)
    add (findings, TRAIN_FINDING_LOW_RECALL, page, 1 - page->recall,
         g_strdup_printf ("%s (%" G_GSIZE_FORMAT ")", page->reason, page->n_reference));

  if (page->has_reference && page->n_reference > page->n_words)
    add (findings, TRAIN_FINDING_LONG_REFERENCE, page, (double) page->n_reference / (double) page->n_words,
         g_strdup_printf ("its reference has %" G_GSIZE_FORMAT " words, the page %" G_GSIZE_FORMAT,
                          page->n_reference, page->n_words));
  if (page->has_reference && page->n_reference == 0)
    add (findings, TRAIN_FINDING_EMPTY_REFERENCE, page, (double) page->n_words,
         g_strdup_printf ("its reference is empty, the page has %" G_GSIZE_FORMAT " words", page->n_words));
  if (page->n_words < TINY_WORDS)
    add (findings, TRAIN_FINDING_TINY_PAGE, page, 1.0 / (double) page->n_words,
         g_strdup_printf ("words: %" G_GSIZE_FORMAT ", blocks: %u", page->n_words, page->n_blocks));
  if (page->language)
    add (findings, TRAIN_FINDING_LANGUAGE, page, 0, g_strdup (page->language));
}

/* By kind, the worst first; the sort is stable, so pages that are as bad stay in their order. */
static int
compare_findings (gconstpointer a, gconstpointer b)
{
  const TrainFinding *x = *(const TrainFinding *const *) a, *y = *(const TrainFinding *const *) b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->badness < y->badness) - (x->badness > y->badness);
}

/* ---- Verdict ------------------------------------------------------------------------------------ */

/* What keeps one from training, or that nothing does. */
static void
judge (TrainCheck *check)
{
  g_autoptr (GHashTable) sites = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_known = 0, n_learns = 0, n_of_no_site = 0;
  gsize n_good = 0, n_bad = 0;

  for (guint i = 0; i < check->pages->len; i++) {
    const TrainCheckPage *page = check->pages->pdata[i];
    n_known += !page->error && (page->has_reference || page->n_given > 0);
    if (!train_check_page_learns (page))
      continue;
    n_learns++;
    n_good += page->n_good_blocks;
    n_bad += page->n_bad_blocks;
    g_autofree char *site = train_entry_dup_known_site (page->entry);
    if (site)
      g_hash_table_add (sites, page->site);
    else
      n_of_no_site++;
  }

  guint n_sites = g_hash_table_size (sites);
  g_autofree char *of_sites = n_learns > n_of_no_site || n_of_no_site == 0
                                  ? g_strdup_printf ("%u pages of %u sites%s", n_learns - n_of_no_site,
                                                     n_sites, n_of_no_site > 0 ? " and " : "")
                                  : g_strdup ("");
  g_autofree char *of_no_site =
      n_of_no_site > 0 ? g_strdup_printf ("%u pages of unknown site", n_of_no_site) : g_strdup ("");
  const char *obstacle = check->pages->len == 0                 ? "there are no pages"
                         : check->pages->len == check->n_failed ? "no page can be read"
                         : n_known == 0  ? "no page has a reference text or labels of people"
                         : n_learns == 0 ? "no reference text fits its page, and no labels of people do"
                         : n_good == 0   ? "no block is main text"
                         : n_bad == 0    ? "no block is boilerplate"
                         : n_sites + n_of_no_site < 2
                             ? "all pages are of one site, and one has to be held back to measure on"
                             : NULL;
  check->usable = obstacle == NULL;
  check->verdict = obstacle ? g_strdup_printf ("Not ready to train: %s.", obstacle)
                            : g_strdup_printf ("Ready to train: %s%s, with %" G_GSIZE_FORMAT
                                               " blocks of main text and %" G_GSIZE_FORMAT " of boilerplate.",
                                               of_sites, of_no_site, n_good, n_bad);
}

/* ---- The check ---------------------------------------------------------------------------------- */

typedef struct {
  GPtrArray *entries;
  ExtractParser *parser;
  double minimum_recall;
  CliProgress *progress;
  TrainCheck *check;
} Checking;

static gpointer
check_page (gsize i, gpointer data)
{
  const Checking *checking = data;
  return train_check_page_new (checking->entries->pdata[i], checking->parser, checking->minimum_recall);
}

static gboolean
page_checked (gsize i, gpointer result, gpointer data)
{
  Checking *checking = data;
  TrainCheckPage *page = result;

  cli_progress_step (checking->progress, page->error == NULL);
  checking->check->n_failed += page->error != NULL;
  g_ptr_array_add (checking->check->pages, page);
  add_findings (page, checking->check->findings);
  return TRUE;
}

static void
free_page (gpointer page)
{
  train_check_page_free (page);
}

TrainCheck *
train_check_new (const TrainSelected *selected, ExtractParser *parser, double minimum_recall, guint jobs)
{
  g_autoptr (CliProgress) progress = cli_progress_new ("pages", selected->entries->len);
  TrainCheck *check = g_new0 (TrainCheck, 1);
  Checking checking = { selected->entries, parser, minimum_recall, progress, check };

  check->selected = selected;
  check->pages = g_ptr_array_new_with_free_func (free_page);
  check->findings = g_ptr_array_new_with_free_func (finding_free);
  cli_parallel (selected->entries->len, jobs, check_page, page_checked, free_page, &checking);
  train_check_find_twins (check->pages, check->findings);
  g_ptr_array_sort (check->findings, compare_findings);
  judge (check);
  return check;
}

void
train_check_free (TrainCheck *check)
{
  if (!check)
    return;
  g_ptr_array_unref (check->findings);
  g_ptr_array_unref (check->pages);
  g_free (check->verdict);
  g_free (check);
}

CliExit
train_check (const TrainSelected *selected, const CliPageOptions *page, double minimum_recall, gboolean json)
{
  g_autoptr (TrainCheck) check = train_check_new (selected, page->parser, minimum_recall, page->jobs);
  g_autoptr (GString) text = g_string_new (NULL);

  if (json)
    train_check_append_json (text, check);
  else
    train_check_append_table (text, check, LISTED);
  CliExit status = cli_print (text->str);
  return check->n_failed > 0 || !check->usable || selected->incomplete ? CLI_EXIT_FAILED : status;
}
