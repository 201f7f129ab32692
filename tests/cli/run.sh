#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the cases of this folder, or those that are named, and prints TAP.
#
#   run.sh [NAME…]          the program is $TEXTTRACTOR, else bin/texttractor of the build tree
#   run.sh --training       those that train, which take longest; they are not among "all"
#
# A case is a text file, NAME.test. What stands above its first "---" line says what it is about. Then:
#
#   --- needs CONDITION     a shell command; the case is skipped unless it succeeds; $TENTH is empty in plain builds
#   --- run                 shell commands; `texttractor` is the program, $PAGES the folder of pages
#   --- stdout              what they print, exactly; nothing if there is no such part
#   --- stderr              the same for their messages
#   --- exit N              their exit code; 0 if there is no such line
#
# and any number of such runs, one after the other in one fresh folder, with an empty $HOME at first, ten minutes each. "--- stdout glob"
# compares by a pattern of the shell, in which * stands for anything, line breaks too.
set -u
here=$(cd "$(dirname "$0")" && pwd)
PAGES=$(cd "$here/../pages" && pwd)
if [ -z "${TEXTTRACTOR:-}" ]; then
  TEXTTRACTOR=bin/texttractor
  [ -x "$TEXTTRACTOR" ] || TEXTTRACTOR=$here/../../bin/texttractor
fi
TEXTTRACTOR=$(cd "$(dirname "$TEXTTRACTOR")" && pwd)/$(basename "$TEXTTRACTOR")
LC_ALL=C.UTF-8
TERM=dumb
# A tenth of the epochs, where a session is not about how many: sanitizers make each of them some ten times as long.
TENTH=
! grep -q __asan_init "$TEXTTRACTOR" || TENTH=1
export PAGES TEXTTRACTOR LC_ALL TERM TENTH
unset TEXTTRACTOR_EXEC_PATH TEXTTRACTOR_MANPATH XDG_DATA_HOME XDG_CONFIG_HOME http_proxy https_proxy

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-cli.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
HOME=$work/home # models of the user's are not found; what is installed goes here
export HOME

# Cuts the case $1 into the files $2/N.run, N.stdout, N.stderr, N.exit ... and $2/needs.
split_case () {
  awk -v folder="$2" '
    /^--- needs / { sub (/^--- needs /, ""); print > (folder "/needs"); next }
    /^--- run$/ { part = sprintf ("%s/%03d.run", folder, ++n); printf "" > part; next }
    /^--- (stdout|stderr)( glob)?$/ {
      part = sprintf ("%s/%03d.%s%s", folder, n, $2, $3 == "glob" ? ".glob" : ""); printf "" > part; next }
    /^--- exit [0-9]+$/ { part = sprintf ("%s/%03d.exit", folder, n); print $3 > part; part = ""; next }
    /^---/ { print "line " NR ": not understood: " $0 > (folder "/broken"); next }
    part { print > part }' "$1"
}

# Compares the file $1 with what was expected of it, $2 or the pattern $2.glob.
compare () {
  if [ -e "$2.glob" ]; then
    pattern=$(cat "$2.glob")
    # shellcheck disable=SC2254 # it is meant to be a pattern
    case $(cat "$1") in
    $pattern) return 0 ;;
    esac
    diff -u "$2.glob" "$1"
    return 1
  fi
  [ -e "$2" ] || : >"$2"
  diff -u "$2" "$1"
}

# Runs the case $1; says on stdout what was wrong.
run_case () {
  parts=$work/parts folder=$work/folder bad=0
  rm -rf "$parts" "$folder" "$HOME"
  mkdir "$parts" "$folder" "$HOME"
  split_case "$1" "$parts"
  if [ -e "$parts/broken" ]; then
    cat "$parts/broken"
    return 1
  fi
  if [ -e "$parts/needs" ] && ! (cd "$folder" && sh "$parts/needs") >/dev/null 2>&1; then
    return 77
  fi
  for run in "$parts"/*.run; do
    part=${run%.run}
    {
      # shellcheck disable=SC2016 # the case is to expand it
      echo 'texttractor () { "$TEXTTRACTOR" "$@"; }'
      cat "$run"
    } >"$parts/script"
    (cd "$folder" && timeout 600 sh "$parts/script") >"$parts/out" 2>"$parts/err" </dev/null
    code=$?
    expected=0
    [ -e "$part.exit" ] && expected=$(cat "$part.exit")
    wrong=0
    compare "$parts/out" "$part.stdout" >"$parts/why" || wrong=1
    compare "$parts/err" "$part.stderr" >>"$parts/why" || wrong=1
    if [ "$code" != "$expected" ]; then
      echo "exit code $code, not $expected" >>"$parts/why"
      wrong=1
    fi
    if [ "$wrong" = 1 ]; then
      cat "$run" "$parts/why"
      bad=1
    fi
  done
  return $bad
}

# Prints the cases that train, or with -v the others.
list_cases () {
  for case in "$here"/*.test; do
    printf '%s\n' "${case##*/}"
  done | grep "$@" -E '^(train.*|experiments|annotate-retrain)\.test$'
}

# shellcheck disable=SC2046 # names have no spaces
case $* in
'') set -- $(list_cases -v) ;;
--training) set -- $(list_cases) ;;
esac
echo "1..$#"
n=0 failed=0
for name; do
  n=$((n + 1))
  name=$(basename "$name" .test)
  run_case "$here/$name.test" >"$work/why" 2>&1
  case $? in
  0) echo "ok $n - $name" ;;
  77) echo "ok $n - $name # SKIP needs $(cat "$work/parts/needs")" ;;
  *)
    echo "not ok $n - $name"
    sed 's/^/# /' "$work/why"
    failed=1
    ;;
  esac
done
exit $failed
