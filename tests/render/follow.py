# SPDX-License-Identifier: MIT
"""See follow.sh: links of rendered pages are followed, on sites.py. A test is as in run.py."""
import json
import os
import random
import re
import subprocess
import sys
import time

import run
from run import ENVIRONMENT, TEXTTRACTOR, expect, folder, processes, wait_for_none, web


def names(text):
    """The pages whose main text is there, in order: each has its first sentence once."""
    return re.findall(r'Sentence 1 of (\S+) ', text)


def follow(start, *options, **more):
    return run.run('extract', '--render', '--delay=0', *options, web.address(start), **more)


def asked():
    return [name for name, browser in web.asked]


def test_inner():
    """the pages of a site, breadth first, each once; nothing of another site, and nothing that does something"""
    web.asked.clear()
    code, out, errors = follow('mill/', '--follow=inner')
    expect(code == 0 and errors == '', code, errors)
    expect(names(out) == ['mill-home', 'mill-wheel', 'mill-river', 'mill-wood', 'mill-flood'], names(out))
    expect(not [name for name in asked() if name.startswith('never')], asked())
    wait_for_none()


def test_plain():
    """the same without a browser, from pages without scripts; robots.txt and redirects hold"""
    web.asked.clear()
    code, out, errors = run.run('extract', '--delay=0', '--follow=inner', web.address('plain/mill/'))
    expect(code == 0 and errors == '', code, errors)
    expect(names(out) == ['mill-home', 'mill-wheel', 'mill-river', 'mill-wood', 'mill-flood'], names(out))
    expect('foreign' not in asked() and not [name for name in asked() if name.startswith('never')], asked())
    web.robots = 'User-agent: *\nDisallow: /plain/mill/wheel\n'
    web.asked.clear()
    code, out, errors = run.run('extract', '--delay=0', '--follow=inner', web.address('plain/mill/'))
    web.robots = ''
    expect(code == 0 and names(out) == ['mill-home', 'mill-river', 'mill-flood'], code, names(out), errors)
    expect('plain/mill/wheel' not in asked(), asked())


def test_all():
    """--follow=all leaves the site"""
    code, out, errors = follow('mill/', '--follow=all', '--depth=1')
    expect(code == 0 and set(names(out)) == {'mill-home', 'mill-wheel', 'mill-river', 'foreign'}, names(out), errors)
    expect(names(out).count('foreign') == 1, names(out))


def test_depth():
    """--depth and --max-pages end it"""
    code, out, errors = follow('mill/', '--follow=inner', '--depth=1')
    expect(names(out) == ['mill-home', 'mill-wheel', 'mill-river'], names(out), errors)
    code, out, errors = follow('mill/', '--follow=inner', '--max-pages=2')
    expect(names(out) == ['mill-home', 'mill-wheel'], names(out), errors)
    code, out, errors = follow('mill/', '--follow=inner', '--depth=0')
    expect(names(out) == ['mill-home'], names(out), errors)


def test_pager():
    """--follow=pager reads all parts of a text, and nothing else"""
    for start, order in ('story/1', [1, 2, 3, 4, 5]), ('story/3', [3, 2, 4, 1, 5]):
        code, out, errors = follow(start, '--follow=pager')
        expect(code == 0 and names(out) == ['story-%d' % n for n in order], names(out), errors)


def test_language():
    """--follow=language reads the page in all its languages"""
    code, out, errors = follow('languages/en', '--follow=language')
    expect(code == 0 and names(out) == ['version-en', 'version-de', 'version-el'], names(out), errors)


def test_calendar():
    """a calendar without end is left at --max-pages, and at --depth"""
    code, out, errors = follow('calendar/0', '--follow=inner', '--max-pages=6')
    expect(code == 0 and len(names(out)) == 6 and len(set(names(out))) == 6, names(out), errors)
    code, out, errors = follow('calendar/0', '--follow=pager,inner', '--depth=2')
    expect(sorted(names(out)) == sorted('month-%d' % n for n in (-2, -1, 0, 1, 2)), names(out), errors)


def test_noisy():
    """pages that open windows and ask alert, confirm and passwords"""
    web.asked.clear()
    code, out, errors = follow('noisy/', '--follow=inner')
    expect(code == 0 and names(out) == ['noisy-home', 'noisy-one', 'noisy-two'], names(out), errors)
    expect('never/window' not in asked(), asked())


def test_buttons():
    """buttons whose scripts lead to other pages: their addresses are learnt, and no form is sent"""
    web.asked.clear()
    command = plug('buttons.py', BUTTONS)
    code, out, errors = follow('buttons/', '--follow=inner', '--classifier=' + command)
    expect(code == 0 and names(out) == ['buttons-home', 'buttons-one', 'buttons-two'], names(out), errors)
    expect(not [name for name in asked() if name.startswith('never')], asked())


BUTTONS = '''
import json, sys
for line in sys.stdin:
    print('Inner' if line.strip() else '', flush=True)
'''


def test_same_bytes():
    """browsers and jobs do not change the order"""
    results = {follow('mill/', '--follow=inner', *options)[1] for options in (('--browsers=1', '-j1'), ('--browsers=3', '-j4', '--connections-per-host=4'))}
    expect(len(results) == 1, [names(text) for text in results])


def test_killed():
    """kill -9 at any moment: --resume loses and repeats nothing, into a file and into a folder, and nothing is left"""
    chance = random.Random(7)
    whole = names(follow('mill/', '--follow=inner')[1])
    for kind in 'file', 'folder':
        output = os.path.join(folder.name, 'followed-' + kind)
        target = ['-o', output] if kind == 'file' else ['--output-dir', output]
        command = ['extract', '--render', '--delay=0', '--browsers=1', '--follow=inner', '--resume', *target, web.address('mill/')]
        for _ in range(4):
            process = subprocess.Popen([TEXTTRACTOR, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
            time.sleep(0.8 + 1.2 * chance.random())
            process.kill()
            process.wait()
            until = time.monotonic() + 10
            while processes() and time.monotonic() < until:
                time.sleep(0.1)
            expect(not processes(), 'processes are left:', processes())
        code, out, errors = run.run(*command)
        expect(code == 0, code, errors)
        if kind == 'file':
            with open(output) as file:
                found = names(file.read())
            expect(found == whole, found)
            expect(not [name for name in os.listdir(folder.name) if name.startswith('followed-file.')], os.listdir(folder.name))
        else:
            found = [names(open(os.path.join(output, name)).read()) for name in os.listdir(output) if not name.startswith('.')]
            expect(sorted(sum(found, [])) == sorted(whole), found)
    wait_for_none()


# ---- The trace

def test_trace():
    """--trace writes a report of all steps, or none at all; what pages say is text in it"""
    place = os.path.join(folder.name, 'trace')
    code, out, errors = run.run('extract', '--render', '--reveal=5', '--scroll=1', '--delay=0', '--trace=' + place, *map(web.address, ('hostile', 'reveal', 'missing')))
    expect(code == 1, code, errors)
    html = open(os.path.join(place, 'index.html')).read()
    expect(not os.path.exists(place + '.part'), os.listdir(folder.name))
    expect('Clicked <q>Show more comments</q>' in html and '(Revealer, ' in html, html[-3000:])
    expect(re.search(r'It brought <b class="n">2\d\d words</b> in 1\d blocks', html), html[-3000:])
    expect('the server answered 404' in html, html[-1000:])
    pictures = re.findall(r'<img src="([^"]*)"', html)
    expect(len(pictures) >= 6 and all(os.path.getsize(os.path.join(place, name)) > 1000 for name in pictures), pictures)
    expect('<script' not in html and 'onerror' not in re.sub(r'&lt;.*?&gt;', '', html), 'markup of the page is in the report')
    expect('Sentence 1 of' in open(os.path.join(place, '1.txt')).read(), 'no tree')
    code, out, errors = run.run('extract', '--render', '--trace=' + place, web.address('made'))
    expect(code == 1 and 'is there, and not empty: --trace takes a new folder' in errors, code, errors)
    # An interruption leaves no report.
    place = os.path.join(folder.name, 'cut')
    process = subprocess.Popen([TEXTTRACTOR, 'extract', '--render', '--follow=inner', '--trace=' + place, '--delay=1', web.address('calendar/0')],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    time.sleep(4)
    process.terminate()
    process.wait(30)
    expect(not os.path.exists(place) and not os.path.exists(place + '.part'), os.listdir(folder.name))
    wait_for_none()


def test_trace_follow():
    """the report says which link of which page led to a page"""
    place = os.path.join(folder.name, 'trace-followed')
    code, out, errors = follow('mill/', '--follow=inner', '--depth=1', '--trace=' + place)
    html = open(os.path.join(place, 'index.html')).read()
    expect(re.search(r'Found by <q>The wheel</q> \(Inner, \d+&#8239;%\) on <a href="#page-1">page 1</a>', html), html[-3000:])


# ---- Plug-ins

EXTRACTOR = r'''
import re, sys
for page in iter(lambda: read(), None):
    text = re.sub(r'<[^>]*>', '', '\n'.join(re.findall(r'<h1>.*?</h1>', page)))
    sys.stdout.write('From outside: ' + text + '\n<b>not & markup</b>\0')
    sys.stdout.flush()
    if DIES and 'wheel' in page.split('</h1>')[0]:
        sys.exit(7)
'''
READ = '''
import sys
def read():
    out = []
    while True:
        c = sys.stdin.read(1)
        if not c: return None
        if c == chr(0): return ''.join(out)
        out.append(c)
'''


def plug(name, code):
    path = os.path.join(folder.name, name)
    with open(path, 'w') as file:
        file.write(code)
    return 'python3 ' + path


def test_extractor():
    """--extractor: a command finds the text of rendered pages; it is started anew when it dies"""
    for dies in False, True:
        command = plug('extractor.py', READ + 'DIES = %r\n' % dies + EXTRACTOR)
        code, out, errors = follow('mill/', '--follow=inner', '--extractor=' + command)
        expect(code == 0, code, errors)
        expect(re.findall('From outside: All about (.*)', out) == ['mill-home', 'mill-wheel', 'mill-river', 'mill-wood', 'mill-flood'], out)
        expect(out.count('<b>not & markup</b>') == 5, out)


CLASSIFIER = '''
import json, sys
n = 0
for line in sys.stdin:
    if line.strip():
        element = json.loads(line)
        print('Pager\t0.9' if element['text'].startswith('The flood') else 'Inner' if element['text'] == 'The river' else 'None')
    else:
        print(flush=True)
        n += 1
        if n == 2:
            sys.exit(1)
'''


def test_classifier():
    """--classifier: a command says what elements do, of rendered pages and of plain ones; it is started anew when it dies"""
    command = plug('classifier.py', CLASSIFIER)
    for start, options in ('mill/', ('--render',)), ('plain/mill/', ()):
        code, out, errors = run.run('extract', '--delay=0', '--follow=inner', '--classifier=' + command, *options, web.address(start))
        expect(code == 0 and names(out) == ['mill-home', 'mill-river', 'mill-flood'], names(out), errors)
    code, out, errors = run.run('extract', '--render', '--classifier=cat', web.address('mill/'))
    expect(code == 1 and 'the command that classifies elements answered "' in errors, code, errors)
    wait_for_none()


if __name__ == '__main__':
    sys.exit(run.main(globals()))
