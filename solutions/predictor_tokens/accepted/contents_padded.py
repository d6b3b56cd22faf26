"""The sequence is padded, and the query is put in by a mask."""

import torch
from torch.nn import functional


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    context, targets = context_indices.shape[-1], target_indices.shape[-1]
    if context_tokens.shape[:-1] != context_indices.shape:
        raise ValueError
    if context_indices.shape[0] != target_indices.shape[0]:
        raise ValueError
    if context_tokens.shape[-1] != target_query.shape[-1]:
        raise ValueError
    indices = torch.cat([context_indices.to(torch.int64), target_indices.to(torch.int64)], dim=-1)
    positions = position_embedding(indices)
    if positions.shape[-1] != context_tokens.shape[-1]:
        raise ValueError
    padded = functional.pad(context_tokens, (0, 0, 0, targets))
    is_target = (torch.arange(context + targets) >= context).reshape(1, -1, 1)
    return torch.where(is_target, target_query, padded) + positions


def target_predictions(predictor_output, num_context):
    return predictor_output.tensor_split((num_context,), dim=1)[1].contiguous()
