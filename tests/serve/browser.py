# SPDX-License-Identifier: MIT
"""The web page of the server, driven in Chromium by WebDriver, at the size of a desk and of a phone, in light and
dark, with and without JavaScript, and by keys alone. Needs chromedriver and nothing else. See browser.sh."""
import base64
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

# ---- WebDriver

KEYS = {'Tab': '\ue004', 'Enter': '\ue007', 'Escape': '\ue00c', 'Space': ' ', 'End': '\ue010', 'Home': '\ue011',
        'Left': '\ue012', 'Up': '\ue013', 'Right': '\ue014', 'Down': '\ue015', 'Shift': '\ue008'}
ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'


class Browser:
    def __init__(self):
        self.process = subprocess.Popen(['chromedriver', '--port=0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True)
        for line in self.process.stdout:
            port = re.search(r'successfully on port (\d+)', line)
            if port:
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.base = 'http://127.0.0.1:' + port.group(1)
        arguments = ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--lang=en']
        if os.geteuid() == 0:
            arguments.append('--no-sandbox')
        session = self.call('POST', '/session', {'capabilities': {'alwaysMatch': {
            'goog:chromeOptions': {'args': arguments}, 'goog:loggingPrefs': {'browser': 'ALL'}}}})
        self.base += '/session/' + session['sessionId']

    def call(self, method, path, data=None):
        body = None if method != 'POST' else json.dumps(data or {}).encode()
        request = urllib.request.Request(self.base + path, body, {'Content-Type': 'application/json'}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)['value']
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)['value']['message'].split('\n')[0]) from error

    def command(self, name, **values):
        return self.call('POST', '/goog/cdp/execute', {'cmd': name, 'params': values})

    def run(self, script, *values):
        return self.call('POST', '/execute/sync', {'script': script, 'args': list(values)})

    def go(self, address):
        self.call('POST', '/url', {'url': address})

    def find(self, selector):
        return [element[ELEMENT] for element in self.call('POST', '/elements', {'using': 'css selector', 'value': selector})]

    def click(self, selector):
        self.call('POST', '/element/%s/click' % self.find(selector)[0])

    def type(self, selector, text):
        self.call('POST', '/element/%s/value' % self.find(selector)[0], {'text': text})

    def text(self, selector):
        try:
            found = self.find(selector)
            return self.call('GET', '/element/%s/text' % found[0]) if found else ''
        except RuntimeError:  # another page has come in between
            return ''

    def press(self, *names):
        """Keys, one after another; "Shift+Tab" is two at once."""
        actions = []
        for name in names:
            keys = [KEYS.get(key, key) for key in name.split('+')] if len(name) > 1 else [name]
            actions += [{'type': 'keyDown', 'value': key} for key in keys]
            actions += [{'type': 'keyUp', 'value': key} for key in reversed(keys)]
        self.call('POST', '/actions', {'actions': [{'type': 'key', 'id': 'keys', 'actions': actions}]})

    def show(self, width, height, scheme, motion='no-preference'):
        self.command('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme},
                                                             {'name': 'prefers-reduced-motion', 'value': motion}])

    def complaints(self):
        """What the console says. Answers that are no success are said there, too, but are meant."""
        return [entry['message'] for entry in self.call('POST', '/se/log', {'type': 'browser'})
                if 'the server responded with a status of' not in entry['message']]

    def save(self, path):
        with open(path, 'wb') as file:
            file.write(base64.b64decode(self.call('GET', '/screenshot')))

    def end(self):
        try:
            self.call('DELETE', '')
        except (RuntimeError, OSError):
            pass
        self.process.terminate()
        self.process.wait()


# ---- TAP

n_checks = n_failed = 0


def check(name, good, *comments):
    global n_checks, n_failed
    n_checks += 1
    print('%s %d - %s' % ('ok' if good else 'not ok', n_checks, name), flush=True)
    if not good:
        n_failed += 1
        for comment in comments:
            print('# ' + str(comment).replace('\n', '\n# '), flush=True)


def skip(name, why):
    global n_checks
    n_checks += 1
    print('ok %d - %s # SKIP %s' % (n_checks, name, why), flush=True)


def wait(condition, seconds=20):
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.05)


# ---- Pages

TEXT = ('The tide of the North Sea comes in from the Atlantic twice a day, and turns around three points where the water '
        'hardly moves at all; between them and the coast its range grows to more than six metres. ')
PAGE = ('<!DOCTYPE html><html lang="en"><head><title>Tides - Journal</title><meta name="author" content="Ada Byron">'
        '<meta property="article:published_time" content="2024-05-06T10:00:00Z"></head><body>'
        '<nav><ul><li><a href="/">Home</a></li><li><a href="/b">About us</a></li></ul></nav><article><h1>Tides</h1>'
        + '<p>' + TEXT + '</p><h2>How it turns</h2><p>' + TEXT + '<a href="http://example.org/x">Charts</a> of it are old. </p>'
        '<ul><li>' + TEXT + '</li></ul><p><img src="http://127.0.0.1:9/x.png" alt="A map"> ' + TEXT + '</p>'
        '<pre><code>height = sum (waves)\n' + 'x' * 200 + '</code></pre><table><tr><th>Harbour</th><th>Range</th></tr>'
        '<tr><td>Aberdeen, which is far in the north of it all</td><td>3.7 m, at spring tide alone</td></tr></table>'
        '<p dir="rtl" lang="ar">' + 'المد والجزر في بحر الشمال يأتيان من المحيط الأطلسي مرتين في اليوم، ويدوران حول ثلاث نقاط. ' * 2
        + '</p><p lang="ja">' + '北海の潮は大西洋から一日に二度やって来て、水がほとんど動かない三つの点の周りを回る。' * 3 + '</p></article>'
        '<footer>Copyright 2024 Journal. <a href="/p">Privacy policy</a></footer></body></html>')
EVIL = ('<html lang="x&quot;y"><head><title>&lt;/title&gt;&lt;script&gt;document.title="evil"&lt;/script&gt;</title>'
        '<script>document.title="evil"</script><style>@import "http://127.0.0.1:9/x.css"; * { color: red }</style></head>'
        '<body onload="top.evil=1"><svg onload="top.evil=1"><script>top.evil=1</script></svg>'
        '<p style="background:url(http://127.0.0.1:9/a)" onclick="top.evil=1">&lt;img src=x onerror=top.evil=1&gt; ' + TEXT + '</p>'
        '<p><a href="javascript:top.evil=1">' + TEXT + '</a><img src=x onerror="top.evil=1"></p>'
        '<p>&lt;/textarea&gt;&lt;/iframe&gt;&lt;script&gt;top.evil=1&lt;/script&gt;' + TEXT + '</p>'
        '<iframe srcdoc="&lt;script&gt;top.evil=1&lt;/script&gt;"></iframe><form action="http://127.0.0.1:9/"><input name=a></form>'
        '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><base href="http://127.0.0.1:9/"></body></html>')


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = PAGE.encode()
        self.send_response(200)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *values):
        pass


class Server:
    """texttractor-serve of the build tree, on some port."""

    def __init__(self, *options):
        self.log = tempfile.TemporaryFile(mode='w+')
        self.process = subprocess.Popen([os.environ['TEXTTRACTOR_SERVE'], '--no-config', '--listen=127.0.0.1:0', *options],
                                        stderr=self.log)
        found = wait(self.read_address)
        if not found:
            sys.exit('the server does not start: ' + self.read_log())
        self.address = found.group(0)

    def read_log(self):
        self.log.seek(0)
        return self.log.read()

    def read_address(self):
        return re.search(r'http://\S+/', self.read_log())

    def end(self):
        self.process.terminate()
        self.process.wait()


# ---- What is looked at on every page

# Texts whose contrast is too small: 4.5, or 3 for large ones. Returns lines.
CONTRAST = '''
function parse (text) { const n = text.match(/[\\d.]+/g).map(Number); return { r: n[0], g: n[1], b: n[2], a: n.length > 3 ? n[3] : 1 }; }
function over (top, below) { const mix = (x, y) => x * top.a + y * (1 - top.a);
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 }; }
function luminance (c) { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); };
  return 0.2126 * f(c.r) + 0.7152 * f(c.g) + 0.0722 * f(c.b); }
function ratio (a, b) { const x = luminance(a), y = luminance(b); return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); }
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
function behind (element) { const all = [];
  for (let e = element; e; e = e.parentElement) all.push(parse(getComputedStyle(e).backgroundColor));
  return all.reverse().reduce((below, top) => over(top, below), dark ? { r: 18, g: 18, b: 18, a: 1 } : { r: 255, g: 255, b: 255, a: 1 }); }
const seen = new Set(), wrong = [];
function look (element, style, what) {
  const back = behind(element), fore = over(parse(style.color), back), size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  if (ratio(fore, back) < least) wrong.push(what + ": " + ratio(fore, back).toFixed(2) + " of " + style.color);
}
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walk.nextNode(); node; node = walk.nextNode()) {
  const e = node.parentElement;
  if (node.data.trim() === "" || seen.has(e) || e.closest("script, style, :disabled, .aloud, option") || !e.checkVisibility()) continue;
  seen.add(e);
  look(e, getComputedStyle(e), e.localName + "." + e.className + " " + node.data.trim().slice(0, 30));
}
for (const e of document.querySelectorAll("input, select, textarea"))
  if (e.checkVisibility() && !e.disabled) {
    look(e, getComputedStyle(e), "field " + e.id);
    if (e.placeholder) look(e, { ...["fontSize", "fontWeight", "color"].reduce((all, name) => ({ ...all, [name]: getComputedStyle(e, "::placeholder")[name] }), {}) }, "placeholder " + e.id);
  }
return wrong;
'''
# Elements that stick out to the side, though the page does not scroll there. Returns lines.
SIDEWAYS = '''
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
scrollTo(1000, scrollY);
const moved = scrollX;
scrollTo(0, scrollY);
return wide > 0 || moved > 0 ? [wide + " too wide, " + moved + " scrolled"] : [];
'''
# What screen readers would miss. Returns lines.
NAMES = '''
const wrong = [];
for (const e of document.querySelectorAll("input, select, textarea"))
  if (!e.labels.length && !e.getAttribute("aria-label")) wrong.push("no label: " + e.outerHTML.slice(0, 80));
for (const e of document.querySelectorAll("button, a, summary"))
  if (!(e.getAttribute("aria-label") || e.textContent).trim()) wrong.push("no name: " + e.outerHTML.slice(0, 80));
for (const e of document.querySelectorAll("iframe"))
  if (!e.title || !e.hasAttribute("sandbox") || /allow-(scripts|same-origin)/.test(e.getAttribute("sandbox"))) wrong.push("frame " + e.title);
const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push("twice: " + id);
for (const name of ["aria-controls", "aria-labelledby", "aria-describedby", "for"])
  for (const e of document.querySelectorAll("[" + name + "]"))
    for (const id of e.getAttribute(name).split(" ")) if (!ids.includes(id)) wrong.push(name + " of nothing: " + id);
for (const name of ["header", "main", "footer", "h1"])
  if (document.querySelectorAll("body > " + name + ", header > " + name).length !== 1) wrong.push("not one " + name);
let level = 1;
for (const e of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
  if (!e.checkVisibility()) continue;
  if (Number(e.localName[1]) > level + 2) wrong.push("level of " + e.textContent);
  level = Number(e.localName[1]);
}
for (const e of document.querySelectorAll(".verdict"))
  if (e.checkVisibility() && !/main text|left out|threshold/.test(e.textContent)) wrong.push("colour alone: " + e.textContent);
for (const e of document.querySelectorAll("button, #tabs a, summary, select, input:not([type=checkbox]):not([type=range])")) {
  const box = e.getBoundingClientRect();
  if (e.checkVisibility() && (box.height < 24 || box.width < 24)) wrong.push("small: " + e.outerHTML.slice(0, 80));
}
return wrong;
'''
FOCUS = '''
const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
return [e.id || e.className || e.localName, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        box.bottom > 0 && box.top < innerHeight];
'''


def look(browser, where):
    for name, script in (('texts have contrast', CONTRAST), ('nothing scrolls sideways', SIDEWAYS), ('all has a name', NAMES)):
        wrong = browser.run(script)
        check('%s: %s' % (where, name), not wrong, *wrong[:10])
    complaints = browser.complaints()
    check('%s: no complaint in the console' % where, not complaints, *complaints[:10])


def active(browser):
    return browser.run('return document.activeElement.id || document.activeElement.className')


def tab_to(browser, name, at_most=60):
    """Presses Tab until the element with this id or class has the focus. Returns what went wrong."""
    for _ in range(at_most):
        browser.press('Tab')
        found, outlined, inside = browser.run(FOCUS)
        if not outlined or not inside:
            return '%s: focus that is not seen' % found
        if found == name:
            return ''
    return 'Tab does not reach ' + name


def has_result(browser):
    return wait(lambda: browser.run('return !document.getElementById("result").hidden && !document.getElementById("form").hasAttribute("aria-busy")'
                                    ' || document.querySelector("#problem p, #token-panel:not([hidden])") !== null'))


def paste(browser, address, page, wanted='#result:not([hidden])'):
    browser.go(address)
    browser.run('document.getElementById("paste").open = true; document.getElementById("html").value = arguments[0];'
                'document.getElementById("form").requestSubmit()', page)
    has_result(browser)
    return bool(browser.find(wanted))


def make_corpus(folder):
    """An index, and a folder for tasks, that everybody may use. Returns None where indexes were not built."""
    program = os.path.join(os.path.dirname(os.environ['TEXTTRACTOR_SERVE']), '..', 'bin', 'texttractor')
    page = os.path.join(folder, 'page.html')
    with open(page, 'w', encoding='utf-8') as file:
        file.write('<p>%s</p>' % '</p><p>'.join(['Number %d of all <b>tides</b> &amp; waves is a tide that %s.' % (n, 'rises' * (1 + n % 40))
                                                 for n in range(130)] + ['كان المد عاليا في بحر الشمال.', 'Now 北海 の 潮 is a tide 北海.', EVIL]))
    made = subprocess.run([program, 'index', '-o', os.path.join(folder, 'tides'), '-m', 'everything', page], stderr=subprocess.PIPE, text=True)
    os.mkdir(os.path.join(folder, 'state'))
    os.chmod(folder, 0o755)
    os.chmod(os.path.join(folder, 'state'), 0o777)
    return ['--corpus=tides=' + os.path.join(folder, 'tides'), '--state=' + os.path.join(folder, 'state')] if made.returncode == 0 else None


# ---- Sessions

def session_tasks(browser, address, where, phone):
    """Sentences with a word: asked for, seen below each other, sorted. There is no script, so it is the same without."""
    browser.go(address)
    check(where + ': the first page leads to the tasks', bool(browser.find('a[href="/tasks"]')))
    browser.click('a[href="/tasks"]')
    wait(lambda: browser.find('#words'))
    look(browser, where + ', the form')
    browser.type('#words', 'tide, المد, the')
    browser.run('document.getElementById("lang").value = "any"; document.getElementById("number").value = 150')
    browser.press('Enter')
    check(where + ': the sentences come by themselves', bool(wait(lambda: browser.find('.kwic li'))), browser.text('main'))
    look(browser, where + ', sentences')
    check(where + ': a hundred of them', len(browser.find('.kwic li')) == 100, len(browser.find('.kwic li')))
    lines = browser.run('return [...document.querySelectorAll(".kwic summary")].map((e) => { const b = e.querySelector("b").getBoundingClientRect();'
                        ' return [Math.round((b.left + b.right) / 2), e.getBoundingClientRect().height] })')
    if phone:
        check(where + ': on a phone, whole sentences', any(height > 45 for _, height in lines), lines[:50])
    else:
        check(where + ': the words stand below each other, a line each', max(x for x, _ in lines) - min(x for x, _ in lines) <= 2
              and max(height for _, height in lines) < 45, lines[:5])
    browser.click('.kwic summary')
    check(where + ': a sentence opens', browser.run('return document.querySelector(".kwic details").open'))
    look(browser, where + ', an open sentence')
    browser.run('document.querySelector("nav.tools a:last-child").click()')
    wait(lambda: len(browser.find('.kwic li')) < 100)
    found = browser.run('return [...document.querySelectorAll(".kwic details")].filter((e) => getComputedStyle(e).direction === "rtl").map((e) => {'
                        ' const x = (name) => e.querySelector(name).getBoundingClientRect();'
                        ' return [x(".left").left, x("b").left, x(".right").left]; })')
    check(where + ': what is written from right to left stands so', len(found) >= 1 and (phone or all(a > b > c for a, b, c in found)), found)
    check(where + ': nothing of a page acts', browser.run('return [window.evil || 0, document.title, document.querySelectorAll("script, img, iframe, svg").length]')
          == [0, 'Sentences with a word', 0])
    browser.run('[...document.querySelectorAll(".tools a")].find((e) => e.textContent === "by what stands behind").click()')
    wait(lambda: browser.run('return /sort=right/.test(location.search)'))
    behind = browser.run('return [...document.querySelectorAll(".kwic .right")].map((e) => e.textContent.trim().toLowerCase().split(/[^a-z]+/).slice(0, 2).join(" "))')
    behind = [one for one in behind if one.startswith('that')]
    check(where + ': sorted by what stands behind', behind == sorted(behind) and len(set(behind)) > 1, behind[:9])
    check(where + ': downloads', browser.run('return [...document.querySelectorAll("a[download]")].length') == 6)
    browser.go(address + 'tasks')
    check(where + ': the task is listed', bool(re.search(r'done, \d+ sentences', browser.text('.tasks'))), browser.text('main'))


def session_views(browser, address, where):
    """What a person sees of a page, view by view."""
    browser.go(address)
    look(browser, where + ', start')
    check(where + ': pasted HTML is read', paste(browser, address, PAGE), browser.text('#problem'))
    check(where + ': the title', browser.text('#title') == 'Tides', browser.text('#title'))
    check(where + ': author and date', browser.text('#byline') == 'Ada Byron · 2024-05-06', browser.text('#byline'))
    reader = wait(lambda: browser.run('const a = document.querySelector(".article"); return a && {'
                                      'text: a.textContent, tables: a.querySelectorAll("table").length, lists: a.querySelectorAll("ul > li").length,'
                                      'pre: a.querySelectorAll("pre").length, pictures: [...a.querySelectorAll(".picture a")].map((e) => e.textContent),'
                                      'loaded: a.querySelectorAll("img, script, style, iframe").length, headings: a.querySelectorAll("h4").length,'
                                      'rtl: [...a.querySelectorAll("p")].some((e) => getComputedStyle(e).direction === "rtl"), lang: a.lang,'
                                      'links: [...a.querySelectorAll("a")].every((e) => /^https?:/.test(e.href) && e.target === "_blank" && /noopener/.test(e.rel)) }'))
    check(where + ': the reader has the structure of the text, and loads nothing',
          reader and reader['lists'] == 1 and reader['headings'] == 1 and reader['loaded'] == 0 and reader['links'] and reader['rtl']
          and reader['pictures'] == ['Picture: A map'] and reader['lang'] == 'en' and 'Privacy' not in reader['text'], reader)
    look(browser, where + ', reader')
    browser.click('#tab-blocks')
    look(browser, where + ', blocks')
    browser.click('.block .about .why')
    check(where + ': a click shows ten inputs', wait(lambda: browser.run(
        'const t = document.querySelectorAll(".details table"); return t.length > 0 && [...t].every((e) => e.tBodies[0].rows.length === 10)')),
        browser.text('.details'), browser.text('#problem'))
    look(browser, where + ', why')
    browser.run('const o = document.getElementById("other"); o.value = "link-quota"; o.dispatchEvent(new Event("change"))')
    n = wait(lambda: browser.run('return document.querySelectorAll(".differs").length'))
    check(where + ': two models stand side by side, and what differs is marked', n and browser.run(
        'return [...document.querySelectorAll(".block")].every((e) => e.querySelectorAll(".verdict").length === 2 && ('
        '/main text/.test(e.querySelectorAll(".verdict")[0].textContent) !== /main text/.test(e.querySelectorAll(".verdict")[1].textContent)) === e.classList.contains("differs"))'), n)
    check(where + ': the models beside each other', browser.run(
        'return [...document.querySelectorAll(".block")].every((e) => { const v = e.querySelectorAll(".verdict");'
        'return v[0].getBoundingClientRect().top === v[1].getBoundingClientRect().top; })'))
    look(browser, where + ', two models')
    browser.run('const s = document.getElementById("show"); s.value = "differs"; s.dispatchEvent(new Event("change"))')
    check(where + ': only these can be shown', browser.run(
        'return [...document.querySelectorAll(".block")].filter((e) => e.checkVisibility()).length') == n)
    browser.click('#tab-page')
    frame = wait(lambda: browser.run('const f = document.querySelector("#page iframe"); return f && { sandbox: f.getAttribute("sandbox"), text: f.srcdoc.length }'))
    check(where + ': the page is in a frame that may do nothing', frame and frame['sandbox'] == '' and frame['text'] > 500, frame)
    time.sleep(0.3)
    look(browser, where + ', page')
    browser.click('#tab-facts')
    check(where + ': facts', 'Ada Byron' in browser.text('#facts-list'), browser.text('#facts-list'))
    look(browser, where + ', facts')


def session_keys(browser, address, where):
    """All of it without a pointer."""
    browser.go(address)
    browser.press('Tab')
    check(where + ': the first stop skips to the form', active(browser) == 'skip')
    problem = tab_to(browser, 'url')
    check(where + ': then the address', not problem, problem)
    problem = tab_to(browser, 'summary')
    browser.press('Enter')
    problem = problem or tab_to(browser, 'html')
    browser.run('document.activeElement.value = arguments[0]', PAGE)
    browser.press('x', 'Shift+Tab')
    problem = problem or tab_to(browser, 'html') or tab_to(browser, 'file') or tab_to(browser, 'button')
    check(where + ': pasting', not problem, problem)
    browser.press('Enter')
    has_result(browser)
    check(where + ': a result has the focus', wait(lambda: active(browser) == 'title'), active(browser))
    check(where + ': and is said aloud', 'main text' in browser.run('return document.querySelector("[aria-live]").textContent'))
    problem = tab_to(browser, 'tab-reader')
    check(where + ': Tab reaches the tabs', not problem, problem)
    tabs = []
    for key in ('Right', 'Right', 'Right', 'Right', 'End', 'Home', 'Right'):
        browser.press(key)
        tabs.append(browser.run('return document.querySelector("[aria-selected=true]") === document.activeElement && document.activeElement.hash.slice(1)'))
    check(where + ': arrows, Home and End choose the tab', tabs == ['blocks', 'page', 'facts', 'reader', 'facts', 'reader', 'blocks'], tabs)
    check(where + ': one panel is shown, with the name of its tab', browser.run(
        'const p = [...document.querySelectorAll("[role=tabpanel]")].filter((e) => !e.hidden);'
        'return p.length === 1 && p[0].id === "blocks" && p[0].getAttribute("aria-labelledby") === "tab-blocks"'))
    problem = tab_to(browser, 'slider')
    before = browser.run('return document.querySelectorAll(".block.good").length')
    browser.press('End')
    at_once = browser.run('return document.querySelectorAll(".block.good").length')
    check(where + ': the slider colours blocks at once', not problem and at_once < before, problem, before, at_once)
    check(where + ': then the server is asked', wait(lambda: not browser.run('return document.getElementById("form").hasAttribute("aria-busy")')
                                                     and browser.run('return document.getElementById("threshold").value === "1"')))
    time.sleep(1)
    has_result(browser)
    check(where + ': the slider keeps the focus', active(browser) == 'slider', active(browser))
    problem = tab_to(browser, 'slider-reset')
    browser.press('Space')
    check(where + ': the threshold of the model is back', not problem and wait(lambda: browser.run(
        'return document.querySelectorAll(".block.good").length') == before), problem, browser.run('return document.querySelectorAll(".block.good").length'))
    time.sleep(1)
    has_result(browser)
    problem = tab_to(browser, 'other') or tab_to(browser, 'show') or tab_to(browser, 'why')
    check(where + ': Tab reaches every control of the blocks', not problem, problem)
    browser.press('Down', 'Down')
    check(where + ': arrows go from block to block', browser.run(
        'return document.activeElement.closest(".block").dataset.index') == '2' and browser.run(
        'return document.querySelectorAll(".why[tabindex=\'0\']").length') == 1)
    browser.press('Enter')
    opened = wait(lambda: browser.run('return document.querySelectorAll(".details table").length'))
    check(where + ': Enter says why', opened and browser.run('return document.activeElement.getAttribute("aria-expanded")') == 'true')
    browser.press('Escape')
    check(where + ': Escape closes it', not browser.find('.details'))
    browser.press('End')
    problem = tab_to(browser, 'a')
    check(where + ': Tab leaves the blocks for what follows', not problem, problem)


def session_controls(browser, address, where):
    """Each control of the form, and what comes of it."""
    asked = '''window.asked = []; const old = window.fetch; window.fetch = (...all) => { window.asked.push(String(all[0])); return old(...all); };'''
    last = lambda path: wait(lambda: ([line for line in browser.run('return window.asked') if line.startswith(path)] or [''])[-1])
    paste(browser, address, PAGE)
    browser.run(asked)
    browser.run('document.getElementById("options").open = true')

    def change(script):
        browser.run('window.asked.length = 0')
        browser.run(script)
        value = last('/v1/extract')
        time.sleep(0.2)
        has_result(browser)
        return urllib.parse.unquote(value)

    set_value = 'const e = document.getElementById("%s"); e.value = "%s"; e.dispatchEvent(new Event("change", { bubbles: true }))'
    for name, value in (('model', 'classic'), ('comments', 'drop'), ('threshold', '0.25'), ('select', 'article'), ('prune', 'nav')):
        found = change(set_value % (name, value))
        check('%s: %s is asked for' % (where, name), '%s=%s' % (name, value) in found and not browser.text('#problem'), found, browser.text('#problem'))
    check(where + ': the slider follows', browser.run('return document.getElementById("slider").value') == '0.25')
    found = change('document.getElementById("no-rules").click()')
    check(where + ': rules are chosen, as they are by default', 'no-rules=yes' in found and 'rule=whole-tables' in found, found)
    found = change('document.getElementById("rule-common-path").click()')
    check(where + ': one by one', 'rule=common-path' in found, found)
    found = change('document.getElementById("rule-whole-tables").click()')
    check(where + ': and left out', 'rule=whole-tables' not in found and 'rule=common-path' in found, found)
    found = change(set_value % ('select', 'p[['))
    wrong = wait(lambda: browser.text('#problem'))
    check(where + ': what is wrong is said in a sentence', wrong and wrong.endswith('.') and len(wrong) > 20, wrong)
    look(browser, where + ', a problem')
    found = change(set_value % ('select', ''))
    check(where + ': and goes away', not browser.text('#problem'), browser.text('#problem'))
    browser.run('window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return "#"; };'
                'window.copied = []; Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied.push(text); } } })')
    for name, begin in (('text', 'Tides'), ('markdown', ''), ('json', '{'), ('html', '<!DOCTYPE')):
        browser.run('window.saved.length = window.copied.length = 0; document.getElementById("status").textContent = "";'
                    'document.getElementById("format").value = arguments[0]', name)
        browser.click('#copy')
        copied = wait(lambda: browser.run('return window.copied')) or ['']
        browser.click('#download')
        saved = wait(lambda: browser.run('return window.saved')) or ['']
        check('%s: %s is copied and downloaded' % (where, name), copied == saved and copied[0].startswith(begin) and 'North Sea' in copied[0],
              copied[0][:100], saved[0][:100], browser.text('#problem'))
    # A file, by the field.
    with tempfile.NamedTemporaryFile('w', suffix='.html', delete=False) as file:
        file.write(PAGE.replace('Tides', 'Ebb'))
    browser.type('#file', file.name)
    check(where + ': a file is read when it is chosen', wait(lambda: browser.text('#title') == 'Ebb'), browser.text('#title'), browser.text('#problem'))
    # And by dropping it.
    browser.go(address)
    browser.run('const data = new DataTransfer(); data.items.add(new File([arguments[0]], "x.html", { type: "text/html" }));'
                'document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }))', PAGE)
    check(where + ': and when it is dropped', wait(lambda: browser.text('#title') == 'Tides'), browser.text('#problem'))
    os.unlink(file.name)
    # More blocks than are shown at once.
    paste(browser, address, '<title>Many</title>' + '<p>%s</p>' % TEXT * 2200)
    browser.click('#tab-blocks')
    shown = []
    for _ in range(3):
        shown.append(browser.run('return [document.querySelectorAll(".block").length, document.getElementById("more").checkVisibility()]'))
        browser.run('document.getElementById("more").click()')
    check(where + ': many blocks come in parts', shown == [[1000, True], [2000, True], [2200, False]], shown)
    browser.go(address)
    browser.run('document.getElementById("form").requestSubmit()')
    check(where + ': nothing to read is said', 'There is no page' in browser.text('#problem'), browser.text('#problem'))
    complaints = browser.complaints()
    check(where + ': no complaint in the console', not complaints, *complaints)


def session_hostile(browser, address, where):
    check(where + ': it is read', paste(browser, address, EVIL), browser.text('#problem'))
    for tab in ('blocks', 'page', 'facts', 'reader'):
        browser.click('#tab-' + tab)
        time.sleep(0.3)
    found = browser.run('return [window.evil, document.title, document.querySelectorAll("script").length, document.querySelectorAll(".article img, .article [onclick]").length]')
    check(where + ': nothing of it runs', found[0] is None and found[1] != 'evil' and found[2:] == [1, 0], found)
    complaints = browser.complaints()
    check(where + ': nothing of it is even tried', not complaints, *complaints)


def session_plain(browser, address, site, where, take_address):
    """Without JavaScript."""
    browser.go(address)
    check(where + ': controls that need the script are not shown', browser.run('return [...document.querySelectorAll(".needs-script")].every((e) => !e.checkVisibility())'))
    browser.click('#paste summary')
    browser.run('document.getElementById("html").value = arguments[0]', PAGE)
    browser.click('#paste button')
    check(where + ': a form gives a page with the result', wait(lambda: browser.text('#title') == 'Tides'), browser.text('#problem'), browser.text('#title'))
    found = browser.run('return [document.querySelectorAll(".view iframe").length, document.querySelectorAll(".block").length, '
                        'document.querySelectorAll(".view").length, [...document.querySelectorAll(".view")].every((e) => e.checkVisibility()), document.getElementById("html").value.length]')
    check(where + ': still none that need the script', browser.run('return [...document.querySelectorAll(".needs-script")].every((e) => !e.checkVisibility())'))
    check(where + ': with all views', found[0] == 2 and found[1] > 8 and found[2] == 4 and found[3] and found[4] >= len(PAGE), found)
    look(browser, where + ', result')
    browser.click('#options summary') if not browser.run('return document.getElementById("options").open') else None
    browser.type('#select', 'p[[')
    browser.click('#options button:not([type])')
    check(where + ': what is wrong is said', wait(lambda: 'select' in browser.text('#problem')), browser.text('#problem'))
    look(browser, where + ', a problem')
    if take_address:
        browser.go(address + '?url=' + urllib.parse.quote(site))
        check(where + ': an address is read', browser.text('#title') == 'Tides', browser.text('#problem'))
        check(where + ': and stands in the form', browser.run('return document.getElementById("url").value') == site)


def session_address(browser, address, site, where):
    browser.go(address)
    browser.type('#url', site)
    browser.press('Enter')
    has_result(browser)
    check(where + ': it is read', browser.text('#title') == 'Tides', browser.text('#problem'))
    check(where + ': and makes a link to the result', '?' in browser.run('return location.href') and urllib.parse.quote(site, '') in browser.run('return location.href'), browser.run('return location.href'))
    link = browser.run('return location.href')
    paste(browser, address, PAGE.replace('Tides', 'Ebb'))
    browser.type('#url', site)
    browser.click('.address button')
    check(where + ': its button reads it, whatever is pasted', wait(lambda: browser.text('#title') == 'Tides'), browser.text('#title'))
    browser.click('#paste button')
    check(where + ': and that of the HTML, the HTML', wait(lambda: browser.text('#title') == 'Ebb'), browser.text('#title'))
    browser.go('about:blank')
    browser.go(link)
    browser.run('window.asked = []; const old = window.fetch; window.fetch = (...all) => { window.asked.push(String(all[0])); return old(...all); };')
    check(where + ': what the server wrote is taken over', wait(lambda: browser.text('#title') == 'Tides' and browser.run('return document.querySelectorAll(".article p").length > 2')))
    browser.click('#tab-blocks')
    browser.click('.block .about .why')
    check(where + ': with reasons', wait(lambda: browser.find('.details table')), browser.text('#problem'))
    check(where + ': and no page is read twice for it', browser.run('return window.asked.every((e) => e.startsWith("/v1/why"))'), browser.run('return window.asked'))
    complaints = browser.complaints()
    check(where + ': no complaint in the console', not complaints, *complaints)


def session_token(browser, address, where, token):
    browser.go(address)
    browser.run('document.getElementById("paste").open = true; document.getElementById("html").value = arguments[0];'
                'document.getElementById("form").requestSubmit()', PAGE)
    check(where + ': it is asked for', wait(lambda: browser.find('#token-panel:not([hidden])') and active(browser) == 'token'))
    look(browser, where)
    browser.type('#token', 'wrong')
    browser.press('Enter')
    check(where + ': a wrong one is said to be wrong', wait(lambda: browser.text('#problem')) and wait(lambda: active(browser) == 'token'), browser.text('#problem'))
    browser.type('#token', token)
    browser.press('Enter')
    check(where + ': the right one goes on', wait(lambda: browser.text('#title') == 'Tides'), browser.text('#problem'))
    check(where + ': it is kept nowhere', browser.run(
        'return document.cookie === "" && localStorage.length === 0 && sessionStorage.length === 0 && !location.href.includes(arguments[0]) && document.getElementById("token").value === ""', token))


def session_busy(browser, address, where):
    for _ in range(4):
        paste(browser, address, PAGE, '#problem p')
    text = browser.text('#problem')
    check(where + ': says when to try again', 'Try again in' in text, text)
    check(where + ': with a button', bool(browser.find('#problem button')))


SIZES = (('desk', 1280, 900), ('phone', 320, 640))


def main():
    servers = []
    site = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    place = 'http://127.0.0.1:%d/tides.html' % site.server_port

    def start(*options):
        servers.append(Server(*options))
        return servers[-1].address

    browser = None
    # A server that root starts becomes nobody, who has to get there.
    folder = tempfile.mkdtemp(prefix='texttractor-tasks.', dir='/tmp' if os.geteuid() == 0 else None)
    try:
        own = len(sys.argv) < 2
        address = start('--allow-private', '--allow-port=%d' % site.server_port) if own else sys.argv[1]
        urllib.request.urlopen(address).close()
        browser = Browser()
        for size, width, height in SIZES:
            for scheme in ('light', 'dark'):
                browser.show(width, height, scheme)
                session_views(browser, address, '%s, %s' % (size, scheme))
            session_keys(browser, address, size + ', keys')
        browser.show(1280, 900, 'light', 'reduce')
        browser.go(address)
        check('nothing moves where people do not want it', browser.run(
            'return [...document.querySelectorAll("*")].every((e) => parseFloat(getComputedStyle(e).transitionDuration) === 0 && getComputedStyle(e).animationName === "none")'))
        session_controls(browser, address, 'controls')
        session_hostile(browser, address, 'a hostile page')
        session_address(browser, address, place, 'an address')
        if own:
            with tempfile.NamedTemporaryFile('w', suffix='.tokens') as file:
                file.write('long-enough-to-be-a-token-0123456789\n')
                file.flush()
                os.chmod(file.name, 0o600)
                session_token(browser, start('--token-file=' + file.name), 'a token', 'long-enough-to-be-a-token-0123456789')
            session_busy(browser, start('--rate=3'), 'a server that has too much to do')
        else:
            skip('a token', 'the server is not ours')
            skip('a server that has too much to do', 'the server is not ours')
        corpus = make_corpus(folder) if own else None
        if corpus:
            tasks = start('--tasks-per-client=100', *corpus)
            for size, width, height in SIZES:
                for scheme in ('light', 'dark'):
                    browser.show(width, height, scheme)
                    session_tasks(browser, tasks, 'tasks, %s, %s' % (size, scheme), width < 700)
        else:
            skip('tasks', 'the server is not ours, or indexes were not built')
        browser.command('Emulation.setScriptExecutionDisabled', value=True)
        for size, width, height in SIZES:
            for scheme in ('light', 'dark'):
                browser.show(width, height, scheme)
                session_plain(browser, address, place, 'no script, %s, %s' % (size, scheme), scheme == 'light')
    except (RuntimeError, OSError) as error:
        check('the browser goes on', False, repr(error))
    finally:
        if browser:
            browser.end()
        for server in servers:
            server.end()
        site.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
    print('1..%d' % n_checks)
    return n_failed > 0


sys.exit(main())
