#!/bin/sh
# SPDX-License-Identifier: MIT
# texttractor serve: answers, hostile clients, who is let in, its life.
#   serve.sh [NAME…]     tests by a part of their names, from the build folder
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$PWD/bin/texttractor}
export top_srcdir TEXTTRACTOR

skip_all () {
  echo "1..0 # SKIP $1"
  exit 0
}

python3 --version >/dev/null 2>&1 || skip_all "python3 is missing"
[ -x "$(dirname "$TEXTTRACTOR")/../serve/texttractor-serve" ] || skip_all "the server was not built"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$top_srcdir/tests/serve/run.py" api answers access life hostile tasks -- "$@"
