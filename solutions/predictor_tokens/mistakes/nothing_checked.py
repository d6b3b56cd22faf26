"""The tokens are right, but nothing is compared before it is added. The statement lists three kinds of
sizes that may not differ: which are they, and what does torch do with a 1?"""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    batch, targets = target_indices.shape
    questions = target_query.expand(batch, targets, -1) + position_embedding(target_indices)
    return torch.cat([context_tokens + position_embedding(context_indices), questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
