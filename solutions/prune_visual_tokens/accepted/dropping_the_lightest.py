"""From the other end: tokens are dropped, the lightest first, as long as enough is left."""

import math


def prune_visual_tokens(attention, keep_mass):
    if len(attention) < 1:
        raise ValueError("attention is empty")
    if not math.isfinite(sum(attention)) or sum(attention) <= 0 or min(attention) < 0:
        raise ValueError("attention cannot be shared out")
    if not (0 < keep_mass <= 1):
        raise ValueError("keep_mass is a share")
    kept = list(range(len(attention)))
    # Of equals the higher index goes first.
    for index in sorted(kept, key=lambda i: (attention[i], -i)):
        left = [i for i in kept if i != index]
        if not left or math.fsum(attention[i] for i in left) / math.fsum(attention) < keep_mass - 1e-9:
            break
        kept = left
    return kept
