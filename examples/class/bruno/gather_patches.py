import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("need tokens [B, N, D] and indices [B, K]")
    B, N, D = tokens.shape
    if indices.shape[0] != B:
        raise ValueError("batch sizes differ")
    idx = indices.long()
    if bool(torch.any(idx < 0)) or bool(torch.any(idx >= N)):
        raise ValueError("index out of range")
    batch = torch.arange(B)[:, None]
    return tokens[batch, idx]
