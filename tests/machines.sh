#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs on other machines: built by the cross compilers of Debian, run by qemu, and held against this build.
# By hand, or by make check-machines, in a build folder of an amd64; as root, with mmdebstrap, qemu-user-static and a network.
#   machines.sh [MACHINE…]       s390x i386 armhf arm64 ppc64el riscv64 trixie; all of them without an argument
#
# For each machine:
#   - it builds, with warnings as errors
#   - the built-in models give every page the same features and scores, to the last bit (tests/bits.c)
#   - the program writes the same text, and the same JSON with all blocks, their scores and labels
#   - a model that is trained there reads the pages as one that is trained here, and both machines read both files
#   - the tests of units, and the seeds of the fuzz targets, pass
#
# MACHINES_SUITE=forky takes another Debian than the table below.
# MACHINES_ROOT=FOLDER keeps the compilers (one Debian a suite), libraries, builds and what the compiler made, for the next time:
# 2 GB and 300 MB a machine. MACHINES_STEPS='build pages train units' are the steps. MACHINES_SETS='daniel-a …' are sets of
# $TEXTTRACTOR_DATA that are read beside the pages of the tree; a machine that is emulated reads some ten pages a second.
# MACHINES_TESTS='tests/unit/test-model …' are tests of units in place of all of them.
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
top_builddir=$(cd "${top_builddir:-.}" && pwd)
steps=${MACHINES_STEPS:-build pages train units}
sets=${MACHINES_SETS-daniel-a cleaneval-train}
data=${TEXTTRACTOR_DATA:-$top_srcdir/../shared/data}
keep=${MACHINES_ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/texttractor-machines}
. "$top_srcdir/tests/steps.sh"
[ "$(id -u)" = 0 ] || skip_all "only root may chroot"
command -v mmdebstrap >/dev/null || skip_all "mmdebstrap is missing"
[ -d /usr/libexec/qemu-binfmt ] || skip_all "qemu-user-static is missing"
[ -x "$top_builddir/tests/bits" ] && [ -x "$top_builddir/bin/texttractor" ] || skip_all "this folder has no build: make all tests/bits"
mirror=$(apt-cache policy 2>/dev/null | sed -n 's,^ *[0-9]* \(http[^ ]*debian\) [a-z]*/main .*,\1,p' | head -n 1)
[ -n "$mirror" ] || skip_all "apt knows no mirror of Debian"

mkdir -p "$keep" || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-machines.XXXXXX") || exit 1
registered='' mounted=''
clean_up () {
  # shellcheck disable=SC2086 # a list of words
  [ -z "$mounted" ] || umount $mounted
  for name in $registered; do
    echo -1 >"/proc/sys/fs/binfmt_misc/$name"
  done
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
: >"$work/why"

# describe MACHINE: sets arch, suite, triplet, qemu (empty: this processor runs it), without (options of configure).
describe () {
  arch=$1 suite=bookworm without=
  case $1 in
  s390x) triplet=s390x-linux-gnu qemu=s390x without=--disable-cld2 ;; # Debian has no CLD2 for it
  i386) triplet=i686-linux-gnu qemu='' without=--disable-isal ;;      # and no ISA-L for this
  armhf) triplet=arm-linux-gnueabihf qemu=arm ;;
  arm64) triplet=aarch64-linux-gnu qemu=aarch64 ;;
  ppc64el) triplet=powerpc64le-linux-gnu qemu=ppc64le ;;
  riscv64) triplet=riscv64-linux-gnu qemu=riscv64 suite=trixie ;; # not in Debian 12
  trixie) arch=amd64 triplet=x86_64-linux-gnu qemu='' suite=trixie ;;
  *) return 1 ;;
  esac
  suite=${MACHINES_SUITE:-$suite}
  case $triplet in i686-*) libdir=i386-linux-gnu ;; *) libdir=$triplet ;; esac
}

# ---- What is needed ----------------------------------------------------------------------------

# inside COMMAND…: in the Debian with the compilers.
inside () {
  chroot "$keep/$suite" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    CCACHE_DIR=/ccache "$@"
}

# prepare: compilers, libraries, and the sources as they are here; without what git does not know.
prepare () {
  case $arch in amd64) compiler= ;; *) compiler=crossbuild-essential-$arch ;; esac
  [ -e "$keep/$suite/done" ] || {
    rm -rf --one-file-system "${keep:?}/$suite"
    mmdebstrap --variant=apt --include=build-essential,automake,libtool,pkg-config,libglib2.0-dev-bin,ccache,ca-certificates "$suite" \
      "$keep/$suite" "$mirror" && touch "$keep/$suite/done"
  } || return 1
  [ -z "$compiler" ] || inside dpkg-query -W "$compiler" >/dev/null 2>&1 || {
    cp /etc/resolv.conf "$keep/$suite/etc/resolv.conf" 2>/dev/null
    inside apt-get update -q && inside apt-get install -q -y --no-install-recommends "$compiler"
  } || return 1
  [ -e "$keep/$suite/sysroot/$arch/usr/lib/$libdir/pkgconfig/gumbo.pc" ] || {
    libraries=libc6-dev,libstdc++-$(inside gcc -dumpversion)-dev,libbrotli-dev,libcurl4-openssl-dev,libfann-dev,libglib2.0-dev,libgumbo-dev,libicu-dev
    libraries=$libraries,libjson-glib-dev,liblzma-dev,libmicrohttpd-dev,libncurses-dev,libuchardet-dev,libxapian-dev,libzstd-dev
    case $without in *cld2*) ;; *) libraries=$libraries,libcld2-dev ;; esac
    case $without in *isal*) ;; *) libraries=$libraries,libisal-dev ;; esac
    mkdir -p "$keep/$suite/sysroot" && rm -rf "$keep/$suite/sysroot/$arch"
    # Unpacked is enough: no script of theirs has to run there. Qemu takes a file of the machine for one of the same name here, so
    # that half of what is done in /dev or /tmp would happen elsewhere.
    mmdebstrap --variant=extract --architectures="$arch" --include="$libraries" "$suite" "$keep/$suite/sysroot/$arch" "$mirror" &&
      # Debian 13 makes these links where it is installed, which is not done here.
      (cd "$keep/$suite/sysroot/$arch" && rm -rf dev proc run sys tmp &&
        for place in lib lib64; do [ -e $place ] || [ ! -d usr/$place ] || ln -s usr/$place $place || exit 1; done) &&
      find "$keep/$suite/sysroot/$arch" -type l -lname '/*' | while read -r link; do
        ln -sfn "/sysroot/$arch$(readlink "$link")" "$link"
      done
  } || return 1
  # Tests read /dev/stdin, and look for themselves in /proc.
  for place in proc dev; do
    mountpoint -q "$keep/$suite/$place" || { mount --bind "/$place" "$keep/$suite/$place" && mounted="$keep/$suite/$place $mounted"; } || return 1
  done
  mkdir -p "$keep/$suite/src" "$keep/$suite/build/$arch" && (cd "$top_srcdir" && git ls-files -z | tar --null -T - -c) |
    tar -x --keep-newer-files --warning=none -C "$keep/$suite/src"
}

# Programs of another processor run as if they were ours: the kernel gives them to qemu.
register () {
  [ -n "$qemu" ] || return 0
  [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc || return 1
  [ ! -e "/proc/sys/fs/binfmt_misc/qemu-$qemu" ] || return 0
  cat "/usr/lib/binfmt.d/qemu-$qemu.conf" >/proc/sys/fs/binfmt_misc/register && registered="$registered qemu-$qemu"
}

# there COMMAND…: runs with the libraries of the machine.
there () {
  if [ -n "$qemu" ]; then
    inside QEMU_LD_PREFIX="/sysroot/$arch" SLOW_MACHINE=20 "$@"
  else
    [ "$arch" != i386 ] || ln -sfn ../../sysroot/i386/lib/ld-linux.so.2 "$keep/$suite/usr/lib/ld-linux.so.2"
    inside LD_LIBRARY_PATH="/sysroot/$arch/usr/lib/$libdir:/sysroot/$arch/lib/$libdir" \
      GCONV_PATH="/sysroot/$arch/usr/lib/$libdir/gconv" "$@"
  fi
}

# build TARGET…
build () {
  # Where nothing is cross-compiled, make runs what it has built.
  case $triplet in x86_64-*) own=/sysroot/$arch/usr/lib/$libdir ;; *) own= ;; esac
  inside LD_LIBRARY_PATH="$own" MAKEFLAGS="${MAKEFLAGS:--j2}" PKG_CONFIG_SYSROOT_DIR="/sysroot/$arch" \
    PKG_CONFIG_LIBDIR="/sysroot/$arch/usr/lib/$libdir/pkgconfig:/sysroot/$arch/usr/share/pkgconfig" sh -euc "
    cd /src && { [ -x configure ] || autoreconf -i; } && cd /build/$arch
    [ -f Makefile ] || /src/configure --quiet --host=$triplet CC='ccache $triplet-gcc --sysroot=/sysroot/$arch' \
      CXX='ccache $triplet-g++ --sysroot=/sysroot/$arch' CFLAGS='${CFLAGS:--O2}' --enable-werror $without
    make -s $*"
}

# ---- Pages -------------------------------------------------------------------------------------

# Names without folders: what both print is the same.
mkdir -p "$work/here/pages"
for page in "$top_srcdir"/tests/pages/*.html "$top_srcdir"/tests/pages/*/*.html "$top_srcdir"/datasets/*/html/*; do
  folder=${page%/*}
  cp "$page" "$work/here/pages/$(basename "${folder%/html}")-${page##*/}"
done
for set in $sets; do
  for page in "$data/$set/html"/*; do
    [ ! -e "$page" ] || cp "$page" "$work/here/pages/$set-${page##*/}"
  done
done
n_pages=$(find "$work/here/pages" -type f | wc -l)

# What a machine makes of the pages in its folder. A page fails neither because the machine is slow, nor because its pointers
# are long. The program is $1, and tests/bits $2.
# shellcheck disable=SC2016 # for another shell
read_pages='limits="--timeout=3600 --max-memory=4G --today=2026-01-01 -q"
"$2" pages/* >bits
"$1" extract $limits -f jsonl pages/ >text 2>text.messages
"$1" extract $limits -f jsonl --all pages/ >blocks 2>blocks.messages'
# Two models: of 26 features with one network, and of all features with three networks.
# shellcheck disable=SC2016
train_models='"$1" train --design=classic --epochs=3 --folds=3 --seed=1 toy -o small.model >small.log 2>&1
"$1" train --epochs=2 --folds=3 --seed=1 toy -o large.model >large.log 2>&1'
# shellcheck disable=SC2016
read_models='for model in small large; do
  "$1" extract -q -m "$2/$model.model" -f jsonl --all toy/html/ 2>&1
done'

# compare WHAT FOLDER FOLDER: appends to $told how many lines differ.
compare () {
  told="$told, $(diff "$2/$1" "$3/$1" | grep -c '^>') of $(wc -l <"$3/$1") lines of $1 differ"
  cmp "$2/$1" "$3/$1" >>"$work/why" 2>&1
}

cp -r "$top_srcdir/datasets/toy" "$work/here/toy"
if chosen pages; then
  (cd "$work/here" && sh -c "$read_pages" sh "$top_builddir/bin/texttractor" "$top_builddir/tests/bits")
fi
if chosen train; then
  (cd "$work/here" && sh -c "$train_models" sh "$top_builddir/bin/texttractor" &&
    sh -c "$read_models" sh "$top_builddir/bin/texttractor" . >models)
fi

# ---- Machines ----------------------------------------------------------------------------------

# shellcheck disable=SC2048 # words
for machine in ${*:-s390x i386 armhf arm64 ppc64el riscv64 trixie}; do
  describe "$machine" || { echo "$0: no machine $machine" >&2 && exit 2; }
  prepare >"$work/log" 2>&1 || {
    skip "$machine" "its compilers or libraries cannot be had: $(tail -n 1 "$work/log")"
    continue
  }
  register || {
    skip "$machine" "the kernel does not give its programs to qemu"
    continue
  }
  if chosen build; then
    # One after the other: make runs itself for the first, and both would write the same libraries.
    { build all && build tests/bits; } >"$work/log" 2>&1 || tail -n 40 "$work/log" >"$work/why"
    result "$machine: builds"
  fi
  program=/build/$arch/bin/texttractor
  folder=$keep/$suite/run/$arch
  rm -rf "$folder"
  mkdir -p "$folder"
  cp -r "$work/here/pages" "$folder/pages"
  cp -r "$top_srcdir/datasets/toy" "$folder/toy"
  if chosen pages; then
    there sh -c "cd /run/$arch; $read_pages" sh "$program" "/build/$arch/tests/bits"
    told=
    for what in bits text blocks; do
      compare $what "$work/here" "$folder"
    done
    result "$machine: $n_pages pages$told"
  fi
  if chosen train; then
    there sh -c "cd /run/$arch; $train_models" sh "$program"
    mkdir "$folder/here" && cp "$work/here"/*.model "$folder/here"
    there sh -c "cd /run/$arch; $read_models" sh "$program" here >"$folder/models"
    told=
    compare models "$work/here" "$folder"
    # What is trained there is read here.
    (cd "$work/here" && sh -c "$read_models" sh "$top_builddir/bin/texttractor" "$folder" >"$work/models")
    there sh -c "cd /run/$arch; $read_models" sh "$program" . >"$folder/own"
    cmp "$work/models" "$folder/own" >>"$work/why" 2>&1
    for model in small large; do
      cmp -s "$work/here/$model.model" "$folder/$model.model" && told="$told, $model is the same file"
    done
    result "$machine: models of both are read on both$told"
  fi
  if chosen units; then
    # The lists of make, whose programs are built for the machine.
    # shellcheck disable=SC2016
    lists='$(unit_tests) $(corpus_tests) $(serve_tests) $(render_tests) $(train_tests) $(fit_tests) $(annotate_tests) $(replay_tests)'
    lists=${MACHINES_TESTS:-$lists}
    { build -k check TESTS= && there MAKEFLAGS="${MAKEFLAGS:--j2}" sh -c "cd /build/$arch && make -s -k check TESTS='$lists'"; } \
      >"$work/log" 2>&1 || grep -E '^(FAIL|ERROR|make.*Error)|error:' "$work/log" >"$work/why"
    count=$(sed -n 's/^# PASS: *\([0-9]*\).*/\1/p' "$work/log" | tail -n 1)
    skipped=$(sed -n 's/^# SKIP: *\([0-9]*\).*/\1/p' "$work/log" | tail -n 1)
    [ -n "$count" ] || { echo "no test ran" && tail -n 20 "$work/log"; } >>"$work/why"
    result "$machine: ${count:-0} tests of units pass, ${skipped:-0} are skipped"
  fi
done
echo "1..$n"
exit $failed
