#!/bin/sh
# SPDX-License-Identifier: MIT
# The job of cluster/spark on a real Spark: a master and two workers. One of them dies in the middle of an archive:
# nothing is lost, nothing is doubled, and the lines are those of one machine. Takes minutes.
#   $PYTHON    a Python that has pyspark; else python3
set -u
top=$(cd "${top_srcdir:-.}" && pwd)
TEXTTRACTOR=${TEXTTRACTOR:-$PWD/bin/texttractor}
python=${PYTHON:-python3}
if ! "$python" -c 'import pyspark' 2>/dev/null; then
  echo "1..0 # SKIP pyspark is missing (pip install pyspark)"
  exit 0
fi
if ! java -version >/dev/null 2>&1; then
  echo "1..0 # SKIP java is missing (Debian: default-jre-headless)"
  exit 0
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/texttractor-spark.XXXXXX")
job=
trap 'stop_spark; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# shellcheck source=tests/cluster/check.sh
. "$top/tests/cluster/check.sh"

check "the job can be compiled" env PYTHONPYCACHEPREFIX="$work/cache" "$python" -m py_compile "$top/cluster/spark/texttractor-spark.py"

# ---- A master and two workers ------------------------------------------------------------------

SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
SPARK_LOCAL_IP=127.0.0.1
SPARK_NO_DAEMONIZE=1
PYSPARK_PYTHON=$(command -v "$python")
PYTHONDONTWRITEBYTECODE=1
JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' # a JVM starts in half the time
export JAVA_TOOL_OPTIONS SPARK_HOME SPARK_LOCAL_IP SPARK_NO_DAEMONIZE PYSPARK_PYTHON PYTHONDONTWRITEBYTECODE
port=$((20000 + $$ % 20000))
master=spark://127.0.0.1:$port
# start NAME CLASS ARGUMENT…
start () {
  name=$1
  shift
  env "PROCESS_OF_TEST=$work/$name" SPARK_LOCAL_DIRS="$work/local" SPARK_WORKER_DIR="$work/$name.work" \
    "$SPARK_HOME/bin/spark-class" -Xmx256m "$@" >"$work/$name.log" 2>&1 &
}
kill_worker () {
  grep -lszxF "PROCESS_OF_TEST=$work/$1" /proc/[0-9]*/environ | cut -d / -f 3 | xargs -r kill -9 2>/dev/null
}
stop_spark () {
  [ -z "$job" ] || kill "$job" 2>/dev/null
  for name in worker1 worker2 master; do kill_worker $name; done
}
start master org.apache.spark.deploy.master.Master --host 127.0.0.1 --port $port --webui-port 0
check "the master starts" wait_until 60 grep -q 'New state: ALIVE' "$work/master.log"
for worker in 1 2; do
  start worker$worker org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --webui-port 0 --cores 1 --memory 1g "$master"
  check "worker $worker starts" wait_until 60 grep -q 'Successfully registered with master' "$work/worker$worker.log"
done

# run LIST FOLDER OPTION…: on the cluster
run () {
  "$SPARK_HOME/bin/spark-submit" --master "$master" --driver-memory 512m --executor-memory 512m --conf spark.ui.enabled=false \
    --conf spark.sql.shuffle.partitions=4 --conf spark.local.dir="$work/local" \
    "$top/cluster/spark/texttractor-spark.py" --texttractor="$TEXTTRACTOR" --batch=4 "$@"
}
# show FOLDER FORMAT COLUMN…: the rows of a table, sorted
show () {
  "$python" - "$@" <<'P' 2>"$work/show.log"
import json, sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
rows = spark.read.load(sys.argv[1], format=sys.argv[2]).select(sys.argv[3:]).collect()
print("\n".join(sorted(json.dumps(row) for row in rows)))
P
}

# ---- A worker dies -----------------------------------------------------------------------------

sh "$top/tests/made-archives.sh" "$work/crawl" 6000 a b c d e
printf '%s\n' '{"url":"https://x.example/","html":"<p>Too short to be found twice.</p>"}' '{"no":"page"}' >"$work/crawl/f.jsonl"
"$TEXTTRACTOR" extract --no-config -q -f jsonl -o "$work/one" --failures="$work/one.failures" "$work/crawl" 2>/dev/null
printf '%s\n' "$work/crawl"/* >"$work/list"
is_at_work () {
  grep -lszxF "PROCESS_OF_TEST=$work/worker2" /proc/[0-9]*/environ | cut -d / -f 3 | while read -r process; do
    cat "/proc/$process/comm"
  done | grep -qxF "$(basename "$TEXTTRACTOR")"
}
run "$work/list" "$work/out" >"$work/run.log" 2>&1 &
job=$!
check "the second worker comes to an archive" wait_until 240 is_at_work
kill_worker worker2
check "and dies before the batch is done" test ! -e "$work/out/pages/batch=00000/_SUCCESS"
wait $job
check "the job ends well" test $? = 0
check "its driver has seen that an executor was lost" grep -q 'Lost executor' "$work/run.log"
cat "$work/out/pages"/batch=*/kind=page/part-* >"$work/pages"
check "JSON Lines: the same bytes as on one machine" cmp "$work/one" "$work/pages"
cat "$work/out/pages"/batch=*/kind=failure/part-* >"$work/failures"
check "failures: the same" cmp "$work/one.failures" "$work/failures"
show "$work/out/parquet" parquet source url title text >"$work/table"
"$python" - "$work/one" >"$work/one.table" <<'P'
import json, sys
pages = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
rows = [[p["source"], p["url"], p["title"], "\n".join(b["text"] for b in p["blocks"])] for p in pages]
print("\n".join(sorted(json.dumps(row) for row in rows)))
P
check "Parquet: the same pages" cmp "$work/one.table" "$work/table"

# ---- The same again, and another list ----------------------------------------------------------

find "$work/out" -type f -printf '%p %T@\n' | sort >"$work/before"
run "$work/list" "$work/out" >"$work/run.log" 2>&1
check "the same command again ends well" test $? = 0
find "$work/out" -type f -printf '%p %T@\n' | sort >"$work/after"
check "and does nothing" cmp "$work/before" "$work/after"
echo "$work/crawl/missing.warc.gz" >>"$work/list"
run "$work/list" "$work/out" >"$work/run.log" 2>&1
check "another list is refused" grep -q 'belongs to another list' "$work/run.log"

# ---- Duplicates --------------------------------------------------------------------------------

rm "$work/crawl"/*
mkdir "$work/shards"
sh "$top/tests/made-archives.sh" "$work/crawl" 300 a b c
for name in a b c; do
  "$TEXTTRACTOR" extract --no-config -q -f jsonl -o "$work/shards/$name.warc.gz.jsonl" "$work/crawl/$name.warc.gz"
done
"$TEXTTRACTOR" dedup -q --find=near -o "$work/one" "$work/shards"/*
printf '%s\n' "$work/crawl"/* >"$work/list"
run --dedup "$work/list" "$work/deduped" >"$work/run.log" 2>&1
check "with --dedup, the job ends well" test $? = 0
show "$work/deduped/unique" parquet source >"$work/table"
"$python" - "$work/one" >"$work/one.table" <<'P'
import json, sys
print("\n".join(sorted(json.dumps([json.loads(line)["source"]]) for line in open(sys.argv[1], encoding="utf-8"))))
P
check "there are duplicates" test "$(wc -l <"$work/table")" -lt 720
check "the pages that stay are those of texttractor dedup" cmp "$work/one.table" "$work/table"
cat "$work/deduped/duplicates"/part-* >"$work/duplicates"
check "the others are named: exact and near ones" \
  sh -c "grep -c '\"kind\":\"exact\"' '$work/duplicates' && grep -c '\"kind\":\"near\"' '$work/duplicates'"
check "none is lost" test "$(cat "$work/table" "$work/duplicates" | wc -l)" = 900

echo "1..$n"
exit $failed
