"""A loop over the images, stacked at the end."""

import torch


def gather_patches(tokens: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    for argument, rank in ((tokens, 3), (indices, 2)):
        if len(argument.shape) != rank:
            raise ValueError(f"expected {rank} axes, got {len(argument.shape)}")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("batch sizes differ")
    count = tokens.shape[1]
    picked = []
    for image, wanted in zip(tokens, indices.long(), strict=True):
        if bool((wanted < 0).any()) or bool((wanted >= count).any()):
            raise ValueError("index out of range")
        picked.append(image.index_select(0, wanted))
    return torch.stack(picked, dim=0)
