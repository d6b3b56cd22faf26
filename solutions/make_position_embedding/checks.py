"""Hidden checks."""

import torch

from grader.author import Close, Distinct, Equal, Raises, Within, attempt, case, check

# 7 * 28 * 768 = 150528 entries; bands of at least six standard errors of a normal of deviation 0.02.
A_FRESH_DRAW = (
    Within("std", 0.0195, 0.0205),
    Within("mean", -3.1e-4, 3.1e-4),
    Within("share_within", 0.6754, 0.6899, at=0.02),
    Within("share_within", 0.9512, 0.9578, at=0.04),
    Within("share_within", 0.9965, 0.9981, at=0.06),
)
# One row has 768 entries: six standard errors are 0.0031.
ONE_ROW = (Within("std", 0.0169, 0.0231),)


def allowed(kind, sides):
    """Learned rows are copied; computed ones have room for float32, by the largest coordinate."""
    if kind == "learned":
        return Equal()
    return Close(rtol=0.0, atol=2e-6 + 2.4e-7 * (max(sides) - 1))


def ready(module, table):
    """Load a table into a learned module; a fixed one has nothing to load."""
    module.load_state_dict({} if table is None else {"embedding.weight": table}, strict=True)
    return module


def shape_of_grid(student, kind, sizes):
    """Make a module of the student's and see the shape of its full grid, which is plain data."""
    return list(student.make_position_embedding(kind, *sizes).full_grid(1).shape)


def made_of(student, word, sizes):
    """Make a module of the student's and see what it has to learn and to give, which is plain data."""
    module = student.make_position_embedding(word, *sizes)
    return [[name for name, _ in module.named_parameters()], list(module.full_grid(1).shape)]


def sent_back(answer, upstream, weight):
    """Send gradients back through an answer and see which ones the table received, if any."""
    total = (answer * upstream).sum()
    if total.requires_grad:
        total.backward()
    gradient, weight.grad = weight.grad, None
    if gradient is None:
        return None, None
    return str(gradient.layout), gradient.to_dense()


def distinct_table(rng, rows, width):
    """Draw a table of whole numbers of which no two are equal."""
    numbers = rng.permutation(4 * rows * width)[: rows * width] - 2 * rows * width
    return torch.from_numpy(numbers.reshape(rows, width).astype("float32"))


def table_for(rng, kind, sizes):
    """Draw a table for a learned module, none for a fixed one."""
    return distinct_table(rng, sizes[0] * sizes[1], sizes[2]) if kind == "learned" else None


def drawn_indices(rng, rows, shape, dtype="int64"):
    """Draw indices, repeats allowed, below ``rows``."""
    return torch.from_numpy(rng.integers(0, rows, shape).astype(dtype))


def drawn_sides(rng):
    """Draw a short and a long side that differ by two at least."""
    short = 2 + int(rng.integers(0, 3))
    return short, short + 2 + int(rng.integers(0, 4))


# --------------------------------------------------------------------------- the learned kind


def learned_cases(rng):
    short, long = drawn_sides(rng)
    return [
        case(
            label,
            kind="learned",
            sizes=sizes,
            table=table_for(rng, "learned", sizes),
            indices=drawn_indices(rng, sizes[0] * sizes[1], (2, 5)),
        )
        for label, sizes in [
            ("a wide grid", (short, long, 8)),
            ("a tall grid, an even width that is not divisible by four", (long, short, 6)),
            ("a grid of one row, an odd width", (1, long, 3)),
            ("a grid of one patch, a width of two", (1, 1, 2)),
        ]
    ]


@check(
    "what a learned module is made of",
    points=1,
    cases=learned_cases,
    expect={
        "grid_height": Equal(),
        "grid_width": Equal(),
        "num_positions": Equal(),
        "embed_dim": Equal(),
        "the parts that are an nn.Embedding": Equal(),
        "the parameters": Equal(),
        "the buffers": Equal(),
        "the keys of the state dict": Equal(),
        "answer": Equal(),
        "again": Equal(),
        "rows in float64": Equal(),
        "no rows in float64": Equal(),
        "the full grid in float64": Equal(),
    },
)
def learned_contents(student, kind, sizes, table, indices):
    module = student.make_position_embedding(kind, *sizes)
    seen = {
        "grid_height": module.grid_height,
        "grid_width": module.grid_width,
        "num_positions": module.num_positions,
        "embed_dim": module.embed_dim,
        "the parts that are an nn.Embedding": [
            name for name, part in module.named_modules() if isinstance(part, torch.nn.Embedding)
        ],
        "the parameters": [
            [name, list(parameter.shape), str(parameter.dtype)]
            for name, parameter in module.named_parameters()
        ],
        "the buffers": [name for name, _ in module.named_buffers()],
        "the keys of the state dict": list(module.state_dict()),
    }
    ready(module, table)
    seen = {**seen, "answer": module(indices).clone(), "again": module(indices).clone()}
    module.double()
    return {
        **seen,
        "rows in float64": module(indices),
        "no rows in float64": module(indices[:, :0]),
        "the full grid in float64": module.full_grid(2),
    }


@check(
    "a learned table begins as a draw of standard deviation 0.02",
    points=1,
    cases=[case("a large table", kind="learned", sizes=(7, 28, 768), filling=5.0)],
    expect={
        "the table of a new module": A_FRESH_DRAW,
        "the table after reset_parameters()": A_FRESH_DRAW,
        "the beginnings of the rows of the table": Distinct(),
        "the first row of the table": ONE_ROW,
        "the last row of the table": ONE_ROW,
    },
)
def spread(student, kind, sizes, filling):
    module = student.make_position_embedding(kind, *sizes)
    built = module.embedding.weight.detach().clone()
    with torch.no_grad():
        module.embedding.weight.fill_(filling)
    module.reset_parameters()
    return {
        "the table of a new module": built,
        "the table after reset_parameters()": module.embedding.weight,
        "the beginnings of the rows of the table": list(built[:, :32]),
        "the first row of the table": built[0],
        "the last row of the table": built[-1],
    }


def gradient_cases(rng):
    short, long = drawn_sides(rng)
    sizes = (short, long, 4)
    rows = short * long
    first = int(rng.integers(1, rows))
    return [
        case(
            f"rows used several times, the first patch among them, in a table drawn {words}",
            kind="learned",
            sizes=sizes,
            resets=resets,
            table=table_for(rng, "learned", sizes),
            indices=torch.tensor([[first, first, 0], [0, first, rows - 1]], dtype=torch.int64),
            upstream=distinct_table(rng, 6, 4).reshape(2, 3, 4),
            upstream_of_grid=distinct_table(rng, 3 * rows, 4).reshape(3, rows, 4),
        )
        for words, resets in [("once", 0), ("twice", 1)]
    ]


@check(
    "a learned table receives gradients",
    points=0.5,
    cases=gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of the table": Equal(),
        "the layout of the gradient": Equal(),
        "the gradient of the table, through the full grid": Equal(),
    },
)
def gradients(student, kind, sizes, resets, table, indices, upstream, upstream_of_grid):
    module = student.make_position_embedding(kind, *sizes)
    for _ in range(resets):
        module.reset_parameters()
    ready(module, table)
    weight = module.embedding.weight
    answer = module(indices)
    layout, gathered = sent_back(answer, upstream, weight)
    _, whole = sent_back(module.full_grid(upstream_of_grid.shape[0]), upstream_of_grid, weight)
    return {
        "answer": answer,
        "the gradient of the table": gathered,
        "the layout of the gradient": layout,
        "the gradient of the table, through the full grid": whole,
    }


# --------------------------------------------------------------------------- the fixed kind


def fixed_cases(rng):
    short, long = drawn_sides(rng)
    parts = (
        "answer",
        "again",
        "the buffer",
        "rows in float64",
        "no rows in float64",
        "the full grid in float32",
        "the full grid in float64",
    )
    exactly = (
        "grid_height",
        "grid_width",
        "num_positions",
        "embed_dim",
        "the parameters",
        "the keys of the state dict",
        "the device after a move to meta",
    )
    return [
        case(
            label,
            expect={
                **dict.fromkeys(parts, allowed("sincos", sizes[:2])),
                **dict.fromkeys(exactly, Equal()),
            },
            kind="sincos",
            sizes=sizes,
            indices=drawn_indices(rng, sizes[0] * sizes[1], (2, 5)),
        )
        for label, sizes in [
            ("a wide grid, four frequencies", (short, long, 16)),
            ("a tall grid, three frequencies", (long, short, 12)),
            ("a grid of one row", (1, long, 8)),
            ("a grid of one column", (long, 1, 8)),
            ("a grid of one patch", (1, 1, 4)),
        ]
    ]


@check("what a fixed module is made of", points=1, cases=fixed_cases)
def fixed_contents(student, kind, sizes, indices):
    module = student.make_position_embedding(kind, *sizes)
    seen = {
        "grid_height": module.grid_height,
        "grid_width": module.grid_width,
        "num_positions": module.num_positions,
        "embed_dim": module.embed_dim,
        "the parameters": [name for name, _ in module.named_parameters()],
        "the keys of the state dict": list(module.state_dict()),
        "the buffer": module.get_buffer("embedding").clone(),
        "answer": ready(module, None)(indices),
        "again": module(indices),
        "the full grid in float32": module.full_grid(2).clone(),
    }
    module.double()
    return {
        **seen,
        "rows in float64": module(indices),
        "no rows in float64": module(indices[:, :0]),
        "the full grid in float64": module.full_grid(2),
        "the device after a move to meta": str(module.to("meta").embedding.device),
    }


# --------------------------------------------------------------------------- either kind


def calls(rng, label, kind, sizes, indices, batch_size=2):
    """Make a case of the two calls that both kinds answer."""
    room = allowed(kind, sizes[:2])
    parts = ("answer", "again", "the full grid", "the full grid without an argument")
    return case(
        f"{label}, the {'learned' if kind == 'learned' else 'fixed'} kind",
        expect={**dict.fromkeys(parts, room), "the indices afterwards": Equal()},
        kind=kind,
        sizes=sizes,
        table=table_for(rng, kind, sizes),
        indices=indices,
        batch_size=batch_size,
    )


def call_cases(rng):
    short, long = drawn_sides(rng)
    rows = short * long
    shuffled = torch.from_numpy(rng.permutation(rows).reshape(1, rows).astype("int64"))
    ends = torch.tensor([[rows - 1, 0], [0, rows - 1], [0, 0]], dtype=torch.int64)
    none = torch.zeros(2, 0, dtype=torch.int64)
    high = torch.from_numpy(rng.integers(100, 127, (2, 3)).astype("int8"))
    narrow = drawn_indices(rng, rows, (2, 4), "int16")
    whole = drawn_indices(rng, rows, (3, 2 * rows), "int32")
    return [
        one
        for kind in ("learned", "sincos")
        for one in (
            calls(rng, "every patch once", kind, (long, short, 8), shuffled, 1),
            calls(rng, "another selection for each batch element", kind, (short, long, 12), ends),
            calls(rng, "no index asked for", kind, (short, long, 8), none, 3),
            calls(rng, "int8 indices, more patches than an int8 can count", kind, (11, 13, 4), high),
            calls(rng, "int16 indices", kind, (short, long, 4), narrow),
            calls(rng, "int32 indices with repeats", kind, (short, long, 4), whole),
        )
    ]


@check("both kinds gather rows and give the full grid, in either mode", points=1, cases=call_cases)
def both_calls(student, kind, sizes, table, indices, batch_size):
    module = ready(student.make_position_embedding(kind, *sizes), table)
    trained = module.train()(indices)
    return {
        "answer": trained,
        "again": module.eval()(indices),
        "the indices afterwards": indices,
        "the full grid": module.full_grid(batch_size),
        "the full grid without an argument": module.full_grid(),
    }


def fresh_cases(rng):
    short, long = drawn_sides(rng)
    sizes = {"grid_height": short, "grid_width": long, "embed_dim": 8}
    table = distinct_table(rng, short * long, 8)
    return [
        case(
            "several modules of each kind",
            expect={
                "the draws": Distinct(),
                "rows of the first learned module": Equal(),
                "rows of the second learned module": Equal(),
                "the full grid of the second learned module": Equal(),
                "rows of the first fixed module": allowed("sincos", (short, long)),
                "rows of the second fixed module": allowed("sincos", (short, long)),
                "the full grid of the second fixed module": allowed("sincos", (short, long)),
                "the full grid of another fixed module, of other sizes": allowed("sincos", (short, long)),
            },
            sizes=sizes,
            other_sizes={"grid_height": long, "grid_width": short, "embed_dim": 12},
            table=table,
            other=table.flip(0) + 0.5,
            indices=drawn_indices(rng, short * long, (2, 3)),
        )
    ]


@check("every call gives a module of its own, also with arguments by name", points=0.5, cases=fresh_cases)
def fresh(student, sizes, other_sizes, table, other, indices):
    learned = [student.make_position_embedding(position_embedding="learned", **sizes) for _ in range(3)]
    fixed = [
        student.make_position_embedding(position_embedding="sincos", **each)
        for each in (sizes, sizes, other_sizes)
    ]
    draws = [module.embedding.weight.detach().clone() for module in learned]
    for module in [*learned, *learned]:
        module.reset_parameters()
        draws.append(module.embedding.weight.detach().clone())
    fixed[0].double()
    ready(learned[0], table)
    ready(learned[1], other)
    return {
        "the draws": draws,
        "rows of the first learned module": learned[0](indices=indices),
        "rows of the second learned module": learned[1](indices=indices),
        "the full grid of the second learned module": learned[1].full_grid(batch_size=2),
        "rows of the first fixed module": fixed[0](indices=indices),
        "rows of the second fixed module": fixed[1](indices=indices),
        "the full grid of the second fixed module": fixed[1].full_grid(batch_size=2),
        "the full grid of another fixed module, of other sizes": fixed[2].full_grid(batch_size=2),
    }


# --------------------------------------------------------------------------- errors


def word_cases(rng):
    return [
        case(
            label,
            expect={
                "refused": Raises("ValueError"),
                "the fixed grid afterwards": allowed("sincos", (2, 3)),
                "the learned rows afterwards": Equal(),
            },
            word=word,
            sizes=(2, 3, 8),
            table=table_for(rng, "learned", (2, 3, 8)),
            indices=drawn_indices(rng, 6, (2, 3)),
        )
        for label, word in [
            ("a capital letter", "Learned"),
            ("capital letters only", "SINCOS"),
            ("capital letters only", "LEARNED"),
            ("a capital letter within a word", "sinCos"),
            ("a hyphen", "sin-cos"),
            ("an underscore", "sin_cos"),
            ("the empty word", ""),
            ("a blank", " "),
            ("a blank behind a word", "learned "),
            ("a blank before a word", " sincos"),
            ("a line break behind a word", "sincos\n"),
            ("a line break behind a word", "learned\n"),
            ("the beginning of a word", "learn"),
            ("the end of a word", "cos"),
            ("a word with something behind it", "sincos2d"),
            ("a word with something before it", "unlearned"),
            ("both words", "learned,sincos"),
            ("the parts of a word in another order", "cossin"),
            ("another word for it", "fixed"),
            ("another word for it", "sinusoidal"),
            ("another word for it", "learnable"),
            ("a word for no kind at all", "none"),
        ]
    ]


@check("every other word is refused", points=1, cases=word_cases)
def other_words(student, word, sizes, table, indices):
    seen = attempt(made_of, student, word, sizes)
    return {
        "refused": seen,
        "the fixed grid afterwards": student.make_position_embedding("sincos", *sizes).full_grid(2),
        "the learned rows afterwards": ready(student.make_position_embedding("learned", *sizes), table)(
            indices
        ),
    }


def refused_sizes(label, kind, sizes):
    """Make a case of sizes that the kind refuses, and of sizes that it takes afterwards."""
    return case(
        label,
        expect={"refused": Raises("ValueError"), "the shape of a legal grid": Equal()},
        kind=kind,
        sizes=sizes,
        legal=(2, 3, 8),
    )


def side_cases(rng):
    return [
        refused_sizes(f"{words}, the {kind} kind", word, (*sides, 8))
        for kind, word in [("learned", "learned"), ("fixed", "sincos")]
        for words, sides in [
            ("a height of zero", (0, 3)),
            ("a width of zero", (2, 0)),
            ("a negative height", (-2, 3)),
            ("a negative width", (2, -3)),
            ("both sides negative", (-2, -3)),
        ]
    ]


@check("a grid with a side that is not positive is refused", points=0.5, cases=side_cases)
def refused_sides(student, kind, sizes, legal):
    seen = attempt(shape_of_grid, student, kind, sizes)
    return {"refused": seen, "the shape of a legal grid": shape_of_grid(student, kind, legal)}


def width_cases(rng):
    return [
        refused_sizes(label, "sincos", (2, 3, width))
        for label, width in [
            ("the smallest width", 2),
            ("an even width that is not divisible by four", 6 + 4 * int(rng.integers(0, 4))),
            ("one more than a width divisible by four", 5 + 4 * int(rng.integers(0, 4))),
            ("one less than a width divisible by four", 7 + 4 * int(rng.integers(0, 4))),
        ]
    ]


@check("the fixed kind refuses a width that is not divisible by four", points=0.5, cases=width_cases)
def refused_widths(student, kind, sizes, legal):
    seen = attempt(shape_of_grid, student, kind, sizes)
    return {"refused": seen, "the shape of a legal grid": shape_of_grid(student, kind, legal)}


def index_cases(rng):
    rows = 6
    legal = torch.tensor([[5, 0, 2], [1, 3, 4]], dtype=torch.int64)

    def among_legal_ones(label, index, place, dtype=torch.int64):
        indices = legal.clone()
        indices[place] = index
        return label, indices.to(dtype)

    corners = [(0, 0), (0, 2), (1, 0), (1, 2)]
    described = [
        *[among_legal_ones("an index equal to the number of patches", rows, place) for place in corners],
        *[among_legal_ones("an index just below zero", -1, place) for place in corners],
        among_legal_ones("an index far above the number of patches", 100, (0, 1)),
        among_legal_ones("an index that a narrower integer cannot hold", 2**32, (1, 1)),
        among_legal_ones("an index far below zero", -100, (0, 1)),
        among_legal_ones("an int8 index just below zero", -1, (1, 0), torch.int8),
        ("indices of one axis", drawn_indices(rng, rows, (4,))),
        ("indices of three axes", drawn_indices(rng, rows, (2, 3, 1))),
        ("no index at all, on one axis", torch.zeros(0, dtype=torch.int64)),
    ]
    return [
        case(
            f"{words}, the {name} kind",
            expect={"refused": Raises("ValueError"), "answer": allowed(kind, (2, 3))},
            kind=kind,
            sizes=(2, 3, 8),
            table=table_for(rng, kind, (2, 3, 8)),
            indices=indices,
            legal=legal,
        )
        for name, kind in [("learned", "learned"), ("fixed", "sincos")]
        for words, indices in described
    ]


@check("both kinds refuse indices that name no patch or have not two axes", points=1, cases=index_cases)
def refused_indices(student, kind, sizes, table, indices, legal):
    module = ready(student.make_position_embedding(kind, *sizes), table)
    return {"refused": attempt(module, indices), "answer": module(legal)}
