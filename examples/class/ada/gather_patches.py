import torch


def gather_patches(tokens, indices):
    if tokens.dim() != 3:
        raise ValueError("tokens must have the axes batch, patch, feature")
    if indices.dim() != 2:
        raise ValueError("indices must have the axes batch, selection")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("tokens and indices have different batch sizes")

    num_patches = tokens.shape[1]
    indices = indices.long()
    if ((indices < 0) | (indices >= num_patches)).any():
        raise ValueError("an index names no patch")

    # gather wants an index for every feature of every selected patch
    wide = indices.unsqueeze(-1).expand(-1, -1, tokens.shape[2])
    return torch.gather(tokens, 1, wide)
