/* SPDX-License-Identifier: MIT */
/* Memory from the store of a thread: nobody else's, and 0 where that is promised, whoever had it before. */
#include <libextract/scratch.h>

#include <string.h>

/* Bytes: from a part of the first chunk to what the system maps. */
static const gsize sizes[] = { 0, 1, 64, 1000, 100 << 10, 300 << 10, 3 << 20, 5 << 20, 20 << 20 };

static gboolean
is_zero (const char *bytes, gsize n)
{
  return n == 0 || (bytes[0] == 0 && memcmp (bytes, bytes + 1, n - 1) == 0);
}

/* Each piece is 0, then written over; nobody's piece changes by that of another. */
static void
take_all (guint depth)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  char *pieces[G_N_ELEMENTS (sizes)];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    if (i % 3 == 2)
      memset (extract_scratch_take (scratch, sizes[i], 1), 0xff, sizes[i]);
    pieces[i] = extract_scratch_take0 (scratch, sizes[i], 1);
    g_assert_true (is_zero (pieces[i], sizes[i]));
    memset (pieces[i], (int) (i + 1 + depth), sizes[i]);
  }
  if (depth < 2)
    take_all (depth + 1);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (gsize b = 0; b < sizes[i]; b += MAX (1, sizes[i] / 1000))
      g_assert_cmpint (pieces[i][b], ==, i + 1 + depth);
  extract_scratch_end (scratch);
}

static void
test_zero (void)
{
  for (guint round = 0; round < 3; round++)
    take_all (0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scratch/zero", test_zero);
  return g_test_run ();
}
