#!/bin/sh
# SPDX-License-Identifier: MIT
# What serving costs beside the command line, with wrk.
#   serve.sh PROGRAM FOLDER     SECONDS (10), JOBS (2), REQUESTS (100000) of the environment
set -eu
program=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
SECONDS_EACH=${SECONDS_EACH:-10}
JOBS=${JOBS:-2}
REQUESTS=${REQUESTS:-100000}
command -v wrk >/dev/null || { echo "wrk is missing" >&2; exit 77; }

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-bench.XXXXXX")
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null || :; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Packed pages are unpacked for both.
mkdir "$work/unpacked"
find "$(cd "$folder" && pwd)" -type f \( -name '*.html' -o -name '*.htm' -o -name '*.html.gz' \) | sort | head -n "${PAGES:-2000}" |
  while IFS= read -r page; do
    case $page in
    *.gz)
      unpacked=$work/unpacked/$(basename "$page" .gz)
      gzip -dc <"$page" >"$unpacked"
      echo "$unpacked" ;;
    *) echo "$page" ;;
    esac
  done >"$work/pages"
pages=$(wc -l <"$work/pages")
[ "$pages" -gt 0 ] || { echo "$folder has no pages" >&2; exit 1; }
now () { date +%s.%N; }
memory () { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }
# load CONNECTIONS SECONDS LIST: the line RESULT
load () { wrk -t 1 -c "$1" -d "$2" --timeout 30s -s "$here/serve.lua" "${address}v1/extract" -- "$3" | sed -n 's/^RESULT //p'; }
# per_second RESULT: good answers
per_second () { echo "$1" | awk '{ printf "%.1f", ($2 - $6) / $4 }'; }

"$program" serve --no-config --listen=127.0.0.1:0 --address-file="$work/address" --jobs="$JOBS" --max-connections=2000 --max-waiting=2000 \
  --log=/dev/null 2>"$work/messages" &
server=$!
until [ -s "$work/address" ]; do
  kill -0 $server || { cat "$work/messages" >&2; exit 1; }
  sleep 0.1
done
address=$(cat "$work/address")
echo "$pages pages of $folder, $JOBS jobs"

batch () {
  start=$(now)
  "$program" extract --no-config -q -j "$JOBS" -f json --files-from="$work/pages" -o /dev/null 2>/dev/null || :
  echo "$pages $start $(now)" | awk '{ printf "%.1f", $1 / ($3 - $2) }'
}
# In turns: what else the machine does hits both.
batch >/dev/null
for turn in 1 2 3; do
  by_batch=$(batch)
  result=$(load 8 "${SECONDS_EACH}s" "$work/pages")
  by_post=$(per_second "$result")
  echo "turn $turn: $by_batch pages a second by extract, $by_post by POST: $(echo "$by_batch $by_post" | awk '{ printf "%.0f %%", 100 * $2 / $1 }') ($result)"
done

echo "1,000 connections: $(load 1000 "${SECONDS_EACH}s" "$work/pages"), $(memory) kB"

# The page nearest to 100 kB, at half of what the server does.
xargs -d '\n' stat -c '%s %n' <"$work/pages" | awk '{ d = $1 - 100000; if (d < 0) d = -d; print d, $0 }' | sort -n | head -n 1 | cut -d ' ' -f 3- >"$work/one"
most=$(per_second "$(load 8 5s "$work/one")")
half=$(echo "$most" | awk '{ print $1 / 2 }')
echo "a page of 100 kB: $most a second at most; at half of it: $(python3 "$here/serve-load.py" "${address}v1/extract" "$(cat "$work/one")" "$half" "$SECONDS_EACH")"

# Memory over many requests.
head -n 200 "$work/pages" >"$work/some"
asked=0
while [ $asked -lt "$REQUESTS" ]; do
  n=$(load 8 10s "$work/some" | cut -d ' ' -f 2)
  [ "${n:-0}" -gt 0 ] || { echo "nothing is answered" >&2; exit 1; }
  asked=$((asked + n))
  echo "$asked requests: $(memory) kB"
done
