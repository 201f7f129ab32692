# SPDX-License-Identifier: MIT
"""What bare_extraction() returns."""

from __future__ import annotations

import dataclasses
import urllib.parse
from typing import Any, Dict, List, Optional

import gi

gi.require_version("Extract", "1")
from gi.repository import Extract  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Block:
    """A piece of text of the page, main text or not."""

    text: str
    tag: str
    path: str
    label: str
    score: float
    role: str


@dataclasses.dataclass
class Document:
    """The fields of a document of trafilatura; modified, pagetype and blocks are ours."""

    title: Optional[str]
    author: Optional[str]
    url: Optional[str]
    hostname: Optional[str]
    description: Optional[str]
    sitename: Optional[str]
    date: Optional[str]
    modified: Optional[str]
    categories: List[str]
    tags: List[str]
    license: Optional[str]
    language: Optional[str]
    image: Optional[str]
    pagetype: Optional[str]
    id: Optional[str]
    text: str
    raw_text: str
    comments: str
    blocks: List[Block] = dataclasses.field(repr=False)

    def as_dict(self) -> Dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_page(cls, page: Any, text: str, record_id: Optional[str] = None) -> "Document":
        """Of a labelled Extract.Document."""
        metadata = page.get_metadata()
        field = Extract.Field

        def values(which: Any) -> List[str]:
            return [metadata.get_value(which, i) for i in range(metadata.get_n_values(which))]

        def first(which: Any) -> Optional[str]:
            value: Optional[str] = metadata.get_value(which, 0)
            return value

        items = page.get_items()
        comments = [
            items.get_text(i)
            for i in range(items.get_n_items())
            if items.get_kind(i) == Extract.ItemKind.COMMENT
        ]
        url = first(field.URL) or page.get_uri()
        date, modified = first(field.PUBLISHED), first(field.MODIFIED)
        return cls(
            title=first(field.TITLE),
            author="; ".join(values(field.AUTHOR)) or None,
            url=url,
            hostname=urllib.parse.urlsplit(url).hostname if url else None,
            description=first(field.DESCRIPTION),
            sitename=first(field.SITE_NAME),
            date=date and date[:10],
            modified=modified and modified[:10],
            categories=values(field.CATEGORY),
            tags=values(field.TAG),
            license=first(field.LICENCE),
            language=first(field.LANGUAGE),
            image=first(field.IMAGE),
            pagetype=first(field.KIND),
            id=record_id,
            text=text,
            raw_text=page.to_string(Extract.Format.TEXT, Extract.WriteFlags.DEFAULT),
            comments="\n\n".join(comments),
            blocks=[_make_block(page.get_block(i), metadata.get_role(i)) for i in range(page.get_n_blocks())],
        )


def _make_block(block: Any, role: Any) -> Block:
    return Block(
        text=block.get_text(),
        tag=block.get_tag(),
        path=block.dup_path(),
        label=Extract.label_get_nick(block.get_label()),
        score=block.get_score(),
        role=role.value_nick,
    )
