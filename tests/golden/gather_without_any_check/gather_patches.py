import torch

def gather_patches(tokens, indices):
    return torch.gather(tokens, 1, indices.long()[..., None].expand(-1, -1, tokens.shape[-1]))
