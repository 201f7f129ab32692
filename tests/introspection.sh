#!/bin/sh
# SPDX-License-Identifier: MIT
# The library from Python, JavaScript and Vala, by what g-ir-scanner made of extract.h: a page, its blocks and labels, metadata,
# an error, threads. What the program prints is what they should find.
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
top_builddir=$(cd "${top_builddir:-.}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$top_builddir/bin/texttractor}
page=$top_srcdir/tests/pages/article.html
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-gir.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if ! [ -e "$top_builddir/Extract-1.typelib" ]; then
  echo "1..0 # SKIP what bindings read was not built"
  exit 0
fi
GI_TYPELIB_PATH=$top_builddir
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
PYTHONDONTWRITEBYTECODE=1
LC_ALL=C.UTF-8
export GI_TYPELIB_PATH LD_LIBRARY_PATH PYTHONDONTWRITEBYTECODE LC_ALL

n=0
failed=0
# result NAME: ok if the file $work/why is empty.
result () {
  n=$((n + 1))
  if [ -s "$work/why" ]; then
    echo "not ok $n - $1"
    sed 's/^/# /' "$work/why"
    failed=1
  else
    echo "ok $n - $1"
  fi
}
# skip NAME REASON
skip () {
  n=$((n + 1))
  echo "ok $n - $1 # SKIP $2"
}

"$TEXTTRACTOR" --all "$page" >"$work/all"
{
  "$TEXTTRACTOR" --version | sed -n 's/^texttractor /version /p'
  echo "blocks $(grep -c '^\[[a-z-]* [0-9.]* ' "$work/all")"
  echo "good $(grep -c '^\[good ' "$work/all")"
  sed -n '1s/^\[\([a-z-]*\) [^ ]* *\([a-z]*\)[^]]*\] /first \1 \2 /p' "$work/all"
  "$TEXTTRACTOR" -f tsv --fields=title,authors "$page" | sed -n '2s/^[^	]*	\([^	]*\)	\([^	]*\)	.*/title \1\nauthor \2/p'
  echo "error $(printf '%%PDF-1.7' | "$TEXTTRACTOR" - 2>&1 | sed 's/.*-: //')"
  echo "threads 8"
  echo text
  "$TEXTTRACTOR" "$page"
} >"$work/expected"
grep -v '^threads ' "$work/expected" >"$work/expected-without-threads"

# check NAME EXPECTED COMMAND…
check () {
  name=$1
  expected=$2
  shift 2
  "$@" >"$work/came" 2>"$work/messages" || echo "exit code $?" >>"$work/messages"
  { cat "$work/messages" && diff "$expected" "$work/came"; } >"$work/why"
  result "$name"
}

name="Python reads a page as the program does"
if /usr/bin/python3 -c 'import gi' 2>/dev/null; then
  check "$name" "$work/expected" /usr/bin/python3 "$top_srcdir/tests/introspection/use.py" "$page"
else
  skip "$name" "python3-gi is missing"
fi
name="JavaScript reads a page as the program does"
if command -v gjs >/dev/null; then
  check "$name" "$work/expected-without-threads" gjs "$top_srcdir/tests/introspection/use.js" "$page"
else
  skip "$name" "gjs is missing"
fi
name="Vala reads a page as the program does"
if command -v valac >/dev/null; then
  if valac --girdir="$top_builddir" --pkg=Extract-1 -X -I"$top_srcdir" -X -I"$top_builddir" -X -L"$top_builddir/.libs" -X -lextract \
       -X -w -o "$work/use" "$top_srcdir/tests/introspection/use.vala" >"$work/why" 2>&1; then
    check "$name" "$work/expected" "$work/use" "$page"
  else
    echo "it does not compile" >>"$work/why"
    result "$name"
  fi
else
  skip "$name" "valac is missing"
fi
echo "1..$n"
exit $failed
