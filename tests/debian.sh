#!/bin/sh
# SPDX-License-Identifier: MIT
# The packages of debian/: built twice with the same bytes, clean by lintian, installed into a bare Debian and used there.
# By hand, or by make check-debian: it takes many minutes.
#   debian.sh [STEP…]        build again lintian install upgrade; all of them without an argument
# DEBIAN_PACKAGES=FOLDER has packages that were built already; DEBIAN_ROOT=FOLDER is a bare Debian to be used (and changed) in
# place of a fresh one.
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
. "$top_srcdir/tests/steps.sh"
[ -f "$top_srcdir/debian/control" ] || skip_all "the tarball has no debian/"
command -v dh >/dev/null || skip_all "debhelper is missing"
git -C "$top_srcdir" rev-parse -q --verify HEAD >/dev/null 2>&1 || skip_all "these sources are not in git"
missing=$(cd "$top_srcdir" && dpkg-checkbuilddeps 2>&1) || skip_all "${missing#*: error: }"
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-debian.XXXXXX") || exit 1
clean_up () {
  # shellcheck disable=SC2086 # a list of words
  [ -z "${mounted:-}" ] || umount $mounted
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
: >"$work/why"
steps=${*:-build again lintian install upgrade}

# build FOLDER: the sources as they are here, but nothing that git does not know.
build () {
  mkdir -p "$1/texttractor" &&
    (cd "$top_srcdir" && git ls-files -z | tar --null -T - -c) | tar -x -C "$1/texttractor" &&
    (cd "$1/texttractor" && dpkg-buildpackage -us -uc -b) >"$1/log" 2>&1 || { echo "dpkg-buildpackage failed" && tail -n 40 "$1/log"; } >"$work/why"
}

# ---- Packages ----------------------------------------------------------------------------------

# The tests of the tree run in the tree.
DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)"
export DEB_BUILD_OPTIONS
first=${DEBIAN_PACKAGES:-$work/first}
if [ -z "${DEBIAN_PACKAGES:-}" ]; then
  build "$first"
  result "the packages are built"
  [ $failed = 0 ] || { echo "1..$n"; exit 1; }
fi

if chosen again; then
  # Another folder, umask, locale, zone, home and name of the user; and the clock has gone on.
  second=$work/second/with/a/longer/path
  (umask 027 && export LC_ALL=C.UTF-8 LANGUAGE=cs TZ=Pacific/Auckland HOME=/nonexistent USER=other && build "$second")
  (cd "$first" && sha256sum -- *.deb) >"$work/one"
  (cd "$second" && sha256sum -- *.deb) >"$work/two"
  [ -s "$work/why" ] || diff "$work/one" "$work/two" >"$work/why"
  [ -s "$work/one" ] || echo "there are no packages" >>"$work/why"
  result "$(wc -l <"$work/one") packages are the same when they are built again elsewhere"
fi

if chosen lintian; then
  if command -v lintian >/dev/null; then
    # The lintian of Debian 13 does not know a tag that the one of Debian 12 has to be answered.
    lintian --allow-root --pedantic --display-info --profile debian "$first"/*.changes 2>&1 |
      grep -v -e '^N:' -e ' alien-tag package-supports-alternative-init-but-no-init.d-script ' >"$work/why"
    result "lintian finds nothing"
  else
    skip "lintian finds nothing" "lintian is missing"
  fi
fi

# ---- A bare Debian -----------------------------------------------------------------------------

name="the packages work in a bare Debian"
if ! chosen install && ! chosen upgrade; then
  echo "1..$n"
  exit $failed
elif [ "$(id -u)" != 0 ]; then
  skip "$name" "only root may chroot"
  echo "1..$n"
  exit $failed
fi
root=${DEBIAN_ROOT:-$work/root}
# The release of this machine: its packages are built for it.
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-cache policy 2>/dev/null | sed -n "s,^ *[0-9]* \(http[^ ]*debian\) $suite/main .*,\1,p" | head -n 1)
if [ -z "${DEBIAN_ROOT:-}" ] && ! { [ -n "$mirror" ] && debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$work/log" 2>&1; }; then
  skip "$name" "debootstrap is missing, or does not reach Debian"
  echo "1..$n"
  exit $failed
fi
mounted=
for place in proc dev; do
  mount --bind "/$place" "$root/$place" 2>/dev/null && mounted="$root/$place $mounted"
done
# inside COMMAND…: without services, and without what a container leaves out of the manual.
inside () {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null
rm -rf "$root/packages" "$root/tests" "$root/old"
mkdir -p "$root/packages" "$root/old"
cp "$first"/*.deb "$root/packages"
rm -f "$root"/packages/*-dbgsym_*
cp -r "$top_srcdir/debian/tests" "$root/tests"
inside apt-get update -q >"$work/log" 2>&1

if chosen upgrade; then
  # The same packages under an older version, with a file that they no longer have.
  for package in texttractor texttractor-serve; do
    dpkg-deb -R "$root/packages/$package"_*.deb "$work/$package"
    sed -i 's/^Version: .*/Version: 0.0.9-1/; s/(= [^)]*)/(= 0.0.9-1)/' "$work/$package/DEBIAN/control"
    echo old >"$work/$package/usr/share/doc/$package/old"
    dpkg-deb --root-owner-group -b "$work/$package" "$root/old" >/dev/null
  done
  {
    inside sh -c 'apt-get install -q -y --no-install-recommends /old/*.deb' >"$work/log" 2>&1 || { echo "the older version is not installed" && cat "$work/log"; }
    [ -e "$root/usr/share/doc/texttractor/old" ] || echo "the older version is not there"
    echo '[serve]
listen = 127.0.0.1:8181' >"$root/etc/texttractor/config"
    mkdir -p "$root/root/.local/share/texttractor/models"
    cp "$top_srcdir/models/classic.model" "$root/usr/share/texttractor/models/of-all.model"
    cp "$top_srcdir/models/classic.model" "$root/root/.local/share/texttractor/models/of-one.model"
    inside sh -c 'apt-get install -q -y --no-install-recommends /packages/texttractor_*.deb /packages/texttractor-serve_*.deb' >"$work/log" 2>&1 || { echo "the upgrade failed" && cat "$work/log"; }
    [ ! -e "$root/usr/share/doc/texttractor/old" ] || echo "the older version is still there"
    grep -q 8181 "$root/etc/texttractor/config" || echo "the configuration was changed"
    for model in of-all of-one rich classic web2text; do
      inside texttractor model list | grep -q "^$model " || echo "the model $model is gone"
    done
    inside apt-get purge -q -y texttractor-serve texttractor >"$work/log" 2>&1 || { echo "the packages cannot be removed" && cat "$work/log"; }
    [ -e "$root/usr/share/texttractor/models/of-all.model" ] || echo "a model was removed with the packages"
    [ ! -e "$root/usr/bin/texttractor" ] || echo "the program was not removed"
    [ ! -e "$root/usr/share/texttractor/models/web2text.model" ] || echo "the model of the package was not removed"
    [ ! -e "$root/etc/texttractor" ] || echo "purge left the configuration"
    rm -rf "$root/usr/share/texttractor"
  } >"$work/why" 2>&1
  result "an upgrade keeps models and configuration; removing the packages keeps models"
fi

if chosen install; then
  inside sh -c 'apt-get install -q -y /packages/*.deb gcc libc6-dev pkg-config curl' >"$work/log" 2>&1 || { echo "they are not installed" && cat "$work/log"; } >"$work/why"
  result "all packages are installed, with what they depend on and recommend"
  for test in "$root"/tests/[a-z]*; do
    test=$(basename "$test")
    [ "$test" != control ] || continue
    inside sh -c "mkdir -p /tmp/$test && AUTOPKGTEST_TMP=/tmp/$test /tests/$test" >"$work/log" 2>&1 || { echo "exit code $?" && cat "$work/log"; } >"$work/why"
    result "debian/tests/$test"
  done
  {
    find "$root/usr/share/man" -name 'texttractor*' | grep -q texttractor.1.gz || echo "there is no manual"
    inside sh -c 'MANPAGER=cat texttractor help extract' | grep -q 'texttractor-extract' || echo "texttractor help does not open the manual"
    inside sh -c 'ldd /usr/bin/texttractor /usr/libexec/texttractor/* /usr/lib/*/libextract.so.0' | grep 'not found'
    inside sh -c 'ldd /usr/bin/texttractor' | grep -E 'gumbo|curl|icu|cld2'
  } >"$work/why" 2>&1
  result "the manual is found; programs are linked with what is there, and load the rest when it is needed"
fi
echo "1..$n"
exit $failed
