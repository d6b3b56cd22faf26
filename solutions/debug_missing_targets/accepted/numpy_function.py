"""numpy does the arithmetic; the gradient is written out by hand."""

import numpy as np
import torch
from torch import nn


class Predict(torch.autograd.Function):
    @staticmethod
    def forward(ctx, vectors, seen, wanted, w_in, b_in, table, query, w_out, b_out):
        x, i, j, a, p, e, q, c, d = (
            t.detach().numpy() for t in (vectors, seen, wanted, w_in, b_in, table, query, w_out, b_out)
        )
        tokens = np.concatenate([x @ a.T + p + e[i], q + e[j]], axis=1)
        mixed = (tokens + tokens.mean(axis=1, keepdims=True))[:, i.shape[1] :]
        ctx.known = x, i, j, a, e, c, mixed
        return torch.from_numpy(mixed @ c.T + d)

    @staticmethod
    def backward(ctx, upstream):
        x, i, j, a, e, c, mixed = ctx.known
        g = upstream.numpy()
        of_c = np.einsum("bte,btp->ep", g, mixed)
        of_d = g.sum(axis=(0, 1))
        of_mixed = g @ c
        of_mean = of_mixed.sum(axis=1, keepdims=True) / (i.shape[1] + j.shape[1])
        of_context = np.broadcast_to(of_mean, (*i.shape, e.shape[1]))
        of_targets = of_mixed + of_mean
        of_e = np.zeros_like(e)
        np.add.at(of_e, i, of_context)
        np.add.at(of_e, j, of_targets)
        of_q = of_targets.sum(axis=(0, 1), keepdims=True)
        of_a = np.einsum("bnp,bne->pe", of_context, x)
        of_p = of_context.sum(axis=(0, 1))
        of_x = of_context @ a
        back = [torch.from_numpy(np.ascontiguousarray(v)) for v in (of_x, of_a, of_p, of_e, of_q, of_c, of_d)]
        return back[0], None, None, *back[1:]


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        return Predict.apply(
            context_repr,
            context_indices,
            target_indices,
            self.context_proj.weight,
            self.context_proj.bias,
            self.position_embedding.weight,
            self.target_query,
            self.output_proj.weight,
            self.output_proj.bias,
        )
