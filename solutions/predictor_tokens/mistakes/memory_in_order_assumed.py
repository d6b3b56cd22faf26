"""The context tokens were reshaped in a way that only works if their numbers lie in memory in order. What
about a transposed tensor?"""

import torch


def check_shapes(context_tokens, context_indices, target_query, target_indices):
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError("there must be one index for each context token")
    if target_indices.shape[0] != context_tokens.shape[0]:
        raise ValueError("the batch sizes differ")
    if target_query.shape[-1] != context_tokens.shape[-1]:
        raise ValueError("the query has another width than the context tokens")


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    check_shapes(context_tokens, context_indices, target_query, target_indices)
    batch, count, width = context_tokens.shape
    positions = position_embedding(context_indices)
    if positions.shape[-1] != width:
        raise ValueError("the positions have another width than the tokens")
    rows = context_tokens.view(batch * count, width) + positions.reshape(batch * count, width)
    questions = target_query + position_embedding(target_indices)
    return torch.cat([rows.view(batch, count, width), questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
