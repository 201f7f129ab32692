/* SPDX-License-Identifier: MIT */
#include "token.h"

gsize
extract_token_next_name (const char **position, char name[EXTRACT_MAX_NAME])
{
  const char *p = *position;
  gsize length = 0;

  /* Until a name is long enough. */
  while (*p && length < 2) {
    char last = '\0';

    length = 0;
    while (*p && !((guchar) *p >= 0x80 || g_ascii_isalnum (*p)))
      p++;
    for (; (guchar) *p >= 0x80 || g_ascii_isalnum (*p); p++) {
      if (g_ascii_isupper (*p) && g_ascii_islower (last))
        break;
      last = *p;
      if (length < EXTRACT_MAX_NAME - 1)
        name[length++] = g_ascii_tolower (*p);
    }
  }
  *position = p;
  if (length < 2)
    length = 0;
  name[length] = '\0';
  return length;
}

const ExtractTokens *
extract_document_get_tokens (ExtractDocument *document)
{
  return NULL;
}

void
extract_tokens_free (ExtractTokens *tokens)
{
}
