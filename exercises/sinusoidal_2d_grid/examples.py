"""The visible checks: the sample of the statement, and a wider vector."""

from grader.author import Close, case, check


def shown(label, side, embed_dim):
    """A case with what float32 arithmetic may lose on coordinates as large as the largest of the grid."""
    policy = Close(rtol=0.0, atol=2e-6 + 2.4e-7 * (side - 1))
    return case(
        label,
        grid_height=side,
        grid_width=side,
        embed_dim=embed_dim,
        expect={"answer": policy, "again": policy},
    )


@check(
    "square grids, entry by entry",
    points=2,
    cases=[shown("the sample of the statement", 2, 4), shown("two frequencies per axis", 3, 8)],
)
def square(student, grid_height, grid_width, embed_dim):
    return {
        "answer": student.sinusoidal_2d_grid(grid_height, grid_width, embed_dim),
        "again": student.sinusoidal_2d_grid(grid_height, grid_width, embed_dim),
    }
