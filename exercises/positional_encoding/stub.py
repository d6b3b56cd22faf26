"""A module that adds sine and cosine positions to a batch of sequences."""

from __future__ import annotations

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    """Add interleaved sines and cosines of the position to a batch of sequences, then apply dropout.

    Parameters
    ----------
    num_hiddens
        Width of a token, even.
    max_len
        Number of positions in the table, and so the longest sequence that is accepted.
    dropout
        Probability, at least 0 and below 1, that an entry of the sum is dropped in train mode.

    Attributes
    ----------
    pe
        The table, a buffer of shape ``[1, max_len, num_hiddens]``.
    """

    def __init__(self, num_hiddens: int, max_len: int = 1000, dropout: float = 0.1) -> None:
        super().__init__()
        raise NotImplementedError("PositionalEncoding is still to be written")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add the positions to ``x`` and apply dropout.

        Parameters
        ----------
        x
            A batch of sequences of shape ``[B, T, num_hiddens]``, float32.

        Returns
        -------
        torch.Tensor
            Shape ``[B, T, num_hiddens]``, float32.

        Raises
        ------
        ValueError
            If ``T`` is greater than ``max_len``.
        """
        raise NotImplementedError("PositionalEncoding.forward is still to be written")
