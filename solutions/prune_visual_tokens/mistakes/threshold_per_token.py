"""A token is kept if its own weight is large enough compared with the largest. Does the line
concern one token, or what the kept ones hold together?"""

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
    largest = max(attention)
    return [i for i, a in enumerate(attention) if a / largest >= keep_mass - 1e-9]
