#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what Texttractor needs (Debian), builds it in _build, and prints the main text of a page.
#   ./setup.sh [OPTION-OF-CONFIGURE…]
#   ./setup.sh --prepare     installs, and makes ./configure, but builds nothing
set -eu
cd "$(dirname "$0")"

packages="gcc g++ libc6-dev make autoconf automake libtool pkg-config libglib2.0-dev libglib2.0-dev-bin libgumbo-dev
libfann-dev libncurses-dev libcurl4-openssl-dev libmicrohttpd-dev libicu-dev libuchardet-dev libjson-glib-dev libisal-dev libcld2-dev libxapian-dev
liblzma-dev libzstd-dev libbrotli-dev ca-certificates man-db locales libxml2-utils cmark-gfm"

missing=
for package in $packages; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
  sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  echo "Installing:$missing"
  $sudo apt-get update -q
  # shellcheck disable=SC2086 # a list of words
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends $missing
fi

[ -x configure ] || autoreconf -i
[ "${1:-}" != --prepare ] || exit 0
mkdir -p _build
cd _build
[ -f Makefile ] && [ $# = 0 ] || ../configure --quiet "$@"
make -s -j "$(nproc)"
echo
bin/texttractor ../tests/pages/article.html
