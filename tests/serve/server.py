# SPDX-License-Identifier: MIT
"""A server to test, clients that speak HTTP badly, and what tests say: TAP."""
import http.server, json, os, re, shutil, signal, socket, struct, subprocess, sys, tempfile, threading, time, traceback, urllib.parse

PROGRAM = os.environ.get('TEXTTRACTOR', 'bin/texttractor')
TOP = os.environ.get('top_srcdir', os.path.normpath(os.path.join(os.path.dirname(__file__), '..', '..')))
PAGES = os.path.join(TOP, 'tests', 'pages')
def open_folder():
    """Where to work: a server that root starts becomes nobody, who has to get there."""
    folder = os.environ.get('TMPDIR', '/tmp')
    return '/tmp' if os.geteuid() == 0 and not os.stat(folder).st_mode & 1 else folder


WORK = tempfile.mkdtemp(prefix='texttractor-serve.', dir=open_folder())
if os.geteuid() == 0:
    os.chmod(WORK, 0o777)  # the server becomes nobody, and opens its log again


def read_file(path):
    with open(path, 'rb') as file:
        return file.read()


# Sanitizers take time and memory.
SANITIZED = any(name in read_file(PROGRAM) for name in (b'__asan_init', b'__tsan_init'))
SLOW = float(os.environ.get('TEXTTRACTOR_TEST_PATIENCE', '5' if SANITIZED else '1'))


def write_file(name, data):
    path = os.path.join(WORK, name)
    with open(path, 'wb') as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path


ARTICLE = read_file(os.path.join(PAGES, 'article.html'))
# The page of an address says nothing of files.
HTML = {'Content-Type': 'text/html'}
JSON = {'Content-Type': 'application/json'}


def command(args, page=None, env=None):
    """What the command line prints: (status, output, messages)."""
    done = subprocess.run([PROGRAM] + args, input=page, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    return done.returncode, done.stdout, done.stderr.decode()


class Answer:
    def __init__(self, data, method='GET'):
        head, mark, rest = data.partition(b'\r\n\r\n')
        if not mark:
            raise ValueError('no answer: %r' % data[:200])
        lines = head.decode('latin-1').split('\r\n')
        match = re.fullmatch(r'HTTP/1\.[01] (\d{3}) ?(.*)', lines[0])
        if not match:
            raise ValueError('not a status line: %r' % lines[0])
        self.status = int(match.group(1))
        self.fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(':')
            self.fields.setdefault(name.strip().lower(), value.strip())
        self.body, self.rest, self.whole = self.cut(rest, method)

    def cut(self, rest, method):
        if method == 'HEAD' or self.status in (204, 304) or self.status < 200:
            return b'', rest, True
        if 'chunked' in self.fields.get('transfer-encoding', ''):
            body = b''
            while True:
                size, mark, rest = rest.partition(b'\r\n')
                if not mark:
                    return body, b'', False
                n = int(size.split(b';')[0], 16)
                if n == 0:
                    return body, rest[2:], True
                if len(rest) < n + 2:
                    return body + rest[:n], b'', False
                body, rest = body + rest[:n], rest[n + 2:]
        if 'content-length' in self.fields:
            n = int(self.fields['content-length'])
            return rest[:n], rest[n:], len(rest) >= n
        return rest, b'', True

    @property
    def type(self):
        return self.fields.get('content-type', '').split(';')[0].strip()

    def json(self):
        return json.loads(self.body)


def request(method, path, body=None, fields=None, host='localhost'):
    """The bytes of a request."""
    lines = ['%s %s HTTP/1.1' % (method, path)]
    fields = dict(fields or {})
    if host is not None:
        fields.setdefault('Host', host)
    if body is not None and 'Transfer-Encoding' not in fields:
        fields.setdefault('Content-Length', str(len(body)))
    lines += ['%s: %s' % item for item in fields.items()]
    return '\r\n'.join(lines).encode('latin-1') + b'\r\n\r\n' + (body or b'')


def chunked(*pieces):
    return b''.join(b'%x\r\n%s\r\n' % (len(piece), piece) for piece in pieces) + b'0\r\n\r\n'


class Server:
    """texttractor serve on a free port of the loopback."""
    every = []

    def __init__(self, *options, env=None, ready=True, listen='127.0.0.1:0', launch=None, **more):
        self.folder = tempfile.mkdtemp(dir=WORK)
        self.messages = os.path.join(self.folder, 'stderr')
        self.address_file = os.path.join(self.folder, 'address')
        args = [PROGRAM, 'serve', '--no-config'] + (['--listen=' + listen] if listen else [])
        args += ['--address-file=' + self.address_file] if listen else []
        env = dict(os.environ, **(env or {}))
        if launch:
            args, env = launch(args, env)
        with open(self.messages, 'wb') as err:
            self.process = subprocess.Popen(args + list(options), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=err, env=env, **more)
        Server.every.append(self)
        if ready and listen:
            self.wait_ready()

    def wait_ready(self):
        end = time.monotonic() + 30
        while True:
            try:
                match = re.search(r'http://(?:\[(.*)\]|([0-9.]+)):(\d+)', read_file(self.address_file).decode())
            except FileNotFoundError:
                match = None
            if match:
                self.place = (match.group(1) or match.group(2), int(match.group(3)))
                self.host = '%s:%d' % self.place
                return
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError('the server does not start: ' + self.said())
            time.sleep(0.02)

    def said(self):
        return read_file(self.messages).decode('utf-8', 'replace')

    def connect(self, timeout=30):
        return socket.create_connection(self.place, timeout=timeout * SLOW)

    def talk(self, data, timeout=30, half_close=False, pieces=None, method='GET'):
        """Sends the bytes, and gives all that comes until the server closes, the answer is whole, or nothing comes."""
        with self.connect(timeout) as client:
            try:
                client.sendall(data)
                for pause, piece in pieces or ():
                    time.sleep(pause)
                    client.sendall(piece)
                if half_close:
                    client.shutdown(socket.SHUT_WR)
            except OSError:  # it was closed while we wrote
                pass
            return receive(client, method)

    def ask(self, method, path, body=None, fields=None, timeout=30, host=None):
        data = request(method, path, body, fields, host or self.host)
        got = self.talk(data, timeout, method=method)
        return Answer(got, method)

    def post(self, path, page=ARTICLE, fields=HTML, **more):
        return self.ask('POST', path, page, fields, **more)

    def get(self, path, fields=None, **more):
        return self.ask('GET', path, None, fields, **more)

    def well(self):
        """Raises if the server does not answer, or not rightly."""
        if self.process.poll() is not None:
            raise AssertionError('the server ended with %s: %s' % (self.process.returncode, self.said()[-2000:]))
        answer = self.get('/healthz')
        assert (answer.status, answer.body) == (200, b'ok\n'), (answer.status, answer.body)

    def memory(self, name='VmHWM'):
        for line in read_file('/proc/%d/status' % self.pid()).decode().split('\n'):
            if line.startswith(name + ':'):
                return int(line.split()[1]) * 1024
        return 0

    def pid(self):
        return self.process.pid

    def stop(self, number=signal.SIGTERM, timeout=30):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(timeout * SLOW)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError('the server does not end')

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind:
            self.process.kill()
            self.process.wait()
            return
        status = self.stop()
        assert status == 0, 'the server ended with %d: %s' % (status, self.said()[-2000:])
        for word in ('AddressSanitizer', 'runtime error', 'CRITICAL', 'WARNING'):
            assert word not in self.said(), self.said()[-4000:]


def receive(client, method='GET'):
    data = b''
    while True:
        try:
            piece = client.recv(65536)
        except (socket.timeout, ConnectionResetError):
            return data
        if not piece:
            return data
        data += piece
        if data.startswith(b'HTTP/1.1 100 ') and b'\r\n\r\n' in data:
            data = data.partition(b'\r\n\r\n')[2]
        if b'\r\n\r\n' in data:
            try:
                if whole(data, method):
                    return data
            except ValueError:
                return data


def whole(data, method):
    # Only the first look is cheap; large bodies come with a length.
    head = data.partition(b'\r\n\r\n')[0].lower()
    match = re.search(rb'\ncontent-length: *(\d+)', head)
    if match and method != 'HEAD':
        return len(data) - len(head) - 4 >= int(match.group(1))
    return Answer(data, method).whole and ('transfer-encoding' in Answer(data, method).fields or method == 'HEAD')


def reset(client):
    """Closes with RST."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    client.close()


# ---- A site to fetch from ---------------------------------------------------------------------------


class Site:
    """Serves paths of a table: path -> (status, fields, body), or a function of the handler."""

    def __init__(self, table):
        site = self
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args):
                pass

            def do_GET(self):
                site.asked.append(self.path)
                entry = table.get(self.path, (404, {}, b'none'))
                if callable(entry):
                    return entry(self)
                status, fields, body = entry
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = 'http://127.0.0.1:%d' % self.port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def quote(text):
    return urllib.parse.quote(text, safe='')


# ---- TAP ----------------------------------------------------------------------------------------------


class Skip(Exception):
    pass


tests = []


def test(function):
    tests.append(function)
    return function


def equal(got, expected, what=''):
    if got == expected:
        return
    if isinstance(got, (bytes, str)) and isinstance(expected, (bytes, str)) and type(got) is type(expected):
        i = next((i for i, (a, b) in enumerate(zip(got, expected)) if a != b), min(len(got), len(expected)))
        raise AssertionError('%s: differs at %d: %r, expected %r' % (what, i, got[max(0, i - 60):i + 100],
                                                                      expected[max(0, i - 60):i + 100]))
    raise AssertionError('%s: %r, expected %r' % (what, got, expected))


def is_in(got, expected, what=''):
    if got not in expected:
        raise AssertionError('%s: %r is none of %r' % (what, got, expected))


def run(names):
    failed = False
    chosen = [t for t in tests if not names or any(n in t.__name__ for n in names)]
    print('1..%d' % len(chosen))
    try:
        for n, one in enumerate(chosen, 1):
            name = (one.__doc__ or one.__name__).strip().split('\n')[0]
            start = time.monotonic()
            try:
                one()
                print('ok %d - %s' % (n, name))
            except Skip as reason:
                print('ok %d - %s # SKIP %s' % (n, name, reason))
            except Exception:
                failed = True
                print('not ok %d - %s' % (n, name))
                print(''.join('# %s\n' % line for line in traceback.format_exc().rstrip().split('\n')[-12:]), end='')
            if os.environ.get('TEXTTRACTOR_TEST_TIMES'):
                print('# %.1f s' % (time.monotonic() - start))
            sys.stdout.flush()
    finally:
        for server in Server.every:
            if server.process.poll() is None:
                server.process.kill()
        shutil.rmtree(WORK, ignore_errors=True)
    return failed
