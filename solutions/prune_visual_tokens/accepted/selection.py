"""No sort at all: the heaviest token that is left is searched again and again."""

import math


def check(attention, keep_mass):
    problems = []
    if attention == []:
        problems.append("no tokens")
    if any(math.isnan(a) or math.isinf(a) for a in attention):
        problems.append("not finite")
    elif any(a < 0 for a in attention):
        problems.append("negative")
    elif not any(attention):
        problems.append("no mass")
    if not keep_mass > 0 or not keep_mass <= 1:
        problems.append("keep_mass")
    if problems:
        raise ValueError(", ".join(problems))


def prune_visual_tokens(attention, keep_mass):
    check(attention, keep_mass)
    share = [a / sum(attention) for a in attention]
    left = list(range(len(share)))
    missing = keep_mass
    while True:
        best = max(left, key=share.__getitem__)
        left.remove(best)
        missing -= share[best]
        if missing <= 1e-9:
            return [i for i in range(len(share)) if i not in left]
