# SPDX-License-Identifier: MIT
"""See render.sh. A test is a function whose name begins with test_; its sentence is its docstring."""
import http.server
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import server

TEXTTRACTOR = os.environ['TEXTTRACTOR']
# Browsers make sockets there, whose names must be short.
folder = tempfile.TemporaryDirectory(prefix='tt-', dir='/tmp')
temporary = os.path.join(folder.name, 'tmp')
web = server.Server()
ENVIRONMENT = dict(os.environ, TMPDIR=temporary, LC_ALL='C.UTF-8', XDG_CONFIG_HOME=folder.name)


class Failure(Exception):
    pass


def expect(condition, *why):
    if not condition:
        raise Failure(' '.join(str(word) for word in why))


def run(*args, seconds=120, environment=None):
    """Returns: exit code, output, messages."""
    done = subprocess.run([TEXTTRACTOR, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
                          env=environment or ENVIRONMENT, cwd=folder.name)
    return done.returncode, done.stdout, done.stderr


def processes():
    """Those that our browsers have left: their command line or environment names our folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/cmdline' % pid, 'rb') as file:
                line = file.read()
            with open('/proc/%s/stat' % pid) as file:
                state = file.read().rpartition(')')[2].split()[0]
        except OSError:
            continue
        if temporary.encode() in line and state != 'Z':
            found.append((int(pid), line.split(b'\0')[0].decode()))
    return found


def wait_for_none():
    until = time.monotonic() + 10
    while time.monotonic() < until and (processes() or os.listdir(temporary)):
        time.sleep(0.1)
    expect(not processes(), 'processes are left:', processes())
    expect(not os.listdir(temporary), 'files are left:', os.listdir(temporary))


def numbers(text, of='the mill'):
    return [int(n) for n in re.findall(r'Sentence (\d+) of %s ' % of, text)]


def check(name, last, *options):
    """The main text of a page has sentences 1 to last, in order, each once."""
    code, out, errors = run('extract', '--render', *options, web.address(name))
    expect(code == 0 and errors == '', code, errors)
    expect(numbers(out) == list(range(1, last + 1)), name, numbers(out))


# ---- Pages

def test_made():
    """text that a script makes: at once, later, and after a request"""
    for name in 'made', 'late', 'fetched':
        check(name, 8)


def test_plain():
    """the plain fetch has none of it; --render=never is that"""
    code, out, errors = run('extract', '--render=never', web.address('made'))
    expect(code == 0 and not numbers(out), code, out)


def test_auto():
    """--render=auto leaves pages alone that have text, and renders those that have none"""
    web.asked.clear()
    code, out, errors = run('extract', '--render=auto', web.address('plain'))
    expect(numbers(out) == list(range(1, 21)), errors)
    expect(not any(browser for name, browser in web.asked), 'a browser asked')
    check('made', 8, '--render=auto')


def test_file():
    """a file is rendered, and standard input is read as it is"""
    path = os.path.join(folder.name, 'made.html')
    with open(path, 'w') as file:
        file.write(server.PAGES['made'])
    code, out, errors = run('extract', '--render', path)
    expect(numbers(out) == list(range(1, 9)), errors)


def test_hidden():
    """what nobody sees is left out"""
    check('hidden', 8)


def test_shadow():
    """shadow roots, open and closed"""
    check('shadow', 8)


def test_frame():
    """a frame of the same site"""
    check('frame', 8)


def test_dialogs():
    """alert, confirm, prompt and beforeunload hold nobody"""
    check('dialogs', 8)
    code, out, errors = run('extract', '--render', '--browsers=1', web.address('dialogs'), web.address('made'))
    expect(len(numbers(out)) == 16, errors)


def test_restless():
    """a page that never becomes quiet is taken as it is"""
    start = time.monotonic()
    check('restless', 8)
    expect(time.monotonic() - start < 25, 'it took', time.monotonic() - start)


def test_moved():
    """a page that goes on to another one; its address is that of the end"""
    check('moved', 8)
    code, out, errors = run('extract', '--render', '-f', 'json', web.address('moved'))
    expect('"url": "%s"' % web.address('made') in out or '"url":"%s"' % web.address('made') in out, out[:300])


def test_same_bytes():
    """the same page gives the same bytes"""
    results = {run('extract', '--render', '-f', 'html', web.address(name))[1] for name in ('made', 'made', 'made')}
    expect(len(results) == 1, results)


# ---- Steps

def test_scroll():
    """scrolling goes on while new text comes, as often as it may"""
    check('endless', 10)
    code, out, errors = run('extract', '--render', '--scroll=3', web.address('endless'))
    found = numbers(out)
    expect(10 < len(found) < 100 and found == list(range(1, len(found) + 1)), found)
    code, out, errors = run('extract', '--render', '--scroll=100', web.address('endless'))
    expect(numbers(out) == list(range(1, 101)), numbers(out))


def test_reveal():
    """what shows more is clicked, as often as it shows more and as it may"""
    check('reveal', 10)
    check('reveal', 20, '--reveal=1')
    check('reveal', 40, '--reveal=10')


def test_tabs():
    """content that closes again is kept, in its order"""
    check('tabs', 12, '--reveal=10')
    check('details', 8, '--reveal=10')


def test_consent():
    """a wall, and a pop-up behind it, are closed"""
    code, out, errors = run('extract', '--render', web.address('consent'))
    expect(set(range(1, 13)) <= set(numbers(out)), numbers(out), errors)


def test_forbidden():
    """what buys, deletes, sends or logs in is never clicked, and nothing leads away"""
    web.asked.clear()
    code, out, errors = run('extract', '--render', '--reveal=50', '--scroll=5', web.address('forbidden'))
    expect(set(range(1, 9)) <= set(numbers(out)), errors)
    expect({name for name, browser in web.asked} <= {'forbidden', 'favicon.ico'}, web.asked)


def test_away():
    """what is clicked opens no window, goes nowhere, and asks for no password; what it shows is kept"""
    web.asked.clear()
    for name in 'windows', 'leaving', 'locked':
        check(name, 8, '--reveal=3')
    names = {name for name, browser in web.asked}
    expect('opened' not in names and 'away' not in names, names)


def test_messages():
    """500 messages, ten clicks and five screens"""
    start = time.monotonic()
    check('messages', 500, '--reveal=10', '--scroll=5')
    print('# 500 messages: %.1f seconds' % (time.monotonic() - start))


def test_steps():
    """each block says which step brought it"""
    code, out, errors = run('extract', '--render', '--scroll=3', '-f', 'json', web.address('endless'))
    blocks = re.findall(r'Sentence (\d+) of[^}]*?"rule": null(?:,\s*"step": (\d+))?', out)
    expect(blocks[:10] == [(str(n), '') for n in range(1, 11)], blocks[:12])
    steps = [int(step) for n, step in blocks[10:]]
    expect(steps and steps == sorted(steps) and steps[0] >= 1 and steps[-1] <= 3, steps)


def test_inner_scroll():
    """an element that scrolls by itself"""
    code, out, errors = run('extract', '--render', '--scroll=50', web.address('inner-endless'))
    expect(numbers(out) == list(range(1, 61)), numbers(out))


def test_recycled():
    """a list whose elements are used again: all of it by steps, and what is left by the end"""
    code, out, errors = run('extract', '--render', '--scroll=30', '--collect=steps', web.address('recycled'))
    expect(numbers(out) == list(range(1, 61)), numbers(out))
    code, out, errors = run('extract', '--render', '--scroll=30', '--collect=end', web.address('recycled'))
    expect(0 < len(numbers(out)) <= 20 and 60 in numbers(out), numbers(out))


def test_gone():
    """what was taken away is kept at its place; not by --collect=end"""
    check('gone', 8, '--scroll=2')
    code, out, errors = run('extract', '--render', '--scroll=2', '--collect=end', web.address('gone'))
    expect(numbers(out) == [1, 2, 3, 4], numbers(out))


def test_rebuilt():
    """a tree that is built anew is not repeated"""
    code, out, errors = run('extract', '--render', '--scroll=5', web.address('rebuilt'))
    expect(numbers(out) == list(range(1, 41)), numbers(out))


# ---- Limits and failures

def test_blocked():
    """pictures, films and fonts are not loaded, unless --no-load=none"""
    web.asked.clear()
    check('pictures', 8)
    expect({name for name, browser in web.asked} <= {'pictures', 'favicon.ico'}, web.asked)
    web.asked.clear()
    check('pictures', 8, '--no-load=none')
    expect({'picture.png', 'font.woff2'} <= {name for name, browser in web.asked}, web.asked)


def test_status():
    """pages that are refused: to us, and to the browser alone"""
    code, out, errors = run('extract', '--render', web.address('missing'), web.address('made'), web.address('shut'))
    expect(code == 1 and len(numbers(out)) == 8, code, errors)
    expect('/missing: the server answered 404' in errors, errors)
    expect('/shut: the server answered the browser 404' in errors, errors)


def test_loop():
    """a script without end costs its page; those after it are rendered"""
    code, out, errors = run('extract', '--render', '--browsers=1', '--render-time=8', web.address('loop'), web.address('made'))
    expect(code == 1 and '/loop: the browser ' in errors, code, errors)
    expect(numbers(out) == list(range(1, 9)), numbers(out), errors)


def test_greedy():
    """a page that eats memory costs its page"""
    code, out, errors = run('extract', '--render', '--browsers=1', '--render-memory=700M', web.address('greedy'), web.address('made'))
    expect(code == 1 and '/greedy: its browser needs more than the limit' in errors, code, errors)
    expect(numbers(out) == list(range(1, 9)), numbers(out), errors)


def test_large():
    """a page that grows to 200 MB is refused, in time, and costs nothing else"""
    start = time.monotonic()
    code, out, errors = run('extract', '--render', '--max-bytes=2M', web.address('large'), web.address('made'))
    expect(time.monotonic() - start < 90, 'it took', time.monotonic() - start)
    # Which limit it meets first is a matter of how busy the machine is: the page grows while it is laid out.
    refused = '/large: has more text or elements than a page may have in the browser', '/large: its browser needs more than the limit'
    expect(code == 1 and any(sentence in errors for sentence in refused), code, errors)
    expect(numbers(out) == list(range(1, 9)), numbers(out), errors)


def test_remains():
    """what fills the memory beside a page in a browser that had others before costs the page nothing"""
    eat, starts, wrapper = (os.path.join(folder.name, name) for name in ('eat', 'starts', 'chromedriver'))
    # Beside the first browser is a process that eats on demand.
    eater = 'import os, time\nwhile not os.path.exists(%r): time.sleep(.02)\nkept = b"x" * (900 << 20)\ntime.sleep(60)' % eat
    with open(wrapper, 'w') as file:
        file.write('#!/bin/sh\nif [ ! -e "%s" ]; then python3 -c \'%s\' >&2 & fi\necho >>"%s"\nexec %s "$@"\n' % (
            starts, eater.replace("'", '"'), starts, shutil.which('chromedriver')))
    os.chmod(wrapper, 0o700)
    n_asked = len(web.asked)

    def wait():
        while web.asked[n_asked:].count(('late', True)) < 2:
            time.sleep(.02)
        open(eat, 'w').close()
    threading.Thread(target=wait, daemon=True).start()
    code, out, errors = run('extract', '--render', '--browsers=1', '--render-memory=800M', *[web.address('late')] * 5,
                            environment=dict(ENVIRONMENT, PATH='%s:%s' % (folder.name, os.environ['PATH'])))
    expect(code == 0 and numbers(out) == list(range(1, 9)) * 5, code, numbers(out), errors)
    with open(starts) as file:
        expect(len(file.readlines()) > 1, 'the first browser was not ended')


def test_options():
    """wrong values, and no browser at all"""
    code, out, errors = run('extract', '--render=maybe', 'x.html')
    expect(code == 2 and '--render takes always, auto or never, not "maybe"' in errors, errors)
    code, out, errors = run('extract', '--render', '--no-load=images,dust', 'x.html')
    expect(code == 2 and '--no-load takes none or some of images, fonts, media, trackers, not "dust"' in errors, errors)
    code, out, errors = run('extract', '--render', web.address('made'), environment=dict(ENVIRONMENT, PATH='/nowhere'))
    expect(code == 1 and '--render needs a browser: apt install chromium chromium-driver' in errors, errors)


# ---- Batches

def test_batch():
    """many pages, several browsers: in order; robots.txt is obeyed, and asked for once"""
    web.asked.clear()
    web.robots = 'User-agent: *\nDisallow: /made-3\n'
    names = ['made-%d' % n for n in range(1, 9)]
    code, out, errors = run('extract', '--render', '--delay=0', '--browsers=2', '--connections-per-host=4', *map(web.address, names))
    web.robots = ''
    expect(code == 1 and errors.count('robots.txt of the site does not allow') == 1, errors)
    expect(re.findall(r'Sentence 1 of mill (\d) ', out) == ['1', '2', '4', '5', '6', '7', '8'], out[:2000])
    expect([name for name, browser in web.asked].count('robots.txt') == 1, web.asked)
    expect(('made-3', True) not in web.asked and ('made-3', False) not in web.asked, web.asked)
    wait_for_none()


def test_webdriver():
    """a driver that runs already, and one that is none"""
    home = os.path.join(folder.name, 'driver')
    os.mkdir(home)
    driver = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              env=dict(ENVIRONMENT, HOME=home, TMPDIR=home))
    for line in driver.stdout:
        port = re.search(r'successfully on port (\d+)', line)
        if port:
            break
    proxy = http.server.ThreadingHTTPServer(('127.0.0.1', 0), server.Sandless)
    proxy.driver = 'http://127.0.0.1:' + port.group(1)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        check('made', 8, '--webdriver=http://127.0.0.1:%d/' % proxy.server_port)
        code, out, errors = run('extract', '--render', '--webdriver=' + web.address('plain'), web.address('made'))
        expect(code == 1 and 'the driver does not speak WebDriver' in errors, errors)
    finally:
        proxy.shutdown()
        driver.kill()
        driver.wait()


def below(pid):
    """All processes below one."""
    parents = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open('/proc/%s/stat' % name) as file:
                parents[int(name)] = int(file.read().rpartition(')')[2].split()[1])
        except OSError:
            pass
    found = {pid}
    while True:
        more = {child for child, parent in parents.items() if parent in found} - found
        if not more:
            return found - {pid}
        found |= more


def command_of(pid):
    try:
        with open('/proc/%d/cmdline' % pid) as file:
            return file.read().replace('\0', ' ')
    except OSError:
        return ''


def test_killed():
    """kill -9 of driver, browser, tab and keeper while pages are rendered: no page is lost, and nothing is left"""
    chance = random.Random(5)
    for victim in 'chromedriver', '/chromium/', '--type=renderer', 'texttractor-renderer', 'chromedriver':
        names = ['made-%d' % n for n in range(1, 7)]
        process = subprocess.Popen([TEXTTRACTOR, 'extract', '--render', '--delay=0', '--browsers=1', *map(web.address, names)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        time.sleep(1.5 + chance.random())
        for pid in below(process.pid):
            if victim in command_of(pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        out, errors = process.communicate(timeout=120)
        found = re.findall(r'Sentence 1 of mill (\d) ', out)
        lost = re.findall(r'/made-(\d): ', errors)
        expect(found == list('123456') and not lost, victim, found, errors)
        wait_for_none()


def test_killed_itself():
    """kill -9 of ourselves: nothing is left, and --resume loses and repeats nothing"""
    names = ['made-%d' % n for n in range(1, 9)]
    output = os.path.join(folder.name, 'out.jsonl')
    command = [TEXTTRACTOR, 'extract', '--render', '--delay=0', '-f', 'jsonl', '-o', output, '--resume', *map(web.address, names)]
    for seconds in 1.5, 2.2, 3:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        time.sleep(seconds)
        process.kill()
        process.wait()
        until = time.monotonic() + 10
        while processes() and time.monotonic() < until:
            time.sleep(0.1)
        expect(not processes(), 'processes are left:', processes())
    code, out, errors = run(*command[1:])
    with open(output) as file:
        found = re.findall(r'Sentence 1 of mill (\d) ', file.read())
    expect(code == 0 and found == list('12345678'), code, found, errors)
    wait_for_none()


def main(found):
    """The tests among what is found in a module."""
    tests = [(name, test) for name, test in found.items() if name.startswith('test_')
             and (len(sys.argv) == 1 or any(word in name for word in sys.argv[1:]))]
    failed = 0
    os.mkdir(temporary)
    print('1..%d' % len(tests))
    for n, (name, test) in enumerate(tests, 1):
        why = None
        try:
            test()
        except (Failure, subprocess.TimeoutExpired, OSError) as error:
            why = str(error) or repr(error)
        failed += why is not None
        print('%sok %d - %s: %s' % ('not ' if why else '', n, name[5:].replace('_', ' '), test.__doc__))
        if why:
            print('\n'.join('# ' + line for line in why.split('\n')[:20]))
        sys.stdout.flush()
    folder.cleanup()
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(globals()))
