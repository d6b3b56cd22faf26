"""The hidden checks."""

import torch

from grader.author import Close, Raises, attempt, case, check

TEMPERATURES = [20.0, 30.0, 50.0, 100.0]
FOUR_MOD_EIGHT = [12, 20, 28, 36]
ZERO_MOD_EIGHT = [16, 24, 32, 40]


def close(*sides):
    """Allow what float32 arithmetic may lose on coordinates as large as the largest of the grid."""
    return Close(rtol=0.0, atol=2e-6 + 2.4e-7 * (max(sides) - 1))


def table(label, grid_height, grid_width, embed_dim, temperature=10_000.0):
    """A case of one table, to be asked for twice."""
    policy = close(grid_height, grid_width)
    return case(
        label,
        grid_height=grid_height,
        grid_width=grid_width,
        embed_dim=embed_dim,
        temperature=temperature,
        expect={"answer": policy, "again": policy},
    )


def both_calls(student, grid_height, grid_width, embed_dim, temperature):
    """Call twice."""
    return {
        "answer": student.sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature),
        "again": student.sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature),
    }


def unequal(rng):
    """Draw two sides, the smaller first; both are larger than 1."""
    small = int(rng.integers(2, 5))
    return small, small + int(rng.integers(1, 5))


def picked(rng, numbers):
    """Draw one of the numbers."""
    return int(rng.choice(numbers))


def grid_cases(rng):
    small, large = unequal(rng)
    low, high = unequal(rng)
    return [
        table("a wide grid, three frequencies per axis", 2, 3, 12),
        table("a tall grid, three frequencies per axis", 3, 2, 12),
        table("a wide grid, an odd number of frequencies", small, large, picked(rng, FOUR_MOD_EIGHT)),
        table("a tall grid, an even number of frequencies", high, low, picked(rng, ZERO_MOD_EIGHT)),
        table("a wide grid, one frequency per axis", low, high, 4),
        table("a single row of patches", 1, picked(rng, [3, 4, 5]), 8),
        table("a single column of patches", picked(rng, [3, 4, 5]), 1, 12),
        table("a single patch", 1, 1, 12),
        table("a square grid of many patches", 14, 14, picked(rng, FOUR_MOD_EIGHT)),
        table("a wide vector", 4, 3, int(rng.integers(40, 80)) * 4),
        table("long rows of patches", 2, int(rng.integers(90, 101)), 20),
        table("long columns of patches", int(rng.integers(90, 101)), 2, 20),
    ]


@check("wide, tall and large grids, entry by entry", points=3, cases=[grid_cases])
def grids(student, grid_height, grid_width, embed_dim, temperature):
    return both_calls(student, grid_height, grid_width, embed_dim, temperature)


def temperature_cases(rng):
    first, second = (float(temperature) for temperature in rng.permutation(TEMPERATURES)[:2])
    small, large = unequal(rng)
    return [
        table("a wide grid, a low temperature", 2, 3, 12, 30.0),
        table("a tall grid, a low temperature", large, small, picked(rng, FOUR_MOD_EIGHT), first),
        table("a square grid, a low temperature", 3, 3, picked(rng, ZERO_MOD_EIGHT), second),
        table("a temperature that is not whole", 3, 4, 16, 37.5),
        table("a temperature given as an int", small, large, 12, picked(rng, [20, 50, 100])),
        table("a high temperature", large, small, 20, 250_000.0),
        table("a very low temperature", small, large, 16, picked(rng, [2, 3, 4]) + 0.5),
        table("a temperature of one", large, small, 12, 1.0),
    ]


@check("another temperature", points=1.5, cases=[temperature_cases])
def temperatures(student, grid_height, grid_width, embed_dim, temperature):
    return both_calls(student, grid_height, grid_width, embed_dim, temperature)


def refused_cases(rng):
    small, large = unequal(rng)

    def one(label, embed_dim):
        return case(
            label,
            grid_height=small,
            grid_width=large,
            embed_dim=embed_dim,
            legal=4 * (embed_dim // 4 + 1),
            expect={"refused": Raises("ValueError"), "answer": close(small, large)},
        )

    return [
        one("the smallest even width", 2),
        one("an even width not divisible by four", 6),
        one("twice an odd number", 10),
        one("a large even width not divisible by four", 4 * int(rng.integers(20, 60)) + 2),
        one("an odd width, one more than a multiple of four", 5),
        one("an odd width, one more than a multiple of eight", 9),
        one("an odd width, one less than a multiple of four", 7),
        one("a large odd width, one more than a multiple of four", 4 * int(rng.integers(20, 60)) + 1),
        one("a large odd width, one less than a multiple of four", 4 * int(rng.integers(20, 60)) - 1),
    ]


@check("a width that is not divisible by four is refused", points=1.5, cases=[refused_cases])
def refused(student, grid_height, grid_width, embed_dim, legal):
    return {
        "refused": attempt(student.sinusoidal_2d_grid, grid_height, grid_width, embed_dim),
        "answer": student.sinusoidal_2d_grid(grid_height, grid_width, legal),
    }


def device_cases(rng):
    small, large = unequal(rng)
    parts = [
        "answer",
        "the answer on the CPU, named by a text",
        "the answer on the CPU, named by a torch.device",
        "the answer on the meta device, named by a text",
        "the answer on the meta device, named by a torch.device",
        "again",
    ]
    return [
        case(
            "every way to name a device",
            grid_height=small,
            grid_width=large,
            embed_dim=picked(rng, [52, 60, 68]),
            temperature=float(rng.choice(TEMPERATURES)),
            expect={
                **dict.fromkeys(parts, close(small, large)),
            },
        )
    ]


@check("the table is made on the device asked for", points=1, cases=[device_cases])
def devices(student, grid_height, grid_width, embed_dim, temperature):
    sizes = (grid_height, grid_width, embed_dim, temperature)
    return {
        "the answer on the meta device, named by a text": student.sinusoidal_2d_grid(*sizes, "meta"),
        "answer": student.sinusoidal_2d_grid(*sizes, None),
        "the answer on the CPU, named by a text": student.sinusoidal_2d_grid(*sizes, "cpu"),
        "the answer on the CPU, named by a torch.device": student.sinusoidal_2d_grid(
            *sizes, torch.device("cpu")
        ),
        "again": student.sinusoidal_2d_grid(*sizes, None),
        "the answer on the meta device, named by a torch.device": student.sinusoidal_2d_grid(
            *sizes, torch.device("meta")
        ),
    }


def keyword_cases(rng):
    small, large = unequal(rng)
    parts = ["answer", "the answer without a temperature", "the answer without a device"]
    return [
        case(
            "arguments in another order, and some left out",
            grid_height=small,
            grid_width=large,
            embed_dim=picked(rng, [20, 24, 28, 32]),
            temperature=float(rng.choice(TEMPERATURES)),
            expect=dict.fromkeys(parts, close(small, large)),
        )
    ]


@check("arguments given by name", points=0.5, cases=[keyword_cases])
def keywords(student, grid_height, grid_width, embed_dim, temperature):
    return {
        "answer": student.sinusoidal_2d_grid(
            device="cpu",
            temperature=temperature,
            embed_dim=embed_dim,
            grid_width=grid_width,
            grid_height=grid_height,
        ),
        "the answer without a temperature": student.sinusoidal_2d_grid(
            embed_dim=embed_dim, device=None, grid_width=grid_width, grid_height=grid_height
        ),
        "the answer without a device": student.sinusoidal_2d_grid(
            temperature=temperature, grid_height=grid_height, embed_dim=embed_dim, grid_width=grid_width
        ),
    }


def mixed_cases(rng):
    temperature = float(rng.choice(TEMPERATURES))
    parts = {
        "answer": close(3, 4),
        "as many patches in another shape": close(2, 6),
        "more rows of patches": close(5, 4),
        "more columns of patches": close(3, 7),
        "a wider vector": close(3, 4),
        "a slightly higher temperature": close(3, 4),
        "again": close(3, 4),
    }
    return [
        case(
            "another shape, width and temperature asked for in between",
            temperature=temperature,
            higher=temperature + 0.5,
            expect=parts,
        )
    ]


@check("one call leaves nothing behind for the next", points=0.5, cases=[mixed_cases])
def in_turn(student, temperature, higher):
    return {
        "answer": student.sinusoidal_2d_grid(3, 4, 44, temperature),
        "as many patches in another shape": student.sinusoidal_2d_grid(2, 6, 44, temperature),
        "more rows of patches": student.sinusoidal_2d_grid(5, 4, 44, temperature),
        "more columns of patches": student.sinusoidal_2d_grid(3, 7, 44, temperature),
        "a wider vector": student.sinusoidal_2d_grid(3, 4, 48, temperature),
        "a slightly higher temperature": student.sinusoidal_2d_grid(3, 4, 44, higher),
        "again": student.sinusoidal_2d_grid(3, 4, 44, temperature),
    }
