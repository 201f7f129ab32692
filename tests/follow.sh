#!/bin/sh
# SPDX-License-Identifier: MIT
# texttractor --render --follow: links of pages that scripts make, in a real browser, from a server of our own.
#   follow.sh [NAME…]     tests by a part of their names, from the build folder
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$PWD/bin/texttractor}
export top_srcdir TEXTTRACTOR

skip_all () {
  echo "1..0 # SKIP $1"
  exit 0
}

python3 --version >/dev/null 2>&1 || skip_all "python3 is missing"
chromedriver --version >/dev/null 2>&1 || skip_all "there is no browser: chromium and chromium-driver"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$top_srcdir/tests/render/follow.py" "$@"
