#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a version of what is committed: checks that all places name it, builds and tests the tarball in a fresh clone, sets the
# tag, and leaves the tarball with its checksum here. Nothing is sent anywhere.
#   ./release.sh VERSION            such as 0.2.0
#   ./release.sh --check VERSION    only looks whether it could be made
#   ./release.sh --sign VERSION     also signs tag and tarball, with your key of git and gpg
#   ./release.sh --quick VERSION    without building and testing (make dist in place of make distcheck)
set -eu
cd "$(dirname "$0")"
usage () {
  echo "usage: ./release.sh [--check|--sign|--quick] VERSION" >&2
  exit 2
}
check=
sign=
target=distcheck
while [ $# -gt 1 ]; do
  case $1 in
  --check) check=1 ;;
  --sign) sign=1 ;;
  --quick) target=dist ;;
  *) usage ;;
  esac
  shift
done
[ $# = 1 ] || usage
version=$1
tag=v$version

problems=0
# problem SENTENCE
problem () {
  echo "release.sh: $1" >&2
  problems=$((problems + 1))
}
# says FILE PATTERN-OF-SED WHAT: the first match of the pattern is the version.
says () {
  found=$(sed -n "$2" "$1" | head -n 1)
  [ "$found" = "$version" ] || problem "$1: $3 is ${found:-missing}, not $version"
}

case $version in
*[!0-9.]* | .* | *. | '') problem "a version is numbers and full stops, such as 0.2.0, not $version" ;;
esac
says configure.ac 's/^AC_INIT(\[texttractor\], \[\([^]]*\)\].*/\1/p' 'the version of AC_INIT'
says NEWS.md 's/^## \([^ ]*\).*/\1/p' 'the first heading'
says debian/changelog 's/^texttractor (\([^)]*\)-[^-)]*).*/\1/p' 'the version of the first entry'
for page in man/*.[157]; do
  says "$page" 's/^\.TH .*"Texttractor \([^"]*\)".*/\1/p' 'the version in the line .TH'
done
[ -z "$(git status --porcelain)" ] || problem "something is not committed: git status"
! git rev-parse -q --verify "refs/tags/$tag" >/dev/null || problem "the tag $tag is already there"
[ $problems = 0 ] || exit 1
[ -z "$check" ] || exit 0

# Only what is committed, and the same bytes each time.
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-release.XXXXXX")
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
here=$(pwd)
git clone -q "$here" "$work/clone"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
TAR_OPTIONS="--sort=name --mtime=@$SOURCE_DATE_EPOCH --owner=0 --group=0 --numeric-owner"
XZ_OPT=-9e
export SOURCE_DATE_EPOCH TAR_OPTIONS XZ_OPT
(umask 022 && cd "$work/clone" && chmod -R go=u-w . && autoreconf -i && ./configure --quiet && make -s $target) >"$work/log" 2>&1 || {
  tail -n 30 "$work/log" >&2
  echo "release.sh: make $target failed in a fresh clone; no tag was set" >&2
  exit 1
}

tarball=texttractor-$version.tar.xz
cp "$work/clone/$tarball" .
sha256sum "$tarball" >"$tarball.sha256"
[ -z "$sign" ] || gpg --yes --armor --detach-sign "$tarball"
git tag ${sign:+-s} -a -m "Texttractor $version" "$tag"
echo "$tarball and the tag $tag are ready. Send them: git push origin $tag"
