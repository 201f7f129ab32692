#!/bin/sh
# SPDX-License-Identifier: MIT
# The module of Python: its results are those of the program, byte for byte; its manners are those of trafilatura.
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
top_builddir=$(cd "${top_builddir:-.}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$top_builddir/bin/texttractor}
skip () {
  echo "1..0 # SKIP $1"
  exit 0
}
[ -e "$top_builddir/Extract-1.typelib" ] || skip "what bindings read was not built"
/usr/bin/python3 -c 'import gi' 2>/dev/null || skip "python3-gi is missing"
GI_TYPELIB_PATH=$top_builddir
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
PYTHONPATH=$top_srcdir/python
PYTHONDONTWRITEBYTECODE=1
LC_ALL=C.UTF-8
export top_srcdir TEXTTRACTOR GI_TYPELIB_PATH LD_LIBRARY_PATH PYTHONPATH PYTHONDONTWRITEBYTECODE LC_ALL
exec /usr/bin/python3 "$top_srcdir/tests/python/run.py"
