"""The hidden checks."""

import torch

from grader.author import Close, Raises, Unchanged, attempt, case, check

TEMPERATURES = [20.0, 30.0, 50.0, 100.0]
FLOATS = ("float32", "float64")


def close(positions):
    """Allow what float32 arithmetic may lose on angles as large as the largest position."""
    atol = 2e-6 + 2.4e-7 * float(positions.double().abs().max())
    return Close(rtol=0.0, atol=atol, dtypes=FLOATS if positions.dtype == torch.float64 else ())


def table(label, positions, dim, temperature):
    """A case of one table, to be asked for twice."""
    policy = close(positions)
    return case(
        label,
        positions=positions,
        dim=dim,
        temperature=temperature,
        expect={"answer": policy, "again": policy, "positions": Unchanged()},
    )


def both_calls(student, positions, dim, temperature):
    """Call twice and show the positions after that."""
    return {
        "answer": student.sinusoidal_1d_positions(positions, dim, temperature),
        "again": student.sinusoidal_1d_positions(positions, dim, temperature),
        "positions": positions,
    }


def unordered(rng, count, dtype=torch.int64):
    """Draw whole positions: the largest first, one of them twice in a row, zero last."""
    chosen = rng.integers(1, 60, count)
    chosen[1:3] = rng.integers(20, 50)
    chosen[0] = chosen.max() + rng.integers(1, 10)
    chosen[-1] = 0
    return torch.from_numpy(chosen).to(dtype)


def fractional(rng, count, dtype=torch.float32):
    """Draw positions that are not whole: the first is negative, the second positive, and so on by turns."""
    chosen = rng.integers(1, 40, count) + rng.choice([0.25, 0.375, 0.5, 0.625], count)
    chosen[::2] *= -1
    return torch.from_numpy(chosen).to(dtype)


def far(rng, count):
    """Draw odd positions of both signs, from 2049 to 9999."""
    chosen = 2 * rng.integers(1024, 5000, count) + 1
    chosen[::2] *= -1
    return torch.from_numpy(chosen)


def whole_cases(rng):
    return [
        table("unsorted positions with a repeat", torch.tensor([3, 1, 1, 0]), 12, 10_000.0),
        table("an odd number of frequencies", unordered(rng, 7), int(rng.choice([6, 10, 14, 18])), 10_000.0),
        table("an even number of frequencies", unordered(rng, 6), int(rng.choice([12, 16, 20])), 10_000.0),
        table("a single position", unordered(rng, 5)[:1], 12, 10_000.0),
        table("the smallest width", unordered(rng, 5), 2, 10_000.0),
        table("more positions than numbers for each", unordered(rng, 40), 6, 10_000.0),
        table("a wide vector", unordered(rng, 9), int(rng.integers(50, 150)) * 2, 10_000.0),
        table("far positions", unordered(rng, 6) * 16, int(rng.choice([32, 48])), 10_000.0),
        table("positions of several thousands", far(rng, 5), 6, 10_000.0),
    ]


@check("whole positions in any order", points=2, cases=[whole_cases])
def whole(student, positions, dim, temperature):
    return both_calls(student, positions, dim, temperature)


def real_cases(rng):
    below = -unordered(rng, 6, torch.float32)
    return [
        table("fractional positions", torch.tensor([0.0, 0.5, 2.25], dtype=torch.float32), 12, 50.0),
        table("negative positions", torch.tensor([-2.0, -1.0, 0.0, 7.0], dtype=torch.float32), 12, 37.0),
        table("fractional positions of both signs", fractional(rng, 6), 12, float(rng.choice(TEMPERATURES))),
        table("negative whole positions", below, 10, float(rng.choice(TEMPERATURES))),
        table("negative positions as integers", below.long(), 12, float(rng.choice(TEMPERATURES))),
        table("a single fractional position", fractional(rng, 1), 14, 10_000.0),
        table("fractional positions of several thousands", far(rng, 5).float() + 0.25, 8, 10_000.0),
    ]


@check("fractional and negative positions", points=2, cases=[real_cases])
def real(student, positions, dim, temperature):
    return both_calls(student, positions, dim, temperature)


def dtype_cases(rng):
    integers = [
        table(f"positions of dtype {name}", unordered(rng, 6, getattr(torch, name)), 12, 10_000.0)
        for name in ("int8", "int16", "int32", "int64")
    ]
    return [
        *integers,
        table("positions of dtype int8 and a wide vector", unordered(rng, 6, torch.int8), 300, 10_000.0),
        table("positions of dtype float32", fractional(rng, 5), 12, 10_000.0),
        table("positions of dtype float64", fractional(rng, 5, torch.float64), 12, 10_000.0),
        table("whole positions of dtype float64", unordered(rng, 5, torch.float64), 6, 10_000.0),
    ]


@check("positions of every dtype", points=1, cases=[dtype_cases])
def dtypes(student, positions, dim, temperature):
    return both_calls(student, positions, dim, temperature)


def temperature_cases(rng):
    first, second = (float(temperature) for temperature in rng.permutation(TEMPERATURES)[:2])
    return [
        table("a low temperature", unordered(rng, 6), 12, first),
        table("a low temperature, fractional positions", fractional(rng, 6), 16, second),
        table("a temperature that is not whole", unordered(rng, 6), 8, 37.5),
        table("a temperature given as an int", unordered(rng, 6), 12, int(rng.choice([20, 50, 100]))),
        table("a high temperature", unordered(rng, 6), 12, 250_000.0),
        table("a temperature of one", unordered(rng, 6), 8, 1.0),
    ]


@check("another temperature", points=1, cases=[temperature_cases])
def temperatures(student, positions, dim, temperature):
    return both_calls(student, positions, dim, temperature)


def refused_cases(rng):
    def one(label, dim):
        positions = unordered(rng, 5)
        return case(
            label,
            positions=positions,
            dim=dim,
            legal=dim + 1,
            expect={"refused": Raises("ValueError"), "answer": close(positions), "positions": Unchanged()},
        )

    return [
        one("an odd width", 5),
        one("the smallest odd width", 3),
        one("an odd width divisible by three", 9),
        one("a large odd width, one more than a multiple of four", 4 * int(rng.integers(10, 30)) + 1),
        one("a large odd width, one less than a multiple of four", 4 * int(rng.integers(10, 30)) - 1),
    ]


@check("an odd width is refused", points=1, cases=[refused_cases])
def refused(student, positions, dim, legal):
    return {
        "refused": attempt(student.sinusoidal_1d_positions, positions, dim),
        "answer": student.sinusoidal_1d_positions(positions, legal),
        "positions": positions,
    }


def keyword_cases(rng):
    positions = unordered(rng, 6)
    return [
        case(
            "arguments in another order, and the temperature left out",
            positions=positions,
            dim=int(rng.choice([16, 18, 20])),
            temperature=float(rng.choice(TEMPERATURES)),
            expect={
                "answer": close(positions),
                "the answer without a temperature": close(positions),
                "positions": Unchanged(),
            },
        )
    ]


@check("arguments given by name", points=0.5, cases=[keyword_cases])
def keywords(student, positions, dim, temperature):
    return {
        "answer": student.sinusoidal_1d_positions(temperature=temperature, dim=dim, positions=positions),
        "the answer without a temperature": student.sinusoidal_1d_positions(dim=dim, positions=positions),
        "positions": positions,
    }


def mixed_cases(rng):
    positions = unordered(rng, 5)
    others = positions.to(torch.float64) + 0.5
    temperature = float(rng.choice(TEMPERATURES))
    return [
        case(
            "other positions, another width and another temperature asked for in between",
            positions=positions,
            others=others,
            temperature=temperature,
            higher=temperature + 0.5,
            expect={
                "the same positions as float64": close(positions.to(torch.float64)),
                "answer": close(positions),
                "positions half a step further": close(others),
                "a wider vector": close(positions),
                "a slightly higher temperature": close(positions),
                "again": close(positions),
            },
        )
    ]


@check("one call leaves nothing behind for the next", points=0.5, cases=[mixed_cases])
def in_turn(student, positions, others, temperature, higher):
    return {
        "the same positions as float64": student.sinusoidal_1d_positions(positions.double(), 22, temperature),
        "answer": student.sinusoidal_1d_positions(positions, 22, temperature),
        "positions half a step further": student.sinusoidal_1d_positions(others, 22, temperature),
        "a wider vector": student.sinusoidal_1d_positions(positions, 26, temperature),
        "a slightly higher temperature": student.sinusoidal_1d_positions(positions, 22, higher),
        "again": student.sinusoidal_1d_positions(positions, 22, temperature),
    }
