/* SPDX-License-Identifier: MIT */
/*
 * Structured data of a page: JSON-LD scripts, meta elements, itemtype attributes.
 */
#pragma once

#include "libextract/page/document.h"

/* Groups of the types of schema.org, as bits: what the page, or something on it, is declared to be. */
enum {
  EXTRACT_STRUCTURED_ARTICLE = 1 << 0,      /* Article, BlogPosting, NewsArticle, Report ... */
  EXTRACT_STRUCTURED_PRODUCT = 1 << 1,      /* Product, ProductGroup ... */
  EXTRACT_STRUCTURED_DISCUSSION = 1 << 2,   /* DiscussionForumPosting, QAPage, Question, Answer, Comment */
  EXTRACT_STRUCTURED_LIST = 1 << 3,         /* ItemList, CollectionPage ... */
  EXTRACT_STRUCTURED_SERVICE = 1 << 4,      /* LocalBusiness, Service ... */
  EXTRACT_STRUCTURED_ORGANIZATION = 1 << 5, /* Organization, Corporation ... */
  EXTRACT_STRUCTURED_FAQ = 1 << 6,          /* FAQPage */
  EXTRACT_STRUCTURED_BREADCRUMB = 1 << 7,   /* BreadcrumbList */
  EXTRACT_STRUCTURED_PAGE = 1 << 8,         /* WebPage */
};

/* Texts are plain: without tags, references resolved. Each is followed by a NUL. */
typedef struct {
  guint types;                 /* EXTRACT_STRUCTURED_… */
  ExtractString *bodies;       /* articleBody, text, reviewBody */
  ExtractString *descriptions; /* description; those of the meta elements first */
  ExtractString *names;        /* name, headline */
} ExtractStructured;

/* Never fails: what can be read is read. */
ExtractStructured *extract_structured_new (ExtractPage *page);
void extract_structured_free (ExtractStructured *structured);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractStructured, extract_structured_free)
