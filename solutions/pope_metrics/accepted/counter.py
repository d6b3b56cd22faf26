"""A Counter of pairs, and exact fractions."""

from collections import Counter
from fractions import Fraction

WORDS = {"yes": 1, "no": 0}


class AnotherWord(ValueError):
    """Neither yes nor no."""


def number(text):
    try:
        return WORDS[text.lower()]
    except KeyError:
        raise AnotherWord(text) from None


def without_stop(text):
    text = text.strip()
    return text[: len(text) - text.endswith(".")]


def over(a, b):
    return Fraction(a, b) if b else Fraction(0)


def pope_metrics(answers, labels):
    box = Counter((number(without_stop(a)), number(b)) for a, b in zip(answers, labels, strict=True))
    total = sum(box.values())
    if total == 0:
        raise ValueError("no questions")
    p = over(box[1, 1], box[1, 1] + box[1, 0])
    r = over(box[1, 1], box[1, 1] + box[0, 1])
    f = over(2 * p * r, p + r)
    a = over(box[1, 1] + box[0, 0], total)
    y = over(box[1, 0] + box[1, 1], total)
    keys = "accuracy precision recall f1 yes_ratio".split()
    return dict(zip(keys, (float(round(value, 4)) for value in (a, p, r, f, y))))
