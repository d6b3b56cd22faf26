"""The position of a weight is looked up by its value, so equal weights all give the index of the
first. Where did each of them stand?"""

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
    kept = []
    mass = 0.0
    for a in sorted(attention, reverse=True):
        kept.append(attention.index(a))
        mass += a
        if mass / total >= keep_mass - 1e-9:
            break
    return sorted(kept)
