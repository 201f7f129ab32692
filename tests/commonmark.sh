#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Our Markdown, read by cmark-gfm, has the words and the structure of our HTML.
#
#   page --texttractor -f markdown--> --cmark-gfm--> HTML --outline--> lines
#   page --texttractor -f html-->                    HTML --outline--> lines   the same
#
# A line is a run of text with the elements around it: "ul li: A sentence." What Markdown cannot say is left out
# of both: paragraphs in items, the parts of tables, empty cells and rows, figures, lists of terms, captions.
#
#   sh ../tests/commonmark.sh [FOLDER]        pages of FOLDER, by hand; the first differences are shown
set -u
LC_ALL=C.UTF-8
export LC_ALL
texttractor=${TEXTTRACTOR:-$PWD/bin/texttractor}
top=$(cd "${top_srcdir:-..}" && pwd) || exit 1
command -v cmark-gfm >/dev/null || { echo '1..0 # SKIP cmark-gfm is missing (Debian: cmark-gfm)'; exit 0; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# Reads HTML, prints lines.
outline () {
  awk '
    BEGIN { RS = "\001" }
    function flush(  line, i) {
      gsub (/[ \t\n]+/, " ", text)
      sub (/^ /, "", text)
      sub (/ $/, "", text)
      if (text != "") {
        line = ""
        for (i = 1; i <= n; i++)
          line = line open[i] " "
        print line ": " text
      }
      text = ""
    }
    {
      sub (/^.*<article>/, "")
      sub (/<\/article>.*$/, "")
      while ((at = index ($0, "<")) > 0) {
        text = text substr ($0, 1, at - 1)
        $0 = substr ($0, at + 1)
        end = index ($0, ">")
        tag = tolower (substr ($0, 1, end - 1))
        $0 = substr ($0, end + 1)
        closes = sub (/^\//, "", tag)
        name = tag
        sub (/[ \/].*/, "", name)
        if (name == "br" || name == "img")
          text = text " "
        else if (name ~ /^(h[1-6]|ul|ol|li|blockquote|pre|tr|td|th)$/) {
          flush()
          if (name == "td" || name == "th")
            name = "cell"
          if (closes) {
            while (n > 0 && open[n--] != name)
              continue
          } else
            open[++n] = name
        } else if (name == "p" && n > 0 && open[n] == "cell")
          text = text " "
        else if (name ~ /^(p|div|table|thead|tbody|caption|dl|dt|dd|figure|figcaption|hr)$/)
          flush()
      }
      text = text $0
      flush()
    }' | sed 's/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&#39;/'\''/g; s/&amp;/\&/g'
}

compare () { # NAME PAGE...
  name=$1
  shift
  for format in markdown html; do
    "$texttractor" -q ${model:+-m "$model"} -j1 -f $format --images=yes --output-dir "$folder/$format" "$@" || return 1
  done
  for markdown in "$folder"/markdown/*.md; do
    page=${markdown##*/}
    html=$folder/html/${page%.md}.html
    cmark-gfm --unsafe -e table -e strikethrough "$markdown" | outline >"$folder/a"
    outline <"$html" >"$folder/b"
    n=$((n + 1))
    if cmp -s "$folder/a" "$folder/b"; then
      echo "ok $n - $name ${page%.md}"
    else
      echo "not ok $n - $name ${page%.md}"
      diff "$folder/a" "$folder/b" | head -n 6 | cut -c 1-300 | sed 's/^/# /'
    fi
  done
  rm -rf "$folder/markdown" "$folder/html"
}

# shellcheck source=tests/made-pages.sh
. "$top/tests/made-pages.sh"
n=0
model=
if [ $# -gt 0 ]; then
  compare "" "$1"
else
  model=everything
  compare page "$top"/tests/pages/*.html
  compare segment "$top/tests/pages/segment"
  mkdir "$folder/made"
  make_pages 300 "$folder/made"
  compare made "$folder/made"
fi
echo "1..$n"
