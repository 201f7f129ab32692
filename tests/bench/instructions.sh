#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions of each stage per byte of a page and per page, which other programs on the machine do not change:
# callgrind counts them by the functions of tests/bench/stages.c.
#
#   instructions.sh BENCH N FOLDER…      each Nth page of the folders
set -eu
bench=$1 every=$2
shift 2
for tool in valgrind callgrind_annotate; do
  command -v "$tool" >/dev/null || { echo "$tool is missing" >&2; exit 1; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# The program of the build tree may be a script of libtool.
[ "$(head -c 2 "$bench")" != '#!' ] || bench=${bench%/*}/.libs/${bench##*/}
valgrind -q --tool=callgrind --callgrind-out-file="$work/counts" "$bench" --only -n 1 --every="$every" "$@" >"$work/out"
callgrind_annotate --inclusive=yes --threshold=100 "$work/counts" >"$work/functions"
head -n 1 "$work/out"
awk '
  FILENAME == ARGV[1] { if (FNR == 1) { pages = $1; bytes = $3 } next }
  match ($0, /stages\.c:stage_[a-z]+/) {
    name = substr ($0, RSTART + 15, RLENGTH - 15)
    gsub (/,/, "", $1)
    if (name !~ /^(tools|get|costs)$/ && !(name in count)) { count[name] = $1; order[++n] = name; all += $1 }
  }
  END {
    printf "%-10s %18s %18s %7s\n", "stage", "instructions/byte", "instructions/page", "share"
    for (i = 1; i <= n; i++)
      printf "%-10s %18.2f %18.0f %6.1f%%\n", order[i], count[order[i]] / bytes, count[order[i]] / pages, 100 * count[order[i]] / all
    printf "%-10s %18.2f %18.0f %6.1f%%\n", "all", all / bytes, all / pages, 100
  }' "$work/out" "$work/functions"
