"""The input of a joint-embedding predictor, and its answers about the targets."""

from collections.abc import Callable

import torch


def predictor_tokens(
    context_tokens: torch.Tensor,
    context_indices: torch.Tensor,
    target_query: torch.Tensor,
    target_indices: torch.Tensor,
    position_embedding: Callable[[torch.Tensor], torch.Tensor],
) -> torch.Tensor:
    """Put context tokens and target queries together, each with its position.

    Parameters
    ----------
    context_tokens
        What the encoder said about the context, floating point, of shape ``[B, N_ctx, D_p]``.
    context_indices
        Which patches these are, of any signed integer dtype, of shape ``[B, N_ctx]``.
    target_query
        The learned vector that every question begins with, of shape ``[1, 1, D_p]``.
    target_indices
        Which patches are asked for, of any signed integer dtype, of shape ``[B, N_tgt]``.
    position_embedding
        Gives positions of shape ``[B, K, D_p]`` for indices of shape ``[B, K]``. It may only be called.

    Returns
    -------
    torch.Tensor
        The context with its positions, then one query per target with its position, of shape
        ``[B, N_ctx + N_tgt, D_p]``.

    Raises
    ------
    ValueError
        If widths, the numbers of context tokens and context indices, or batch sizes differ.
    """
    # All of the sizes are compared by hand, because the sums below would stretch any 1 among them silently.
    batch, _, width = context_tokens.shape
    rows, targets = target_indices.shape
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError(
            f"context tokens {list(context_tokens.shape)}, but context indices {list(context_indices.shape)}"
        )
    if rows != batch:
        raise ValueError(f"{batch} images of context, but {rows} rows of target indices")
    if target_query.shape != (1, 1, width):
        raise ValueError(f"context tokens of width {width}, but a query of shape {list(target_query.shape)}")

    # What stands in each place. Here the stretching is wanted: expand shows the one learned vector in every
    # place of a target, and going backwards the gradients of all these places are added up in it.
    contents = torch.cat([context_tokens, target_query.expand(batch, targets, width)], dim=1)
    # And where it belongs. A position goes by the number of a patch, so the indices are joined in the same
    # order. They are widened because some embeddings, torch.nn.Embedding among them, take no narrow integers.
    indices = torch.cat([context_indices, target_indices], dim=1)
    positions = position_embedding(indices.long())
    # The width of the positions is known only now.
    if positions.shape != contents.shape:
        raise ValueError(f"tokens of shape {list(contents.shape)}, positions of {list(positions.shape)}")
    return contents + positions


def target_predictions(predictor_output: torch.Tensor, num_context: int) -> torch.Tensor:
    """Take the part for the targets out of a predictor's output.

    Parameters
    ----------
    predictor_output
        What the predictor made of its tokens, of shape ``[B, N_ctx + N_tgt, D]``.
    num_context
        How many places at the beginning belong to the context; 0 up to the whole length.

    Returns
    -------
    torch.Tensor
        The places of the targets, of shape ``[B, N_tgt, D]``.
    """
    # Counted from the front: a cut from the back would have to write "the last none" when there is no target.
    return predictor_output[:, num_context:]
