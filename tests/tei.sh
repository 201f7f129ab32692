#!/bin/sh
# SPDX-License-Identifier: MIT
# TEI output is valid by the schema that ships: by xmllint, and by jing where it is installed. Pages of the tests, pages
# of the fuzzers, and 500 made at random.
set -u
top=${top_srcdir:-.}
texttractor=${TEXTTRACTOR:-bin/texttractor}
schema=$top/libextract/texttractor-tei.rng
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-tei.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if ! command -v xmllint >/dev/null; then
  echo "1..0 # SKIP xmllint is missing (Debian: libxml2-utils)"
  exit 0
fi

# shellcheck source=tests/made-pages.sh
. "$top/tests/made-pages.sh"

out=$work/out.xml
n=0
failed=0
# check NAME COMMAND…
check () {
  name=$1
  shift
  n=$((n + 1))
  if [ -s "$out" ] && "$@" >"$work/why" 2>&1; then
    echo "ok $n - $name"
  else
    echo "not ok $n - $name"
    tail -n 5 "$work/why" | sed 's/^/# /'
    failed=1
  fi
}

# validate NAME OPTIONS PAGE…
validate () {
  name=$1
  shift
  "$texttractor" -f tei "$@" >"$out" 2>"$work/why"
  name="$name: $(grep -c '<TEI ' "$out") documents"
  check "$name" xmllint --noout --huge --relaxng "$schema" "$out"
  if command -v jing >/dev/null; then
    check "$name, by jing" jing "$schema" "$out"
  fi
}

mkdir "$work/made" "$work/corpus"
make_pages 500 "$work/made"
for page in "$top"/tests/fuzz/corpus/parser/*; do cp "$page" "$work/corpus/$(basename "$page" .html).html"; done
validate 'a page alone' "$top/tests/pages/article.html"
validate 'pages of the tests' "$top/tests/pages"
validate 'every block of them' --all "$top/tests/pages"
validate 'pages of the fuzzers' -m everything "$work/corpus"
validate 'made pages' -m everything --images=yes --url=http://base.example/x/ "$work/made"
validate 'every block of them, without a base' -m everything --all --images=yes "$work/made"
validate 'pictures and comments apart' --images=yes --comments=separate "$top/tests/pages"
validate 'a field alone' -m everything --fields=date "$work/made"
if "$texttractor" --detect-lang=page "$top/tests/pages/article.html" >/dev/null 2>&1; then
  validate 'languages' -m everything --detect-lang=page "$top/tests/pages" "$work/corpus"
fi

# A schema that allows everything would be no proof.
"$texttractor" -f tei "$top/tests/pages/article.html" | sed 's/<p>/<para>/; s/<\/p>/<\/para>/' >"$out"
check 'the schema refuses what is no TEI' sh -c "! xmllint --noout --relaxng '$schema' '$out'"
echo "1..$n"
exit $failed
