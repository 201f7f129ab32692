#!/bin/bash
# SPDX-License-Identifier: MIT
# What bash, fish and zsh offer at the end of command lines.
set -u
work=$PWD/bin/completion
PATH=$PWD/bin:$PATH
n=0
failed=0
# Where there is no file: shells offer files, too.
empty=$(mktemp -d) || exit 1
trap 'rmdir "$empty"' EXIT
cd "$empty" || exit 1

# result NAME EXPECTED GOT
result () {
  n=$((n + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $n - $1"
  else
    echo "not ok $n - $1"
    echo "# expected: $2"
    echo "# got:      $3"
    failed=1
  fi
}

# ---- The cases: words of a line, the last one unfinished; and what fits, sorted ----------------------
cases () {
  cat <<'EOF'
ex|extract
mod|model
--encod|--encoding
-f ma|markdown
extract -f ma|markdown
--format = ma|markdown
--comments = |drop keep only separate
--only-with = au|authors
--dedup = ne|near
dedup --si|--similarity
dedup --find = pa|paragraphs
-m cl|classic
eval -m larg|largest-block
train --swee|--sweep
dataset im|import
dataset import --from = c|cleaneval csv
annotate --palette = m|mono
model inst|install
help tra|train
EOF
}

complete_bash () {
  COMP_WORDS=(texttractor)
  local rest=$1
  while [[ $rest == *' '* ]]; do
    COMP_WORDS+=("${rest%% *}")
    rest=${rest#* }
  done
  COMP_WORDS+=("$rest")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _texttractor
  printf '%s\n' "${COMPREPLY[@]}"
}

# shellcheck disable=SC1091 # it is made
. "$work/texttractor" || exit 1
while IFS='|' read -r line expected; do
  result "bash: $line" "$expected" "$(complete_bash "$line" | sort | tr '\n' ' ' | sed 's/ *$//; s/^ *//')"
done < <(cases)
missing=$(awk -F'\t' '$1 == "option" && $2 != "" { print $2, $3 }' "$work/table.tsv" | while read -r verb option; do
  complete_bash "$verb $option" | grep -qxe "$option" || echo "$verb $option"
done)
result 'bash: every option of every verb' '' "$missing"
words=$(awk -F'\t' '$1 == "option"' "$work/table.tsv" | wc -l)
result 'the help of all verbs has been read' yes "$([ "$words" -gt 150 ] && echo yes)"

if command -v fish >/dev/null; then
  while IFS='|' read -r line expected; do
    result "fish: $line" "$expected" \
      "$(fish -N -c "source $work/texttractor.fish; complete -C 'texttractor ${line/ = /=}'" \
         | cut -f1 | grep -v / | sed 's/^--[a-z-]*=//' | sort | tr '\n' ' ' | sed 's/ *$//')"
  done < <(cases)
else
  n=$((n + 1))
  echo "ok $n - fish # SKIP fish is missing"
fi

# zsh completes in a terminal only; what it is told is looked at instead.
if command -v zsh >/dev/null; then
  complete_zsh () {
    zsh -f -c '_arguments () { print -rl -- "$@" }; _describe () { print -rl -- $described }; _files () { }
      words=(texttractor '"$1"'); CURRENT=$#words; . '"$work/_texttractor" 2>&1
  }
  result 'zsh: verbs' 'extract:Print the main text of pages (the verb may be left out)' "$(complete_zsh ex | head -n 1)"
  result 'zsh: formats' 2 "$(complete_zsh '-f ma' | grep -c '^(-f --format)-.*:NAME:(text json jsonl html markdown')"
  result 'zsh: actions' '1:action:((import\:"Make a set from pages, or add pages to it"' \
    "$(complete_zsh 'dataset im' | grep -o '^1:action:((import[^"]*"[^"]*"')"
else
  n=$((n + 1))
  echo "ok $n - zsh # SKIP zsh is missing"
fi

echo "1..$n"
exit $failed
