# SPDX-License-Identifier: MIT
"""Search engines and the sites that they know, on the loopback: python3 engine.py LOG [SIZE] >PORTS &

The first port is that of the engines, the others are sites. A line of LOG for each request: when it came, when
it was answered, the number of the port, the path. `python3 engine.py --expect SIZE WORD...` prints what must be
found with these bait words: each sentence once.

Engines: /search answers JSON as SearXNG does, /web/search is one with a key, /html a page of results; /captcha,
/limit and /forbidden refuse, /broken has broken answers. Sites: /p/N.html, of which one in ten is something else.
"""
import hashlib, html, http.server, json, os, sys, threading, time, urllib.parse

SITES = 12
PER_PAGE = 20
PAGES = 3
KEY = 'sesame-opens'

LANGUAGES = {
    'en': 'The keepers of the lighthouse have written about storm number {0} in their book. They did not see the {0} ships on that day.',
    'de': 'Die Wärter des Leuchtturms haben über den Sturm Nummer {0} in ihrem Buch geschrieben. Größere Schiffe sahen sie an diesem Tage nicht.',
    'pl': 'Strażnicy latarni morskiej napisali w swojej książce o burzy numer {0}. Tego dnia nie widzieli żadnych statków.',
    'el': 'Οι φύλακες του φάρου έγραψαν στο βιβλίο τους για την καταιγίδα με αριθμό {0}. Εκείνη την ημέρα δεν είδαν πλοία.',
    'ru': 'Смотрители маяка написали в своей книге о буре под номером {0}. В тот день они не видели кораблей.',
}
ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16', 'us-ascii']
OTHER = {'de': 'iso-8859-1', 'pl': 'iso-8859-2', 'el': 'iso-8859-7', 'ru': 'koi8-r'}
PLACES = 'harbour island valley river village castle bridge market forest garden chapel tower'.split()


def sentences(number):
    place = PLACES[number % len(PLACES)]
    return ['The people of the old %s near road %d have kept a record of every winter since then.' % (place, number),
            'Some of the houses by the %s have more than %d windows, as the oldest of the neighbours say.'
            % (place, 1000 + number),
            'You have to walk for %d minutes from the %s before you can see the sea.' % (10 + number, place)]


def kind(number):
    """What a page is: nine of ten are good."""
    return {3: 'dead', 13: 'moved', 23: 'pdf', 33: 'huge', 43: 'slow', 53: 'de', 63: 'pl', 73: 'el', 83: 'ru',
            93: 'busy'}.get(number % 100, 'good')


def target(number):
    """Where a page that has moved is now: a good one, that results have, too, or not."""
    return number + 1


def results(query, page, size):
    """The same query has the same results; some of them twice, and some on other pages, too."""
    digest = hashlib.sha256(('%s/%d' % (query, page)).encode()).digest()
    first = int.from_bytes(digest[:4], 'big') % size
    if page > PAGES:
        return []
    return [(first + i * 7) % size for i in range(PER_PAGE - 1)] + [first]


def address(number, ports):
    ending = 'pdf' if number % 500 == 123 else 'html'
    return 'http://127.0.0.1:%d/p/%d.%s' % (ports[1 + number % (len(ports) - 1)], number, ending)


def make_page(number):
    """Bytes, and the type."""
    language = kind(number)
    if language in OTHER:
        text = ' '.join(LANGUAGES[language].format(number + i) for i in range(8))
        charset = OTHER[language]
    else:
        charset = ENCODINGS[number % len(ENCODINGS)]
        accent = '' if charset == 'us-ascii' else ' The café of the place is closed in the winter, and no other one is near.'
        text = ' '.join(sentences(number)) + accent + ' It is a long way from there to the next town, and there is no road.'
    page = ('<!DOCTYPE html><html><head><meta charset="%s"><title>Page %d</title></head><body><nav><a href="/">Home</a> '
            '<a href="/p/%d.html#top">Next</a></nav><article><h1>About the place %d</h1><p>%s</p></article></body></html>'
            % (charset, number, number + 1, number, html.escape(text)))
    return page.encode(charset), 'text/html; charset=' + charset


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def answer(self, status, body=b'', kind='text/html', **fields):
        with lock, open(log_path, 'a') as out:
            out.write('%.6f %.6f %d %s\n' % (self.begun, time.time(), self.server.number, self.path))
        self.send_response(status)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace('_', '-'), value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def do_GET(self):
        self.begun = time.time()
        place = urllib.parse.urlsplit(self.path)
        if place.path == '/robots.txt':
            return self.answer(200, b'User-agent: *\nDisallow: /private\n', 'text/plain')
        try:
            self.site(place) if self.server.number else self.engine(place)
        except OSError:
            self.close_connection = True

    def engine(self, place):
        values = dict(urllib.parse.parse_qsl(place.query))
        query, page = values.get('q', ''), int(values.get('p', '1'))
        found = [address(i, ports) for i in results(query, page, size)]
        name = place.path.rsplit('/', 1)[0] if place.path != '/search' else '/search'
        if place.path == '/search':
            return self.answer(200, json.dumps({'query': query, 'results': [{'url': url, 'title': 'x'} for url in found],
                                                'infoboxes': [{'url': 'http://127.0.0.1:1/no'}]}).encode(), 'application/json')
        if place.path == '/web/search':
            if self.headers.get('X-Key') != KEY:
                return self.answer(401)
            return self.answer(200, json.dumps({'web': {'results': [{'url': url} for url in found]}}).encode(), 'application/json')
        if place.path == '/html':
            rows = ''.join('<li><h3><a href="%s">%s</a></h3><a href="/cache">Copy</a>' % (url, url) for url in found)
            return self.answer(200, ('<body><p><a href="/about">About</a><ol class="results">%s</ol>' % rows).encode())
        if place.path == '/captcha':
            return self.answer(200, b'<title>Sorry</title><p>Our systems have detected unusual traffic. '
                                    b'To go on, please solve the captcha below.')
        if place.path == '/limit':
            return self.answer(429, Retry_After='1')
        if place.path == '/forbidden':
            return self.answer(403)
        if place.path == '/away':
            return self.answer(302, Location='http://127.0.0.1:%d/key' % ports[1])
        if place.path == '/broken':
            return self.answer(200, b'{"results": [', 'application/json')
        if place.path == '/sitemap.xml':
            urls = ''.join('<url><loc>%s</loc></url>' % address(i, ports) for i in range(int(values.get('n', '30'))))
            return self.answer(200, ('<urlset>%s</urlset>' % urls).encode(), 'application/xml')
        return self.answer(404)

    def site(self, place):
        if place.path == '/key':
            return self.answer(500 if self.headers.get('X-Key') else 404)
        parts = place.path.split('/')
        if len(parts) != 3 or parts[1] != 'p':
            return self.answer(404)
        number = int(parts[2].split('.')[0])
        what = kind(number)
        if what == 'dead':
            return self.answer(404)
        if what == 'moved':
            return self.answer(302, Location=address(target(number), ports))
        if what == 'pdf':
            return self.answer(200, b'%PDF-1.4', 'application/pdf')
        if what == 'huge':
            return self.answer(200, b'<p>' + b'x' * (1 << 20))
        if what == 'busy':
            with lock:
                seen[number] = n = seen.get(number, 0) + 1
            if n == 1:
                return self.answer(429, Retry_After='1')
        if what == 'slow':
            time.sleep(0.5)
        body, type_ = make_page(number)
        self.answer(200, body, type_)


def expect(size, words):
    """Of all result pages of all queries."""
    numbers = set()
    for word in words:
        for page in range(1, PAGES + 1):
            numbers.update(results('have ' + word, page, size))
    good = set()
    for number in numbers:
        what = kind(number)
        if number % 500 == 123 or what in ('dead', 'pdf', 'huge') or what in OTHER:
            continue
        good.add(target(number) if what == 'moved' else number)
    return sorted(sentence for number in good for sentence in sentences(number))


if sys.argv[1] == '--expect':
    print('\n'.join(expect(int(sys.argv[2]), sys.argv[3:])))
    sys.exit()

http.server.ThreadingHTTPServer.handle_error = lambda *args: None  # who asked was killed
log_path, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
lock = threading.Lock()
seen = {}
servers = [http.server.ThreadingHTTPServer(('127.0.0.1', int(os.environ.get('PORT', '0')) and int(os.environ['PORT']) + i), Handler)
           for i in range(SITES + 1)]
ports = [server.server_address[1] for server in servers]
for i, server in enumerate(servers):
    server.number = i
    server.daemon_threads = True
print(*ports, flush=True)
for server in servers[1:]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
servers[0].serve_forever()
