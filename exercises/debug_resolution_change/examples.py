"""Checks that everyone sees."""

import torch

from grader.author import Close, Unchanged, case, check


def close(scale):
    """Allow what float32 arithmetic may lose on numbers as large as ``scale``."""
    policy = Close(rtol=0.0, atol=5e-6 * scale)
    return {"answer": policy, "again": policy, "table": Unchanged()}


@check(
    "small tables, every entry",
    points=2,
    cases=[
        case(
            "the sample",
            table=torch.tensor(
                [
                    [0.0, 0.0],
                    [0.0, 256.0],
                    [0.0, 512.0],
                    [0.0, 768.0],
                    [256.0, 0.0],
                    [256.0, 256.0],
                    [256.0, 512.0],
                    [256.0, 768.0],
                ],
                dtype=torch.float32,
            ),
            old_grid_size=(2, 4),
            new_grid_size=(2, 2),
            expect=close(768.0),
        ),
        case(
            "a grid with fewer rows and columns",
            table=torch.tensor(
                [
                    [-18.0, -15.0, 7.0],
                    [6.0, -16.0, -5.0],
                    [-15.0, 15.0, 9.0],
                    [-17.0, 16.0, -13.0],
                    [-6.0, 20.0, 19.0],
                    [17.0, -17.0, 18.0],
                    [11.0, 5.0, -9.0],
                    [-3.0, 12.0, 4.0],
                    [14.0, -8.0, 1.0],
                    [2.0, -19.0, -12.0],
                    [-11.0, 10.0, 13.0],
                    [8.0, 3.0, -20.0],
                ],
                dtype=torch.float32,
            ),
            old_grid_size=(4, 3),
            new_grid_size=(3, 2),
            expect=close(20.0),
        ),
    ],
)
def small(student, table, old_grid_size, new_grid_size):
    return {
        "answer": student.position_table_for(table, old_grid_size, new_grid_size),
        "again": student.position_table_for(table, old_grid_size, new_grid_size),
        "table": table,
    }
