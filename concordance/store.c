/* SPDX-License-Identifier: MIT */
#include "concordance/store.h"

#include <config.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* How the file begins that tells of all others. */
#define HEAD_FILE "iamglass"
static const char head[] = "\x0f\x0dXapian Glass";

gboolean
conc_store_is (const char *path)
{
  g_autofree char *file = g_build_filename (path, HEAD_FILE, NULL);
  char bytes[sizeof head - 1];
  const int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return FALSE;
  const gboolean is =
      read (fd, bytes, sizeof bytes) == (ssize_t) sizeof bytes && memcmp (bytes, head, sizeof bytes) == 0;
  close (fd);
  return is;
}

#ifdef HAVE_XAPIAN
static const ConcStoreClass *loaded;

/* Returns: (nullable): why there is none */
static gpointer
load (gpointer data)
{
  g_autofree char *path = cli_find_module ("concordance", CONC_STORE_MODULE);
  void *module = path ? dlopen (path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!path)
    return g_strdup (CONC_STORE_MODULE " is not installed");
  if (!module)
    return g_strdup (dlerror ());
  ConcStoreGetClass *get_class;
  *(void **) &get_class = dlsym (module, CONC_STORE_GET_CLASS);
  if (!get_class)
    return g_strdup_printf ("%s is another module", path);
  loaded = get_class ();
  return NULL;
}
#endif

const ConcStoreClass *
conc_store_load (GError **error)
{
#ifdef HAVE_XAPIAN
  static GOnce once = G_ONCE_INIT;
  const char *reason = g_once (&once, load, NULL);
  if (!reason)
    return loaded;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               "Xapian cannot be loaded, which keeps indexes: %s", reason);
#else
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "indexes need Xapian, which this version was built without (--disable-xapian)");
#endif
  return NULL;
}
