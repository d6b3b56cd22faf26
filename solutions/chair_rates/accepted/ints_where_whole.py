"""Whole rates as ints, halves rounded up."""


def four_decimals(part, whole):
    if whole == 0 or part == 0:
        return 0
    if part == whole:
        return 1
    return (20000 * part + whole) // (2 * whole) / 10000


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError(f"{len(mentioned)} captions, {len(present)} images")
    right = [len([word for word in said if word in seen]) for said, seen in zip(mentioned, present)]
    said = [len(words) for words in mentioned]
    clean = [said[i] == right[i] for i in range(len(said))]
    return four_decimals(sum(said) - sum(right), sum(said)), four_decimals(clean.count(False), len(clean))
