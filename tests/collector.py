# SPDX-License-Identifier: MIT
"""The extension that labels elements (datasets/elements/collector), loaded into headless Chromium and used by keys and
mouse on a page of the seed set. Prints TAP. See collector.sh."""
import json
import os
import shutil
import sys
import tempfile
import time

ELEMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../datasets/elements')
sys.path.insert(0, ELEMENTS)
import collect  # noqa: E402
import kit  # noqa: E402

PAGE = 'http://www.cucinalenta.example/ribollita.html'
n_checks = n_failed = 0


def check(name, good, *why):
    global n_checks, n_failed
    n_checks += 1
    n_failed += not good
    print(('ok' if good else 'not ok') + ' %d - %s' % (n_checks, name))
    if not good:
        for line in why:
            print('# %s' % (line,))


def wait(deed, seconds=5):
    for _ in range(int(seconds * 20)):
        if deed():
            return True
        time.sleep(0.05)
    return False


class Person:
    """Hands on mouse and keys."""
    KEYS = {'Alt': '\ue00a', 'Shift': '\ue008', 'Escape': '\ue00c'}

    def __init__(self, browser):
        self.browser = browser

    def press(self, *keys):
        keys = [self.KEYS.get(key, key) for key in keys]
        self.act('key', [{'type': 'keyDown', 'value': key} for key in keys] + [{'type': 'keyUp', 'value': key} for key in reversed(keys)])

    def click(self, selector, inside=None):
        script = 'const root = arguments[1] ? document.querySelector(arguments[1]).shadowRoot : document; const e = root.querySelector(arguments[0]); if (!arguments[1]) e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]'
        x, y = self.browser.run(script, selector, inside)
        self.act('pointer', [{'type': 'pointerMove', 'x': int(x), 'y': int(y)}, {'type': 'pointerDown', 'button': 0}, {'type': 'pointerUp', 'button': 0}])

    def act(self, kind, actions):
        self.browser.call('/actions', {'actions': [{'type': kind, 'id': kind, 'actions': actions}]})

    def said(self):
        return self.browser.run('const h = document.querySelector("texttractor-collector"); return h ? h.shadowRoot.querySelector(".said").textContent : ""')


def saved(folder):
    path = os.path.join(folder, 'elements.jsonl')
    if not wait(lambda: os.path.exists(path)):
        return []
    with open(path, encoding='utf-8') as file:
        lines = [json.loads(line) for line in file]
    os.unlink(path)
    return lines


def session(browser, folder):
    browser.command('Browser.setDownloadBehavior', behavior='allow', downloadPath=folder)
    browser.command('Emulation.setDeviceMetricsOverride', width=1280, height=900, deviceScaleFactor=1, mobile=False)
    browser.go(PAGE)
    browser.rest()
    person = Person(browser)
    exists = lambda selector: browser.run('return !!document.querySelector(arguments[0])', selector)
    browser.run('for (const e of document.querySelectorAll("[data-texttractor-class]")) e.removeAttribute("data-texttractor-class")')
    person.press('Alt', 'Shift', 'L')
    check('the keys begin', wait(lambda: exists('texttractor-collector')))
    cookie = '#ck .bg-amber-500'
    person.click(cookie)
    check('a click does not reach the page', exists('#ck'))
    person.press('k')
    check('a key gives the class', wait(lambda: person.said().startswith('1 element')), person.said())
    check('and writes it to the element', browser.run('return document.querySelector(arguments[0]).dataset.texttractorClass', cookie) == 'Consent')
    person.click('#ck a')
    person.click('[value=Inner]', 'texttractor-collector')
    check('so does the menu', wait(lambda: person.said().startswith('2 elements')), person.said())
    person.click('h1')
    person.press('o')
    wait(lambda: person.said().startswith('3 elements'))
    person.press('u')
    check('the last one is undone', wait(lambda: person.said().startswith('2 elements')), person.said())
    facts = browser.run("return window[Symbol.for('texttractor')].labels(3000).filter((one) => one.class)")
    person.press('s')
    lines = saved(folder)
    check('they are saved as a line of the page', len(lines) == 1 and lines[0]['address'] == PAGE and lines[0]['site'] == 'www.cucinalenta.example', lines)
    elements = lines[0]['elements'] if lines else []
    check('with the classes that were given', [one['class'] for one in elements] == ['Inner', 'Consent'], elements)
    check('and the facts of page.js', elements == facts, elements, facts)
    with open(os.path.join(ELEMENTS, 'elements.jsonl'), encoding='utf-8') as file:
        seed = json.loads(next(file))['elements'][0]
    check('in the format of the seed set', elements and sorted(elements[0]) == sorted(seed), elements[:1])
    check('which tell of handlers that only the page knows', all(one['handler'] for one in elements if one['tag'] == 'button'), elements)
    person.press('Escape')
    check('Escape ends', wait(lambda: not exists('texttractor-collector')))
    person.click(cookie)
    check('then clicks reach the page', wait(lambda: not exists('#ck')))
    person.press('Alt', 'Shift', 'L')
    wait(lambda: exists('texttractor-collector'))
    person.click('button.underline')
    person.press('r')
    check('what has gone since stays', wait(lambda: person.said().startswith('3 elements')), person.said())
    browser.go(PAGE.replace('ribollita', 'scuola'))
    browser.rest()
    browser.run('for (const e of document.querySelectorAll("[data-texttractor-class]")) e.removeAttribute("data-texttractor-class")')
    person.press('Alt', 'Shift', 'L')
    wait(lambda: exists('texttractor-collector'))
    person.click('main button')
    person.press('r')
    wait(lambda: person.said().startswith('1 element'))
    person.press('s')
    lines = saved(folder)
    check('pages are lines, in order', [(line['page'], len(line['elements'])) for line in lines] == [('www.cucinalenta.example/ribollita.html', 3), ('www.cucinalenta.example/scuola.html', 1)], lines)


def main():
    server = collect.Server(kit.load())
    folder = tempfile.mkdtemp(prefix='texttractor-collector-')
    collect.extension(os.path.join(folder, 'extension'))
    browser = collect.Browser(server.server_port, '--load-extension=' + os.path.join(folder, 'extension'),
                              '--disable-features=DisableLoadExtensionCommandLineSwitch')
    try:
        def is_there():
            browser.go(PAGE)
            return browser.run("return !!window[Symbol.for('texttractor')]")

        if not wait(is_there, 2):
            print('1..0 # SKIP this browser loads no extensions')
            return 0
        session(browser, folder)
    except (RuntimeError, OSError) as error:
        check('the browser goes on', False, repr(error))
    finally:
        browser.end()
        shutil.rmtree(folder, ignore_errors=True)
    print('1..%d' % n_checks)
    return n_failed > 0


sys.exit(main())
