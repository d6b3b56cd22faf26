"""A predictor for masked patches, mended: the targets are told which patches they stand for."""

from __future__ import annotations

import torch
from torch import Tensor, nn


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
        # One query for all targets of all images. Any start will do, since it is learned.
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr: Tensor, context_indices: Tensor, target_indices: Tensor) -> Tensor:
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
        Tensor
            Shape ``[B, N_tgt, encoder_dim]``.
        """
        num_context = context_indices.shape[1]
        context = self.context_proj(context_repr) + self.position_embedding(context_indices)
        # The query is the same for every target, and the mean below is the same for every token of an
        # image. So the position is the one thing that tells two targets of an image apart. The rows are
        # [B, N_tgt, D_p], and the query of shape [1, 1, D_p] is added to each of them.
        targets = self.target_query + self.position_embedding(target_indices)
        tokens = torch.cat([context, targets], dim=1)
        # One mean per image, over its tokens; the axis is kept so that it is added to every token.
        mixed = tokens + tokens.mean(dim=1, keepdim=True)
        # The targets stand behind the context.
        return self.output_proj(mixed[:, num_context:])
