"""numpy with a stable sort and a cumulative sum; the indices stay numpy integers."""

import numpy as np


def prune_visual_tokens(attention, keep_mass):
    weights = np.asarray(attention, dtype=np.float64)
    if weights.size == 0 or not np.isfinite(weights).all() or (weights < 0).any() or not weights.any():
        raise ValueError("attention")
    if not (keep_mass > 0 and keep_mass <= 1):
        raise ValueError("keep_mass")
    order = np.argsort(-weights, kind="stable")
    shares = np.cumsum(weights[order]) / weights.sum()
    count = int(np.argmax(shares >= keep_mass - 1e-9)) + 1
    return list(np.sort(order[:count]))
