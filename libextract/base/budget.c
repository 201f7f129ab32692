/* SPDX-License-Identifier: MIT */
/*
 * A run has a list of the pieces of memory that it holds: some dozens, since small things share large pieces.
 * The newest is searched first.
 *
 * If the system is out of memory, only the page fails, as at a limit. Large requests must leave a reserve, so
 * that small requests to GLib by others do not fail.
 */
#include "libextract/base/budget.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "libextract/base/scratch.h"

/* From there on there are large pages, if the system has any; and a reserve. */
#define LARGE ((gsize) 2 << 20)
#define RESERVE ((gsize) 16 << 20)
#define GRAIN ((gsize) 4096)

typedef struct Taken {
  gpointer memory;
  gsize size;
} Taken;

/* The run of this thread; NULL outside of one. */
static _Thread_local ExtractBudget *current;

gint64
extract_budget_get_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

GError *
extract_budget_new_error (ExtractError limit)
{
  return g_error_new_literal (EXTRACT_ERROR, limit,
                              limit == EXTRACT_ERROR_OUT_OF_TIME ? "took longer than the time limit"
                                                                 : "needs more than the memory limit");
}

/* ---- A run ---------------------------------------------------------------------------------- */

gboolean
extract_budget_run (ExtractBudget *budget, ExtractWork work, gpointer data, GError **error)
{
  jmp_buf exit;

  if (current) {
    work (data);
    return TRUE;
  }
  budget->exit = &exit;
  budget->failure = NULL;
  budget->taken = NULL;
  budget->n_taken = budget->room = 0;
  budget->undo = NULL;
  extract_scratch_remember ();
  current = budget;
  if (setjmp (exit) == 0) {
    work (data);
    current = NULL;
  } else {
    current = NULL;
    if (budget->undo)
      budget->undo (budget->undo_data);
    for (guint i = 0; i < budget->n_taken; i++)
      g_free (budget->taken[i].memory);
    extract_scratch_go_back ();
  }
  g_free (budget->taken);
  if (!budget->failure)
    return TRUE;
  g_propagate_error (error, budget->failure);
  return FALSE;
}

void
extract_budget_fail (GError *failure)
{
  ExtractBudget *budget = current;

  g_assert (budget);
  budget->failure = failure;
  longjmp (*(jmp_buf *) budget->exit, 1);
}

void
extract_budget_breach (ExtractError limit)
{
  extract_budget_fail (extract_budget_new_error (limit));
}

gboolean
extract_budget_has_time (void)
{
  return !current || extract_budget_get_time () <= current->deadline;
}

void
extract_budget_look (void)
{
  if (!extract_budget_has_time ())
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_TIME);
}

void
extract_budget_set_undo (ExtractWork undo, gpointer data)
{
  if (!current)
    return;
  current->undo = undo;
  current->undo_data = data;
}

/* ---- Counting ------------------------------------------------------------------------------- */

/* Returns: whether the system has @bytes, and some more for others */
static gboolean
is_there (gsize bytes)
{
  const gsize wanted = bytes + RESERVE;
  gpointer probe;

  if (bytes < LARGE)
    return TRUE;
  probe = mmap (NULL, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (probe == MAP_FAILED)
    return FALSE;
  munmap (probe, wanted);
  return TRUE;
}

gboolean
extract_budget_try_charge (gsize bytes)
{
  if (!current)
    return TRUE;
  if (current->used > current->memory || bytes > current->memory - current->used || !is_there (bytes))
    return FALSE;
  current->used += bytes;
  return TRUE;
}

void
extract_budget_charge (gsize bytes)
{
  if (!extract_budget_try_charge (bytes))
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
}

void
extract_budget_release (gsize bytes)
{
  if (current)
    current->used -= bytes;
}

guint
extract_budget_start_keeping (void)
{
  return current ? current->n_taken : 0;
}

gsize
extract_budget_keep (guint start)
{
  gsize bytes = 0;

  if (!current)
    return 0;
  for (guint i = start; i < current->n_taken; i++)
    bytes += current->taken[i].size;
  current->n_taken = start;
  return bytes;
}

/* ---- Memory --------------------------------------------------------------------------------- */

/* The pages that it begins and ends in are wished for as well: else they would be a mapping apart, and the
 * system moves no more than one. */
void
extract_memory_wish (gpointer memory, gsize size)
{
#ifdef MADV_HUGEPAGE
  const gsize skipped = (gsize) memory % GRAIN;

  if (size >= LARGE)
    madvise ((char *) memory - skipped, (size + skipped + GRAIN - 1) / GRAIN * GRAIN, MADV_HUGEPAGE);
#endif
}

/* Returns: (nullable): where @memory stands in the list */
static Taken *
find_taken (gpointer memory)
{
  for (guint i = current->n_taken; i-- > 0;)
    if (current->taken[i].memory == memory)
      return &current->taken[i];
  return NULL;
}

/* Writes down what has been charged. */
static gpointer
take (gpointer memory, gsize size)
{
  if (!memory)
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
  if (current->n_taken == current->room) {
    current->room = MAX (2 * current->room, 64);
    current->taken = g_renew (Taken, current->taken, current->room);
  }
  current->taken[current->n_taken++] = (Taken){ memory, size };
  extract_memory_wish (memory, size);
  return memory;
}

/* Returns: bytes, at least one. What fills so many takes its time. */
static gsize
multiply (gsize n, gsize size)
{
  if (size > 0 && n > G_MAXSSIZE / size)
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
  if (n * size >= LARGE)
    extract_budget_look ();
  return MAX (n * size, 1);
}

gpointer
extract_memory_alloc (gsize n, gsize size)
{
  gsize bytes;

  if (!current)
    return g_malloc_n (MAX (n, 1), size);
  bytes = multiply (n, size);
  extract_budget_charge (bytes);
  return take (malloc (bytes), bytes);
}

gpointer
extract_memory_alloc0 (gsize n, gsize size)
{
  gsize bytes;

  if (!current)
    return g_malloc0_n (MAX (n, 1), size);
  bytes = multiply (n, size);
  extract_budget_charge (bytes);
  return take (calloc (1, bytes), bytes);
}

gpointer
extract_memory_realloc (gpointer memory, gsize n, gsize size)
{
  Taken *taken;
  gsize bytes;

  if (!current)
    return g_realloc_n (memory, MAX (n, 1), size);
  if (!memory)
    return extract_memory_alloc (n, size);
  taken = find_taken (memory);
  g_assert (taken);
  bytes = multiply (n, size);
  if (bytes > taken->size)
    extract_budget_charge (bytes - taken->size);
  memory = realloc (memory, bytes);
  if (!memory)
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
  if (bytes < taken->size)
    extract_budget_release (taken->size - bytes);
  *taken = (Taken){ memory, bytes };
  extract_memory_wish (memory, bytes);
  return memory;
}

void
extract_memory_free (gpointer memory)
{
  Taken *taken = current && memory ? find_taken (memory) : NULL;

  if (taken) {
    extract_budget_release (taken->size);
    current->n_taken--;
    memmove (taken, taken + 1, (gsize) (&current->taken[current->n_taken] - taken) * sizeof *taken);
  }
  g_free (memory);
}

char *
extract_memory_adopt (char *string)
{
  const gsize bytes = string ? strlen (string) + 1 : 0;

  if (!string || !current)
    return string;
  if (!extract_budget_try_charge (bytes)) {
    g_free (string);
    extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
  }
  return take (string, bytes);
}

gpointer
extract_memory_dup (gconstpointer memory, gsize n, gsize size)
{
  gpointer copy = extract_memory_alloc (n, size);

  if (n > 0)
    memcpy (copy, memory, n * size);
  return copy;
}

char *
extract_memory_strdup (const char *string)
{
  return string ? extract_memory_dup (string, strlen (string) + 1, 1) : NULL;
}
