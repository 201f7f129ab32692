#!/bin/sh
# SPDX-License-Identifier: MIT
# How well the language of the main text is found, and how well the language that pages declare agrees with the set:
# precision and recall by language, and their mean over languages.
#
#   languages.sh TEXTTRACTOR SET…      a SET is a folder with html/ and index.jsonl, whose pages have id and lang
#
# Pages without main text count as unknown; "zh-Hant" counts as "zh". Pages that the set gives no language are left out.
# What is found otherwise than the set says goes to standard error.
set -eu
program=$1
shift
for set; do
  "$program" extract -q --format=jsonl --detect-lang=page "$set/html" |
    awk -v set="$set" -v title="$(basename "$set")" '
      # Of a string in a line of JSON; "" if it is null.
      function field(name, at) {
        at = index ($0, "\"" name "\"")
        if (!at || !match (substr ($0, at + length (name) + 2), /^: *"[^"]*"/))
          return ""
        $0 = substr ($0, at + length (name) + 2)
        match ($0, /"[^"]*"/)
        return substr ($0, RSTART + 1, RLENGTH - 2)
      }
      function primary(tag) {
        sub (/[-_].*/, "", tag)
        return tolower (tag)
      }
      function share(a, b) { return b ? sprintf ("%.4f", a / b) : "-" }
      function row (kind, language, precision, recall) {
        precision = share(right[kind, language], said[kind, language])
        recall = share(right[kind, language], n[language])
        sums[kind, "p"] += precision
        sums[kind, "r"] += recall
        return sprintf (" %10s %8s", precision, recall)
      }
      BEGIN {
        while ((getline line < (set "/index.jsonl")) > 0) {
          $0 = line; id = field("id")
          $0 = line; wanted[id] = primary(field("lang"))
        }
      }
      {
        page = $0
        id = field("source"); sub (/.*\//, "", id); sub (/\.html?(\.gz)?$/, "", id)
        language = wanted[id]
        if (language == "" || language == "unknown")
          next
        if (!n[language]++)
          languages[++n_languages] = language
        $0 = page; guess["found"] = primary(field("detected_language"))
        $0 = page; guess["declared"] = primary(field("language"))
        for (kind in guess) {
          said[kind, guess[kind]]++
          right[kind, guess[kind]] += guess[kind] == language
        }
        if (guess["found"] != language && guess["found"] != "unknown")
          print title ": " id ": " language ", found " guess["found"] | "cat 1>&2"
        unknown += guess["found"] == "unknown"
      }
      END {
        printf "%s\n%-8s %6s %19s %19s\n%-8s %6s %10s %8s %10s %8s\n", title, "", "", "found", "declared",
          "language", "pages", "precision", "recall", "precision", "recall"
        for (i = 1; i <= n_languages; i++)
          printf "%-8s %6d%s%s\n", languages[i], n[languages[i]], row("found", languages[i]), row("declared", languages[i])
        printf "%-8s %6s %10.4f %8.4f %10.4f %8.4f\n", "mean", "", sums["found", "p"] / n_languages,
          sums["found", "r"] / n_languages, sums["declared", "p"] / n_languages, sums["declared", "r"] / n_languages
        printf "found unknown: %d pages\n\n", unknown
      }'
done
