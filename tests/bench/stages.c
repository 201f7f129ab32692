/* SPDX-License-Identifier: MIT */
#include "tests/bench/stages.h"
#include "libextract/html/html.h"
#include "libextract/model/model.h"

#include <time.h>

#include "libextract/html/charset.h"
#include "libextract/model/classifier.h"
#include "libextract/page/segment.h"

/* A page on its way. */
typedef struct {
  const StageTools *tools;
  GBytes *bytes; /* lent */
  ExtractMarkupParser parser;
  GBytes *decoded;           /* (nullable): owned, as all below */
  ExtractDom *dom;           /* (nullable) */
  ExtractDocument *document; /* (nullable) */
  ExtractValues *values;     /* (nullable) */
  float *scores;             /* (nullable): [blocks] */
  char *text;                /* (nullable) */
} Way;

void
stage_tools_init (StageTools *tools, ExtractModel *model)
{
  tools->model = model;
  tools->classifier = extract_classifier_new (tools->model);
}

void
stage_tools_clear (StageTools *tools)
{
  extract_classifier_unref (tools->classifier);
  extract_model_unref (tools->model);
}

double
stage_get_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* ---- Stages ------------------------------------------------------------------------------------ */

/* Each stays a function of its own, by whose name callgrind knows it. Returns: FALSE if the page is left out
 */
#define STAGE static gboolean __attribute__ ((noinline))

STAGE
stage_charset (Way *way)
{
  gsize length, bom;
  const guint8 *bytes = g_bytes_get_data (way->bytes, &length);
  const char *charset = extract_charset_detect (bytes, length, NULL, NULL, &bom);

  way->decoded = extract_charset_decode (way->bytes, bom, charset, G_MAXINT64, NULL);
  return way->decoded != NULL;
}

STAGE
stage_tree (Way *way)
{
  gsize length;
  const char *text = g_bytes_get_data (way->decoded, &length);

  way->dom = extract_dom_parse (text ? text : "", length, way->parser, G_MAXUINT16, NULL);
  return way->dom != NULL;
}

STAGE
stage_blocks (Way *way)
{
  ExtractPage *page = extract_page_new ();

  extract_segment_page (way->dom, G_MAXUINT16, G_MAXUINT32, NULL, page);
  way->document = extract_document_new (page);
  return TRUE;
}

STAGE
stage_features (Way *way)
{
  way->values = extract_classifier_gather (way->tools->classifier, way->document);
  return TRUE;
}

STAGE
stage_network (Way *way)
{
  way->scores = g_new (float, extract_document_get_n_blocks (way->document));
  extract_classifier_score (way->tools->classifier, way->document, way->values, way->scores);
  g_clear_pointer (&way->values, extract_values_free);
  return TRUE;
}

STAGE
stage_rules (Way *way)
{
  return extract_classifier_label_scored (way->tools->classifier, way->document, way->scores, NULL);
}

STAGE
stage_write (Way *way)
{
  way->text = extract_document_to_string (way->document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
  return way->text != NULL;
}

/* THE table of stages. */
static const struct {
  const char *name;
  const char *sentence;
  gboolean (*run) (Way *way);
} stages[N_STAGES] = {
  [STAGE_CHARSET] = { "charset", "encoding found out, bytes to UTF-8", stage_charset },
  [STAGE_TREE] = { "tree", "scanner and gumbo", stage_tree },
  [STAGE_BLOCKS] = { "blocks", "tree to blocks, words counted", stage_blocks },
  [STAGE_FEATURES] = { "features", "what they come from, of each block", stage_features },
  [STAGE_NETWORK] = { "network", "features to scores", stage_network },
  [STAGE_RULES] = { "rules", "labels and post-analysis", stage_rules },
  [STAGE_WRITE] = { "write", "text output", stage_write },
};

const char *
stage_get_name (Stage stage)
{
  return stages[stage].name;
}

const char *
stage_get_sentence (Stage stage)
{
  return stages[stage].sentence;
}

/* ---- The whole way ----------------------------------------------------------------------------- */

gboolean
stages_run (const StageTools *tools, GBytes *bytes, ExtractMarkupParser parser, StageCosts *costs)
{
  Way way = {
    .tools = tools,
    .bytes = bytes,
    .parser = parser,
  };
  double last = stage_get_seconds (), now;
  gboolean done = TRUE;

  for (guint s = 0; done && s < N_STAGES; s++) {
    done = stages[s].run (&way);
    now = stage_get_seconds ();
    costs->seconds[s] += now - last;
    last = now;
    if (done && s == STAGE_TREE)
      costs->is_plain = extract_dom_is_plain (way.dom);
    if (done && s == STAGE_BLOCKS) {
      costs->n_blocks = extract_document_get_n_blocks (way.document);
      g_clear_pointer (&way.dom, extract_dom_free);
      now = stage_get_seconds ();
      costs->seconds[STAGE_TREE] += now - last;
      last = now;
    }
  }
  g_clear_pointer (&way.decoded, g_bytes_unref);
  g_clear_pointer (&way.dom, extract_dom_free);
  g_clear_pointer (&way.document, extract_document_unref);
  g_free (way.scores);
  g_free (way.text);
  return done;
}

double
stage_costs_get_seconds (const StageCosts *costs)
{
  double all = 0;

  for (guint s = 0; s < N_STAGES; s++)
    all += costs->seconds[s];
  return all;
}
