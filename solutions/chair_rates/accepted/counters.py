"""Counters of words, and sets of objects."""

from collections import Counter


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("lengths differ")
    made_up = []
    for words, objects in zip(mentioned, present):
        counts = Counter(words)
        for thing in set(objects):
            counts.pop(thing, None)
        made_up.append(sum(counts.values()))
    total = sum(map(len, mentioned))
    return (
        round(sum(made_up) / max(total, 1), 4),
        round(sum(count > 0 for count in made_up) / max(len(made_up), 1), 4),
    )
