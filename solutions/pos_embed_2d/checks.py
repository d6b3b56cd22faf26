"""The hidden checks."""

from grader.author import Rounded, case, check


def rounded(grid):
    """The policy of one size: single precision loses a little with each step of the position."""
    return Rounded(
        4,
        truth="exact_pos_embed_2d",
        atol=1e-6 + 2.4e-7 * (grid - 1),
        rtol=0.0,
        any_sequence=True,
        signed_zero=True,
    )


def sized(label, grid, dim):
    """A case of one size, to be asked for twice."""
    return case(label, grid=grid, dim=dim, expect={"answer": rounded(grid), "again": rounded(grid)})


def odd_frequencies(rng):
    return sized(
        "an odd number of frequencies per axis",
        int(rng.integers(3, 8)),
        int(rng.choice([12, 20, 28, 36, 44, 52])),
    )


def even_frequencies(rng):
    return sized(
        "an even number of frequencies per axis",
        int(rng.integers(3, 8)),
        int(rng.choice([16, 24, 32, 40, 48])),
    )


def wide(rng):
    return sized("a wide vector", int(rng.integers(3, 7)), int(rng.integers(24, 49)) * 4)


def many_patches(rng):
    return sized("a grid of many patches", int(rng.integers(9, 17)), int(rng.choice([12, 20, 28])))


@check(
    "every entry, rounded to 4 decimals",
    points=4,
    cases=[
        sized("three frequencies per axis", 3, 12),
        odd_frequencies,
        even_frequencies,
        sized("the smallest width", 3, 4),
        sized("a single patch", 1, 12),
    ],
)
def entries(student, grid, dim):
    return {"answer": student.pos_embed_2d(grid, dim), "again": student.pos_embed_2d(grid, dim)}


@check(
    "wide vectors and large grids",
    points=1,
    cases=[wide, many_patches, sized("a grid of the largest side", 16, 12)],
)
def large(student, grid, dim):
    return {"answer": student.pos_embed_2d(grid, dim), "again": student.pos_embed_2d(grid, dim)}


def by_name(rng):
    grid = int(rng.integers(3, 7))
    return case(
        "arguments given by name",
        grid=grid,
        dim=int(rng.choice([12, 16, 20, 24, 28])),
        expect={"answer": rounded(grid)},
    )


@check("called by keyword", points=1, cases=[by_name])
def keywords(student, grid, dim):
    return {"answer": student.pos_embed_2d(dim=dim, grid=grid)}


def mixed(rng):
    grid, other_grid = (int(side) for side in rng.permutation([3, 4, 5])[:2])
    dim, other_dim = (int(width) for width in rng.permutation([12, 16, 20, 28])[:2])
    return case(
        "another grid and another width asked for in between",
        grid=grid,
        dim=dim,
        other_grid=other_grid,
        other_dim=other_dim,
        expect={
            "answer": rounded(grid),
            "another grid": rounded(other_grid),
            "another width": rounded(grid),
            "again": rounded(grid),
        },
    )


@check("one call leaves nothing behind for the next", points=1, cases=[mixed])
def in_turn(student, grid, dim, other_grid, other_dim):
    return {
        "answer": student.pos_embed_2d(grid, dim),
        "another grid": student.pos_embed_2d(other_grid, dim),
        "another width": student.pos_embed_2d(grid, other_dim),
        "again": student.pos_embed_2d(grid, dim),
    }


# With this width a cosine of position 3 lies between -0.00005 and 0 and becomes 0.0, and a sine of position 6
# lies between -0.0001 and -0.00005 and does not.
@check(
    "entries close to zero, with their sign",
    points=1,
    cases=[case("tiny negative entries", grid=7, dim=968, expect={"answer": rounded(7)})],
)
def signs(student, grid, dim):
    return {"answer": student.pos_embed_2d(grid, dim)}
