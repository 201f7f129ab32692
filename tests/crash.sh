#!/bin/sh
# SPDX-License-Identifier: MIT
# Kills a run with --resume at each call that changes a file, once for each, lets it go on, and compares what it comes to
# with a run that nobody stopped. Takes minutes, so no part of `make check`; needs strace.
#
#   crash.sh [OPTION…]      of extract; without any, some kinds of output. The program is $TEXTTRACTOR, else bin/texttractor
set -u
program=$(realpath "${TEXTTRACTOR:-bin/texttractor}")
command -v strace >/dev/null || { echo "crash.sh: strace is missing" >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-crash.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

# Pages of some megabytes: packed output has several members. One fails, one is empty.
mkdir pages
for i in 1 2 3 4 5 6 7 8 9; do
  awk -v page=$i 'BEGIN { for (i = 0; i < (page % 3 == 0 ? 10 : 9000); i++)
    print "<p>Paragraph " i " of page " page " is about the tide at " i * page % 1440 " minutes past midnight, and about " \
      "nothing else but the tide, which comes and goes with the moon as it always has, day by day and night by night." }' >pages/$i.html
done
printf '%%PDF-1.4\n' >pages/55.html
echo '<p>' >pages/66.html

# shellcheck disable=SC2086 # a list of words
run () { "$@" -q -m everything $options --resume --failures=failures ../pages >/dev/null 2>&1; }

# Kills at the $n-th of the calls $call. Returns: 1 if there are fewer
kill_once () {
  rm -rf run
  mkdir run
  (cd run && run strace -qq -o ../trace -e trace="$call" -e inject="$call":signal=SIGKILL:when="$n" "$program")
  [ $? != 1 ] || return 1
  (cd run && run "$program")
  rm -f run/.*.lock
  diff -r whole run || { echo "killed at $call no. $n: $options"; exit 1; }
}

check () {
  options=$* kills=0
  rm -rf whole
  mkdir whole
  (cd whole && run "$program")
  for call in write ftruncate rename unlink linkat openat; do
    n=1
    while kill_once; do
      n=$((n + 1)) kills=$((kills + 1))
    done
  done
  echo "$options: killed $kills times, each as if it had not been"
}

if [ $# -gt 0 ]; then
  check "$@"
else
  check -o out.txt
  check -o out.txt.gz
  check --shard-size=3M -o out.txt
  check --shard-size=6M -o out.txt.zst
  check -f xml --shard-size=1M -o out.xml.gz
fi
