#!/bin/sh
# SPDX-License-Identifier: MIT
# The extension that labels elements, as a person uses it: collector.py drives Chromium; prints TAP.
set -u
here=$(cd "$(dirname "$0")" && pwd)
for program in python3 chromedriver; do
  command -v $program >/dev/null || { echo "1..0 # SKIP $program is missing"; exit 0; }
done
command -v chromium >/dev/null || command -v google-chrome >/dev/null || { echo "1..0 # SKIP chromium is missing"; exit 0; }
[ -f "$here/../render/page.js" ] || { echo "1..0 # SKIP there is no page.js"; exit 0; }
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-collector.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
HOME=$work TMPDIR=$work PYTHONDONTWRITEBYTECODE=1 python3 "$here/collector.py"
