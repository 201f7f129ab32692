# SPDX-License-Identifier: MIT
"""Pages that scripts make, on loopback. PAGES has them by path; what is asked for is kept in `asked`. Sentences are
numbered: "Sentence 7 of the mill …", so that tests can count which a person would see, and how often."""
import http.server
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import sites


def sentence(n, of='the mill'):
    return 'Sentence %d of %s tells at some length what the river did to the old wheel in that year.' % (n, of)


def paragraphs(first, last, of='the mill'):
    return ''.join('<p>%s</p>' % sentence(n, of) for n in range(first, last + 1))


def page(body, title='The mill', head=''):
    return '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>%s</title>%s</head><body>%s</body></html>' \
        % (title, head, body)


SENTENCE = ("const sentence = n => `Sentence ${n} of the mill tells at some length what the river did to the old wheel "
            "in that year.`; const make = n => { const p = document.createElement('p'); p.textContent = sentence(n); "
            "return p; };")


def script(code):
    return '<script>%s%s</script>' % (SENTENCE, code)


MAKE = "const main = document.querySelector('main'); for (let n = 1; n <= 8; n++) main.append(make(n));"

PAGES = {
    'plain': page('<main>%s</main>%s' % (paragraphs(1, 20), script(''))),
    'made': page('<main id="root"></main>' + script(MAKE)),
    'late': page('<main id="root"></main>' + script('setTimeout(() => { %s }, 700);' % MAKE)),
    'fetched': page('<main id="root"></main>' + script(
        "fetch('slow-part').then(answer => answer.text()).then(text => { document.querySelector('main').innerHTML = text; });")),
    'endless': page('<main>%s</main>%s' % (paragraphs(1, 10), script(
        "let n = 10; const more = () => { if (innerHeight + scrollY > document.documentElement.scrollHeight - 300 && n < 100) "
        "for (let i = 0; i < 10; i++) document.querySelector('main').append(make(++n)); }; addEventListener('scroll', more);")),
        head='<style>p { height: 120px }</style>'),
    'inner-endless': page('<main>%s</main>%s' % (paragraphs(1, 10), script(
        "let n = 10; const box = document.querySelector('main'); box.addEventListener('scroll', () => { "
        "if (box.scrollTop + box.clientHeight > box.scrollHeight - 300 && n < 60) for (let i = 0; i < 10; i++) box.append(make(++n)); });")),
        head='<style>html, body { margin: 0; overflow: hidden; height: 100vh } main { height: 100vh; overflow-y: auto } p { height: 120px }</style>'),
    # The same ten elements get other texts, as lists of social networks do it.
    'recycled': page('<main></main>' + script(
        "const main = document.querySelector('main'); main.style.height = '7200px'; main.style.position = 'relative'; "
        "const rows = []; for (let i = 0; i < 20; i++) { const p = make(i + 1); p.style.cssText = 'position:absolute;height:120px;margin:0'; rows.push(p); main.append(p); } "
        "const fill = () => { const top = Math.max(0, Math.floor(scrollY / 120) - 5); rows.forEach((row, i) => { "
        "const n = top + i; row.hidden = n > 59; row.style.top = n * 120 + 'px'; row.textContent = n > 59 ? '' : sentence(n + 1); }); }; fill(); addEventListener('scroll', fill);")),
    'shadow': page('<main></main>' + script(
        "const main = document.querySelector('main'); for (const mode of ['open', 'closed']) { const host = document.createElement('section'); "
        "const root = host.attachShadow({ mode }); for (let n = 1; n <= 4; n++) root.append(make(mode === 'open' ? n : n + 4)); main.append(host); }")),
    'frame': page('<main>%s<iframe src="frame-inside" width="800" height="600"></iframe></main>' % paragraphs(1, 4)),
    'frame-inside': page('<main>%s</main>' % paragraphs(5, 8)),
    'dialogs': page('<main id="root"></main>' + script(
        "alert('Stop'); if (!confirm('Go on?')) prompt('Password?'); onbeforeunload = () => 'Stay'; " + MAKE)),
    'restless': page('<main></main>' + script(
        MAKE + "const clock = document.createElement('p'); document.body.append(clock); setInterval(() => { clock.textContent = Date.now(); fetch('tick'); }, 50);")),
    'loop': page('<main></main>' + script('setTimeout(() => { for (;;); }, 100);' + MAKE)),
    'greedy': page('<main></main>' + script(MAKE + "const kept = [], clock = document.createElement('i'); document.body.append(clock); "
                                            "setInterval(() => { kept.push(new Uint8Array(32 << 20).fill(7)); clock.textContent = kept.length; }, 40);")),
    'large': page('<main></main>' + script(
        "const main = document.querySelector('main'); let n = 0; const grow = () => { const part = document.createElement('div'); "
        "part.textContent = sentence(++n).repeat(20000); main.append(part); if (n < 120) setTimeout(grow, 10); }; grow();")),
    'moved': page('<main></main>' + script("location.replace('made');")),
    'pictures': page('<main>%s<img src="picture.png"><video src="film.mp4" autoplay></video></main>' % paragraphs(1, 8),
                     head="<style>@font-face { font-family: f; src: url(font.woff2) } p { font-family: f }</style>"),
    'slow-part': paragraphs(1, 8),
    'tick': 'tick',
    'shut': page('<main id="root"></main>' + script(MAKE)),
    # Taken away again as soon as the page scrolls.
    'gone': page('<main>%s<div id="short">%s</div><div style="height:6000px"></div></main>%s' % (
        paragraphs(1, 4), paragraphs(5, 8), script("addEventListener('scroll', () => document.getElementById('short')?.remove());"))),
    # Built anew at every scroll, as frameworks do it.
    'rebuilt': page('<main style="min-height:5000px"></main>' + script(
        "let n = 10; const build = () => { const main = document.querySelector('main'); main.innerHTML = ''; "
        "for (let i = 1; i <= n; i++) main.append(make(i)); }; build(); addEventListener('scroll', () => { if (n < 40) n += 10; build(); });")),
    # Three clicks, each of which brings ten sentences.
    'reveal': page('<main><div id="list">%s</div><button type="button" class="load-more" id="more">Show more comments</button></main>%s' % (
        paragraphs(1, 10), script("let n = 10; const button = document.getElementById('more'); button.onclick = () => setTimeout(() => { "
        "for (let i = 0; i < 10; i++) document.getElementById('list').append(make(++n)); if (n >= 40) button.remove(); }, 150);"))),
    # Content that closes again, as soon as something else opens.
    'tabs': page('<main><div role="tablist">%s</div>%s</main>%s' % (
        ''.join('<button type="button" role="tab" aria-controls="p%d" aria-selected="%s">%s</button>' % (i, 'true' if i == 0 else 'false', ('Description', 'Reviews', 'Shipping')[i]) for i in range(3)),
        ''.join('<div role="tabpanel" id="p%d"%s>%s</div>' % (i, '' if i == 0 else ' hidden', paragraphs(4 * i + 1, 4 * i + 4)) for i in range(3)),
        script("document.querySelectorAll('[role=tab]').forEach((tab, i) => tab.addEventListener('click', () => { document.querySelectorAll('[role=tabpanel]')"
               ".forEach((panel, k) => { panel.hidden = i !== k; }); document.querySelectorAll('[role=tab]').forEach((t, k) => t.setAttribute('aria-selected', i === k)); }));"))),
    'details': page('<main>%s%s</main>' % (paragraphs(1, 4), ''.join(
        '<details><summary>More about year %d</summary>%s</details>' % (i, paragraphs(i, i)) for i in range(5, 9)))),
    'consent': page('<main>%s</main><div id="cmp-wall" role="dialog" style="position:fixed;inset:0;background:white;z-index:999">'
                    '<p>We and our partners use cookies to measure how this site is read. You choose.</p>'
                    '<button type="button" class="cmp-accept">Accept all</button> <button type="button" class="cmp-settings">Settings</button></div>%s' % (
                        paragraphs(1, 4), script("document.querySelector('.cmp-accept').onclick = () => { document.getElementById('cmp-wall').remove(); "
                        "for (let n = 5; n <= 8; n++) document.querySelector('main').append(make(n)); setTimeout(() => { const box = document.createElement('div'); "
                        "box.setAttribute('role', 'dialog'); box.className = 'newsletter-popup'; box.style.cssText = 'position:fixed;top:10%;left:10%;width:80%;height:80%;background:white;z-index:1000'; "
                        "box.innerHTML = '<p>Our letter comes each week, and costs nothing.</p><button type=button class=close aria-label=Close>×</button>'; "
                        "box.querySelector('.close').onclick = () => { box.remove(); for (let n = 9; n <= 12; n++) document.querySelector('main').append(make(n)); }; document.body.append(box); }, 200); };"))),
    # Everything here says on the server that it was clicked.
    'forbidden': page('<main>%s</main>%s' % (paragraphs(1, 8) + ''.join(
        '<%s>%s</%s>' % (tag, word, tag.split()[0]) for word in (
            'Buy now', 'Add to cart', 'Delete', 'Send', 'Log in', 'Log out', 'Sign up', 'Subscribe', 'Like', 'Share', 'Kaufen', 'Löschen', 'Acheter', 'Supprimer',
            'Comprar', 'Zaloguj się', 'Купить', 'Удалить', '登录', '購入', 'Törlés', 'Διαγραφή', 'شراء', 'Reply', 'Report')
        for tag in ('button type="button" class="expand"', 'a href="#"', 'div role="button" tabindex="0"'))
        + '<form action="sent"><button>Show more</button><input type="submit" value="More"></form><a href="away">Read more</a>',
        script("document.querySelectorAll('main button, main a, main div').forEach(e => e.addEventListener('click', () => { if (!/more/i.test(e.textContent)) fetch('clicked?' + e.textContent + e.tagName); }));"))),
    # 50 messages a click; ten clicks.
    'messages': page('<main><div id="list">%s</div><button type="button" class="load-more" id="more">Load older messages</button></main>%s' % (
        paragraphs(1, 50), script("let n = 50; const button = document.getElementById('more'); button.onclick = () => { "
        "for (let i = 0; i < 50 && n < 500; i++) document.getElementById('list').append(make(++n)); if (n >= 500) button.remove(); };"))),
    'windows': page('<main>%s<button type="button" class="load-more" onclick="window.open(\'opened\'); more()">Show more</button></main>%s' % (
        paragraphs(1, 4), script("function more () { for (let n = 5; n <= 8; n++) document.querySelector('main').append(make(n)); document.querySelector('button').remove(); }"))),
    'leaving': page('<main>%s<a href="away" class="read-more" role="button" onclick="more()">Read more</a></main>%s' % (
        paragraphs(1, 4), script("function more () { for (let n = 5; n <= 8; n++) document.querySelector('main').append(make(n)); document.querySelector('a').remove(); }"))),
    'locked': page('<main></main><iframe src="secret"></iframe>' + script("fetch('secret'); " + MAKE)),
    'hidden': page('<main>%s<div style="display:none">%s</div></main>%s' % (paragraphs(1, 8), paragraphs(9, 12), script(''))),
}
LATE = {'slow-part': 0.8}
STATUS = {'missing': 404, 'secret': 401}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Handler)
        self.asked = []
        self.robots = ''
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, name):
        return 'http://127.0.0.1:%d/%s' % (self.server_port, name)


class Sandless(http.server.BaseHTTPRequestHandler):
    """Passes requests on to a driver. Its browser has no sandbox: the superuser cannot have one."""
    protocol_version = 'HTTP/1.1'

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', 0))) or None
        if body and self.path == '/session':
            body = body.replace(b'"--lang=en"', b'"--lang=en","--no-sandbox"')
        request = urllib.request.Request(self.server.driver + self.path, body, {'Content-Type': 'application/json'}, method=self.command)
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        data = answer.read()
        try:
            self.send_response(answer.status)
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # who closes a session does not wait long

    do_GET = do_POST = do_DELETE = pass_on

    def log_message(self, *unused):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = urllib.parse.urlsplit(self.path).path[1:]
        self.server.asked.append((name if '?' not in self.path else urllib.parse.unquote(self.path[1:]), 'Mozilla' in self.headers.get('User-Agent', '')))
        status = STATUS.get(name, 200)
        made = sites.make(name, urllib.parse.urlsplit(self.path).query, self.server.server_port)
        if isinstance(made, tuple):
            self.send_response(made[0])
            self.send_header('Location', made[1])
            self.send_header('Content-Length', '0')
            self.end_headers()
            return
        if made:
            body, kind = made, 'text/html; charset=utf-8'
        elif name == 'robots.txt':
            body, kind = self.server.robots, 'text/plain'
        elif name.startswith('made-'):
            body, kind = PAGES['made'].replace('of the mill', 'of mill ' + name[5:]), 'text/html; charset=utf-8'
        elif name in PAGES or status != 200:
            body, kind = PAGES.get(name, page('<p>%s</p>' % sentence(1))), 'text/html; charset=utf-8'
        else:
            status, body, kind = 404, 'no', 'text/plain'
        if name == 'shut' and 'Mozilla' in self.headers.get('User-Agent', ''):
            status = 404
        time.sleep(LATE.get(name, 0))
        data = body.encode()
        try:
            self.send_response(status)
            self.send_header('Content-Type', kind)
            if status == 401:
                self.send_header('WWW-Authenticate', 'Basic realm="secret"')
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def log_message(self, *unused):
        pass
