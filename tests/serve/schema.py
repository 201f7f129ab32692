# SPDX-License-Identifier: MIT
"""openapi.json, and whether an answer fits it."""
import re

from server import *


def document():
    return json.loads(read_file(os.path.join(TOP, 'serve', 'openapi.json')))


def follow(doc, node):
    while '$ref' in node:
        assert node['$ref'].startswith('#/'), node
        for part in node['$ref'][2:].split('/'):
            doc_part = doc if part == node['$ref'][2:].split('/')[0] else doc_part
            doc_part = doc_part[part]
        node = doc_part
    return node


KINDS = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None)}


def is_kind(value, kind):
    if kind == 'integer':
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == 'number':
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, KINDS[kind])


def fits(doc, schema, value, place='$'):
    """What of JSON Schema the document uses; returns what does not fit."""
    schema = follow(doc, schema)
    known = {'type', 'properties', 'required', 'items', 'enum', 'const', 'minimum', 'maximum', 'minItems', 'minLength', 'pattern', 'oneOf', 'anyOf',
             'additionalProperties', 'description', 'default', 'format'}
    assert set(schema) <= known, set(schema) - known
    kinds = schema.get('type', [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(is_kind(value, kind) for kind in kinds):
        return '%s: %r is not %s' % (place, value, kinds)
    if 'const' in schema and value != schema['const'] or 'enum' in schema and value not in schema['enum']:
        return '%s: %r is another value' % (place, value)
    if is_kind(value, 'number') and not schema.get('minimum', value) <= value <= schema.get('maximum', value):
        return '%s: %r is out of range' % (place, value)
    if isinstance(value, str) and (len(value) < schema.get('minLength', 0) or not re.search(schema.get('pattern', ''), value)):
        return '%s: %r does not match' % (place, value)
    if isinstance(value, list):
        if len(value) < schema.get('minItems', 0):
            return '%s: has %d items' % (place, len(value))
        for n, item in enumerate(value):
            wrong = fits(doc, schema.get('items', {}), item, '%s[%d]' % (place, n))
            if wrong:
                return wrong
    if isinstance(value, dict):
        for name in schema.get('required', []):
            if name not in value:
                return '%s: %s is missing' % (place, name)
        for name, item in value.items():
            if name in schema.get('properties', {}):
                wrong = fits(doc, schema['properties'][name], item, place + '.' + name)
                if wrong:
                    return wrong
            elif schema.get('additionalProperties') is False:
                return '%s: %s is not declared' % (place, name)
    for key, good in (('anyOf', lambda n: n > 0), ('oneOf', lambda n: n == 1)):
        if key in schema and not good(sum(not fits(doc, one, value, place) for one in schema[key])):
            return '%s: %r fits %s wrongly' % (place, value, key)
    return None


def check(doc, operation, answer, what):
    responses = operation['responses']
    assert str(answer.status) in responses, '%s: %d is not declared: %r' % (
        what, answer.status, re.sub(rb'<style>.*?</style>|<[^>]*>', b' ', answer.body, flags=re.S)[:600])
    response = follow(doc, responses[str(answer.status)])
    assert answer.type in response['content'], '%s: the type %s of %d is not declared' % (what, answer.type, answer.status)
    schema = response['content'][answer.type].get('schema', {})
    if answer.type in ('application/json', 'application/problem+json'):
        wrong = fits(doc, schema, answer.json())
        assert not wrong, '%s: %s' % (what, wrong)
    elif answer.type == 'application/x-ndjson' and answer.body:
        for line in answer.body.decode().rstrip('\n').split('\n'):
            wrong = fits(doc, schema, json.loads(line))
            assert not wrong, '%s: %s' % (what, wrong)
