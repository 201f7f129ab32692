# SPDX-License-Identifier: MIT
"""lxml-parse.py ROUNDS N SIZE FOLDER…: seconds of CPU time that lxml.html.fromstring needs for each Nth page (.html, .html.gz) of
the folders, in memory, and for those of them under SIZE bytes; the least of the rounds. Prints nothing where there is no lxml."""
import glob, gzip, os, sys, time

try:
    from lxml import html
except ImportError:
    sys.exit()

paths = []
for folder in sys.argv[4:]:
    paths += glob.glob(os.path.join(folder, '*.html')) + glob.glob(os.path.join(folder, '*.html.gz'))
pages = []
for path in sorted(paths)[::int(sys.argv[2])]:
    with (gzip.open if path.endswith('.gz') else open)(path, 'rb') as file:
        pages.append(file.read())
size = int(sys.argv[3])
rounds = []
for _ in range(int(sys.argv[1])):
    seconds = small = 0
    for page in pages:
        start = time.process_time()
        try:
            html.fromstring(page)
        except Exception:
            pass
        took = time.process_time() - start
        seconds += took
        if len(page) < size:
            small += took
    rounds.append((seconds, small))
print(*map(min, zip(*rounds)))
