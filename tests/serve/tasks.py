# SPDX-License-Identifier: MIT
"""Tasks about corpora: what programs and people get, limits, restarts."""
from schema import *
from server import *

FORM = {'Content-Type': 'application/x-www-form-urlencoded'}
made = {}


def corpus(name='plain', *options):
    """An index of some pages, made once."""
    if name not in made:
        pages = [write_file('page%d.html' % n, ''.join(
            '<p>This is sentence number %d of page %d, and <i>they</i> have a <b>boat</b> & a dog in it.</p>' % (i, n)
            + ('<p>The dog had a long day, and it was glad to be at home again.</p>' if i % 7 == 0 else '') for i in range(40)))
            for n in range(30)]
        path = os.path.join(WORK, name + '.index')
        status, _, messages = command(['index', '-o', path, '-m', 'everything', *options] + pages)
        if 'Xapian' in messages:
            raise Skip('indexes were not built')
        equal((status, messages), (0, ''))
        made[name] = path
    return made[name]


def state():
    folder = tempfile.mkdtemp(dir=WORK)
    os.chmod(folder, 0o777)
    return folder


def start(folder, *options, **more):
    return Server('--corpus=boats=' + corpus(), '--state=' + folder, *options, **more)


def operation(path, method='get'):
    return document()['paths'][path][method]


def add(server, fields=None, **values):
    answer = server.post('/v1/tasks', json.dumps(values).encode(), dict(JSON, **(fields or {})))
    check(document(), operation('/v1/tasks', 'post'), answer, 'a task of %r' % values)
    return answer


def look(server, id_):
    answer = server.get('/v1/task?id=' + id_)
    equal(answer.status, 200)
    check(document(), operation('/v1/task'), answer, 'a task')
    return answer.json()


def wait(server, id_):
    end = time.monotonic() + 30 * SLOW
    while True:
        task = look(server, id_)
        if task['state'] not in ('waiting', 'running'):
            return task
        assert time.monotonic() < end, task
        time.sleep(0.02)


def sentences(server, id_, **values):
    answer = server.get('/v1/sentences?id=%s%s' % (id_, ''.join('&%s=%s' % item for item in values.items())))
    check(document(), operation('/v1/sentences'), answer, 'sentences as %r' % values)
    return answer


@test
def same_as_program():
    """Sentences are those of texttractor concordance: formats, order, samples, context"""
    with start(state()) as server:
        for words, values, options in (('have', {'number': 5}, []), ('have, had', {'number': 2000, 'context': 1}, ['--context=1']),
                                       ('a', {'number': 50, 'seed': 3}, ['--sample', '--seed=3']), ('have a', {'seed': 2}, ['--sample', '--seed=2']),
                                       ('Dog', {}, []), ('nothing', {}, [])):
            task = wait(server, add(server, words=words, lang='any', **values).json()['id'])
            equal((task['state'], task['failure']), ('done', None), words)
            assert task['seconds'] >= 0 and task['created'].startswith('2'), task
            for format_ in ('json', 'jsonl', 'xml', 'tsv', 'vertical'):
                for sort in ('none', 'left', 'right'):
                    got = sentences(server, task['id'], format=format_, sort=sort)
                    status, expected, _ = command(['concordance', *[word.strip() for word in words.split(',')], '-f', format_,
                                                   '-n', str(values.get('number', 100)), '--lang=any', *options, '--', corpus()])
                    if sort != 'none':  # of all that was found, and not before
                        rows = json.loads(sentences(server, task['id'], format='json', sort=sort).body)
                        equal(len(rows), task['sentences'])
                        continue
                    equal((got.status, got.body), (200, expected), '%s %s' % (words, format_))
        kwic = sentences(server, wait(server, add(server, words='boat', lang='any', number=3).json()['id'])['id'], format='kwic').body.decode()
        equal(len({line.index('boat') for line in kwic.splitlines()}), 1, kwic)


@test
def sorted_rows():
    """Sorting is by the word beside the keyword"""
    with start(state()) as server:
        id_ = wait(server, add(server, words='a', lang='any', number=60).json()['id'])['id']
        rows = json.loads(sentences(server, id_, sort='right').body)
        behind = [row['concordance'][row['end']:].split()[0] for row in rows]
        equal(behind, sorted(behind))
        assert len(set(behind)) > 1, behind


@test
def restarts():
    """Tasks and sentences survive a restart, and kill -9; what was not done is done then"""
    folder = state()
    server = start(folder)
    ids = [wait(server, add(server, words=word, lang='any').json()['id'])['id'] for word in ('have', 'had')]
    before = [sentences(server, id_, format='tsv').body for id_ in ids]
    server.process.kill()
    server.process.wait()
    # One that was under way, one of a corpus that has gone, and a file that is none.
    task = json.loads(read_file(os.path.join(folder, ids[0] + '.task')))
    for id_, change in (('a' * 32, {'state': 'running'}), ('b' * 32, {'state': 'waiting', 'corpus': 'gone'})):
        with open(os.path.join(folder, id_ + '.task'), 'w') as file:
            json.dump(dict(task, id=id_, **change), file)
    for name, text in (('c' * 32, '{'), ('d' * 32, json.dumps(task)), ('e' * 32, '{"id":7}')):
        with open(os.path.join(folder, name + '.task'), 'w') as file:
            file.write(text)
    os.system('chmod -R a+rwX ' + folder)
    with start(folder) as server:
        equal([sentences(server, id_, format='tsv').body for id_ in ids], before)
        equal(wait(server, 'a' * 32)['state'], 'done')
        equal(sentences(server, 'a' * 32, format='tsv').body, before[0])
        gone = wait(server, 'b' * 32)
        equal((gone['state'], gone['failure']), ('failed', 'its corpus is no longer there'))
        equal(sentences(server, 'b' * 32).status, 409)
        for name in 'cde':
            equal(server.get('/v1/task?id=' + name * 32).status, 404)
            is_in(name * 32 + '.task', [word.rstrip(':').split('/')[-1] for word in server.said().split()])


@test
def limits():
    """Tasks of a client, sentences and time of a task"""
    with start(state(), '--tasks-per-client=2', '--task-sentences=7', '--forwarded', '--public') as server:
        equal(add(server, words='have', number=8).status, 400)
        equal(wait(server, add(server, words='have', lang='any', number=7).json()['id'])['sentences'], 7)
        equal(wait(server, add(server, words='have', lang='any').json()['id'])['sentences'], 7)
        # Tasks are done one after another, so the third one of a burst finds two under way, sooner or later.
        for n in range(2000):
            answer = add(server, {'X-Forwarded-For': '192.0.2.7'}, words='a,the,in,of', lang='any', seed=1)
            if answer.status == 429:
                break
        equal(answer.status, 429)
        assert int(answer.fields['retry-after']) > 0 and 'under way' in answer.json()['detail'], answer.body
        equal(add(server, {'X-Forwarded-For': '192.0.2.8'}, words='a').status, 201)
        mine = server.get('/v1/tasks', {'X-Forwarded-For': '192.0.2.8'})
        check(document(), operation('/v1/tasks'), mine, 'tasks')
        equal(len(mine.json()['tasks']), 1)
        assert len(server.get('/v1/tasks', {'X-Forwarded-For': '192.0.2.7'}).json()['tasks']) <= 50
    with start(state(), '--task-time=0.001') as server:
        task = wait(server, add(server, words='a,the,in,of', lang='any', seed=1, number=10000).json()['id'])
        if task['state'] == 'failed':
            equal(task['failure'], 'takes longer than its limit of time')


@test
def wrong_requests():
    """Wrong options and ids; a server without corpora; openapi.json declares all of it"""
    with start(state()) as server:
        for values in ({}, {'words': ''}, {'words': ' , '}, {'words': 'a', 'number': 0}, {'words': 'a', 'number': 10001}, {'words': 'a', 'nonsense': 1},
                       {'words': 'a', 'lang': 'xx'}, {'words': 'a', 'pos': 'V'}, {'words': 'a', 'corpus': 'other'}, {'words': 'a' * 501},
                       {'words': ','.join('a' * 51)}, {'words': 'a', 'context': 6}, {'words': 'a', 'seed': -1}, {'words': ['a', 7, {}]}):
            answer = add(server, **values)
            equal(answer.status, 400, '%r %r' % (values, answer.body))
            is_in(answer.json()['code'], ('bad-value', 'unknown-option'), repr(values))
        equal(server.post('/v1/tasks', b'{', JSON).status, 400)
        equal(server.post('/v1/tasks?words=have', None, {}).status, 201)
        for path in ('/v1/task', '/v1/sentences', '/tasks'):
            for query in ('?id=x', '?id=' + 'a' * 32, '?id=../../etc/passwd'):
                answer = server.get(path + query)
                equal(answer.status, 404, path + query)
                check(document(), operation(path), answer, path + query)
        for path in ('/v1/corpora', '/v1/tasks', '/v1/task', '/v1/sentences'):
            answer = server.get(path + '?nonsense=1')
            check(document(), operation(path), answer, path)
            equal(answer.status, 400)
        corpora = server.get('/v1/corpora')
        check(document(), operation('/v1/corpora'), corpora, 'corpora')
        equal(corpora.json(), {'corpora': [{'name': 'boats', 'pages': 30, 'tags': False}]})
    with Server() as server:
        equal(server.get('/v1/corpora').json(), {'corpora': []})
        for path, method in (('/v1/tasks', 'get'), ('/v1/tasks', 'post'), ('/v1/task', 'get'), ('/v1/sentences', 'get'), ('/tasks', 'get')):
            answer = server.ask(method.upper(), path, b'{}' if method == 'post' else None, JSON if method == 'post' else None)
            equal(answer.status, 404, path)
            check(document(), operation(path, method), answer, path)
        assert b'/tasks' not in server.get('/').body


@test
def tags():
    """Lemmas of a part of speech, in a corpus that has them"""
    tagger = write_file('tagger.sh', """while IFS= read -r word; do
  case $word in
  '') echo ;;
  have | had) printf '%s\\tVB\\thave\\n' "$word" ;;
  *) printf '%s\\tNN\\t%s\\n' "$word" "$word" ;;
  esac
done
""")
    path = corpus('tagged', '--tagger=sh ' + tagger)
    with Server('--corpus=tagged=' + path, '--corpus=plain=' + corpus(), '--state=' + state()) as server:
        equal([one['tags'] for one in server.get('/v1/corpora').json()['corpora']], [True, False])
        id_ = wait(server, add(server, words='have', pos='V.*', lang='any', number=1000).json()['id'])['id']
        rows = json.loads(sentences(server, id_).body)
        equal({row['keyword'] for row in rows}, {'have', 'had'})
        equal({(row['tag'], row['lemma']) for row in rows}, {('VB', 'have')})
        equal(add(server, words='have', pos='V.*', corpus='plain').status, 400)
        equal(add(server, words='have', pos='(').status, 400)


@test
def page():
    """The page for people: a form, a task, its sentences; nothing of others is markup, and nothing is loaded"""
    with start(state()) as server:
        blank = server.get('/tasks')
        check(document(), operation('/tasks'), blank, 'the form')
        equal((blank.status, blank.type), (200, 'text/html'))
        assert "script" not in blank.fields['content-security-policy'] and "default-src 'none'" in blank.fields['content-security-policy']
        assert b'<script' not in blank.body and b'value="boats"' in blank.body
        assert b'href="/tasks"' in server.get('/').body
        answer = server.post('/tasks', b'corpus=boats&words=boat%2C+dog&number=250&lang=any', FORM)
        check(document(), operation('/tasks', 'post'), answer, 'the form')
        equal(answer.status, 303)
        place = answer.fields['location']
        wait(server, place.partition('=')[2])
        text = server.get(place).body.decode()
        for part in ('<b>boat</b>', '&amp; a dog in it.', 'format=tsv', 'sort=left', 'from=100', '250 sentences'):
            is_in(part, text)
        assert 'http-equiv="refresh"' not in text
        equal(text.count('<summary>'), 100)
        equal(server.get(place + '&sort=right&from=200').body.decode().count('<summary>'), 50)
        equal(server.get(place + '&sort=up').status, 400)
        is_in('href="%s"' % place, server.get('/tasks').body.decode())
        for words in ('<script>alert(1)</script>', '"><b>', "'"):
            wrong = server.post('/tasks', b'number=999999&words=' + quote(words).encode(), FORM)
            equal((wrong.status, wrong.type), (400, 'text/html'))
            assert words not in wrong.body.decode() or words == "'", wrong.body
            answer = server.post('/tasks', b'words=' + quote(words).encode(), FORM)
            assert words not in server.get(answer.fields['location']).body.decode() or words == "'"
        equal(server.ask('HEAD', '/tasks').status, 200)
        equal(server.post('/tasks', b'words=a', dict(FORM, **{'Sec-Fetch-Site': 'cross-site'})).status, 403)


@test
def folder_gone():
    """A folder of tasks that is gone is the server's fault, to programs and people, and in the log"""
    folder = state()
    with start(folder) as server:
        task = wait(server, add(server, words='boat', lang='any').json()['id'])
        shutil.rmtree(folder)
        for path, answer in (('/v1/tasks', add(server, words='dog')), ('/v1/sentences', sentences(server, task['id']))):
            equal((answer.status, answer.json()['code']), (500, 'folder'), path)
        for method, answer in (('post', server.post('/tasks', b'words=dog', FORM)), ('get', server.get('/tasks?id=' + task['id']))):
            check(document(), operation('/tasks', method), answer, method)
            equal((answer.status, answer.type), (500, 'text/html'), method)
        is_in('the task cannot be kept', server.said())
        equal(len(server.get('/v1/tasks').json()['tasks']), 1)


@test
def start_up():
    """Corpora that are none, and folders that cannot keep tasks, are named at the start"""
    for options, words in ((['--corpus=a=' + corpus()], '--state'), (['--corpus=a', '--state=' + WORK], 'NAME=INDEX'), (['--corpus=a=' + WORK, '--state=' + WORK], 'is no index'),
                           (['--corpus=a=' + corpus(), '--corpus=a=' + corpus(), '--state=' + WORK], 'two corpora'),
                           (['--corpus=a=' + corpus(), '--state=' + WORK + '/nothere'], 'cannot keep tasks')):
        status, _, messages = command(['serve', '--no-config', '--check-config'] + options)
        assert status in (1, 2) and words in messages, (options, status, messages)
