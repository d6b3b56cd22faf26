"""The visible checks: the sample of the statement, and a wider vector."""

import torch

from grader.author import Close, Unchanged, case, check


def agreed(positions):
    """Allow what float32 arithmetic may lose on angles as large as the largest position."""
    policy = Close(rtol=0.0, atol=2e-6 + 2.4e-7 * float(positions.double().abs().max()))
    return {"answer": policy, "again": policy, "positions": Unchanged()}


def shown(label, positions, dim):
    """A case with its own allowance."""
    return case(label, positions=positions, dim=dim, expect=agreed(positions))


@check(
    "positions in order, entry by entry",
    points=2,
    cases=[
        shown("the sample of the statement", torch.tensor([0.0, 1.0, 2.0], dtype=torch.float32), 4),
        shown("a wider vector", torch.tensor([0.0, 1.0, 2.0, 3.0], dtype=torch.float32), 8),
    ],
)
def in_order(student, positions, dim):
    return {
        "answer": student.sinusoidal_1d_positions(positions, dim),
        "again": student.sinusoidal_1d_positions(positions, dim),
        "positions": positions,
    }
