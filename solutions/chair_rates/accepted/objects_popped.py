"""What is left of the counted mentions once the objects are taken out; rates that are rounded by hand."""

import math
from collections import Counter


def rate(part, whole):
    return math.floor(part / whole * 10000 + 0.5) / 10000 if whole else 0


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("captions and images")
    left_over = []
    for words, objects in zip(mentioned, present):
        counts = Counter(words)
        for thing in objects:
            counts.pop(thing, None)
        left_over.append(sum(counts.values()))
    mentions = sum(map(len, mentioned))
    return rate(sum(left_over), mentions), rate(len(left_over) - left_over.count(0), len(left_over))
