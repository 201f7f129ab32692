#!/bin/sh
# SPDX-License-Identifier: MIT
# GNU parallel over two hosts, as texttractor-cluster(7) says it, by ssh over loopback. One of the hosts dies in the
# middle of an archive: nothing is lost, nothing is doubled, and the files are those of one machine. Some 60 seconds.
# Where no server of ssh can be started, the hosts are ":", and the program is killed instead.
set -u
top=$(cd "${top_srcdir:-.}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$PWD/bin/texttractor}
export TEXTTRACTOR
if ! parallel --version 2>/dev/null | grep -q 'GNU parallel'; then
  echo "1..0 # SKIP GNU parallel is missing (Debian: parallel)"
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-parallel.XXXXXX")
trap 'stop_hosts; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# shellcheck source=tests/cluster/check.sh
. "$top/tests/cluster/check.sh"

# ---- Two hosts ---------------------------------------------------------------------------------

HOME=$work/home # parallel and ssh keep files there
export HOME
mkdir "$work/home" "$work/ssh"
chmod 700 "$work/home" "$work/ssh"
# The key of a user, and of the hosts; no file of the system is read.
port=$((20000 + $$ % 20000))
start_hosts () {
  sshd=$(command -v sshd || command -v /usr/sbin/sshd) && ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/key" || return 1
  cp "$work/ssh/key.pub" "$work/ssh/authorized"
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
  for host in 1 2; do
    printf '%s\n' "HostKey $work/ssh/key" "AuthorizedKeysFile $work/ssh/authorized" "ListenAddress 127.0.0.1:$((port + host))" \
      "PidFile $work/ssh/$host.pid" StrictModes=no UsePAM=no PasswordAuthentication=no PermitRootLogin=yes \
      PermitUserEnvironment=no "SetEnv=TEXTTRACTOR=$TEXTTRACTOR HOST_OF_TEST=$work/$host" >"$work/ssh/$host.conf"
    "$sshd" -f "$work/ssh/$host.conf" -E "$work/ssh/$host.log" || return 1
    printf '1/%s\n' "ssh -p $((port + host)) -i $work/ssh/key -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR 127.0.0.1"
  done >"$work/hosts"
  sed -n 's/^1.//p' "$work/hosts" | head -n 1 >"$work/first"
  sh -c "$(cat "$work/first") true"
}
# list_processes HOST: what was started there, and what listens to it
list_processes () {
  grep -lszxF "HOST_OF_TEST=$work/$1" /proc/[0-9]*/environ | while IFS=/ read -r _ _ process _; do
    echo "$process"
    parent=$(awk '$1 == "PPid:" { print $2 }' "/proc/$process/status" 2>/dev/null)
    grep -qs '^sshd' "/proc/$parent/comm" && echo "$parent"
  done | sort -u
}
kill_host () {
  kill -9 "$(cat "$work/ssh/$1.pid")"
  for process in $(list_processes "$1"); do kill -9 "$process" 2>/dev/null; done
}
stop_hosts () {
  for host in 1 2; do
    for process in $(cat "$work/ssh/$host.pid" 2>/dev/null) $(list_processes "$host"); do kill -9 "$process" 2>/dev/null; done
  done
}
if start_hosts >"$work/why" 2>&1; then
  by=ssh
else
  by=:
  printf '1/:\n' >"$work/hosts"
fi
echo "# hosts by $by"

# ---- A host dies -------------------------------------------------------------------------------

mkdir "$work/out"
sh "$top/tests/made-archives.sh" "$work/crawl" 6000 a b c d
for name in a b c d; do
  "$TEXTTRACTOR" --no-config -q -f jsonl -o "$work/$name.one" "$work/crawl/$name.warc.gz"
done
printf '%s\n' "$work/crawl"/*.warc.gz >"$work/list"
run () {
  parallel --will-cite --sshloginfile "$work/hosts" --joblog "$work/joblog" --retries 3 --resume-failed \
    "$top/cluster/texttractor-task" "$work/out" .jsonl :::: "$work/list"
}
run >"$work/messages" 2>&1 &
batch=$!
# The output of the archive that host 2 is in the middle of, or any, if there are no hosts.
find_output () {
  for journal in "$work/out"/*.journal; do
    [ -e "$journal" ] || continue
    [ "$(wc -l <"$journal")" -gt 100 ] || continue
    for process in $(grep -lszxF -e "--output=${journal%.journal}" /proc/[0-9]*/cmdline | cut -d / -f 3); do
      if [ $by = : ] || grep -qszxF "HOST_OF_TEST=$work/2" "/proc/$process/environ"; then
        echo "${journal%.journal}"
        return
      fi
    done
  done
}
tries=0
interrupted=
while [ -z "$interrupted" ] && [ $tries -lt 300 ]; do
  sleep 0.1
  tries=$((tries + 1))
  interrupted=$(find_output)
done
check "the second host comes into the middle of an archive" test -n "$interrupted"
if [ $by = ssh ]; then
  kill_host 2
else
  grep -lszxF -e "--output=$interrupted" /proc/[0-9]*/cmdline | cut -d / -f 3 | xargs kill -9
fi
check "the host died before the archive was done" test -e "$interrupted.part" -a ! -e "$interrupted.done"
wait $batch
check "the batch ends well" test $? = 0
"$top/cluster/texttractor-report" "$work/list" "$work/out" .jsonl >"$work/report"
check "the report says that all is done" grep -qx '4 archives: 4 done, 0 begun, 0 failed, 0 missing' "$work/report"
check "it has all pages" grep -qx '24000 pages: 24000 written, 0 without main text, 0 left out, 0 failed' "$work/report"
check "the archive was begun twice" sh -c "grep -c begin '$interrupted.log' | grep -qx 2"
check "not from the first page" grep -q '; [0-9]* done before' "$work/messages"
for name in a b c d; do
  check "$name: the same bytes as on one machine" cmp "$work/$name.one" "$work/out/$name.warc.gz.jsonl"
done
check "nothing is left behind" sh -c "! ls -A '$work/out' | grep -e part -e journal"

# ---- The same again ----------------------------------------------------------------------------

sed -i 2d "$work/hosts"
printf '%s\n' "$work/crawl/missing.warc.gz" >>"$work/list"
stat -c '%n %Y %i' "$work/out"/*.jsonl >"$work/before"
run >"$work/messages" 2>&1
check "an archive that is not there: exit code 1" test $? = 1
stat -c '%n %Y %i' "$work/out"/*.jsonl >"$work/after"
check "the same command again does nothing that is done" cmp "$work/before" "$work/after"
check "the archive was tried three times" sh -c "grep -c begin '$work/out/missing.warc.gz.jsonl.log' | grep -qx 3"
echo "1..$n"
exit $failed
