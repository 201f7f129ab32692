#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Texttractor on Apache Spark: archives in, pages as JSON Lines and Parquet out, duplicates found over all of them.

    spark-submit texttractor-spark.py [OPTIONS] LIST FOLDER [OPTION-OF-TEXTTRACTOR...]

LIST has a place a line: archives (WARC, ARC, JSON Lines ...) under a path that is the same on all workers, or URLs.
Each is a partition, which goes through the program as one process:

    a.warc.gz ──> texttractor extract --format=jsonl ──> lines ──> FOLDER/pages/batch=00000/kind=page
                                                                                       .../kind=failure

A batch is one job of Spark; FOLDER shows its files when all of it is done (_SUCCESS), so the same command again goes
on with the next batch. A partition whose worker is lost is done again from its first page, by another worker.

    FOLDER/pages          JSON Lines; the files of a batch in the order of their names have its pages in their order
    FOLDER/parquet        the same as a table
    FOLDER/duplicates     with --dedup: which page is a duplicate, of which other, and how ("exact" or "near")
    FOLDER/unique         with --dedup: the table without them
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

from pyspark import TaskContext
from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F

# Of an archive that cannot be read at all: its server may be back, or another worker may see it.
TRIES = 3
# What duplicates are found by (texttractor-output(5)), and how many documents that share a band are looked at.
MINIMA = 128
MOST_LOOKED_AT = 16

SCHEMA = """source string, url string, title string, language string, charset string, model string,
  confidence double, main_text boolean, reason string, blocks array<struct<text: string>>,
  fingerprints struct<exact: string, minhash: string, bands: array<string>>"""


def read_options():
    parser = argparse.ArgumentParser(
        usage="%(prog)s [OPTIONS] LIST FOLDER [OPTION-OF-TEXTTRACTOR...]",
        description="Main texts of archives, by texttractor on Apache Spark; see texttractor-cluster(7).")
    parser.add_argument("--texttractor", default="texttractor", metavar="PROGRAM", help="the program on the workers")
    parser.add_argument("--batch", type=int, default=1000, metavar="N", help="archives of a job (default 1000)")
    parser.add_argument("--compression", default="none", metavar="NAME",
                        help="of JSON Lines: none (the default), gzip or zstd")
    parser.add_argument("--dedup", action="store_true", help="find duplicates over all batches")
    parser.add_argument("--similarity", type=float, default=0.5, metavar="T",
                        help="from which documents are near duplicates (default 0.5)")
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("options", nargs=argparse.REMAINDER, metavar="OPTION")
    options = parser.parse_args()
    if options.batch < 1 or not 0 < options.similarity <= 1:
        parser.error("--batch takes a number from 1 on, --similarity one above 0, up to 1")
    return options


# ---- Pages of archives, on the workers ----------------------------------------------------------


def pipe(command, place):
    """Rows of an archive: ("page", line) as they come, then ("failure", line) for each page that failed."""
    with tempfile.TemporaryDirectory(prefix="texttractor-") as folder:
        failures = os.path.join(folder, "failures")
        program = subprocess.Popen(command + ["--failures=" + failures, "--", place], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE)
        n_pages = 0
        try:
            for line in program.stdout:
                n_pages += 1
                yield "page", line.decode("utf-8").rstrip("\n")
        finally:
            # Nobody reads on: the program must not go on either.
            program.stdout.close()
            code = program.wait()
        failed = open(failures, encoding="utf-8").read().splitlines() if os.path.exists(failures) else []
        if code not in (0, 1) or (code == 1 and not failed):
            raise RuntimeError("%s: exit code %d of %s" % (place, code, command[0]))
        if n_pages == 0 and failed and TaskContext.get().attemptNumber() + 1 < TRIES:
            raise RuntimeError("%s: %s" % (place, json.loads(failed[0])["message"]))
        for line in failed:
            yield "failure", line


def open_path(spark, name):
    """A path that Spark knows, on whatever file system: the system, and the path."""
    path = spark._jvm.org.apache.hadoop.fs.Path(name)
    return path.getFileSystem(spark._jsc.hadoopConfiguration()), path


def exists(spark, name):
    system, path = open_path(spark, name)
    return system.exists(path)


def extract_batch(spark, options, places, folder):
    command = [options.texttractor, "extract", "--no-config", "--quiet", "--format=jsonl"]
    command += ["--fingerprints"] if options.dedup else []
    command += options.options
    rows = spark.sparkContext.parallelize(places, len(places)).mapPartitions(
        lambda part: (row for place in part for row in pipe(command, place)))
    frame = spark.createDataFrame(rows, "kind string, value string")
    frame.write.mode("overwrite").partitionBy("kind").text(folder, compression=options.compression)


def read_pages(spark, folder):
    """The table of the pages in a folder of JSON Lines. A batch without any page has no such folder."""
    lines = spark.read.schema("value string, kind string").text(folder).where("kind = 'page'")
    return (lines.select(F.from_json("value", SCHEMA).alias("page"),
                         F.get_json_object("value", "$.metadata").alias("metadata"))
            .select("page.*", "metadata")
            .withColumn("text", F.array_join("blocks.text", "\n"))
            .drop("blocks"))


def begin(spark, options, places):
    """A folder belongs to one task: batches that were done for another would be taken for those of this one."""
    settings = {"batch": options.batch, "dedup": options.dedup, "options": options.options, "places": places}
    text = json.dumps(settings, indent=0)
    system, path = open_path(spark, options.folder + "/task.json")
    if not system.exists(path):
        file = system.create(path)
        file.write(bytearray(text, "utf-8"))
        file.close()
    elif spark.read.text(options.folder + "/task.json", wholetext=True).first().value != text:
        sys.exit("texttractor-spark: %s belongs to another list or to other options; give another folder" % options.folder)


def extract(spark, options, places):
    for start in range(0, len(places), options.batch):
        name = "batch=%05d" % (start // options.batch)
        lines = "%s/pages/%s" % (options.folder, name)
        table = "%s/parquet/%s" % (options.folder, name)
        batch = places[start:start + options.batch]
        if not exists(spark, lines + "/_SUCCESS"):
            extract_batch(spark, options, batch, lines)
        if not exists(spark, table + "/_SUCCESS"):
            read_pages(spark, lines).write.mode("overwrite").parquet(table)
        print("texttractor-spark: %s: %d archives" % (name, len(batch)), file=sys.stderr)


# ---- Duplicates ---------------------------------------------------------------------------------


def with_key(pages):
    """Which page is first: by the name of its archive, then by its place there ("a.warc.gz#1234")."""
    return (pages.withColumn("archive", F.regexp_extract("source", r"^(.*?)(#\d+)?$", 1))
            .withColumn("place", F.expr("bigint(nullif(regexp_extract(source, '#([0-9]+)$', 1), ''))"))
            .withColumn("key", F.struct("archive", "place")))


def count_needed(similarity):
    """How many minima have to agree. Of those that do not, one in 256 agrees in the eight bits that are kept."""
    return max(1, math.ceil((1 / 256 + similarity * 255 / 256) * MINIMA))


def find_exact(documents):
    first = Window.partitionBy("exact").orderBy("key")
    return (documents.withColumn("of", F.first("source").over(first))
            .withColumn("nth", F.row_number().over(first))
            .where("nth > 1").select("source", "of", F.lit("exact").alias("kind")))


def find_pairs(documents, similarity):
    """Pairs of near documents, the first before the second."""
    bands = documents.select("key", F.explode("bands").alias("band"))
    in_band = Window.partitionBy("band").orderBy("key")
    first = bands.withColumn("nth", F.row_number().over(in_band)).where(F.col("nth") <= MOST_LOOKED_AT)
    pairs = (first.select("band", F.col("key").alias("a")).join(bands.withColumnRenamed("key", "b"), "band")
             .where("a < b").select("a", "b").distinct())
    minima = documents.select("key", "minhash")
    agree = """aggregate(sequence(0, %d), 0, (n, i) ->
      n + if(substring(minhash_a, 2 * i + 1, 2) = substring(minhash_b, 2 * i + 1, 2), 1, 0))""" % (MINIMA - 1)
    return (pairs.join(minima.selectExpr("key as a", "minhash as minhash_a"), "a")
            .join(minima.selectExpr("key as b", "minhash as minhash_b"), "b")
            .where(F.expr(agree) >= count_needed(similarity)).select("a", "b"))


def choose(pairs):
    """Of pairs, the documents that go, each with one that stays. As if they came one by one, and each went that is near
    to one that stayed: so a round decides about those that only documents stand before that are decided about."""
    gone = []
    pairs = pairs.localCheckpoint()
    while not pairs.isEmpty():
        staying = pairs.select("a").distinct().join(pairs.select(F.col("b").alias("a")).distinct(), "a", "left_anti")
        going = pairs.join(staying, "a").groupBy("b").agg(F.min("a").alias("a")).localCheckpoint()
        gone.append(going)
        pairs = (pairs.join(going.select("b"), "b", "left_anti")
                 .join(going.select(F.col("b").alias("a")), "a", "left_anti").localCheckpoint())
    return gone


def dedup(spark, options):
    pages = with_key(spark.read.parquet(options.folder + "/parquet"))
    documents = pages.where("fingerprints is not null").select("key", "source", "fingerprints.*")
    exact = find_exact(documents).localCheckpoint()
    rest = documents.join(exact.select("source"), "source", "left_anti").localCheckpoint()
    duplicates = exact
    names = rest.select("key", "source")
    for going in choose(find_pairs(rest, options.similarity)):
        near = (going.join(names.selectExpr("key as b", "source"), "b")
                .join(names.selectExpr("key as a", "source as of"), "a"))
        duplicates = duplicates.union(near.select("source", "of", F.lit("near").alias("kind")))
    duplicates.coalesce(max(1, spark.sparkContext.defaultParallelism)).write.mode("overwrite").json(
        options.folder + "/duplicates")
    duplicates = spark.read.schema("source string, of string, kind string").json(options.folder + "/duplicates")
    (pages.join(duplicates.select("source"), "source", "left_anti")
     .drop("archive", "place", "key", "fingerprints").write.mode("overwrite").parquet(options.folder + "/unique"))
    for row in duplicates.groupBy("kind").count().orderBy("kind").collect():
        print("texttractor-spark: %d %s duplicates" % (row["count"], row["kind"]), file=sys.stderr)


def main():
    options = read_options()
    with open(options.list, encoding="utf-8") as file:
        places = [line.strip() for line in file if line.strip()]
    if not places:
        sys.exit("texttractor-spark: %s names no archive" % options.list)
    # Lines stay in their order only if no task sorts them by what it partitions by.
    spark = (SparkSession.builder.appName("texttractor")
             .config("spark.sql.maxConcurrentOutputFileWriters", "2").getOrCreate())
    begin(spark, options, places)
    extract(spark, options, places)
    if options.dedup:
        dedup(spark, options)
    spark.stop()


if __name__ == "__main__":
    main()
