# SPDX-License-Identifier: MIT
"""One page from the web. For many, texttractor extract URL... is polite to hosts: delays, robots.txt, retries."""

from __future__ import annotations

import http.client
import logging
import urllib.error
import urllib.parse
import urllib.request
from typing import Optional

import gi

gi.require_version("Extract", "1")
from gi.repository import Extract  # noqa: E402

_log = logging.getLogger("texttractor")
_SECONDS = 30.0


class Page(bytes):
    """The bytes of a page, and what the server said of it. extract() reads both."""

    url: Optional[str] = None
    content_type: Optional[str] = None


# Addresses of the web alone: neither a page nor a redirection may name a file.
_opener = urllib.request.OpenerDirector()
for _handler in (
    urllib.request.ProxyHandler,
    urllib.request.HTTPHandler,
    urllib.request.HTTPSHandler,
    urllib.request.HTTPRedirectHandler,
    urllib.request.HTTPDefaultErrorHandler,
    urllib.request.HTTPErrorProcessor,
):
    _opener.add_handler(_handler())


def fetch_url(url: str, timeout: float = _SECONDS) -> Optional[Page]:
    """The page at an address of http or https; None if it cannot be fetched, which is logged."""
    most = Extract.limit_get_info(Extract.Limit.BYTES).default_value
    try:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("this is no address of the web")
        request = urllib.request.Request(
            url, headers={"User-Agent": f"texttractor/{Extract.get_version()}", "Accept-Encoding": "identity"}
        )
        with _opener.open(request, timeout=timeout) as answer:
            if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
                raise ValueError("the server packs the page, although it was asked not to")
            body = answer.read(most + 1)
            if len(body) > most:
                raise ValueError(f"the page has more than {most} bytes")
            page = Page(body)
            page.url = answer.geturl()
            page.content_type = answer.headers.get("Content-Type")
            return page
    except (OSError, ValueError, http.client.HTTPException) as error:
        _log.error("%s: %s", url, error)
        return None
