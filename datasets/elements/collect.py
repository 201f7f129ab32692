#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes elements.jsonl: all that can be clicked on the pages of sites/, as page.js sees it in headless Chromium, each
with the class that its page says. Needs chromedriver and nothing else.

    collect.py [-o FILE] [SITE…]      all sites, or some; without -o to standard output
    collect.py --check [SITE…]        are they in elements.jsonl with the same classes and texts?
    collect.py --extension FOLDER     puts the extension of collector/ and its page.js there, to be loaded by a browser
"""
import argparse
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import zlib

import kit

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, '../../render/page.js')
SIZES = ((1280, 900), (390, 844), (1440, 960), (1280, 720), (820, 1180))
ROUNDS = 4  # of closing, revealing and scrolling
SAME = 2  # elements of a page that differ in nothing that a person sees
ALIKE = {'Inner': 5, 'Outer': 5, 'None': 5}  # in the text, the address and the place only; of other classes, 12
NAMES = set(kit.CLASSES.values())
STYLES = kit.styles()

LOOK = '''const t = window[Symbol.for('texttractor')]; const seen = window.__seen || (window.__seen = new Set());
const fresh = () => t.labels(3000).filter((one) => !seen.has(one.id) && seen.add(one.id));'''
ERRORS = ";window.__errors = []; addEventListener('error', (event) => window.__errors.push(event.message), true);"
DEEDS = LOOK + '''
const out = fresh(), tried = window.__tried || (window.__tried = new Set());
for (const name of ['Consent', 'Closer', 'Revealer'])
  for (const one of t.labels(3000).filter((one) => one.class === name && !tried.has(one.id)).slice(0, name === 'Revealer' ? 12 : 1)) {
    tried.add(one.id);
    t.click(one.id);
    out.push(...fresh());
  }
t.scroll();
return out;'''


class Server(http.server.ThreadingHTTPServer):
    """All hosts: the sites by their names, and nothing elsewhere."""
    daemon_threads = True

    def __init__(self, sites):
        self.sites = {host: pages for _, host, pages in sites}
        super().__init__(('127.0.0.1', 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = self.server.sites.get(self.headers.get('Host', ''), {}).get(self.path.split('?')[0].lstrip('/'))
        body = (text or '').encode()
        self.send_response(404 if text is None else 200)
        self.send_header('Content-Type', 'application/json' if self.path.endswith('.json') else 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Browser:
    """Headless Chromium; every host is the server at the port."""

    def __init__(self, port, *arguments):
        self.process = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            found = re.search(r'successfully on port (\d+)', line)
            if found:
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.base = 'http://127.0.0.1:' + found[1]
        options = ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--hide-scrollbars', '--lang=en',
                   '--host-resolver-rules=MAP * 127.0.0.1:%d' % port, *arguments]
        if os.geteuid() == 0:
            options.append('--no-sandbox')
        session = self.call('/session', {'capabilities': {'alwaysMatch': {'goog:chromeOptions': {'args': options}, 'unhandledPromptBehavior': 'dismiss'}}})
        self.base += '/session/' + session['sessionId']

    def call(self, path, data=None, method='POST'):
        body = None if method != 'POST' else json.dumps(data or {}).encode()
        request = urllib.request.Request(self.base + path, body, {'Content-Type': 'application/json'}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)['value'].get('message', '').split('\n')[0]) from None

    def command(self, name, **parameters):
        return self.call('/goog/cdp/execute', {'cmd': name, 'params': parameters})

    def run(self, script, *arguments):
        return self.call('/execute/sync', {'script': script, 'args': list(arguments)})

    def go(self, address):
        self.call('/url', {'url': address})

    def rest(self, milliseconds=400):
        """Until nothing has happened for so long."""
        for _ in range(60):
            state = self.run("return window[Symbol.for('texttractor')].state()")
            if state['ready'] == 'complete' and not state['inflight'] and state['quiet'] >= milliseconds:
                return
            time.sleep(max(0.05, (milliseconds - state['quiet']) / 1000))

    def end(self):
        try:
            self.call('', method='DELETE')
        except (OSError, RuntimeError):
            pass
        self.process.terminate()
        self.process.wait()


def thin(elements):
    """Without the tenth of the same kind: they would teach nothing but that there are many."""
    counts, out = {}, []
    for one in elements:
        kind = (one['class'], one['tag'], one['attributes'].get('class'), one['parent'], tuple(one['inside']))
        same = kind + (one['text'],)
        if counts.get(kind, 0) >= ALIKE.get(one['class'], 12) or counts.get(same, 0) >= SAME:
            continue
        counts[kind] = counts.get(kind, 0) + 1
        counts[same] = counts.get(same, 0) + 1
        out.append(one)
    return out


def collect(browser, name, host, path, size):
    """The line of a page, and what is wrong with it."""
    address = 'http://%s/%s' % (host, path)
    browser.command('Emulation.setDeviceMetricsOverride', width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
    browser.go(address)
    browser.rest()
    elements = browser.run(LOOK + 'return fresh()')
    for _ in range(ROUNDS):
        found = browser.run(DEEDS)
        browser.rest()
        elements += found + browser.run(LOOK + 'return fresh()')
    page = '%s/%s' % (name, path)
    problems = ['%s: %s: <%s %s> “%s”' % (page, 'no class' if not one['class'] else 'no such class', one['tag'], json.dumps(one['attributes'], ensure_ascii=False), one['text'])
                for one in elements if one['class'] not in NAMES]
    elements = thin(elements)
    for i, one in enumerate(elements):
        one['id'] = i + 1
    problems += ['%s: %s' % (page, error) for error in browser.run('return window.__errors') if error]
    if browser.run('return location.href').split('#')[0] != address:
        problems.append(page + ': a click led away')
    return {'page': page, 'site': name, 'style': STYLES[name], 'address': address, 'elements': elements}, problems


def extension(folder, script=SCRIPT):
    """Browsers follow no links out of the folder of an extension: page.js must be in it."""
    shutil.copytree(os.path.join(HERE, 'collector'), folder, dirs_exist_ok=True)
    shutil.copyfile(script, os.path.join(folder, 'page.js'))


def outline(line):
    return [(one['class'], one['tag'], one['text']) for one in line['elements']]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('-o', '--output')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--script', default=SCRIPT, help='page.js')
    parser.add_argument('--extension', metavar='FOLDER')
    parser.add_argument('sites', nargs='*')
    options = parser.parse_args()
    if options.extension:
        extension(options.extension, options.script)
        return 0
    sites = kit.load()
    with open(options.script, encoding='utf-8') as file:
        script = file.read()
    server = Server(sites)
    browser = Browser(server.server_port)
    lines, problems = [], []
    try:
        browser.command('Page.addScriptToEvaluateOnNewDocument', source=script + ERRORS)
        for name, host, pages in sites:
            for path in sorted(pages):
                if not path.endswith('.html') or (options.sites and name not in options.sites):
                    continue
                size = SIZES[zlib.crc32(('%s/%s' % (name, path)).encode()) % len(SIZES)]  # the same, whatever sites there are
                line, wrong = collect(browser, name, host, path, size)
                lines.append(line)
                problems += wrong
    finally:
        browser.end()
    lines.sort(key=lambda line: line['page'])
    if options.check:
        with open(os.path.join(HERE, 'elements.jsonl'), encoding='utf-8') as file:
            known = {line['page']: outline(line) for line in map(json.loads, file)}
        for line in lines:
            if known.get(line['page']) != outline(line):
                problems.append(line['page'] + ': is not what elements.jsonl says')
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    text = ''.join(json.dumps(line, ensure_ascii=False, separators=(',', ':')) + '\n' for line in lines)
    if options.output:
        with open(options.output, 'w', encoding='utf-8') as file:
            file.write(text)
    elif not options.check:
        sys.stdout.write(text)
    return 0


if __name__ == '__main__':
    sys.exit(main())
