# SPDX-License-Identifier: MIT
"""Extractors in Python, one of them a process: runner.py NAME

Lines of standard input, each answered by one: see peers.py. Only the call of the extractor is timed.
"""
import ctypes
import os
import sys
import time
import warnings

warnings.filterwarnings("ignore")


def decode(raw, charset):
    """As the page was meant: what HTTP said, else UTF-8, else what resembles it most."""
    for name in (charset, "utf-8"):
        try:
            if name:
                return raw.decode(name)
        except (LookupError, UnicodeDecodeError):
            pass
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return bytes_to_str(raw, detect_encoding(raw))


BLOCKS = frozenset(
    "address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header"
    " hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul".split()
)


def text_of(html):
    """Text of HTML that an extractor gives: a line for each block, so that no two words become one."""
    import lxml.html

    parts = []

    def walk(element):
        block = element.tag in BLOCKS
        if block:
            parts.append("\n")
        if isinstance(element.tag, str) and element.text:
            parts.append(element.text)
        for child in element:
            walk(child)
            if child.tail:
                parts.append(child.tail)
        if block:
            parts.append("\n")

    if html.strip():
        walk(lxml.html.fromstring(html))
    return "".join(parts)


# ---- Ours: the library as it is installed, from bytes to text ------------------------------------


def texttractor():
    glib = ctypes.CDLL("libglib-2.0.so.0")
    library = ctypes.CDLL(os.environ["PEERS_LIBRARY"])

    def declare(of, name, result, *arguments):
        function = getattr(of, name)
        function.restype, function.argtypes = result, arguments
        return function

    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    bytes_new = declare(glib, "g_bytes_new", pointer, text, ctypes.c_size_t)
    bytes_unref = declare(glib, "g_bytes_unref", None, pointer)
    free = declare(glib, "g_free", None, pointer)
    parse = declare(library, "extract_parser_parse_bytes", pointer, pointer, pointer, text, text, pointer)
    label = declare(library, "extract_classifier_label", ctypes.c_int, pointer, pointer, pointer)
    write = declare(library, "extract_document_to_string", pointer, pointer, ctypes.c_int, ctypes.c_int, pointer)
    unref = declare(library, "extract_document_unref", None, pointer)
    model = declare(library, "extract_model_get_default", pointer, pointer)(None)
    classifier = declare(library, "extract_classifier_new", pointer, pointer)(model)
    parser = declare(library, "extract_parser_new", pointer)()

    def run(raw, charset, url):
        content_type = f"text/html; charset={charset}".encode() if charset else None
        pages = bytes_new(raw, len(raw))
        document = parse(parser, pages, content_type, url.encode(), None)
        bytes_unref(pages)
        if not document:
            raise ValueError("not parsed")
        try:
            if not label(classifier, document, None):
                raise ValueError("not labelled")
            address = write(document, 0, 0, None)
            result = ctypes.string_at(address).decode()
            free(address)
        finally:
            unref(document)
        return result

    return run


# ---- Peers ---------------------------------------------------------------------------------------


def trafilatura(**options):
    from trafilatura import extract

    # Bytes, so that it finds the encoding itself. No address: what it would read of it is metadata.
    return lambda raw, charset, url: extract(raw, **options) or ""


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda raw, charset, url: extract_plain_text(decode(raw, charset), main_content=True, alt_texts=False)


def justext(with_list):
    import justext as j

    options = {"stoplist": j.get_stoplist("English")}
    if not with_list:  # as its manual has it for languages without a list
        options = {"stoplist": frozenset(), "stopwords_low": 0, "stopwords_high": 0}

    def run(raw, charset, url):
        return "\n".join(p.text for p in j.justext(decode(raw, charset), **options) if not p.is_boilerplate)

    return run


def readability_lxml():
    from readability import Document

    return lambda raw, charset, url: text_of(Document(decode(raw, charset)).summary(html_partial=True))


def newspaper():
    from newspaper import Article

    def run(raw, charset, url):
        article = Article(url, fetch_images=False)
        article.download(input_html=decode(raw, charset))
        article.parse()
        return article.text

    return run


def goose():
    from goose3 import Goose

    extractor = Goose({"enable_image_fetching": False})
    return lambda raw, charset, url: extractor.extract(raw_html=decode(raw, charset)).cleaned_text


def inscriptis():
    from inscriptis import get_text

    return lambda raw, charset, url: get_text(decode(raw, charset))


RUNNERS = {
    "texttractor": texttractor,
    "trafilatura": trafilatura,
    "trafilatura-fast": lambda: trafilatura(fast=True),
    "trafilatura-recall": lambda: trafilatura(favor_recall=True),
    "trafilatura-precision": lambda: trafilatura(favor_precision=True),
    "resiliparse": resiliparse,
    "justext": lambda: justext(True),
    "justext-no-list": lambda: justext(False),
    "readability-lxml": readability_lxml,
    "newspaper4k": newspaper,
    "goose3": goose,
    "inscriptis": inscriptis,
}


def main():
    run = RUNNERS[sys.argv[1]]()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what an extractor prints is no answer
    for line in sys.stdin:
        source, target, charset, url = line.rstrip("\n").split("\t")
        with open(source, "rb") as file:
            raw = file.read()
        start = time.process_time()
        try:
            text, state = run(raw, charset, url), "ok"
        except Exception as error:  # noqa: BLE001: any failure is one of the page
            text, state = "", " ".join(f"{type(error).__name__}: {error}".split())[:200] or "failed"
        used = time.process_time() - start
        with open(target, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        print(f"{used:.6f}\t{state}", file=answers, flush=True)


main()
