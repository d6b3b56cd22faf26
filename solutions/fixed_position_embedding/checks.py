"""Hidden checks."""

import torch

from grader.author import Close, Equal, Raises, Unchanged, attempt, case, check


def allowed(grid_height, grid_width):
    """Room for float32: it grows with the largest coordinate of the grid."""
    return Close(rtol=0.0, atol=2e-6 + 2.4e-7 * (max(grid_height, grid_width) - 1))


def shape_of_grid(student, *sizes):
    """Make a module of the student's and see the shape of its full grid, which is plain data."""
    return list(student.FixedSinCos2DPositionEmbedding(*sizes).full_grid(1).shape)


def drawn_indices(rng, rows, shape, dtype="int64"):
    """Draw indices, repeats allowed, below ``rows``."""
    return torch.from_numpy(rng.integers(0, rows, shape).astype(dtype))


def drawn_sides(rng):
    """Draw a short and a long side that differ by two at least."""
    short = 2 + int(rng.integers(0, 3))
    return short, short + 2 + int(rng.integers(0, 4))


# --------------------------------------------------------------------------- the numbers


def looked_up(label, sides, embed_dim, indices):
    """Make a case of one look-up."""
    room = allowed(*sides)
    return case(
        label,
        expect={"answer": room, "again": room, "indices": Unchanged()},
        grid_height=sides[0],
        grid_width=sides[1],
        embed_dim=embed_dim,
        indices=indices,
    )


def table_cases(rng):
    short, long = drawn_sides(rng)

    def whole(label, sides, embed_dim):
        rows = sides[0] * sides[1]
        shuffled = torch.from_numpy(rng.permutation(rows).reshape(1, rows).astype("int64"))
        return looked_up(label, sides, embed_dim, shuffled)

    return [
        whole("a wide grid, four frequencies", (short, long), 16),
        whole("a tall grid, three frequencies", (long, short), 12),
        whole("a square grid, five frequencies", (short + 1, short + 1), 20),
        whole("one frequency", (short, long), 4),
        whole("a grid of one row, and a long one", (1, 30 + long), 8),
        whole("a grid of one column", (long, 1), 8),
        whole("a grid of one patch", (1, 1), 12),
    ]


@check("the table of sines and cosines", points=1, cases=table_cases)
def table(student, grid_height, grid_width, embed_dim, indices):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    return {"answer": module(indices), "again": module(indices), "indices": indices}


def temperature_cases(rng):
    short, long = drawn_sides(rng)

    def warm(label, sides, embed_dim, temperature):
        room = allowed(*sides)
        return case(
            label,
            expect={"answer": room, "again": room},
            grid_height=sides[0],
            grid_width=sides[1],
            embed_dim=embed_dim,
            temperature=temperature,
        )

    return [
        warm("a low temperature", (short, long), 12, 20.0 + 40.0 * float(rng.random())),
        warm("a temperature given as an int", (long, short), 16, 70 + int(rng.integers(0, 40))),
        warm("a high temperature", (short, short), 8, 2e5 + 1e5 * float(rng.random())),
    ]


@check("another temperature than 10 000", points=0.5, cases=temperature_cases)
def another_temperature(student, grid_height, grid_width, embed_dim, temperature):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim, temperature)
    return {"answer": module.full_grid(1), "again": module.full_grid(1)}


# --------------------------------------------------------------------------- forward


def gather_cases(rng):
    short, long = drawn_sides(rng)
    rows = short * long
    ends = torch.tensor([[rows - 1, 0], [0, rows - 1], [0, 0]], dtype=torch.int64)
    return [
        looked_up("another selection for each batch element", (short, long), 8, ends),
        looked_up(
            "repeated indices, a tall grid", (long, short), 12, drawn_indices(rng, rows, (3, 2 * rows))
        ),
        looked_up("int32 indices", (short, long), 8, drawn_indices(rng, rows, (2, 4), "int32")),
        looked_up("no index asked for", (short, long), 8, torch.zeros(2, 0, dtype=torch.int64)),
    ]


@check("forward gathers the rows asked for, in training and in evaluation", points=1, cases=gather_cases)
def gathers(student, grid_height, grid_width, embed_dim, indices):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    trained = module.train()(indices)
    return {"answer": trained, "again": module.eval()(indices), "indices": indices}


def narrow_cases(rng):
    short, long = drawn_sides(rng)
    rows = short * long
    high = torch.from_numpy(rng.integers(100, 127, (2, 3)).astype("int8"))
    return [
        looked_up("int16 indices", (short, long), 8, drawn_indices(rng, rows, (2, 4), "int16")),
        looked_up("int8 indices", (long, short), 12, drawn_indices(rng, rows, (3, 2), "int8")),
        looked_up("int8 indices, more patches than an int8 can count", (11, 13), 8, high),
        looked_up("no index asked for, in int16", (short, long), 8, torch.zeros(1, 0, dtype=torch.int16)),
    ]


@check("indices of a narrow integer dtype", points=0.5, cases=narrow_cases)
def narrow(student, grid_height, grid_width, embed_dim, indices):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    return {"answer": module(indices), "again": module(indices), "indices": indices}


# --------------------------------------------------------------------------- full_grid


def grid_cases(rng):
    short, long = drawn_sides(rng)
    room = allowed(short, long)
    return [
        case(
            f"a batch of {words}",
            expect={"answer": room, "again": room, "the grid without an argument": room},
            grid_height=short,
            grid_width=long,
            embed_dim=8,
            batch_size=batch_size,
        )
        for words, batch_size in [("one", 1), ("several", 3)]
    ]


@check("full_grid gives the whole table to every batch element", points=0.5, cases=grid_cases)
def grid(student, grid_height, grid_width, embed_dim, batch_size):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    return {
        "answer": module.full_grid(batch_size),
        "again": module.full_grid(batch_size),
        "the grid without an argument": module.full_grid(),
    }


# --------------------------------------------------------------------------- what the module is made of


def contents_cases(rng):
    short, long = drawn_sides(rng)
    room = allowed(short, long)
    return [
        case(
            label,
            expect={
                "grid_height": Equal(),
                "grid_width": Equal(),
                "num_positions": Equal(),
                "embed_dim": Equal(),
                "the parameters": Equal(),
                "the keys of the state dict": Equal(),
                "the buffer": room,
                "answer": room,
                "the full grid": room,
                "the buffer after the calls": room,
            },
            grid_height=sides[0],
            grid_width=sides[1],
            embed_dim=embed_dim,
            indices=drawn_indices(rng, short * long, (2, 3)),
        )
        for label, sides, embed_dim in [("a wide grid", (short, long), 8), ("a tall grid", (long, short), 12)]
    ]


@check("attributes, parameters, buffer and state dict", points=0.5, cases=contents_cases)
def contents(student, grid_height, grid_width, embed_dim, indices):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    return {
        "grid_height": module.grid_height,
        "grid_width": module.grid_width,
        "num_positions": module.num_positions,
        "embed_dim": module.embed_dim,
        "the parameters": [name for name, _ in module.named_parameters()],
        "the keys of the state dict": list(module.state_dict()),
        "the buffer": module.get_buffer("embedding").clone(),
        "answer": module(indices),
        "the full grid": module.full_grid(2),
        "the buffer after the calls": module.get_buffer("embedding"),
    }


def loading_cases(rng):
    short, long = drawn_sides(rng)
    room = allowed(short, long)
    return [
        case(
            "a state dict of another grid",
            expect={"answer": room, "the full grid": room},
            saved_sizes=(2, 2, 8),
            sizes=(long, short, 12),
            indices=drawn_indices(rng, short * long, (2, 3)),
        )
    ]


@check("nothing is saved, so nothing need be loaded", points=0.5, cases=loading_cases)
def loading(student, saved_sizes, sizes, indices):
    saved = student.FixedSinCos2DPositionEmbedding(*saved_sizes).state_dict()
    module = student.FixedSinCos2DPositionEmbedding(*sizes)
    module.load_state_dict(saved, strict=True)
    module.load_state_dict({}, strict=True)
    return {"answer": module(indices), "the full grid": module.full_grid(2)}


def moving_cases(rng):
    short, long = drawn_sides(rng)
    room = allowed(short, long)
    some = drawn_indices(rng, short * long, (2, 3))
    parts = ("answer", "again", "the full grid", "the buffer", "the full grid before")
    return [
        case(
            label,
            expect=dict.fromkeys(parts, room),
            grid_height=short,
            grid_width=long,
            embed_dim=12,
            dtypes=dtypes,
            indices=indices,
        )
        for label, dtypes, indices in [
            ("a module moved to float64", ["float64"], some),
            ("a module moved to float64, no index asked for", ["float64"], some[:, :0].clone()),
            ("a module moved to float64 and back", ["float64", "float32"], some),
        ]
    ]


@check("buffer and answers take the dtype that the module is moved to", points=0.5, cases=moving_cases)
def moving(student, grid_height, grid_width, embed_dim, dtypes, indices):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    before = module.full_grid(2).clone()
    for name in dtypes:
        module = module.to(getattr(torch, name))
    return {
        "answer": module(indices),
        "again": module(indices),
        "the full grid": module.full_grid(2),
        "the buffer": module.get_buffer("embedding"),
        "the full grid before": before,
    }


@check(
    "the buffer goes along to another device",
    points=0.5,
    cases=[case("a module moved to torch's meta device", sizes=(3, 5, 12))],
    expect={"the shape of the buffer": Equal(), "the device of the buffer": Equal()},
)
def device(student, sizes):
    module = student.FixedSinCos2DPositionEmbedding(*sizes).to("meta")
    return {
        "the shape of the buffer": list(module.embedding.shape),
        "the device of the buffer": str(module.embedding.device),
    }


def pair_cases(rng):
    short, long = drawn_sides(rng)
    room = allowed(short, long)
    warm = 20.0 + 40.0 * float(rng.random())
    first = {"grid_height": short, "grid_width": long, "embed_dim": 12, "temperature": warm}
    others = [
        ("two modules of one size, another temperature", {**first, "temperature": warm + 100.0}),
        ("two modules of one size, the default temperature for one", {**first, "temperature": 10_000.0}),
        ("two modules of as many patches, other sides", {**first, "grid_height": long, "grid_width": short}),
        ("two modules of one grid, other widths", {**first, "embed_dim": 8}),
        ("two modules alike", first),
    ]
    parts = (
        "rows of the first module",
        "rows of the second module",
        "the full grid of the first module",
        "the full grid of the second module",
        "rows of a third module",
    )
    return [
        case(
            label,
            expect=dict.fromkeys(parts, room),
            first_sizes=first,
            second_sizes=second,
            indices=drawn_indices(rng, short * long, (2, 3)),
            batch_size=2,
        )
        for label, second in others
    ]


@check("modules share nothing, and arguments can be given by name", points=0.5, cases=pair_cases)
def pair(student, first_sizes, second_sizes, indices, batch_size):
    make = student.FixedSinCos2DPositionEmbedding
    first, second = make(**first_sizes), make(**second_sizes)
    first.double()
    return {
        "rows of the first module": first(indices=indices),
        "rows of the second module": second(indices=indices),
        "the full grid of the first module": first.full_grid(batch_size=batch_size),
        "the full grid of the second module": second.full_grid(batch_size=batch_size),
        "rows of a third module": make(**first_sizes)(indices=indices),
    }


# --------------------------------------------------------------------------- errors


def index_error_cases(rng):
    room = allowed(2, 3)

    def one(label, indices, legal):
        return case(
            label,
            expect={"refused": Raises("ValueError"), "answer": room},
            sizes=(2, 3, 8),
            indices=indices,
            legal=legal,
        )

    rows = 6
    whole = torch.int64
    legal = torch.tensor([[5, 0, 2], [1, 3, 4]], dtype=whole)

    def among_legal_ones(label, index, place, dtype=whole):
        indices = legal.clone()
        indices[place] = index
        return one(label, indices.to(dtype), legal.to(dtype))

    corners = [(0, 0), (0, 2), (1, 0), (1, 2)]
    flat = drawn_indices(rng, rows, (4,))
    deep = drawn_indices(rng, rows, (2, 3, 1))
    return [
        *[among_legal_ones("an index equal to the number of patches", rows, place) for place in corners],
        *[among_legal_ones("an index just below zero", -1, place) for place in corners],
        among_legal_ones("an index far above the number of patches", 100, (0, 1)),
        among_legal_ones("an index that a narrower integer cannot hold", 2**32, (1, 1)),
        among_legal_ones("an index far below zero", -100, (0, 1)),
        among_legal_ones("an int32 index just below zero", -1, (1, 0), torch.int32),
        among_legal_ones("an int8 index equal to the number of patches", rows, (0, 0), torch.int8),
        one("indices of one axis", flat, flat.reshape(1, 4)),
        one("indices of three axes", deep, deep.reshape(2, 3)),
        one("no index at all, on one axis", torch.zeros(0, dtype=whole), legal),
    ]


@check("indices that name no patch, or have not two axes, are refused", points=1, cases=index_error_cases)
def refused(student, sizes, indices, legal):
    module = student.FixedSinCos2DPositionEmbedding(*sizes)
    return {"refused": attempt(module, indices), "answer": module(legal)}


def side_error_cases(rng):
    legal = (2, 3, 8)
    return [
        case(
            label,
            expect={"refused": Raises("ValueError"), "answer": allowed(2, 3)},
            sizes=(*sides, 8),
            legal=legal,
            indices=drawn_indices(rng, 6, (2, 3)),
        )
        for label, sides in [
            ("a height of zero", (0, 3)),
            ("a width of zero", (2, 0)),
            ("a negative height", (-2, 3)),
            ("a negative width", (2, -3)),
            ("both sides negative", (-2, -3)),
        ]
    ]


@check("a grid with a side that is not positive is refused", points=0.5, cases=side_error_cases)
def refused_sides(student, sizes, legal, indices):
    seen = attempt(shape_of_grid, student, *sizes)
    return {"refused": seen, "answer": student.FixedSinCos2DPositionEmbedding(*legal)(indices)}


def width_error_cases(rng):
    return [
        case(
            label,
            expect={"refused": Raises("ValueError"), "answer": allowed(2, 3)},
            sizes=(2, 3, embed_dim),
            legal=(2, 3, 12),
            indices=drawn_indices(rng, 6, (2, 3)),
        )
        for label, embed_dim in [
            ("the smallest width", 2),
            ("an even width that is not divisible by four", 6 + 4 * int(rng.integers(0, 4))),
            ("one more than a width divisible by four", 5 + 4 * int(rng.integers(0, 4))),
            ("one less than a width divisible by four", 7 + 4 * int(rng.integers(0, 4))),
        ]
    ]


@check("a width that is not divisible by four is refused", points=0.5, cases=width_error_cases)
def refused_widths(student, sizes, legal, indices):
    seen = attempt(shape_of_grid, student, *sizes)
    return {"refused": seen, "answer": student.FixedSinCos2DPositionEmbedding(*legal)(indices)}
