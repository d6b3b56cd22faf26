"""A heap from which the heaviest token is popped until nothing is missing; an error class of its own."""

import heapq
from math import fsum, inf


class CannotPruneError(ValueError):
    """There is nothing sensible to keep."""


def prune_visual_tokens(attention, keep_mass):
    if not attention:
        raise CannotPruneError("no tokens")
    if any(not (0 <= weight < inf) for weight in attention):
        raise CannotPruneError("weights")
    if keep_mass <= 0 or 1 < keep_mass:
        raise CannotPruneError("keep_mass")
    mass = fsum(attention)
    if not mass:
        raise CannotPruneError("no mass")
    heap = [(-weight, index) for index, weight in enumerate(attention)]
    heapq.heapify(heap)
    kept = set()
    taken = []
    while not kept or fsum(taken) < (keep_mass - 1e-9) * mass:
        weight, index = heapq.heappop(heap)
        kept.add(index)
        taken.append(-weight)
    return sorted(kept)
