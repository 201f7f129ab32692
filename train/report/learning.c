/* SPDX-License-Identifier: MIT */
/* The learning curve, for people and for spreadsheets. */
#include "train/report/learning.h"

#include "train/measure/group.h"
#include "train/report/print.h"

#include "cli/cli.h"

#include <math.h>

/* ---- For people ------------------------------------------------------------------------------- */

static void
append_gain (GString *text, const TrainGain *gain)
{
  char value[G_ASCII_DTOSTR_BUF_SIZE], low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];

  if (gain->kind != TRAIN_GAIN_ESTIMATED) {
    g_string_append_printf (text, "   no estimate: %s\n", train_gain_explain (gain));
    return;
  }
  g_ascii_formatd (value, sizeof value, "%+.4f", gain->gain);
  g_ascii_formatd (low, sizeof low, "%+.4f", gain->low);
  g_ascii_formatd (high, sizeof high, "%+.4f", gain->high);
  g_string_append_printf (text, "   %s (%s to %s)\n", value, low, high);
}

static void
append_row (GString *text, const TrainLearningRow *row)
{
  train_print_name (text, row->type ? train_by_get_info (TRAIN_BY_TYPE)->label : "all",
                    row->type ? row->type : "");
  for (guint s = 0; s < row->points->len; s++)
    train_print_cell (text, row->n_pages > 0, g_array_index (row->points, TrainLearningPoint, s).f1);
  append_gain (text, &row->gain);
  train_print_name (text, "  pages learnt from", "");
  for (guint s = 0; s < row->points->len; s++)
    g_string_append_printf (text, " %9u", g_array_index (row->points, TrainLearningPoint, s).n);
  g_string_append_c (text, '\n');
}

void
train_report_append_learning (GString *text, const TrainLearning *learning)
{
  train_print_name (text, "learning curve: F1", "");
  for (guint s = 0; s < learning->shares->len; s++)
    g_string_append_printf (text, " %9s", (const char *) learning->shares->pdata[s]);
  g_string_append_printf (text, "   gain by %d more pages\n", TRAIN_LEARNING_MORE);
  for (guint i = 0; i < learning->rows->len; i++)
    append_row (text, learning->rows->pdata[i]);
}

/* ---- For spreadsheets ------------------------------------------------------------------------- */

/* A line of the table; what is not known is "-". */
static void
append_line (GString *text, const TrainLearningRow *row, const char *share, guint n, double f1, double low,
             double high)
{
  g_autofree char *name = cli_escape (row->type ? row->type : "-");

  g_string_append_printf (text, "%s\t%s\t%s\t%u\t%u", row->type ? "type" : "all", name, share, row->n_pages,
                          n);
  train_print_column (text, isfinite (f1), f1);
  train_print_column (text, isfinite (low), low);
  train_print_column (text, isfinite (high), high);
  g_string_append_c (text, '\n');
}

void
train_report_append_learning_tsv (GString *text, const TrainLearning *learning)
{
  g_string_append (text, "by\tname\tshare\tpages\tlearnt\tf1\tf1_low\tf1_high\n");
  for (guint i = 0; i < learning->rows->len; i++) {
    const TrainLearningRow *row = learning->rows->pdata[i];
    const TrainLearningPoint *last = NULL;

    for (guint s = 0; s < row->points->len; s++) {
      last = &g_array_index (row->points, TrainLearningPoint, s);
      append_line (text, row, learning->shares->pdata[s], last->n, last->f1, last->low, last->high);
    }
    if (last && row->gain.kind == TRAIN_GAIN_ESTIMATED)
      append_line (text, row, "gain", last->n + TRAIN_LEARNING_MORE, row->gain.gain, row->gain.low,
                   row->gain.high);
  }
}
