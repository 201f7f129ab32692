# SPDX-License-Identifier: MIT
# Passes over all records of an archive by FastWARC, for bench-archive: prints the seconds of the processor.
import sys
import time

try:
    from fastwarc.warc import ArchiveIterator
except ImportError:
    sys.exit(77)
start = time.process_time()
n = 0
with open(sys.argv[1], "rb") as archive:
    for record in ArchiveIterator(archive, parse_http=False):
        n += 1
print(time.process_time() - start)
