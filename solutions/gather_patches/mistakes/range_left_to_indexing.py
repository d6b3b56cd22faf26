"""The range of the indices is left to torch's indexing, which counts negative ones from the end and has an
error of its own for the rest. What does the statement say about both?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    batch = torch.arange(tokens.shape[0]).unsqueeze(1)
    return tokens[batch, indices.to(torch.int64)]
