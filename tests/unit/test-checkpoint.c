/* SPDX-License-Identifier: MIT */
/* Files of checkpoints: values come back, and whatever is damaged or of another run is refused. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "train/learn/checkpoint.h"

#define RUN "plan and pages"

typedef struct {
  char *folder;
  char *path;
} Place;

static void
place_set_up (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  place->folder = g_dir_make_tmp ("test-checkpoint-XXXXXX", &error);
  g_assert_no_error (error);
  place->path = g_build_filename (place->folder, "state", NULL);
}

static void
place_tear_down (Place *place, gconstpointer data)
{
  g_unlink (place->path);
  g_assert_cmpint (g_rmdir (place->folder), ==, 0); /* nothing else was left behind */
  g_free (place->path);
  g_free (place->folder);
}

static TrainCheckpoint *
open_checkpoint (const char *path)
{
  g_autoptr (GError) error = NULL;
  TrainCheckpoint *checkpoint = train_checkpoint_open (path, RUN, &error);

  g_assert_no_error (error);
  g_assert_nonnull (checkpoint);
  return checkpoint;
}

static void
put_text (TrainCheckpoint *checkpoint, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (train_checkpoint_put (checkpoint, name, g_variant_new_string (text), &error));
  g_assert_no_error (error);
}

static void
assert_text (TrainCheckpoint *checkpoint, const char *name, const char *text)
{
  g_autoptr (GVariant) value = train_checkpoint_get (checkpoint, name, G_VARIANT_TYPE_STRING);

  g_assert_nonnull (value);
  g_assert_cmpstr (g_variant_get_string (value, NULL), ==, text);
}

static void
test_values (Place *place, gconstpointer data)
{
  {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);

    g_assert_null (train_checkpoint_get (checkpoint, "a", G_VARIANT_TYPE_STRING));
    g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS)); /* until something is put */
    put_text (checkpoint, "a", "first");
    put_text (checkpoint, "b", "second");
    put_text (checkpoint, "a", "third");
    put_text (checkpoint, "", "");
  }
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);
  assert_text (checkpoint, "a", "third");
  assert_text (checkpoint, "b", "second");
  assert_text (checkpoint, "", "");
  g_assert_null (train_checkpoint_get (checkpoint, "c", G_VARIANT_TYPE_STRING));
  g_assert_null (train_checkpoint_get (checkpoint, "a", G_VARIANT_TYPE_UINT32)); /* of another type */

  train_checkpoint_remove (checkpoint);
  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));
}

/* The same values give the same bytes, in whatever order they came. */
static void
test_bytes (Place *place, gconstpointer data)
{
  static const char *const orders[] = { "abc", "cab" };
  g_autofree char *before = NULL;
  gsize length = 0;

  for (guint o = 0; o < G_N_ELEMENTS (orders); o++) {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);

    for (const char *c = orders[o]; *c; c++) {
      char name[] = { *c, '\0' };
      put_text (checkpoint, name, name);
    }
    g_autofree char *bytes = NULL;
    gsize n;
    g_assert_true (g_file_get_contents (place->path, &bytes, &n, NULL));
    if (before)
      g_assert_cmpmem (bytes, n, before, length);
    length = n;
    g_free (before);
    before = g_steal_pointer (&bytes);
    train_checkpoint_remove (checkpoint);
  }
}

/* Opens the file, which has to fail with one sentence that has @part in it. */
static void
assert_refused (const char *path, const char *run, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (train_checkpoint_open (path, run, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (error->domain, ==, G_IO_ERROR);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_null (strstr (error->message, path));
}

static void
test_another_run (Place *place, gconstpointer data)
{
  {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);
    put_text (checkpoint, "a", "first");
  }
  assert_refused (place->path, "other pages", "belongs to another run");
  assert_refused (place->path, "", "belongs to another run");
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path); /* it was not harmed */
  assert_text (checkpoint, "a", "first");
}

static void
test_damaged (Place *place, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize length;

  {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);
    put_text (checkpoint, "a", "first");
    put_text (checkpoint, "b", "second");
  }
  g_assert_true (g_file_get_contents (place->path, &bytes, &length, NULL));
  for (gsize n = 0; n < length; n++) {
    g_assert_true (g_file_set_contents (place->path, bytes, n, NULL));
    assert_refused (place->path, RUN, "damaged");
  }
  for (gsize i = 0; i < length * 8; i++) {
    bytes[i / 8] ^= 1 << i % 8;
    g_assert_true (g_file_set_contents (place->path, bytes, length, NULL));
    assert_refused (place->path, RUN, "");
    bytes[i / 8] ^= 1 << i % 8;
  }
  g_autofree char *longer = g_malloc0 (length + 8);
  memcpy (longer, bytes, length);
  g_assert_true (g_file_set_contents (place->path, longer, length + 8, NULL));
  assert_refused (place->path, RUN, "damaged");
}

static void
test_garbage (Place *place, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  char bytes[3000];

  for (guint round = 0; round < 300; round++) {
    gsize n = g_rand_int_range (rand, 1, sizeof bytes);

    for (gsize i = 0; i < n; i++)
      bytes[i] = g_rand_int_range (rand, 0, round % 3 ? 256 : 4);
    g_assert_true (g_file_set_contents (place->path, bytes, n, NULL));
    assert_refused (place->path, RUN, "damaged");
  }
}

/* Files that are no files, and one that has more bytes than any machine. */
static void
test_places (Place *place, gconstpointer data)
{
  g_autofree char *inside = g_build_filename (place->path, "inside", NULL);
  int fd = g_open (place->path, O_WRONLY | O_CREAT, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (ftruncate (fd, (off_t) 1 << 41), ==, 0);
  close (fd);
  assert_refused (place->path, RUN, "is too large for a file of this kind");
  assert_refused (inside, RUN, "cannot be read");
  assert_refused (place->folder, RUN, "is not a regular file");
  assert_refused ("/dev/zero", RUN, "is not a regular file");
}

static void
test_full_disk (Place *place, gconstpointer data)
{
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (symlink ("/dev/full", place->path), ==, 0);
  g_assert_false (train_checkpoint_put (checkpoint, "a", g_variant_new_string ("first"), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  assert_text (checkpoint, "a", "first"); /* it is known all the same */
}

/* A name means another value in each part of a run, and comes back in each. */
static void
test_parts (Place *place, gconstpointer data)
{
  static const char *const parts[] = { "1/8", "1/4" };

  for (guint round = 0; round < 2; round++) {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);

    if (round == 0)
      put_text (checkpoint, "fold 1", "of all");
    assert_text (checkpoint, "fold 1", "of all");
    for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
      train_checkpoint_begin_part (checkpoint, parts[i]);
      if (round == 0) {
        g_assert_null (train_checkpoint_get (checkpoint, "fold 1", G_VARIANT_TYPE_STRING));
        put_text (checkpoint, "fold 1", parts[i]);
      }
      assert_text (checkpoint, "fold 1", parts[i]);
    }
  }
}

enum { N_THREADS = 4, N_VALUES = 40 };

typedef struct {
  TrainCheckpoint *checkpoint;
  guint number;
} Writer;

static gpointer
write_values (gpointer data)
{
  const Writer *writer = data;

  for (guint v = 0; v < N_VALUES; v++) {
    g_autofree char *name = g_strdup_printf ("%u/%u", writer->number, v % 5);
    g_autofree char *text = g_strdup_printf ("value %u", v);

    put_text (writer->checkpoint, name, text);
    assert_text (writer->checkpoint, name, text);
  }
  return NULL;
}

static void
test_threads (Place *place, gconstpointer data)
{
  {
    g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);
    Writer writers[N_THREADS];
    GThread *threads[N_THREADS];

    for (guint t = 0; t < N_THREADS; t++) {
      writers[t] = (Writer){ checkpoint, t };
      threads[t] = g_thread_new ("writer", write_values, &writers[t]);
    }
    for (guint t = 0; t < N_THREADS; t++)
      g_thread_join (threads[t]);
  }
  g_autoptr (TrainCheckpoint) checkpoint = open_checkpoint (place->path);
  for (guint t = 0; t < N_THREADS; t++)
    for (guint v = 0; v < 5; v++) {
      g_autofree char *name = g_strdup_printf ("%u/%u", t, v);
      g_autofree char *text = g_strdup_printf ("value %u", N_VALUES - 5 + v);

      assert_text (checkpoint, name, text);
    }
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*function) (Place *place, gconstpointer data);
  } tests[] = {
    { "/checkpoint/values", test_values },   { "/checkpoint/parts", test_parts },
    { "/checkpoint/bytes", test_bytes },     { "/checkpoint/another-run", test_another_run },
    { "/checkpoint/damaged", test_damaged }, { "/checkpoint/garbage", test_garbage },
    { "/checkpoint/places", test_places },   { "/checkpoint/full-disk", test_full_disk },
    { "/checkpoint/threads", test_threads },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Place, NULL, place_set_up, tests[i].function, place_tear_down);
  return g_test_run ();
}
