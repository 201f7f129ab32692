#!/bin/sh
# SPDX-License-Identifier: MIT
# The set of elements is whole, its labels agree with addresses, its README with both; and, where there is a browser, pages still give it.
#   elements.sh [SITE…]    sites to be collected again, by default three
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || { echo "1..0 # SKIP python3 is missing"; exit 0; }
[ -f "$here/../datasets/elements/elements.jsonl" ] || { echo "1..0 # SKIP datasets/elements is not there"; exit 0; }
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-elements.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
HOME=$work TMPDIR=$work PYTHONDONTWRITEBYTECODE=1 python3 "$here/elements.py" "$@"
