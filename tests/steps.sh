# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154 # sourced by debian.sh and machines.sh, which set $work and $steps
# Results of scripts that are run by hand, in TAP. What is wrong is written into $work/why.
n=0
failed=0
skip_all () {
  echo "1..0 # SKIP $1"
  exit 0
}
# result NAME: ok if the file $work/why is empty.
result () {
  n=$((n + 1))
  if [ -s "$work/why" ]; then
    echo "not ok $n - $1"
    sed 's/^/# /' "$work/why" | tail -n 60
    failed=1
  else
    echo "ok $n - $1"
  fi
  : >"$work/why"
}
# skip NAME REASON
skip () {
  n=$((n + 1))
  echo "ok $n - $1 # SKIP $2"
}
# chosen STEP
chosen () {
  case " $steps " in *" $1 "*) ;; *) return 1 ;; esac
}
