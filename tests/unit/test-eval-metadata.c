/* SPDX-License-Identifier: MIT */
/* What values of metadata are before they are compared. */
#include "train/eval-metadata.h"

static void
test_fold (void)
{
  static const struct {
    const char *text, *folded;
  } cases[] = {
    { "", "" },
    { " \t\n", "" },
    { "  The   Sea\nand\tI ", "the sea and i" },
    { "A\xc2\xa0"
      "b\xe3\x80\x80"
      "c",
      "a b c" }, /* blanks that do not break, and wide ones */
    { "\xef\xbc\xa6ull \xef\xac\x81", "full fi" },
    { "e\xcc\x81\xc3\x89", "\xc3\xa9\xc3\xa9" },
    { "\xce\x9f\xce\x94\xce\x9f\xce\xa3", "\xce\xbf\xce\xb4\xce\xbf\xcf\x83" },
    { "\xce\xbf\xce\xb4\xce\xbf\xcf\x82", "\xce\xbf\xce\xb4\xce\xbf\xcf\x83" },
    { "TITLE", "title" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *folded = eval_metadata_fold (cases[i].text);
    g_assert_cmpstr (folded, ==, cases[i].folded);
  }
}

static void
test_split_names (void)
{
  static const struct {
    const char *text, *names; /* with "|" between them */
  } cases[] = {
    { "", "" },
    { " , ;", "" },
    { "Marta Lind", "marta lind" },
    { "Marta Lind,Jan  Dvorak;Eva Mala", "marta lind|jan dvorak|eva mala" },
    { "A, B, and C & D", "a|b|c|d" },
    { "Anders Sand AND Andy Landry", "anders sand|andy landry" },
    { "Smith&Sons", "smith&sons" },
    { "A\xef\xbc\x8c"
      "B",
      "a|b" }, /* a wide comma */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) names = eval_metadata_split_names (cases[i].text);
    g_autofree char *joined = g_strjoinv ("|", names);
    g_assert_cmpstr (joined, ==, cases[i].names);
  }
}

static void
test_day (void)
{
  static const struct {
    const char *text, *day;
  } cases[] = {
    { "", "" },
    { "2020", "" },
    { "2020-03", "" },
    { "2020-03-0", "" },
    { "2020-03-04", "2020-03-04" },
    { "2020-03-04T10:00:00Z", "2020-03-04" },
    { "4 March 2020", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *day = eval_metadata_dup_day (cases[i].text);
    g_assert_cmpstr (day, ==, cases[i].day);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eval-metadata/fold", test_fold);
  g_test_add_func ("/eval-metadata/split-names", test_split_names);
  g_test_add_func ("/eval-metadata/day", test_day);
  return g_test_run ();
}
