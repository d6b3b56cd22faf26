"""A loop over the images; the error is a class of its own."""

import torch


class DoesNotFit(ValueError):
    """Arguments that do not fit together."""


def gather_tokens_with_positions(
    patch_tokens: torch.Tensor, indices: torch.Tensor, position_embedding
) -> torch.Tensor:
    for argument, rank in ((patch_tokens, 3), (indices, 2)):
        if len(argument.shape) != rank:
            raise DoesNotFit(f"expected {rank} axes")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise DoesNotFit("batch sizes")
    rows = []
    for image, wanted in zip(patch_tokens, indices.to(torch.int64), strict=True):
        if any(number not in range(image.shape[0]) for number in wanted.tolist()):
            raise DoesNotFit("index")
        tokens = image.index_select(0, wanted)
        positions = position_embedding(wanted.unsqueeze(0))
        if positions.shape != (1, *tokens.shape):
            raise DoesNotFit("positions")
        rows.append(tokens + positions[0])
    return torch.stack(rows)
