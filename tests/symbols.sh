#!/bin/sh
# SPDX-License-Identifier: MIT
# The names that the library exports are those of its header, no more and no less; and it runs
# without FANN, curl and JSON-GLib.
set -u
library=${top_builddir:-.}/.libs/libextract.so
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-symbols.XXXXXX")
trap 'rm -rf "$work"' EXIT

sed -n '/^EXTRACT_API/,/;/p' "${top_srcdir:-.}/libextract/extract.h" \
  | grep -oE '\bextract_[a-z0-9_]+ \(' | tr -d ' (' | sort -u >"$work/header"
nm -D --defined-only "$library" | awk '$2 ~ /[TDBRV]/ { print $3 }' \
  | grep -vE '^(_init|_fini|__|_edata|_end|__bss_start|mangle_path)' | sort -u >"$work/library"

failed=0
echo "1..2"
if [ -s "$work/header" ] && diff "$work/header" "$work/library" >"$work/diff"; then
  echo "ok 1 - $(wc -l <"$work/header") names in the header, the same in the library"
else
  echo "not ok 1 - header and library differ"
  sed 's/^/# /' "$work/diff"
  failed=1
fi
if needed=$(objdump -p "$library" | grep NEEDED | grep -E 'fann|curl|json'); then
  echo "not ok 2 - the library needs what only programs may"
  echo "$needed" | sed 's/^/# /'
  failed=1
else
  echo "ok 2 - the library needs neither FANN nor curl nor JSON-GLib"
fi
exit $failed
