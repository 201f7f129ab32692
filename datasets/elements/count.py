#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of README.md, from elements.jsonl.

    count.py            prints them
    count.py --write    puts them into README.md
"""
import json
import os
import sys

import kit

HERE = os.path.dirname(os.path.abspath(__file__))
BEGIN, END = '<!-- by count.py -->\n', '<!-- end -->\n'


def table(head, counts):
    names = list(kit.CLASSES.values())
    lines = ['| %s | pages | %s | all |' % (head, ' | '.join(names)), '|---|' + '---:|' * (len(names) + 2)]
    total = [0] * (len(names) + 2)
    for name in sorted(counts):
        pages, by_class = counts[name]
        row = [len(pages)] + [by_class.get(one, 0) for one in names]
        row.append(sum(row[1:]))
        total = [a + b for a, b in zip(total, row)]
        lines.append('| %s | %s |' % (name, ' | '.join(map(str, row))))
    if head == 'site':
        lines.append('| all | %s |' % ' | '.join(map(str, total)))
    return '\n'.join(lines) + '\n'


def tables():
    sites, languages = {}, {}
    with open(os.path.join(HERE, 'elements.jsonl'), encoding='utf-8') as file:
        for line in map(json.loads, file):
            for one in line['elements']:
                for counts, key in ((sites, line['site']), (languages, one['lang'].split('-')[0] or 'not said')):
                    pages, by_class = counts.setdefault(key, (set(), {}))
                    pages.add(line['page'])
                    by_class[one['class']] = by_class.get(one['class'], 0) + 1
    return table('site', sites) + '\n' + table('language', languages)


def main():
    text = tables()
    if '--write' not in sys.argv:
        sys.stdout.write(text)
        return
    path = os.path.join(HERE, 'README.md')
    with open(path, encoding='utf-8') as file:
        before, rest = file.read().split(BEGIN)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(before + BEGIN + text + END + rest.split(END)[1])


if __name__ == '__main__':
    main()
