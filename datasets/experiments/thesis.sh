#!/bin/sh
# SPDX-License-Identifier: MIT
# The experiments of the thesis, repeated: sh thesis.sh SET RESULTS-FOLDER
# Broken off, it goes on where it was. What it gave: datasets/EXPERIMENTS.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
set_=$1 results=$2
mkdir -p "$results"
run() { texttractor train --design=classic --engine=matrix --samples=0 --timeout=600 "$set_" "$@"; }

run --sweep="$here/algorithms.sweep" -o "$results/algorithms.tsv"
run --sweep="$here/layers.sweep" -o "$results/layers.tsv"
run --sweep="$here/layers.sweep" --features=classic-alone -o "$results/layers-alone.tsv"
run --sweep="$here/activations.sweep" -o "$results/activations.tsv"
# With and without post-analysis, rule by rule: the end of the report.
run --name=thesis -o "$results/thesis.model" >"$results/rules.txt"
