"""The sums are made in single precision, which is off by more than the statement forgives. Which
dtype do your tensors have?"""

import math

import torch


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
    weights = torch.tensor(attention, dtype=torch.float32)
    order = torch.sort(weights, descending=True, stable=True).indices
    shares = torch.cumsum(weights[order] / weights.sum(), dim=0)
    count = int((shares < keep_mass - 1e-9).sum()) + 1
    return sorted(order[:count].tolist())
