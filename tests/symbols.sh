#!/bin/sh
# SPDX-License-Identifier: MIT
# The names that the library exports are those of its header, no more and no less.
set -u
library=${top_builddir:-.}/.libs/libextract.so
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-symbols.XXXXXX")
trap 'rm -rf "$work"' EXIT

sed -n '/^EXTRACT_API/,/;/p' "${top_srcdir:-.}/libextract/extract.h" \
  | grep -oE '\bextract_[a-z0-9_]+ \(' | tr -d ' (' | sort -u >"$work/header"
nm -D --defined-only "$library" | awk '$2 ~ /[TDBRV]/ { print $3 }' \
  | grep -vE '^(_init|_fini|__|_edata|_end|__bss_start)' | sort -u >"$work/library"

echo "1..1"
if [ -s "$work/header" ] && diff "$work/header" "$work/library" >"$work/diff"; then
  echo "ok 1 - $(wc -l <"$work/header") names in the header, the same in the library"
else
  echo "not ok 1 - header and library differ"
  sed 's/^/# /' "$work/diff"
  exit 1
fi
