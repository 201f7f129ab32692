#!/bin/sh
# SPDX-License-Identifier: MIT
# The shipped set of elements gives the built-in model, and its figures, by sites and by styles that were left out, are
# what they must be; prints TAP. Takes minutes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$here/../datasets/elements/elements.jsonl" ] || { echo "1..0 # SKIP datasets/elements is not there"; exit 0; }
TEXTTRACTOR=${TEXTTRACTOR:-bin/texttractor}
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-goals.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
n=0

# Is $2 true?
check () {
  n=$((n + 1))
  if [ "$2" = 1 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

card=$here/../models/elements.md
licence=$(sed -n 's/^- licence: //p' "$card")
attribution=$(sed -n 's/^- attribution: //p' "$card")
note=$(sed -n 's/^- note: //p' "$card")
"$TEXTTRACTOR" train "$here/../datasets/elements" -o "$work/elements.model" --date="$(sed -n 's/^- date: //p' "$card")" \
  --licence="$licence" --attribution="$attribution" --note="$note" >"$work/report"
check "the model is the built-in one" "$(cmp -s "$work/elements.model" "$here/../models/elements.model" && echo 1)"
for by in sites styles; do
  sed -n "/^Each of [0-9]* $by/,/^temperature/p" "$work/report" >"$work/$by"
  # The first line of a class is that of the table; the second one has its intervals.
  check "$by: macro F1 from .85 on" "$(awk '/^macro F1 [0-9.]*,/ { print ($3 + 0 >= 0.85) }' "$work/$by")"
  check "$by: recall of Revealer from .90 on" "$(awk '/^Revealer/ { print ($3 >= 0.9); exit }' "$work/$by")"
  check "$by: precision of Revealer from .85 on" "$(awk '/^Revealer/ { print ($2 >= 0.85); exit }' "$work/$by")"
  check "$by: calibration error below .05" "$(awk '/^calibration error/ { print ($3 < 0.05) }' "$work/$by")"
done
echo "1..$n"
