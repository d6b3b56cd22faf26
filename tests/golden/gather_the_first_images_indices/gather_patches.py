import torch


def gather_patches(tokens, indices):
    if tokens.dim() != 3 or indices.dim() != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.long()
    if indices.numel() and (int(indices.min()) < 0 or int(indices.max()) >= tokens.shape[1]):
        raise ValueError("an index is out of range")
    batch = torch.arange(tokens.shape[0]).unsqueeze(1)
    return tokens[:, indices[0]]
