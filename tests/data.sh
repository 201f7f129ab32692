#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs on real pages, where there are any: all sets (datasets/FORMAT.md) in the folder $TEXTTRACTOR_DATA.
#
#   - every page goes through the program, or is named with the reason
#   - eval counts as the reference scorer does, words and runs of four words ($TEXTTRACTOR_SCORER, a program for python3)
#   - any number of threads gives the same bytes
#   - gumbo alone and with the scanner in front of it give the same bytes
#   - the default model is as good as it was
#   - tables come out whole
#
# In a build with sanitizers (SANITIZED=1) only the first, on some of the pages. Pages get a minute each, so that a busy
# machine makes no difference.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
build=${top_builddir:-.}
program=${TEXTTRACTOR:-$build/bin/texttractor}
data=${TEXTTRACTOR_DATA:-$top/../shared/data}
scorer=${TEXTTRACTOR_SCORER:-$top/../shared/tools/score.py}
LC_ALL=C.UTF-8 TERM=dumb
export LC_ALL TERM

sets=
for index in "$data"/*/index.jsonl; do
  [ -e "$index" ] && sets="$sets $(basename "$(dirname "$index")")"
done
if [ -z "$sets" ]; then
  echo "1..0 # SKIP no data sets at $data (set TEXTTRACTOR_DATA)"
  exit 0
fi
if [ -z "${SANITIZED:-}" ] && grep -qs '^HARDEN_CFLAGS = .*-fsanitize=' "$build/Makefile"; then
  SANITIZED=1
fi
SANITIZED=${SANITIZED:-}

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-data.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

n=0 failed=0
# report CODE NAME [FILE]: a line of TAP; the file says what was wrong.
report () {
  n=$((n + 1))
  if [ "$1" = 0 ]; then
    echo "ok $n - $2"
    return
  fi
  echo "not ok $n - $2"
  [ -n "${3:-}" ] && head -n 20 "$3" | sed 's/^/# /'
  failed=1
}

skip () {
  n=$((n + 1))
  echo "ok $n - $1 # SKIP $2"
}

has_set () {
  case " $sets " in
  *" $1 "*) return 0 ;;
  esac
  return 1
}

# ---- Every page goes through -------------------------------------------------------------------

# The pages of the set $1 that are to be tried, one a line.
list_pages () {
  find "$data/$1/html" -name '*.html' -o -name '*.html.gz' | LC_ALL=C sort >"$work/all"
  case "$SANITIZED $1" in
  " "* | *" chinese" | *" canola") cat "$work/all" ;;
  *) awk -v n="$(wc -l <"$work/all")" 'int (NR * 25 / n) > int ((NR - 1) * 25 / n)' "$work/all" ;; # 25, evenly
  esac
}

for set in $sets; do
  out=$work/out/$set
  mkdir -p "$out"
  list_pages "$set" >"$work/pages"
  "$program" -q -j2 --timeout=60 --output-dir="$out" --files-from="$work/pages" >"$work/stdout" 2>"$work/stderr"
  code=$?
  pages=$(wc -l <"$work/pages")
  written=$(find "$out" -name '*.txt' | wc -l)
  named=$(grep -c '^texttractor: .*\.html\(\.gz\)\?: ' "$work/stderr")
  lines=$(wc -l <"$work/stderr")
  {
    echo "exit code $code; $pages pages, $written written, $named named, $lines lines of messages"
    cat "$work/stderr"
  } >"$work/why"
  if [ "$named" = 0 ]; then expected=0; else expected=1; fi
  [ "$pages" -gt 0 ] && [ "$code" = "$expected" ] && [ ! -s "$work/stdout" ] && [ "$named" = "$lines" ] &&
    [ $((written + named)) = "$pages" ]
  report $? "$set: $((pages)) pages go through" "$work/why"
done

if [ -n "$SANITIZED" ]; then
  echo "1..$n"
  exit $failed
fi

# ---- Eval counts as the reference scorer does ----------------------------------------------------

cat >"$work/compare.py" <<'END'
import json, sys
ours, theirs = (json.load(open(path)) for path in sys.argv[1:3])
def shingles(report):
    """what our report says of shingle4, in the keys of the reference"""
    measures = report['measures']
    keys = ['f1', 'precision', 'recall']
    found = {key: measures['shingle4-' + key]['mean'] for key in keys + ['accuracy']}
    found.update(('micro_' + key, measures['shingle4-' + key]['total']) for key in keys)
    found['n'] = report.get('n')
    return found
if theirs['metric'] == 'shingle4':
    ours.update(shingles(ours), metric='shingle4')
    for by in ('by_type', 'by_lang'):
        for group in ours.get(by, {}):
            ours[by][group] = shingles(ours[by][group])
def compare(place, a, b):
    for key in b:
        where = place + key
        if key not in a:
            print(where, 'is missing')
        elif isinstance(b[key], dict):
            compare(where + '/', a[key], b[key])
            for other in sorted(set(a[key]) - set(b[key])):
                if not place and key.startswith('by_'):
                    print(where + '/' + other, 'is not in the reference')
        elif isinstance(b[key], float):
            if abs(a[key] - b[key]) > 0.000011:
                print(where, a[key], 'and not', b[key])
        elif a[key] != b[key]:
            print(where, a[key], 'and not', b[key])
compare('', ours, theirs)
END

for set in wcxb-dev chinese daniel-a; do
  name="$set: eval counts as the reference scorer does"
  if ! has_set "$set"; then
    skip "$name" "no such set"
    continue
  fi
  # The largest set has been labelled once, and that took long enough.
  outputs=
  [ "$set" = wcxb-dev ] && outputs="--outputs=$work/out/$set"
  "$program" eval -j2 --timeout=60 --json --measures=shingle4 ${outputs:+"$outputs"} "$data/$set" >"$work/$set.json" 2>"$work/messages"
  code=$?
  # The model has learnt from some of the sets, and eval says so.
  grep -v ': the model rich was trained on ' "$work/messages" >"$work/why"
  if ! command -v python3 >/dev/null || ! [ -e "$scorer" ]; then
    skip "$name" "no python3, or no scorer at $scorer"
    continue
  fi
  [ $code = 0 ] || echo "eval: exit code $code" >>"$work/why"
  code=0
  for metric in word shingle4; do
    python3 "$scorer" "$data/$set" "$work/out/$set" --metric $metric >"$work/reference.json" 2>>"$work/why" &&
      python3 "$work/compare.py" "$work/$set.json" "$work/reference.json" >>"$work/why" 2>&1 || code=1
  done
  [ $code = 0 ] && [ ! -s "$work/why" ]
  report $? "$name" "$work/why"
done

# ---- Any number of threads gives the same bytes --------------------------------------------------

for set in chinese canola readability; do
  has_set "$set" || continue
  list_pages "$set" >"$work/pages"
  for jobs in 1 2; do
    "$program" -a -f jsonl -j$jobs --timeout=60 --files-from="$work/pages" >"$work/pages-$jobs" 2>"$work/messages-$jobs"
    "$program" eval --all-measures -j$jobs --timeout=60 --pages="$work/table-$jobs" "$data/$set" >"$work/eval-$jobs" 2>&1
  done
  {
    cmp "$work/pages-1" "$work/pages-2" && cmp "$work/messages-1" "$work/messages-2" &&
      cmp "$work/table-1" "$work/table-2" && cmp "$work/eval-1" "$work/eval-2" && test -s "$work/pages-1"
  } >"$work/why" 2>&1
  report $? "$set: one thread and two give the same bytes" "$work/why"
done

# ---- Both ways to read markup give the same bytes -------------------------------------------------

# The outputs of all pages, and the features of the set rich of some.
for set in $sets; do
  list_pages "$set" >"$work/pages"
  awk -v n="$(wc -l <"$work/pages")" 'int (NR * 25 / n) > int ((NR - 1) * 25 / n)' "$work/pages" >"$work/some"
  for parser in plain scanner; do
    "$program" -a -f jsonl -j2 --parser=$parser --timeout=60 --files-from="$work/pages" >"$work/pages-$parser" 2>"$work/messages-$parser"
    while read -r page; do
      "$program" features --set=rich -f json --parser=$parser --timeout=60 "$page"
    done <"$work/some" >"$work/features-$parser" 2>&1
  done
  {
    cmp "$work/pages-plain" "$work/pages-scanner" && cmp "$work/messages-plain" "$work/messages-scanner" &&
      cmp "$work/features-plain" "$work/features-scanner" && test -s "$work/pages-plain" && test -s "$work/features-plain"
  } >"$work/why" 2>&1
  report $? "$set: gumbo alone and behind the scanner give the same bytes" "$work/why"
done

# ---- The default model is as good as it was -------------------------------------------------------

if has_set wcxb-dev; then
  f1=$(grep -o '"f1": [0-9.]*' "$work/wcxb-dev.json" | head -n 1 | cut -d ' ' -f 2)
  awk -v f1="${f1:-0}" 'BEGIN { exit !(f1 >= 0.80) }'
  report $? "wcxb-dev: F1 of the default model is ${f1:-unknown}, at least 0.80"
fi

# ---- Tables come out whole -------------------------------------------------------------------------

# Of tables of six or more blocks, how many there are, and of how many some cells have a good block and some have
# none. A block belongs to the innermost table; what is in no cell, as a caption, is like one.
count_tables () {
  awk '
    function count_page(  table, cell) {
      for (cell in good) {
        table = table_of[cell]
        cells[table]++
        kept[table] += good[cell]
      }
      for (table in blocks)
        if (blocks[table] >= 6) {
          tables++
          torn += kept[table] > 0 && kept[table] < cells[table]
        }
      split ("", blocks); split ("", cells); split ("", kept); split ("", good); split ("", table_of)
    }
    /^<page / { count_page() }
    /^<block / && match ($0, / path="[^"]*"/) {
      path = substr ($0, RSTART + 7, RLENGTH - 8)
      if (!match (path, /.*\/table\[[0-9]+\]/))
        next
      table = substr (path, 1, RLENGTH)
      rest = substr (path, RLENGTH + 1)
      cell = match (rest, /\/t[dh]\[[0-9]+\]/) ? substr (path, 1, length (table) + RSTART + RLENGTH - 1) : table
      blocks[table]++
      table_of[cell] = table
      if (!(cell in good) || !good[cell])
        good[cell] = $0 ~ / label="good"/
    }
    END { count_page(); print tables + 0, torn + 0 }'
}

if has_set wcxb-dev; then
  list_pages wcxb-dev >"$work/pages"
  "$program" -a -f xml -j2 --timeout=60 --files-from="$work/pages" 2>"$work/why" | count_tables >"$work/tables"
  read -r tables torn <"$work/tables"
  [ "$tables" -ge 400 ] && [ $((torn * 25)) -le "$tables" ]
  report $? "wcxb-dev: of $tables tables $torn come out in part, at most one in 25" "$work/why"
fi

echo "1..$n"
exit $failed
