"""The query is repeated in memory; an error class of its own."""

import torch


class SizesDiffer(ValueError):
    """Two sizes that should be the same."""


def same(*sizes):
    if len(set(sizes)) > 1:
        raise SizesDiffer(str(sizes))


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    same(context_tokens.size(0), context_indices.size(0), target_indices.size(0))
    same(context_tokens.size(1), context_indices.size(1))
    seen = position_embedding(context_indices.long())
    asked = position_embedding(target_indices.long())
    same(context_tokens.size(2), target_query.size(2), seen.size(2), asked.size(2))
    queries = target_query.repeat(asked.size(0), asked.size(1), 1)
    return torch.hstack([context_tokens + seen, queries + asked])


def target_predictions(predictor_output, num_context):
    _, predictions = predictor_output.split([num_context, predictor_output.size(1) - num_context], dim=1)
    return predictions
