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


if __name__ == '__main__':
    sys.exit(run.main(globals()))
