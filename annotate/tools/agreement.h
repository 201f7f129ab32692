/* SPDX-License-Identifier: MIT */
/*
 * Agreement beyond chance, from the classes that several annotators gave to the same units. The caller
 * decides what a unit is: a block, or a block weighted by words.
 *
 * J. Cohen, "A coefficient of agreement for nominal scales", 1960; K. Krippendorff, "Computing Krippendorff's
 * alpha-reliability", 2011.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define AGREEMENT_MISSING (-1) /* the annotator has not labelled the unit */

typedef struct _Agreement Agreement;

/* agreement_new: of @n_people (2 or more) who gave the classes 0 .. @n_classes-1. Returns: (transfer full) */
Agreement *agreement_new (guint n_people, guint n_classes);
void agreement_free (Agreement *agreement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Agreement, agreement_free)

/*
 * agreement_add: a unit.
 * @classes: [n_people] what each person said; AGREEMENT_MISSING for those who said nothing
 * @weight: counts as so many units, of which everyone said the same. A unit that fewer than two people
 * labelled says nothing about agreement, and is left out.
 */
void agreement_add (Agreement *agreement, const int *classes, double weight);

typedef struct {
  double n_units;  /* units that two or more people labelled, each counted by its weight */
  double observed; /* share of the pairs of labels that are equal; NAN without units */
  double kappa;    /* of two people who both labelled all units; NAN if it is not defined: of more people, and
                      if both gave one and the same class only */
  double alpha;    /* NAN if it is not defined: without units, and if there is one class only */
} AgreementFigures;

AgreementFigures agreement_get (const Agreement *agreement);

G_END_DECLS
