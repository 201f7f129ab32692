# SPDX-License-Identifier: MIT
"""A web site on the loopback: python3 site.py FOLDER LOG >PORTS &

Serves the files of FOLDER on two ports, which it prints, and writes a line to LOG for each request:
"A /path", or "B /path" for the second port, then what the request asked for beyond that. Some paths misbehave.
"""
import email.utils, gzip, hashlib, http.server, os, sys, threading, time

folder, log_path = sys.argv[1:3]
lock = threading.Lock()
seen = {}   # how often each path was asked for
under_way = {}  # requests by port


def log(line):
    with lock, open(log_path, 'a') as out:
        out.write(line + '\n')


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def leave(self):  # before the answer: whoever has it may ask for the next page
        with lock:
            under_way[self.server.letter] -= not self.left
        self.left = True

    def answer(self, status, body=b'', **fields):
        self.leave()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace('_', '-'), value)
        if 'Transfer_Encoding' not in fields:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        port = self.server.letter
        self.left = False
        with lock:
            under_way[port] = under_way.get(port, 0) + 1
            crowd = under_way[port]
            seen[port, self.path] = n = seen.get((port, self.path), 0) + 1
        notes = [name for name in ('If-None-Match', 'If-Modified-Since', 'Authorization') if self.headers.get(name)]
        if crowd > 1:
            notes.append('crowd=%d' % crowd)
        log(' '.join([port, self.path] + notes))
        self.respond(n)
        self.leave()

    def respond(self, n):
        name, _, argument = self.path[1:].partition('/')
        if name == 'busy' and n <= int(argument):
            return self.answer(503, Retry_After='1')
        if name == 'date' and n == 1:
            return self.answer(429, Retry_After=email.utils.formatdate(time.time() + 1, usegmt=True))
        if name == 'never':
            return self.answer(503, Retry_After='86400')
        if name == 'broken' and n <= int(argument):
            self.close_connection = True
            return self.leave()
        if name == 'half' and n <= int(argument):
            self.leave()
            self.send_response(200)
            self.send_header('Content-Length', '1000')
            self.end_headers()
            self.wfile.write(b'<p>half')
            self.close_connection = True
            return None
        if name == 'status':
            return self.answer(int(argument))
        if name == 'moved':
            return self.answer(301, b'gone there', Location='/' + argument, Set_Cookie='a=b')
        if name == 'other':
            return self.answer(302, Location='http://127.0.0.1:%d/%s' % (self.server.other, argument))
        if name == 'loop':
            return self.answer(302, Location='/loop/%d' % (int(argument) + 1))
        if name == 'slow':
            time.sleep(float(argument))
        if name in ('busy', 'date', 'broken', 'half', 'slow', 'page', 'packed', 'chunks'):
            body = ('<!DOCTYPE html><title>%s</title><article><p>This is the page %s, which has one paragraph of text '
                    'that is long enough to be the main text of a page of the web site.</article>'
                    % (self.path, self.path)).encode()
            if name == 'packed':
                return self.answer(200, gzip.compress(body), Content_Type='text/html', Content_Encoding='gzip')
            if name == 'chunks':
                body = b''.join(b'%x\r\n%s\r\n' % (len(part), part) for part in (body[:50], body[50:])) + b'0\r\n\r\n'
                return self.answer(200, body, Content_Type='text/html', Transfer_Encoding='chunked')
            return self.answer(200, body, Content_Type='text/html')
        path = os.path.join(folder, self.path[1:])
        if os.path.isdir(path):
            return self.answer(500)
        if not os.path.isfile(path):
            return self.answer(404)
        with open(path, 'rb') as file:
            body = file.read()
        tag = '"%s"' % hashlib.sha1(body).hexdigest()
        if self.headers.get('If-None-Match') == tag:
            return self.answer(304, ETag=tag)
        kind = {'html': 'text/html', 'txt': 'text/plain', 'xml': 'application/xml', 'json': 'application/json',
                'gz': 'application/gzip'}.get(path.rsplit('.', 1)[-1], 'application/octet-stream')
        return self.answer(200, body, Content_Type=kind, ETag=tag)


servers = [http.server.ThreadingHTTPServer(('127.0.0.1', 0), Site) for _ in 'AB']
for server, letter in zip(servers, 'AB'):
    server.letter = letter
    server.daemon_threads = True
for server, other in zip(servers, reversed(servers)):
    server.other = other.server_address[1]
print(*[server.server_address[1] for server in servers], flush=True)
for server in servers[1:]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
servers[0].serve_forever()
