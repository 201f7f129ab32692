# SPDX-License-Identifier: MIT
"""The main text of web pages, in the manners of trafilatura:

    from texttractor import extract
    text = extract(html, url="https://example.org/", output_format="markdown", with_metadata=True)

What extract() returns is what the program prints for the same page and options, byte for byte. Threads work side by side: the
library does not hold the lock of the interpreter. texttractor-python(7) lists the arguments, and what differs from trafilatura.
"""

from __future__ import annotations

import functools
import logging
import warnings
from typing import Any, Dict, Iterable, Optional, Union

from .document import Block, Document
from .extractor import FORMATS, Error, Extractor, Html, errors
from .fetch import Page, fetch_url

from gi.repository import Extract

__version__: str = Extract.get_version()
__all__ = ["Block", "Document", "Error", "Extractor", "FORMATS", "Page", "bare_extraction", "extract", "fetch_url"]

_log = logging.getLogger("texttractor")

# Arguments of trafilatura that have no counterpart, and why a program can do without.
_WITHOUT_EFFECT = {
    "author_blacklist": "names are not removed from metadata; look at the author of the result",
    "config": "limits are those of texttractor-extract(1)",
    "deduplicate": "texttractor dedup finds duplicates among pages and paragraphs",
    "max_tree_size": "every page is read within limits of its own: texttractor-extract(1)",
    "options": "give the arguments themselves",
    "settingsfile": "limits are those of texttractor-extract(1)",
}


# Setting up an extractor costs more than a small page.
_get_extractor = functools.lru_cache(maxsize=64)(Extractor)


def _choose(
    *,
    fast: bool,
    favor_precision: bool,
    favor_recall: bool,
    prune_xpath: Union[str, Iterable[str], None],
    date_extraction_params: Optional[Dict[str, Any]],
    rest: Dict[str, Any],
    **options: Any,
) -> Extractor:
    """The extractor of these arguments of trafilatura."""
    for name, value in rest.items():
        if name not in _WITHOUT_EFFECT:
            raise TypeError(f"there is no argument {name!r}")
        if value:
            warnings.warn(f"{name} has no effect: {_WITHOUT_EFFECT[name]}", stacklevel=3)
    return _get_extractor(
        model="classic" if fast else None,
        favour="precision" if favor_precision else "recall" if favor_recall else None,
        prune=(prune_xpath,) if isinstance(prune_xpath, str) else tuple(prune_xpath or ()),
        today=(date_extraction_params or {}).get("max_date"),
        **options,
    )


def extract(
    filecontent: Html,
    url: Optional[str] = None,
    record_id: Optional[str] = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: Optional[str] = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool = True,
    include_links: bool = True,
    date_extraction_params: Optional[Dict[str, Any]] = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    url_blacklist: Optional[Iterable[str]] = None,
    prune_xpath: Union[str, Iterable[str], None] = None,
    source: Optional[str] = None,
    **rest: Any,
) -> Optional[str]:
    """The main text of a page, in any format; None if there is none, or if the page cannot be read, which is logged.

    record_id, no_fallback and tei_validation change nothing: there is no fallback, and TEI is valid.
    source is what the output names as the place of the page, as the program does with the name of a file.
    """
    extractor = _choose(
        fast=fast,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        prune_xpath=prune_xpath,
        date_extraction_params=date_extraction_params,
        rest=rest,
        output_format=output_format,
        comments=include_comments,
        tables=include_tables,
        images=include_images,
        formatting=include_formatting,
        links=include_links,
        metadata=with_metadata,
        target_language=target_language,
    )
    try:
        page = extractor.label(filecontent, url, source)
        if not extractor.wants(page, only_with_metadata, url_blacklist):
            return None
        return extractor.write(page)
    except Error as error:
        _log.error("%s: %s", source or url or "page", error)
        return None


def bare_extraction(
    filecontent: Html,
    url: Optional[str] = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: Optional[str] = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool = True,
    include_links: bool = True,
    date_extraction_params: Optional[Dict[str, Any]] = None,
    with_metadata: bool = True,
    only_with_metadata: bool = False,
    url_blacklist: Optional[Iterable[str]] = None,
    as_dict: bool = False,
    prune_xpath: Union[str, Iterable[str], None] = None,
    record_id: Optional[str] = None,
    **rest: Any,
) -> Union[Document, Dict[str, Any], None]:
    """Text, metadata and blocks of a page as an object; None as extract() returns it.

    output_format is that of Document.text; "python" is plain text. Metadata are always there.
    """
    extractor = _choose(
        fast=fast,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        prune_xpath=prune_xpath,
        date_extraction_params=date_extraction_params,
        rest=rest,
        output_format="txt" if output_format == "python" else output_format,
        comments=include_comments,
        tables=include_tables,
        images=include_images,
        formatting=include_formatting,
        links=include_links,
        target_language=target_language,
    )
    try:
        page = extractor.label(filecontent, url)
        if not extractor.wants(page, only_with_metadata, url_blacklist):
            return None
        with errors():
            document = Document.from_page(page, extractor.write(page), record_id)
    except Error as error:
        _log.error("%s: %s", url or "page", error)
        return None
    return document.as_dict() if as_dict else document
