# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2154,SC2034 # $work is of who sources this, and so is the use of $failed
# What the tests of clusters share; sourced, with the folder $work. In the end $n is the number of checks, and $failed
# is 1 if one failed.
n=0
failed=0
# check NAME COMMAND…
check () {
  name=$1
  shift
  n=$((n + 1))
  if "$@" >"$work/why" 2>&1; then
    echo "ok $n - $name"
  else
    echo "not ok $n - $name"
    tail -n 20 "$work/why" | sed 's/^/# /'
    failed=1
  fi
}

# wait_until SECONDS COMMAND…
wait_until () {
  left=$(($1 * 10))
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ $left -gt 0 ] || return 1
    sleep 0.1
  done
}
