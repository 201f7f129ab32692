# SPDX-License-Identifier: MIT
"""Clients that break rules. After each, the server answers others, and its memory stays bounded."""
import glob, gzip, random, resource, zlib
from server import *

shared = None


def server():
    global shared
    if not shared or shared.process.poll() is not None:
        shared = Server('--max-bytes=5M', '--timeout=5', '--max-connections=500')
    return shared


def statuses(data):
    """Of all answers in the bytes."""
    found = []
    while data.startswith(b'HTTP/1.'):
        answer = Answer(data)
        found.append(answer.status)
        if answer.rest == data:
            break
        data = answer.rest
    return found


def refused(data, what, codes=(400, 401, 404, 405, 408, 411, 413, 414, 415, 417, 421, 422, 426, 431, 494, 501, 505), half_close=True, timeout=2):
    """An error, or no answer at all; never 200, and never two answers."""
    got = server().talk(data, timeout=timeout, half_close=half_close)
    if got:
        found = statuses(got)
        assert len(found) <= 1, '%s: %d answers: %r' % (what, len(found), got[:300])
        if found:
            is_in(found[0], codes, '%s: %r' % (what, got[:200]))
    server().well()


def post(fields, body=b'', line=b'POST /v1/extract?format=text HTTP/1.1'):
    return line + b'\r\nHost: localhost\r\nContent-Type: text/html\r\n' + b''.join(f + b'\r\n' for f in fields) + b'\r\n' + body


@test
def lying_lengths():
    """Lengths that lie: too long, negative, two, none, not a number, far too large"""
    refused(post([b'Content-Length: 100'], b'<p>short'), 'too long')
    for value in (b'-1', b'-0', b'0x5', b'5 5', b'5,5', b'5, 6', b'five', b'', b'1e3', b'18446744073709551616', b'99999999999999999999999',
                  b'9223372036854775808', b'18446744073709551615', b'5;', b'\xff'):
        refused(post([b'Content-Length: ' + value], b'<p>ab'), 'Content-Length: %r' % value)
    refused(post([b'Content-Length: 5', b'Content-Length: 6'], b'<p>abc'), 'two different lengths')
    # Shorter than the body: the rest is another request, which is none.
    found = statuses(server().talk(post([b'Content-Length: 3'], b'<p>ab cd ef\r\n\r\n'), timeout=10))
    is_in(found[:1], ([200], []), 'the first')
    assert all(status >= 400 for status in found[1:]), found
    server().well()


@test
def smuggling():
    """Shapes of request smuggling are refused, and the connection is closed"""
    hidden = b'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    te = b'Transfer-Encoding: chunked'
    for fields in ([te, b'Content-Length: 5'], [b'Content-Length: 5', te], [b'Content-Length: 0', te]):
        refused(post(fields, b'0\r\n\r\n' + hidden), 'CL+TE %r' % fields)
    for field in (b'Transfer-Encoding: chunked, chunked', b'Transfer-Encoding: gzip, chunked', b'Transfer-Encoding: chunked, identity', b'Transfer-Encoding: xchunked',
                  b'Transfer-Encoding: identity', b'Transfer-Encoding:\x0bchunked', b'Transfer-Encoding: "chunked"', b'Transfer-Encoding : chunked',
                  b'Transfer-Encoding: chunked\x00', b'X: y\nTransfer-Encoding: chunked', b' Transfer-Encoding: chunked', b'Content-Length : 5'):
        body = b'0\r\n\r\n' + hidden  # by its length all of it, by its chunks only the beginning
        got = server().talk(post([field, b'Content-Length: %d' % len(body)], body), timeout=10, half_close=True)
        found = statuses(got)
        assert found.count(200) <= 1, '%r: %r' % (field, found)
        assert b'\nok\n' not in got.replace(b'\r', b''), '%r: a hidden request is answered: %r' % (field, got[-300:])
        server().well()
    for fields in ([b'Host: other'], [b'Host: other', b'Host: third']):
        refused(post(fields + [b'Content-Length: 5'], b'<p>ab'), 'two hosts')
    got = server().talk(b'GET /v1/models HTTP/1.1\r\n\r\n', timeout=10, half_close=True)
    is_in(Answer(got).status, (400, 421), 'no host')


@test
def bad_chunks():
    """Chunks that are none"""
    head = [b'Transfer-Encoding: chunked']
    for body in (b'x\r\n', b'-1\r\nabc\r\n0\r\n\r\n', b'5\r\nabc\r\n0\r\n\r\n', b'FFFFFFFFFFFFFFFF\r\nabc', b'FFFFFFFFFFFFFFFFF\r\nabc', b'7fffffffffffffff\r\nabc',
                 b'3\r\nabcdef\r\n0\r\n\r\n', b'3 3\r\nabc\r\n0\r\n\r\n', b'0x3\r\nabc\r\n0\r\n\r\n', b'3' + b';x' * 40000 + b'\r\nabc\r\n0\r\n\r\n',
                 b'0' * 100000 + b'\r\n\r\n', b'\r\n', b'3\r\nabc', b'3\r\nabc\r\n', b'ffffffff\r\n' + b'x' * 100000):
        refused(post(head, body), 'chunks %r' % body[:30], codes=(200, 400, 413, 422, 500) if len(body) > 50000 else (400, 408, 413, 422))  # libmicrohttpd: no room is 500
    trailers = b'3\r\n<p>\r\n0\r\nX: y\r\n' + b'Y: z\r\n' * 3 + b'\r\n'
    is_in(Answer(server().talk(post(head, trailers), timeout=10)).status, (200, 400), 'trailers')
    got = server().talk(post(head, b'5\r\n<p>ab\r\n' * 20000 + b'0\r\n\r\n'), timeout=20)
    is_in(Answer(got).status, (200,), 'many small chunks')
    server().well()


@test
def large_heads():
    """Heads of 1 MB, addresses of 1 MB, 100,000 fields, 100,000 options"""
    for data in (b'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ' + b'x' * (1 << 20) + b'\r\n\r\n', b'GET /' + b'x' * (1 << 20) + b' HTTP/1.1\r\nHost: localhost\r\n\r\n',
                 b'GET /healthz?' + b'x' * (1 << 20) + b' HTTP/1.1\r\nHost: localhost\r\n\r\n', b'GET /healthz HTTP/1.1\r\n' + b'A: b\r\n' * 100000 + b'\r\n',
                 b'x' * (1 << 20), b'\r\n' * (1 << 19), b'GET ' * (1 << 18)):
        refused(data, 'a head %r…' % data[:30])
    query = b'&'.join([b'rule=headline'] * 1500)
    refused(post([b'Content-Length: 0'], b'', b'POST /v1/extract?' + query + b' HTTP/1.1'), 'many options')
    many = json.dumps({'html': '<p>x', 'rule': ['headline'] * 200000}).encode()
    is_in(server().post('/v1/extract', many, JSON, timeout=60).status, (200, 400, 413), 'a long list')
    many = json.dumps({'html': '<p>x', 'select': ['a' * 1000] * 900}).encode()
    is_in(server().post('/v1/extract', many, JSON, timeout=60).status, (200, 400, 413, 422), 'many selectors')
    server().well()


@test
def strange_lines():
    """HTTP/0.9, HTTP/2, HTTP/9, NULs, control characters, TLS, binary noise"""
    for data in (b'GET /\r\n', b'GET /healthz\r\n\r\n', b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', b'GET / HTTP/2.0\r\nHost: localhost\r\n\r\n', b'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
                 b'GET / HTTP/1.11\r\nHost: localhost\r\n\r\n', b'GET / http/1.1\r\nHost: localhost\r\n\r\n', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + b'\x00' * 500, b'\x00' * 5000,
                 b'GET /\x00healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', b'GET /he\x01lthz HTTP/1.1\r\nHost: localhost\r\n\r\n', b'G\x00T / HTTP/1.1\r\nHost: localhost\r\n\r\n',
                 b'GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n', b' GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', b'GET  /healthz  HTTP/1.1\r\nHost: localhost\r\n\r\n',
                 b'\r\n\r\n\r\nGET', bytes(random.Random(1).randrange(256) for _ in range(20000))):
        got = server().talk(data, timeout=10, half_close=True)
        assert b'Traceback' not in got
        server().well()
    for path in (b'/healthz\xff', b'/v1/extract?format=%ff%fe', b'/v1/extract?%00=1', b'/v1/extract?format=te%00xt', b'/v1/extract?a=%', b'/v1/extract?a=%zz', b'/v1/extract?&&&=&=='):
        refused(b'POST ' + path + b' HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>', path)
    got = server().talk(b'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', timeout=5, half_close=True)
    is_in(statuses(got)[:1], ([200], [400], [404]), 'an absolute address')
    got = server().talk(b'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n', timeout=5)
    equal(statuses(got), [200], 'HTTP/1.0')


@test
def pipelines():
    """Pipelined requests are answered in their order; half-closed connections are answered"""
    one = post([b'Content-Length: %d' % len(ARTICLE)], ARTICLE)
    two = b'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    last = b'GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    with server().connect() as client:
        client.sendall(one + two + one + two + last)
        client.settimeout(20 * SLOW)
        data = b''
        while True:
            piece = client.recv(65536)
            if not piece:
                break
            data += piece
    equal(statuses(data), [200, 200, 200, 200, 404], 'pipelined')
    got = server().talk(post([b'Content-Length: %d' % len(ARTICLE)], ARTICLE), half_close=True)
    is_in(statuses(got), ([200], []), 'half-closed')
    with server().connect() as client:
        client.settimeout(20)
        threading.Thread(target=lambda: client.sendall(two * 3000), daemon=True).start()
        seen = b''
        while seen.count(b'\nok\n') + seen.count(b'\r\nok\n') < 3000 and len(seen) < 10 << 20:
            piece = client.recv(65536)
            if not piece:
                break
            seen += piece
    server().well()


@test
def large_bodies():
    """Bodies beyond the limit are refused early: 1 GB announced, 1 GB in chunks, 1 GB packed"""
    got = server().talk(post([b'Content-Length: %d' % (1 << 30)]), timeout=5)
    equal(statuses(got), [413], 'announced')
    got = server().talk(post([b'Content-Length: %d' % (1 << 30), b'Expect: 100-continue']), timeout=5)
    equal(statuses(got)[:1], [413], 'announced, 100-continue')
    before = server().memory('VmRSS')
    for head, piece in (([b'Transfer-Encoding: chunked'], b'100000\r\n' + b'x' * (1 << 20) + b'\r\n'), ([b'Content-Length: %d' % (1 << 30)], b'x' * (1 << 20))):
        with server().connect() as client:
            sent = 0
            try:
                client.sendall(post(head))
                while sent < 1 << 30:
                    client.sendall(piece)
                    sent += len(piece)
            except OSError:
                pass
            assert sent < 1 << 30, 'all of it is read'
            assert SANITIZED or server().memory('VmRSS') - before < 60 << 20, 'memory'
    for coding, data in (('gzip', gzip.compress(b'<p>' + b'0' * (200 << 20))), ('deflate', zlib.compress(b'<p>' + b'0' * (200 << 20))),
                         ('gzip', gzip.compress(gzip.compress(b'0' * (500 << 20)))), ('gzip, gzip', gzip.compress(gzip.compress(b'<p>' + b'0' * (200 << 20))))):
        answer = server().post('/v1/extract', data, dict(HTML, **{'Content-Encoding': coding}), timeout=60)
        is_in(answer.status, (413, 415, 422), coding)
    for coding, data in (('gzip', b'nonsense'), ('gzip', gzip.compress(ARTICLE)[:-20]), ('br', b'\xff' * 1000), ('zstd', b'(\xb5/\xfd' + b'\xff' * 100), ('gzip', b''),
                         ('x' * 5000, ARTICLE), ('gzip,' * 500 + 'gzip', ARTICLE), ('compress', ARTICLE), ('\xff', ARTICLE)):
        answer = server().post('/v1/extract', data, dict(HTML, **{'Content-Encoding': coding}), timeout=30)
        is_in(answer.status, (200, 400, 413, 415, 422, 431), coding[:20])
    server().well()


@test
def batch_bombs():
    """Batches: a line beyond the limit, endless lines, deep JSON, a batch that is never read"""
    type_ = {'Content-Type': 'application/x-ndjson'}
    long_line = b'{"html":"' + b'x' * (4 << 20) + b'"}\n'
    is_in(server().post('/v1/batch?model=everything', long_line, type_, timeout=60).status, (200, 413), 'long')
    answer = server().post('/v1/batch', (b'{"a":' * 100000 + b'\n') * 3, type_, timeout=60)
    is_in(answer.status, (200, 400), 'deep')
    page = json.dumps({'html': ARTICLE.decode()}).encode() + b'\n'
    client = server().connect()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    body = page * 400
    client.sendall(request('POST', '/v1/batch?all=yes', body, type_, server().host))
    time.sleep(2)
    server().well()
    reset(client)
    server().well()


@test
def resets():
    """A client that breaks off after each byte of a request"""
    data = post([b'Content-Length: 20', b'Accept: */*'], b'<p>Ducks are birds.<')
    for n in range(len(data) + 1):
        client = server().connect()
        client.sendall(data[:n])
        reset(client) if n % 3 else client.close()
    server().well()
    big = post([b'Content-Length: %d' % len(ARTICLE)], ARTICLE, b'POST /v1/extract?all&metadata HTTP/1.1')
    for n in range(150):
        client = server().connect()
        client.sendall(big)
        if n % 2:
            time.sleep(0.0002 * n)
        reset(client)
    server().well()
    # While the answer is written.
    for n in range(30):
        client = server().connect()
        client.sendall(big)
        client.recv(1 + n * 50)
        reset(client)
    server().well()


@test
def slow_clients():
    """Slow heads, slow bodies, silent connections end; others are served meanwhile"""
    with Server('--client-timeout=3') as slow:
        limit = 25
        clients = {}
        for kind in ('silent', 'head', 'field', 'body', 'chunk'):
            clients[kind] = slow.connect()
        started = time.monotonic()
        starts = {'silent': b'', 'head': b'GE', 'field': b'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', 'body': post([b'Content-Length: 100000']),
                  'chunk': post([b'Transfer-Encoding: chunked'], b'186a0\r\n')}
        for kind, client in clients.items():
            client.sendall(starts[kind])
            client.setblocking(False)
        ended = {}
        while len(ended) < len(clients) and time.monotonic() - started < limit * SLOW:
            for kind, client in clients.items():
                if kind in ended:
                    continue
                try:
                    if kind != 'silent':
                        client.send(b'x')
                    if client.recv(4096) == b'':
                        ended[kind] = time.monotonic() - started
                except BlockingIOError:
                    pass
                except OSError:
                    ended[kind] = time.monotonic() - started
            time.sleep(0.25)
            slow.well()
        equal(sorted(ended), sorted(clients), 'ended after %r' % ended)


@test
def slow_crowd():
    """Many bodies that come slowly take no one's turn"""
    with Server('--jobs=1', '--max-waiting=10') as slow:
        clients = []
        for _ in range(100):
            client = slow.connect()
            client.sendall(post([b'Content-Length: 100000']) + b'<p>')
            clients.append(client)
        time.sleep(0.3)
        equal(slow.post('/v1/extract').status, 200)
        for client in clients:
            client.close()


@test
def slow_reader():
    """A client that does not read its answer does not keep others waiting"""
    big = b'<title>x</title>' + b'<p>A sentence of some words, so that it is text, and long.</p>' * 40000
    clients = []
    for _ in range(8):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(server().place)
        client.sendall(request('POST', '/v1/extract?all&model=everything', big, HTML, server().host))
        clients.append(client)
    time.sleep(2)
    start = time.monotonic()
    equal(server().post('/v1/extract').status, 200)
    took = time.monotonic() - start
    assert took < 6 * SLOW, took
    for client in clients:
        client.close()


@test
def queue():
    """A full queue answers 503 with Retry-After, at once, and the server recovers"""
    page = b''.join(b'<div class="c%d"><p>This is sentence number %d of a long page, with some words.</p></div>' % (n % 97, n) for n in range(30000))
    with Server('--jobs=1', '--max-waiting=2') as busy:
        got = []

        def one():
            start = time.monotonic()
            answer = busy.post('/v1/extract?format=text', page, timeout=60)
            got.append((answer.status, time.monotonic() - start, answer.fields.get('retry-after'), answer.type))

        threads = [threading.Thread(target=one) for _ in range(16)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        busy.well()  # probes do not wait
        for thread in threads:
            thread.join()
        full = [row for row in got if row[0] == 503]
        equal(sorted({row[0] for row in got}), [200, 503], 'statuses')
        assert len([row for row in got if row[0] == 200]) >= 3, got
        for _, _, retry, type_ in full:
            assert retry and 1 <= int(retry) <= 120, retry
            equal(type_, 'application/problem+json')
        equal(busy.post('/v1/extract?format=text', page, timeout=60).status, 200, 'recovers')
    with Server('--max-per-client=2', '--jobs=1') as busy:
        threads = [threading.Thread(target=lambda: got.append((busy.post('/v1/extract?format=text', page, timeout=60).status,))) for _ in range(8)]
        got.clear()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        equal(sorted({row[0] for row in got}), [200, 429], '--max-per-client')


@test
def many_connections():
    """10,000 connections: what is beyond --max-connections waits, the others are served"""
    wanted = 10000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < wanted * 1.1:
        raise Skip('only %d files may be open' % hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with Server('--max-connections=9000') as crowd:
        clients = []
        try:
            for n in range(wanted):
                client = socket.socket()
                client.settimeout(10 * SLOW)
                client.connect(crowd.place)
                clients.append(client)
            time.sleep(0.5)
            asked = 0
            for client in clients[:8000:800]:
                client.sendall(request('GET', '/healthz', None, None, crowd.host))
                asked += b'200 OK' in client.recv(4096)
            equal(asked, 10, 'served among many')
            clients[-1].sendall(request('GET', '/healthz', None, None, crowd.host))
            for client in clients[:2000]:
                client.close()
            assert b'200 OK' in clients[-1].recv(4096), 'one that waited'
            assert SANITIZED or crowd.memory() < 1 << 30, crowd.memory()
        finally:
            for client in clients:
                client.close()
        end = time.monotonic() + 20
        while True:
            try:
                crowd.well()
                break
            except Exception:
                assert time.monotonic() < end
                time.sleep(0.2)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def hostile_pages():
    yield from (read_file(path) for path in sorted(glob.glob(os.path.join(PAGES, '**', '*.html'), recursive=True)))
    for folder in ('parser', 'scanner', 'metadata', 'structured', 'charset', 'output'):
        yield from (read_file(path) for path in sorted(glob.glob(os.path.join(TOP, 'tests', 'fuzz', 'corpus', folder, '*')))[:60] if os.path.isfile(path))
    n = 20000
    yield b'<div>' * n
    yield b'<b><i>' * n
    yield b'<a href=x>' * n
    yield b'<table><tr><td>' * 3000
    yield b'<p ' + b' '.join(b'a%d=b' % k for k in range(n)) + b'>'
    yield b'&' * 100000
    yield b'<!--' * 50000
    yield b'<svg><math>' * 5000
    yield b'<select>' * 20000
    yield b'\xff\xfe' + b'<\x00p\x00>\x00' * 10000
    yield b'\x00' * 100000
    yield b'<script type="application/ld+json">' + b'[' * 50000 + b'</script>'
    yield b'<p>' + b'x' * 1000000
    yield b'<p>' + b'x ' * 500000
    yield b''
    yield b' '


@test
def pages():
    """Every page of the tests, and hostile ones, in many formats: an answer, never an end"""
    count = 0
    formats = ['json', 'html', 'markdown', 'xml', 'tei', 'vertical', 'csv', 'text']
    client = server().connect(120)
    for n, page in enumerate(hostile_pages()):
        path = '/v1/extract?format=%s&all&metadata' % formats[n % len(formats)] if n % 4 else '/v1/page?links=yes'
        client.sendall(request('POST', path, page, HTML, server().host))
        data = receive(client)
        answer = Answer(data)
        is_in(answer.status, (200, 413, 415, 422), '%s: page %d (%r) %r' % (path, n, page[:60], answer.body[:200]))
        if answer.type in ('application/json', 'application/problem+json'):
            answer.json()
        if answer.type == 'text/html' and path.startswith('/v1/page'):
            assert not re.search(rb'<(script|iframe|object|embed|form)\b', answer.body, re.I), page[:60]
        if answer.fields.get('connection', '').lower() == 'close':
            client.close()
            client = server().connect(120)
        count += 1
    client.close()
    assert count > 150, count
    server().well()


@test
def memory():
    """After all that, the server is the same process, and its memory had a bound"""
    one = server()
    one.well()
    for _ in range(200):
        equal(one.post('/v1/extract?format=text').status, 200)
    time.sleep(0.5)
    most, now = one.memory(), one.memory('VmRSS')
    try:
        files = len(os.listdir('/proc/%d/fd' % one.pid()))
    except PermissionError:  # the server hides from its own user
        files = 0
    print('# most %d MB, now %d MB, %d open files' % (most >> 20, now >> 20, files))
    if not SANITIZED:
        assert most < 700 << 20, most
        assert now < 300 << 20, now
    assert files < 60, files
    one.__exit__(None, None, None)
