#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How well texttractor dedup finds duplicates that are known: makes copies of texts with a part of their words
changed, and paragraphs that many texts share; prints recall by what was changed and by true similarity, and precision.

  duplicates.py TEXTTRACTOR SHARD.jsonl     SHARD: what `texttractor -f jsonl` printed
"""
import collections, json, os, random, re, subprocess, sys, tempfile

random.seed(7)
N = 5


def words(text):
    return re.findall(r"[^\W_]+", text.lower())


def runs(all_words):
    return {tuple(all_words[i:i + N]) for i in range(max(1, len(all_words) - N + 1))} if all_words else set()


def jaccard(a, b):
    return len(a & b) / len(a | b) if a | b else 0


def document(name, paragraphs):
    return {"version": 1, "source": name, "blocks": [{"text": text, "tag": "p", "label": "good"} for text in paragraphs]}


def change(paragraphs, part, vocabulary):
    return [" ".join(random.choice(vocabulary) if random.random() < part else word for word in text.split())
            for text in paragraphs]


def run(program, documents, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shard.jsonl")
        with open(path, "w") as file:
            for one in documents:
                file.write(json.dumps(one) + "\n")
        out = subprocess.run([program, "dedup", "-q", *options, path], check=True, capture_output=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def main():
    program, shard = sys.argv[1:]
    texts = {}
    for line in open(shard):
        page = json.loads(line)
        paragraphs = [block["text"] for block in page["blocks"]]
        if len(words(" ".join(paragraphs))) >= 50:
            texts[page["source"]] = paragraphs
    vocabulary = [word for text in texts.values() for part in text for word in part.split()]
    originals = [document(name, text) for name, text in texts.items()]
    kept = {one["source"] for one in run(program, originals, "--find=near")}
    print(f"{len(texts)} texts; {len(texts) - len(kept)} of them dropped before anything was added")

    # False drops: the true similarity of each dropped text to the kept ones that share a run with it.
    sets = {name: runs(words(" ".join(text))) for name, text in texts.items()}
    by_run = collections.defaultdict(set)
    for name in kept:
        for one in sets[name]:
            by_run[one].add(name)
    wrong = 0
    for name in set(texts) - kept:
        near = {other for one in sets[name] for other in by_run[one]}
        best = max((jaccard(sets[name], sets[other]) for other in near), default=0)
        wrong += best < 0.4
    print(f"of these, {wrong} have no kept text with a similarity of 0.4 or more")

    print("\nDocuments: changed  copies  dropped  mean true similarity")
    bins = collections.defaultdict(lambda: [0, 0])
    for part in (0, 0.01, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.5):
        copies = [document("copy " + name, change(texts[name], part, vocabulary)) for name in sorted(kept)]
        stays = {one["source"] for one in run(program, originals + copies, "--find=near")}
        total = 0.0
        for one in copies:
            true = jaccard(sets[one["source"][5:]], runs(words(" ".join(b["text"] for b in one["blocks"]))))
            dropped = one["source"] not in stays
            total += true
            bins[min(9, int(true * 10))][0] += 1
            bins[min(9, int(true * 10))][1] += dropped
        n_dropped = sum(one["source"] not in stays for one in copies)
        print(f"            {part:7.0%}  {len(copies):6}  {n_dropped / len(copies):7.1%}  {total / len(copies):.2f}")
    print("\nDocuments: true similarity  pairs  dropped")
    for low in sorted(bins):
        n, dropped = bins[low]
        print(f"            {low / 10:.1f} to {low / 10 + 0.1:.1f}       {n:6}  {dropped / n:7.1%}")

    # Each text gets paragraphs that many share, and one of its own with some words changed.
    print("\nParagraphs: kind               added  dropped")
    boilerplate = [" ".join(random.choices(vocabulary, k=30)) for _ in range(20)]
    counts = collections.OrderedDict()
    documents = []
    seen = set()
    for name in sorted(kept):
        extra = []
        for text in random.sample(boilerplate, 3):
            kind = "repeated" if text in seen else "the first time"
            extra.append((kind, text))
            seen.add(text)
        long = [text for text in texts[name] if len(words(text)) >= 20]
        if long:
            for part in (0, 0.05, 0.2, 0.5):
                extra.append((f"{part:.0%} of words changed", change([random.choice(long)], part, vocabulary)[0]))
        one = document(name, texts[name] + [text for _, text in extra])
        for block, (kind, _) in zip(one["blocks"][len(texts[name]):], extra):
            block["kind"] = kind
            counts.setdefault(kind, [0, 0])[0] += 1
        documents.append(one)
    # The same texts without what was added: what goes there is no mistake of the added ones.
    plain = run(program, [document(name, texts[name]) for name in sorted(kept)], "--find=paragraphs")
    after = run(program, documents, "--find=paragraphs")
    for one in after:
        for block in one["blocks"]:
            if "kind" in block:
                counts[block["kind"]][1] += 1
    for kind, (n, stayed) in counts.items():
        print(f"            {kind:22} {n:6}  {1 - stayed / n:7.1%}")
    n_before = sum(len(texts[name]) for name in kept)
    n_plain = sum(len(one["blocks"]) for one in plain)
    n_after = sum("kind" not in block for one in after for block in one["blocks"])
    print(f"            own                    {n_before:6}  {1 - n_after / n_before:7.1%}"
          f" ({1 - n_plain / n_before:.1%} without what was added)")


main()
