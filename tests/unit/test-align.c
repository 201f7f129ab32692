/* SPDX-License-Identifier: MIT */
/*
 * Alignment: a page is written with "|" between its blocks; expected are the labels, a sign for
 * each block: "+" good, "-" bad, "." without words.
 */
#include <string.h>

#include "train/data/align.h"

static TrainAlignment *
align (const char *page, const char *reference, TrainScript script)
{
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  g_autoptr (TrainWords) page_words = train_words_new ();
  g_autoptr (TrainWords) reference_words = train_words_new ();
  g_auto (GStrv) blocks = g_strsplit (page, "|", -1);
  guint n_blocks = g_strv_length (blocks);
  g_autofree gsize *ends = g_new0 (gsize, (gsize) n_blocks + 1);

  for (guint i = 0; i < n_blocks; i++) {
    train_words_append (page_words, vocabulary, script, blocks[i]);
    ends[i] = page_words->n;
  }
  train_words_append (reference_words, vocabulary, script, reference);
  return train_alignment_new (page_words, ends, n_blocks, reference_words);
}

static char *
dup_labels (const TrainAlignment *alignment)
{
  GString *labels = g_string_new (NULL);
  for (guint i = 0; i < alignment->n_blocks; i++) {
    ExtractLabel label = train_alignment_get_label (alignment, i);
    g_string_append_c (labels, label == EXTRACT_LABEL_GOOD ? '+' : label == EXTRACT_LABEL_BAD ? '-' : '.');
  }
  return g_string_free (labels, FALSE);
}

static void
test_labels (void)
{
  static const struct {
    const char *name;
    const char *page;
    const char *reference;
    const char *labels;
  } cases[] = {
    { "nothing at all", "", "", "." },
    { "no reference", "home|some words here", "", "--" },
    { "no page", "", "some words", "." },
    { "all", "one two three|four five", "one two three four five", "++" },
    { "boilerplate around", "home contact|the text of the page is here|imprint",
      "the text of the page is here", "-+-" },
    { "no words", "***|the text of the page", "the text of the page", ".+" },
    { "half of a block", "green tea or coffee|red wine or water", "green tea red", "+-" },
    { "a run in a long block", "a b c d e f g h i j k l m n o p q|x", "c d e f g", "--" },
    { "copy beside what follows", "big title|menu|about|big title|monday|once there was a text to be read",
      "big title once there was a text to be read", "---+-+" },
    { "copy beside what went before", "once there was a text to be read|share|menu|imprint|share",
      "once there was a text to be read share", "++---" },
    { "copy in a list", "cart|shop|apples are red and sweet|cart|pears are green and soft|cart|help|cart",
      "apples are red and sweet cart pears are green and soft cart", "--++++--" },
    { "moved text", "the second part comes first in here|menu|what is the first part came second",
      "what is the first part came second the second part comes first in here", "+-+" },
    { "words of the reference are spent once", "some short text|menu|some short text", "some short text",
      "--+" },
    { "short block between, not in the reference",
      "share|the first part is of words|share|the second part has other ones|share",
      "the first part is of words the second part has other ones", "-+-+-" },
    { "short block between, and in a menu",
      "news|menu|news|a long text of one kind|news|and another of its kind",
      "news a long text of one kind news and another of its kind", "--++++" },
    { "steps of the same time", "10 min|boil the water now|10 min|add rice to it|10 min|related",
      "10 min boil the water now 10 min add rice to it", "++++--" },
    { "cells of a table", "yes|no|yes|yes|no", "yes no yes yes no", "+++++" },
    { "teaser after the text",
      "title of it|first the story tells you this|then it goes on and on|related|first the story tells you "
      "this",
      "title of it first the story tells you this then it goes on and on", "+++--" },
    { "teaser before the text",
      "first the story tells you this|menu|title of it|first the story tells you this|then it goes on and on",
      "title of it first the story tells you this then it goes on and on", "--+++" },
    { "moved title", "the body of the page goes here for long|menu|big title",
      "big title the body of the page goes here for long", "+-+" },
    { "three parts in another order",
      "the third part is the last one|menu|but the first part begins it|now the second part follows on",
      "but the first part begins it now the second part follows on the third part is the last one", "+-++" },
    { "missing on the page", "menu|the text of the page is here|imprint",
      "the text of the page is here but there is more of it that nobody put on it", "-+-" },
    { "missing on the page, and some of its words in a menu",
      "news|contact|good text that is on the page|help",
      "good text that is on the page and more to contact us about news if you need help with it", "--+-" },
    { "missing in the reference",
      "the text of the page|buy one now it is cheap|goes on after the advert here",
      "the text of the page goes on after the advert here", "+-+" },
    { "case and punctuation", "HOME|The End, at last!", "the end at last", "-+" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainAlignment) alignment = align (cases[i].page, cases[i].reference, TRAIN_SCRIPT_SPACED);
    g_autofree char *labels = dup_labels (alignment);
    g_test_message ("%s", cases[i].name);
    g_assert_cmpstr (labels, ==, *cases[i].page ? cases[i].labels : "");
  }
}

static void
test_counts (void)
{
  g_autoptr (TrainAlignment) alignment =
      align ("menu|a b c d e f x y|...", "a b c d e f g h", TRAIN_SCRIPT_SPACED);
  g_assert_cmpuint (alignment->n_words[0], ==, 1);
  g_assert_cmpuint (alignment->n_words[1], ==, 8);
  g_assert_cmpuint (alignment->n_words[2], ==, 0);
  g_assert_cmpuint (alignment->n_matched[0], ==, 0);
  g_assert_cmpuint (alignment->n_matched[1], ==, 6);
  g_assert_cmpfloat (train_alignment_get_share (alignment, 1), ==, 0.75);
  g_assert_cmpfloat (train_alignment_get_share (alignment, 2), ==, 0);
  g_assert_cmpfloat (train_alignment_get_recall (alignment), ==, 0.75);

  g_autoptr (TrainAlignment) empty = align ("menu", "", TRAIN_SCRIPT_SPACED);
  g_assert_cmpfloat (train_alignment_get_recall (empty), ==, 1);
}

static void
test_unspaced (void)
{
  g_autoptr (TrainAlignment) alignment = align (
      "\xe9\xa6\x96\xe9\xa1\xb5|\xe4\xbb\x8a\xe5\xa4\xa9\xe5\xa4\xa9\xe6\xb0\x94\xe5\xbe\x88\xe5\xa5\xbd",
      "\xe4\xbb\x8a\xe5\xa4\xa9\xe5\xa4\xa9\xe6\xb0\x94", TRAIN_SCRIPT_UNSPACED);
  g_autofree char *labels = dup_labels (alignment);
  g_assert_cmpstr (labels, ==, "-+");
  g_assert_cmpuint (alignment->n_matched[1], ==, 4);
}

/* Alignment needs smaller words than the measure where there are no spaces: in Thai, links and lines cut the
 * text of the page where that of the reference goes on, so that words by spaces would hardly be equal. */
static void
test_letters (void)
{
  static const struct {
    const char *name;
    const char *page;
    const char *reference;
    const char *labels;
  } cases[] = {
    { "Thai: other spaces", "หน้าแรก|เรือข้ามฟากเปิด ให้บริการอีกครั้งหลังซ่อม|ติดต่อเรา",
      "เรือข้าม ฟากเปิดให้บริการ อีกครั้งหลังซ่อม", "-+-" },
    { "Lao", "ໜ້າຫຼັກ|ເຮືອຂ້າມຟາກ ເປີດໃຫ້ບໍລິການອີກຄັ້ງ|ຕິດຕໍ່", "ເຮືອຂ້າມຟາກເປີດໃຫ້ ບໍລິການອີກຄັ້ງ", "-+-" },
    { "Khmer", "ទំព័រដើម|សាឡាងបើកឡើងវិញ បន្ទាប់ពីជួសជុល|ទំនាក់ទំនង", "សាឡាងបើកឡើង វិញបន្ទាប់ពីជួសជុល", "-+-" },
    { "Burmese", "ပင်မ|ကူးတို့သင်္ဘော ပြန်ဖွင့်သည် နောက်ဆုံး|ဆက်သွယ်ရန်", "ကူးတို့သင်္ဘောပြန်ဖွင့်သည်နောက်ဆုံး", "-+-" },
    { "Japanese", "ホーム|フェリーは修理の後で再開しました|お問い合わせ",
      "フェリーは 修理の後で 再開しました", "-+-" },
    { "Chinese in a page of another language", "Home|渡轮码头 经过两个冬天的维修重新开放|About us",
      "渡轮码头经过两个冬天 的维修重新开放", "-+-" },
    { "mixed", "メニュー|GTK 4 は新しい API です|ログイン", "GTK4は新しいAPIです", "-+-" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainAlignment) alignment = align (cases[i].page, cases[i].reference, TRAIN_SCRIPT_LETTERS);
    g_autofree char *labels = dup_labels (alignment);
    g_test_message ("%s", cases[i].name);
    g_assert_cmpstr (labels, ==, cases[i].labels);
  }
}

/* Labels that are known otherwise count instead of the shares, but for blocks without words. */
static void
test_given_labels (void)
{
  g_autoptr (TrainAlignment) alignment = align ("menu|...|some text", "some text", TRAIN_SCRIPT_SPACED);
  alignment->labels = g_new (guint8, 3);
  alignment->labels[0] = alignment->labels[1] = EXTRACT_LABEL_GOOD;
  alignment->labels[2] = EXTRACT_LABEL_NONE;
  g_autofree char *labels = dup_labels (alignment);
  g_assert_cmpstr (labels, ==, "+..");
}

/* Blocks of @n_words random words each, out of a vocabulary of @n_distinct. */
static void
append_blocks (GString *page, GString *copy, GRand *random, guint n_blocks, guint n_words, guint n_distinct)
{
  for (guint b = 0; b < n_blocks; b++) {
    for (guint w = 0; w < n_words; w++) {
      gint word = g_rand_int_range (random, 0, (gint32) n_distinct);
      g_string_append_printf (page, "w%d ", word);
      if (copy)
        g_string_append_printf (copy, "w%d ", word);
    }
    g_string_append_c (page, '|');
  }
}

/* 20,000 words of reference in 52,000 words of page: far beyond one table, so it is parted. */
static void
test_large (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (GString) reference = g_string_new (NULL);

  append_blocks (page, NULL, random, 800, 20, 2000);
  append_blocks (page, reference, random, 500, 20, 2000);
  append_blocks (page, NULL, random, 800, 20, 2000);
  append_blocks (page, reference, random, 500, 20, 2000);
  g_autoptr (TrainAlignment) alignment = align (page->str, reference->str, TRAIN_SCRIPT_SPACED);

  for (guint i = 0; i < 2600; i++) {
    gboolean is_good = (i >= 800 && i < 1300) || i >= 2100;
    g_assert_cmpint (train_alignment_get_label (alignment, i), ==,
                     is_good ? EXTRACT_LABEL_GOOD : EXTRACT_LABEL_BAD);
  }
  g_assert_cmpfloat (train_alignment_get_recall (alignment), ==, 1);
}

/* One word over and over, and no two words that follow each other on both sides: neither may take
 * long or end in a crash. */
static void
test_degenerate (void)
{
  g_autoptr (GString) same = g_string_new (NULL);
  for (guint i = 0; i < 20000; i++)
    g_string_append (same, i % 100 == 99 ? "la|" : "la ");
  g_autoptr (TrainAlignment) repeated = align (same->str, same->str, TRAIN_SCRIPT_SPACED);
  g_assert_cmpuint (repeated->n_found, ==, 20000);

  g_autoptr (GString) forward = g_string_new (NULL);
  g_autoptr (GString) backward = g_string_new (NULL);
  for (guint i = 0; i < 3000; i++) {
    g_string_append_printf (forward, "w%u ", i);
    g_string_append_printf (backward, "w%u|", 2999 - i);
  }
  g_autoptr (TrainAlignment) reversed = align (backward->str, forward->str, TRAIN_SCRIPT_SPACED);
  g_assert_cmpuint (reversed->n_found, <=, 3000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/align/labels", test_labels);
  g_test_add_func ("/align/counts", test_counts);
  g_test_add_func ("/align/unspaced", test_unspaced);
  g_test_add_func ("/align/letters", test_letters);
  g_test_add_func ("/align/given-labels", test_given_labels);
  g_test_add_func ("/align/large", test_large);
  g_test_add_func ("/align/degenerate", test_degenerate);
  return g_test_run ();
}
