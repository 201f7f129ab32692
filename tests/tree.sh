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

folders='cli element follow render corpus concordance bin train annotate serve'
# shellcheck disable=SC2086 # a list of words
sources=$(find libextract $folders tests \( -name '*.[ch]' -o -name '*.cc' \) | sort)

# The rooms of HACKING.md, from the ground up. A file includes what is in its own room or in one before it.
rooms='libextract libextract/base libextract/text libextract/html libextract/page libextract/meta libextract/feature libextract/model
  libextract/site libextract/write libextract/source cli element follow render corpus concordance bin train/data train/measure train/learn train/report train
  annotate/record annotate/desk annotate/view annotate/tools annotate serve'
# shellcheck disable=SC2086
check "every arrow between rooms runs down, and nothing is outside of the rooms" \
  "$(grep -oE '^ *# *include *["<](libextract|cli|element|follow|render|corpus|concordance|bin|train|annotate|serve)/[^">]*[">]' /dev/null \
       $(find libextract $folders -name '*.[ch]') \
     | awk -v rooms="$rooms" 'BEGIN { n = split (rooms, name, /[ \n]+/); for (i = 1; i <= n; i++) rank[name[i]] = i }
       function room(path) { sub (/\/[^\/]*$/, "", path); return path }
       { file = $0; sub (/:.*/, "", file); header = $0; sub (/^[^"<]*["<]/, "", header); sub (/[">]$/, "", header)
         from = room(file); to = room(header)
         if (!(from in rank)) print file ": a folder that is no room"
         else if (rank[to] > rank[from] || !(to in rank)) print file ": includes " header " of a room above it" }' | sort -u)"
check "no inner library is within another (Makefile.am), but for that in C++" \
  "$(grep -rE --include=Makefile-*.am '^lib.*_la_LIBADD.*(lib[a-z0-9-]*\.la|_libs\))' $folders libextract |
     grep -vE ':(libextract_core_la_LIBADD \+= libextract-cld2\.la|libextract_la_LIBADD = .*)$')"
# Files by name, NAME.h, NAME-private.h and NAME.c as one. tsort writes a line for each circle.
check "no circle between the files of the library, but for the budget and its scratch memory" \
  "$(grep -oE '^ *# *include *"libextract/[^"]*"' /dev/null $(find libextract -name '*.[ch]') \
     | sed -E 's/^([^:]*)\.[ch]:[^"]*"([^"]*)\.h"$/\1 \2/; s/-private//g' | awk '$1 != $2' \
     | grep -vx 'libextract/base/budget libextract/base/scratch' | tsort 2>&1 >/dev/null)"
for folder in $folders; do
  check "no circle between the files of $folder" \
    "$(grep -oE "^ *# *include *\"$folder/[^\"]*\"" /dev/null $(find $folder -name '*.[ch]') \
       | sed -E 's/^([^:]*)\.[ch]:[^"]*"([^"]*)\.h"$/\1 \2/; s/-private//g' | awk '$1 != $2' | tsort 2>&1 >/dev/null)"
done
check "every file includes by the path from the top" \
  "$(grep -nE '# *include *"[^/"]*"' $(find libextract $folders -name '*.[ch]') | grep -vE '"(config|version)\.h"')"

only_in 'gumbo\.h' libextract/html/dom.c libextract/html/proof.h
only_in 'fann\.h' train/learn/engine-fann.c tests/unit/test-fann-file.c tests/unit/test-network.c
only_in 'curl/curl\.h' libextract/source/curl-library.h render/wire.c
only_in 'microhttpd\.h' serve/server.c
only_in 'zstd\.h' cli/pack.c corpus/zstd.h libextract/source/codec-zstd.c tests/fuzz/fuzz-archive.c tests/unit/test-archive.c
only_in 'unicode/.*\.h' libextract/text/breaks.c
only_in 'cld2/.*\.h' libextract/text/language-cld2.cc
only_in 'xapian\.h' concordance/store-xapian.cc
only_in '(n?curses|ncursesw/.*)\.h' annotate/screen.c

# shellcheck disable=SC2086
programs=$(find $folders -name '*.[ch]')
check "programs see of the library its public face, the doors of its rooms and the sources" \
  "$(grep -nE '# *include *["<]libextract/' $programs \
     | grep -vE '["<]libextract/(extract|base/(url|json|libraries)|text/(sketch|language)|html/html|page/page|feature/feature|model/model|site/site|source/(source|fetcher|links|anchors|renderer)|write/write)\.h[>"]')"
check "annotate knows of train how sets are read and written, and nothing else" \
  "$(grep -nE '# *include *"train/' $(find annotate -name '*.[ch]') \
     | grep -vE '"train/data/(dataset|element-set|set-writer|import|table)\.h"')"

library=$(find libextract \( -name '*.[ch]' -o -name '*.cc' \) ! -path 'libextract/source/*')
# in_library PATTERN: lines of the library's code, not of its comments.
in_library () {
  grep -nE "$1" $library | grep -vE '^[^:]*:[0-9]+: *(/\*|\*)'
}
check "the library never prints" \
  "$(in_library '\b(printf|fprintf|puts|fputs|perror|g_print|g_printerr|g_message|g_warning|g_critical|g_error) ?\(')"
# What programs print goes through cli/cli.c, which makes it harmless for terminals. Only texts of pages, models and
# painted screens go out as they are.
printing='\b(printf|vprintf|dprintf|puts|putchar|perror|g_print|g_printerr) ?\(|\b(fprintf|fputs|fputc|putc|fwrite|vfprintf) ?\(.*\b(stdout|stderr)\b|\bwrite ?\( ?(1|2|STD(OUT|ERR)_FILENO)\b|\bcli_write_fd ?\( ?(1|2|STD)'
# shellcheck disable=SC2086
check "programs print by cli_print () and cli_error () alone" \
  "$(grep -nE "$printing" $programs | grep -vE '^cli/cli\.c:')"
# shellcheck disable=SC2086
check "only pages, shards, models and screens are printed as they are" \
  "$(grep -lE '\bcli_write_stdout ?\(' $programs \
     | grep -vxE 'cli/cli\.[ch]|corpus/writer\.c|render/renderer\.c|bin/cmd-(concordance-task-output|extract-stream|model-make)\.c|annotate/script\.c')"
check "the library never exits, never sets the locale, never installs signal handlers" \
  "$(in_library '\b(exit|_exit|abort|setlocale|signal|sigaction|g_unix_signal_add) ?\(')"
check "the library opens no sockets" "$(in_library '\b(socket|connect|g_socket_[a-z_]+) ?\(')"
check "numbers are never read or written by the locale" \
  "$(grep -nE '\b(strtod|strtof|atof|setlocale *\( *LC_(ALL|NUMERIC)) *\(?' $(find libextract $folders -name '*.c') \
     | grep -vE 'g_ascii_strtod')"

check "every file says its licence" \
  "$(grep -L 'SPDX-License-Identifier: MIT' $(find libextract $folders cluster man models python tests .ci \
       \( -name '*.[ch]' -o -name '*.cc' -o -name '*.in' -o -name '*.am' -o -name '*.sh' -o -name '*.xml' -o -name 'run' \
          -o -name '*.[0-9]' -o -name '*.awk' -o -path 'python/*.py' \) ! -path '*/pages/*' ! -path '*/corpus/*') \
     configure.ac Makefile.am setup.sh check.sh .clang-format .editorconfig)"

# Scripts that engines of clusters run: an error would show on a node, hours later.
scripts='cluster/texttractor-report cluster/texttractor-task cluster/slurm/texttractor-submit cluster/slurm/texttractor-array.sbatch'
# shellcheck disable=SC2086
check "the scripts of cluster/ say their licence" \
  "$(grep -L 'SPDX-License-Identifier: MIT' $scripts cluster/spark/texttractor-spark.py)"
if shellcheck --version >/dev/null 2>&1; then
  # shellcheck disable=SC2086
  check "they are clean by shellcheck" "$(shellcheck -f gcc $scripts)"
fi
if python3 --version >/dev/null 2>&1; then
  check "that of Spark can be compiled" \
    "$(python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())' cluster/spark/texttractor-spark.py 2>&1)"
fi

# What is needed to build is said in three places; debian/ is not in the tarball.
libraries () {
  grep -oE '\blib[a-z0-9.+-]+-dev\b' | grep -vxE 'libc6-dev|libgirepository1.0-dev' | sort -u | tr '\n' ' '
}
wanted=$(sed -n '/^packages=/,/"$/p' setup.sh | libraries)
[ "$wanted" = "$(sed -n '/ AS build/,/rm -rf/p' Containerfile | libraries)" ] || differs=Containerfile
[ ! -f debian/control ] || [ "$wanted" = "$(sed -n '/^Build-Depends:/,/^$/p' debian/control | libraries)" ] ||
  differs="${differs:-} debian/control"
check "setup.sh, Containerfile and debian/control ask for the same libraries" "${differs:-}"

n=$((n + 1))
format=$(command -v clang-format-14 || echo clang-format)
if $format --version 2>/dev/null | grep -q 'version 14\.'; then
  n=$((n - 1))
  # shellcheck disable=SC2086
  check "the code is formatted by .clang-format" \
    "$($format --dry-run $sources 2>&1 | sed -n 's/:.*warning:.*//p' | sort -u)"
else
  echo "ok $n - the code is formatted by .clang-format # SKIP no clang-format 14"
fi

echo "1..$n"
exit $failed
