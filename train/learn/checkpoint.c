/* SPDX-License-Identifier: MIT */
/*
 * The file is a GVariant of type (sssa{sv}) in the order of bytes of the machine, which is part of its name:
 *
 *   name and version, SHA-256 of what the run depends on, SHA-256 of the values, the values
 */
#include "train/learn/checkpoint.h"

#include "cli/cli.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define MAGIC \
  (G_BYTE_ORDER == G_LITTLE_ENDIAN ? "texttractor-checkpoint 1 little" : "texttractor-checkpoint 1 big")
#define FILE_TYPE G_VARIANT_TYPE ("(sssa{sv})")
/* Of the largest networks that are trained, in all folds, with room to spare. */
#define MAX_BYTES (G_GUINT64_CONSTANT (2) << 30)

struct _TrainCheckpoint {
  char *path;
  char *run;  /* digest of what the run depends on */
  char *part; /* (nullable): of the run, to which names belong */
  pthread_mutex_t lock;
  GHashTable *values; /* name -> GVariant */
};

static void
unref_variant (gpointer variant)
{
  g_variant_unref (variant);
}

static TrainCheckpoint *
checkpoint_new (const char *path, const char *run)
{
  TrainCheckpoint *checkpoint = g_new0 (TrainCheckpoint, 1);

  checkpoint->path = g_strdup (path);
  checkpoint->run = g_compute_checksum_for_string (G_CHECKSUM_SHA256, run, -1);
  pthread_mutex_init (&checkpoint->lock, NULL);
  checkpoint->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_variant);
  return checkpoint;
}

void
train_checkpoint_free (TrainCheckpoint *checkpoint)
{
  g_hash_table_unref (checkpoint->values);
  pthread_mutex_destroy (&checkpoint->lock);
  g_free (checkpoint->part);
  g_free (checkpoint->run);
  g_free (checkpoint->path);
  g_free (checkpoint);
}

static char *
digest (GVariant *values)
{
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (values);

  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

static gboolean
fail (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
  return FALSE;
}

static gboolean
checkpoint_read (TrainCheckpoint *checkpoint, char *contents, gsize length, GError **error)
{
  g_autoptr (GVariant) file =
      g_variant_ref_sink (g_variant_new_from_data (FILE_TYPE, contents, length, FALSE, g_free, contents));
  g_autoptr (GVariant) values = NULL;
  g_autofree char *sum = NULL;
  const char *magic, *run, *expected, *name;
  GVariantIter iter;
  GVariant *value;

  if (!g_variant_is_normal_form (file))
    return fail (error, "is not a checkpoint, or is damaged");
  g_variant_get (file, "(&s&s&s@a{sv})", &magic, &run, &expected, &values);
  sum = digest (values);
  if (strcmp (magic, MAGIC) != 0 || strcmp (sum, expected) != 0)
    return fail (error, "is not a checkpoint of this version, or is damaged");
  if (strcmp (run, checkpoint->run) != 0)
    return fail (error, "belongs to another run: other pages, labels or parameters");
  g_variant_iter_init (&iter, values);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    g_hash_table_replace (checkpoint->values, g_strdup (name), value);
  return TRUE;
}

TrainCheckpoint *
train_checkpoint_open (const char *path, const char *run, GError **error)
{
  g_autoptr (TrainCheckpoint) checkpoint = checkpoint_new (path, run);
  g_autoptr (GError) failure = NULL;
  char *contents;
  gsize length;

  if (!cli_read_file (path, MAX_BYTES, &contents, &length, &failure)) {
    if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
      return g_steal_pointer (&checkpoint);
    g_propagate_error (error, g_steal_pointer (&failure));
    return NULL;
  }
  return checkpoint_read (checkpoint, contents, length, error) ? g_steal_pointer (&checkpoint) : NULL;
}

void
train_checkpoint_begin_part (TrainCheckpoint *checkpoint, const char *part)
{
  g_free (checkpoint->part);
  checkpoint->part = g_strdup (part);
}

/* Returns: (transfer full): "part 1/8, fold 2" */
static char *
dup_key (const TrainCheckpoint *checkpoint, const char *name)
{
  return checkpoint->part ? g_strdup_printf ("part %s, %s", checkpoint->part, name) : g_strdup (name);
}

GVariant *
train_checkpoint_get (TrainCheckpoint *checkpoint, const char *name, const GVariantType *type)
{
  g_autofree char *key = dup_key (checkpoint, name);
  GVariant *value;

  pthread_mutex_lock (&checkpoint->lock);
  value = g_hash_table_lookup (checkpoint->values, key);
  if (value)
    g_variant_ref (value);
  pthread_mutex_unlock (&checkpoint->lock);
  if (value && !g_variant_is_of_type (value, type))
    g_clear_pointer (&value, g_variant_unref);
  return value;
}

/* The lock is held. */
static gboolean
checkpoint_write (TrainCheckpoint *checkpoint, GError **error)
{
  g_autoptr (GVariantBuilder) builder = g_variant_builder_new (G_VARIANT_TYPE ("a{sv}"));
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (checkpoint->values), (GCompareFunc) strcmp);
  g_autoptr (GVariant) values = NULL, file = NULL;
  g_autofree char *sum = NULL;

  for (GList *name = names; name; name = name->next)
    g_variant_builder_add (builder, "{sv}", name->data, g_hash_table_lookup (checkpoint->values, name->data));
  values = g_variant_ref_sink (g_variant_builder_end (builder));
  sum = digest (values);
  file = g_variant_ref_sink (g_variant_new ("(sss@a{sv})", MAGIC, checkpoint->run, sum, values));
  return cli_write_file (checkpoint->path, g_variant_get_data (file), (gssize) g_variant_get_size (file),
                         error);
}

gboolean
train_checkpoint_put (TrainCheckpoint *checkpoint, const char *name, GVariant *value, GError **error)
{
  gboolean written;

  pthread_mutex_lock (&checkpoint->lock);
  g_hash_table_replace (checkpoint->values, dup_key (checkpoint, name), g_variant_ref_sink (value));
  written = checkpoint_write (checkpoint, error);
  pthread_mutex_unlock (&checkpoint->lock);
  return written;
}

void
train_checkpoint_remove (TrainCheckpoint *checkpoint)
{
  unlink (checkpoint->path);
}
