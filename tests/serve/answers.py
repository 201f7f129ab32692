# SPDX-License-Identifier: MIT
"""Answers have the bytes that the command line prints."""
import gzip, glob, stat
from server import *

TYPES = {
    'json': 'application/json', 'jsonl': 'application/x-ndjson', 'text': 'text/plain', 'html': 'text/html',
    'markdown': 'text/markdown', 'xml': 'application/xml', 'tei': 'application/xml', 'csv': 'text/csv',
    'tsv': 'text/tab-separated-values', 'vertical': 'text/plain',
}

# (query, JSON, command line)
OPTIONS = [
    ('all=yes', {'all': True}, ['--all']),
    ('all', {'all': True}, ['--all']),
    ('metadata=yes', {'metadata': True}, ['--metadata']),
    ('fields=title,authors', {'fields': 'title,authors'}, ['--fields=title,authors']),
    ('fingerprints=yes', {'fingerprints': True}, ['--fingerprints']),
    ('detect-lang=blocks', {'detect-lang': 'blocks'}, ['--detect-lang=blocks']),
    ('metadata=yes&today=2001-02-03', {'metadata': True, 'today': '2001-02-03'}, ['--metadata', '--today=2001-02-03']),
    ('links=no', {'links': 'no'}, ['--links=no']),
    ('formatting=no', {'formatting': False}, ['--formatting=no']),
    ('images=yes', {'images': True}, ['--images=yes']),
    ('structure=yes', {'structure': True}, ['--structure=yes']),
    ('model=classic', {'model': 'classic'}, ['--model=classic']),
    ('model=justext', {'model': 'justext'}, ['--model=justext']),
    ('threshold=0.9', {'threshold': 0.9}, ['--threshold=0.9']),
    ('precision=yes', {'precision': True}, ['--precision']),
    ('recall=yes', {'recall': True}, ['--recall']),
    ('all&no-rules', {'all': True, 'no-rules': True}, ['--all', '--no-rules']),
    ('rule=headline&rule=common-path', {'rule': ['headline', 'common-path']}, ['--rule=headline', '--rule=common-path']),
    ('no-rule=whole-tables', {'no-rule': ['whole-tables']}, ['--no-rule=whole-tables']),
    ('comments=separate', {'comments': 'separate'}, ['--comments=separate']),
    ('tables=no', {'tables': 'no'}, ['--tables=no']),
    ('encoding=windows-1252', {'encoding': 'windows-1252'}, ['--encoding=windows-1252']),
    ('select=article', {'select': 'article'}, ['--select=article']),
    ('xpath=//article', {'xpath': '//article'}, ['--xpath=//article']),
    ('prune=table&prune=nav', {'prune': ['table', 'nav']}, ['--prune=table', '--prune=nav']),
    ('parser=plain', {'parser': 'plain'}, ['--parser=plain']),
    ('url=https://user:secret@example.org/', {'url': 'https://user:secret@example.org/'}, ['--url=https://user:secret@example.org/']),
    ('url=https://example.org/a/', {'url': 'https://example.org/a/'}, ['--url=https://example.org/a/']),
]


def printed(options, page=ARTICLE):
    status, output, messages = command(['extract', '--no-config', '-q'] + options + ['-'], page)
    assert status == 0, messages
    return output


def same(server, query, options, page=ARTICLE, what=''):
    answer = server.post('/v1/extract?' + query, page)
    equal(answer.status, 200, '%s %s %r' % (what, query, answer.body[:300]))
    equal(answer.body, printed(options, page), what + query)
    return answer


@test
def formats():
    """Every format has the bytes of the command line, and its type."""
    with Server() as server:
        listed = [row['name'] for row in server.get('/v1/formats').json()['formats']]
        equal(sorted(listed), sorted(TYPES), '/v1/formats')
        for name, type_ in TYPES.items():
            for page in ('article.html', 'latin2.html', 'table.html', 'comments.html'):
                answer = same(server, 'format=' + name, ['-f', name], read_file(os.path.join(PAGES, page)), page + ' ')
                equal(answer.type, type_, name)
        equal(server.post('/v1/extract').body, printed(['-f', 'json']), 'the default is json')


@test
def options():
    """Every option of a request means what it means on the command line, as parameter and as member"""
    with Server() as server:
        tried = {name.split('=')[0] for query, _, _ in OPTIONS for name in query.split('&')} | {'format'}
        document = json.loads(read_file(os.path.join(TOP, 'serve', 'openapi.json')))
        known = set(document['components']['schemas']['Request']['properties']) - {'html'}
        equal(tried, known, 'options tried')
        page = read_file(os.path.join(PAGES, 'comments.html')).decode()
        for query, members, args in OPTIONS:
            for format_ in ('json', 'html', 'vertical', 'xml'):
                same(server, '%s&format=%s' % (query, format_), ['-f', format_] + args)
                members = dict(members, html=ARTICLE.decode(), format=format_)
                answer = server.post('/v1/extract', json.dumps(members).encode(), JSON)
                equal(answer.body, printed(['-f', format_] + args), 'as JSON: ' + query)
        members = {'html': page, 'format': 'text', 'comments': 'only'}
        equal(server.post('/v1/extract', json.dumps(members).encode(), JSON).body,
              printed(['-f', 'text', '--comments=only'], page.encode()), 'comments')


@test
def members_count():
    """A member of the object counts more than a parameter of the address."""
    with Server() as server:
        answer = server.post('/v1/extract?format=html&all=yes', json.dumps({'html': ARTICLE.decode(), 'format': 'text', 'all': False}).encode(), JSON)
        equal(answer.body, printed(['-f', 'text']))


@test
def mixed_up():
    """Options of one request never are those of another one: a value with a line break is one value"""
    with Server() as server:
        plain = printed(['-f', 'json', '--xpath=//p'])
        for value in ('//p\n--all', '//p\n\n--all', '//p\n--format=text'):
            server.post('/v1/extract?xpath=' + quote(value))
        equal(server.post('/v1/extract?xpath=//p').body, plain)
        every = printed(['-f', 'json', '--xpath=//p', '--all'])
        equal(server.post('/v1/extract?xpath=//p&all').body, every)
        equal(server.post('/v1/extract?all&xpath=//p').body, every)
        for name in ('select', 'prune', 'encoding', 'fields'):
            crooked = server.post('/v1/extract?%s=%s' % (name, quote('p\n--all')))
            straight = server.post('/v1/extract?%s=%s&all' % (name, quote('p')))
            again = server.post('/v1/extract?%s=%s' % (name, quote('p\n--all')))
            equal((again.status, again.body), (crooked.status, crooked.body), name)
            if straight.status == 200:
                equal(straight.body, printed(['-f', 'json', '--%s=p' % name, '--all']), name)


def is_hidden():
    """Whether a server that gave up being root cannot see the models of this build, as in a build below /root"""
    folder, hidden = os.path.dirname(os.path.abspath(PROGRAM)), False
    while os.geteuid() == 0 and folder != '/':
        hidden |= not os.stat(folder).st_mode & stat.S_IXOTH
        folder = os.path.dirname(folder)
    return hidden


@test
def wrong_options():
    """Wrong options are answered by 400 with the sentence of the command line"""
    with Server() as server:
        for query, args in (('format=doc', ['-f', 'doc']), ('threshold=2', ['--threshold=2']), ('rule=x', ['--rule=x']),
                            ('select=%5B', ['--select=[']), ('model=nope', ['-m', 'nope']), ('today=x', ['--today=x']),
                            ('encoding=x', ['--encoding=x']), ('comments=x', ['--comments=x']), ('fields=x', ['--fields=x']), ('url=x', ['--url=x'])):
            answer = server.post('/v1/extract?' + query)
            equal((answer.status, answer.type), (400, 'application/problem+json'), query)
            problem = answer.json()
            equal(sorted(problem), ['code', 'detail', 'status', 'title', 'type'], query)
            equal(problem['status'], 400, query)
            sentence = command(['extract', '--no-config'] + args + ['-'], b'')[2].split('\n')[0]
            detail = problem['detail'].split(' in ')[0] if query == 'model=nope' and is_hidden() else problem['detail']
            assert detail in sentence, (query, detail, sentence)
        for query in ('nonsense=1', 'output=/tmp/x', 'filter=true', 'config=/etc/passwd', 'files-from=/etc/passwd', 'timeout=99',
                      'max-memory=1G', 'warc=x', 'registry=x', 'jobs=9', 'help', 'version', '=', '--all', 'all=maybe'):
            answer = server.post('/v1/extract?' + query)
            equal((answer.status, answer.type), (400, 'application/problem+json'), query)


@test
def model_files():
    """No request can name a file as its model."""
    model = os.path.join(TOP, 'models', 'classic.model')
    with Server() as server:
        for name in (model, './classic.model', 'classic.model', '/etc/passwd', '../x', 'en:%s,rich' % model, 'cs:/etc/passwd', '/dev/zero', ''):
            answer = server.post('/v1/extract?model=' + quote(name))
            is_in(answer.status, (400,), name)
            assert b'root:' not in answer.body


@test
def bodies():
    """Bodies: types, charsets, packed ones, chunks, JSON that is none"""
    with Server() as server:
        text = printed(['-f', 'text'])
        path = '/v1/extract?format=text'
        for type_ in ('text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml', 'text/html;charset="utf-8"'):
            equal(server.post(path, ARTICLE, {'Content-Type': type_}).body, text, type_)
        equal(server.post(path, gzip.compress(ARTICLE), dict(HTML, **{'Content-Encoding': 'gzip'})).body, text, 'gzip')
        data = request('POST', path, chunked(ARTICLE[:1000], ARTICLE[1000:1001], ARTICLE[1001:]),
                       dict(HTML, **{'Transfer-Encoding': 'chunked'}), server.host)
        equal(Answer(server.talk(data)).body, text, 'chunks')
        data = request('POST', path, None, dict(HTML, **{'Expect': '100-continue', 'Content-Length': str(len(ARTICLE))}), server.host)
        equal(Answer(server.talk(data, pieces=[(0.2, ARTICLE)])).body, text, '100-continue')
        page = '<p>Žluťoučký kůň úpěl ďábelské ódy, a nikdo mu nepomohl, protože všichni spali.'
        path = '/v1/extract?format=text&model=everything'
        latin2 = server.post(path, page.encode('iso-8859-2'), {'Content-Type': 'text/html; charset=iso-8859-2'})
        equal(latin2.body.decode().strip(), page[3:], 'the charset of Content-Type')
        for type_ in ('application/pdf', 'image/png', 'application/octet-stream', 'multipart/mixed; boundary=x'):
            is_in(server.post(path, ARTICLE, {'Content-Type': type_}).status, (200, 415), type_)
        equal(server.post(path, ARTICLE, dict(HTML, **{'Content-Encoding': 'x-nonsense'})).status, 415, 'unknown coding')
        for body in (b'', b'{', b'[]', b'1', b'"x"', b'{}', b'{"html":{}}', b'{"html":"x","html":', b'\xff{}', b'nul',
                     b'{"html":"\\ud800"}', b'{"html":"x","format":null,"nonsense":1}', b'[' * 100000, b'{"html":' * 50000):
            is_in(server.post('/v1/extract', body, JSON).status, (400, 415), repr(body[:40]))
        is_in(server.post('/v1/extract', b'%PDF-1.4').status, (415, 422), 'PDF')


@test
def heads():
    """All answers have the fields that keep browsers safe; HEAD has no body; no path leads out"""
    with Server() as server:
        for path in ('/', '/healthz', '/metrics', '/openapi.json', '/v1/models', '/v1/features', '/v1/rules', '/v1/formats', '/none',
                     '/v1/extract', '/../etc/passwd', '/v1/../../etc/passwd', '/%2e%2e/etc/passwd', '//', '/v1/', '/v1/extract/',
                     '/healthz/', '/%00', '/healthz%00x'):
            answer = server.get(path)
            is_in(answer.status, (200, 400, 404), path)
            for name, value in (('x-content-type-options', 'nosniff'), ('referrer-policy', 'no-referrer')):
                equal(answer.fields.get(name), value, path + ' ' + name)
            assert 'default-src' in answer.fields.get('content-security-policy', ''), path
            assert any(name.startswith('cross-origin-') for name in answer.fields), path
            assert 'charset' in answer.fields['content-type'] or answer.type in ('application/json', 'application/problem+json'), path
            head = server.ask('HEAD', path)
            equal((head.status, head.body, head.rest), (answer.status, b'', b''), 'HEAD ' + path)
            equal(head.fields.get('content-type'), answer.fields.get('content-type'), 'HEAD ' + path)


@test
def batch():
    """A batch gives the lines of the command line, in their order; a line that fails is an error in its place"""
    with Server('--jobs=4') as server:
        pages = sorted(glob.glob(os.path.join(PAGES, '*.html'))) + sorted(glob.glob(os.path.join(PAGES, 'segment', '*.html')))[:40]
        texts = [read_file(page).decode('utf-8', 'replace') for page in pages]
        lines = [json.dumps({'html': text, 'url': 'https://example.org/%d' % n}) for n, text in enumerate(texts)]
        bad = {2: 'nonsense', 5: '{}', 9: '{"html":"x","nonsense":1}', 11: json.dumps({'html': '%PDF-1.4 x'})}
        for n, line in bad.items():
            lines[n] = line
        answer = server.post('/v1/batch', '\n'.join(lines).encode(), {'Content-Type': 'application/x-ndjson'}, timeout=120)
        equal((answer.status, answer.type), (200, 'application/x-ndjson'), answer.body[:300])
        assert answer.whole
        rows = answer.body.decode().split('\n')
        equal(rows.pop(), '', 'the end')
        equal(len(rows), len(lines), 'lines')
        for n, row in enumerate(rows):
            row = json.loads(row)
            if n in bad:
                equal(row.get('line'), n + 1, 'line of an error')
                assert row['error']['status'] >= 400, row
                continue
            expected = json.loads(printed(['-f', 'jsonl', '--url=https://example.org/%d' % n], texts[n].encode()))
            for one in (row, expected):
                one.pop('source')
            equal(row, expected, pages[n])


@test
def batch_empty():
    """A batch of nothing, without an end of line, of empty lines, of 100,000 short lines"""
    with Server() as server:
        type_ = {'Content-Type': 'application/x-ndjson'}
        line = b'{"html":"<p>Ducks are birds.","url":"https://example.org/"}'
        for body, n in ((b'', 0), (line, 1), (line + b'\n', 1), (line + b'\r\n' + line, 2)):
            answer = server.post('/v1/batch?model=everything', body, type_)
            is_in(answer.status, (200,) if body else (200, 400), body)
            if answer.status == 200:
                equal(answer.body.count(b'\n'), n, repr(body))
        before = server.memory('VmRSS')
        answer = server.post('/v1/batch', b'x\n' * 100000, type_, timeout=120)
        equal((answer.status, answer.body.count(b'\n')), (200, 100000), 'short lines')
        assert SANITIZED or server.memory() - before < 400 << 20, server.memory()


@test
def why():
    """why is the JSON of texttractor why; page and / show the page"""
    with Server() as server:
        for query, args in (('', []), ('?block=7&links=yes', ['--block=7']), ('?all=yes', ['--all']), ('?number=2', ['-n', '2']), ('?model=classic', ['-m', 'classic'])):
            status, output, _ = command(['why', '-f', 'json'] + args + ['-'], ARTICLE)
            equal(status, 0, args)
            answer = server.post('/v1/why' + query)
            equal((answer.status, answer.type), (200, 'application/json'), query)
            equal(answer.body, output, 'why' + query)
        is_in(server.post('/v1/why?block=9999').status, (400, 422), 'no such block')
        is_in(server.post('/v1/why?block=-1').status, (400, 422), 'no such block')
        page = server.post('/v1/page', ARTICLE.replace(b'<body', b'<body onload=alert(1)') + b'<script>alert(1)</script><iframe src=//x></iframe>')
        equal((page.status, page.type), (200, 'text/html'), 'page')
        for word in (b'alert(1)', b'<script', b'<iframe', b'onload'):
            assert word not in page.body, word
        assert b'Anyone who has ever walked back' in page.body
        form = 'html=' + quote(ARTICLE.decode()) + '&format=text'
        shown = server.post('/', form.encode(), {'Content-Type': 'application/x-www-form-urlencoded'})
        equal((shown.status, shown.type), (200, 'text/html'), 'form')
        assert b'Anyone who has ever walked back' in shown.body
        parts = (b'--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: text/html\r\n\r\n'
                 + ARTICLE + b'\r\n--xyz--\r\n')
        shown = server.post('/', parts, {'Content-Type': 'multipart/form-data; boundary=xyz'})
        equal((shown.status, shown.type), (200, 'text/html'), 'form with a file')
        assert b'Anyone who has ever walked back' in shown.body
        evil = b'<title>"><script>alert(1)</script></title><h1>&lt;script&gt;alert(2)&lt;/script&gt;</h1><p>' + b'A sentence of some words, so that it is text. ' * 20
        for path in ('/', '/?url=%22%3E%3Cscript%3Ealert(3)%3C/script%3E', '/?format=%22%3E%3Cscript%3Ealert(3)%3C/script%3E'):
            shown = server.get(path) if '?' in path else server.post(path, b'html=' + quote(evil.decode()).encode(), {'Content-Type': 'application/x-www-form-urlencoded'})
            for n in b'123':
                assert b'<script>alert(%c)' % n not in shown.body, path


@test
def fetched():
    """A page that is fetched has the bytes of the command line, source and url as well"""
    site = Site({'/a': (200, {'Content-Type': 'text/html'}, ARTICLE), '/moved': (302, {'Location': '/a'}, b''),
                 '/none': (404, {'Content-Type': 'text/html'}, b'<p>none'), '/pdf': (200, {'Content-Type': 'application/pdf'}, b'%PDF-1.4'),
                 '/packed': (200, {'Content-Type': 'text/html', 'Content-Encoding': 'gzip'}, gzip.compress(ARTICLE))})
    with Server('--allow-private', '--allow-port=%d' % site.port) as server:
        for name in ('json', 'text', 'xml', 'tei', 'csv'):
            for path in ('/a', '/moved', '/packed'):
                status, output, messages = command(['extract', '--no-config', '-f', name, site.url + path])
                assert status == 0, messages
                answer = server.get('/v1/extract?format=%s&url=%s' % (name, quote(site.url + path)))
                equal((answer.status, answer.body[:200]), (200, output[:200]), path)
                equal(answer.body, output, path)
                again = server.post('/v1/extract?format=' + name, json.dumps({'url': site.url + path}).encode(), JSON)
                equal(again.body, output, 'POST ' + path)
        is_in(server.get('/v1/extract?url=' + quote(site.url + '/none')).status, (502, 422), '404')
        is_in(server.get('/v1/extract?url=' + quote(site.url + '/pdf')).status, (502, 415, 422), 'PDF')
        is_in(server.get('/v1/extract?url=' + quote('http://127.0.0.1:1/')).status, (403,), 'port')
        line = json.dumps({'url': site.url + '/a'}).encode() + b'\n'
        rows = server.post('/v1/batch', line * 3, {'Content-Type': 'application/x-ndjson'}).body
        equal(rows, command(['extract', '--no-config', '-f', 'jsonl', site.url + '/a'])[1] * 3, 'batch')
    with Server('--no-fetch') as server:
        is_in(server.get('/v1/extract?url=' + quote('http://example.org/')).status, (403,), '--no-fetch')
