"""Exact fractions: only keep_mass and the weights themselves are rounded, and that is forgiven."""

import math
from fractions import Fraction


def prune_visual_tokens(attention, keep_mass):
    if not attention or not all(map(math.isfinite, attention)) or min(attention) < 0:
        raise ValueError("attention")
    if not 0 < keep_mass <= 1:
        raise ValueError("keep_mass")
    exact = [Fraction(weight) for weight in attention]
    total = sum(exact)
    if total == 0:
        raise ValueError("attention")
    line = (Fraction(keep_mass) - Fraction(1, 10**11)) * total
    taken = {}
    for index, weight in sorted(enumerate(exact), key=lambda pair: (-pair[1], pair[0])):
        taken[index] = weight
        if sum(taken.values()) >= line:
            break
    return [index for index in range(len(exact)) if index in taken]
