#!/bin/sh
# SPDX-License-Identifier: MIT
# Types the scripts of this folder and compares the screens that they save with those in saved/; prints TAP.
#
#   run.sh [NAME…]          the program is $TEXTTRACTOR, else bin/texttractor of the build tree
#   run.sh --save [NAME…]   puts the screens into saved/: look at what git says of them
#
# NAME.script begins with a line "# annotate OPTIONS" and works on a fresh copy of set/, which has the labels of the
# folder NAME.labels, if there is one. Each of its screens has the name of the script and a word: NAME-WORD.txt.
# There are no scores of models in them, which change when a model is trained anew: proposals are those of a method.
set -u
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${TEXTTRACTOR:-}" ]; then
  TEXTTRACTOR=bin/texttractor
  [ -x "$TEXTTRACTOR" ] || TEXTTRACTOR=$here/../../bin/texttractor
fi
TEXTTRACTOR=$(cd "$(dirname "$TEXTTRACTOR")" && pwd)/$(basename "$TEXTTRACTOR")
LC_ALL=C.UTF-8
export LC_ALL
unset TEXTTRACTOR_EXEC_PATH NO_COLOR COLORFGBG

save=no
if [ "${1:-}" = --save ]; then
  save=yes
  shift
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-screens.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
HOME=$work/home
XDG_CONFIG_HOME=$HOME
export HOME XDG_CONFIG_HOME

# Types the script $1 in the folder $2.
type_script () {
  mkdir "$2"
  cp -R "$here/set" "$2/set"
  [ ! -d "$here/$1.labels" ] || cp -R "$here/$1.labels" "$2/set/labels"
  chmod -R u+w "$2/set"
  options=$(sed -n '1s/^# annotate //p' "$here/$1.script")
  # shellcheck disable=SC2086 # options, parted by spaces
  (cd "$2" && "$TEXTTRACTOR" annotate --who=ada $options --timeout=600 --script="$here/$1.script" set) 2>&1
}

# Compares the screens in the folder $2 with those that were saved of the script $1.
compare () {
  result=0
  for screen in "$2/$1"-*.txt; do
    diff -u "$here/saved/$(basename "$screen")" "$screen" || result=1
  done
  for saved in "$here/saved/$1"-*.txt; do
    [ -e "$2/$(basename "$saved")" ] || { echo "$saved was not made" && result=1; }
  done
  return $result
}

if [ $# -eq 0 ]; then
  for script in "$here"/*.script; do
    set -- "$@" "$(basename "$script" .script)"
  done
fi
echo "1..$#"
n=0
failed=0
for name; do
  n=$((n + 1))
  if said=$(type_script "$name" "$work/$name") && [ -z "$said" ]; then
    if [ $save = yes ]; then
      mkdir -p "$here/saved"
      rm -f "$here/saved/$name"-*.txt
      cp "$work/$name/$name"-*.txt "$here/saved/"
    fi
    said=$(compare "$name" "$work/$name") && echo "ok $n - $name" && continue
  fi
  echo "not ok $n - $name"
  printf '%s\n' "$said" | sed 's/^/# /'
  failed=1
done
exit $failed
