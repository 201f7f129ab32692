/* SPDX-License-Identifier: MIT */
/* Any bytes as a page whose links are read, as the report of a browser, and as the answer of a command: the
 * first one says which. */
#include "follow/link.h"
#include "libextract/source/anchors.h"

#include <string.h>

#define HERE "http://site.example/dir/here?x=1"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_links (const GPtrArray *links)
{
  for (guint i = 0; i < links->len; i++) {
    const FollowLink *link = links->pdata[i];

    g_assert_true (g_str_has_prefix (link->address, "http://") ||
                   g_str_has_prefix (link->address, "https://"));
    g_assert_null (strpbrk (link->address, " \t\r\n#<>\""));
    g_assert_true (link->probability >= 0 && link->probability <= 1);
  }
}

/* What is read of a page is JSON that can be read again. */
static void
check_page (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = extract_anchors_to_json (bytes, "text/html; charset=utf-8", HERE,
                                                   EXTRACT_ANCHORS_ALL, 1 << 20, 100, &error);
  g_autoptr (GPtrArray) elements = json ? elements_parse (json, strlen (json), HERE, &error) : NULL;
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
  g_autoptr (ElementClassifier) classifier = element_classifier_new (NULL);
  g_autoptr (GArray) verdicts = elements ? element_classifier_run (classifier, json, elements, &error) : NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < elements->len; i++) {
    FollowLink *link =
        follow_link_from_element (elements->pdata[i], &g_array_index (verdicts, ElementVerdict, i), HERE);
    if (link)
      g_ptr_array_add (links, link);
  }
  check_links (links);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;

  if (size == 0)
    return 0;
  if (data[0] == '<')
    check_page (data, size);
  else if (data[0] == '{') {
    g_autoptr (GPtrArray) links = follow_links_from_json ((const char *) data, size, &error);
    g_assert_true ((links == NULL) == (error != NULL));
    if (links)
      check_links (links);
  } else {
    g_autofree char *answer = g_strndup ((const char *) data, size);
    g_autoptr (GArray) verdicts = element_verdicts_read (answer, 2, &error);
    g_assert_true ((verdicts == NULL) == (error != NULL));
    g_assert_true (!error || g_utf8_validate (error->message, -1, NULL));
  }
  return 0;
}
