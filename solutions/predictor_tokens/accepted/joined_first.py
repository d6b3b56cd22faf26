"""Contents and indices are joined first; the embedding is called once, and there is one addition."""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    (batch, count, width), targets = context_tokens.shape, target_indices.shape[1]
    if tuple(context_indices.shape) != (batch, count):
        raise ValueError("context")
    if target_indices.shape != (batch, targets):
        raise ValueError("targets")
    if target_query.shape != (1, 1, width):
        raise ValueError("query")
    contents = torch.cat((context_tokens, target_query.expand(batch, targets, width)), 1)
    positions = position_embedding(torch.cat((context_indices, target_indices), 1))
    if positions.shape != contents.shape:
        raise ValueError("positions")
    return contents + positions


def target_predictions(predictor_output, num_context):
    return predictor_output.narrow(1, num_context, predictor_output.size(1) - num_context)
