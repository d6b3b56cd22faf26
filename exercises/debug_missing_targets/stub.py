"""A predictor for masked patches. One fault is planted in this program.

It should project the context patches, give every token its position, let all tokens hear the mean of
all tokens, and return one prediction for each target patch. As it is, all targets of an image get one
and the same prediction. Find the fault and mend it; the rest is right.
"""

from __future__ import annotations

import torch
from torch import nn


class Predictor(nn.Module):
    """Predict what an encoder would say about target patches from what it says about context patches.

    Parameters
    ----------
    encoder_dim
        Width of the encoder's vectors.
    predictor_dim
        Width that the predictor works in.
    num_positions
        Number of patches that an image is cut into.

    Attributes
    ----------
    context_proj
        An ``nn.Linear`` from the encoder's width to the predictor's.
    position_embedding
        An ``nn.Embedding`` with one row of the predictor's width for each patch.
    target_query
        An ``nn.Parameter`` of shape ``[1, 1, predictor_dim]``, the token of a patch that is not seen.
    output_proj
        An ``nn.Linear`` from the predictor's width to the encoder's.
    """

    def __init__(self, encoder_dim: int, predictor_dim: int, num_positions: int) -> None:
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(
        self, context_repr: torch.Tensor, context_indices: torch.Tensor, target_indices: torch.Tensor
    ) -> torch.Tensor:
        """Predict the target patches.

        Parameters
        ----------
        context_repr
            The encoder's vectors of the context patches, ``[B, N_ctx, encoder_dim]``.
        context_indices
            Their patch indices, ``[B, N_ctx]``, int64.
        target_indices
            The patch indices of the targets, ``[B, N_tgt]``, int64.

        Returns
        -------
        torch.Tensor
            Shape ``[B, N_tgt, encoder_dim]``.
        """
        batch_size, num_targets = target_indices.shape
        num_context = context_indices.shape[1]
        context = self.context_proj(context_repr) + self.position_embedding(context_indices)
        targets = self.target_query.expand(batch_size, num_targets, -1)
        tokens = torch.cat([context, targets], dim=1)
        mixed = tokens + tokens.mean(dim=1, keepdim=True)
        return self.output_proj(mixed[:, num_context:])
