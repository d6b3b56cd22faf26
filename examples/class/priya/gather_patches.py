import torch


def gatherPatches(tokens, indices):
    if tokens.dim() != 3 or indices.dim() != 2 or tokens.shape[0] != indices.shape[0]:
        raise ValueError("shapes do not fit")
    if (indices < 0).any() or (indices >= tokens.shape[1]).any():
        raise ValueError("index out of range")
    return torch.gather(tokens, 1, indices.long()[..., None].expand(-1, -1, tokens.shape[2]))
