"""The count is found by bisection over prefix sums."""

from bisect import bisect_left
from itertools import accumulate


def prune_visual_tokens(attention, keep_mass):
    if not 0.0 < keep_mass <= 1.0:
        raise ValueError(keep_mass)
    for weight in attention:
        if not 0 <= weight <= 1.7976931348623157e308:
            raise ValueError(weight)
    order = sorted(enumerate(attention), key=lambda pair: pair[1], reverse=True)
    prefix = list(accumulate(weight for _, weight in order))
    if not prefix or prefix[-1] == 0:
        raise ValueError(attention)
    last = bisect_left(prefix, prefix[-1] * (keep_mass - 1e-9))
    return sorted(index for index, _ in order[: last + 1])
