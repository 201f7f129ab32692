# SPDX-License-Identifier: MIT
"""Makes the pages of sites/: a site is a file with HOST, STYLE and pages(), which gives a text for each path. Paths that
end in .html are pages of the set; others are what their scripts ask for. Standard library only.

    python3 kit.py FOLDER       writes all pages, to look at them
"""
import importlib.util
import json
import os
import re
import sys

CLASSES = {'R': 'Revealer', 'I': 'Inner', 'O': 'Outer', 'C': 'Closer', 'L': 'Language', 'P': 'Pager', 'K': 'Consent', 'N': 'None'}
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'sites')


def rows(text):
    """Lines of columns between |."""
    return [[column.strip() for column in line.split('|')] for line in text.strip().split('\n')] if isinstance(text, str) else text


def each(template, table):
    """The template once for each row: {0}, {1} are its columns, {n} its number from 1."""
    out = []
    for i, row in enumerate(rows(table)):
        def column(match):
            return str(i + 1) if match[1] == 'n' else str(row[int(match[1])]) if int(match[1]) < len(row) else ''
        out.append(re.sub(r'\{(\d|n)\}', column, template))
    return ''.join(out)


def fill(template, **values):
    """{name} by its value; other braces, as of styles and scripts, stay."""
    return re.sub(r'\{([a-z]\w*)\}', lambda match: str(values[match[1]]) if match[1] in values else match[0], template)


def mark(text):
    """§R in a tag says its class."""
    return re.sub('§([RIOCLPKN])\\b', lambda match: 'data-texttractor-class="%s"' % CLASSES[match[1]], text)


def data(value):
    """As what stands in a script."""
    return re.sub('§([RIOCLPKN])\\b', lambda match: 'data-texttractor-class=\\"%s\\"' % CLASSES[match[1]], json.dumps(value, ensure_ascii=False))


def modules():
    """All sites, by name: (name, module)."""
    for name in sorted(os.listdir(FOLDER)):
        if not name.endswith('.py'):
            continue
        spec = importlib.util.spec_from_file_location('site_' + name[:-3], os.path.join(FOLDER, name))
        module = importlib.util.module_from_spec(spec)
        module.__dict__.update(each=each, fill=fill, data=data, rows=rows)
        sys.dont_write_bytecode = True
        spec.loader.exec_module(module)
        yield name[:-3], module


def load():
    """All sites, by name: (name, host, {path: text})."""
    return [(name, module.HOST, {path: mark(text) for path, text in module.pages().items()}) for name, module in modules()]


def styles():
    """What kind of site each is."""
    return {name: module.STYLE for name, module in modules()}


def main():
    for name, _, pages in load():
        for path, text in pages.items():
            place = os.path.join(sys.argv[1], name, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, 'w', encoding='utf-8') as file:
                file.write(text)


if __name__ == '__main__':
    main()
