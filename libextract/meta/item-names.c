/* SPDX-License-Identifier: MIT */
/*
 * A name (of a class, or an id) is read as words; its last one says what the element is:
 *
 *   comment, wpd-comment, post-1234       an item
 *   comment-wrapper, js-post-container    an item: words for boxes say nothing
 *   comment-body, messageText             a part of one
 *   comments, comment-list                a list of them
 *   comment-frame, post-type-page         nothing: nobody knows the last word
 */
#include "libextract/meta/item-names.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 8
/* In the making. */
#define PART_UNKNOWN ((ItemPart) (PART_ASIDE + 1))

typedef enum {
  WORD_UNKNOWN,
  WORD_COMMENT,
  WORD_REPLY, /* an item, or a button */
  WORD_POST,
  WORD_MESSAGE,  /* an item, or the text of one */
  WORD_COMMENTS, /* a list of them */
  WORD_POSTS,
  WORD_ITEM, /* says nothing; of a list, one of it */
  WORD_BOX,  /* says nothing */
  WORD_BODY,
  WORD_AUTHOR,
  WORD_DATE,
  WORD_OTHER,
  WORD_LIST,
  WORD_ASIDE, /* of what follows: "recent-comments" */
  WORD_FORM,
  WORD_QUOTE, /* the words behind it are about a part of the text */
  WORD_ABOUT, /* the name describes something else: "with-sidebar", "no-comments" */
} Word;

/* THE table, in order of the alphabet. */
static const struct {
  const char *name;
  Word word;
} words[] = {
  { "abuse", WORD_OTHER },
  { "action", WORD_OTHER },
  { "actions", WORD_OTHER },
  { "actor", WORD_AUTHOR },
  { "add", WORD_ASIDE },
  { "age", WORD_DATE },
  { "ago", WORD_DATE },
  { "alert", WORD_OTHER },
  { "answer", WORD_POST },
  { "answers", WORD_POSTS },
  { "area", WORD_LIST },
  { "auteur", WORD_AUTHOR },
  { "author", WORD_AUTHOR },
  { "autor", WORD_AUTHOR },
  { "avatar", WORD_OTHER },
  { "badge", WORD_OTHER },
  { "badges", WORD_OTHER },
  { "bar", WORD_OTHER },
  { "bb", WORD_QUOTE },
  { "bbcode", WORD_QUOTE },
  { "bericht", WORD_POST },
  { "bio", WORD_OTHER },
  { "block", WORD_BOX },
  { "blockpost", WORD_POST },
  { "blockquote", WORD_QUOTE },
  { "body", WORD_BODY },
  { "box", WORD_BOX },
  { "btn", WORD_OTHER },
  { "bubble", WORD_BODY },
  { "button", WORD_OTHER },
  { "buttons", WORD_OTHER },
  { "by", WORD_AUTHOR },
  { "byline", WORD_AUTHOR },
  { "card", WORD_BOX },
  { "children", WORD_LIST },
  { "cite", WORD_AUTHOR },
  { "code", WORD_QUOTE },
  { "comentario", WORD_COMMENT },
  { "comentarios", WORD_COMMENTS },
  { "comment", WORD_COMMENT },
  { "commentaire", WORD_COMMENT },
  { "commentaires", WORD_COMMENTS },
  { "commentator", WORD_AUTHOR },
  { "commenter", WORD_AUTHOR },
  { "commenti", WORD_COMMENTS },
  { "commento", WORD_COMMENT },
  { "comments", WORD_COMMENTS },
  { "commtext", WORD_BODY },
  { "comtr", WORD_COMMENT },
  { "container", WORD_BOX },
  { "content", WORD_BODY },
  { "contents", WORD_BODY },
  { "contenu", WORD_BODY },
  { "controls", WORD_OTHER },
  { "count", WORD_OTHER },
  { "created", WORD_DATE },
  { "creator", WORD_AUTHOR },
  { "data", WORD_OTHER },
  { "date", WORD_DATE },
  { "dateline", WORD_DATE },
  { "datetime", WORD_DATE },
  { "datum", WORD_DATE },
  { "description", WORD_BODY },
  { "detail", WORD_OTHER },
  { "details", WORD_OTHER },
  { "discussion", WORD_LIST },
  { "edit", WORD_OTHER },
  { "edited", WORD_OTHER },
  { "entry", WORD_ITEM },
  { "fecha", WORD_DATE },
  { "flag", WORD_OTHER },
  { "fn", WORD_AUTHOR },
  { "foot", WORD_OTHER },
  { "footer", WORD_OTHER },
  { "form", WORD_FORM },
  { "gistcomment", WORD_COMMENT },
  { "group", WORD_BOX },
  { "has", WORD_ABOUT },
  { "head", WORD_OTHER },
  { "header", WORD_OTHER },
  { "heading", WORD_OTHER },
  { "hnuser", WORD_AUTHOR },
  { "icon", WORD_OTHER },
  { "icons", WORD_OTHER },
  { "id", WORD_BOX },
  { "info", WORD_OTHER },
  { "input", WORD_FORM },
  { "item", WORD_ITEM },
  { "items", WORD_LIST },
  { "joined", WORD_OTHER },
  { "komentar", WORD_COMMENT },
  { "komentarz", WORD_COMMENT },
  { "komentarze", WORD_COMMENTS },
  { "kommentar", WORD_COMMENT },
  { "kommentare", WORD_COMMENTS },
  { "lastedit", WORD_OTHER },
  { "latest", WORD_ASIDE },
  { "leave", WORD_ASIDE },
  { "li", WORD_ITEM },
  { "like", WORD_OTHER },
  { "likes", WORD_OTHER },
  { "line", WORD_ITEM },
  { "link", WORD_OTHER },
  { "links", WORD_OTHER },
  { "list", WORD_LIST },
  { "login", WORD_FORM },
  { "menu", WORD_OTHER },
  { "message", WORD_MESSAGE },
  { "messages", WORD_POSTS },
  { "meta", WORD_OTHER },
  { "metadata", WORD_OTHER },
  { "moderation", WORD_OTHER },
  { "msg", WORD_MESSAGE },
  { "name", WORD_AUTHOR },
  { "nav", WORD_OTHER },
  { "nested", WORD_LIST },
  { "nick", WORD_AUTHOR },
  { "nickname", WORD_AUTHOR },
  { "no", WORD_ABOUT },
  { "node", WORD_ITEM },
  { "number", WORD_OTHER },
  { "opinion", WORD_COMMENT },
  { "owner", WORD_AUTHOR },
  { "pagination", WORD_OTHER },
  { "paragraph", WORD_BODY },
  { "permalink", WORD_OTHER },
  { "photo", WORD_OTHER },
  { "popular", WORD_ASIDE },
  { "post", WORD_POST },
  { "postbit", WORD_POST },
  { "posted", WORD_DATE },
  { "poster", WORD_AUTHOR },
  { "posting", WORD_POST },
  { "posts", WORD_POSTS },
  { "preview", WORD_FORM },
  { "profile", WORD_OTHER },
  { "pubdate", WORD_DATE },
  { "published", WORD_DATE },
  { "question", WORD_POST },
  { "quote", WORD_QUOTE },
  { "quoted", WORD_QUOTE },
  { "rank", WORD_OTHER },
  { "rate", WORD_OTHER },
  { "rating", WORD_OTHER },
  { "reactie", WORD_COMMENT },
  { "reacties", WORD_COMMENTS },
  { "reaction", WORD_OTHER },
  { "reactions", WORD_OTHER },
  { "recent", WORD_ASIDE },
  { "recentcomments", WORD_ASIDE },
  { "recommended", WORD_ASIDE },
  { "related", WORD_ASIDE },
  { "replies", WORD_COMMENTS },
  { "reply", WORD_REPLY },
  { "report", WORD_OTHER },
  { "respond", WORD_FORM },
  { "responses", WORD_COMMENTS },
  { "root", WORD_BOX },
  { "row", WORD_ITEM },
  { "score", WORD_OTHER },
  { "section", WORD_LIST },
  { "share", WORD_OTHER },
  { "sig", WORD_OTHER },
  { "signature", WORD_OTHER },
  { "single", WORD_ITEM },
  { "social", WORD_OTHER },
  { "spoiler", WORD_QUOTE },
  { "stats", WORD_OTHER },
  { "status", WORD_OTHER },
  { "subitem", WORD_ITEM },
  { "subject", WORD_OTHER },
  { "submitted", WORD_OTHER },
  { "tags", WORD_OTHER },
  { "teaser", WORD_FORM },
  { "testo", WORD_BODY },
  { "text", WORD_BODY },
  { "texte", WORD_BODY },
  { "texto", WORD_BODY },
  { "thread", WORD_LIST },
  { "time", WORD_DATE },
  { "timeago", WORD_DATE },
  { "timestamp", WORD_DATE },
  { "title", WORD_OTHER },
  { "toolbar", WORD_OTHER },
  { "tools", WORD_OTHER },
  { "tpost", WORD_POST },
  { "unit", WORD_ITEM },
  { "user", WORD_AUTHOR },
  { "userinfo", WORD_OTHER },
  { "username", WORD_AUTHOR },
  { "view", WORD_BOX },
  { "vote", WORD_OTHER },
  { "votes", WORD_OTHER },
  { "voting", WORD_OTHER },
  { "warning", WORD_OTHER },
  { "when", WORD_DATE },
  { "with", WORD_ABOUT },
  { "without", WORD_ABOUT },
  { "wrap", WORD_BOX },
  { "wrapper", WORD_BOX },
  { "write", WORD_ASIDE },
  { "writer", WORD_AUTHOR },
  { "yorum", WORD_COMMENT },
  { "yorumlar", WORD_COMMENTS },
};

/* Words that others follow without anything between them: "postbody". */
static const char *const heads[] = { "comments", "comment", "postbit", "posts", "post", "message", "reply" };

static int
compare_word (const void *name, const void *row)
{
  return strcmp (name, *(const char *const *) row);
}

static Word
find_word (const char *name)
{
  const char *const *row = bsearch (name, words, G_N_ELEMENTS (words), sizeof words[0], compare_word);

  return row ? words[((const char *) row - (const char *) words) / sizeof words[0]].word : WORD_UNKNOWN;
}

/* A word of a name, in one or two. Returns: how many */
static guint
read_word (const char *name, Word found[2])
{
  found[0] = find_word (name);
  for (guint i = 0; found[0] == WORD_UNKNOWN && i < G_N_ELEMENTS (heads); i++)
    if (g_str_has_prefix (name, heads[i]) && (found[1] = find_word (name + strlen (heads[i])))) {
      found[0] = find_word (heads[i]);
      return 2;
    }
  return 1;
}

typedef struct {
  ItemNoun noun;
  ItemPart part;
  gboolean aside;
  gboolean quote;
  guint32 signature;
} Name;

/* What the words so far say, with one more of them. */
static void
add_word (Name *name, Word word)
{
  static const ItemPart parts[] = {
    [WORD_COMMENT] = PART_NONE, [WORD_REPLY] = PART_NONE,      [WORD_POST] = PART_NONE,
    [WORD_MESSAGE] = PART_NONE, [WORD_COMMENTS] = PART_LIST,   [WORD_POSTS] = PART_LIST,
    [WORD_BODY] = PART_BODY,    [WORD_AUTHOR] = PART_AUTHOR,   [WORD_DATE] = PART_DATE,
    [WORD_OTHER] = PART_OTHER,  [WORD_LIST] = PART_LIST,       [WORD_ASIDE] = PART_ASIDE,
    [WORD_FORM] = PART_ASIDE,   [WORD_UNKNOWN] = PART_UNKNOWN, [WORD_ITEM] = PART_NONE,
    [WORD_BOX] = PART_NONE,
  };

  if (name->aside)
    return;
  switch (word) {
  case WORD_BOX:
    return;
  case WORD_ITEM:
    if (name->part == PART_LIST && name->noun != ITEM_NONE)
      name->part = PART_NONE;
    return;
  case WORD_MESSAGE:
    /* That of something else is its text. */
    name->part = name->noun != ITEM_NONE ? PART_BODY : PART_NONE;
    name->noun = ITEM_POST;
    return;
  case WORD_ASIDE:
    name->aside = TRUE;
    break;
  case WORD_COMMENT:
  case WORD_COMMENTS:
  case WORD_REPLY:
    name->noun = ITEM_COMMENT;
    break;
  case WORD_POST:
  case WORD_POSTS:
    name->noun = ITEM_POST;
    break;
  default:
    break;
  }
  name->part = parts[word];
}

static Name
read_name (const char *text, ExtractTag tag)
{
  char word[EXTRACT_MAX_NAME];
  Name name = { .signature = 5381 + (guint32) tag };
  Word last = WORD_UNKNOWN;

  for (guint n = 0; n < MAX_WORDS && extract_names_next (&text, word) > 0; n++) {
    Word found[2];
    gsize length = strlen (word);

    while (length > 0 && g_ascii_isdigit (word[length - 1]))
      length--;
    word[length] = '\0';
    /* "msg12" is not "msg_12". */
    if (length == 0) {
      name.signature = name.signature * 33 + '#';
      continue;
    }
    if (find_word (word) == WORD_ABOUT || find_word (word) == WORD_QUOTE)
      return (Name){ .quote = find_word (word) == WORD_QUOTE };
    for (guint i = 0, some = read_word (word, found); i < some; i++)
      add_word (&name, last = found[i]);
    for (const char *p = word; *p; p++)
      name.signature = (name.signature * 33) ^ (guchar) *p;
  }
  /* "related-images", "login-box". */
  if (name.aside && name.noun == ITEM_NONE && last != WORD_ASIDE)
    name.part = PART_NONE;
  /* Mostly a button: only these elements are large enough. */
  if (last == WORD_REPLY && tag != EXTRACT_TAG_ARTICLE && tag != EXTRACT_TAG_LI && tag != EXTRACT_TAG_SECTION)
    name.part = PART_OTHER;
  if (name.part != PART_NONE)
    name.noun = ITEM_NONE;
  if (name.part == PART_UNKNOWN)
    name.part = PART_NONE;
  return name;
}

/* Of class or id: the first name that says something; a part is said by any of them. */
static void
read_attribute (ItemNames *names, const char *value, ExtractTag tag, gboolean may_be_item)
{
  while (*(value += strspn (value, " \t\r\n\f"))) {
    const gsize length = strcspn (value, " \t\r\n\f");
    char single[2 * EXTRACT_MAX_NAME];
    Name name;

    g_strlcpy (single, value, MIN (length + 1, sizeof single));
    value += length;
    name = read_name (single, tag);
    names->quote |= name.quote;
    if (names->noun == ITEM_NONE && name.noun != ITEM_NONE && may_be_item) {
      names->noun = (guint8) name.noun;
      names->signature = name.signature | 1;
    }
    if (name.aside || (names->part == PART_NONE && name.part != PART_NONE))
      names->part = (guint8) name.part;
  }
}

ItemNoun
extract_item_noun_of_type (const char *types)
{
  static const struct {
    const char *type;
    ItemNoun noun;
  } nouns[] = {
    { "DiscussionForumPosting", ITEM_POST },
    { "Question", ITEM_POST },
    { "Answer", ITEM_POST },
    { "Comment", ITEM_COMMENT },
    { "UserComments", ITEM_COMMENT },
    { "sioc:Post", ITEM_POST },
  };

  for (guint i = 0; i < G_N_ELEMENTS (nouns); i++) {
    const char *found = strstr (types, nouns[i].type);
    const char end = found ? found[strlen (nouns[i].type)] : 'x';

    if (found && !g_ascii_isalpha (end) && (found == types || !g_ascii_isalpha (found[-1])))
      return nouns[i].noun;
  }
  return ITEM_NONE;
}

static void
read_shape (const ExtractPage *page, const ExtractNames *all, guint32 shape, ItemNames *names)
{
  const ExtractElement *element = extract_page_element (page, all->shapes[shape].element);
  const char *itemprop = extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_ITEMPROP);
  const gboolean block = extract_tag_get_flags (element->tag) & TAG_BLOCK;
  ItemNoun declared;

  *names = (ItemNames){ 0 };
  if (element->attributes == 0 || element->tag == EXTRACT_TAG_HTML || element->tag == EXTRACT_TAG_BODY)
    return;
  if (strcmp (itemprop, "text") == 0 || strcmp (itemprop, "commentText") == 0 ||
      strcmp (itemprop, "articleBody") == 0)
    names->part = PART_BODY;
  else if (strcmp (itemprop, "author") == 0 || strcmp (itemprop, "creator") == 0)
    names->part = PART_AUTHOR;
  read_attribute (names, extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_CLASS),
                  element->tag, block);
  read_attribute (names, extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_ID), element->tag,
                  block && names->noun == ITEM_NONE);
  names->named = names->noun != ITEM_NONE;
  declared =
      extract_item_noun_of_type (extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE));
  names->declared = declared != ITEM_NONE;
  names->thread =
      names->declared && strstr (extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE),
                                 "DiscussionForumPosting");
  if (names->noun == ITEM_NONE && names->declared) {
    names->noun = (guint8) declared;
    names->signature = 2 * declared;
  }
  if (names->part == PART_ASIDE)
    names->noun = ITEM_NONE;
  if (names->noun != ITEM_NONE)
    names->part = PART_NONE;
}

void
extract_item_names_read (const ExtractPage *page, const ExtractNames *all, ItemNames *names)
{
  for (guint32 s = 0; s < all->n_shapes; s++) {
    EXTRACT_BUDGET_LOOK_EVERY (s + 1, 256);
    read_shape (page, all, s, &names[s]);
  }
}
