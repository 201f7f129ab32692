# SPDX-License-Identifier: MIT
"""A long task over the engine and the sites of cli/engine.py, killed every few seconds and resumed, until its bait words
are used up. Then what it found is compared with what there is: no sentence is lost, none repeated; and the log of the
servers says whether delays were kept, and each link visited once. Prints TAP. In the folder at hand, which is empty."""
import argparse, collections, json, os, random, re, signal, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
SERVER = os.path.join(HERE, 'cli/engine.py')
parser = argparse.ArgumentParser()
parser.add_argument('--size', type=int, default=250, help='pages that there are')
parser.add_argument('--words', type=int, default=5, help='bait words')
parser.add_argument('--every', type=float, default=0.9, help='seconds between two kills, on average')
parser.add_argument('--kills', type=int, default=12, help='at most')
parser.add_argument('--delay', type=float, default=0.05)
parser.add_argument('--engine-delay', type=float, default=0.2)
parser.add_argument('--program', default=os.environ['TEXTTRACTOR'], help='also with a program before it')
parser.add_argument('--keep', action='store_true')
options = parser.parse_args()
random.seed(7)
SLACK = 0.3  # seconds: a request may be read when who sent it is gone
n_checks = n_failed = 0


def check(name, good, *why):
    global n_checks, n_failed
    n_checks += 1
    n_failed += not good
    print(('ok' if good else 'not ok') + ' %d - %s' % (n_checks, name), flush=True)
    for line in why if not good else ():
        print('# %s' % (line,), flush=True)


words = ['bait%d' % i for i in range(options.words)]
with open('baits', 'w') as out:
    out.write('\n'.join(words) + '\n')
expected = subprocess.run([sys.executable, SERVER, '--expect', str(options.size)] + words, capture_output=True,
                          text=True, check=True).stdout.splitlines()
server = subprocess.Popen([sys.executable, '-u', SERVER, 'log', str(options.size)], stdout=subprocess.PIPE, text=True)
ports = [int(port) for port in server.stdout.readline().split()]
with open('engines', 'w') as out:
    out.write('[own]\naddress = http://127.0.0.1:%d/search?q={query}&p={page}\nlinks = json: results.url\n'
              'results = 20\npages = 5\ndelay = %g\n' % (ports[0], options.engine_delay))
command = options.program.split() + [
    'concordance', 'have', '-n', '1000000', '--engine=own', '--engines=engines', '--bait=words', '--bait-file=baits',
    '--delay=%g' % options.delay, '--max-bytes=500K', '--lang=en', '-o', 'out.jsonl', '--resume', '--summary']



def is_written():
    """Whether all is in the journal, or has its name already."""
    try:
        with open('out.jsonl.journal', 'rb') as lines:
            return lines.read().endswith(b'\ndone\n')
    except FileNotFoundError:
        return os.path.exists('out.jsonl')


kills = []
runs = 0
descriptors = memory = 0
begun = time.time()
while True:
    runs += 1
    with open('messages', 'w') as messages:
        task = subprocess.Popen(command, stderr=messages, stdin=subprocess.DEVNULL)
    end = time.time() + (random.uniform(0.3, 1.7) * options.every if len(kills) < options.kills else 1e9)
    while task.poll() is None and time.time() < end:
        time.sleep(0.02)
        try:
            descriptors = max(descriptors, len(os.listdir('/proc/%d/fd' % task.pid)))
            found = re.search(r'VmRSS:\s*(\d+)', open('/proc/%d/status' % task.pid).read())
            memory = max(memory, int(found.group(1)) if found else 0)
        except (OSError, AttributeError):
            pass
    if task.poll() is not None:
        break
    # Who has written all needs no kill: the same command begins anew then, and does all of it again.
    task.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, task.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    if is_written():
        task.send_signal(signal.SIGCONT)
        task.wait()
        break
    task.send_signal(signal.SIGKILL)
    task.wait()
    kills.append(time.time())
seconds = time.time() - begun
server.kill()
said = open('messages').read()
print('# %d runs, %d kills, %.0f s; at most %d open files, %d KB; %d KB of engine log' %
      (runs, len(kills), seconds, descriptors, memory, os.path.getsize('log') // 1024))
print('# ' + said.strip().replace('\n', '\n# '))
check('the task ends', task.returncode == 0, task.returncode)
check('it was killed', len(kills) >= 2, kills)

found = []
if os.path.exists('out.jsonl'):
    with open('out.jsonl') as lines:
        found = [json.loads(line) for line in lines]
texts = [item['concordance'] for item in found]
check('%d sentences, none of them twice' % len(texts), len(texts) == len(set(texts)),
      *[text for text, n in collections.Counter(texts).items() if n > 1][:5])
missing = sorted(set(expected) - set(texts))
check('none of %d is lost' % len(expected), not missing, len(missing), *missing[:5])
own = [text for text in texts if text not in set(expected)]
check('nothing else is found', not own, len(own), *own[:5])
check('they are numbered', [item['id'] for item in found] == list(range(1, len(found) + 1)))
counted = re.search(r'sentences (\d+)', said)
check('the summary counts them', counted and int(counted.group(1)) == len(texts), said)

# The log: begun, answered, port, path.
requests = []
for line in open('log'):
    first, last, port, path = line.split(' ', 3)
    requests.append((float(first), float(last), int(port), path.strip()))
requests.sort()
early = []
by_port = collections.defaultdict(list)
for request in requests:
    by_port[request[2]].append(request)
for port, those in by_port.items():
    those = [request for request in those if request[3] != '/robots.txt']  # a page may follow at once
    delay = options.delay if port else options.engine_delay
    for (begin, end, _, path), (after, _, _, next_path) in zip(those, those[1:]):
        # Who is killed waits no longer; the server may answer later all the same.
        cut = [kill for kill in kills if begin - SLACK <= kill <= end + 0.001]
        gap = after - (cut[0] if cut else end)
        if gap < delay - 0.01:
            early.append('%s, %.3f s later %s of port %d' % (path, gap, next_path, port))
check('delays are kept: %d requests' % len(requests), not early, len(early), *early[:5])

again = excused = 0
visits = collections.defaultdict(list)
for begin, end, port, path in requests:
    if path != '/robots.txt':
        visits[port, path].append(begin)
sys.argv = ['engine.py', '--expect', '0']
wrong = []
for (port, path), times in visits.items():
    name = re.match(r'/p/(\d+)\.', path)
    number = int(name.group(1)) if name else -1
    # A link that leads here by a redirect is another link; one that is told to wait comes back.
    allowed = 1 + (number % 100 in (14, 93))
    for before, after in zip(times, times[1:]):
        if any(before - SLACK <= kill <= after for kill in kills):
            excused += 1
        else:
            again += 1
            allowed -= 1
    if allowed < 1:
        wrong.append('%s at %s' % (path, times))
check('each link is visited once, or was under way at a kill: %d of %d were' % (excused, len(visits)), not wrong,
      *wrong[:5])
check('of these, no more than may be under way', excused <= 17 * len(kills), excused)
if options.keep:
    print('# kills: %s' % kills)
print('1..%d' % n_checks)
sys.exit(n_failed > 0)
