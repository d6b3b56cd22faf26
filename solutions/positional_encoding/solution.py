"""Sine and cosine positions as a module: one fixed table, added to every sequence, dropout on top."""

from __future__ import annotations

import torch
from torch import Tensor, nn

TEMPERATURE = 10_000.0


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
        # Columns come in pairs. The even numbers 0, 2, 4, ... below the width are the 2k of the formula.
        frequencies = TEMPERATURE ** (-torch.arange(0, num_hiddens, 2) / num_hiddens)
        # A column of positions times a row of frequencies: every angle, [max_len, num_hiddens / 2].
        angles = torch.arange(max_len).unsqueeze(1) * frequencies
        # Stacked on a new last axis, the sine and the cosine of one angle lie side by side. Reading the
        # two last axes as one then gives sine, cosine, sine, cosine, ...
        pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)
        # A buffer moves with the module and is not trained. The axis of size 1 stands for the batch.
        self.register_buffer("pe", pairs.reshape(1, max_len, num_hiddens))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Add the positions to ``x`` and apply dropout.

        Parameters
        ----------
        x
            A batch of sequences of shape ``[B, T, num_hiddens]``, float32.

        Returns
        -------
        Tensor
            Shape ``[B, T, num_hiddens]``, float32.

        Raises
        ------
        ValueError
            If ``T`` is greater than ``max_len``.
        """
        length = x.shape[1]
        # Slicing beyond the end raises nothing, and a table of one row would broadcast: ask explicitly.
        if length > self.pe.shape[1]:
            raise ValueError(f"a sequence of {length} tokens, but only {self.pe.shape[1]} positions")
        # Dropout acts on the sum. nn.Dropout follows the mode of the module: in eval mode it does nothing.
        return self.dropout(x + self.pe[:, :length])
