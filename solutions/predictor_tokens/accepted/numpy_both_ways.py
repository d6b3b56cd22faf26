"""numpy adds and joins, with backward passes of its own."""

import numpy as np
import torch


class Assembly(torch.autograd.Function):
    """Contents plus positions, joined; going backwards, each part gets the places it went to."""

    @staticmethod
    def forward(ctx, context, query, seen, asked):
        ctx.split = context.shape[1]
        first = context.detach().numpy() + seen.detach().numpy()
        second = query.detach().numpy() + asked.detach().numpy()
        return torch.from_numpy(np.concatenate([first, second], axis=1))

    @staticmethod
    def backward(ctx, upstream):
        first, second = np.split(upstream.numpy(), [ctx.split], axis=1)
        query = second.sum(axis=(0, 1), keepdims=True)
        return tuple(torch.from_numpy(part.copy()) for part in (first, query, first, second))


class Cut(torch.autograd.Function):
    """The places behind the context; going backwards, zeros are put before them."""

    @staticmethod
    def forward(ctx, output, num_context):
        ctx.num_context = num_context
        return torch.from_numpy(np.array(output.detach().numpy()[:, num_context:, :]))

    @staticmethod
    def backward(ctx, upstream):
        return torch.from_numpy(np.pad(upstream.numpy(), ((0, 0), (ctx.num_context, 0), (0, 0)))), None


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    if np.shape(context_tokens.detach().numpy())[:2] != np.shape(context_indices.numpy()):
        raise ValueError("context tokens and indices")
    if np.shape(target_indices.numpy())[0] != np.shape(context_indices.numpy())[0]:
        raise ValueError("batch sizes")
    seen, asked = position_embedding(context_indices), position_embedding(target_indices)
    if np.unique([part.shape[2] for part in (context_tokens, target_query, seen, asked)]).size > 1:
        raise ValueError("widths")
    return Assembly.apply(context_tokens, target_query, seen, asked)


def target_predictions(predictor_output, num_context):
    return Cut.apply(predictor_output, num_context)
