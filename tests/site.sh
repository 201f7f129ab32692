#!/bin/sh
# SPDX-License-Identifier: MIT
# The documentation as web pages: all pages are made, no link leads nowhere, what is looked for is found.
set -u
top_srcdir=${top_srcdir:-..}
for program in python3 mandoc cmark-gfm; do
  command -v $program >/dev/null || { echo "1..0 # SKIP $program is missing"; exit 0; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-site.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export PYTHONDONTWRITEBYTECODE=1
failed=0
n=0

# check NAME: ok if the file $work/why is empty
check () {
  n=$((n + 1))
  if [ -s "$work/why" ]; then
    echo "not ok $n - $1"
    sed 's/^/# /' "$work/why"
    failed=1
  else
    echo "ok $n - $1"
  fi
}

mkdir "$work/site"
python3 "$top_srcdir/docs/site.py" "$top_srcdir" "$work/site" 2>"$work/why" || echo "exit code $?" >>"$work/why"
check "no link leads nowhere"

: >"$work/why"
for page in "$top_srcdir"/man/*.[157]; do
  [ -s "$work/site/$(basename "$page").html" ] || echo "$(basename "$page") has no page"
done >"$work/why"
for page in index how-it-works figures news rich classic web2text hacking; do
  grep -q "<h1" "$work/site/$page.html" || grep -q "<h2" "$work/site/$page.html" || echo "$page.html has no heading" >>"$work/why"
done
check "each manual page has a page, and so have the others"

# Each option of a verb is a word that search finds.
sed 's/^var texttractorSearch = //; s/;$//' "$work/site/search.js" >"$work/search.json"
python3 - "$work/search.json" >"$work/why" <<'END'
import json, sys
sections = json.load(open(sys.argv[1], encoding="utf-8"))
for page, words in (("texttractor-extract.1.html", "--max-memory"), ("texttractor-tutorial.7.html", "train"), ("index.html", "pkg-config")):
    if not any(section[0] == page and words in section[4] for section in sections):
        print(f"{words} is not found in {page}")
for section in sections:
    if "<" in section[3] or "&amp;" in section[4]:
        print(f"{section[0]}: {section[3]}: markup in the text")
END
check "search has the text of all pages"

# A link that leads nowhere is named.
mkdir -p "$work/top" "$work/other"
cp -R "$top_srcdir/docs" "$top_srcdir/man" "$top_srcdir/models" "$top_srcdir/datasets" "$top_srcdir"/*.md "$work/top"
echo '<p><a href="nowhere.html">x</a> <a href="#no-place">y</a></p>' >>"$work/top/docs/how-it-works.html"
python3 "$work/top/docs/site.py" "$work/top" "$work/other" 2>"$work/said"
code=$?
{
  [ $code = 1 ] || echo "exit code $code, not 1"
  grep -q '^how-it-works.html: nowhere.html is not there$' "$work/said" || echo "nowhere.html is not named"
  grep -q '^how-it-works.html: #no-place: how-it-works.html has no such place$' "$work/said" || echo "#no-place is not named"
} >"$work/why"
check "links that lead nowhere are named"

echo "1..$n"
exit $failed
