/* SPDX-License-Identifier: MIT */
/* Memory from the store of a thread: nobody else's, and 0 where that is promised, whoever had it before. Rows
 * and strings that grow: nothing is lost on the way to the largest. */
#include <libextract/base/growing-string.h>
#include <libextract/base/scratch.h>

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

/* Up to where the system moves them: rows of 12 bytes, as words have. */
#define MAX_BYTES ((gsize) 100 << 20)

typedef struct {
  guint32 number[3];
} Row;

static void
test_rows (void)
{
  ExtractRows rows = { 0 };
  const guint n = MAX_BYTES / sizeof (Row);

  for (guint i = 0; i < n; i++) {
    *ROWS_ADD (rows, Row) = (Row){ { i, ~i, i * 7 } };
    g_assert_cmpuint (rows.len, ==, i + 1);
    g_assert_cmpuint (rows.allocated, >=, rows.len);
  }
  for (guint i = 0; i < n; i++) {
    const Row *row = ROWS_INDEX (rows, Row, i);

    g_assert_true (row->number[0] == i && row->number[1] == ~i && row->number[2] == i * 7);
  }
  g_free (rows.data);
}

/* No room is more than can be counted, and none is too small. */
static void
test_room (void)
{
  g_assert_cmpuint (rows_next_room (0, 12), >, 0);
  for (gsize row_size = 1; row_size < 200; row_size = row_size * 3 + 1)
    for (guint64 room = 1; room < G_MAXUINT32; room = room * 5 / 4 + 1)
      g_assert_cmpuint (rows_next_room (room, row_size), >, room);
  g_assert_cmpuint (rows_next_room (G_MAXUINT32, 1), ==, G_MAXUINT32);
}

static void
test_string (void)
{
  g_autoptr (ExtractString) string = extract_string_new ();
  char piece[256];

  for (guint i = 0; string->len < MAX_BYTES; i++) {
    const gsize n = i % sizeof piece, length = string->len;

    memset (piece, (int) ('a' + i % 26), n);
    extract_string_append (string, piece, n);
    g_assert_cmpuint (string->len, ==, length + n);
    g_assert_cmpint (string->str[string->len], ==, '\0');
  }
  for (gsize at = 0, i = 0; at < string->len; at += i++ % sizeof piece)
    if (i % sizeof piece > 0)
      g_assert_true (string->str[at] == (char) ('a' + i % 26) &&
                     string->str[at + i % sizeof piece - 1] == (char) ('a' + i % 26));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scratch/zero", test_zero);
  g_test_add_func ("/rows/large", test_rows);
  g_test_add_func ("/rows/room", test_room);
  g_test_add_func ("/string/large", test_string);
  return g_test_run ();
}
