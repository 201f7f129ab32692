/* SPDX-License-Identifier: MIT */
/*
 * The network that tells classes: for each class an output, all trained apart and put into one file of FANN.
 * The probability of a class is its share of the sum of all outputs.
 */
#pragma once

#include "element/element.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

/* element_network_load: @bytes: a file of FANN. Returns: (transfer full) (nullable): NULL with
 * EXTRACT_ERROR_MODEL_FORMAT if it is none, or has not an input for each feature and an output for each class
 */
ExtractNetwork *element_network_load (GBytes *bytes, GError **error);

/* element_network_get: Returns: (transfer none): the one that is built in */
ExtractNetwork *element_network_get (void);

/* element_network_classify: @probabilities: (out caller-allocates): [ELEMENT_N_CLASSES]. Returns: the
 * likeliest one; or Revealer, if that is likely enough */
ElementClass element_network_classify (ExtractNetwork *network, const Element *element, float *probabilities);

G_END_DECLS
