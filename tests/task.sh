#!/bin/sh
# SPDX-License-Identifier: MIT
# A long task of `texttractor concordance`, killed again and again: task.py, which prints TAP.
#
#   task.sh                         a short one, in some seconds
#   task.sh --size=8000 --words=100 --every=3   more than 10,000 sentences, by hand
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo "1..0 # SKIP python3 is missing"; exit 0; }
TEXTTRACTOR=${TEXTTRACTOR:-bin/texttractor}
TEXTTRACTOR=$(cd "$(dirname "$TEXTTRACTOR")" && pwd)/$(basename "$TEXTTRACTOR")
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-task.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
export TEXTTRACTOR
unset http_proxy https_proxy XDG_CONFIG_HOME
cd "$work" || exit 1
HOME=$work PYTHONDONTWRITEBYTECODE=1 python3 "$here/task.py" "$@"
