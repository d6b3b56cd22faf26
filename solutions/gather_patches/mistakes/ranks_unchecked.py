"""The number of axes is not checked, so a wrong rank fails later with another type of error, or not
at all. How many axes must each argument have?"""

import torch


def gather_patches(tokens, indices):
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    batch = torch.arange(tokens.shape[0]).unsqueeze(1)
    return tokens[batch, indices]
