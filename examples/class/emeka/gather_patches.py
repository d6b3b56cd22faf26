import torch


def gather_patches(tokens, indices):
    if tokens.dim() != 3:
        raise ValueError("tokens: three axes, please")
    if indices.dim() != 2:
        raise ValueError("indices: two axes, please")
    if tokens.size(0) != indices.size(0):
        raise ValueError("one row of indices per batch element, please")
    where = indices.long()
    legal = (where >= 0) & (where < tokens.size(1))
    if not legal.all():
        raise ValueError("an index lies outside the patches")
    return torch.take_along_dim(tokens, where[:, :, None], dim=1)
