#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the documentation as a folder of web pages, which work from a disk as well as from a server.

    docs/site.py TOP OUT [--api=FOLDER]

TOP is the tree. Manual pages are turned into HTML by mandoc, Markdown by cmark-gfm; pages of docs/ are taken as they
are. FOLDER, where it is given, is the reference of the library that gi-docgen made. Fails, with a line for each, if a
link within the site leads nowhere.
"""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser

# Pages of the site: file below TOP, title, name of the page. Manual pages are added to the groups by section.
GROUPS = [
    ("Start", [
        ("README.md", "Texttractor", "index"),
        ("docs/how-it-works.html", "How it works", "how-it-works"),
        ("README.md#quality-and-speed", "Figures", "figures"),
        ("man/texttractor-options.7", "Coming from another extractor", "texttractor-options.7"),
        ("NEWS.md", "News", "news"),
    ]),
    ("Tutorials", []),
    ("Commands", []),
    ("Formats and ideas", []),
    ("Models", [
        ("models/rich.md", "rich", "rich"),
        ("models/classic.md", "classic", "classic"),
        ("models/web2text.md", "web2text", "web2text"),
        ("datasets/EXPERIMENTS.md", "Experiments", "experiments"),
    ]),
    ("Developers", [
        ("HACKING.md", "Hacking", "hacking"),
    ]),
]

# Words of headings in capitals that stay as they are.
ABBREVIATIONS = {"URLS": "URLs", "URL": "URL", "JSON": "JSON", "XML": "XML", "TEI": "TEI", "HTML": "HTML", "CSV": "CSV", "TSV": "TSV", "API": "API"}


# ---- Sources ----------------------------------------------------------------------------------


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def slug(text):
    """The anchor of a heading, as in the links of README.md."""
    return re.sub(r"[^\w -]", "", html.unescape(re.sub(r"<[^>]+>", "", text)).strip().lower()).replace(" ", "-")


def add_anchors(body):
    """Headings of Markdown get anchors; a second one of the same words gets -1 behind its own."""
    seen = {}

    def anchor(match):
        name = slug(match[2])
        n = seen.get(name, 0)
        seen[name] = n + 1
        name += f"-{n}" if n else ""
        return f'<h{match[1]} id="{name}"><a class="permalink" href="#{name}">{match[2]}</a></h{match[1]}>'

    return re.sub(r"<h([1-6])>(.*?)</h\1>", anchor, body, flags=re.S)


def read_markdown(path, section=None):
    body = path.read_text(encoding="utf-8")
    if section:  # from its heading to the next one of the same level
        parts = re.split(r"(?m)^(?=## )", body)
        body = next((part for part in parts if slug(part.splitlines()[0][3:]) == section), None)
        if body is None:
            sys.exit(f"{path}: no section {section}")
    body = re.sub(r"(?m)^<!-- (not run|file): .*-->\n", "", body)
    return add_anchors(run("cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "autolink", "--unsafe", text=body))


def read_manual(path):
    body = run("mandoc", "-T", "html", "-O", "fragment", str(path))
    body = re.sub(r'<table class="(head|foot)">.*?</table>', "", body, flags=re.S)
    name = re.search(r'<section class="Sh">\s*<h1 class="Sh" id="NAME">.*?<p class="Pp">(.*?)</p>.*?</section>', body, flags=re.S)
    title, body = name[1], body.replace(name[0], "", 1)
    return re.sub(r"<(/?)h(\d)\b", lambda m: f"<{m[1]}h{int(m[2]) + 1}", body), re.sub(r"\s+", " ", title)


def summary_of(title):
    """"texttractor-why - show which blocks" says "show which blocks"."""
    return html.unescape(re.sub(r"<[^>]+>", "", re.split(r" - | &#x2013; | – ", title, maxsplit=1)[-1]))


# ---- Links ------------------------------------------------------------------------------------


def link_manual(body, manuals):
    """<b>texttractor-why</b>(1) becomes a link, where there is such a page."""

    def link(match):
        page = f"{match[1]}.{match[2]}"
        return f'<a href="{page}.html">{match[0]}</a>' if page in manuals else match[0]

    return re.sub(r"<b>(texttractor[\w-]*)</b>\((\d)\)", link, body)


def link_files(body, source, names, top):
    """Links of Markdown to files of the tree: to the page made of one, else to its text, which is taken along."""
    extra = {}

    def link(match):
        target = html.unescape(match[2])
        if re.match(r"[a-z]+:|#|$", target):
            return match[0]
        path, _, anchor = target.partition("#")
        file = (source.parent / path).resolve()
        try:
            inside = str(file.relative_to(top))
        except ValueError:
            return match[0]
        if inside in names:
            return f'{match[1]}="{names[inside]}.html{"#" + anchor if anchor else ""}"'
        if file.is_dir() or not file.exists():
            return match[0]
        extra[inside.replace("/", "-")] = file
        return f'{match[1]}="files/{inside.replace("/", "-")}"'

    return re.sub(r'(href|src)="([^"]*)"', link, body), extra


class Links(HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.anchors.add(values["id"])
        if tag == "a" and values.get("name"):
            self.anchors.add(values["name"])
        target = values.get("href") or values.get("src")
        if target:
            self.links.append(target)


def find_dead_links(out):
    pages = {page: Links(page.read_text(encoding="utf-8")) for page in sorted(out.glob("*.html"))}
    for page, found in pages.items():
        for link in found.links:
            if re.match(r"(https?|mailto|data):", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists():
                yield f"{page.name}: {link} is not there"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{page.name}: {link}: {target.name} has no such place"


# ---- Search -----------------------------------------------------------------------------------


def text_of(body):
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", body, flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body))).strip()


def index_sections(name, title, body):
    """The page, cut at its headings: [page, anchor, title, heading, text]."""
    anchor, heading = "", title
    parts = re.split(r'(<h[2-4][^>]*id="[^"]*"[^>]*>.*?</h[2-4]>)', body, flags=re.S)
    for part in parts:
        match = re.match(r'<h[2-4][^>]*id="([^"]*)"', part)
        if match:
            anchor, heading = match[1], text_of(part)
        elif text_of(part):
            yield [f"{name}.html", anchor, title, heading, text_of(part)]


# ---- Pages ------------------------------------------------------------------------------------


def make_menu(groups, current):
    lines = []
    for title, pages in groups:
        if not pages:
            continue
        lines.append(f"<h2>{html.escape(title)}</h2>\n<ul>")
        for _, label, name in pages:
            here = ' aria-current="page"' if name == current else ""
            lines.append(f'<li><a href="{name}.html"{here}>{html.escape(label)}</a></li>')
        lines.append("</ul>")
    return "\n".join(lines)


def lower_heading(text):
    """"EXIT STATUS" of a manual page says "Exit status"; abbreviations stay."""
    words = [ABBREVIATIONS.get(word, word.lower()) for word in text.split()] if text.isupper() else [text]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def add_contents(body):
    """The headings of a long page, as links, before the first of them."""
    headings = re.findall(r'<h2[^>]*id="([^"]*)"[^>]*>(.*?)</h2>', body, flags=re.S)
    if len(headings) < 4:
        return body
    items = "".join(f'<li><a href="#{anchor}">{html.escape(lower_heading(text_of(heading)))}</a></li>' for anchor, heading in headings)
    contents = f'<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>{items}</ul></nav>\n'
    place = re.search(r'(<section class="Sh">\s*)?<h2', body).start()
    return body[:place] + contents + body[place:]


def collect_groups(top):
    groups = [(title, list(pages)) for title, pages in GROUPS]
    by_title = dict(groups)
    taken = {source for _, pages in groups for source, _, _ in pages}
    for path in sorted((top / "man").glob("*.[157]")):
        source = f"man/{path.name}"
        name = path.name
        if source in taken:
            continue
        if "tutorial" in name or name == "texttractor-start.7":
            group, label = "Tutorials", summary_of(read_manual(path)[1])
            label = label[:1].upper() + label[1:]
        elif name.endswith(".1"):
            group, label = "Commands", name[:-2].replace("texttractor-", "")
        else:
            group, label = "Formats and ideas", name[:-2].replace("texttractor-", "") + f" ({name[-1]})"
        by_title[group].append((source, label, name))
    return groups


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    options = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
    if len(arguments) != 2 or set(options) - {"api"}:
        sys.exit("usage: docs/site.py TOP OUT [--api=FOLDER]")
    top, out = (pathlib.Path(a).resolve() for a in arguments)
    groups = collect_groups(top)
    if options.get("api"):
        if pathlib.Path(options["api"]).resolve() != out / "api":
            shutil.copytree(options["api"], out / "api", dirs_exist_ok=True)
        dict(groups)["Developers"].insert(0, ("", "The library", "api/index"))
    (out / "files").mkdir(parents=True, exist_ok=True)

    pages = [page for _, group in groups for page in group if page[0]]
    names = {source: name for source, _, name in pages}
    manuals = {name for name in names.values() if re.search(r"\.\d$", name)}
    template = (top / "docs/page.html").read_text(encoding="utf-8")
    index = []
    for source, label, name in pages:
        path = top / source.partition("#")[0]
        title = label
        if path.suffix == ".md":
            body = read_markdown(path, source.partition("#")[2] or None)
        elif path.suffix == ".html":
            body = path.read_text(encoding="utf-8")
        else:
            body, said = read_manual(path)
            title = f"{name[:-2]}({name[-1]})"
            body = f'<h1>{html.escape(title)}</h1>\n<p class="summary">{html.escape(summary_of(said))}</p>\n{body}'
        body, extra = link_files(link_manual(body, manuals), path, names, top)
        for file, original in extra.items():
            shutil.copyfile(original, out / "files" / file)
        values = {"title": html.escape(title), "menu": make_menu(groups, name), "body": add_contents(body)}
        (out / f"{name}.html").write_text(re.sub(r"\{\{(\w+)\}\}", lambda m: values[m[1]], template), encoding="utf-8")
        index += index_sections(name, title, body)
    for file in ("site.css", "site.js"):
        shutil.copyfile(top / "docs" / file, out / file)
    (out / "search.js").write_text("var texttractorSearch = " + json.dumps(index, ensure_ascii=False, separators=(",", ":")) + ";\n",
                                   encoding="utf-8")
    dead = list(find_dead_links(out))
    for line in dead:
        print(line, file=sys.stderr)
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
