"""The input of a joint-embedding predictor, and its answers. Fill in the two functions below."""

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
    raise NotImplementedError("predictor_tokens is still to be written")


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
    raise NotImplementedError("target_predictions is still to be written")
