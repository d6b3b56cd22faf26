import torch


def gather_patches(tokens: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    if tokens.dim() != 3 or indices.dim() != 2:
        raise ValueError("expected tokens [B, N, D] and indices [B, K]")
    if tokens.size(0) != indices.size(0):
        raise ValueError("expected one list of indices per image")
    indices = indices.long()
    if (indices < 0).any() or (indices >= tokens.size(1)).any():
        raise ValueError("index out of range")
    return tokens[:, indices[0]]
