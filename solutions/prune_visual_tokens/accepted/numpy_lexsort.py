"""numpy with two keys, shares instead of weights, and a count of those that are too small."""

import numpy as np


def prune_visual_tokens(attention, keep_mass):
    weights = np.array(attention, dtype=np.float64)
    if weights.size == 0 or not np.all(np.isfinite(weights)) or np.any(weights < 0) or not np.any(weights):
        raise ValueError("weights")
    if not 0 < keep_mass <= 1:
        raise ValueError("keep_mass")
    shares = weights / weights.sum()
    order = np.lexsort((np.arange(shares.size), -shares))
    short = np.round(np.cumsum(shares[order]) - keep_mass, 9) < 0
    return list(np.sort(order[: np.count_nonzero(short) + 1]))
