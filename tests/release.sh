#!/bin/sh
# SPDX-License-Identifier: MIT
# A version is one command: release.sh refuses what does not fit, and makes tag and tarball of the rest. In a scratch clone.
#   release.sh [--distcheck]    also builds and tests the tarball
set -u
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd)
skip_all () {
  echo "1..0 # SKIP $1"
  exit 0
}
[ -x "$top_srcdir/release.sh" ] || skip_all "the tarball has no release.sh"
git -C "$top_srcdir" rev-parse -q --verify HEAD >/dev/null 2>&1 || skip_all "these sources are not in git"
command -v autoreconf >/dev/null || skip_all "autoconf is missing"
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-release.XXXXXX") || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@texttractor.example
GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@texttractor.example
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
n=0
failed=0
# check NAME COMMAND…: ok if it succeeds.
check () {
  name=$1
  shift
  n=$((n + 1))
  if "$@" >"$work/log" 2>&1; then
    echo "ok $n - $name"
  else
    echo "not ok $n - $name"
    tail -n 40 "$work/log" | sed 's/^/# /'
    failed=1
  fi
}
# refuses SENTENCE ARGUMENT…: release.sh fails, and says this.
refuses () {
  sentence=$1
  shift
  ! ./release.sh "$@" >"$work/said" 2>&1 && cat "$work/said" && grep -qF -e "$sentence" "$work/said" && [ -z "$(git tag -l "v$version")" ]
}
commit () {
  git add -A && git commit -q -m "$1"
}

# The tree as it is here, committed or not.
git clone -q "$top_srcdir" "$work/clone" 2>/dev/null || skip_all "git cannot clone these sources"
cd "$work/clone" || exit 1
git ls-files -z | xargs -0 rm -f
(cd "$top_srcdir" && git ls-files -z | tar --null -T - -c) | tar -x
git add -A
git diff --cached --quiet || commit "As it is"

version=$(sed -n 's/^AC_INIT(\[texttractor\], \[\([^]]*\)\].*/\1/p' configure.ac)
check "this version could be made" ./release.sh --check "$version"
version=7.8.9
check "a version that nothing names is refused" refuses "NEWS.md: the first heading is" --check $version
check "and what is no version" refuses "a version is numbers" --check 1.0-beta
sed -i "s/^AC_INIT(\[texttractor\], \[[^]]*\]/AC_INIT([texttractor], [$version]/" configure.ac
sed -i "0,/^## /s/^## .*/## $version/" NEWS.md
sed -i "1s/([^)]*)/($version-1)/" debian/changelog
sed -i "s/^\(\.TH .*\"Texttractor \)[^\"]*/\1$version/" man/*.[157]
check "what is not committed is refused" refuses "something is not committed" --quick $version
commit "Version $version"
target=--quick
[ "${1:-}" != --distcheck ] || target=
# shellcheck disable=SC2086 # nothing, or a word
check "one command makes the version" ./release.sh $target $version
check "the tag is there" git rev-parse -q --verify "refs/tags/v$version"
check "the tarball has its checksum" sha256sum -c "texttractor-$version.tar.xz.sha256"
mv "texttractor-$version.tar.xz" "$work/first.tar.xz"
rm -f "texttractor-$version.tar.xz.sha256"
check "a second time is refused" sh -c "! ./release.sh --check $version 2>'$work/said' && grep 'already there' '$work/said'"
git tag -d "v$version" >/dev/null
check "the same commit gives the same tarball" sh -c "./release.sh --quick $version && cmp texttractor-$version.tar.xz '$work/first.tar.xz'"
# In git, but not for those who build: what belongs to git and to Debian.
tar -tf "$work/first.tar.xz" | sed "s,^texttractor-$version/,,; /\/$/d; /^$/d" | sort >"$work/packed"
git ls-files | grep -vE '^(debian/|release\.sh$|\.ci/|\.gitignore$)' | sort | comm -13 "$work/packed" - >"$work/missing"
check "all that is in git is in the tarball, but debian/ and what serves git" sh -c "cat '$work/missing'; ! [ -s '$work/missing' ]"
echo "1..$n"
exit $failed
