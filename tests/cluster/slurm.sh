#!/bin/sh
# SPDX-License-Identifier: MIT
# The job array of cluster/slurm on a real Slurm with two nodes. One of them dies in the middle of an archive: nothing is
# lost, nothing is doubled, and the files are those of one machine. Some 60 seconds.
set -u
top=$(cd "${top_srcdir:-.}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$PWD/bin/texttractor}
export TEXTTRACTOR
for command in slurmctld slurmd sbatch squeue; do
  if ! command -v $command >/dev/null; then
    echo "1..0 # SKIP $command is missing (Debian: slurm-wlm)"
    exit 0
  fi
done

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-slurm.XXXXXX")
# shellcheck source=tests/cluster/slurm-loopback.sh
. "$top/tests/cluster/slurm-loopback.sh"
mkdir "$work/slurm"
trap 'stop_slurm; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
if ! start_slurm "$work/slurm" >"$work/why" 2>&1; then
  echo "1..0 # SKIP slurm does not start here: $(tail -n 1 "$work/why")"
  exit 0
fi

# shellcheck source=tests/cluster/check.sh
. "$top/tests/cluster/check.sh"

queue_is_empty () { [ -z "$(squeue -h)" ]; }

sh "$top/tests/made-archives.sh" "$work/crawl" 6000 a b c d e
for name in a b c d e; do
  "$TEXTTRACTOR" --no-config -q -f jsonl --metadata --fields=title -o "$work/$name.one.gz" "$work/crawl/$name.warc.gz"
done
printf '%s\n' "$work/crawl"/*.warc.gz >"$work/list"
submit () { "$top/cluster/slurm/texttractor-submit" --array-size=3 --nice=1 "$work/list" "$work/out" .jsonl.gz --metadata --fields=title; }
report () { "$top/cluster/texttractor-report" "$work/list" "$work/out" .jsonl.gz; }

# ---- A node dies -------------------------------------------------------------------------------

# Whether n2 is in the middle of an archive.
is_at_work () {
  for log in "$work/out"/*.log; do
    [ "$(tail -n 1 "$log" | cut -d ' ' -f 2,3)" = "n2 begin" ] || continue
    interrupted=${log%.log}
    [ "$(wc -l <"$interrupted.journal")" -gt 100 ] && return
  done
  return 1
}
submit >"$work/job"
check "a job is in the queue" grep -qx '[0-9][0-9]*' "$work/job"
check "its second node comes into the middle of an archive" wait_until 30 is_at_work
kill_node n2
pages=$(wc -l <"$interrupted.journal")
check "the node died before the archive was done" test -e "$interrupted.part" -a ! -e "$interrupted.done"
report >"$work/report.middle"
check "the report says which archives are not done" grep -q "^begun	$work/crawl/$(basename "$interrupted" .jsonl.gz)	1	.* n2 begin\$" "$work/report.middle"
# Slurm lets a task wait for two minutes before it begins it again.
is_in_queue_again () {
  task=$(squeue -h -r -t PENDING -o '%i %r' | sed -n 's/ BeginTime$//p')
  [ -n "$task" ]
}
check "its task comes back to the queue" wait_until 30 is_in_queue_again
scontrol update "JobId=$task" StartTime=now
check "the others do its work" wait_until 60 queue_is_empty
check "the report says that all is done" report
report >"$work/report.all"
check "it has all pages" grep -qx '30000 pages: 30000 written, 0 without main text, 0 left out, 0 failed' "$work/report.all"
check "the archive was begun twice, on two nodes" \
  sh -c "grep -c begin '$interrupted.log' | grep -qx 2 && grep -q 'n1 end 0' '$interrupted.log'"
check "after $pages pages, not from the first" sh -c "grep -q '; [0-9]* done before' '$work/out/slurm'/*.log"
for name in a b c d e; do
  check "$name: the same bytes as on one machine" cmp "$work/$name.one.gz" "$work/out/$name.warc.gz.jsonl.gz"
done
check "the output is packed" gzip -t "$work/out/a.warc.gz.jsonl.gz"
check "nothing is left behind" sh -c "! ls -A '$work/out' | grep -e part -e journal"

# ---- The same again ----------------------------------------------------------------------------

stat -c '%n %Y %i' "$work/out"/*.jsonl.gz "$work/out"/*.done >"$work/before"
printf '%s\n' "$work/crawl/missing.warc.gz" >>"$work/list"
submit >"$work/job"
check "the same command again ends" wait_until 60 queue_is_empty
stat -c '%n %Y %i' "$work/out"/*.jsonl.gz "$work/out"/*.done >"$work/after"
check "it does nothing that is done" cmp "$work/before" "$work/after"
report >"$work/report.end"
check "the report names the archive that is not there" grep -q '^failed	.*missing.warc.gz	1	.* end 1$' "$work/report.end"
check "and counts it" grep -qx '6 archives: 5 done, 0 begun, 1 failed, 0 missing' "$work/report.end"

printf '%s\n' "$work/other/a.warc.gz" >>"$work/list"
check "archives of one name are refused" sh -c "! '$top/cluster/slurm/texttractor-submit' '$work/list' '$work/out' .jsonl.gz 2>'$work/refused' && grep -q 'two archives are named a.warc.gz' '$work/refused'"
echo "1..$n"
exit $failed
