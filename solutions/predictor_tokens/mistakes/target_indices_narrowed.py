"""Context and target indices were put together in the dtype of the context indices. What becomes of a
target index that this dtype does not hold?"""

import torch


def check_shapes(context_tokens, context_indices, target_query, target_indices):
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError("there must be one index for each context token")
    if target_indices.shape[0] != context_tokens.shape[0]:
        raise ValueError("the batch sizes differ")
    if target_query.shape[-1] != context_tokens.shape[-1]:
        raise ValueError("the query has another width than the context tokens")


def placed(contents, positions):
    if positions.shape[-1] != contents.shape[-1]:
        raise ValueError("the positions have another width than the tokens")
    return contents + positions


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    check_shapes(context_tokens, context_indices, target_query, target_indices)
    joined = torch.cat([context_indices, target_indices.to(context_indices.dtype)], dim=1)
    queries = target_query.expand(*target_indices.shape, -1)
    return placed(torch.cat([context_tokens, queries], dim=1), position_embedding(joined))


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
