#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual cannot lie: runs the examples of README.md, of the manual pages and of --help, and holds the pages
# against the options and tables of the programs. HACKING.md says how an example is written.
#
#   manual.sh     the program is $TEXTTRACTOR; sources and build are in $top_srcdir and $top_builddir
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
top_builddir=$(cd "${top_builddir:-.}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$top_builddir/bin/texttractor}
LC_ALL=C.UTF-8
TERM=dumb
export TEXTTRACTOR LC_ALL TERM
unset TEXTTRACTOR_EXEC_PATH TEXTTRACTOR_MANPATH CDPATH XDG_DATA_HOME XDG_CONFIG_HOME

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-manual.XXXXXX")
# A server that an example leaves behind ends with its document.
stop_server () {
  [ ! -s "$work/folder/serve.pid" ] || kill "$(cat "$work/folder/serve.pid")" 2>/dev/null
  rm -f "$work/folder/serve.pid"
}
trap 'stop_server; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
n=0
failed=0

# ok NAME, skip NAME REASON, and result NAME: ok if the file $work/why is empty; else it says why not.
ok () {
  n=$((n + 1))
  printf '%s\n' "ok $n - $1"
}

skip () {
  n=$((n + 1))
  printf '%s\n' "ok $n - $1 # SKIP $2"
}

result () {
  if [ ! -s "$work/why" ]; then
    ok "$1"
    return
  fi
  n=$((n + 1))
  failed=1
  printf '%s\n' "not ok $n - $1"
  sed 's/^/# /' "$work/why"
}

# ---- What examples find ------------------------------------------------------------------------

mkdir "$work/bin" "$work/pc"
HOME=$work/home # nothing of the user's is found or changed
export HOME

# The library of the build tree, with the headers that are installed and no others. A program that uses it has to be
# built by the sanitizers that it was built by.
make -s -C "$top_builddir" install-extractincludeHEADERS install-nodist_extractincludeHEADERS \
  includedir="$work/include" >/dev/null || exit 1
sanitize=
nm -D "$top_builddir/.libs/libextract.so" >"$work/symbols" 2>/dev/null
grep -q __asan_init "$work/symbols" && sanitize=-fsanitize=address,undefined
grep -q __tsan_init "$work/symbols" && sanitize=-fsanitize=thread
cat >"$work/pc/libextract-1.pc" <<PC
Name: libextract
Description: that of the build tree
Version: 0
Requires: gobject-2.0
Libs: -L$top_builddir/.libs -lextract $sanitize
Cflags: -I$work/include $sanitize
PC

# The program. With sanitizers, examples that train the design that takes long do so with networks and folds that do
# not, unless they say which: what they print has the same form, and the plain build runs them as they stand.
light=
[ -z "$sanitize" ] || light='--epochs=1 --folds=3 --network=8,1 --context-network=8,1 --teacher-network=8,1'
cat >"$work/bin/texttractor" <<WRAPPER
#!/bin/sh
light="$light"
for word in "\$@"; do
  [ ! -e "\$word/elements.jsonl" ] || light= # these train in a moment
done
case "\$*" in
*--design=* | *--check*) ;;
train\ *) shift && set -- train \$light "\$@" ;;
esac
exec "\$TEXTTRACTOR" "\$@"
WRAPPER
chmod +x "$work/bin/texttractor"
PATH=$work/bin:$PATH
PKG_CONFIG_PATH=$work/pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PATH PKG_CONFIG_PATH LD_LIBRARY_PATH

# The module of Python and the bindings of the build tree. gi belongs to the python3 of the system.
bindings=
if [ -e "$top_builddir/Extract-1.typelib" ] && /usr/bin/python3 -c 'import gi' 2>/dev/null; then
  bindings=1
  ln -s /usr/bin/python3 "$work/bin/python3"
  GI_TYPELIB_PATH=$top_builddir
  PYTHONPATH=$top_srcdir/python
  PYTHONDONTWRITEBYTECODE=1
  export GI_TYPELIB_PATH PYTHONPATH PYTHONDONTWRITEBYTECODE
fi

# A fresh folder with the pages that ship, a name for each place that the examples call them by.
fill_folder () {
  mkdir -p "$1/tests"
  cp "$top_srcdir"/tests/pages/*.html "$1"
  cp -r "$top_srcdir/tests/pages" "$1/tests/pages"
  cp -r "$top_srcdir/models" "$1/models"
  cp "$top_srcdir/tests/made-archives.sh" "$1/tests"
  ln -s "$top_srcdir/datasets" "$1/datasets"
  ln -s "$top_srcdir/cluster" "$1/cluster"
  chmod -R u+w "$1"
}

# ---- Cutting examples out ----------------------------------------------------------------------

# Each example becomes a file $2/NNN: "reason" (may be empty), then the lines between its borders. $3 is where files are put
# that the text says to write.
cut_manual_page () {
  awk -v folder="$2" -v place="$3" '
    /^\.\\" not run: / { reason = $0; sub (/^\.\\" not run: /, "", reason); next }
    /^\.\\" file: / { name = $3; next }
    /^\.EX$/ { inside = 1; first = 1; next }
    /^\.EE$/ { inside = 0; file = reason = name = ""; next }
    !inside { reason = name = ""; next }
    {
      gsub (/\\-/, "-"); gsub (/\\\(aq/, "\047"); gsub (/\\\(dq/, "\""); gsub (/\\&/, ""); gsub (/\\e/, "\\")
      if (first && /^\$ /) { file = sprintf ("%s/%03d", folder, ++n); print reason > file }
      else if (first && name) { file = place "/" name; printf "" > file }
      first = 0
      if (file) print > file
    }' "$1"
}

# The same for Markdown.
cut_markdown () {
  awk -v folder="$2" -v place="$3" '
    /^<!-- not run: .* -->$/ { reason = $0; sub (/^<!-- not run: /, "", reason); sub (/ -->$/, "", reason); next }
    /^<!-- file: .* -->$/ { name = $3; next }
    /^```/ && inside { inside = 0; file = reason = name = ""; next }
    /^```/ {
      inside = 1
      if ($0 == "```console") { file = sprintf ("%s/%03d", folder, ++n); print reason > file }
      else if (name) { file = place "/" name; printf "" > file }
      next
    }
    !inside && /./ { reason = name = "" }
    inside && file { print > file }' "$1"
}

# --help: lines that begin with a dollar sign.
cut_help () {
  sed -n 's/^  *\$ /$ /p' "$1" | awk -v folder="$2" '{ file = sprintf ("%s/%03d", folder, ++n); print "" > file; print > file }'
}

# ---- Running one -------------------------------------------------------------------------------

# Cuts the example $1 into $2/NNN.command and $2/NNN.expected.
cut_commands () {
  awk -v folder="$2" '
    NR == 1 { next }
    !more && /^\$ / {
      if (expected) close (expected)
      command = sprintf ("%s/%03d.command", folder, ++n); expected = sprintf ("%s/%03d.expected", folder, n)
      printf "" > expected
      sub (/^\$ /, ""); print > command; more = /\\$/; next
    }
    more { print > command; more = /\\$/; next }
    { print > expected }' "$1"
}

# For awk: whether the line o is e, where "..." stands for anything.
# shellcheck disable=SC2016 # not for the shell
line_matches='
  function line_matches (e, o,    k, parts, i, p) {
    k = split (e, parts, /\.\.\./)
    if (k <= 1) return e == o
    if (substr (o, 1, length (parts[1])) != parts[1]) return 0
    o = substr (o, length (parts[1]) + 1)
    for (i = 2; i < k; i++) {
      p = index (o, parts[i])
      if (p == 0) return 0
      o = substr (o, p + length (parts[i]))
    }
    return length (o) >= length (parts[k]) && substr (o, length (o) - length (parts[k]) + 1) == parts[k]
  }'

# Whether the lines of $2 are those of $1, where "..." stands for anything in a line, and alone for any lines.
matches () {
  awk "$line_matches"'
    FILENAME == ARGV[1] { e[++n] = $0; next }
    { o[++m] = $0 }
    END {
      # good[i, j]: the lines from i of what is expected fit those from j of what came.
      good[n + 1, m + 1] = 1
      for (i = n; i >= 1; i--)
        for (j = m + 1; j >= 1; j--)
          if (e[i] == "...") good[i, j] = good[i + 1, j] || (j <= m && good[i, j + 1])
          else good[i, j] = j <= m && good[i + 1, j + 1] && line_matches(e[i], o[j])
      exit ! good[1, 1]
    }' "$1" "$2"
}

# Runs the example $1 in the folder $2; says in $work/why what was wrong.
run_example () {
  rm -rf "$work/commands"
  mkdir "$work/commands"
  : >"$work/why"
  cut_commands "$1" "$work/commands"
  for command in "$work/commands"/*.command; do
    (cd "$2" && sh "$command") >"$work/output" 2>&1 </dev/null
    code=$?
    if [ $code != 0 ] || ! matches "${command%.command}.expected" "$work/output"; then
      {
        sed 's/^/$ /' "$command"
        [ $code = 0 ] || echo "exit code $code"
        echo "expected:"
        cat "${command%.command}.expected"
        echo "came:"
        head -n 60 "$work/output"
      } >>"$work/why"
    fi
  done
}

# run_examples NAME EXAMPLES FOLDER
run_examples () {
  for example in "$2"/*; do
    [ -e "$example" ] || return
    name="$1: example $(basename "$example"): $(sed -n 's/^\$ //p' "$example" | sed -n 's/#/ /g; 1p')"
    reason=$(head -n 1 "$example")
    if [ -n "$reason" ]; then
      skip "$name" "$reason"
    elif grep -q -e datasets/toy -e made-archives "$example" && ! [ -e "$top_srcdir/datasets/toy/index.jsonl" ]; then
      skip "$name" "datasets/toy is not there"
    elif grep -q -w curl "$example" && ! command -v curl >/dev/null; then
      skip "$name" "curl is missing"
    elif grep -q -e '^\$ python3 ' "$example" && [ -z "$bindings" ]; then
      skip "$name" "what bindings read was not built, or python3-gi is missing"
    elif grep -q -e '^\$ gjs ' "$example" && { [ -z "$bindings" ] || ! command -v gjs >/dev/null; }; then
      skip "$name" "what bindings read was not built, or gjs is missing"
    else
      run_example "$example" "$3"
      result "$name"
    fi
  done
}

# run_document NAME CUT SOURCE
run_document () {
  rm -rf "$work/folder" "$work/examples" "$work/home"
  mkdir "$work/examples" "$work/home"
  fill_folder "$work/folder"
  "$2" "$3" "$work/examples" "$work/folder"
  run_examples "$1" "$work/examples" "$work/folder"
  stop_server
}

run_document README.md cut_markdown "$top_srcdir/README.md"
for page in "$top_srcdir"/man/*.[157]; do
  run_document "$(basename "$page")" cut_manual_page "$page"
done
verbs=$(texttractor --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for verb in '' $verbs; do
  # shellcheck disable=SC2086 # an empty verb is none
  texttractor $verb --help >"$work/help"
  run_document "texttractor ${verb:+$verb }--help" cut_help "$work/help"
done

# ---- Pages as they are read --------------------------------------------------------------------

: >"$work/why"
for page in "$top_srcdir"/man/*.[157]; do
  grep -q "man/$(basename "$page") " "$top_srcdir/man/Makefile-man.am" || echo "$page is not in Makefile-man.am" >>"$work/why"
done
result "all manual pages are installed"

: >"$work/why"
sed -n 's/.*](\([a-zA-Z][^):]*\)).*/\1/p' "$top_srcdir/README.md" | while read -r link; do
  [ -e "$top_srcdir/$link" ] || echo "README.md: $link is not there" >>"$work/why"
done
result "links of README.md lead to files"

if ! command -v groff >/dev/null; then
  skip "manual pages are rendered without warnings" "groff is missing"
  skip "options and tables are in the manual" "groff is missing"
  echo "1..$n"
  exit $failed
fi

# On lines so long that nothing is broken, then without repeated spaces.
mkdir "$work/plain"
for page in "$top_srcdir"/man/*.[157]; do
  name=$(basename "$page")
  groff -ww -Kutf8 -man -Tutf8 -rLL=3000n -rHY=0 -P-c -P-b -P-u -P-o "$page" >"$work/raw" 2>"$work/why"
  if command -v man >/dev/null; then
    MANWIDTH=80 man --warnings -E UTF-8 -l "$page" 2>>"$work/why" >/dev/null
  fi
  if command -v mandoc >/dev/null; then
    mandoc -Tlint -W warning "$page" >>"$work/why" 2>&1
  fi
  result "$name is rendered without warnings"
  sed 's/[‐−]/-/g; s/’/'\''/g; s/\t/ /g; s/  */ /g; s/^ //; s/ $//' "$work/raw" >"$work/plain/$name"
done

# ---- Options -----------------------------------------------------------------------------------

for verb in $verbs; do
  [ "$verb" != help ] || continue # it is in texttractor.1
  texttractor $verb --help | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort -u >"$work/options"
  sed -n 's/^\(-., \)\{0,1\}\(--[a-z-]*\)\([= ].*\)\{0,1\}$/\2/p' "$work/plain/texttractor-$verb.1" | sort -u >"$work/described"
  diff "$work/options" "$work/described" >"$work/why"
  result "texttractor-$verb.1 describes the options of --help, no more and no less"
done

# What texttractor-options.7 names as ours, below the options of others.
texttractor extract --help | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort -u >"$work/options"
awk '/^\.T[PQ]$/ { getline; next } { print }' "$top_srcdir/man/texttractor-options.7" | sed 's/\\-/-/g' |
  grep -o -e '--[a-z-]*' | sort -u >"$work/named"
comm -13 "$work/options" "$work/named" >"$work/why"
[ -s "$work/named" ] || echo "no option is named" >>"$work/why"
result "texttractor-options.7 names options that there are"

# The hyperparameters of training, a line each: name, default.
texttractor train --set=help | sed -n 's/^  \([a-z-]*=[^ ]*\) .*(default: \(.*\))$/\1 \2/p' >"$work/parameters"
awk '
  FILENAME == ARGV[1] { initial[$1] = substr ($0, length ($1) + 2); next }
  $1 in initial { name = $1 }
  name in initial && index ($0, "Default: " initial[name] ".") { delete initial[name] }
  END { for (name in initial) print "texttractor-train.1 does not say of " name ": Default: " initial[name] "." }' \
  "$work/parameters" "$work/plain/texttractor-train.1" >"$work/why"
result "texttractor-train.1 has the defaults of $(wc -l <"$work/parameters") hyperparameters"

# ---- Tables ------------------------------------------------------------------------------------

# What the tables of the library say: tests/tables.c.
if "$top_builddir/tests/tables" >"$work/all-rows" 2>"$work/why"; then
  grep -v '^pattern	' "$work/all-rows" >"$work/rows"
  sed -n 's/^pattern	//p' "$work/all-rows" | sed 's/  */ /g' >"$work/patterns"
  texttractor --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\)  *\(.*\)/texttractor.1	\1 \2/p' >>"$work/rows"
  texttractor dataset formats | sed 's/^/texttractor-dataset.1	/' >>"$work/rows"
  texttractor eval --help | sed -n '/^Measures:/,/^$/s/^  \([a-z0-9-]*\)  *\(.*\)/texttractor-eval.1	\1 \2/p' >>"$work/rows"
  texttractor concordance --help | sed -n '/^\(Engines\|Rows of --engines\|Bait words\):/,/^$/s/^  \([a-z-]*\)  *\(.*\)/texttractor-concordance.1	\1 \2/p' >>"$work/rows"
  texttractor elements --help | sed -n '/^Classes:/,/^$/s/^  \([A-Z][a-z]*\)  *\(.*\)/texttractor-elements.1	\1 \2/p' >>"$work/rows"
  texttractor -a -f json "$top_srcdir/tests/pages/article.html" | sed -n 's/^ *"\([a-z_]*\)":.*/texttractor-output.5	\1/p' \
    | sort -u >>"$work/rows"
  # A tag and its text may stand on two lines.
  for page in "$work/plain"/*; do
    tr '\n' ' ' <"$page" | sed 's/  */ /g' >"$page.joined"
  done
  while IFS='	' read -r page row; do
    row=$(printf '%s\n' "$row" | sed 's/  */ /g')
    grep -qF -e "$row" "$work/plain/$page.joined" || echo "$page does not have: $row"
  done <"$work/rows" >"$work/why"
  result "$(wc -l <"$work/rows") rows of tables (features, limits, formats, rules, methods, reasons, verbs, measures, card, keys of JSON) are in the manual"

  # The sets rich and web2text: each row has an entry in the subsection of its family, and one entry may stand for many rows.
  awk -F '\t' "$line_matches"'
    BEGIN {
      split ("text TEXT similarity SIMILARITY tag TAGS ancestor ANCESTORS name NAMES subtree SUBTREES candidate CANDIDATE " \
        "group GROUPS neighbour NEIGHBOURS token TOKENS position POSITION page PAGE outcome OUTCOME web2text BLOCKS edges EDGES", pairs, " ")
      for (i = 1; pairs[i]; i += 2) section[pairs[i]] = pairs[i + 1]
      section["context"] = "SECOND PASS"
      for (family in section) is_section[section[family]] = 1
    }
    FILENAME == ARGV[1] {
      if ($0 == "THE SET RICH" || $0 == "INPUTS") inside = $0 != "INPUTS"
      else if (inside && $0 in is_section) current = $0
      else if (inside && /^[a-zA-Z0-9-]+ \(([a-z]+|web2text), .*\)$/) {
        e = ++n; line = 1; place[e] = current; heading[e] = $0; capitals[e] = ""
        if (match ($1, /[A-Z]+/)) capitals[e] = substr ($1, RSTART, RLENGTH)
      } else if (inside && line) {
        if (line == 1) formula[e] = $0
        else { sentence[e] = $0; sub (/\. .*/, ".", sentence[e]) }
        line = (line + 1) % 3
      }
      if (inside) text[current] = text[current] " " $0 " "
      next
    }
    # What entry e says, with anything in place of its capitals.
    function open_up (e, said) {
      if (capitals[e]) gsub (capitals[e], "...", said)
      return said
    }
    # Whether what the capitals of e stand for in @name is said in the subsection.
    function is_said (e, name,    before, after) {
      if (! capitals[e]) return 1
      before = index (heading[e], capitals[e]) - 1
      after = index (heading[e], " ") - 1 - before - length (capitals[e])
      return text[place[e]] ~ "[^a-z0-9-]" substr (name, before + 1, length (name) - before - after) "[^a-z0-9-]"
    }
    {
      for (e = 1; e <= n; e++)
        if (place[e] == section[$1] && line_matches(open_up(e, heading[e]), $2 " (" $1 ", " $3 ")") &&
            line_matches(open_up(e, formula[e]), $4) && line_matches(open_up(e, sentence[e]), $5 ".") && is_said(e, $2))
          break
      if (e > n) print "texttractor-features.7 does not have, under " section[$1] ": " $2 " (" $1 ", " $3 ") | " $4 " | " $5 "."
      used[e] = 1
    }
    END { for (e = 1; e <= n; e++) if (! used[e]) print "texttractor-features.7: there is no " heading[e] }' \
    "$work/plain/texttractor-features.7" "$work/patterns" >"$work/why"
  result "$(wc -l <"$work/patterns") features of the sets rich and web2text, the second stage, edges and the outcome are in the manual, no others"
else
  result "tables are in the manual"
fi

echo "1..$n"
exit $failed
