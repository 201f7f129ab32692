# SPDX-License-Identifier: MIT
"""lxml-parse.py ROUNDS N FOLDER…: seconds of CPU time that lxml.html.fromstring needs for each Nth page (.html, .html.gz) of the
folders, in memory; the least of the rounds. Prints nothing where there is no lxml."""
import glob, gzip, os, sys, time

try:
    from lxml import html
except ImportError:
    sys.exit()

paths = []
for folder in sys.argv[3:]:
    paths += glob.glob(os.path.join(folder, '*.html')) + glob.glob(os.path.join(folder, '*.html.gz'))
pages = []
for path in sorted(paths)[::int(sys.argv[2])]:
    with (gzip.open if path.endswith('.gz') else open)(path, 'rb') as file:
        pages.append(file.read())
best = None
for _ in range(int(sys.argv[1])):
    seconds = 0
    for page in pages:
        start = time.process_time()
        try:
            html.fromstring(page)
        except Exception:
            pass
        seconds += time.process_time() - start
    best = seconds if best is None else min(best, seconds)
print(best)
