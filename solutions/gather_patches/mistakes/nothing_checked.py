"""The gather is right, but no argument is checked. The statement lists three kinds of arguments that have to
be refused: which are they?"""

import torch


def gather_patches(tokens, indices):
    index = indices.to(torch.int64).unsqueeze(-1).expand(-1, -1, tokens.shape[-1])
    return torch.gather(tokens, 1, index)
