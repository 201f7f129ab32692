#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes crawls at random, always the same.
#
#   made-archives.sh FOLDER PAGES NAME…     FOLDER/NAME.warc.gz, with so many pages each
#
# Sentences come from the texts of datasets/toy. Each fifth page is in all archives, with a sentence of its own behind
# it: a near duplicate; each seventh is the same in all, but for its address.
set -eu
texts=$(cd "$(dirname "$0")/../datasets/toy/truth" && pwd)
folder=$1 pages=$2
shift 2
mkdir -p "$folder"

# make_archive NAME
make_archive () {
  cat "$texts"/*.txt | LC_ALL=C awk -v name="$1" -v pages="$pages" '
    # Own random numbers, because each awk has others. Products stay below 2^53.
    function pick (n) { seed = (seed * 16807) % 2147483647; return int (seed / 2147483647 * n) }
    function hash (text,    i, h) {
      h = 7
      for (i = 1; i <= length (text); i++) h = (h * 131 + index (alphabet, substr (text, i, 1)) + 1) % 2147483647
      return h
    }
    function make_body (id,    i, k, text) {
      seed = hash(id); pick(2); pick(2)
      text = "<!DOCTYPE html><html lang=en><head><title>Page " id "</title></head><body><nav><ul>"
      for (i = 1; i < 8; i++) text = text "<li><a href=\"/part/" i "\">Part " i "</a></li>"
      text = text "</ul></nav><article><h1>Page " id "</h1>\n"
      for (i = 4 + pick(8); i > 0; i--) {
        text = text "<p>"
        for (k = 2 + pick(3); k > 0; k--) text = text lines[pick(n)] " "
        text = text "</p>\n"
      }
      return text
    }
    BEGIN { alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-. " }
    length ($0) > 60 { lines[n++] = $0 }
    END {
      for (i = 1; i <= pages; i++) {
        if (i % 5 == 0) body = make_body("shared " i) "<p>" lines[hash(name i) % n] "</p>"
        else if (i % 7 == 0) body = make_body("common " i)
        else body = make_body(name " " i)
        body = body "</article><footer><p>Imprint</p></footer></body></html>\n"
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        printf "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://%s.example/%d\r\n", name, i
        printf "WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:x:%s-%d>\r\n", name, i
        printf "Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n", length (head body)
        printf "%s%s\r\n\r\n", head, body
      }
    }'
}

for name; do
  make_archive "$name" | gzip -1n >"$folder/$name.warc.gz"
done
