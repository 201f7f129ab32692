# SPDX-License-Identifier: MIT
"""The library from Python: what tests/introspection.sh expects of the page in sys.argv[1]."""
import sys
import threading

import gi

gi.require_version("Extract", "1")
from gi.repository import Extract, GLib

parser = Extract.Parser.new()
classifier = Extract.Classifier.new(Extract.Model.get_default())
with open(sys.argv[1], "rb") as file:
    page = GLib.Bytes.new(file.read())


def read(page):
    document = parser.parse_bytes(page, None, "https://tides.example/")
    classifier.label(document)
    return document


document = read(page)
blocks = [document.get_block(i) for i in range(document.get_n_blocks())]
print("version", Extract.get_version())
print("blocks", len(blocks))
print("good", sum(block.get_label() == Extract.Label.GOOD for block in blocks))
print("first", Extract.label_get_nick(blocks[0].get_label()), blocks[0].get_tag(), blocks[0].get_text())
metadata = document.get_metadata()
print("title", metadata.get_value(Extract.Field.TITLE, 0))
print("author", metadata.get_value(Extract.Field.AUTHOR, 0))
try:
    read(GLib.Bytes.new(b"%PDF-1.7"))
except GLib.Error as error:
    if error.matches(Extract.error_quark(), Extract.Error.NOT_HTML):
        print("error", error.message)
text = document.to_string(Extract.Format.TEXT, Extract.WriteFlags.DEFAULT)

# A block keeps its document alive.
last = read(page).get_block(len(blocks) - 1)
assert last.get_text() == blocks[-1].get_text()

# Threads share parser and classifier.
texts = [None] * 8


def work(i):
    texts[i] = read(page).to_string(Extract.Format.TEXT, Extract.WriteFlags.DEFAULT)


threads = [threading.Thread(target=work, args=(i,)) for i in range(len(texts))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if texts == [text] * len(texts):
    print("threads", len(texts))
print("text")
sys.stdout.write(text)
