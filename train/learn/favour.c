/* SPDX-License-Identifier: MIT */
/*
 * The thresholds of --precision and --recall, from the same scores of unknown pages as the one for good
 * blocks. Rules are left out.
 *
 *   precision   best mean F0.5; precision itself is to be PRECISION at least, if there is such a choice
 *   recall      best mean F2; the same of recall and RECALL
 */
#include "train/learn/favour.h"

#include "train/learn/cuts.h"

#define PRECISION 0.93
#define RECALL 0.97

/* What a choice comes to. */
typedef struct {
  double wanted; /* mean precision or recall */
  double f;      /* mean F0.5 or F2 */
} Outcome;

/* F of a page: (1 + b^2) P R / (b^2 P + R) */
static double
f_measure (const TrainScores *s, double b)
{
  double below = b * b * s->precision + s->recall;

  return below > 0 ? (1 + b * b) * s->precision * s->recall / below : 0;
}

/* As extract_classifier_favour () says it. */
static double
find_threshold (GArray *cuts, const TrainDecision *choice, gboolean precision)
{
  const ExtractFavour *favour = precision ? &choice->precision : &choice->recall;
  double best = cuts->len > 0 ? g_array_index (cuts, TrainCut, 0).score : 0;

  if (best == 0)
    return favour->threshold;
  return MIN (favour->threshold, MAX (precision ? choice->good : 0, favour->share * best));
}

/* @pages: (element-type GArray): the cuts of each page of the judge */
static Outcome
try_choice (const TrainJudge *judge, GPtrArray *pages, const TrainDecision *choice, gboolean precision)
{
  Outcome sum = { 0 };

  for (guint i = 0; i < pages->len; i++) {
    GArray *cuts = pages->pdata[i];
    const TrainPage *page = train_corpus_get_page (judge->corpus, g_array_index (judge->pages, guint, i));
    TrainScores s = train_cut_score (train_cuts_find (cuts, find_threshold (cuts, choice, precision)), page);

    sum.wanted += precision ? s.precision : s.recall;
    sum.f += f_measure (&s, precision ? 0.5 : 2);
  }
  return (Outcome){ sum.wanted / pages->len, sum.f / pages->len };
}

static gboolean
is_better (Outcome a, Outcome b, double least)
{
  if ((a.wanted >= least) != (b.wanted >= least))
    return a.wanted >= least;
  return a.f > b.f;
}

/* In hundredths: thresholds above that for good blocks with shares of a half and more; or below it with any.
 */
static void
find_favour (const TrainJudge *judge, GPtrArray *pages, TrainDecision *decision, gboolean precision)
{
  const int good = (int) (decision->good * 100 + 0.5);
  const int low = precision ? good : 1, high = precision ? 99 : good, least = precision ? 50 : 1;
  Outcome best = { -1, -1 };
  TrainDecision choice = *decision;
  ExtractFavour *favour = precision ? &choice.precision : &choice.recall;

  for (int t = low; t <= high; t++)
    for (int share = least; share <= 100; share++) {
      *favour = (ExtractFavour){ t / 100.0, share / 100.0 };
      Outcome outcome = try_choice (judge, pages, &choice, precision);
      if (is_better (outcome, best, precision ? PRECISION : RECALL)) {
        best = outcome;
        *decision = choice;
      }
    }
}

void
train_decision_find_favours (const TrainJudge *judge, TrainDecision *decision)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < judge->pages->len; i++) {
    const TrainPage *page = train_corpus_get_page (judge->corpus, g_array_index (judge->pages, guint, i));

    g_ptr_array_add (pages, train_cuts_new (page, judge->scores + page->first_block));
  }
  find_favour (judge, pages, decision, TRUE);
  find_favour (judge, pages, decision, FALSE);
}

TrainScores
train_favour_score (const TrainPage *page, const float *scores, const TrainDecision *decision,
                    gboolean precision)
{
  g_autoptr (GArray) cuts = train_cuts_new (page, scores);

  return train_cut_score (train_cuts_find (cuts, find_threshold (cuts, decision, precision)), page);
}
