/* SPDX-License-Identifier: MIT */
#pragma once

/* THE table of fields: id, name, whether a page may have several values, sentence. */
/* clang-format off */
#define EXTRACT_FIELDS(X)                                                                           \
  X (TITLE, "title", FALSE, "the title of what the page is about, without the name of the site")    \
  X (AUTHOR, "authors", TRUE, "names of the authors")                                               \
  X (PUBLISHED, "date", FALSE, "date of publication")                                               \
  X (MODIFIED, "modified", FALSE, "date of the last change")                                        \
  X (SITE_NAME, "site_name", FALSE, "the name of the site")                                         \
  X (URL, "url", FALSE, "the canonical address of the page")                                        \
  X (DESCRIPTION, "description", FALSE, "the summary that the page declares")                       \
  X (LANGUAGE, "language", FALSE, "the language tag that the page declares")                        \
  X (IMAGE, "image", FALSE, "the address of the main image")                                        \
  X (CATEGORY, "categories", TRUE, "sections of the site")                                          \
  X (TAG, "tags", TRUE, "keywords")                                                                 \
  X (LICENCE, "licence", FALSE, "the licence")                                                      \
  X (KIND, "kind", FALSE, "the kind of page: article, product, forum ...")
/* clang-format on */
