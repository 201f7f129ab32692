#!/bin/sh
# SPDX-License-Identifier: MIT
# datasets/peers/peers.py: its arithmetic on datasets/toy, with extractors that are made for it. No network; with
# PEERS_ENV, a folder that "peers.py install" has filled, each of the real ones reads a page, too.
set -u
python3 -c 'import sys; sys.exit (sys.version_info < (3, 9))' 2>/dev/null || { echo "1..0 # SKIP no python3 (3.9)"; exit 0; }
tree=$(cd "$(dirname "$0")/.." && pwd)
texttractor=$PWD/bin/texttractor
[ -x train/texttractor-eval ] || { echo "1..0 # SKIP no texttractor-eval here"; exit 0; }
work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-peers.XXXXXX")
trap 'rm -rf "$work"' EXIT
set=$tree/datasets/toy
export LC_ALL=C.UTF-8

# prepared/NAME/ID.txt: what each of the made extractors answers.
mkdir -p "$work/prepared" "$work/env" "$work/texts"
cp -r "$set/truth" "$work/prepared/perfect"
"$texttractor" -q -m boilerpipe --output-dir="$work/prepared/texttractor" "$set"/html/*
"$texttractor" -q -m everything --output-dir="$work/prepared/poor" "$set"/html/*
echo '{}' >"$work/env/versions.json"

# NAME SECONDS: ends on the page 0003 or so, hangs on the next one, fails on the one after, if it is poor.
cat >"$work/made.py" <<'EOF'
import os, sys, time
name, seconds, folder = sys.argv[1:]
pages = sorted (os.listdir (os.path.join (folder, name)))
for line in sys.stdin:
  source, target, charset, url = line.rstrip ("\n").split ("\t")
  page = os.path.basename (target)
  if page == "null":
    print (seconds, "ok", sep = "\t", flush = True)
    continue
  with open (os.path.join (os.path.dirname (folder), "asked"), "a") as asked:
    print (name, page, file = asked)
  place = pages.index (page) if name == "poor" else -1
  if place == 2:
    sys.exit (1)
  if place == 4:
    time.sleep (600)
  with open (target, "w") as file:
    file.write ("" if place == 6 else open (os.path.join (folder, name, page)).read ())
  print (seconds, "a sentence  about it" if place == 6 else "ok", sep = "\t", flush = True)
EOF
compare () {
  python3 "$tree/datasets/peers/peers.py" run "$work/env" "$set" "$work/out" --peers none --timeout=5 \
    --also "texttractor=python3 $work/made.py texttractor 0.001 $work/prepared" \
    --also "perfect=python3 $work/made.py perfect 0.002 $work/prepared" \
    --also "poor=python3 $work/made.py poor 0.004 $work/prepared"
}
n=0
failed=0
# check NAME COMMAND...: succeeds
check () {
  n=$((n + 1))
  name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    echo "ok $n - $name"
  else
    echo "not ok $n - $name"
    sed 's/^/# /' "$work/log"
    failed=1
  fi
}

check "made extractors read the set" compare
cp "$work/asked" "$work/asked-once"
compare
check "and asks nothing" cmp "$work/asked" "$work/asked-once"
sed -i 3d "$work/out/times/perfect.tsv"
compare
check "what is missing is asked again, and nothing else" sh -c "test \$((\$(wc -l <'$work/asked') - \$(wc -l <'$work/asked-once'))) = 1"

check "figures are made" python3 "$tree/datasets/peers/peers.py" measure "$set" "$work/out" --program="$texttractor" --date=2026-01-02
"$texttractor" eval --json --outputs="$work/prepared/texttractor" "$set" >"$work/eval.json"
"$texttractor" eval --json --changes=0 --compare "$set" "$work/out/texts/poor" "$work/prepared/texttractor" >"$work/compare.json"
cat >"$work/figures.py" <<'EOF'
import json, sys, xml.dom.minidom
work = sys.argv[1]
results = json.load (open (f"{work}/out/results.json"))
peers = results["peers"]
def same (got, wanted, what):
  assert abs (got - wanted) < 1e-9, f"{what}: {got}, not {wanted}"
def is_ (got, wanted, what):
  assert got == wanted, f"{what}: {got!r}, not {wanted!r}"
is_ (results["pages"], 24, "pages")
same (peers["perfect"]["eval"]["f1"], 1, "F1 of the references")
same (peers["texttractor"]["eval"]["f1"], json.load (open (f"{work}/eval.json"))["f1"], "our F1")
same (peers["perfect"]["milliseconds"], 2, "time")
same (peers["texttractor"]["milliseconds"], 1, "our time")
same (peers["poor"]["milliseconds"], 4, "time of the pages that have one")
is_ (peers["poor"]["timed"], 22, "pages with a time")
states = sorted (peers["poor"]["failed"].values ())
is_ (states, ["a sentence  about it", "ended", "took longer than 5.0 seconds"], "what failed")
is_ (peers["perfect"]["failed"], {}, "what failed")
wanted = json.load (open (f"{work}/compare.json"))
for key in ("difference", "low", "high", "p"):
  same (peers["poor"]["compare"][key], wanted[key], key)
same (peers["perfect"]["compare"]["difference"], peers["texttractor"]["eval"]["f1"] - 1, "ours - perfect")
rows = [line.split (" | ") for line in open (f"{work}/out/table.md").read ().splitlines ()]
is_ ([row[0] for row in rows[2:]], ["| **texttractor**", "| perfect", "| poor"], "order")
is_ (rows[3][1].split ()[0], "1.000", "F1 in the table")
is_ (rows[4][6], "4.00", "time in the table")
is_ (rows[4][9], "3", "failures in the table")
assert "*1.000 (-" in open (f"{work}/out/types.md").read (), "a type on which ours is not better is marked"
svg = xml.dom.minidom.parse (f"{work}/out/plot.svg")
circles = svg.getElementsByTagName ("circle")
is_ (len (circles), 3, "points")
places = {text.firstChild.data: float (text.getAttribute ("x")) for text in svg.getElementsByTagName ("text")}
assert places["poor"] < places["perfect"] < places["texttractor"], "the faster, the farther right"
assert "2026-01-02" in svg.toxml (), "the date"
EOF
check "they are those of eval and of the times" python3 "$work/figures.py" "$work"
check "our texts can be others" python3 "$tree/datasets/peers/peers.py" measure "$set" "$work/out" --program="$texttractor" --ours="$work/prepared/perfect"
check "which are measured then" python3 -c "import json; r = json.load (open ('$work/out/results.json')); assert r['peers']['texttractor']['eval']['f1'] == 1 and r['ours'] == 'perfect', r['ours']"
check "some of the pages" python3 "$tree/datasets/peers/peers.py" run "$work/env" "$set" "$work/few" --peers none --pages=5 \
  --also "texttractor=python3 $work/made.py texttractor 0.001 $work/prepared"
check "are five" sh -c "cut -f1 '$work/few/times/texttractor.tsv' | wc -l | grep -qx 5"

# The real ones, where they are installed.
if [ -n "${PEERS_ENV:-}" ] && [ -r "$PEERS_ENV/versions.json" ]; then
  check "real ones read a page" python3 "$tree/datasets/peers/peers.py" run "$PEERS_ENV" "$set" "$work/real" --pages=2 \
    --library "$PWD/.libs/libextract.so"
  for file in "$work/real/times"/*.tsv; do
    check "$(basename "$file" .tsv)" awk -F '\t' '$3 != "ok" { bad++ } END { exit bad > 0 || NR != 2 }' "$file"
  done
else
  echo "# skipped: PEERS_ENV names no folder with the real ones"
fi
echo "1..$n"
exit $failed
