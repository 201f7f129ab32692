#!/bin/sh
# SPDX-License-Identifier: MIT
# A person at a real terminal (that of tmux), from start to labels and the end; and what may happen to a terminal:
# another size, pasted text, keys that it does not know, ctrl-z, a connection that breaks off. Prints TAP.
#
#   terminal.sh             the program is $TEXTTRACTOR, else bin/texttractor of the build tree
# shellcheck disable=SC2317 # functions that expect () calls
set -u
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${TEXTTRACTOR:-}" ]; then
  TEXTTRACTOR=bin/texttractor
  [ -x "$TEXTTRACTOR" ] || TEXTTRACTOR=$here/../../bin/texttractor
fi
TEXTTRACTOR=$(cd "$(dirname "$TEXTTRACTOR")" && pwd)/$(basename "$TEXTTRACTOR")
if ! command -v tmux >/dev/null; then
  echo '1..0 # SKIP tmux is not installed'
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-terminal.XXXXXX")
socket=$work/socket
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cp -R "$here/set" "$work/set"
chmod -R u+w "$work/set"
mkdir "$work/home"
n=0
failed=0

terminal () {
  tmux -S "$socket" "$@"
}

# begin COLUMNS ROWS: a terminal with a shell in it. Its words are few, so that they are not taken for ours.
begin () {
  terminal -f /dev/null new-session -d -x "$1" -y "$2" "env -u NO_COLOR -u COLORFGBG TERM=screen-256color \
    LC_ALL=C.UTF-8 HOME='$work/home' XDG_CONFIG_HOME='$work/home' PS1='> ' ENV= TEXTTRACTOR='$TEXTTRACTOR' sh -i"
  wait_for '^>'
  terminal send-keys -l "cd '$work'; clear"
  terminal send-keys Enter
  wait_for '^>'
}

annotate () {
  terminal send-keys -l "clear; \$TEXTTRACTOR annotate -w ada --no-model --timeout=600 $* set; echo left with \$?"
  terminal send-keys Enter
}

look () {
  terminal capture-pane -p
}

# wait_for PATTERN: until the terminal shows it. It gives up after a minute.
wait_for () {
  for _ in $(seq 300); do
    look | grep -qE -- "$1" && return 0
    sleep 0.2
  done
  return 1
}

# expect NAME COMMAND…: ok if it succeeds; else what the terminal shows.
expect () {
  name=$1
  shift
  n=$((n + 1))
  if "$@"; then
    echo "ok $n - $name"
  else
    echo "not ok $n - $name"
    look | sed 's/^/# /'
    failed=1
  fi
}

# shows PATTERN, hides PATTERN: after a while; now.
shows () {
  wait_for "$1"
}

hides () {
  ! look | grep -qE -- "$1"
}

# The labels of the page $1, in the order of the page: classes, parted by spaces.
labels () {
  tail -n +3 "$work/set/labels/$1.labels" | cut -f4 | tr '\n' ' '
}

wait_for_labels () {
  for _ in $(seq 300); do
    [ "$(labels "$1" 2>/dev/null)" = "$2" ] && return 0
    sleep 0.2
  done
  labels "$1" | sed 's/^/# labels: /'
  return 1
}

begin 80 24
annotate
expect 'it begins with the first page' shows '1/5 .*Ferry pier reopens .* 0/21'
terminal send-keys b b b b h c
expect 'keys label blocks' shows ' 6/21'

terminal set-buffer 'cccc'
terminal paste-buffer -p
expect 'pasted text is no keys' shows 'Pasted text is ignored'
terminal send-keys -H 1b 5b 31 3b 32 62
terminal send-keys -H 1b 4f 63
terminal send-keys -H 1b 63
terminal send-keys Down
sleep 1
expect 'keys that the terminal does not know label nothing' shows ' 6/21'
terminal send-keys Up u
expect 'undo' shows ' 5/21'
terminal send-keys C-r
expect 'redo' shows ' 6/21'

terminal resize-window -x 40 -y 10
expect 'a small terminal' shows '^ 1/5  Ferry pier reopens +6/21$'
terminal resize-window -x 132 -y 40
expect 'a large terminal' shows '^ -✓ boilerplate +li +• Start$'
terminal resize-window -x 80 -y 24
wait_for '^ -✓ li     • Start$'

terminal send-keys r
wait_for 'note on the block'
terminal send-keys -l 'ünïcode 漁 c b'
terminal paste-buffer -p
terminal send-keys Enter
expect 'a note is typed and pasted' shows '✎ ünïcode 漁 c bcccc$'

terminal send-keys C-z
expect 'ctrl-z gives the terminal to the shell' shows 'Stopped'
terminal send-keys -l "clear; fg; echo left with \$?"
terminal send-keys Enter
expect 'and takes it again' shows '✎ ünïcode 漁 c bcccc$'

terminal send-keys ']'
expect 'wide and combining characters' shows '^ ·  p      港の朝は早い。漁師たちは日の出前に船を出し、昼には魚市場に戻ってく$'
expect 'control characters are signs' shows 'Escape .\[2J.\[31m and bell'
terminal send-keys c
wait_for ' 1/12'
terminal send-keys q
expect 'it ends' shows 'left with 0'
expect 'the screen is the shell'"'"'s again' hides 'Escape'
expect 'labels are written' wait_for_labels pier \
  'boilerplate boilerplate boilerplate boilerplate heading content '

annotate
expect 'it goes on where it was' shows '2/5 .*Welcome'
terminal send-keys c b
wait_for ' 3/12'
terminal kill-server
expect 'a terminal that goes away leaves everything saved' wait_for_labels scripts 'content content boilerplate '

begin 60 12
terminal send-keys -l 'export NO_COLOR=1'
terminal send-keys Enter
annotate -p tides
wait_for '3/5'
expect 'NO_COLOR: no colours' sh -c "! tmux -S '$socket' capture-pane -pe | grep -q '38;5'"
terminal send-keys C-c
terminal send-keys j
expect 'ctrl-c is a key' shows '2/25 li'
kill -TERM "$(pgrep -P "$(terminal display-message -p '#{pane_pid}')")"
expect 'asked to end, it ends' shows 'left with 0'

# From the first key to a model: what a method proposes is accepted, page by page, then the set is trained on.
cp -R "$here/../../datasets/board" "$work/board"
chmod -R u+w "$work/board"
rm -rf "$work/board/truth"
terminal send-keys -l "clear; \$TEXTTRACTOR annotate -w ada -m justext --timeout=600 board; echo left with \$?"
terminal send-keys Enter
for page in 1 2 3 4 5 6; do
  wait_for "^ $page/14 "
  terminal send-keys v G Space ']'
done
wait_for '^ 7/14 '
terminal send-keys q
expect 'six pages are labelled' shows 'left with 0'
terminal send-keys -l "clear; \$TEXTTRACTOR train --design=classic --network=8,1 --held=0 --epochs=20 board -o new.model >report; \
echo trained with \$?; \$TEXTTRACTOR model check ./new.model"
terminal send-keys Enter
expect 'they train a model' shows 'trained with 0'
expect 'which is sound' shows 'new.model: ok'
expect 'and was measured on the labels' grep -q '^board: .* 6 with a reference' "$work/report"

# Pages are read beside the work; then the order is made of what was found, while a page is open.
terminal resize-window -x 80 -y 24
terminal send-keys -l "clear; \$TEXTTRACTOR annotate -w bob -m union:bte,justext --order=disagreement --timeout=600 board; echo left with \$?"
terminal send-keys Enter
expect 'once all pages are read, it is said why a page comes up' shows 'models disagree: 0[.]'
terminal send-keys l
terminal send-keys Home
expect 'and the page on which they differ most is the first' shows '^▌ +1 . .* repair-dates '
terminal send-keys q q
expect 'it ends again' shows 'left with 0'

echo "1..$n"
exit $failed
