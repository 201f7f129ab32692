/* SPDX-License-Identifier: MIT */
/*
 * A set of elements: SET/elements.jsonl, a line for each page; SET/classes.tsv, classes of its own;
 * SET/labels/<id>.labels, what people say of the elements of a page.
 *
 * An element is to its page what a block is to a page of text: each entry has a page in itself, a paragraph
 * for each element. So labels, journals, agreement and orders of blocks serve elements, too.
 */
#pragma once

#include "element/element.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef struct {
  TrainDataset *dataset; /* owned */
  GPtrArray *pages;      /* owned; of ElementPage: those of the entries, in their order */
} TrainElementSet;

/* train_element_set_is: whether the folder @path has elements.jsonl. */
gboolean train_element_set_is (const char *path);

/*
 * train_element_set_open: @classes: gets the classes of the set
 * Returns: (transfer full) (nullable): NULL with an error that names the file and the line
 */
TrainElementSet *train_element_set_open (const char *path, ElementClasses *classes, GError **error);
void train_element_set_free (TrainElementSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainElementSet, train_element_set_free)

/*
 * train_element_set_take_labels: puts what people say in place of the classes in elements.jsonl. An element
 * of which they say different things, without a judge, has no class then.
 * @n_taken, @n_disputed: (out): elements
 * Returns: FALSE with an error if a file cannot be read, or names a class that is not known
 */
gboolean train_element_set_take_labels (TrainElementSet *set, const ElementClasses *classes, guint *n_taken,
                                        guint *n_disputed, GError **error);

/* train_element_page_dup_id: "forum/thread-1.html" -> "forum-thread-1-html": the id of a page. Returns:
 * (transfer full) */
char *train_element_page_dup_id (const char *page);

/* train_element_class_dup_label: the name of a class in labels: "revealer". Returns: (transfer full) */
char *train_element_class_dup_label (const ElementClassRow *row);

G_END_DECLS
