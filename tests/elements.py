# SPDX-License-Identifier: MIT
"""Checks datasets/elements; prints TAP. See elements.sh."""
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../datasets/elements')
sys.path.insert(0, FOLDER)
import collect  # noqa: E402
import count  # noqa: E402
import kit  # noqa: E402
import static  # noqa: E402

KEYS = ('id tag attributes text href handler cursor box view page fixed cover z depth siblings index inside parent before after images host lang input '
        'expanded class').split()
n_checks = n_failed = 0


def check(name, problems):
    global n_checks, n_failed
    n_checks += 1
    n_failed += bool(problems)
    print(('not ok' if problems else 'ok') + ' %d - %s' % (n_checks, name))
    for problem in list(problems)[:20]:
        print('# %s' % (problem,))


def read(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def is_away(one):
    """Does its address lead to another host? None: that is not said."""
    url = urllib.parse.urlsplit(one['href'])
    return None if url.scheme not in ('http', 'https') else static.site_of(url.netloc) != static.site_of(one['host'])


def whole():
    lines = read(os.path.join(FOLDER, 'elements.jsonl'))
    elements = [(line['page'], one) for line in lines for one in line['elements']]
    check('lines are sorted, pages once', [] if [line['page'] for line in lines] == sorted({line['page'] for line in lines}) else ['not'])
    pages = {'%s/%s' % (name, path) for name, _, texts in kit.load() for path in texts if path.endswith('.html')}
    check('all pages of all sites are there', pages ^ {line['page'] for line in lines})
    check('70 pages, 16 sites, 9 languages, at the least', [] if len(lines) >= 70 and len({line['site'] for line in lines}) >= 16 and
          len({one['lang'].split('-')[0] for _, one in elements}) > 9 else ['%d pages' % len(lines)])
    check('elements have all that page.js tells, and a class', [(page, one['id'], sorted(set(KEYS) ^ set(one))) for page, one in elements
                                                               if sorted(one) != sorted(KEYS) or one['class'] not in collect.NAMES])
    check('no attribute tells the class', [(page, one['id']) for page, one in elements if 'texttractor' in json.dumps(one['attributes'])])
    check('elements are counted from 1', [line['page'] for line in lines if [one['id'] for one in line['elements']] != list(range(1, len(line['elements']) + 1))])
    check('no page is without an element, none is a flood', [line['page'] for line in lines if not 6 <= len(line['elements']) <= 90])
    check('Inner stays on the site', [(page, one['href']) for page, one in elements if one['class'] in ('Inner', 'Pager') and is_away(one)])
    check('Outer leads away, but for redirectors', [(page, one['href']) for page, one in elements if one['class'] == 'Outer' and
                                                   not is_away(one) and not urllib.parse.urlsplit(one['href']).query])
    check('what leads away is Outer, or None', [(page, one['class'], one['href']) for page, one in elements if is_away(one) and one['class'] not in ('Outer', 'None')])
    check('mailto and tel are None', [(page, one['href']) for page, one in elements if one['href'][:4] in ('mail', 'tel:') and one['class'] != 'None'])
    check('Closer and Consent lead nowhere', [(page, one['href']) for page, one in elements if one['class'] in ('Closer', 'Consent') and
                                             one['href'].split('#')[0] not in ('', [line['address'] for line in lines if line['page'] == page][0])])
    with open(os.path.join(FOLDER, 'README.md'), encoding='utf-8') as file:
        check('README.md has the tables of count.py', [] if count.BEGIN + count.tables() + count.END in file.read() else ['run count.py --write'])
    wanted = {name for line in lines for name in (line['site'],)}
    check('the size is small', [] if sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(FOLDER) for name in names if not name.endswith('.pyc')) < 3e6 else ['3 MB'])
    return wanted


PAGE = '''<html lang="en"><body class="b"><nav id="n"><ul><li><a href="/about">About</a><li><a hreflang="de" href="/de/">Deutsch</a><li><a hreflang="en" href="/en/">English</a></ul></nav>
<p>As <a href="https://other.test/x" onclick="f()">the others</a> say. <a href="https://my-own.test/">Own, in a longer name</a> <a href="https://sub.own.test/">Sub</a> <a href="https://www.facebook.com/sharer?u=1">Share</a>
<a href="https://far.test/file.pdf">File</a> <a href="https://bit.ly/x">Short</a> <a href="https://third.test/"><img alt="Third" src="x"></a> <a href="https://empty.test/"></a><a href="http://[bad/">Bad</a></body></html>'''


def by_rule():
    folder = tempfile.mkdtemp()
    try:
        os.makedirs(os.path.join(folder, 'set/html'))
        with gzip.open(os.path.join(folder, 'set/html/a.html.gz'), 'wb') as file:
            file.write(PAGE.encode())
        with open(os.path.join(folder, 'set/index.jsonl'), 'w', encoding='utf-8') as file:
            file.write('{"id": "a", "url": "http://www.own.test/a"}\n')
        program = [sys.executable, os.path.join(FOLDER, 'static.py')]
        subprocess.run(program + ['-o', os.path.join(folder, 'out'), os.path.join(folder, 'set')], check=True, stdout=subprocess.DEVNULL)
        lines = read(os.path.join(folder, 'out'))
        found = [(one['class'], one['text'], one['href']) for line in lines for one in line['elements']]
        wanted = [('Language', 'Deutsch', 'http://www.own.test/de/'), ('Outer', 'the others', 'https://other.test/x'), ('Outer', 'Third', 'https://third.test/')]
        check('links of saved pages: only what is certain', [] if found == wanted else found)
        one = lines[0]['elements'][1]
        check('their facts', [] if sorted(one) == sorted(KEYS) and one['before'] == 'As' and one['after'].startswith('say.') and one['handler'] is True and
              one['box'] is None and lines[0]['elements'][0]['inside'] == ['li', 'ul', 'nav'] and lines[0]['elements'][2]['images'] == 1 else [one, lines[0]['elements']])
        inside = os.path.join(FOLDER, 'forbidden.jsonl')
        answer = subprocess.run(program + ['-o', inside, os.path.join(folder, 'set')], stderr=subprocess.DEVNULL, check=False)
        check('they are not written into the repository', [] if answer.returncode and not os.path.exists(inside) else [inside])
    finally:
        shutil.rmtree(folder)


def again(sites):
    global n_checks
    if not (shutil.which('chromedriver') and (shutil.which('chromium') or shutil.which('google-chrome')) and os.path.exists(collect.SCRIPT)):
        n_checks += 1
        print('ok %d - pages give the same elements # SKIP no browser' % n_checks)
        return
    answer = subprocess.run([sys.executable, os.path.join(FOLDER, 'collect.py'), '--check'] + sites, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    check('pages give the same elements: ' + ' '.join(sites), answer.stderr.splitlines() if answer.returncode else [])


whole()
by_rule()
again(sys.argv[1:] or ['board', 'stream', 'video'])
print('1..%d' % n_checks)
sys.exit(n_failed > 0)
