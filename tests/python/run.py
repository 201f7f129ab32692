# SPDX-License-Identifier: MIT
"""Tests of the module texttractor, beside the program $TEXTTRACTOR; each prints a line of TAP."""
import functools
import glob
import gzip
import http.server
import inspect
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import typing
import warnings

import texttractor
from texttractor import Extractor, bare_extraction, extract, fetch_url

TOP = os.environ["top_srcdir"]
PAGES = sorted(glob.glob(f"{TOP}/tests/pages/*.html") + glob.glob(f"{TOP}/tests/pages/segment/*.html"))
SHARED = sorted(glob.glob(f"{TOP}/../shared/data/wcxb-dev/html/*"))[::100]
ARTICLE = open(f"{TOP}/tests/pages/article.html", "rb").read()
tests = []


class Skip(Exception):
    pass


def test(function):
    tests.append(function)
    return function


def run_program(page, *options):
    """What the program prints of the page; None if it has no main text, or cannot be read."""
    command = [os.environ["TEXTTRACTOR"], "--no-config", "--quiet", "--exit-status", *options, "-"]
    done = subprocess.run(command, input=page, capture_output=True)
    return done.stdout.decode() if done.returncode == 0 else None


# Arguments of the module, and the same options of the program. In XML and the like the program names its source.
CASES = [
    ({}, []),
    ({"output_format": "txt", "favor_precision": True}, ["--precision"]),
    ({"favor_recall": True}, ["--recall"]),
    ({"fast": True, "output_format": "json"}, ["-m", "classic", "-f", "json"]),
    ({"output_format": "json", "with_metadata": True, "url": "https://x.example/a/"},
     ["-f", "json", "--metadata", "--url=https://x.example/a/"]),
    ({"output_format": "jsonl"}, ["-f", "jsonl"]),
    ({"output_format": "markdown", "with_metadata": True, "include_links": False, "include_formatting": False},
     ["-f", "markdown", "--metadata", "--links=no", "--formatting=no"]),
    ({"output_format": "html", "include_images": True, "url": "https://x.example/"},
     ["-f", "html", "--images=yes", "--url=https://x.example/"]),
    ({"output_format": "xml", "include_comments": False, "include_tables": False},
     ["-f", "xml", "--comments=drop", "--tables=no"]),
    ({"output_format": "xmltei", "date_extraction_params": {"max_date": "2020-02-02"}}, ["-f", "tei", "--today=2020-02-02"]),
    ({"output_format": "csv"}, ["-f", "csv"]),
    ({"output_format": "tsv"}, ["-f", "tsv"]),
    ({"output_format": "vertical"}, ["-f", "vertical"]),
    ({"prune_xpath": ["//p", "//h2"]}, ["--prune=//p", "--prune=//h2"]),
    ({"prune_xpath": "//*[@class='comment']"}, ["--prune=//*[@class='comment']"]),
]


def compare(pages, cases):
    for path in pages:
        with open(path, "rb") as file:
            page = file.read()
        for arguments, options in cases:
            said = extract(page, source="-", **arguments)
            printed = run_program(page, *options)
            assert said == printed, f"{path} {options}: {said!r} is not {printed!r}"


@test
def results_are_those_of_the_program():
    compare(PAGES[:: max(1, len(PAGES) // 12)] + [f"{TOP}/tests/pages/{n}.html" for n in ("article", "comments", "latin2", "table")], CASES)


@test
def so_they_are_on_a_sample_of_larger_pages():
    if not SHARED:
        raise Skip("../shared/data is not there")
    compare(SHARED, CASES[:1] + CASES[4:5])


@test
def a_language_is_found_by_the_text():
    assert extract(ARTICLE, target_language="en", output_format="json", source="-") == run_program(
        ARTICLE, "--lang=en", "-f", "json")
    assert extract(ARTICLE, target_language="de") is None


@test
def text_that_is_decoded_already_is_not_decoded_again():
    page = open(f"{TOP}/tests/pages/latin2.html", "rb").read()
    text = extract(page)
    assert text and extract(page.decode("iso8859-2")) == text
    assert extract(bytearray(page)) == extract(memoryview(page)) == text
    assert extract("<p>\ud800</p>" + "<p>One two three four five.</p>" * 20) is not None


@test
def pages_without_main_text_and_broken_ones_are_none():
    assert extract("") is None and bare_extraction("<p>") is None
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logging.getLogger("texttractor").addHandler(handler)
    assert extract(b"%PDF-1.7") is None and bare_extraction(b"%PDF-1.7", url="https://x.example/") is None
    logging.getLogger("texttractor").removeHandler(handler)
    messages = [record.getMessage() for record in records]
    assert messages == [f"{place}: is a PDF document, not a web page" for place in ("page", "https://x.example/")], messages


@test
def pages_may_be_gzip():
    packed = gzip.compress(ARTICLE)
    assert extract(packed) == extract(ARTICLE)
    assert extract(packed[:-9]) is None and extract(packed[:40]) is None and extract(b"\x1f\x8b") is None
    try:
        Extractor().extract(gzip.compress(b" " * (200 << 20)))
    except texttractor.Error as error:
        assert error.code == "too-large", error.code
    else:
        raise AssertionError("no error")


@test
def an_extractor_raises():
    for call, code in (
        (lambda: Extractor().extract(b"%PDF-1.7"), "not-html"),
        (lambda: Extractor(model="nothing"), "model-unknown"),
        (lambda: Extractor(model=f"{TOP}/COPYING.model"), None),
        (lambda: Extractor(model=f"{TOP}/./COPYING"), "model-format"),
        (lambda: Extractor(encoding="nothing"), "encoding"),
    ):
        try:
            call()
        except texttractor.Error as error:
            assert error.code == code, error.code
            continue
        except Exception as error:
            assert code is None and "COPYING.model" in str(error), error
            continue
        raise AssertionError(code)
    for wrong in ({"output_format": "doc"}, {"favour": "both"}, {"threshold": 0}, {"today": "soon"}):
        try:
            Extractor(**wrong)
        except ValueError as error:
            assert str(next(iter(wrong.values()))) in str(error), error
        else:
            raise AssertionError(wrong)


@test
def wrong_arguments_are_told():
    for call in (lambda: extract(None), lambda: extract(3), lambda: extract(ARTICLE, colour="red")):
        try:
            call()
        except TypeError:
            continue
        raise AssertionError("no TypeError")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert extract(ARTICLE, deduplicate=True, no_fallback=True, record_id="7", tei_validation=True) == extract(ARTICLE)
    assert len(told) == 1 and "deduplicate" in str(told[0].message) and told[0].filename == __file__, told


@test
def arguments_of_trafilatura_are_known():
    for function in (extract, bare_extraction):
        signature = inspect.signature(function).parameters
        for name in ("url", "fast", "no_fallback", "favor_precision", "favor_recall", "include_comments", "output_format",
                     "target_language", "include_tables", "include_images", "include_formatting", "include_links",
                     "date_extraction_params", "with_metadata", "only_with_metadata", "url_blacklist", "prune_xpath", "record_id"):
            assert name in signature, name
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ("author_blacklist", "config", "deduplicate", "max_tree_size", "options", "settingsfile"):
            assert extract(ARTICLE, **{name: {"x"}})


@test
def a_bare_extraction_has_text_metadata_and_blocks():
    page = ("<html lang=en><head><title>On tides | Harbour</title><meta name=author content='Ann Lee'>"
            "<meta property='article:published_time' content='2021-03-04T05:06:07Z'>"
            "<meta property='og:site_name' content='Harbour'><link rel=canonical href='https://h.example/tides'>"
            "<meta name=keywords content='sea, moon'></head><body><nav><a href=/>Home</a></nav><article><h1>On tides</h1>"
            + "<p>The moon draws the water twice a day, a little later each time, and so the whole pattern slips.</p>" * 5)
    document = bare_extraction(page, record_id="7")
    assert (document.title, document.author, document.date) == ("On tides", "Ann Lee", "2021-03-04"), document
    assert (document.url, document.hostname, document.sitename) == ("https://h.example/tides", "h.example", "Harbour")
    assert document.tags == ["sea", "moon"] and document.id == "7" and document.language == "en"
    assert document.text == document.raw_text == extract(page)
    assert {block.label for block in document.blocks} == {"good", "bad"}
    assert document.blocks[0].text == "Home" and document.blocks[0].path.startswith("/html/body/nav")
    as_dict = bare_extraction(page, record_id="7", as_dict=True)
    assert as_dict == document.as_dict() and as_dict["title"] == "On tides"
    assert bare_extraction(page, output_format="markdown").text == extract(page, output_format="markdown")
    assert extract(page, only_with_metadata=True) and not extract(ARTICLE, only_with_metadata=True)
    assert not extract(page, url_blacklist={"https://h.example/tides"})


@test
def a_page_is_fetched_with_what_its_server_says():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/moved":
                self.send_response(302)
                self.send_header("Location", "/page")
            elif self.path == "/file":
                self.send_response(302)
                self.send_header("Location", "file:///etc/passwd")
            elif self.path == "/page":
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=iso-8859-2")
            elif self.path == "/packed":
                self.send_response(200)
                self.send_header("Content-Encoding", "gzip")
            else:
                self.send_response(404)
            self.end_headers()
            if self.path == "/page":
                self.wfile.write("<p>Žluťoučký kůň úpěl ďábelské ódy, a moře zase jednou stouplo o metr.".encode("iso8859-2") * 9)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    logging.disable(logging.CRITICAL)
    try:
        page = fetch_url(f"{base}/moved")
        assert page.url == f"{base}/page" and page.content_type == "text/html; charset=iso-8859-2"
        assert "Žluťoučký" in extract(page)
        assert f'"url": "{base}/page"' in extract(page, output_format="json")
        for wrong in ("/nothing", "/file", "/packed"):
            assert fetch_url(base + wrong) is None, wrong
        for wrong in ("file:///etc/passwd", "", "ftp://x.example/", "http://127.0.0.1:1/", "http://[", "http://x y/"):
            assert fetch_url(wrong) is None, wrong
    finally:
        logging.disable(logging.NOTSET)
        server.shutdown()


def work(pages, n_threads):
    """Seconds that all pages take, and their texts."""
    extractor = Extractor(output_format="json")
    texts = [None] * len(pages)

    def read(first):
        for i in range(first, len(pages), n_threads):
            texts[i] = extractor.extract(pages[i])

    threads = [threading.Thread(target=read, args=(i,)) for i in range(n_threads)]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin, texts


@test
def threads_share_an_extractor():
    pages = [open(path, "rb").read() for path in PAGES[:40]]
    assert work(pages, 8)[1] == work(pages, 1)[1]


@test
def the_lock_of_the_interpreter_is_free_meanwhile():
    """A second thread runs while the first is inside of one call."""
    page = b"<p>One <b>two</b> three four five six seven.</p>" * 40000
    extractor = Extractor()
    inside = threading.Event()
    done = threading.Event()

    def read():
        inside.set()
        extractor.label(page)
        done.set()

    thread = threading.Thread(target=read)
    thread.start()
    inside.wait()
    turns = 0
    while not done.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join()
    # Were the lock held, there would be a turn between two calls, and no more.
    assert turns > 10, turns


@test
def everything_public_is_typed():
    assert os.path.exists(os.path.join(os.path.dirname(texttractor.__file__), "py.typed"))
    for name in texttractor.__all__:
        thing = getattr(texttractor, name)
        assert inspect.getdoc(thing) or name == "FORMATS", name
        if inspect.isfunction(thing):
            hints = typing.get_type_hints(thing)
            assert "return" in hints and set(inspect.signature(thing).parameters) <= set(hints), name


@test
def types_are_right():
    if not shutil.which("mypy", path="/usr/bin"):
        raise Skip("mypy is missing")
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            ["/usr/bin/mypy", "--strict", "--ignore-missing-imports", f"--cache-dir={cache}", f"{TOP}/python/texttractor"],
            capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def main():
    failed = False
    if sys.argv[1:] == ["--measure"]:
        pages = [gzip.decompress(open(path, "rb").read()) for path in sorted(glob.glob(f"{TOP}/../shared/data/wcxb-dev/html/*.gz"))[:400]] or [ARTICLE] * 400
        work(pages, 1)
        one, two = (min(work(pages, n)[0] for _ in range(3)) for n in (1, 2))
        print(f"{len(pages)} pages: {one:.2f} s in one thread, {two:.2f} s in two: {one / two:.2f} times")
        return
    print(f"1..{len(tests)}")
    for number, function in enumerate(tests, 1):
        name = function.__name__.replace("_", " ")
        try:
            function()
            print(f"ok {number} - {name}", flush=True)
        except Skip as reason:
            print(f"ok {number} - {name} # SKIP {reason}", flush=True)
        except Exception:
            failed = True
            print(f"not ok {number} - {name}")
            print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="", flush=True)
    sys.exit(failed)


main()
