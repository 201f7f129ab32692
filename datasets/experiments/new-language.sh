#!/bin/sh
# SPDX-License-Identifier: MIT
# How many annotated pages does a new language need?
#   sh new-language.sh SET LANGUAGE RESULTS-FOLDER OTHER-SET…
# A model of the other sets stands for what there is before; pages of LANGUAGE in them are left out.
# Broken off, it goes on where it was. What it gave: datasets/EXPERIMENTS.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
set_=$1 language=$2 results=$3
shift 3
mkdir -p "$results"

# What there is without a single page of the language.
[ -f "$results/before.model" ] ||
  texttractor train --design=classic --engine=matrix --samples=0 --timeout=600 "$@" --where="lang!=$language" -o "$results/before.model" >"$results/before.txt"
texttractor eval -j 0 --timeout=600 "$set_" --where="lang=$language" -m "$results/before.model" --json \
  >"$results/before.json"

run() { texttractor train --design=classic --engine=matrix --samples=0 --timeout=600 "$set_" --where="lang=$language" --sweep="$here/pages.sweep" "$@"; }
run -o "$results/from-nothing.tsv"
run --start="$results/before.model" -o "$results/from-before.tsv"
