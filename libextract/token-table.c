/* SPDX-License-Identifier: MIT */
/* Log-odds of tokens: counted on pages whose main text is known, kept in a model. */
#include "token.h"

struct _ExtractTokenTables {
  gatomicrefcount ref_count;
};

ExtractTokenTables *
extract_token_tables_ref (ExtractTokenTables *tables)
{
  return tables;
}

void
extract_token_tables_unref (ExtractTokenTables *tables)
{
}
