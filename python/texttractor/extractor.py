# SPDX-License-Identifier: MIT
"""A parser and a model with options, over the library: made once, then shared by threads."""

from __future__ import annotations

import contextlib
import gzip
import io
import zlib
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

import gi

gi.require_version("Extract", "1")
from gi.repository import Extract, GLib  # noqa: E402

Html = Union[str, bytes, bytearray, memoryview]

# Names of trafilatura beside ours.
_ALIASES = {"txt": "text", "xmltei": "tei", "md": "markdown"}
# The formats of extract(), by name.
FORMATS = {}
for _i in range(Extract.Format.N_FORMATS):
    FORMATS[Extract.format_get_info(Extract.Format(_i)).name] = Extract.Format(_i)
FORMATS.update({alias: FORMATS[name] for alias, name in _ALIASES.items()})

_CODES = {
    int(value): value.value_nick.replace("_", "-")
    for name in dir(Extract.Error)
    if isinstance(value := getattr(Extract.Error, name), Extract.Error)
}


class Error(Exception):
    """A page, or a model, that cannot be used. code says why: "too-large", "not-html", "model-format" ..."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@contextlib.contextmanager
def errors() -> Iterator[None]:
    """Errors of the library as ours; what else fails (files, a library that is missing) stays GLib.Error."""
    try:
        yield
    except GLib.Error as error:
        if GLib.quark_to_string(Extract.error_quark()) != error.domain:
            raise
        raise Error(_CODES.get(error.code, "error"), error.message) from None


def _load_model(name: Optional[str]) -> Any:
    if name is None:
        return Extract.Model.get_default()
    if "/" in name or name.endswith(".model"):
        return Extract.Model.load(name)
    return Extract.Model.get_builtin(name)


def _unpack(page: bytes) -> bytes:
    """Pages are often kept as gzip. No more is unpacked than a page may have."""
    if not page.startswith(b"\x1f\x8b"):
        return page
    most = Extract.limit_get_info(Extract.Limit.BYTES).default_value
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(page)) as file:
            return file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Error("not-html", f"cannot be unpacked: {error}") from None


class Extractor:
    """The options of texttractor-extract(1) that concern one page. model is a built-in one, or a file."""

    def __init__(
        self,
        *,
        model: Optional[str] = None,
        output_format: str = "text",
        favour: Optional[str] = None,
        threshold: Optional[float] = None,
        comments: bool = True,
        tables: bool = True,
        images: bool = False,
        formatting: bool = True,
        links: bool = True,
        metadata: bool = False,
        all_blocks: bool = False,
        target_language: Optional[str] = None,
        keep: Sequence[str] = (),
        prune: Sequence[str] = (),
        encoding: Optional[str] = None,
        today: Optional[str] = None,
    ) -> None:
        if output_format not in FORMATS:
            raise ValueError(f"output_format is one of {', '.join(FORMATS)}, not {output_format!r}")
        if favour not in (None, "precision", "recall"):
            raise ValueError(f"favour is precision or recall, not {favour!r}")
        if threshold is not None and not 0 < threshold <= 1:
            raise ValueError(f"threshold is above 0 and up to 1, not {threshold!r}")
        self._format = FORMATS[output_format]
        self._language = target_language
        flag = Extract.WriteFlags
        self._flags = flag.DEFAULT
        for wanted, bit in (
            (all_blocks, flag.ALL),
            (metadata, flag.METADATA),
            (not links, flag.NO_LINKS),
            (not formatting, flag.NO_FORMATTING),
            (images, flag.IMAGES),
            (target_language is not None, flag.LANGUAGE),
        ):
            if wanted:
                self._flags |= bit
        self._parser = Extract.Parser.new()
        with errors():
            if encoding is not None:
                self._parser.set_encoding(encoding)
            for selection, selectors in ((Extract.Selection.KEEP, keep), (Extract.Selection.PRUNE, prune)):
                for selector in selectors:
                    self._parser.add_selector(selection, selector)
            if today is not None and not self._parser.set_today(today):
                raise ValueError(f"today is a day as YYYY-MM-DD, not {today!r}")
            self._classifier = Extract.Classifier.new(_load_model(model))
        if favour:
            self._classifier.favour(favour == "precision")
        if threshold is not None:
            self._classifier.set_threshold(threshold)
        if not comments:
            for rule in ("keep-comments", "drop-comments", "only-comments", "separate-comments"):
                self._classifier.set_rule(rule, rule == "drop-comments")
        if not tables:
            self._classifier.set_rule("omit-tables", True)

    def label(self, html: Html, url: Optional[str] = None, source: Optional[str] = None) -> Any:
        """Parses and labels a page. Returns the Extract.Document; raises Error."""
        content_type = getattr(html, "content_type", None)
        url = url or getattr(html, "url", None)
        if isinstance(html, str):
            # What the page declares was true of its bytes.
            html, content_type = html.encode("utf-8", "surrogatepass"), "text/html; charset=utf-8"
        elif not isinstance(html, (bytes, bytearray, memoryview)):
            raise TypeError(f"a page is str or bytes, not {type(html).__name__}; of a tree, give its source")
        with errors():
            page = self._parser.parse_bytes(GLib.Bytes.new(_unpack(bytes(html))), content_type, url)
            if source is not None:
                page.set_source(source)
            self._classifier.label(page)
            return page

    def wants(self, page: Any, only_with_metadata: bool = False, url_blacklist: Optional[Iterable[str]] = None) -> bool:
        """Whether a labelled page has main text, in the language that is wanted, and title, date and address if they are."""
        if not page.has_main_text():
            return False
        with errors():
            if self._language is not None:
                found = page.detect_language()[0].lower()
                wanted = self._language.lower()
                if found != wanted and not found.startswith(wanted + "-"):
                    return False
            if not only_with_metadata and not url_blacklist:
                return True
            metadata = page.get_metadata()
            field = Extract.Field
            if only_with_metadata and any(
                metadata.get_n_values(wanted) == 0 for wanted in (field.TITLE, field.PUBLISHED, field.URL)
            ):
                return False
            return not url_blacklist or metadata.get_value(field.URL, 0) not in set(url_blacklist)

    def write(self, page: Any) -> str:
        """What the program prints for the page."""
        info = Extract.format_get_info(self._format)
        with errors():
            text: str = page.to_string(self._format, self._flags)
        alone: Optional[str] = info.alone
        if alone is not None:
            return alone + text
        before: str = Extract.format_dup_prologue(self._format, self._flags)
        after: str = info.epilogue
        return before + text + after

    def extract(self, html: Html, url: Optional[str] = None, source: Optional[str] = None) -> Optional[str]:
        """The main text of a page; None if it has none. Raises Error."""
        page = self.label(html, url, source)
        return self.write(page) if self.wants(page) else None
