#!/bin/sh
# SPDX-License-Identifier: MIT
# The web page of `texttractor serve` as people use it: browser.py drives Chromium; prints TAP.
#
#   browser.sh [ADDRESS]    of a server that is running; else one is started from the build tree
set -u
here=$(cd "$(dirname "$0")" && pwd)
for program in python3 chromedriver; do
  command -v $program >/dev/null || { echo "1..0 # SKIP $program is missing"; exit 0; }
done
command -v chromium >/dev/null || command -v google-chrome >/dev/null || { echo "1..0 # SKIP chromium is missing"; exit 0; }
if [ $# -eq 0 ]; then
  TEXTTRACTOR_SERVE=${top_builddir:-.}/serve/texttractor-serve
  [ -x "$TEXTTRACTOR_SERVE" ] || { echo "1..0 # SKIP the server is not built"; exit 0; }
  export TEXTTRACTOR_SERVE
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-browser.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
HOME=$work TMPDIR=$work PYTHONDONTWRITEBYTECODE=1 python3 "$here/browser.py" "$@"
