/* SPDX-License-Identifier: MIT */
#include "libextract/base/json.h"

/* Line separators are escaped for the sake of readers that take JSON for JavaScript. */
void
extract_string_append_json (ExtractString *out, const char *string)
{
  EXTRACT_AUTOFREE char *valid = NULL;
  const char *p, *run;

  if (!string) {
    extract_string_append_str (out, "null");
    return;
  }
  if (!g_utf8_validate (string, -1, NULL))
    string = valid = extract_string_make_valid (string);
  extract_string_append_c (out, '"');
  for (p = run = string; *p; p++) {
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    guchar c = *p;
    gboolean separator = c == 0xe2 && (guchar) p[1] == 0x80 && ((guchar) p[2] & 0xfe) == 0xa8;

    if (c >= ' ' && c != '"' && c != '\\' && !separator)
      continue;
    extract_string_append (out, run, p - run);
    run = p + 1;
    if (separator) {
      extract_string_append_str (out, (guchar) p[2] == 0xa8 ? "\\u2028" : "\\u2029");
      run = p + 3;
      p += 2;
      continue;
    }
    for (const char *letter = letters;; letter += 2) {
      if (!*letter)
        extract_string_append_printf (out, "\\u%04x", c);
      else if ((guchar) *letter != c)
        continue;
      else {
        extract_string_append_c (out, '\\');
        extract_string_append_c (out, letter[1]);
      }
      break;
    }
  }
  extract_string_append (out, run, p - run);
  extract_string_append_c (out, '"');
}

char *
extract_json_quote (const char *string)
{
  g_autoptr (ExtractString) quoted = extract_string_new ();

  extract_string_append_json (quoted, string);
  return g_strdup (quoted->str);
}
