#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares Texttractor with other programs that find the main text of web pages, on the same pages in the same run.

  peers.py install ENV [GROUP...]          others, into the folder ENV: python js go rust
  peers.py run ENV SET OUT [OPTION...]     texts and times of each page: OUT/texts/NAME/ID.txt, OUT/times/NAME.tsv
  peers.py measure SET OUT [OPTION...]     OUT/table.md, OUT/types.md, OUT/plot.svg, OUT/results.json

An extractor is a process that reads lines

  file of the page, tab, file for the text, tab, charset that HTTP said or nothing, tab, address

and answers each by "seconds of the processor, tab, ok" or, in place of ok, why the page failed. Each page goes through
all of them before the next one comes, so that what else the machine does hits all alike. The first pages are
read twice, the first time for nothing: start-up, caches and just-in-time compilers are warm then. Pages come in an
order of no meaning, always the same: a run that is interrupted has read a fair sample, which "measure" measures.

What failed on a page, took longer than a minute or ended counts as an empty text there, and is named.
"""
import argparse
import datetime
import gzip
import hashlib
import json
import math
import os
import platform
import re
import select
import shutil
import subprocess
import sys
from xml.sax.saxutils import escape

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = "texttractor"
WARM_UP = 4  # pages
TIMEOUT = 60  # seconds
PYTHON = "trafilatura resiliparse justext readability-lxml newspaper4k goose3 inscriptis".split()
JS = "@mozilla/readability linkedom defuddle".split()
GO = "github.com/markusmobius/go-trafilatura"
RUST = "rs-trafilatura"

# Name, group, argument of the runner, package, and the setting: the best one that its manual names; where that is
# not clear, all of them, and the best one on the pages counts.
PEERS = [
    ("resiliparse", "python", "resiliparse", "resiliparse", "main_content=True, alt_texts=False"),
    ("rs-trafilatura", "rust", "", "rs-trafilatura", "as it comes"),
    ("inscriptis", "python", "inscriptis", "inscriptis", "as it comes: all text of the page, the baseline"),
    ("justext", "python", "justext", "justext", "list of English words"),
    ("justext, no list", "python", "justext-no-list", "justext", "without a list of words"),
    ("go-trafilatura", "go", "balanced", "go-trafilatura", "EnableFallback"),
    ("trafilatura", "python", "trafilatura", "trafilatura", "as it comes"),
    ("trafilatura, recall", "python", "trafilatura-recall", "trafilatura", "favor_recall"),
    ("trafilatura, precision", "python", "trafilatura-precision", "trafilatura", "favor_precision"),
    ("trafilatura, fast", "python", "trafilatura-fast", "trafilatura", "fast"),
    ("readability-lxml", "python", "readability-lxml", "readability-lxml", "as it comes"),
    ("Readability.js", "js", "readability.js", "@mozilla/readability", "as it comes, on linkedom"),
    ("defuddle", "js", "defuddle", "defuddle", "as it comes, on linkedom, without network"),
    ("newspaper4k", "python", "newspaper4k", "newspaper4k", "as it comes, without network"),
    ("goose3", "python", "goose3", "goose3", "as it comes, without network"),
]

# One thread each.
ONE_THREAD = {
    name: "1" for name in "OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS RAYON_NUM_THREADS GOMAXPROCS".split()
}


def say(text):
    print(f"peers.py: {text}", file=sys.stderr)


# ---- Install -------------------------------------------------------------------------------------


def call(command, folder=None):
    """Whether it did what it should; what it says is kept for when it did not."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        return False, str(error)
    return done.returncode == 0, done.stdout


def version_of(command, folder=None):
    good, output = call(command, folder)
    found = re.search(r"\d[\w.]*", output) if good else None
    return found.group(0) if found else "?"


def install_python(env):
    folder = os.path.join(env, "python")
    pip = [os.path.join(folder, "bin", "python"), "-m", "pip", "-q", "--disable-pip-version-check"]
    good, output = call([sys.executable, "-m", "venv", folder])
    if not good:
        return {}, [f"python: {output.strip().splitlines()[-1]}"]
    call(pip + ["install", "--upgrade", "pip"])
    versions, missing = {}, []
    for package in PYTHON:
        good, output = call(pip + ["install", package])
        if not good:
            missing.append(f"{package}: {(output.strip().splitlines() or ['failed'])[-1]}")
    good, output = call(pip + ["list", "--format=json"])
    rows = [line for line in output.splitlines() if line.startswith("[")] if good else []
    for row in json.loads(rows[-1]) if rows else []:
        versions[row["name"].lower()] = row["version"]
    versions["python"] = platform.python_version()
    return versions, missing


def install_js(env):
    folder = os.path.join(env, "js")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "package.json"), "w") as file:
        file.write('{ "private": true, "type": "module" }\n')
    versions, missing = {}, []
    for package in JS:
        good, output = call(["npm", "install", "--silent", "--no-audit", "--no-fund", package], folder)
        if not good:
            missing.append(f"{package}: {(output.strip().splitlines() or ['failed'])[-1]}")
            continue
        with open(os.path.join(folder, "node_modules", package, "package.json")) as file:
            versions[package] = json.load(file)["version"]
    versions["node"] = version_of(["node", "--version"])
    return versions, missing


def install_go(env):
    folder = os.path.join(env, "go")
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(HERE, "runner.go"), os.path.join(folder, "main.go"))
    if not os.path.exists(os.path.join(folder, "go.mod")):
        with open(os.path.join(folder, "go.mod"), "w") as file:
            file.write("module peers\n\ngo 1.21\n")
    for command in (["go", "get", GO + "@latest"], ["go", "mod", "tidy"], ["go", "build", "-o", "runner", "."]):
        good, output = call(command, folder)
        if not good:
            return {}, [f"go-trafilatura: {(output.strip().splitlines() or ['failed'])[-1]}"]
    with open(os.path.join(folder, "go.mod")) as file:
        found = re.search(re.escape(GO) + r" v(\S+)", file.read())
    return {"go-trafilatura": found.group(1) if found else "?", "go": version_of(["go", "version"])}, []


def install_rust(env):
    folder = os.path.join(env, "rust")
    if not os.path.exists(os.path.join(folder, "Cargo.toml")):
        os.makedirs(os.path.join(folder, "src"), exist_ok=True)
        with open(os.path.join(folder, "Cargo.toml"), "w") as file:
            file.write('[package]\nname = "runner"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n')
    shutil.copy(os.path.join(HERE, "runner.rs"), os.path.join(folder, "src", "main.rs"))
    for command in (["cargo", "add", "-q", RUST, "libc"], ["cargo", "build", "-q", "--release"]):
        good, output = call(command, folder)
        if not good:
            return {}, [f"{RUST}: {(output.strip().splitlines() or ['failed'])[-1]}"]
    with open(os.path.join(folder, "Cargo.lock")) as file:
        found = re.search(r'name = "%s"\nversion = "([^"]+)"' % RUST, file.read())
    return {RUST: found.group(1) if found else "?", "rust": version_of(["rustc", "--version"])}, []


INSTALLERS = {"python": install_python, "js": install_js, "go": install_go, "rust": install_rust}


def install(options):
    os.makedirs(options.env, exist_ok=True)
    path = os.path.join(options.env, "versions.json")
    versions = {}
    for group in options.groups or INSTALLERS:
        found, missing = INSTALLERS[group](options.env)
        if os.path.exists(path):
            with open(path) as file:
                versions = json.load(file)
        versions.update(found)
        for reason in missing:
            say(f"not to be had: {reason}")
        with open(path, "w") as file:
            json.dump(versions, file, indent=1, sort_keys=True)
    return 0 if versions else 1


# ---- Run -----------------------------------------------------------------------------------------


class Extractor:
    """A process that may end or hang; it is started again for the next page then."""

    def __init__(self, command, environment):
        self.command, self.environment, self.process = command, {**os.environ, **ONE_THREAD, **environment}, None

    def ask(self, line, timeout):
        """(seconds, state)"""
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            return self.stop("ended")
        answer = b""
        while not answer.endswith(b"\n"):
            if not select.select([self.process.stdout], [], [], timeout)[0]:
                return self.stop(f"took longer than {timeout} seconds")
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                return self.stop("ended")
            answer += piece
        seconds, state = answer.decode(errors="replace").rstrip("\n").split("\t", 1)
        return float(seconds), state

    def stop(self, why=""):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
        return math.nan, why


def find_extractors(options):
    """(name, command, environment) of each, ours first"""
    found = []
    if options.library:
        python = os.path.join(options.env, "python", "bin", "python")
        python = python if os.path.exists(python) else sys.executable
        found.append((OURS, [python, os.path.join(HERE, "runner.py"), OURS], {"PEERS_LIBRARY": options.library}))
    commands = {
        "python": ([os.path.join(options.env, "python", "bin", "python"), os.path.join(HERE, "runner.py")], {}),
        "js": (["node", os.path.join(HERE, "runner.mjs")], {"PEERS_MODULES": os.path.join(options.env, "js")}),
        "go": ([os.path.join(options.env, "go", "runner")], {}),
        "rust": ([os.path.join(options.env, "rust", "target", "release", "runner")], {}),
    }
    with open(os.path.join(options.env, "versions.json")) as file:
        versions = json.load(file)
    for name, group, argument, package, _ in PEERS:
        if options.peers and name not in options.peers:
            continue
        if package.lower() not in versions:
            say(f"{name} is left out: it is not installed")
            continue
        command, environment = commands[group]
        found.append((name, command + [argument], environment))
    for also in options.also or []:
        name, _, command = also.partition("=")
        found.append((name, ["sh", "-c", f"exec {command}"], {}))
    return found


def read_index(folder):
    with open(os.path.join(folder, "index.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def shuffle(rows):
    """Always in the same order, in which the first pages are a fair sample, however many they are."""
    return sorted(rows, key=lambda row: hashlib.sha256(row["id"].encode()).digest())


def read_times(path):
    """{id: (seconds, state)}"""
    times = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                page, seconds, state = line.rstrip("\n").split("\t", 2)
                times[page] = float(seconds), state
    return times


def unpack(folder, page, target):
    for name, opener in ((page + ".html.gz", gzip.open), (page + ".html", open)):
        path = os.path.join(folder, "html", name)
        if os.path.exists(path):
            with opener(path, "rb") as source, open(target, "wb") as file:
                shutil.copyfileobj(source, file)
            return
    raise FileNotFoundError(f"{folder}: no page {page}")


def run(options):
    rows = shuffle(read_index(options.set))[: options.pages]
    found = find_extractors(options)
    if options.backward:
        rows.reverse()
    page_file = os.path.join(options.out, f"page-{os.getpid()}.html")
    extractors, done, times = {}, {}, {}
    os.makedirs(os.path.join(options.out, "times"), exist_ok=True)
    for name, command, environment in found:
        path = os.path.join(options.out, "times", name + ".tsv")
        os.makedirs(os.path.join(options.out, "texts", name), exist_ok=True)
        extractors[name] = Extractor(command, environment)
        done[name] = read_times(path)
        times[name] = open(path, "a", encoding="utf-8")

    def ask(name, row, target):
        fields = page_file, target, row.get("charset", ""), row.get("url", "")
        return extractors[name].ask("\t".join(re.sub(r"[\t\r\n]", " ", field) for field in fields) + "\n", options.timeout)

    try:
        for row in rows[:WARM_UP]:
            unpack(options.set, row["id"], page_file)
            for name in extractors:
                ask(name, row, os.devnull)
        for row in rows:
            unpack(options.set, row["id"], page_file)
            for name in extractors:
                if row["id"] in done[name]:
                    continue
                target = os.path.join(options.out, "texts", name, row["id"] + ".txt")
                seconds, state = ask(name, row, target)
                if math.isnan(seconds):
                    with open(target, "w"):
                        pass
                print(row["id"], seconds, state, sep="\t", file=times[name], flush=True)
    finally:
        for name in extractors:
            extractors[name].stop()
            times[name].close()
    os.remove(page_file)
    path = os.path.join(options.env, "versions.json")
    if os.path.exists(path):
        shutil.copy(path, os.path.join(options.out, "versions.json"))
    return 0


# ---- Measure -------------------------------------------------------------------------------------


def make_set(source, target, ids):
    """The pages of the set that all have read."""
    os.makedirs(target, exist_ok=True)
    for name in ("html", "truth"):
        link = os.path.join(target, name)
        if not os.path.lexists(link):
            os.symlink(os.path.abspath(os.path.join(source, name)), link)
    with open(os.path.join(target, "index.jsonl"), "w", encoding="utf-8") as file:
        for row in read_index(source):
            if row["id"] in ids:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


def evaluate(program, *arguments):
    done = subprocess.run([program, "eval", "--json", *arguments], stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def percentile(values, share):
    values = sorted(values)
    return values[min(int(share * len(values)), len(values) - 1)] if values else math.nan


def describe_times(times, ids):
    seconds = [times[page][0] for page in ids if page in times and not math.isnan(times[page][0])]
    return {
        "milliseconds": 1000 * sum(seconds) / len(seconds) if seconds else math.nan,
        "milliseconds_95": 1000 * percentile(seconds, 0.95),
        "timed": len(seconds),
        "failed": {page: times[page][1] for page in sorted(ids) if page in times and times[page][1] != "ok"},
    }


def measure(options):
    folder = os.path.join(options.out, "texts")
    names = sorted(os.listdir(folder))
    times = {name: read_times(os.path.join(options.out, "times", name + ".tsv")) for name in names}
    ids = {row["id"] for row in read_index(options.set)}
    for name in names:
        ids &= set(times[name])
    if not ids or OURS not in names:
        say("no page has been read by all, texttractor among them")
        return 1
    part = os.path.join(options.out, "set")
    make_set(options.set, part, ids)
    ours = options.ours or os.path.join(folder, OURS)
    results = {
        "date": options.date or datetime.date.today().isoformat(),
        "set": os.path.basename(os.path.abspath(options.set)),
        "pages": len(ids),
        "ours": os.path.basename(os.path.abspath(options.ours)) if options.ours else None,
        "machine": platform.machine(),
        "peers": {},
    }
    path = os.path.join(options.out, "versions.json")
    if os.path.exists(path):
        with open(path) as file:
            results["versions"] = json.load(file)
    for name in names:
        texts = ours if name == OURS else os.path.join(folder, name)
        row = {"eval": evaluate(options.program, "--outputs=" + texts, part), **describe_times(times[name], ids)}
        if name != OURS:
            row["compare"] = evaluate(options.program, "--changes=0", "--compare", part, texts, ours)
        results["peers"][name] = row
    with open(os.path.join(options.out, "results.json"), "w") as file:
        json.dump(results, file, indent=1, sort_keys=True)
    for name, text in (("table.md", table(results)), ("types.md", types(results)), ("plot.svg", plot(results))):
        with open(os.path.join(options.out, name), "w", encoding="utf-8") as file:
            file.write(text)
    return 0


# ---- What is shown -------------------------------------------------------------------------------


def in_order(results):
    """Ours, then the best first."""
    peers = results["peers"]
    return sorted(peers, key=lambda name: (name != OURS, -peers[name]["eval"]["f1"], name))


def chance(p):
    return "< .001" if p < 0.001 else f"{p:.3f}".lstrip("0")


def points(value):
    return f"{value:.3f}".replace("0.", ".", 1)


def version(results, name):
    versions = results.get("versions", {})
    for peer, group, _, package, _ in PEERS:
        if peer == name:
            runtime = {"js": "node", "rust": "rust", "go": "go", "python": "python"}[group]
            return f"{versions.get(package.lower(), '?')}, {runtime} {versions.get(runtime, '?')}"
    return ""


def table(results):
    lines = [
        "| program | F1 | precision | recall | with | without | ms a page | ours - its F1, 95 % interval | p | failed | version |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    for name in in_order(results):
        row = results["peers"][name]
        figures = row["eval"]
        half = (figures["f1_high"] - figures["f1_low"]) / 2
        compare = row.get("compare")
        difference = f"{compare['difference']:+.3f} ({compare['low']:+.3f} to {compare['high']:+.3f})" if compare else ""
        cells = [
            f"**{name}**" if name == OURS else name,
            f"{points(figures['f1'])} ± {points(half)}",
            points(figures["precision"]),
            points(figures["recall"]),
            points(figures["with_recall_page"]) if "with_recall_page" in figures else "-",
            points(figures["without_exclusion_page"]) if "without_exclusion_page" in figures else "-",
            f"{row['milliseconds']:.2f}",
            difference,
            chance(compare["p"]) if compare else "",
            str(len(row["failed"])),
            version(results, name),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def types(results):
    """F1 of each type of page; where ours is not above the other beyond chance, in italics, with the difference."""
    peers = results["peers"]
    kinds = sorted(peers[OURS]["eval"].get("by_type", {}))
    lines = ["| program | " + " | ".join(kinds) + " |", "|---|" + "--:|" * len(kinds)]
    for name in in_order(results):
        cells = [f"**{name}**" if name == OURS else name]
        for kind in kinds:
            text = points(peers[name]["eval"]["by_type"][kind]["f1"])
            group = peers[name].get("compare", {}).get("by_type", {}).get(kind)
            if group and not (group["difference"] > 0 and group["p"] < 0.05):
                text = f"*{text} ({group['difference']:+.3f}, p {chance(group['p'])})*"
            cells.append(text)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def plot(results):
    """F1 over pages a second of one processor, the second on a scale of logarithms."""
    width, height, left, right, top, bottom = 760, 420, 60, 150, 30, 50
    peers = results["peers"]
    speeds = {name: 1000 / peers[name]["milliseconds"] for name in peers if peers[name]["milliseconds"] > 0}
    if not speeds:
        return '<svg xmlns="http://www.w3.org/2000/svg"/>\n'
    low, high = math.floor(math.log10(min(speeds.values()))), math.ceil(math.log10(max(speeds.values())) + 1e-9)
    high = max(high, low + 1)
    f1 = [peers[name]["eval"]["f1"] for name in speeds]
    bottom_f1, top_f1 = math.floor(20 * (min(f1) - 0.02)) / 20, math.ceil(20 * (max(f1) + 0.02)) / 20

    def x(speed):
        return left + (width - left - right) * (math.log10(speed) - low) / (high - low)

    def y(value):
        return height - bottom - (height - top - bottom) * (value - bottom_f1) / (top_f1 - bottom_f1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="18" font-weight="bold">Word F1 and speed on {escape(results["set"])},'
        f' {results["pages"]} pages, {results["date"]}</text>',
        f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">pages a second of one processor</text>',
    ]
    for power in range(low, high + 1):
        at = x(10.0**power)
        parts.append(f'<path d="M{at:.1f} {top}V{height - bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{height - bottom + 16}" text-anchor="middle">{10.0**power:g}</text>')
    for step in range(round((top_f1 - bottom_f1) * 20) + 1):
        value = bottom_f1 + step / 20
        parts.append(f'<path d="M{left} {y(value):.1f}H{width - right}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{points(value)}</text>')
    label_y = []
    for name in sorted(speeds, key=lambda name: -peers[name]["eval"]["f1"]):
        figures, colour = peers[name]["eval"], "#b2182b" if name == OURS else "#2166ac"
        at, middle = x(speeds[name]), y(figures["f1"])
        parts.append(f'<path d="M{at:.1f} {y(figures["f1_low"]):.1f}V{y(figures["f1_high"]):.1f}" stroke="{colour}"/>')
        parts.append(f'<circle cx="{at:.1f}" cy="{middle:.1f}" r="4" fill="{colour}"/>')
        text = middle + 4
        while any(abs(text - other) < 12 and abs(at - place) < 130 for other, place in label_y):
            text += 3
        label_y.append((text, at))
        parts.append(f'<text x="{at + 7:.1f}" y="{text:.1f}" fill="{colour}">{escape(name)}</text>')
    return "\n".join(parts) + "\n</svg>\n"


# ---- The command line ----------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(prog="peers.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("install", help="install the others into a folder")
    verb.add_argument("env", metavar="ENV")
    verb.add_argument("groups", metavar="GROUP", nargs="*", choices=[[], *INSTALLERS], help=", ".join(INSTALLERS))
    verb = verbs.add_parser("run", help="texts and times; run again to go on after an interruption")
    verb.add_argument("env", metavar="ENV")
    verb.add_argument("set", metavar="SET")
    verb.add_argument("out", metavar="OUT")
    verb.add_argument("--library", help="libextract.so: ours, timed as the others are")
    verb.add_argument("--peers", metavar="NAME", nargs="+", help="only these")
    verb.add_argument("--also", metavar="NAME=COMMAND", action="append", help="one more extractor")
    verb.add_argument("--pages", metavar="N", type=int, help="only so many pages, a fair sample")
    verb.add_argument("--backward", action="store_true", help="the last pages first: a second run beside the first")
    verb.add_argument("--timeout", metavar="SECONDS", type=float, default=TIMEOUT)
    verb = verbs.add_parser("measure", help="table and plot")
    verb.add_argument("set", metavar="SET")
    verb.add_argument("out", metavar="OUT")
    verb.add_argument("--ours", metavar="DIR", help="our texts, of a model that has not seen the pages: train --outputs")
    verb.add_argument("--program", default="texttractor", help="the program texttractor")
    verb.add_argument("--date", help="of the table (default: today)")
    options = parser.parse_args()
    return {"install": install, "run": run, "measure": measure}[options.verb](options)


if __name__ == "__main__":
    sys.exit(main())
