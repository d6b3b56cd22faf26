"""Sixteen look-ups with clamped indices, weighted and added."""

import torch


def weights_and_taps(old, new, dtype):
    y = (torch.arange(new, dtype=torch.float64) + 0.5) * old / new - 0.5
    base = torch.floor(y)
    f = y - base
    a = -0.75

    def outer(t):
        return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a

    def inner(t):
        return (a + 2) * t**3 - (a + 3) * t**2 + 1

    weights = torch.stack([outer(f + 1), inner(f), inner(1 - f), outer(2 - f)]).to(dtype)
    taps = torch.stack([base + k for k in (-1, 0, 1, 2)]).clamp(0, old - 1).long()
    return weights, taps


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    if pos_embedding.shape[0] != h * w:
        raise ValueError("the rows are not the patches of the grid")
    row_weights, rows = weights_and_taps(h, new_h, pos_embedding.dtype)
    column_weights, columns = weights_and_taps(w, new_w, pos_embedding.dtype)
    total = pos_embedding.new_zeros(new_h, new_w, pos_embedding.shape[1])
    for p in range(4):
        for q in range(4):
            index = rows[p][:, None] * w + columns[q][None, :]
            weight = row_weights[p][:, None] * column_weights[q][None, :]
            total = total + weight[..., None] * pos_embedding[index]
    return total.reshape(new_h * new_w, -1)
