/* SPDX-License-Identifier: MIT */
/*
 *   TrainReport -> figures ─┬> index.html             report/html.c, worst.c, style.c
 *                           └> report.json, ….tsv     report/data.c
 *
 * A file without any figures is not written, and one of an earlier report is removed: a folder must not mix
 * figures of two reports.
 */
#include "train/report/report.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "cli/cli.h"
#include "train/measure/group.h"
#include "train/report/report-private.h"

/* What the labels are worth, a page weighing 1 and a block its share of the words, as in curve.h. */
static void
compute_labelled (GPtrArray *results, TrainScores *scores)
{
  TrainConfusion confusion = { 0 };

  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    const TrainConfusion *words = &result->words;
    double all = words->good_as_good + words->good_as_bad + words->bad_as_good + words->bad_as_bad;

    if (!result->has_blocks || !(all > 0))
      continue;
    train_confusion_add (&confusion, TRUE, TRUE, words->good_as_good / all);
    train_confusion_add (&confusion, TRUE, FALSE, words->good_as_bad / all);
    train_confusion_add (&confusion, FALSE, TRUE, words->bad_as_good / all);
    train_confusion_add (&confusion, FALSE, FALSE, words->bad_as_bad / all);
  }
  train_confusion_get_scores (&confusion, scores);
}

static void
figures_compute (TrainReportFigures *figures, const TrainReport *report)
{
  figures->report = report;
  train_summary_compute (report->results, report->seed, &figures->summary);
  figures->types = train_groups_new (report->results, TRAIN_BY_TYPE, 0);
  figures->languages = train_groups_new (report->results, TRAIN_BY_LANGUAGE, 0);
  figures->curve = train_curve_precision_recall (report->results);
  figures->average_precision = train_curve_average_precision (figures->curve);
  compute_labelled (report->results, &figures->labelled);
  figures->bins = train_curve_calibration (report->results, TRAIN_CALIBRATION_BINS);
  figures->calibration_error = train_curve_calibration_error (figures->bins);
}

static void
figures_clear (TrainReportFigures *figures)
{
  g_ptr_array_unref (figures->types);
  g_ptr_array_unref (figures->languages);
  g_array_unref (figures->curve);
  g_array_unref (figures->bins);
}

static gboolean
write_part (const TrainReportFile *file, const TrainReportFigures *figures, const char *folder,
            GError **error)
{
  g_autofree char *path = g_build_filename (folder, file->name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  if (file->append (text, figures))
    return cli_write_file (path, text->str, (gssize) text->len, error);
  if (g_unlink (path) != 0 && errno != ENOENT)
    return cli_fail_errno (error, "an older file cannot be removed");
  return TRUE;
}

gboolean
train_report_write (const TrainReport *report, const char *folder, GError **error)
{
  static const TrainReportFile html = { "index.html", train_report_append_html };
  TrainReportFigures figures;
  gsize n_files;
  const TrainReportFile *files = train_report_get_data_files (&n_files);
  gboolean ok = TRUE;

  if (g_mkdir_with_parents (folder, 0777) != 0)
    return cli_fail_errno (error, "cannot be created");
  figures_compute (&figures, report);
  for (gsize i = 0; ok && i < n_files; i++)
    ok = write_part (&files[i], &figures, folder, error);
  if (ok)
    ok = write_part (&html, &figures, folder, error);
  figures_clear (&figures);
  return ok;
}
