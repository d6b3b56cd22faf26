"""torch in double precision, with a binary search in the cumulative shares."""

import torch


def prune_visual_tokens(attention, keep_mass):
    weights = torch.tensor(attention, dtype=torch.float64)
    if weights.numel() == 0:
        raise ValueError("no tokens")
    if not torch.isfinite(weights).all() or weights.min() < 0 or weights.sum() == 0:
        raise ValueError("weights")
    if not 0 < keep_mass <= 1:
        raise ValueError("keep_mass")
    ranked = torch.sort(weights, descending=True, stable=True)
    shares = ranked.values.cumsum(0) / ranked.values.sum()
    line = torch.tensor(keep_mass, dtype=torch.float64) - 1e-10
    last = int(torch.searchsorted(shares, line))
    return ranked.indices[: last + 1].sort().values.tolist()
