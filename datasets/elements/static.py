#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Links of saved pages as elements, without a browser, where a rule is certain of their class: another site is Outer,
another language that the link itself declares is Language. What only a rendered page tells is null.

    static.py -o FILE [-n N] SET…      sets of datasets/FORMAT.md; at most N elements a page (8)

The pages of sets belong to their publishers, and so does what is written: FILE must not be in this repository.
"""
import argparse
import gzip
import html.parser
import json
import os
import re
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.realpath(os.path.join(HERE, '../..'))
VOID = set('area base br col embed hr img input link meta param source track wbr'.split())
UNSEEN = set('script style template noscript head title'.split())
KINDS = set('dialog nav footer header main article aside form li table ul ol dl section figure details summary label menu blockquote h1 h2 h3 h4'.split())
BLOCKS = set('p li td th div section article main aside header footer nav ul ol dl dt dd table tr blockquote form figure body html h1 h2 h3 h4 h5 h6 pre'.split())
# What a start tag closes, if it was left open, and what it does not reach out of.
CLOSES = {'li': ({'li'}, {'ul', 'ol'}), 'dt': ({'dt', 'dd'}, {'dl'}), 'dd': ({'dt', 'dd'}, {'dl'}), 'option': ({'option'}, {'select'}),
          'tr': ({'tr', 'td', 'th'}, {'table'}), 'td': ({'td', 'th'}, {'table', 'tr'}), 'th': ({'td', 'th'}, {'table', 'tr'}), 'a': ({'a'}, {'table'})}
CLOSES.update({tag: ({'p'}, BLOCKS - {'p'}) for tag in BLOCKS - set(CLOSES)})
SECOND = set('co com org net ac gov edu or ne go ltd plc me'.split())
# Sharing, buying and going in are None, wherever they lead, and a redirector may lead back: such are left out.
SHARE = re.compile(r'redirect|[?&](?:u|url|q|to|dest)=http|//(?:bit\.ly|t\.co|goo\.gl|ow\.ly|tinyurl\.com|amzn\.to|lnkd\.in)/|share|sharer|intent/|/submit|login|signin|sign-in|signup|register|subscribe|/cart|checkout|addtoany|addthis|mailto|whatsapp|print|download|'
                   r'\.(pdf|zip|gz|docx?|xlsx?|pptx?|mp[34]|exe|dmg|apk|jpe?g|png|gif)($|\?)', re.I)


def site_of(host):
    """What is registered: example.org of www.example.org, example.co.uk of a.example.co.uk."""
    parts = host.lower().split(':')[0].rstrip('.').split('.')
    n = 3 if len(parts) > 2 and parts[-2] in SECOND and len(parts[-1]) == 2 else 2
    return '.'.join(parts[-n:])


def is_other(here, there):
    """Certainly another site: neither the same, nor the same name in another country, nor a name within the other."""
    a, b = site_of(here).split('.')[0], site_of(there).split('.')[0]
    return bool(re.fullmatch(r'[\w.-]+\.[a-z]{2,}', there)) and min(len(a), len(b)) > 2 and a not in b and b not in a


class Node:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.children = tag, attributes, parent, []
        self.depth = parent.depth + 1 if parent else 0


class Tree(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.at = Node('#document', {}, None)
        self.links, self.lang = [], ''

    def close(self, tags, stops):
        node = found = self.at
        while node.parent and node.tag not in stops:
            if node.tag in tags:
                found = node.parent
            node = node.parent
        self.at = found

    def handle_starttag(self, tag, attributes):
        if tag in CLOSES:
            self.close(*CLOSES[tag])
        node = Node(tag, {key: value or '' for key, value in attributes}, self.at)
        if tag == 'html':
            self.lang = node.attributes.get('lang', '')
        if self.at.depth > 200:
            return
        self.at.children.append(node)
        if tag == 'a' and node.attributes.get('href'):
            self.links.append(node)
        if tag not in VOID:
            self.at = node

    def handle_endtag(self, tag):
        node = self.at
        while node.parent and node.tag != tag:
            node = node.parent
        if node.parent:
            self.at = node.parent

    def handle_data(self, data):
        if self.at.tag not in UNSEEN and data.strip():
            self.at.children.append(data)


def text_of(node, limit=400):
    out, left = [], limit
    stack = [node]
    while stack and left > 0:
        one = stack.pop()
        if isinstance(one, str):
            out.append(one)
            left -= len(one)
        elif one.tag not in UNSEEN:
            stack += reversed(one.children)
    return ' '.join(' '.join(out).split())


def beside(node, back):
    out = ''
    while node.parent and len(out) < 100 and node.tag not in BLOCKS:
        kids = node.parent.children
        at = next(i for i, kid in enumerate(kids) if kid is node)
        texts = [kid if isinstance(kid, str) else text_of(kid, 200) for kid in (kids[max(0, at - 10):at] if back else kids[at + 1:at + 11])]
        text = ' '.join(' '.join(texts).split())
        out = (text + ' ' + out if back else out + ' ' + text).strip()
        node = node.parent
    return out[-100:] if back else out[:100]


def pictures(node):
    return sum((kid.tag in ('img', 'svg')) + pictures(kid) for kid in node.children if not isinstance(kid, str))


def element(node, href, host, lang, name):
    up, parents, inside = node.parent, [], []
    for one in (up, up.parent):
        parents += [one.attributes[key].strip() for key in ('class', 'id') if one and one.attributes.get(key, '').strip()]
    while up:
        if up.tag in KINDS and len(inside) < 8:
            inside.append(up.tag)
        up = up.parent
    same = [kid for kid in node.parent.children if not isinstance(kid, str) and kid.tag == 'a']
    inner = [kid for kid in node.children if not isinstance(kid, str)]
    text = text_of(node)[:200] or node.attributes.get('aria-label') or node.attributes.get('title') or next((kid.attributes['alt'] for kid in inner if kid.attributes.get('alt')), '')
    return {'id': 0, 'tag': 'a', 'attributes': {key[:100]: value[:300] for key, value in list(node.attributes.items())[:30] if not key.startswith('data-texttractor-')},
            'text': text[:200], 'href': href[:2000], 'handler': True if 'onclick' in node.attributes else None, 'cursor': None, 'box': None, 'view': None, 'page': None,
            'fixed': None, 'cover': None, 'z': None, 'depth': node.depth, 'siblings': len(same), 'index': next(i for i, kid in enumerate(same) if kid is node),
            'inside': inside, 'parent': ' '.join(parents)[:200], 'before': beside(node, True), 'after': beside(node, False), 'images': pictures(node),
            'host': host, 'lang': lang[:40], 'input': '', 'expanded': node.attributes.get('aria-expanded', ''), 'class': name}


def class_of(node, href, host, lang):
    """None where no rule is certain."""
    there = urllib.parse.urlsplit(href)
    if there.scheme not in ('http', 'https') or not there.hostname or SHARE.search(href):
        return None
    declared = node.attributes.get('hreflang', '').split('-')[0].lower()
    if declared and lang and declared != lang.split('-')[0].lower() and declared != 'x':
        return 'Language'
    return 'Outer' if not declared and is_other(host, there.hostname) else None


def page_elements(data, charset, address, most):
    found = charset or (re.search(rb'charset=["\']?([\w-]+)', data[:4096]) or [b'', b'utf-8'])[1].decode('ascii')
    try:
        source = data.decode(found, 'replace')
    except LookupError:
        source = data.decode('utf-8', 'replace')
    tree = Tree()
    tree.feed(source)
    host, out, seen = urllib.parse.urlsplit(address).netloc.lower(), [], set()
    for node in tree.links:
        try:
            href = urllib.parse.urljoin(address, node.attributes['href'].strip())
            name = class_of(node, href, host, tree.lang)
        except ValueError:
            continue
        if name and href not in seen:
            seen.add(href)
            one = element(node, href, host, tree.lang, name)
            if one['text'] or one['images']:
                out.append(one)
    rare = [one for one in out if one['class'] == 'Language'][:most // 2]
    rest = [one for one in out if one['class'] != 'Language']
    room = most - len(rare)
    step = max(1, -(-len(rest) // room)) if room else 1  # from all of the page, not from its top alone
    out = sorted(rare + rest[::step][:room], key=out.index)
    for i, one in enumerate(out):
        one['id'] = i + 1
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('-o', '--output', required=True)
    parser.add_argument('-n', type=int, default=8)
    parser.add_argument('sets', nargs='+')
    options = parser.parse_args()
    if os.path.realpath(options.output).startswith(TOP + os.sep):
        parser.error('labels of pages that are not ours must not be in this repository')
    n_pages = 0
    counts = {}
    with open(options.output, 'w', encoding='utf-8') as file:
        for folder in options.sets:
            name = os.path.basename(os.path.normpath(folder))
            with open(os.path.join(folder, 'index.jsonl'), encoding='utf-8') as index:
                for record in map(json.loads, index):
                    path = os.path.join(folder, 'html', record['id'] + '.html')
                    if not record.get('url', '').startswith('http'):
                        continue
                    with gzip.open(path + '.gz') if os.path.exists(path + '.gz') else open(path, 'rb') as page:
                        elements = page_elements(page.read(8000000), record.get('charset'), record['url'], options.n)
                    if not elements:
                        continue
                    n_pages += 1
                    for one in elements:
                        counts[one['class']] = counts.get(one['class'], 0) + 1
                    file.write(json.dumps({'page': name + '/' + record['id'], 'site': site_of(elements[0]['host']), 'address': record['url'], 'elements': elements}, ensure_ascii=False, separators=(',', ':')) + '\n')
    print('%d pages, %s' % (n_pages, ', '.join('%d %s' % (n, name) for name, n in sorted(counts.items()))))


if __name__ == '__main__':
    sys.exit(main())
