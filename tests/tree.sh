#!/bin/sh
# SPDX-License-Identifier: MIT
# The walls of HACKING.md: who may include what; one licence line a file; no locale, no printing and
# no sockets in the library.
set -u
cd "${top_srcdir:-.}" || exit 1
n=0
failed=0

# check NAME OFFENDERS: ok if there are no offenders.
check () {
  n=$((n + 1))
  if [ -z "$2" ]; then
    echo "ok $n - $1"
  else
    echo "not ok $n - $1"
    printf '%s\n' "$2" | sed 's/^/# /'
    failed=1
  fi
}

# only_in HEADER FILE…: files that include the header without being named.
only_in () {
  header=$1
  shift
  offenders=$(grep -lE "^ *# *include *[<\"]$header[>\"]" $sources)
  for allowed; do
    offenders=$(printf '%s\n' "$offenders" | grep -vx "$allowed")
  done
  check "only $* includes $header" "$offenders"
}

folders='bin train'
[ ! -d annotate ] || folders="$folders annotate"
# shellcheck disable=SC2086 # a list of words
sources=$(find libextract $folders tests -name '*.[ch]' | sort)

only_in 'gumbo\.h' libextract/dom.c libextract/dom-proof.h
only_in 'fann\.h' train/engine-fann.c tests/unit/test-fann-file.c tests/unit/test-network.c
only_in 'curl/curl\.h' libextract/source/source-curl.c
only_in '(n?curses|ncursesw/.*)\.h' annotate/screen.c

# shellcheck disable=SC2086
programs=$(find $folders -name '*.[ch]')
check "programs see of the library only <libextract/extract.h> and the sources" \
  "$(grep -nE '# *include *["<](\.\./)?libextract/' $programs \
     | grep -vE '["<]libextract/(extract|source/source)\.h[>"]')"
check "nobody includes from train or annotate but themselves" \
  "$(grep -nE '# *include *["<](\.\./)?(train|annotate)/' $(find libextract bin -name '*.[ch]'))"
check "annotate knows of train how sets are read and written, and nothing else" \
  "$([ ! -d annotate ] || grep -nE '# *include *["<](\.\./)?train/' annotate/*.[ch] \
     | grep -vE '"train/(dataset|set-writer|import|json-read|json-write|table)\.h"')"
check "the library includes nothing of ours outside itself" \
  "$(grep -nE '# *include *["<](\.\./)*(bin|train|annotate)/' $(find libextract -name '*.[ch]'))"
check "the library itself does not use its sources" \
  "$(grep -nE '# *include *"source/' libextract/*.[ch])"

library=$(find libextract -maxdepth 1 -name '*.[ch]')
# in_library PATTERN: lines of the library's code, not of its comments.
in_library () {
  grep -nE "$1" $library | grep -vE '^[^:]*:[0-9]+: *(/\*|\*)'
}
check "the library never prints" \
  "$(in_library '\b(printf|fprintf|puts|fputs|perror|g_print|g_printerr|g_message|g_warning|g_critical|g_error) ?\(')"
# What programs print goes through bin/cli.c, which makes it harmless for terminals. Only texts of pages, models and
# painted screens go out as they are.
printing='\b(printf|vprintf|dprintf|puts|putchar|perror|g_print|g_printerr) ?\(|\b(fprintf|fputs|fputc|putc|fwrite|vfprintf) ?\(.*\b(stdout|stderr)\b|\bwrite ?\( ?(1|2|STD(OUT|ERR)_FILENO)\b|\bcli_write_fd ?\( ?(1|2|STD)'
# shellcheck disable=SC2086
check "programs print by cli_print () and cli_error () alone" \
  "$(grep -nE "$printing" $programs | grep -vE '^bin/cli\.c:')"
# shellcheck disable=SC2086
check "only pages, models and screens are printed as they are" \
  "$(grep -lE '\bcli_write_stdout ?\(' $programs \
     | grep -vxE 'bin/(cli\.[ch]|cmd-extract-output\.c|cmd-model-make\.c)|annotate/script\.c')"
check "the library never exits, never sets the locale, never installs signal handlers" \
  "$(in_library '\b(exit|_exit|abort|setlocale|signal|sigaction|g_unix_signal_add) ?\(')"
check "the library opens no sockets" "$(in_library '\b(socket|connect|g_socket_[a-z_]+) ?\(')"
check "numbers are never read or written by the locale" \
  "$(grep -nE '\b(strtod|strtof|atof|setlocale *\( *LC_(ALL|NUMERIC)) *\(?' $(find libextract $folders -name '*.c') \
     | grep -vE 'g_ascii_strtod')"

check "every file says its licence" \
  "$(grep -L 'SPDX-License-Identifier: MIT' $(find libextract $folders man models tests .ci \
       \( -name '*.[ch]' -o -name '*.in' -o -name '*.am' -o -name '*.sh' -o -name '*.xml' -o -name 'run' \
          -o -name '*.[0-9]' \) ! -path '*/pages/*' ! -path '*/corpus/*') \
     configure.ac Makefile.am setup.sh check.sh .clang-format .editorconfig)"

n=$((n + 1))
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
  n=$((n - 1))
  check "the code is formatted by .clang-format" \
    "$(for file in $sources; do clang-format "$file" | cmp -s - "$file" || echo "$file"; done)"
else
  echo "ok $n - the code is formatted by .clang-format # SKIP no clang-format 14"
fi

echo "1..$n"
exit $failed
