#!/bin/sh
# SPDX-License-Identifier: MIT
# With a gumbo that the scanner does not know, configure goes on, says so, and --parser=plain becomes the default.
set -u
top=${top_srcdir:-$(cd "$(dirname "$0")/.." && pwd)}
top=$(cd "$top" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-configure.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

n=0 failed=0
# check NAME COMMAND…: ok if the command succeeds.
check () {
  name=$1
  shift
  n=$((n + 1))
  if "$@" >/dev/null 2>&1; then
    echo "ok $n - $name"
  else
    echo "not ok $n - $name"
    sed 's/^/# /' "$work/messages"
    failed=1
  fi
}

# The library is the same; only what pkg-config says of it differs.
sed 's/^Version:.*/Version: 0.99/' "$(pkg-config --variable=pcfiledir gumbo)/gumbo.pc" >"$work/gumbo.pc"
(cd "$work" && PKG_CONFIG_PATH=$work sh "$top/configure" --quiet) >"$work/messages" 2>&1
check "configure takes a gumbo that it does not know" test -s "$work/config.h"
check "it says which parser will be the default" grep -q 'gumbo 0.10.1 0.13.0, this is 0.99: --parser=plain' "$work/messages"
check "the scanner is not the default" grep -q '#undef GUMBO_KNOWN' "$work/config.h"
echo "1..$n"
exit $failed
