/* SPDX-License-Identifier: MIT */
/*
 * Limits of the work on a page: memory, counted before it is allocated, and processor time.
 *
 *   extract_budget_run (&budget, work, data, &error)
 *     work (data)
 *       extract_memory_alloc ()        counted, and remembered
 *       extract_budget_look ()         in every loop over the page
 *       extract_budget_fail ()         leaves, as the two above do at a limit
 *
 * When work is left, all its memory is freed, and the thread continues after the run. So the work must not
 * hold anything that is released in another way: whatever grows with a page comes from here, or from
 * scratch.h. Memory that is not freed when the work ends belongs to whoever has the pointer.
 *
 * Outside of a run nothing is counted, and there are no limits: the same functions are then those of GLib.
 */
#pragma once

#include "libextract/extract.h"

typedef struct _ExtractBudget ExtractBudget;
typedef void (*ExtractWork) (gpointer data);

struct _ExtractBudget {
  guint64 memory;  /* bytes that the page may hold at the same time */
  guint64 used;    /* of these */
  gint64 deadline; /* extract_budget_get_time () */

  /* Of a run. */
  gpointer exit;       /* jmp_buf */
  GError *failure;     /* (nullable): why it was left */
  struct Taken *taken; /* [n_taken]: what the work holds, the newest last; owned */
  guint n_taken;
  guint room;
  ExtractWork undo; /* (nullable): before all is freed */
  gpointer undo_data;
};

/* Returns: microseconds of the processor that this thread has had: what else the machine does is no fault of
 * the page */
gint64 extract_budget_get_time (void);

/* @budget: its first three fields are filled in. Inside of another run, the limits of that one hold.
 * Returns: FALSE if the work was left: EXTRACT_ERROR_OUT_OF_MEMORY, _OUT_OF_TIME, or what it failed with */
gboolean extract_budget_run (ExtractBudget *budget, ExtractWork work, gpointer data, GError **error);

/* ---- For the work --------------------------------------------------------------------------- */

/* Leaves it. @failure: (transfer full) */
G_NORETURN void extract_budget_fail (GError *failure);
/* The same for a limit: EXTRACT_ERROR_OUT_OF_MEMORY or _OUT_OF_TIME. */
G_NORETURN void extract_budget_breach (ExtractError limit);
/* Returns: (transfer full): what that is in words */
GError *extract_budget_new_error (ExtractError limit);

/* At the clock. */
void extract_budget_look (void);
/* The same without leaving. Returns: whether there is time left */
gboolean extract_budget_has_time (void);

/* In a loop over things of the page: now and then. @i: which one it is */
#define EXTRACT_BUDGET_LOOK_EVERY(i, n) \
  G_STMT_START                          \
  {                                     \
    if (G_UNLIKELY ((i) % (n) == 0))    \
      extract_budget_look ();           \
  }                                     \
  G_STMT_END

/* Steps of a short loop over bytes, such as from one < to the next, between two looks. */
#define EXTRACT_STEPS_PER_CLOCK 65536

/* Memory from elsewhere. */
void extract_budget_charge (gsize bytes);
void extract_budget_release (gsize bytes);
/* Without leaving. Returns: whether it was charged, and the system has so much */
gboolean extract_budget_try_charge (gsize bytes);

/* @undo: (nullable): is called where the work is left; it gives back what is not from here. One at a time. */
void extract_budget_set_undo (ExtractWork undo, gpointer data);

/* What the page will keep, whoever else uses it: things made since @start are no longer the work's.
 * Returns: their bytes, which stay charged */
guint extract_budget_start_keeping (void);
gsize extract_budget_keep (guint start);

/* ---- Memory --------------------------------------------------------------------------------- */

/* As g_malloc_n (), g_malloc0_n (), g_realloc_n (), g_free (); g_free () will do behind the run. */
gpointer extract_memory_alloc (gsize n, gsize size);
gpointer extract_memory_alloc0 (gsize n, gsize size);
gpointer extract_memory_realloc (gpointer memory, gsize n, gsize size);
void extract_memory_free (gpointer memory);
/* @string: (nullable) */
char *extract_memory_strdup (const char *string);
gpointer extract_memory_dup (gconstpointer memory, gsize n, gsize size);
/* @string: (transfer full) (nullable): from GLib, as long as that is short. Returns: (transfer full): it,
 * counted */
char *extract_memory_adopt (char *string);

/* Wishes for large pages, if so much memory is worth it. It is no fault if there are none. */
void extract_memory_wish (gpointer memory, gsize size);

#define EXTRACT_NEW(Type, n) ((Type *) extract_memory_alloc (n, sizeof (Type)))
#define EXTRACT_NEW0(Type, n) ((Type *) extract_memory_alloc0 (n, sizeof (Type)))

/* Where it is freed at the end of a block: g_autofree for what comes from here. */
static inline void
extract_memory_clear (gpointer place)
{
  extract_memory_free (*(gpointer *) place);
}

#define EXTRACT_AUTOFREE __attribute__ ((cleanup (extract_memory_clear)))
