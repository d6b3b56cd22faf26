"""An empty sequence is made first, and its two parts are filled in."""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    batch, context, width = context_tokens.shape
    targets = target_indices.shape[1]
    if context_indices.shape[0] != batch or target_indices.shape[0] != batch:
        raise ValueError("batch sizes differ")
    if context_indices.shape[1] != context:
        raise ValueError("counts differ")
    positions = position_embedding(context_indices), position_embedding(target_indices)
    if any(part.shape[-1] != width for part in (target_query, *positions)):
        raise ValueError("widths differ")
    tokens = context_tokens.new_zeros(batch, context + targets, width)
    tokens[:, :context] = context_tokens
    tokens[:, context:] = target_query
    tokens[:, :context] += positions[0]
    tokens[:, context:] += positions[1]
    return tokens


def target_predictions(predictor_output, num_context):
    kept = torch.arange(num_context, predictor_output.shape[1])
    return predictor_output.index_select(1, kept)
