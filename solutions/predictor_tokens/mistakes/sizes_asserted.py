"""Sizes that differ are noticed, but by assert. Of which type is the error then, and which does the
statement ask for?"""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    assert context_indices.shape == context_tokens.shape[:2], "one index for each context token"
    assert target_indices.shape[0] == context_tokens.shape[0], "the batch sizes differ"
    assert target_query.shape[-1] == context_tokens.shape[-1], "the widths differ"
    context_positions = position_embedding(context_indices)
    assert context_positions.shape[-1] == context_tokens.shape[-1], "the widths differ"
    questions = target_query + position_embedding(target_indices)
    return torch.cat([context_tokens + context_positions, questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
