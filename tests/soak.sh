#!/bin/sh
# SPDX-License-Identifier: MIT
# Watches the memory of a long batch: the pages of a folder over and over. Takes long, so no part of `make check`.
#
#   soak.sh FOLDER [PAGES [OPTION…]]     100,000 pages; options of texttractor, such as -m or --jobs
#                                        the program is $TEXTTRACTOR, else bin/texttractor
#
# Prints the memory in use ten times on the way, and fails if it grew by more than a tenth after the first fifth.
set -u
folder=$1 pages=${2:-100000}
shift
[ $# -gt 0 ] && shift
program=${TEXTTRACTOR:-bin/texttractor}
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-soak.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

find "$folder" -name '*.html' -o -name '*.html.gz' | LC_ALL=C sort >"$work/once"
awk -v pages="$pages" '{ name[n++] = $0 } END { for (i = 0; n > 0 && i < pages; i++) print name[i % n] }' "$work/once" >"$work/list"
mkfifo "$work/feed"
# One page after the other, so that it is known how many have been read. Lists are read at once: so no list, but a
# line of jsonl for each page, counted.
"$program" -f jsonl --files-from="$work/list" "$@" 2>"$work/messages" >"$work/feed" &
batch=$!
awk -v step="$((pages / 10))" -v pid="$batch" '
  NR % step == 0 {
    status = "/proc/" pid "/status"
    while ((getline line < status) > 0) {
      split (line, word)
      if (word[1] == "VmRSS:") resident = word[2]
      if (word[1] == "VmHWM:") peak = word[2]
    }
    close (status)
    printf "%7d pages  %6.1f MB now  %6.1f MB at most\n", NR, resident / 1024, peak / 1024
    fflush ()
    if (NR == 2 * step) early = peak
    late = peak
  }
  END { printf "%d pages came out\n", NR; exit !(late > 0 && late <= early * 1.1) }' <"$work/feed"
flat=$?
wait "$batch"
sed 's/.*: //' "$work/messages" | sort | uniq -c | sort -rn | head -n 5
exit $flat
