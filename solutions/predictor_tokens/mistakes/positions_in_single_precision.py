"""The positions went through single precision before they were added. Does a position in double precision
survive that?"""

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
    seen = position_embedding(context_indices).float().to(context_tokens.dtype)
    wanted = position_embedding(target_indices).float().to(context_tokens.dtype)
    return torch.cat([placed(context_tokens, seen), placed(target_query, wanted)], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
