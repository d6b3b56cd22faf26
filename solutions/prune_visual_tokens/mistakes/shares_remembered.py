"""Answers are remembered under the number of tokens and the share, so other weights get an old
answer. What does an answer depend on?"""

import math

remembered = {}


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
    if (len(attention), keep_mass) in remembered:
        return list(remembered[len(attention), keep_mass])
    order = sorted(range(len(attention)), key=lambda i: -attention[i])
    kept = []
    mass = 0.0
    for i in order:
        kept.append(i)
        mass += attention[i]
        if mass / total >= keep_mass - 1e-9:
            break
    remembered[len(attention), keep_mass] = sorted(kept)
    return sorted(kept)
