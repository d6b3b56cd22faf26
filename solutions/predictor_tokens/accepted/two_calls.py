"""The embedding is called twice, and the two parts are made apart; the query is stretched by the sum."""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    width = context_tokens.shape[-1]
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError("context indices and tokens")
    if len(target_indices) != len(context_tokens):
        raise ValueError("images of targets and of context")
    where_seen = position_embedding(context_indices)
    where_asked = position_embedding(target_indices)
    if where_seen.shape[-1] != width or target_query.shape[-1] != width:
        raise ValueError("widths")
    return torch.cat([context_tokens + where_seen, target_query + where_asked], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output.narrow(1, num_context, predictor_output.size(1) - num_context)
