"""Good indices were refused: an index of a narrow dtype was compared with the number of patches before
it was widened. Does every number of patches fit into such a dtype?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    if torch.any(indices < 0) or torch.any(indices >= tokens.shape[1]):
        raise ValueError("an index is out of range")
    index = indices.long().unsqueeze(-1).repeat(1, 1, tokens.shape[2])
    return torch.gather(tokens, 1, index)
