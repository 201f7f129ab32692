/* SPDX-License-Identifier: MIT */
/*
 * The network of a model of elements: for each class an output, trained apart from the others. The
 * probability of a class is its share of the sum of all outputs, at the temperature of the model.
 */
#pragma once

#include "element/element.h"
#include "libextract/model/model.h"

G_BEGIN_DECLS

typedef struct _ElementNetwork ElementNetwork;

/* element_network_new: Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_MISMATCH if @model
 * is of another kind */
ElementNetwork *element_network_new (ExtractModel *model, GError **error);
void element_network_free (ElementNetwork *network);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementNetwork, element_network_free)

ExtractModel *element_network_get_model (const ElementNetwork *network);
guint element_network_get_n_classes (const ElementNetwork *network);
/* element_network_get_class_name: as the model names it: "revealer" */
const char *element_network_get_class_name (const ElementNetwork *network, guint c);
/* element_network_get_like: what class @c is to a browser */
ElementClass element_network_get_like (const ElementNetwork *network, guint c);

/* element_network_run: @outputs: (out caller-allocates): one for each class, 0..1, as the network gives them
 */
void element_network_run (const ElementNetwork *network, const Element *element, float *outputs);

/*
 * element_probabilities_compute: o -> o^(1/T) / sum of all, in place
 *
 * element_probabilities_choose: Returns: the likeliest class; or, of those whose threshold is reached, the
 * one that is furthest above it
 */
void element_probabilities_compute (float *values, guint n, double temperature);
guint element_probabilities_choose (const float *probabilities, const ExtractElementClass *classes, guint n);

/*
 * element_network_tell: the classes of the elements of a page, in the order of the page: decoded as the model
 * says, if it has a decoding
 * @elements: (element-type Element)
 * @probabilities: (out caller-allocates): [elements][classes]
 * @found: (out caller-allocates): [elements]: the class of each
 */
void element_network_tell (const ElementNetwork *network, const GPtrArray *elements, float *probabilities,
                           guint *found);

/* element_network_get_decoding, element_network_set_decoding: that of the model at first; the numbers are
 * always those of the model. Returns: FALSE
 * if the model was trained without a decoding */
ExtractDecodingKind element_network_get_decoding (const ElementNetwork *network);
gboolean element_network_set_decoding (ElementNetwork *network, ExtractDecodingKind kind);

/* ---- In a browser ---------------------------------------------------------------------------------------
 */

/* element_network_get: Returns: (transfer none): the one that was chosen, else that of the built-in model */
const ElementNetwork *element_network_get (void);
/* element_network_choose: @network: (transfer full): for element_network_get () from now on; before threads
 * start */
void element_network_choose (ElementNetwork *network);

/* element_network_fold: what class @found with @probabilities is to a browser. @folded: (out
 * caller-allocates): [ELEMENT_N_CLASSES]: of all classes that are like it */
ElementClass
element_network_fold (const ElementNetwork *network, const float *probabilities, guint found, float *folded);

G_END_DECLS
