"""The images end to end, with the indices moved to the place where each image begins."""

import torch


class Gatherer:
    def __init__(self, tokens):
        if tokens.ndim != 3:
            raise ValueError("tokens must be [B, N, D]")
        self.tokens = tokens

    def check(self, indices):
        if indices.ndim != 2 or indices.shape[0] != self.tokens.shape[0]:
            raise ValueError("indices must be [B, K] with the same B")
        if ((indices < 0) | (indices >= self.tokens.shape[1])).any():
            raise ValueError("an index names no patch")

    def __call__(self, indices):
        indices = indices.long()
        self.check(indices)
        b, n, d = self.tokens.shape
        start = torch.arange(b, dtype=torch.int64).mul(n).unsqueeze(1)
        flat = self.tokens.reshape(b * n, d).index_select(0, (indices + start).reshape(-1))
        return flat.reshape(b, indices.shape[1], d)


def gather_patches(tokens, indices):
    return Gatherer(tokens)(indices)
