#!/bin/sh
# SPDX-License-Identifier: MIT
# TEI output is valid by the schema that ships: by xmllint, and by jing where it is installed. Pages of the tests, pages of the fuzzers, and
# 400 made of random markup, texts and addresses.
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

# Markup at random, always the same: $1 pages into the folder $2.
make_pages () {
  awk -v pages="$1" -v folder="$2" '
    function one (list) { return list[int (rand () * list[0]) + 1] }
    function address (n) { text = ""; for (n = int (rand () * 8); n > 0; n--) text = text one (bits); return text }
    function fill (list, words) { list[0] = split (words, list, "~") }
    BEGIN {
      srand (7)
      fill(tags, "ul~ol~li~dl~dt~dd~table~tr~td~th~caption~figure~figcaption~blockquote~pre~p~h1~h2~h3~div~b~i~code~sub~sup~br~thead~tbody~del~mark~code class=language-c++~td colspan=3~td rowspan=2~ol start=7~li value=9~img src=a.png alt=x~img src=//~math")
      fill(bits, "http://~https://~//~mailto:~ftp://~a~b.example~:~80~:99999999~[::1]~[~/~?~#~%~%zz~%20~ ~|~\\~^~`~{~}~@~\303\251~\346\274\242~\302\205~\357\277\276~\342\200\256~&amp;~&quot;~\x27~&lt;~&gt;~1~+~&#9;~&#1;~javascript:~data:")
      fill(texts, "text ~&amp; &lt; > ]]> ~&#1;&#31;~\357\277\276~=1~a&#9;b&#13;c~\"q\"~word word word ")
      fill(names, "author~description~keywords~og:site_name~og:url~og:image~article:published_time~article:modified_time~article:section~og:type~dcterms.license")
      fill(values, "x; y, z~=cmd|x~2020-03-04~2020~2020-03~2020-03-04T10:20~2020-03-04T10:20:30+02:00~article~CC BY 4.0~&quot;quoted&quot;&#10;~\357\277\276&#2; a&#9;b~http://x y/~https://a.example/[x]?#\303\251")
      fill(languages, "en~x~en-~a-b-c~toolonglanguage~zh-Hant~de_AT~-")
      for (i = 1; i <= pages; i++) {
        file = folder "/made-" i ".html"
        printf "<!DOCTYPE html><html lang=\"%s\"><head><title>%s</title>", one (languages), one (texts) >file
        for (n = int (rand () * 12); n > 0; n--)
          printf "<meta name=\"%s\" content=\"%s\">", one (names), rand () < 0.3 ? address () : one (values) >file
        for (n = int (rand () * 200); n > 0; n--) {
          r = rand ()
          if (r < 0.1)
            printf "<a href=\"%s\">", address () >file
          else
            printf "%s", r < 0.5 ? "<" one (tags) ">" : r < 0.75 ? "</" one (tags) ">" : one (texts) >file
        }
        close (file)
      }
    }'
}

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
make_pages 400 "$work/made"
for page in "$top"/tests/fuzz/corpus/parser/*; do cp "$page" "$work/corpus/$(basename "$page" .html).html"; done
validate 'a page alone' "$top/tests/pages/article.html"
validate 'pages of the tests' "$top/tests/pages"
validate 'every block of them' --all "$top/tests/pages"
validate 'pages of the fuzzers' -m everything "$work/corpus"
validate 'made pages' -m everything --images=yes --url=http://base.example/x/ "$work/made"
validate 'every block of them, without a base' -m everything --all --images=yes "$work/made"
validate 'pictures and comments apart' --images=yes --comments=separate "$top/tests/pages"
validate 'a field alone' -m everything --fields=date "$work/made"

# A schema that allows everything would be no proof.
"$texttractor" -f tei "$top/tests/pages/article.html" | sed 's/<p>/<para>/; s/<\/p>/<\/para>/' >"$out"
check 'the schema refuses what is no TEI' sh -c "! xmllint --noout --relaxng '$schema' '$out'"
echo "1..$n"
exit $failed
