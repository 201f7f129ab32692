#!/bin/sh
# SPDX-License-Identifier: MIT
# Kills batches at random moments, lets them go on, and compares what they come to with a batch that nobody stopped.
# Takes minutes, so no part of `make check`.
#
#   kill.sh FOLDER [ROUNDS]      the pages of the folder; 100 rounds of each kind. Packed output has several members if it
#                                has more than 4 MB, so some 200 pages are wanted
#                                the program is $TEXTTRACTOR, else bin/texttractor
set -u
pages=$(realpath "$1") rounds=${2:-100}
program=$(realpath "${TEXTTRACTOR:-bin/texttractor}")
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-kill.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

random () { od -An -N2 -tu2 /dev/urandom | tr -d ' '; }

# What makes an output of the kind $1, and where it is in the folder of a run.
get_options () {
  case $1 in
  file) echo "-o out.jsonl --failures=failures" ;;
  packed) echo "-a -o out.jsonl.zst --failures=failures" ;;
  shards) echo "-a --shard-size=9M -o out.jsonl.gz --failures=failures" ;;
  folder) echo "--output-dir=out" ;;
  esac
}

# One round: the batch with the options "$@" is killed until it comes to its end. Adds to $kills.
go_on () {
  while :; do
    (cd "$work/run" && exec "$program" --timeout=60 -f jsonl "$@" "$pages") >/dev/null 2>&1 &
    batch=$!
    # Somewhere in the first $span milliseconds.
    sleep "$(awk -v r="$(random)" -v span="$span" 'BEGIN { printf "%.3f", r / 65536 * span / 1000 }')"
    kill -"$signal" "$batch" 2>/dev/null && kills=$((kills + 1))
    wait "$batch" 2>/dev/null
    code=$?
    [ "$code" -le 1 ] && return
  done
}

for kind in file packed shards folder; do
  options=$(get_options "$kind")
  mkdir "$work/$kind"
  began=$(date +%s%N)
  # shellcheck disable=SC2086 # a list of words
  (cd "$work/$kind" && "$program" --timeout=60 -f jsonl $options "$pages" 2>/dev/null)
  span=$((($(date +%s%N) - began) / 1000000))
  for signal in KILL TERM; do
    kills=0 round=0
    while [ "$round" -lt "$rounds" ]; do
      round=$((round + 1))
      rm -rf "$work/run"
      mkdir "$work/run"
      # shellcheck disable=SC2086
      go_on -j2 --resume $options
      rm -f "$work"/run/.*.lock
      diff -r "$work/$kind" "$work/run" || exit 1
    done
    echo "$signal, $kind: $rounds batches, stopped $kills times, each as if it had not been"
  done
done
