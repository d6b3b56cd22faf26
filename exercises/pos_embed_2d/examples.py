"""The visible checks: the sample of the statement, and two more small sizes."""

from grader.author import Rounded, case, check


def agreed(grid):
    """The policy of one size: single precision loses a little with each step of the position."""
    rule = Rounded(
        4,
        truth="exact_pos_embed_2d",
        atol=1e-6 + 2.4e-7 * (grid - 1),
        rtol=0.0,
        any_sequence=True,
        signed_zero=True,
    )
    return {"answer": rule, "again": rule}


@check(
    "small grids, entry by entry",
    points=2,
    cases=[
        case("the sample of the statement", grid=2, dim=4, expect=agreed(2)),
        case("two frequencies per axis", grid=2, dim=8, expect=agreed(2)),
        case("a single patch", grid=1, dim=8, expect=agreed(1)),
    ],
)
def small(student, grid, dim):
    return {"answer": student.pos_embed_2d(grid, dim), "again": student.pos_embed_2d(grid, dim)}
