"""What is wrong is refused by an assert, which raises an AssertionError. Which type of exception
does the statement name?"""

import math


def prune_visual_tokens(attention, keep_mass):
    assert len(attention) > 0
    assert all(math.isfinite(a) and a >= 0 for a in attention)
    total = sum(attention)
    assert total > 0
    assert 0 < keep_mass <= 1
    order = sorted(range(len(attention)), key=lambda i: -attention[i])
    kept = []
    mass = 0.0
    for i in order:
        kept.append(i)
        mass += attention[i]
        if mass / total >= keep_mass - 1e-9:
            break
    return sorted(kept)
