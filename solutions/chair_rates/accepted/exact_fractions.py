"""Exact fractions until the end, in a named tuple."""

from fractions import Fraction
from typing import NamedTuple


class Rates(NamedTuple):
    chair_i: float
    chair_s: float


def rate(part, whole):
    return float(round(Fraction(part, whole), 4)) if whole else 0.0


def chair_rates(mentioned, present):
    flags = [
        [word not in objects for word in words] for words, objects in zip(mentioned, present, strict=True)
    ]
    flat = [flag for row in flags for flag in row]
    return Rates(chair_i=rate(sum(flat), len(flat)), chair_s=rate(sum(map(any, flags)), len(flags)))
