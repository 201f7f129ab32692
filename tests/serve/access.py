# SPDX-License-Identifier: MIT
"""Who is let in, and what may be fetched."""
from server import *


@test
def tokens():
    """With tokens, all needs one but /healthz, the empty page and the API description; wrong ones are 401"""
    first, second = 'first-token-0123456789', 'second+token/0123456789='
    path = write_file('tokens', '# tokens\n\n%s\n%s\r\n' % (first, second))
    os.chmod(path, 0o600)
    with Server('--token-file=' + path) as server:
        equal(server.get('/healthz').status, 200)
        for token in (first, second):
            equal(server.post('/v1/extract', fields=dict(HTML, Authorization='Bearer ' + token)).status, 200, token)
        equal(server.post('/v1/extract', fields=dict(HTML, Authorization='bearer ' + first)).status, 200, 'the scheme in small letters')
        wrong = ['', 'Bearer', 'Bearer ', 'Bearer  ', 'Basic ' + first, first, 'Bearer ' + first[:-1], 'Bearer ' + first + 'x',
                 'Bearer # tokens', 'Bearer ' + first + ',' + second, 'Bearer ' + 'x' * 4000, 'Bearer \xff\xfe', 'Bearer ' + first.upper()]
        for value in wrong:
            answer = server.post('/v1/extract', fields=dict(HTML, Authorization=value))
            equal((answer.status, answer.type), (401, 'application/problem+json'), value)
            assert answer.fields.get('www-authenticate', '').startswith('Bearer'), answer.fields
        bodies = {server.get(path, {'Authorization': value}).body for value in wrong for path in ('/v1/models', '/metrics', '/?url=http://a.example/')}
        equal(len(bodies), 1, 'answers to wrong tokens')
        for way in ('/v1/models', '/v1/extract?url=x', '/metrics', '/?url=x'):
            equal(server.get(way).status, 401, way)
        for way in ('/', '/openapi.json'):
            equal(server.get(way).status, 200, way)
        equal(server.post('/', b'html=x', {'Content-Type': 'application/x-www-form-urlencoded'}).status, 401, 'the form')
        is_in(server.get('/v1/models?token=' + first).status, (401,), 'a token in the address')
        # A body that is refused is not read.
        data = request('POST', '/v1/extract', None, dict(HTML, **{'Content-Length': str(40 << 20)}), server.host)
        equal(Answer(server.talk(data, timeout=5)).status, 401, 'before the body')
        said = server.said()
        assert first not in said and second not in said and first[:-1] not in said


@test
def public():
    """Beyond the machine itself, a server needs tokens or --public; wrong configurations are refused"""
    empty = write_file('empty', '\n# nothing\n')
    short = write_file('short', 'secret\n')
    for options in (['--listen=0.0.0.0:0'], ['--listen=[::]:0'], ['--token-file=' + empty], ['--token-file=/nonexistent'], ['--token-file=' + short],
                    ['--listen=nonsense'], ['--listen=127.0.0.1'], ['--listen=127.0.0.1:99999'], ['--listen=127.0.0.1:-1'], ['--listen='],
                    ['--rate=x'], ['--jobs=-1'], ['--max-connections=0'], ['--log=/nonexistent/x'], ['--log-format=x'], ['-m', 'nope'], ['page.html']):
        server = Server(*options, ready=False, listen=None)
        try:
            status = server.process.wait(10 * SLOW)
        except subprocess.TimeoutExpired:
            server.process.kill()
            raise AssertionError('%s is accepted' % options)
        is_in(status, (1, 2), options)
        assert server.said().startswith('texttractor: '), server.said()
    with Server('--public', listen='0.0.0.0:0') as server:
        server.place = ('127.0.0.1', server.place[1])
        server.host = '127.0.0.1:%d' % server.place[1]
        server.well()
    good = subprocess.run([PROGRAM, 'serve', '--no-config', '--check-config', '--listen=127.0.0.1:0'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)
    equal(good.returncode, 0, '--check-config')
    bad = subprocess.run([PROGRAM, 'serve', '--no-config', '--check-config', '-m', 'nope'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)
    is_in(bad.returncode, (1, 2), '--check-config')
    if socket.has_ipv6:
        try:
            socket.create_server(('::1', 0), family=socket.AF_INET6).close()
        except OSError:
            return
        with Server(listen='[::1]:0') as server:
            server.host = '[::1]:%d' % server.place[1]
            server.well()


@test
def rebinding():
    """A name that leads to this machine is no name of the server: pages of browsers cannot ask it"""
    with Server() as server:
        port = server.place[1]
        for host in ('evil.example', 'evil.example:%d' % port, '127.0.0.1.evil.example', 'localhost.evil.example', '169.254.169.254', '10.0.0.1:%d' % port):
            equal(server.get('/v1/models', host=host).status, 421, host)
        for host in ('localhost:%d' % port, '127.0.0.1:%d' % port, 'localhost', 'LOCALHOST:%d' % port):
            equal(server.get('/v1/models', host=host).status, 200, host)


@test
def rate():
    """--rate: the requests beyond it are 429 with Retry-After; --forwarded tells clients apart, and only it"""
    with Server('--rate=5') as server:
        statuses = [server.post('/v1/extract?format=text', fields=dict(HTML, **{'X-Forwarded-For': '192.0.2.%d' % n})).status for n in range(8)]
        equal(statuses, [200] * 5 + [429] * 3, 'without --forwarded')
        answer = server.post('/v1/extract')
        equal((answer.status, answer.type), (429, 'application/problem+json'))
        assert 1 <= int(answer.fields['retry-after']) <= 60, answer.fields
    with Server('--rate=2', '--forwarded') as server:
        for n in range(4):
            equal(server.post('/v1/extract', fields=dict(HTML, **{'X-Forwarded-For': '198.51.100.1, 192.0.2.%d' % n})).status, 200, n)
        statuses = [server.post('/v1/extract', fields=dict(HTML, **{'X-Forwarded-For': '203.0.113.%d, 192.0.2.99' % n})).status for n in range(4)]
        equal(statuses, [200, 200, 429, 429], 'what the client says itself')
        for value in ('', ',', ', ,', 'x' * 2000, '::1, [::1]:80', 'unknown', '192.0.2.1:1234', '"<script>', '\xff'):
            is_in(server.post('/v1/extract', fields=dict(HTML, **{'X-Forwarded-For': value})).status, (200, 429), value)


class Decoy:
    """Counts who connects."""

    def __init__(self, family=socket.AF_INET, address='127.0.0.1'):
        self.socket = socket.create_server((address, 0), family=family)
        self.port = self.socket.getsockname()[1]
        self.count = 0
        threading.Thread(target=self.loop, daemon=True).start()

    def loop(self):
        while True:
            client, _ = self.socket.accept()
            self.count += 1
            client.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>secret')
            client.close()


@test
def private():
    """No address leads to this machine or its network, however it is written; nobody is even connected to"""
    decoy = Decoy()
    port = decoy.port
    hosts = ['127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '017700000001', '0177.0.0.1',
             '0177.0.0.01', '127.0.0.01', '0', '0.0.0.0', '000.000.000.000', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]',
             '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001::1]',
             '[fe80::1]', '[fe80::1%25lo]', '[fe80::1%lo]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]', '[::1%lo]', 'localhost', 'LOCALHOST', 'localhost.',
             'x.localhost', '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1', '10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.0.1',
             '100.64.0.1', '169.254.169.254', '169.254.170.2', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]',
             '192.0.0.1', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '100.100.100.200', '168.63.129.16']
    with Server('--allow-port=%d' % port, '--allow-port=80') as server:
        for host in hosts:
            for url in ('http://%s:%d/' % (host, port), 'http://%s/' % host):
                start = time.monotonic()
                answer = server.get('/v1/extract?format=text&url=' + quote(url), timeout=20)
                assert b'secret' not in answer.body, url
                # The resolver may not know a name.
                is_in(answer.status, (400, 403) if re.fullmatch(r'[0-9a-fx.]*[0-9a-fx]|\[.*', host) else (400, 403, 502), '%s %r' % (url, answer.body[:200]))
                assert time.monotonic() - start < 5 * SLOW, url
        for url in ('file:///etc/passwd', 'FILE:///etc/passwd', 'ftp://127.0.0.1:%d/' % port, 'gopher://127.0.0.1:%d/x' % port, 'dict://127.0.0.1:%d/' % port,
                    'scp://127.0.0.1/x', 'ldap://127.0.0.1:%d' % port, 'data:text/html,secret', 'javascript:alert(1)', '/etc/passwd', '-', '../x', '', ' ',
                    'http://', 'http:///', 'http://:80/', 'http://user@127.0.0.1:%d/' % port, 'http://user:pw@127.0.0.1:%d/' % port,
                    'http://example.org@127.0.0.1:%d/' % port, 'http://127.0.0.1:%d#@example.org/' % port, 'http://127.0.0.1:%d?@example.org/' % port,
                    'http://127.0.0.1:%d\\@example.org/' % port, 'http:\\\\127.0.0.1:%d\\' % port, 'http://127.0.0.1:%d/\r\nX: y' % port, 'http:127.0.0.1:%d' % port,
                    'http:/127.0.0.1:%d' % port, ' http://127.0.0.1:%d/' % port, 'http://[127.0.0.1]:%d/' % port, 'http://127.0.0.1:0%d/' % port, 'http://127.0.0.1:+%d/' % port,
                    'http://127.0.0.1:65536/', 'http://127.0.0.1:%d/' % (port + 65536), 'http://\x00127.0.0.1:%d/' % port, 'http://127.0.0.1%%00.example.org:%d/' % port,
                    'http://a' + 'a' * 70000 + '/', 'url=http://127.0.0.1:%d/' % port):
            answer = server.get('/v1/extract?format=text&url=' + quote(url), timeout=20)
            assert b'secret' not in answer.body and b'root:' not in answer.body, url
            is_in(answer.status, (400, 403, 414, 502), '%s %r' % (url[:100], answer.body[:200]))
        # By name: of the body, of a batch, of the page for people, of why and page.
        url = 'http://127.0.0.1:%d/' % port
        body = json.dumps({'url': url}).encode()
        for path in ('/v1/extract', '/v1/why', '/v1/page'):
            equal(server.post(path, body, JSON).status, 403, 'POST ' + path)
            equal(server.get(path + '?url=' + quote(url)).status, 403, path)
        row = json.loads(server.post('/v1/batch', body + b'\n', {'Content-Type': 'application/x-ndjson'}).body)
        equal(row['error']['status'], 403, 'batch')
        for answer in (server.get('/?url=' + quote(url)), server.post('/', b'url=' + quote(url).encode(), {'Content-Type': 'application/x-www-form-urlencoded'})):
            assert b'secret' not in answer.body
    equal(decoy.count, 0, 'connections to the decoy')


@test
def proxies():
    """Proxies of the environment, and files of curl, do not lead round the fence"""
    decoy = Decoy()
    proxy = 'http://127.0.0.1:%d' % decoy.port
    env = {name: proxy for name in ('http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY')}
    with Server(env=env) as server:
        for url in ('http://169.254.169.254/', 'http://127.0.0.1/', 'http://192.0.2.1/', 'http://nonexistent.invalid/'):
            answer = server.get('/v1/extract?url=' + quote(url), timeout=40)
            assert answer.status >= 400 and b'secret' not in answer.body, answer.body
    equal(decoy.count, 0, 'connections to the proxy')


@test
def redirects():
    """Redirects are checked like addresses; endless ones end; lists of them do not lead to other schemes or ports"""
    decoy = Decoy()
    table = {'/loop': (302, {'Location': '/loop'}, b'')}
    targets = ['file:///etc/passwd', 'ftp://127.0.0.1:%d/' % decoy.port, 'http://127.0.0.1:%d/' % decoy.port, 'gopher://127.0.0.1:%d/' % decoy.port,
               '//127.0.0.1:%d/' % decoy.port, 'http://user:pw@127.0.0.1:%d/' % decoy.port, 'http://[::ffff:127.0.0.1]:%d/' % decoy.port]
    for n, target in enumerate(targets):
        table['/%d' % n] = (302, {'Location': target}, b'')
        table['/twice/%d' % n] = (307, {'Location': '/%d' % n}, b'')
    site = Site(table)
    with Server('--allow-private', '--allow-port=%d' % site.port) as server:
        for n, target in enumerate(targets):
            for path in ('/%d' % n, '/twice/%d' % n):
                answer = server.get('/v1/extract?format=text&url=' + quote(site.url + path))
                assert b'secret' not in answer.body and b'root:' not in answer.body, target
                is_in(answer.status, (400, 403, 502), target)
        is_in(server.get('/v1/extract?url=' + quote(site.url + '/loop')).status, (502,), 'loop')
    equal(decoy.count, 0, 'connections to the decoy')
    assert len(site.asked) < 100, len(site.asked)


@test
def sites():
    """Sites that are slow, endless, packed to explode, or break off cost a request, not the server"""
    bomb = __import__('gzip').compress(b'<p>' + b'0' * (100 << 20))

    def endless(handler):
        handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>')
        try:
            for _ in range(1 << 14):
                handler.wfile.write(b'word ' * 13107)
        except OSError:
            pass

    def slow(handler):
        try:
            handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')
            for _ in range(60):
                handler.wfile.write(b'x')
                time.sleep(0.5)
        except OSError:
            pass

    def silent(handler):
        time.sleep(20)

    def short(handler):
        handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>')

    def heads(handler):
        try:
            handler.wfile.write(b'HTTP/1.1 200 OK\r\n' + b'X-A: ' + b'x' * 1000 + b'\r\n')
            for _ in range(1 << 16):
                handler.wfile.write(b'X-A: ' + b'x' * 1000 + b'\r\n')
        except OSError:
            pass

    site = Site({'/bomb': (200, {'Content-Type': 'text/html', 'Content-Encoding': 'gzip'}, bomb), '/endless': endless, '/slow': slow,
                 '/silent': silent, '/short': short, '/heads': heads, '/a': (200, {'Content-Type': 'text/html'}, ARTICLE)})
    with Server('--allow-private', '--allow-port=%d' % site.port, '--timeout=2', '--max-bytes=5M') as server:
        for path, statuses in (('/bomb', (413, 422, 502)), ('/endless', (413, 422, 502)), ('/slow', (504, 502)), ('/silent', (504,)), ('/short', (502,)),
                               ('/heads', (502, 422, 413, 504))):
            start = time.monotonic()
            answer = server.get('/v1/extract?url=' + quote(site.url + path), timeout=30)
            is_in(answer.status, statuses, '%s %r' % (path, answer.body[:300]))
            assert time.monotonic() - start < 12 * SLOW, path
        equal(server.get('/v1/extract?url=' + quote(site.url + '/a')).status, 200)
        # Slow sites do not keep others from being served.
        clients = []
        for _ in range(20):
            client = server.connect()
            client.sendall(request('GET', '/v1/extract?url=' + quote(site.url + '/silent'), None, None, server.host))
            clients.append(client)
        time.sleep(0.2)
        start = time.monotonic()
        equal(server.post('/v1/extract').status, 200, 'beside slow sites')
        took = time.monotonic() - start
        assert took < 1.5 * SLOW, 'a page waits %.1f s for slow sites' % took
        for client in clients:
            client.close()
        assert SANITIZED or server.memory() < 600 << 20, server.memory()


@test
def other_sites():
    """Pages of other sites cannot use the browser of somebody who may ask"""
    with Server() as server:
        for site, status in (('cross-site', 403), ('same-site', 403), ('same-origin', 200), ('none', 200)):
            equal(server.post('/v1/extract', fields=dict(HTML, **{'Sec-Fetch-Site': site})).status, status, site)
        answer = server.post('/v1/extract', fields=dict(HTML, Origin='https://evil.example'))
        assert 'access-control-allow-origin' not in answer.fields, answer.fields
