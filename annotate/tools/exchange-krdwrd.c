/* SPDX-License-Identifier: MIT */
/*
 * Labels of KrdWrd: tagged text nodes, in the order of the page, are turned into labels of blocks.
 *
 *   nodes    |Ducks are |not|geese; 3 < 5.|They quack.|      3 3 3 3
 *   blocks   |Ducks are not geese; 3 < 5. They quack.|       3: content
 *
 * A block is a run of whole nodes, apart from white space. A node with the tag 3 is main text, with 1 it is
 * not, with others it is unknown; most letters of a block decide.
 */
#include "annotate/tools/exchange-sheet.h"
#include "libextract/page/page.h"

#include "train/data/import.h"
#include "train/data/set-writer.h"

#include <string.h>

/* So many nodes are looked at for the beginning of a block, so that a block that is none costs little. */
#define WINDOW 500

typedef struct {
  char *letters; /* without white space */
  gsize length;
  char *tag;
} Node;

static void
node_clear (gpointer data)
{
  Node *node = data;
  g_free (node->letters);
  g_free (node->tag);
}

/* Returns: (transfer full): @text without white space */
static char *
dup_letters (const char *text)
{
  GString *letters = g_string_new (NULL);
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    if (!g_unichar_isspace (g_utf8_get_char (p)))
      g_string_append_unichar (letters, g_utf8_get_char (p));
  return g_string_free (letters, FALSE);
}

/* Returns: (transfer full): of Node. @labels: lines "tag TAB text" */
static GArray *
read_nodes (const char *labels)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  g_array_set_clear_func (nodes, node_clear);
  g_auto (GStrv) lines = g_strsplit (labels, "\n", -1);
  for (char **line = lines; *line; line++) {
    const char *tab = strchr (*line, '\t');
    if (!tab)
      continue;
    Node node = { dup_letters (tab + 1), 0, g_strndup (*line, (gsize) (tab - *line)) };
    node.length = strlen (node.letters);
    g_array_append_val (nodes, node);
  }
  return nodes;
}

/* How many nodes from @first on are the text @letters; 0 if they are not. */
static guint
match_nodes (const GArray *nodes, guint first, const char *letters)
{
  guint n = 0;
  while (*letters && first + n < nodes->len) {
    const Node *node = &g_array_index (nodes, Node, first + n);
    if (strncmp (letters, node->letters, node->length) != 0)
      return 0;
    letters += node->length;
    n++;
  }
  return *letters ? 0 : n;
}

/* Returns: (nullable): the class that most letters of the nodes have */
static const char *
vote (const GArray *nodes, guint first, guint n)
{
  gsize content = 0, boilerplate = 0, other = 0;
  for (guint i = first; i < first + n; i++) {
    const Node *node = &g_array_index (nodes, Node, i);
    gsize *votes = strcmp (node->tag, "3") == 0   ? &content
                   : strcmp (node->tag, "1") == 0 ? &boilerplate
                                                  : &other;
    *votes += node->length;
  }
  if (content > boilerplate && content > other)
    return "content";
  return boilerplate > content && boilerplate > other ? "boilerplate" : NULL;
}

static gboolean
label_blocks (const ExchangeImport *import, ExchangeSheet *sheet, ExtractDocument *document,
              const GArray *nodes, GError **error)
{
  guint next = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    g_autofree char *letters =
        dup_letters (extract_block_get_text (extract_document_get_block (document, i)));
    guint n = 0, first = next;
    for (; first < nodes->len && first < next + WINDOW && n == 0; first++)
      n = match_nodes (nodes, first, letters);
    if (n == 0)
      continue;
    first--;
    next = first + n;
    const ExchangeLabel label = { .class_name = vote (nodes, first, n) };
    if (label.class_name && !exchange_sheet_add_block (import, sheet, document, i, &label, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
import_page (const ExchangeImport *import, TrainSetPage *page, const TrainEntry *entry, GError **error)
{
  const ExtractSourceLimits limits = { .max_bytes =
                                           extract_parser_get_limit (import->parser, EXTRACT_LIMIT_BYTES) };
  g_autoptr (GError) local_error = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  page->bytes = train_place_read (page->place, &limits, &local_error);
  if (!page->bytes || !train_import_finish_krdwrd (page, NULL, &local_error) ||
      !(document = train_entry_load_page (entry, import->parser, &local_error))) {
    exchange_complain (import, "%s: %s", page->name, local_error->message);
    return TRUE;
  }
  g_autoptr (GArray) nodes = read_nodes (page->labels);
  g_autoptr (ExchangeSheet) sheet = exchange_sheet_new (entry);
  return label_blocks (import, sheet, document, nodes, error) && exchange_sheet_store (import, sheet, error);
}

static void
free_page (gpointer page)
{
  train_set_page_free (page);
}

gboolean
exchange_import_krdwrd (const ExchangeImport *import, GError **error)
{
  char *sources[] = { (char *) import->place, NULL };
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (free_page);
  TrainImportList list = { .pages = pages };
  if (!train_import_list_krdwrd (sources, &list, error))
    return FALSE;
  for (guint p = 0; p < pages->len; p++) {
    TrainSetPage *page = pages->pdata[p];
    g_autofree char *id = train_set_id_from_name (page->name);
    const TrainEntry *entry = exchange_find_page (import->set, id);
    if (!entry)
      exchange_complain (import, "%s: the set has no page \"%s\"", page->name, id);
    else if (!import_page (import, page, entry, error))
      return FALSE;
  }
  return TRUE;
}
