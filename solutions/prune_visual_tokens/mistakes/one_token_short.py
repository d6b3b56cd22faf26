"""Taking ends before the line is reached, unless it is reached exactly; the token that crosses it
is left out. Does what is kept hold the share that was asked for?"""

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
    order = sorted(range(len(attention)), key=lambda i: -attention[i])
    kept = [order[0]]
    mass = attention[order[0]]
    for i in order[1:]:
        mass += attention[i]
        if mass / total > keep_mass + 1e-9:
            break
        kept.append(i)
    return sorted(kept)
