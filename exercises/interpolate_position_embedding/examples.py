"""Checks that everyone sees."""

import torch

from grader.author import Close, Unchanged, case, check


def close(scale):
    """Allow what float32 arithmetic may lose on numbers as large as ``scale``."""
    policy = Close(rtol=0.0, atol=5e-6 * scale)
    return {"answer": policy, "again": policy, "pos_embedding": Unchanged()}


@check(
    "small tables, every entry",
    points=1,
    cases=[
        case(
            "the sample",
            pos_embedding=torch.tensor(
                [[0.0, 0.0], [256.0, 0.0], [0.0, 256.0], [256.0, 256.0]], dtype=torch.float32
            ),
            old_grid_size=(2, 2),
            new_grid_size=(2, 4),
            expect=close(256.0),
        ),
        case(
            "a grid that is not square",
            pos_embedding=torch.tensor(
                [
                    [-18.0, -15.0, 7.0],
                    [6.0, -16.0, -5.0],
                    [-15.0, 15.0, 7.0],
                    [-17.0, 16.0, -13.0],
                    [-6.0, 20.0, 20.0],
                    [17.0, -17.0, 16.0],
                ],
                dtype=torch.float32,
            ),
            old_grid_size=(2, 3),
            new_grid_size=(4, 5),
            expect=close(20.0),
        ),
    ],
)
def small(student, pos_embedding, old_grid_size, new_grid_size):
    return {
        "answer": student.interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size),
        "again": student.interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size),
        "pos_embedding": pos_embedding,
    }
