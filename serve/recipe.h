/* SPDX-License-Identifier: MIT */
/*
 * The options of a request, made ready: a parser, classifiers and a format. Clients ask for the same again
 * and again, so recipes are kept.
 */
#pragma once

#include "cli/cli.h"
#include "serve/exchange.h"

G_BEGIN_DECLS

typedef enum {
  SERVE_VALUE, /* the last one counts */
  SERVE_LIST,  /* all of them count */
  SERVE_FLAG,  /* yes or no */
} ServeParameterKind;

/* An option of `texttractor extract` that a request may have. */
typedef struct {
  const char *name; /* as on the command line, without dashes */
  ServeParameterKind kind;
} ServeParameterInfo;

/* serve_parameter_get_all: Returns: (transfer none) (array length=n): the table of them */
const ServeParameterInfo *serve_parameter_get_all (gsize *n);

typedef struct {
  gatomicrefcount count;
  CliPageOptions page;
  CliModelOptions model;
  CliWriteOptions write;
  CliClassifiers *classifiers;
} ServeRecipe;

ServeRecipe *serve_recipe_ref (ServeRecipe *recipe);
void serve_recipe_unref (ServeRecipe *recipe);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeRecipe, serve_recipe_unref)

/* Recipes and models that are kept. From any thread. */
typedef struct _ServeKitchen ServeKitchen;

/* serve_kitchen_new: @page: the limits of the server; lent. @model: (nullable): where a request names none */
ServeKitchen *serve_kitchen_new (const CliPageOptions *page, const char *model);
void serve_kitchen_free (ServeKitchen *kitchen);

/* serve_kitchen_get_page: Returns: (transfer none): the limits */
const CliPageOptions *serve_kitchen_get_page (const ServeKitchen *kitchen);

/* serve_kitchen_renew: models are loaded anew for the next request. */
void serve_kitchen_renew (ServeKitchen *kitchen);

/*
 * serve_kitchen_get: @parameters: (element-type ServeParameter): all of them are options; "url" and those of
 * @others are passed over
 * @others: (nullable): names, NULL-terminated
 * Returns: (transfer full) (nullable): errors are those of the command line
 */
ServeRecipe *serve_kitchen_get (ServeKitchen *kitchen, const GPtrArray *parameters, const char *const *others,
                                GError **error);

/* serve_recipe_read_json: adds the members of the object @text, which are strings, numbers, booleans or lists
 * of strings, to @parameters. */
gboolean serve_recipe_read_json (const char *text, gsize length, GPtrArray *parameters, GError **error);

G_END_DECLS
