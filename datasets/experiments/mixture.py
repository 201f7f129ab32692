#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether two models together, or a threshold for each type of page, find more than one model.

  mixture.py SET ONE.scores OTHER.scores      the files of texttractor train --scores, of the same pages and folds

Weight and thresholds for the pages of a fold are those that are best on the other folds. F1 is estimated from the words of
a block and the share of them that is main text; what of the reference is in no block counts as missed. Differences are
paired by page, with a bootstrap interval of 95 % and the chance of a permutation test.
"""
import collections
import csv
import json
import os
import random
import re
import sys

GRID = [x / 50 for x in range(3, 40)]
WEIGHTS = [0, 0.1, 0.2, 0.3, 0.4, 0.5]  # of the other model

Block = collections.namedtuple("Block", "fold words share score")


def read_scores(path):
    pages = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            pages[row["id"]].append(Block(int(row["fold"]), float(row["words"]), float(row["share"]), float(row["score"])))
    return pages


def count_words(text):
    return len(re.findall(r"\w+", text.lower()))


def measure(blocks, scores, threshold, n_reference):
    words = sum(block.words for block, score in zip(blocks, scores) if score >= threshold)
    good = sum(block.words * block.share for block, score in zip(blocks, scores) if score >= threshold)
    if n_reference == 0:
        return float(words == 0)
    if good == 0:
        return 0.0
    precision, recall = good / words, min(1, good / n_reference)
    return 2 * precision * recall / (precision + recall)


def mean(values):
    values = list(values)
    return sum(values) / len(values)


class Pages:
    def __init__(self, folder, one, other):
        with open(os.path.join(folder, "index.jsonl"), encoding="utf-8") as file:
            rows = {row["id"]: row for row in map(json.loads, file)}
        self.one, self.other = one, other
        self.ids = sorted(set(one) & set(other) & set(rows))
        for page in self.ids:
            if [block[:3] for block in one[page]] != [block[:3] for block in other[page]]:
                sys.exit(f"mixture.py: {page}: the two files have other blocks or folds")
        self.fold = {page: one[page][0].fold for page in self.ids}
        self.type = {page: rows[page].get("type") for page in self.ids}
        self.n_reference = {}
        for page in self.ids:
            with open(os.path.join(folder, "truth", page + ".txt"), encoding="utf-8") as file:
                self.n_reference[page] = count_words(file.read())

    def measure_all(self, weight):
        """{page: F1 at each threshold}"""
        table = {}
        for page in self.ids:
            scores = [(1 - weight) * a.score + weight * b.score for a, b in zip(self.one[page], self.other[page])]
            table[page] = [measure(self.one[page], scores, threshold, self.n_reference[page]) for threshold in GRID]
        return table

    def choose(self, tables, group=lambda page: None):
        """{page: F1}: with the table and threshold that are best on the pages of the group in other folds"""
        chosen = {}
        for name in sorted({str(group(page)) for page in self.ids}):
            members = {page for page in self.ids if str(group(page)) == name}
            for fold in sorted(set(self.fold.values())):
                others = [page for page in self.ids if self.fold[page] != fold]
                known = [page for page in others if page in members] or others
                table, k = max(
                    ((table, k) for table in tables for k in range(len(GRID))),
                    key=lambda way: sum(way[0][page][way[1]] for page in known),
                )
                chosen.update({page: table[page][k] for page in members if self.fold[page] == fold})
        return chosen


def compare(name, before, after):
    differences = [after[page] - before[page] for page in before]
    chance = random.Random(1)
    samples = sorted(mean(chance.choices(differences, k=len(differences))) for _ in range(1000))
    observed = abs(sum(differences))
    n = sum(abs(sum(d if chance.random() < 0.5 else -d for d in differences)) >= observed for _ in range(2000))
    print(f"{name}\t{mean(after.values()):.4f}\t{mean(differences):+.4f} ({samples[25]:+.4f} to {samples[974]:+.4f})\t{(n + 1) / 2001:.3f}")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    pages = Pages(sys.argv[1], read_scores(sys.argv[2]), read_scores(sys.argv[3]))
    tables = [pages.measure_all(weight) for weight in WEIGHTS]
    one = pages.choose(tables[:1])
    print("what\tF1\tagainst the first\tp")
    print(f"the first of the two\t{mean(one.values()):.4f}\t\t")
    compare("the other", one, pages.choose([pages.measure_all(1)]))
    compare("both, weights by the other folds", one, pages.choose(tables))
    compare("the first, a threshold for each type", one, pages.choose(tables[:1], lambda page: pages.type[page]))


if __name__ == "__main__":
    main()
