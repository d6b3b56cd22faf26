"""Hidden checks."""

import torch

from grader.author import Distinct, Equal, Raises, Unchanged, Within, attempt, case, check

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
# A difference of four independent entries has twice their deviation. There are 20736 of them, and those
# that share entries go together, so the band is six of their larger standard errors wide.
FOUR_INDEPENDENT_ENTRIES = (Within("std", 0.0382, 0.0418),)


def filled(student, grid_height, grid_width, table):
    """Make a module of the student's and set its table."""
    module = student.Learned2DPositionEmbedding(grid_height, grid_width, table.shape[1])
    with torch.no_grad():
        module.embedding.weight.copy_(table)
    return module


def size_of_table(student, grid_height, grid_width, embed_dim):
    """Make a module of the student's and see the size of its table, which is plain data."""
    return list(student.Learned2DPositionEmbedding(grid_height, grid_width, embed_dim).embedding.weight.shape)


def sent_back(answer, upstream, weight):
    """Send gradients back through an answer and see which ones the table received, if any."""
    total = (answer * upstream).sum()
    if total.requires_grad:
        total.backward()
    gradient, weight.grad = weight.grad, None
    if gradient is None:
        return {"the gradient of the table": None, "the layout of the gradient": None}
    return {
        "the gradient of the table": gradient.to_dense(),
        "the layout of the gradient": str(gradient.layout),
    }


def distinct_table(rng, rows, width):
    """Draw a table of whole numbers of which no two are equal."""
    numbers = rng.permutation(4 * rows * width)[: rows * width] - 2 * rows * width
    return torch.from_numpy(numbers.reshape(rows, width).astype("float32"))


def drawn_indices(rng, rows, shape, dtype="int64"):
    """Draw indices, repeats allowed, below ``rows``."""
    return torch.from_numpy(rng.integers(0, rows, shape).astype(dtype))


# --------------------------------------------------------------------------- forward


def gather_cases(rng):
    height, width = 2 + int(rng.integers(0, 3)), 6 + int(rng.integers(0, 3))
    rows = height * width
    every_row_shuffled = torch.from_numpy(rng.permutation(rows).reshape(1, rows).astype("int64"))
    three = {"grid_height": 3, "grid_width": 5}
    return [
        case(
            "int64 indices with repeats, a wide grid",
            grid_height=height,
            grid_width=width,
            table=distinct_table(rng, rows, 3),
            indices=drawn_indices(rng, rows, (2, 7)),
        ),
        case(
            "every index once, in another order",
            grid_height=height,
            grid_width=width,
            table=distinct_table(rng, rows, 2),
            indices=every_row_shuffled,
        ),
        case(
            "the first and the last patch of a tall grid",
            grid_height=width,
            grid_width=height,
            table=distinct_table(rng, rows, 4),
            indices=torch.tensor([[rows - 1, 0], [0, rows - 1], [0, 0]], dtype=torch.int64),
        ),
        case(
            "a grid of one patch",
            grid_height=1,
            grid_width=1,
            table=distinct_table(rng, 1, 5),
            indices=torch.zeros(3, 2, dtype=torch.int64),
        ),
        case(
            "no index asked for",
            table=distinct_table(rng, 15, 4),
            indices=torch.zeros(2, 0, dtype=torch.int64),
            **three,
        ),
        case(
            "int32 indices",
            table=distinct_table(rng, 15, 4),
            indices=drawn_indices(rng, 15, (2, 4), "int32"),
            **three,
        ),
    ]


@check(
    "forward gathers the rows asked for",
    points=1.5,
    cases=gather_cases,
    expect={"answer": Equal(), "again": Equal(), "indices": Unchanged()},
)
def gathers(student, grid_height, grid_width, table, indices):
    module = filled(student, grid_height, grid_width, table)
    return {"answer": module(indices), "again": module(indices), "indices": indices}


def narrow_cases(rng):
    three = {"grid_height": 3, "grid_width": 5}
    high = torch.from_numpy(rng.integers(100, 127, (2, 3)).astype("int8"))
    return [
        case(
            "int16 indices",
            table=distinct_table(rng, 15, 4),
            indices=drawn_indices(rng, 15, (2, 4), "int16"),
            **three,
        ),
        case(
            "int8 indices",
            table=distinct_table(rng, 15, 4),
            indices=drawn_indices(rng, 15, (3, 2), "int8"),
            **three,
        ),
        case(
            "int8 indices, more patches than an int8 can count",
            grid_height=11,
            grid_width=13,
            table=distinct_table(rng, 143, 2),
            indices=high,
        ),
        case(
            "no index asked for, in int16",
            table=distinct_table(rng, 15, 4),
            indices=torch.zeros(1, 0, dtype=torch.int16),
            **three,
        ),
    ]


@check(
    "indices of a narrow integer dtype",
    points=0.5,
    cases=narrow_cases,
    expect={"answer": Equal(), "again": Equal(), "indices": Unchanged()},
)
def narrow(student, grid_height, grid_width, table, indices):
    module = filled(student, grid_height, grid_width, table)
    return {"answer": module(indices), "again": module(indices), "indices": indices}


# --------------------------------------------------------------------------- full_grid


def grid_cases(rng):
    return [
        case(
            f"a batch of {words}",
            grid_height=2,
            grid_width=4,
            table=distinct_table(rng, 8, 3),
            other=distinct_table(rng, 8, 3),
            batch_size=batch_size,
        )
        for words, batch_size in [("one", 1), ("several", 3)]
    ]


@check(
    "full_grid gives the whole table to every batch element",
    points=0.5,
    cases=grid_cases,
    expect={
        "answer": Equal(),
        "again": Equal(),
        "the grid without an argument": Equal(),
        "the grid after the table was replaced": Equal(),
    },
)
def grid(student, grid_height, grid_width, table, other, batch_size):
    module = filled(student, grid_height, grid_width, table)
    seen = {
        "answer": module.full_grid(batch_size).clone(),
        "again": module.full_grid(batch_size).clone(),
        "the grid without an argument": module.full_grid().clone(),
    }
    with torch.no_grad():
        module.embedding.weight.copy_(other)
    return {**seen, "the grid after the table was replaced": module.full_grid(batch_size)}


# --------------------------------------------------------------------------- gradients


def gathered_gradient_cases(rng):
    rows = 10
    some = torch.from_numpy(rng.permutation(rows)[:6].reshape(2, 3).astype("int64"))
    first = int(rng.integers(1, rows))
    repeated = torch.tensor([[first, first, 0], [0, first, rows - 1]], dtype=torch.int64)
    sizes = {"grid_height": 2, "grid_width": 5}
    return [
        case(
            "some rows gathered once",
            table=distinct_table(rng, rows, 4),
            indices=some,
            upstream=distinct_table(rng, 6, 4).reshape(2, 3, 4),
            **sizes,
        ),
        case(
            "rows gathered several times, the first patch among them",
            table=distinct_table(rng, rows, 4),
            indices=repeated,
            upstream=distinct_table(rng, 6, 4).reshape(2, 3, 4),
            **sizes,
        ),
    ]


@check(
    "gradients reach the gathered rows and no others",
    points=1,
    cases=gathered_gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of the table": Equal(),
        "the layout of the gradient": Equal(),
    },
)
def gathered_gradient(student, grid_height, grid_width, table, indices, upstream):
    module = filled(student, grid_height, grid_width, table)
    answer = module(indices)
    return {"answer": answer, **sent_back(answer, upstream, module.embedding.weight)}


def grid_gradient_cases(rng):
    return [
        case(
            f"a batch of {words}",
            grid_height=3,
            grid_width=2,
            table=distinct_table(rng, 6, 4),
            upstream=distinct_table(rng, batch_size * 6, 4).reshape(batch_size, 6, 4),
        )
        for words, batch_size in [("one", 1), ("several", 3)]
    ]


@check(
    "gradients of the full grid add up over the batch",
    points=0.5,
    cases=grid_gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of the table": Equal(),
        "the layout of the gradient": Equal(),
    },
)
def grid_gradient(student, grid_height, grid_width, table, upstream):
    module = filled(student, grid_height, grid_width, table)
    answer = module.full_grid(upstream.shape[0])
    return {"answer": answer, **sent_back(answer, upstream, module.embedding.weight)}


# --------------------------------------------------------------------------- the draw


@check(
    "the table is a draw of standard deviation 0.02",
    points=1,
    cases=[case("a large table", grid_height=7, grid_width=28, embed_dim=768, filling=5.0)],
    expect={
        "the table after construction": A_FRESH_DRAW,
        "the table after reset_parameters()": A_FRESH_DRAW,
        "the rows of the table": Distinct(),
        "the first row of the table": ONE_ROW,
        "the last row of the table": ONE_ROW,
        "differences across rows and columns of patches": FOUR_INDEPENDENT_ENTRIES,
    },
)
def spread(student, grid_height, grid_width, embed_dim, filling):
    module = student.Learned2DPositionEmbedding(grid_height, grid_width, embed_dim)
    built = module.embedding.weight.detach().clone()
    with torch.no_grad():
        module.embedding.weight.fill_(filling)
    module.reset_parameters()
    upper, lower = module.embedding.weight.detach()[: 2 * grid_width].reshape(2, grid_width, embed_dim)
    return {
        "the table after construction": built,
        "the table after reset_parameters()": module.embedding.weight,
        "the rows of the table": list(module.embedding.weight.detach()),
        "the first row of the table": module.embedding.weight[0],
        "the last row of the table": module.embedding.weight[-1],
        "differences across rows and columns of patches": upper[1:] - upper[:-1] - lower[1:] + lower[:-1],
    }


def draw_cases(rng):
    return [
        case(
            "two modules of one size, each reset twice",
            grid_height=2,
            grid_width=3,
            table=distinct_table(rng, 6, 4),
            indices=drawn_indices(rng, 6, (2, 3)),
            upstream=distinct_table(rng, 6, 4).reshape(2, 3, 4),
        )
    ]


@check(
    "no two draws are alike, and a table that was drawn again learns",
    points=0.5,
    cases=draw_cases,
    expect={
        "the draws": Distinct(),
        "answer": Equal(),
        "the gradient of the table": Equal(),
        "the layout of the gradient": Equal(),
    },
)
def draws(student, grid_height, grid_width, table, indices, upstream):
    tables = []
    for _ in range(2):
        module = student.Learned2DPositionEmbedding(grid_height, grid_width, table.shape[1])
        tables.append(module.embedding.weight.detach().clone())
        for _ in range(2):
            module.reset_parameters()
            tables.append(module.embedding.weight.detach().clone())
    with torch.no_grad():
        module.embedding.weight.copy_(table)
    answer = module(indices)
    return {"the draws": tables, "answer": answer, **sent_back(answer, upstream, module.embedding.weight)}


# --------------------------------------------------------------------------- what the module is made of


def contents_cases(rng):
    height = 2 + int(rng.integers(0, 3))
    width = height + 1 + int(rng.integers(0, 3))
    return [
        case(
            label,
            grid_height=sides[0],
            grid_width=sides[1],
            table=distinct_table(rng, height * width, 4),
            indices=drawn_indices(rng, height * width, (2, 3)),
        )
        for label, sides in [("a wide grid", (height, width)), ("a tall grid", (width, height))]
    ]


@check(
    "attributes, parameters, buffers and state dict",
    points=1,
    cases=contents_cases,
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
    },
)
def contents(student, grid_height, grid_width, table, indices):
    module = student.Learned2DPositionEmbedding(grid_height, grid_width, table.shape[1])
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
    module.load_state_dict({"embedding.weight": table}, strict=True)
    return {**seen, "answer": module(indices), "again": module(indices)}


def double_cases(rng):
    table = distinct_table(rng, 8, 3)
    return [
        case(
            label,
            grid_height=2,
            grid_width=4,
            table=table.double() + 2.0**-40,
            indices=indices,
        )
        for label, indices in [
            ("a module moved to float64", drawn_indices(rng, 8, (2, 3))),
            ("a module moved to float64, no index asked for", torch.zeros(3, 0, dtype=torch.int64)),
        ]
    ]


@check(
    "answers follow the table's dtype",
    points=0.5,
    cases=double_cases,
    expect={"answer": Equal(), "again": Equal(), "the full grid": Equal()},
)
def double(student, grid_height, grid_width, table, indices):
    module = student.Learned2DPositionEmbedding(grid_height, grid_width, table.shape[1]).double()
    with torch.no_grad():
        module.embedding.weight.copy_(table)
    return {"answer": module(indices), "again": module(indices), "the full grid": module.full_grid(2)}


def pair_cases(rng):
    return [
        case(
            "two modules of one size",
            grid_height=2,
            grid_width=4,
            table=distinct_table(rng, 8, 3),
            other=distinct_table(rng, 8, 3),
            indices=drawn_indices(rng, 8, (2, 3)),
            batch_size=2,
        )
    ]


@check(
    "two modules share nothing, and arguments can be given by name",
    points=0.5,
    cases=pair_cases,
    expect={
        "rows of the first module": Equal(),
        "rows of the second module": Equal(),
        "the full grid of the first module": Equal(),
        "the full grid of the second module": Equal(),
    },
)
def pair(student, grid_height, grid_width, table, other, indices, batch_size):
    width = table.shape[1]
    make = student.Learned2DPositionEmbedding
    first = make(grid_height=grid_height, grid_width=grid_width, embed_dim=width)
    second = make(grid_height=grid_height, grid_width=grid_width, embed_dim=width)
    with torch.no_grad():
        first.embedding.weight.copy_(table)
        second.embedding.weight.copy_(other)
    return {
        "rows of the first module": first(indices=indices),
        "rows of the second module": second(indices=indices),
        "the full grid of the first module": first.full_grid(batch_size=batch_size),
        "the full grid of the second module": second.full_grid(batch_size=batch_size),
    }


# --------------------------------------------------------------------------- errors


def index_error_cases(rng):
    rows = 6

    def one(label, indices, legal):
        return case(
            label,
            grid_height=2,
            grid_width=3,
            table=distinct_table(rng, rows, 4),
            indices=indices,
            legal=legal,
        )

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


@check(
    "indices that name no patch, or have not two axes, are refused",
    points=1,
    cases=index_error_cases,
    expect={"refused": Raises("ValueError"), "answer": Equal()},
)
def refused(student, grid_height, grid_width, table, indices, legal):
    module = filled(student, grid_height, grid_width, table)
    return {"refused": attempt(module, indices), "answer": module(legal)}


def side_error_cases(rng):
    return [
        case(
            label,
            grid_height=sides[0],
            grid_width=sides[1],
            table=distinct_table(rng, 6, 4),
            indices=drawn_indices(rng, 6, (2, 3)),
            legal=(2, 3),
        )
        for label, sides in [
            ("a height of zero", (0, 3)),
            ("a width of zero", (2, 0)),
            ("a negative height", (-2, 3)),
            ("a negative width", (2, -3)),
            ("both sides negative", (-2, -3)),
        ]
    ]


@check(
    "a grid with a side that is not positive is refused",
    points=0.5,
    cases=side_error_cases,
    expect={"refused": Raises("ValueError"), "answer": Equal()},
)
def refused_sides(student, grid_height, grid_width, table, indices, legal):
    seen = attempt(size_of_table, student, grid_height, grid_width, table.shape[1])
    module = filled(student, legal[0], legal[1], table)
    return {"refused": seen, "answer": module(indices)}
