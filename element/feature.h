/* SPDX-License-Identifier: MIT */
/* Features of elements: numbers from 0 to 1, each a row of one table. */
#pragma once

#include "element/element.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;
  const char *sentence;
} ElementFeatureInfo;

guint element_features_get_n (void);
const ElementFeatureInfo *element_features_get_info (guint i);

/* element_features_compute: @values: (out caller-allocates): one for each */
void element_features_compute (const Element *element, float *values);

/*
 * element_is_forbidden: whether @element may not be clicked, whatever its class: it might buy, pay, delete,
 * send, log in or out, subscribe, share, download, call. In doubt it may not.
 */
gboolean element_is_forbidden (const Element *element);

G_END_DECLS
