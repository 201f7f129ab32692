/* SPDX-License-Identifier: MIT */
/*
 * gzip by zlib, which GLib brings along: ISA-L is faster, but what it packs depends on the processor. zstd by
 * libzstd, which is loaded when it is needed.
 */
#include "cli/pack.h"

#include "cli/cli.h"
#include "libextract/base/libraries.h"

#include <dlfcn.h>
#include <string.h>
#include <zstd.h>

#define CHUNK ((gsize) 64 << 10)

struct _CliPacker {
  GConverter *gzip; /* (nullable): owned */
  ZSTD_CCtx *zstd;  /* (nullable): owned */
};

static const struct {
  const char *name;
  const char *suffix;
} packings[CLI_N_PACKINGS] = {
  [CLI_PACKING_NONE] = { "none", "" },
  [CLI_PACKING_GZIP] = { "gzip", ".gz" },
  [CLI_PACKING_ZSTD] = { "zstd", ".zst" },
};

gboolean
cli_packing_parse (const char *option, const char *text, CliPacking *packing, GError **error)
{
  for (CliPacking i = 0; i < CLI_N_PACKINGS; i++)
    if (strcmp (text, packings[i].name) == 0) {
      *packing = i;
      return TRUE;
    }
  return cli_fail_value (error, option, "gzip, zstd or none", text);
}

const char *
cli_packing_get_name (CliPacking packing)
{
  return packings[packing].name;
}

const char *
cli_packing_get_suffix (CliPacking packing)
{
  return packings[packing].suffix;
}

CliPacking
cli_packing_guess (const char *name)
{
  for (CliPacking i = CLI_PACKING_NONE + 1; i < CLI_N_PACKINGS; i++)
    if (g_str_has_suffix (name, packings[i].suffix))
      return i;
  return CLI_PACKING_NONE;
}

/* ---- zstd ----------------------------------------------------------------------------------- */

/* clang-format off */
#define ZSTD_FUNCTIONS(X)                                                         \
  X (createCCtx) X (freeCCtx) X (CCtx_setParameter) X (compressBound)             \
  X (compress2) X (isError) X (getErrorName)
/* clang-format on */

static struct {
#define X(name) __typeof__ (ZSTD_##name) *name;
  ZSTD_FUNCTIONS (X)
#undef X
} zstd;

/* Returns: (nullable): why there is none; static */
static gpointer
load_zstd (gpointer unused)
{
  gpointer library = extract_library_open (EXTRACT_LIBRARY_ZSTD);
  if (!library)
    return g_strdup (dlerror ());
#define X(name)                                                     \
  if (!(*(gpointer *) &zstd.name = dlsym (library, "ZSTD_" #name))) \
    return g_strdup (dlerror ());
  ZSTD_FUNCTIONS (X)
#undef X
  return NULL;
}

static gboolean
need_zstd (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load_zstd, NULL);
  if (failure)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 "output cannot be packed by zstd without its library (Debian package libzstd1): %s",
                 failure);
  return !failure;
}

static gboolean
pack_zstd (CliPacker *packer, const char *data, gsize length, GString *out, GError **error)
{
  gsize start = out->len, room = zstd.compressBound (length);
  g_string_set_size (out, start + room);
  gsize n = zstd.compress2 (packer->zstd, out->str + start, room, data, length);
  gboolean good = !zstd.isError (n);
  g_string_truncate (out, good ? start + n : start);
  if (!good)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot be packed by zstd: %s", zstd.getErrorName (n));
  return good;
}

/* ---- gzip ----------------------------------------------------------------------------------- */

static gboolean
pack_gzip (CliPacker *packer, const char *data, gsize length, GString *out, GError **error)
{
  GConverterResult result = G_CONVERTER_CONVERTED;
  g_converter_reset (packer->gzip);
  while (result != G_CONVERTER_FINISHED) {
    gsize start = out->len, n_in, n_out;
    g_string_set_size (out, start + CHUNK);
    result = g_converter_convert (packer->gzip, data, length, out->str + start, CHUNK,
                                  G_CONVERTER_INPUT_AT_END, &n_in, &n_out, error);
    g_string_truncate (out, result == G_CONVERTER_ERROR ? start : start + n_out);
    if (result == G_CONVERTER_ERROR)
      return FALSE;
    data += n_in;
    length -= n_in;
  }
  return TRUE;
}

/* ---- The packer ----------------------------------------------------------------------------- */

CliPacker *
cli_packer_new (CliPacking packing, GError **error)
{
  if (packing == CLI_PACKING_ZSTD && !need_zstd (error))
    return NULL;
  CliPacker *packer = g_new0 (CliPacker, 1);
  if (packing == CLI_PACKING_GZIP) {
    packer->gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  } else {
    packer->zstd = zstd.createCCtx ();
    zstd.CCtx_setParameter (packer->zstd, ZSTD_c_checksumFlag, 1);
  }
  return packer;
}

gboolean
cli_packer_pack (CliPacker *packer, const char *data, gsize length, GString *out, GError **error)
{
  return packer->gzip ? pack_gzip (packer, data, length, out, error)
                      : pack_zstd (packer, data, length, out, error);
}

void
cli_packer_free (CliPacker *packer)
{
  g_clear_object (&packer->gzip);
  if (packer->zstd)
    zstd.freeCCtx (packer->zstd);
  g_free (packer);
}
