"""The positions were added into the caller's context tokens. What do these hold at the second call?"""

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
    positions = position_embedding(context_indices)
    if positions.shape[-1] != context_tokens.shape[-1]:
        raise ValueError("the positions have another width than the tokens")
    context_tokens += positions
    return torch.cat([context_tokens, target_query + position_embedding(target_indices)], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
