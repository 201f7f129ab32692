#!/bin/sh
# SPDX-License-Identifier: MIT
# Kills batches at random moments, lets them go on, and compares what they come to with a batch that nobody stopped.
# Takes minutes, so no part of `make check`.
#
#   kill.sh FOLDER [ROUNDS]      the pages of the folder; 100 rounds of each kind
#                                the program is $TEXTTRACTOR, else bin/texttractor
set -u
pages=$1 rounds=${2:-100}
program=${TEXTTRACTOR:-bin/texttractor}
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-kill.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

random () { od -An -N2 -tu2 /dev/urandom | tr -d ' '; }

# One round: the batch with the options "$@" is killed until it comes to its end. Adds to $kills.
go_on () {
  while :; do
    "$program" "$@" "$pages" >/dev/null 2>&1 &
    batch=$!
    # Somewhere in the first $span milliseconds.
    sleep "$(awk -v r="$(random)" -v span="$span" 'BEGIN { printf "%.3f", r / 65536 * span / 1000 }')"
    kill -"$signal" "$batch" 2>/dev/null && kills=$((kills + 1))
    wait "$batch" 2>/dev/null
    code=$?
    [ "$code" -le 1 ] && return
  done
}

began=$(date +%s%N)
"$program" --timeout=60 -f jsonl -o "$work/whole.jsonl" --failures="$work/whole.failures" "$pages" 2>/dev/null
span=$((($(date +%s%N) - began) / 1000000))
"$program" --timeout=60 -f jsonl --output-dir="$work/whole" "$pages" 2>/dev/null
for signal in KILL TERM; do
  for kind in file folder; do
    kills=0 round=0
    while [ "$round" -lt "$rounds" ]; do
      round=$((round + 1))
      rm -rf "$work/out" "$work/out.jsonl" "$work/failures"
      if [ "$kind" = file ]; then
        go_on --timeout=60 -f jsonl -j2 --resume -o "$work/out.jsonl" --failures="$work/failures"
        cmp "$work/whole.jsonl" "$work/out.jsonl" || exit 1
        cmp "$work/whole.failures" "$work/failures" || exit 1
        ls -A "$work" | grep -e part -e journal && exit 1
      else
        go_on --timeout=60 -f jsonl -j2 --resume --output-dir="$work/out"
        diff -r "$work/whole" "$work/out" || exit 1
      fi
      rm -f "$work"/.*.lock
    done
    echo "$signal, $kind: $rounds batches, stopped $kills times, each as if it had not been"
  done
done
