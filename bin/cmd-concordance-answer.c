/* SPDX-License-Identifier: MIT */
#include "bin/cmd-concordance-answer.h"

#include <string.h>

#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/source/links.h"

#define MOST_LINKS_OF_LIST 1000000
#define MOST_LINKS_OF_PAGE 10000

void
cmd_answer_free (CmdAnswer *answer)
{
  g_clear_error (&answer->error);
  g_free (answer->made);
  g_clear_pointer (&answer->links, g_ptr_array_unref);
  g_clear_pointer (&answer->sitemaps, g_ptr_array_unref);
  g_free (answer);
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* "site.example:8080" of "http://www.Site.example:8080/a". Returns: (transfer full) */
static char *
dup_host (const char *url)
{
  const char *start = strstr (url, "://") + strlen ("://");
  g_autofree char *host = g_ascii_strdown (start, (gssize) strcspn (start, "/?#"));
  return g_strdup (g_str_has_prefix (host, "www.") ? host + strlen ("www.") : host);
}

static void
take_links (CmdAnswer *answer, const GPtrArray *links, const char *host)
{
  for (guint i = 0; i < links->len; i++) {
    const ExtractLink *link = links->pdata[i];
    g_autofree char *url = link->kind == EXTRACT_LINK_FEED ? NULL : conc_link_tidy (link->url);
    g_autofree char *own = url && host ? dup_host (url) : NULL;
    if (url && g_strcmp0 (own, host) == 0)
      g_ptr_array_add (link->kind == EXTRACT_LINK_SITEMAP ? answer->sitemaps : answer->links,
                       g_steal_pointer (&url));
  }
}

/* @host: (nullable): only its links */
static gboolean
read_links (const CmdAnswerNeeds *needs, CmdAnswer *answer, const ExtractRecord *record, const char *host,
            GError **error)
{
  const ExtractLinksLimits limits = { .max_bytes = needs->batch->reading->page.source.max_bytes,
                                      .max_links = host ? MOST_LINKS_OF_PAGE : MOST_LINKS_OF_LIST };
  ExtractListKind kind;
  g_autoptr (GPtrArray) links =
      extract_links_read (record->bytes, record->content_type, record->uri, &limits, &kind, error);
  answer->links = g_ptr_array_new_with_free_func (g_free);
  answer->sitemaps = g_ptr_array_new_with_free_func (g_free);
  if (links)
    take_links (answer, links, host);
  return links != NULL;
}

static gboolean
label (const CmdBatch *batch, const ExtractRecord *record, ExtractDocument **document, GError **error)
{
  return record->whole ? extract_classifier_label (batch->reading->everything, *document, error)
                       : cli_classifiers_label (batch->reading->classifiers, document, NULL, error);
}

/* Returns: FALSE with an error */
static gboolean
read_page (const CmdAnswerNeeds *needs, CmdAnswer *answer, const ExtractRecord *record)
{
  const CmdBatch *batch = needs->batch;
  CmdConcVerdict verdict;
  g_autoptr (ExtractDocument) document = cli_parse_record (&batch->reading->page, record, &answer->error);
  if (!document)
    return FALSE;
  extract_document_set_source (document, record->uri);
  if (label (batch, record, &document, &answer->error))
    answer->made = cmd_concordance_make (needs->concordance, document, &verdict, &answer->error);
  if (!answer->made)
    return FALSE;
  answer->visit = verdict == CMD_CONC_OTHER_ENCODING   ? CONC_VISIT_ENCODING
                  : verdict == CMD_CONC_OTHER_LANGUAGE ? CONC_VISIT_LANGUAGE
                                                       : CONC_VISIT_FOUND;
  return TRUE;
}

/* ---- Answers ----------------------------------------------------------------------------------- */

/* Forbidden, or too many requests; or robots.txt does not allow it. */
static gboolean
is_refusal (guint status, const GError *failure)
{
  return status == 401 || status == 402 || status == 403 || status == 429 ||
         g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

static void
take_failure (CmdAnswer *answer, guint status, GError *failure)
{
  answer->error = failure;
  answer->refused = answer->origin == CMD_OF_ENGINE && is_refusal (status, failure);
  answer->visit =
      g_error_matches (failure, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML) ? CONC_VISIT_TYPE : CONC_VISIT_ERROR;
}

CmdAnswer *
cmd_answer_read (const CmdAnswerNeeds *needs, CmdOrigin origin, guint64 number, const ExtractRecord *record,
                 guint status, GError *failure)
{
  CmdAnswer *answer = g_new0 (CmdAnswer, 1);
  answer->origin = origin;
  answer->number = number;
  if (failure)
    take_failure (answer, status, failure);
  else if (origin == CMD_OF_ENGINE)
    answer->links = conc_engine_read (needs->web->engines->pdata[number], record->bytes, record->content_type,
                                      record->uri, &answer->refused, &answer->error);
  else if (origin == CMD_OF_LIST)
    answer->visit =
        read_links (needs, answer, record, NULL, &answer->error) ? CONC_VISIT_LIST : CONC_VISIT_ERROR;
  else {
    g_autofree char *host = origin == CMD_OF_CRAWL && record->uri ? dup_host (record->uri) : NULL;
    answer->visit = read_page (needs, answer, record) ? answer->visit : CONC_VISIT_ERROR;
    if (host) /* whatever the page is, its links may lead to others */
      read_links (needs, answer, record, host, NULL);
  }
  return answer;
}
