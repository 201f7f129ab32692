# SPDX-License-Identifier: MIT
"""openapi.json against what the server answers."""
from schema import *
from server import *

METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']


def example(doc, operation, page=ARTICLE):
    """(body, fields) of a request that should work."""
    if 'requestBody' not in operation:
        return None, {}
    types = operation['requestBody']['content']
    if 'text/html' in types:
        return page, HTML
    if 'application/x-ndjson' in types:
        return json.dumps({'html': page.decode()}).encode() + b'\n', {'Content-Type': 'application/x-ndjson'}
    return b'html=' + quote(page.decode()).encode(), {'Content-Type': 'application/x-www-form-urlencoded'}


def operations(doc):
    """Those about pages; tasks.py has the others."""
    for path, item in doc['paths'].items():
        for method, operation in item.items():
            if operation.get('tags') != ['concordance']:
                yield path, method.upper(), operation


@test
def is_served():
    """/openapi.json is the document; all references in it lead somewhere"""
    doc = document()
    with Server() as server:
        equal(server.get('/openapi.json').json(), doc)

    def walk(node):
        if isinstance(node, dict):
            if '$ref' in node:
                follow(doc, node)
            for child in node.values():
                walk(child)
        elif isinstance(node, list):
            for child in node:
                walk(child)
    walk(doc)
    names = [operation['operationId'] for item in doc['paths'].values() for operation in item.values()]
    equal(len(names), len(set(names)), 'operationIds')
    for path, method, operation in operations(doc):
        for parameter in operation.get('parameters', []):
            follow(doc, parameter)


@test
def routes():
    """Each path and method answers as declared; others are 405 or 404"""
    doc = document()
    site = Site({'/a': (200, {'Content-Type': 'text/html'}, ARTICLE)})
    with Server('--allow-private', '--allow-port=%d' % site.port) as server:
        for path, method, operation in operations(doc):
            body, fields = example(doc, operation)
            asked = path + ('?url=' + quote(site.url + '/a') if path.startswith('/v1/') and method == 'GET' and operation.get('parameters') else '')
            answer = server.ask(method, asked, body, fields)
            equal(answer.status, 200, '%s %s %r' % (method, asked, answer.body[:300]))
            check(doc, operation, answer, method + ' ' + asked)
            wrong = server.ask(method, asked + ('&' if '?' in asked else '?') + 'nonsense=1', body, fields)
            check(doc, operation, wrong, method + ' with a wrong option ' + path)
            check(doc, operation, server.ask(method, asked, body, fields, host='evil.example'), method + ' with a wrong host ' + path)
            for more in (b'', b'\x00\xff', b'{"html":1}'):
                if body is not None:
                    for type_ in list(operation['requestBody']['content']) + ['application/pdf']:
                        answer = server.ask(method, path, more, {'Content-Type': type_})
                        check(doc, operation, answer, '%s %s with %r as %s' % (method, path, more, type_))
        for path, item in doc['paths'].items():
            for method in METHODS + ['TRACE', 'CONNECT', 'NONSENSE']:
                if method.lower() in item:
                    continue
                answer = server.ask(method, path, b'' if method in ('POST', 'PUT', 'PATCH') else None)
                equal((answer.status, answer.type), (405, 'application/problem+json'), method + ' ' + path)
                allowed = {word.strip() for word in answer.fields.get('allow', '').split(',')}
                assert {m.upper() for m in item} <= allowed, (path, allowed)
                assert method not in allowed
        for path in ('/v1', '/v2/extract', '/v1/extract/x', '/index.html', '/favicon.ico'):
            is_in(server.get(path).status, (404, 204), path)


@test
def parameters():
    """Each declared parameter is accepted, each value of its list as well; the server knows no others"""
    doc = document()
    values = {'fields': 'title', 'today': '2020-01-01', 'model': 'classic', 'threshold': '0.5', 'rule': 'headline', 'no-rule': 'headline', 'encoding': 'utf-8',
              'select': 'p', 'xpath': '//p', 'prune': 'nav', 'url': 'https://example.org/', 'block': '1', 'number': '2'}
    members = doc['components']['schemas']['Request']['properties']
    with Server() as server:
        for path, method, operation in operations(doc):
            if method != 'POST' or path == '/':
                continue
            body, fields = example(doc, operation)
            for parameter in operation['parameters']:
                parameter = follow(doc, parameter)
                schema = parameter['schema'].get('items', parameter['schema'])
                for value in schema.get('enum', [values.get(parameter['name'])]):
                    assert value is not None, parameter['name']
                    answer = server.ask('POST', '%s?%s=%s' % (path, parameter['name'], quote(value)), body, fields)
                    equal(answer.status, 200, '%s %s=%s %r' % (path, parameter['name'], value, answer.body[:300]))
                    check(doc, operation, answer, path)
        for name, schema in members.items():
            if name == 'html':
                continue
            value = True if schema.get('type') in ('boolean', ['boolean', 'string']) else values.get(name) or schema['enum'][0]
            value = float(value) if name == 'threshold' else value
            assert not fits(doc, members[name], value), name
            for one in [value] + ([[value]] if 'oneOf' in schema else []):
                answer = server.post('/v1/extract', json.dumps({'html': ARTICLE.decode(), name: one}).encode(), JSON)
                equal(answer.status, 200, '%s %r' % (name, answer.body[:300]))
        # No other option of the command line.
        help_text = command(['extract', '--help'])[1].decode()
        options = set(re.findall(r'^  (?:-., )?--([a-z-]+)', help_text, re.M))
        assert len(options) > 50, options
        assert set(members) - {'html'} <= options, set(members) - options
        for name in sorted(options - set(members)):
            answer = server.post('/v1/extract?%s=1' % name)
            equal((answer.status, answer.json()['code']), (400, 'unknown-option'), name)


@test
def pages_fit():
    """Pages fit texttractor.schema.json"""
    try:
        import jsonschema
    except ImportError:
        raise Skip('jsonschema is missing')
    schema = json.loads(read_file(os.path.join(TOP, 'libextract', 'texttractor.schema.json')))
    validator = jsonschema.Draft202012Validator(schema)
    with Server() as server:
        for page in ('article.html', 'comments.html', 'table.html', 'latin2.html'):
            for query in ('', '?all&metadata&fingerprints&detect-lang=blocks&comments=separate'):
                validator.validate(server.post('/v1/extract' + query, read_file(os.path.join(PAGES, page))).json())
        problems = [server.post('/v1/extract?format=x'), server.get('/none')]
        for problem in problems:
            jsonschema.validate(problem.json(), dict(document()['components']['schemas']['Problem']))
