# SPDX-License-Identifier: MIT
# Pages of many kinds keep a limit of memory and of time (tests/bench/limits.c). Speaks TAP.
exec "$top_builddir/tests/bench/limits" --quick "$TEXTTRACTOR"
