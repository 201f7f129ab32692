# SPDX-License-Identifier: MIT
"""How the server starts, ends, is told to read anew, and what it says of requests."""
from server import *

# A page that takes some time: seconds of the processor on a slow machine, tenths on a fast one.
LONG = b'<title>Long</title>' + b''.join(b'<div class="c%d"><p>This is sentence number %d of a long page, and it has some words.</p></div>' % (n % 97, n)
                                        for n in range(40000))


def start_long(server, fields=HTML):
    client = server.connect(60)
    client.sendall(request('POST', '/v1/extract?format=text', LONG, fields, server.host))
    return client


@test
def graceful():
    """SIGTERM and SIGINT: what has begun is answered, new clients are not, status 0"""
    for number in (signal.SIGTERM, signal.SIGINT):
        server = Server()
        expected = server.post('/v1/extract?format=text', LONG, timeout=60).body
        client = start_long(server)
        idle = server.connect()
        time.sleep(0.1)
        server.process.send_signal(number)
        time.sleep(0.05)
        try:
            got = server.talk(request('GET', '/healthz', None, None, server.host), timeout=3)
            assert not got or b' 503 ' in got[:20], got[:100]
        except OSError:
            pass
        answer = Answer(receive(client))
        equal((answer.status, answer.body), (200, expected), 'the request that had begun')
        equal(server.process.wait(20 * SLOW), 0, 'exit status')
        equal(idle.recv(1), b'', 'a connection without a request')


@test
def second_signal():
    """The second signal ends the server at once"""
    server = Server('--jobs=1', '--timeout=60')
    clients = [start_long(server) for _ in range(6)]
    time.sleep(0.2)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.1)
    server.process.send_signal(signal.SIGTERM)
    start = time.monotonic()
    server.process.wait(20 * SLOW)
    assert time.monotonic() - start < 3 * SLOW
    for client in clients:
        client.close()


@test
def stalled_stop():
    """Clients that stop in a request do not keep the server from ending"""
    server = Server('--client-timeout=2')
    clients = []
    for _ in range(50):
        client = server.connect()
        client.sendall(b'POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc')
        clients.append(client)
    time.sleep(0.2)
    start = time.monotonic()
    server.stop(timeout=60)
    assert time.monotonic() - start < 20 * SLOW


@test
def reload():
    """SIGHUP reads models and the log anew; a model that cannot be read leaves the old one; requests go on"""
    home = os.path.join(WORK, 'data')
    models = os.path.join(home, 'texttractor', 'models')
    os.makedirs(models)
    classic, rich = (os.path.join(TOP, 'models', name + '.model') for name in ('classic', 'rich'))
    shutil.copy(classic, os.path.join(models, 'mine.model'))
    log = os.path.join(WORK, 'reload.log')
    with Server('--log=' + log, env={'XDG_DATA_HOME': home}) as server:
        texts = {name: server.post('/v1/extract?all=yes&format=text&model=' + name).body for name in ('classic', 'rich', 'mine')}
        equal(texts['mine'], texts['classic'], 'mine is classic')
        assert texts['rich'] != texts['classic']

        def hup():
            server.process.send_signal(signal.SIGHUP)

        def mine():
            return server.post('/v1/extract?all=yes&format=text&model=mine')

        shutil.copy(rich, os.path.join(models, 'new'))
        os.rename(os.path.join(models, 'new'), os.path.join(models, 'mine.model'))
        equal(mine().body, texts['classic'], 'before HUP')
        os.rename(log, log + '.1')
        hup()
        end = time.monotonic() + 10
        while mine().body != texts['rich']:
            assert time.monotonic() < end, 'HUP does not read models'
            time.sleep(0.1)
        end = time.monotonic() + 10
        while not os.path.exists(log) or not read_file(log):
            assert time.monotonic() < end, 'HUP does not open the log'
            server.well()
            time.sleep(0.1)
        for _ in range(20):
            hup()
        server.well()
        equal(mine().body, texts['rich'], 'many HUPs')


@test
def activation():
    """Sockets of systemd: LISTEN_FDS"""
    listener = socket.create_server(('127.0.0.1', 0))
    port = listener.getsockname()[1]

    def launch(args, env):
        # A shell knows the id of the process that it becomes.
        script = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
        return ['sh', '-c', script, 'sh'] + args, env

    def hand_over():
        os.dup2(listener.fileno(), 3)
        os.set_inheritable(3, True)

    server = Server(listen=None, launch=launch, preexec_fn=hand_over, close_fds=False)
    server.place = ('127.0.0.1', port)
    server.host = '127.0.0.1:%d' % port
    with server:
        server.well()  # connections wait until the server takes them
        equal(server.post('/v1/extract?format=text').status, 200)
    listener.close()


@test
def never_root():
    """Started by root, the server is another user before it answers anybody"""
    if os.geteuid() != 0:
        raise Skip('only root becomes another user')
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
    for _ in range(20):
        with Server(listen='127.0.0.1:%d' % port, ready=False) as server:
            server.place = ('127.0.0.1', port)
            server.host = '127.0.0.1:%d' % port
            end = time.monotonic() + 30 * SLOW
            while True:
                try:
                    server.well()
                    break
                except ConnectionRefusedError:  # it does not listen yet
                    assert time.monotonic() < end, server.said()
            status = read_file('/proc/%d/status' % server.pid()).decode()
            assert '0' not in re.search(r'^Uid:(.*)', status, re.M).group(1).split(), status


@test
def no_other_process():
    """LISTEN_FDS of another process are left alone; a port that is taken is named"""
    with Server(env={'LISTEN_PID': '1', 'LISTEN_FDS': '1'}) as server:
        server.well()
        second = Server(listen='127.0.0.1:%d' % server.place[1], ready=False)
        equal(second.process.wait(10 * SLOW), 1, 'a port that is taken')
        assert str(server.place[1]) in second.said(), second.said()


@test
def logs():
    """The log has a line for each request, as text and as JSON, and no secrets, line breaks or control characters"""
    asks = [('GET', '/healthz', None, 200), ('POST', '/v1/extract?format=text&url=https://user:secret@example.org/?q=secret', ARTICLE, 200),
            ('GET', '/none?secret', None, 404), ('DELETE', '/v1/extract', None, 405), ('GET', '/%0aGET%20/x%1b[31m%22%5c%e2%80%ae', None, 404)]
    for format_ in ('text', 'json'):
        log = os.path.join(WORK, 'log.' + format_)
        with Server('--log=' + log, '--log-format=' + format_) as server:
            for n, (method, path, body, status) in enumerate(asks, 1):
                answer = server.ask(method, path, body, HTML if body else None)
                if '@' not in path:
                    equal(answer.status, status, path)
                end = time.monotonic() + 10
                while read_file(log).count(b'\n') < n and time.monotonic() < end:
                    time.sleep(0.01)  # the line comes after the answer
        lines = read_file(log).decode().split('\n')
        equal(lines.pop(), '', 'the end')
        equal(len(lines), len(asks), 'lines %r' % lines)
        for line, (method, path, body, status) in zip(lines, asks):
            assert 'secret' not in line and 'pw@' not in line, line
            assert not re.search('[\x00-\x1f\x7f]', line), line
            if format_ == 'json':
                row = json.loads(line)
                equal((row['client'], row['method']), ('127.0.0.1', method), line)
                assert re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', row['time']), line
                assert isinstance(row['seconds'], (int, float)) and row['sent'] >= 0 and row['received'] == len(body or b''), line
                row_status = row['status']
            else:
                assert line.isprintable(), line
                parts = line.split(' ')
                equal(len(parts), 8, line)
                equal((parts[1], parts[2]), ('127.0.0.1', method), line)
                row_status = int(parts[4])
            if '@' not in path:
                equal(row_status, status, line)


@test
def metrics():
    """/metrics is text of Prometheus, and its counts count"""
    with Server() as server:
        def values():
            answer = server.get('/metrics')
            equal((answer.status, answer.type), (200, 'text/plain'))
            found, types = {}, {}
            text = answer.body.decode()
            assert text.endswith('\n')
            for line in text.split('\n')[:-1]:
                head = re.fullmatch(r'# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)', line)
                if head:
                    if head.group(1) == 'TYPE':
                        is_in(head.group(3), ('counter', 'gauge', 'histogram', 'summary', 'untyped'), line)
                        assert head.group(2) not in types, line
                        types[head.group(2)] = head.group(3)
                    continue
                match = re.fullmatch(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*\})? (\S+)', line)
                assert match, line
                base = re.sub('_(bucket|sum|count)$', '', match.group(1))
                assert base in types or match.group(1) in types, line
                assert (match.group(1), match.group(2)) not in found, line
                found[match.group(1), match.group(2)] = float(match.group(3))
            # Histograms: buckets rise, and the last one has all.
            for (name, labels), value in found.items():
                if name.endswith('_bucket') and 'le="+Inf"' in labels:
                    base = name[:-len('_bucket')]
                    rest = re.sub(r',?le="[^"]*"', '', labels).replace('{,', '{').replace('{}', '') or None
                    equal(found[base + '_count', rest], value, base)
                    series = [found[n, l] for n, l in found if n == name and re.sub(r',?le="[^"]*"', '', l).replace('{,', '{').replace('{}', '') in (rest, '')]
                    equal(series, sorted(series), base)
            return found

        def count(found, status):
            return sum(v for (name, labels), v in found.items() if name == 'texttractor_requests_total' and '/v1/extract' in labels and 'status="%d"' % status in labels)

        first = values()
        for _ in range(3):
            server.post('/v1/extract')
        server.post('/v1/extract?format=x')
        for n in range(50):
            server.get('/nothing/%d' % n)
        second = values()
        equal(count(second, 200) - count(first, 200), 3, '200')
        equal(count(second, 400) - count(first, 400), 1, '400')
        assert len(second) - len(first) < 60, 'paths of clients become labels'


@test
def configuration():
    """The section [serve] of the configuration; the command line overrides it"""
    config = write_file('config', '[serve]\nno-fetch = yes\nmax-bytes = 1K\nlog-format = json\n')
    # --no-config comes first, so --config, which is the last one, counts.
    with Server('--config=' + config) as server:
        equal(server.post('/v1/extract').status, 413, 'max-bytes')
        equal(server.get('/v1/extract?url=http://example.org/').status, 403, 'no-fetch')
    with Server('--config=' + config, '--max-bytes=1M') as server:
        equal(server.post('/v1/extract').status, 200, 'max-bytes of the command line')
    broken = write_file('broken', '[serve]\nnonsense = yes\n')
    server = Server('--config=' + broken, ready=False)
    equal(server.process.wait(10 * SLOW), 2, 'a wrong option')
    assert 'broken' in server.said() and 'nonsense' in server.said(), server.said()


@test
def hardened():
    """The server works without memory that can be written and run, as its unit has it"""
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    PR_SET_MDWE = 65
    if subprocess.run([sys.executable, '-c', 'import ctypes, sys; sys.exit(ctypes.CDLL(None).prctl(%d, 1, 0, 0, 0) != 0)' % PR_SET_MDWE],
                      stderr=subprocess.DEVNULL).returncode:
        raise Skip('the kernel has no PR_SET_MDWE')
    with Server(preexec_fn=lambda: libc.prctl(PR_SET_MDWE, 1, 0, 0, 0)) as server:
        for query in ('', '?format=vertical', '?select=article&metadata', '?detect-lang=blocks'):
            equal(server.post('/v1/extract' + query).status, 200, query)


@test
def unit():
    """The units of systemd are valid, and rated below 1.5"""
    if not shutil.which('systemd-analyze'):
        raise Skip('systemd is missing')
    for name in ('serve/texttractor-serve.service', 'bin/texttractor-batch@.service'):
        path = os.path.join(os.environ.get('top_builddir', '.'), name)
        if not os.path.exists(path):
            raise Skip(name + ' was not made')
        with tempfile.TemporaryDirectory() as folder:
            # One of a template has a name.
            copy = shutil.copy(path, os.path.join(folder, os.path.basename(name).replace('@', '@news')))
            done = subprocess.run(['systemd-analyze', 'security', '--offline=yes', copy], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        match = re.search(r'exposure level for .*: ([0-9.]+)', done.stdout.decode())
        if not match:
            raise Skip('systemd-analyze does not rate files')
        assert float(match.group(1)) < 1.5, match.group(0)
        for word in ('Unknown key', 'Failed to parse', 'Unknown section', 'Invalid'):
            assert word not in done.stderr.decode(), done.stderr.decode()
