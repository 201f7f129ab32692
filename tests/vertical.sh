#!/bin/sh
# SPDX-License-Identifier: MIT
# Corpus managers take what we write: cwb-encode reads a vertical file by the command that --registry wrote beside it,
# and finds as many positions, sentences and links as there are.
set -u
here=$(cd "$(dirname "$0")" && pwd)
texttractor=${TEXTTRACTOR:-bin/texttractor}

skip () {
  echo "1..0 # SKIP $1"
  exit 0
}
command -v cwb-encode >/dev/null && command -v cwb-describe-corpus >/dev/null ||
  skip "cwb-encode and cwb-describe-corpus are missing (package cwb)"
case $texttractor in /*) ;; *) texttractor=$PWD/$texttractor ;; esac
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-vertical.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

grep -q '^#define HAVE_ICU' "$(dirname "$texttractor")/../config.h" || skip "vertical text needs ICU, which was not built in"
"$texttractor" -a -q -f vertical --metadata --structure=yes --images=yes --url=https://h.example/ --registry=pages \
  -o pages.vert "$here"/pages/*.html "$here"/pages/segment/*.html || exit 1
CORPUS_REGISTRY=$work/registry
export CORPUS_REGISTRY
mkdir "$CORPUS_REGISTRY"
echo 1..3
if sed -n 's/^# \(mkdir .*\)/\1/p' pages.cwb | sh 2>messages && ! grep -i -e warning -e error messages; then
  echo "ok 1 - cwb-encode takes the file without a warning"
else
  echo "not ok 1 - cwb-encode takes the file without a warning"
  sed 's/^/# /' messages
fi
cwb-describe-corpus -s PAGES >described
positions=$(grep -vc '^<' pages.vert)
sentences=$(grep -c '^<s>$' pages.vert)
if grep -q "size (tokens): *$positions\$" described && grep -q "s-ATT s  *$sentences region" described; then
  echo "ok 2 - all positions and sentences are there"
else
  echo "not ok 2 - all positions and sentences are there"
  sed 's/^/# /' described
fi
# What the file in the registry of CWB says is what ours says, but for the order.
list () {
  sed -n 's/^\(ATTRIBUTE\|STRUCTURE\)  *\([a-z_]*\).*/\1 \2/p' "$1" | sort
}
list pages.cwb >ours
list "$CORPUS_REGISTRY"/pages >theirs
if diff ours theirs >different; then
  echo "ok 3 - both registry files name the same"
else
  echo "not ok 3 - both registry files name the same"
  sed 's/^/# /' different
fi
