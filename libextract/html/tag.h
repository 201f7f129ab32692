/* SPDX-License-Identifier: MIT */
/*
 * THE table of the HTML elements that the library tells apart. Every other element is
 * EXTRACT_TAG_OTHER: inline, kept, without a meaning of its own.
 */
#pragma once

#include <glib.h>

typedef enum {
  TAG_BLOCK = 1 << 0,    /* block-level: a border between blocks, and their possible owner */
  TAG_REMOVED = 1 << 1,  /* dropped with all it holds */
  TAG_VOID = 1 << 2,     /* never has content */
  TAG_PRE = 1 << 3,      /* white space counts */
  TAG_HEADING = 1 << 4,  /* h1 .. h6 */
  TAG_POSITIVE = 1 << 5, /* inline element that speaks for running text */
  TAG_RESERVE = 1 << 6,  /* counts only where the rest of the page is poor: noscript, template */
  TAG_APART = 1 << 7,    /* inline, but a control: its text never runs into that of its neighbours */
  TAG_FINE = 1 << 8,     /* only formats tell it apart; to all else it is EXTRACT_TAG_OTHER */
} ExtractTagFlags;

/* clang-format off */
#define EXTRACT_TAGS(X)                                                                    \
  X (OTHER, "*", 0)                                                                        \
  X (HTML, "html", TAG_BLOCK)            X (HEAD, "head", TAG_BLOCK)                       \
  X (TITLE, "title", TAG_REMOVED)        X (BASE, "base", TAG_REMOVED | TAG_VOID)          \
  X (META, "meta", TAG_REMOVED | TAG_VOID) X (LINK, "link", TAG_REMOVED | TAG_VOID)        \
  X (SCRIPT, "script", TAG_REMOVED)      X (STYLE, "style", TAG_REMOVED)                   \
  X (OBJECT, "object", TAG_REMOVED)      X (VIDEO, "video", TAG_REMOVED)                   \
  X (AUDIO, "audio", TAG_REMOVED)        X (APPLET, "applet", TAG_REMOVED)                 \
  X (CANVAS, "canvas", TAG_REMOVED)      X (IFRAME, "iframe", TAG_REMOVED)                 \
  X (SVG, "svg", TAG_REMOVED)            X (EMBED, "embed", TAG_REMOVED | TAG_VOID)        \
  X (NOFRAMES, "noframes", TAG_REMOVED)  X (NOEMBED, "noembed", TAG_REMOVED)               \
  X (NOSCRIPT, "noscript", TAG_BLOCK | TAG_RESERVE)                                        \
  X (TEMPLATE, "template", TAG_BLOCK | TAG_RESERVE)                                        \
  X (BODY, "body", TAG_BLOCK)            X (FRAMESET, "frameset", TAG_BLOCK)               \
  X (ADDRESS, "address", TAG_BLOCK)      X (ARTICLE, "article", TAG_BLOCK)                 \
  X (ASIDE, "aside", TAG_BLOCK)          X (BLOCKQUOTE, "blockquote", TAG_BLOCK)           \
  X (CENTER, "center", TAG_BLOCK)        X (DD, "dd", TAG_BLOCK)                           \
  X (DETAILS, "details", TAG_BLOCK)      X (DIALOG, "dialog", TAG_BLOCK)                   \
  X (DIR, "dir", TAG_BLOCK)              X (DIV, "div", TAG_BLOCK)                         \
  X (DL, "dl", TAG_BLOCK)                X (DT, "dt", TAG_BLOCK)                           \
  X (FIELDSET, "fieldset", TAG_BLOCK)    X (FIGCAPTION, "figcaption", TAG_BLOCK)           \
  X (FIGURE, "figure", TAG_BLOCK)        X (FOOTER, "footer", TAG_BLOCK)                   \
  X (FORM, "form", TAG_BLOCK)            X (HEADER, "header", TAG_BLOCK)                   \
  X (H1, "h1", TAG_BLOCK | TAG_HEADING)  X (H2, "h2", TAG_BLOCK | TAG_HEADING)             \
  X (H3, "h3", TAG_BLOCK | TAG_HEADING)  X (H4, "h4", TAG_BLOCK | TAG_HEADING)             \
  X (H5, "h5", TAG_BLOCK | TAG_HEADING)  X (H6, "h6", TAG_BLOCK | TAG_HEADING)             \
  X (HGROUP, "hgroup", TAG_BLOCK)        X (HR, "hr", TAG_BLOCK | TAG_VOID)                \
  X (LI, "li", TAG_BLOCK)                X (MAIN, "main", TAG_BLOCK)                       \
  X (MENU, "menu", TAG_BLOCK)            X (NAV, "nav", TAG_BLOCK)                         \
  X (OL, "ol", TAG_BLOCK)                X (UL, "ul", TAG_BLOCK)                           \
  X (OPTGROUP, "optgroup", TAG_BLOCK)    X (OPTION, "option", TAG_BLOCK)                   \
  X (P, "p", TAG_BLOCK)                  X (PRE, "pre", TAG_BLOCK | TAG_PRE)               \
  X (LISTING, "listing", TAG_BLOCK | TAG_PRE) X (XMP, "xmp", TAG_BLOCK | TAG_PRE)          \
  X (PLAINTEXT, "plaintext", TAG_BLOCK | TAG_PRE)                                          \
  X (SEARCH, "search", TAG_BLOCK)        X (SECTION, "section", TAG_BLOCK)                 \
  X (SUMMARY, "summary", TAG_BLOCK)      X (LEGEND, "legend", TAG_BLOCK)                   \
  X (TABLE, "table", TAG_BLOCK)          X (CAPTION, "caption", TAG_BLOCK)                 \
  X (THEAD, "thead", TAG_BLOCK)          X (TBODY, "tbody", TAG_BLOCK)                     \
  X (TFOOT, "tfoot", TAG_BLOCK)          X (TR, "tr", TAG_BLOCK)                           \
  X (TD, "td", TAG_BLOCK)                X (TH, "th", TAG_BLOCK)                           \
  X (A, "a", 0)                          X (IMG, "img", TAG_VOID)                          \
  X (BR, "br", TAG_VOID)                 X (WBR, "wbr", TAG_VOID)                          \
  X (CITE, "cite", TAG_POSITIVE)         X (CODE, "code", TAG_POSITIVE)                    \
  X (EM, "em", TAG_POSITIVE)             X (STRONG, "strong", TAG_POSITIVE)                \
  X (Q, "q", TAG_POSITIVE)               X (DFN, "dfn", TAG_POSITIVE)                      \
  X (KBD, "kbd", TAG_POSITIVE)           X (SAMP, "samp", TAG_POSITIVE)                    \
  X (VAR, "var", TAG_POSITIVE)           X (SUB, "sub", TAG_POSITIVE)                      \
  X (SUP, "sup", TAG_POSITIVE)           X (TT, "tt", 0)                                   \
  X (B, "b", 0)                          X (I, "i", 0)                                     \
  X (SPAN, "span", 0)                    X (FONT, "font", 0)                               \
  X (LABEL, "label", TAG_APART)          X (BUTTON, "button", TAG_APART)                   \
  X (SELECT, "select", TAG_APART)        X (TEXTAREA, "textarea", TAG_APART)               \
  X (INPUT, "input", TAG_APART | TAG_VOID) X (TIME, "time", 0)                               \
  X (DEL, "del", TAG_FINE)               X (S, "s", TAG_FINE)                              \
  X (STRIKE, "strike", TAG_FINE)         X (MARK, "mark", TAG_FINE)                        \
  X (RT, "rt", TAG_FINE)                 X (RP, "rp", TAG_FINE)                            \
  X (MATH, "math", TAG_FINE)             X (ANNOTATION, "annotation", TAG_FINE)            \
  X (PICTURE, "picture", TAG_FINE)       X (SOURCE, "source", TAG_FINE)
/* clang-format on */

typedef enum {
#define X(id, name, flags) EXTRACT_TAG_##id,
  EXTRACT_TAGS (X)
#undef X
      EXTRACT_N_TAGS
} ExtractTag;

/* Name of an element in lower case; "*" for EXTRACT_TAG_OTHER. */
const char *extract_tag_get_name (ExtractTag tag);
ExtractTagFlags extract_tag_get_flags (ExtractTag tag);
/* Whether it gives texts a structure of its own: lists, quotations, figures, headings, code. Cells of tables
 * that show data seldom hold such; those of tables for the looks of a page do. */
gboolean extract_tag_is_structure (ExtractTag tag);
/* @name need not be terminated; letter case of ASCII does not matter. */
ExtractTag extract_tag_from_name (const char *name, gsize len);
