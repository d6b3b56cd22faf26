"""The call sorts the caller's list. Which of your operations works on a list that is not your
own?"""

import math


def prune_visual_tokens(attention, keep_mass):
    if len(attention) == 0:
        raise ValueError("attention is empty")
    for a in attention:
        if not math.isfinite(a) or a < 0:
            raise ValueError("a weight is negative or not finite")
    total = sum(attention)
    if total == 0:
        raise ValueError("the total is 0")
    if keep_mass <= 0 or keep_mass > 1:
        raise ValueError("keep_mass is outside (0, 1]")
    pairs = [(a, -i) for i, a in enumerate(attention)]
    attention.sort(reverse=True)
    pairs.sort(reverse=True)
    kept = []
    mass = 0.0
    for a, i in pairs:
        kept.append(-i)
        mass += a
        if mass / total >= keep_mass - 1e-9:
            break
    return sorted(kept)
