/* SPDX-License-Identifier: MIT */
/* The actions of the verb model. Each takes its operands and gives the exit code. */
#pragma once

#include "cli/cli.h"
#include "libextract/model/model.h"

/* What the command line says; NULL, FALSE or -1 if it does not. */
typedef struct {
  gboolean json;
  char *output;
  char *network;
  char *like;
  char *features;
  double good, near_good;
  ExtractFavour precision, recall; /* 0 if the command line says nothing */
  char *rules;
  char *name;
  char **card; /* KEY=VALUE */
  gboolean force;
} ModelOptions;

int model_list (const ModelOptions *options, char **operands);
int model_show (const ModelOptions *options, char **operands);
int model_check (const ModelOptions *options, char **operands);
int model_export (const ModelOptions *options, char **operands);
int model_import (const ModelOptions *options, char **operands);
int model_install (const ModelOptions *options, char **operands);

/*
 * model_try: whether @model does its work: the network gives finite outputs, not all the same, for the blocks
 * of a page that is built in.
 */
gboolean model_try (ExtractModel *model, GError **error);

/* model_compute_checksum: Returns: (transfer full): SHA-256 of the file of @model. */
char *model_compute_checksum (ExtractModel *model);
