#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds with warnings as errors, runs the tests, and adds up what they report: "N passed, N failed, N skipped".
#   ./check.sh           in some five minutes on two processors
#   ./check.sh --all     also the tests that take minutes (long_tests of tests/Makefile-tests.am), and again, in a build
#                        with the address and undefined-behaviour sanitizers, all but plain_tests and long_plain_tests of
#                        the same file. There, examples of the manual train smaller networks (tests/manual.sh), and some sessions
#                        a tenth of the epochs (tests/cli/run.sh).
set -u
cd "$(dirname "$0")" || exit 1
root=$(pwd)
passed=0
failed=0
skipped=0

case ${1:-} in
--all) short= tests_at_once=$(nproc) ;;
# More tests than processors, for they also wait. With sanitizers, two failed that way.
'') short=long_tests= tests_at_once=$(($(nproc) * 2)) ;;
*) echo "usage: ./check.sh [--all]" >&2 && exit 2 ;;
esac

# run_build FOLDER OPTION-OF-CONFIGURE…
run_build () {
  folder=$1
  shift
  echo "== $folder: configure $*"
  mkdir -p "$folder"
  if ! (cd "$folder" && { [ -f Makefile ] || "$root/configure" --quiet "$@"; } && make -s -j "$(nproc)"); then
    echo "FAIL: $folder does not build"
    failed=$((failed + 1))
    return
  fi
  # shellcheck disable=SC2086 # nothing, or a word
  (cd "$folder" && timeout 40m make -s -j "$tests_at_once" check VERBOSE=1 $short >check.log 2>&1)
  grep -E '^(FAIL|ERROR|SKIP|XPASS)' "$folder/check.log"
  # The table that automake prints at the end, "# PASS:  12" and so on.
  passed=$((passed + $(count PASS "$folder") + $(count XFAIL "$folder")))
  skipped=$((skipped + $(count SKIP "$folder")))
  failed=$((failed + $(count FAIL "$folder") + $(count ERROR "$folder") + $(count XPASS "$folder")))
  if ! grep -q '^# TOTAL: *[1-9]' "$folder/check.log"; then
    echo "FAIL: no test ran in $folder"
    tail -n 30 "$folder/check.log"
    failed=$((failed + 1))
  elif [ "$(count FAIL "$folder")" != 0 ] || [ "$(count ERROR "$folder")" != 0 ]; then
    grep -h -A 15 '^not ok' "$folder/check.log" | head -n 100
  fi
}

count () {
  # The last table is automake's own; with failures, the log of the tests repeats it before.
  sed -n "s/^# $1: *\([0-9]*\).*/\1/p" "$2/check.log" | tail -n 1 | grep . || echo 0
}

./setup.sh --prepare || exit 1
# Tests write and sync thousands of small files: in memory, if there is enough of it.
if [ -z "${TMPDIR:-}" ] && [ "$(df -P /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 2000000 ] 2>/dev/null; then
  TMPDIR=$(mktemp -d /dev/shm/texttractor-check.XXXXXX) && export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
  trap 'exit 1' HUP INT TERM
fi
# A locale with a decimal comma, for the tests that look for numbers written by the locale.
mkdir -p _build_check/locale
localedef -i cs_CZ -f UTF-8 _build_check/locale/cs_CZ.UTF-8 # warnings make it exit with 1
[ ! -d _build_check/locale/cs_CZ.UTF-8 ] || export LOCPATH="$root/_build_check/locale"
# -g1 has the lines of a trace, and compiles sooner than -g; the code is the same.
run_build _build_check --enable-werror CFLAGS='-O3 -g1'
unset LOCPATH # glibc leaks a little where it is set, which the sanitizer would take for ours
if [ -z "$short" ]; then
  G_SLICE=always-malloc ASAN_OPTIONS=detect_leaks=1 \
    LSAN_OPTIONS="suppressions=$root/tests/lsan.supp:print_suppressions=0" run_build _build_sanitize --enable-sanitize=address,undefined CFLAGS='-O1 -g1'
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
