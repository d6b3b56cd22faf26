"""The hidden checks."""

import torch

from grader.author import Equal, Raises, Unchanged, attempt, case, check

VALUES = {
    "answer": Equal(),
    "again": Equal(),
    "patch_tokens": Unchanged(),
    "indices": Unchanged(),
    "table": Unchanged(),
}
REFUSALS = {"refused": Raises("ValueError"), "answer": Equal()}
KINDS = {"module": "a module", "object": "an object that can be called", "function": "a function"}


class PositionModule(torch.nn.Module):
    """A table of positions as a module."""

    def __init__(self, rows):
        super().__init__()
        self.rows = rows

    def forward(self, indices):
        return self.rows[indices.to(torch.int64)]


class PositionObject:
    """A table of positions in an object that can be called and does nothing else."""

    def __init__(self, rows):
        self.rows = rows

    def __call__(self, indices):
        return self.rows[indices.to(torch.int64)]


def embedding_of(kind, rows):
    """Make a position embedding out of a table."""
    if kind == "module":
        return PositionModule(rows)
    if kind == "object":
        return PositionObject(rows)

    def positions(indices):
        return rows[indices.to(torch.int64)]

    return positions


def distinct_numbers(rng, *shape, dtype=torch.float32):
    """Draw whole numbers below 512 in size, none of them zero and no two equal, as floats."""
    numbers = torch.cat([torch.arange(-511, 0), torch.arange(1, 512)])
    size = 1
    for length in shape:
        size *= length
    chosen = torch.from_numpy(rng.permutation(1022)[:size])
    return numbers[chosen].reshape(shape).to(dtype)


def drawn_tokens(rng, batch, patches, width, dtype=torch.float32):
    """Draw tokens of which no two numbers are equal."""
    return distinct_numbers(rng, batch, patches, width, dtype=dtype)


def drawn_table(rng, rows, width, dtype=torch.float32):
    """Draw a table of positions in steps of 1024, so that every sum tells its token and its position."""
    return 1024 * distinct_numbers(rng, rows, width, dtype=dtype)


def selection(rng, batch, patches, count, dtype=torch.int64):
    """Draw at least three indices per image: unsorted, with a repeat, and not the same for all images."""
    chosen = rng.integers(0, patches, (batch, count))
    for b in range(batch):
        chosen[b, :3] = [patches - 1, b % max(patches - 1, 1), patches - 1]
    return torch.from_numpy(chosen).to(dtype)


def kinds_of_embedding(rng):
    return [
        case(
            f"the position embedding is {words}",
            patch_tokens=drawn_tokens(rng, 3, 6, 4),
            indices=selection(rng, 3, 6, 4),
            table=drawn_table(rng, 6, 4),
            kind=kind,
        )
        for kind, words in KINDS.items()
    ]


def sizes(rng):
    more_rows = int(rng.integers(2, 6))
    every = torch.stack([torch.arange(6).roll(int(rng.integers(1, 3))), torch.arange(5, -1, -1)])
    return [
        case(
            "every patch once, in another order for each image",
            patch_tokens=drawn_tokens(rng, 2, 6, 3),
            indices=every,
            table=drawn_table(rng, 6, 3),
            kind="module",
        ),
        case(
            "more indices than patches",
            patch_tokens=drawn_tokens(rng, 2, 3, 4),
            indices=selection(rng, 2, 3, int(rng.integers(5, 9))),
            table=drawn_table(rng, 3, 4),
            kind="object",
        ),
        case(
            "more features than patches",
            patch_tokens=drawn_tokens(rng, 2, 4, 9),
            indices=selection(rng, 2, 4, 3),
            table=drawn_table(rng, 4, 9),
            kind="function",
        ),
        case(
            "more positions than patches",
            patch_tokens=drawn_tokens(rng, 4, 5, 2),
            indices=selection(rng, 4, 5, 3),
            table=drawn_table(rng, 5 + more_rows, 2),
            kind="object",
        ),
        case(
            "images of a single patch",
            patch_tokens=drawn_tokens(rng, 3, 1, 4),
            indices=selection(rng, 3, 1, 3),
            table=drawn_table(rng, 1, 4),
            kind="function",
        ),
        case(
            "a single image",
            patch_tokens=drawn_tokens(rng, 1, 5, 3),
            indices=selection(rng, 1, 5, 4),
            table=drawn_table(rng, 5, 3),
            kind="module",
        ),
    ]


@check(
    "each token gets the position of its own patch",
    points=2,
    cases=[kinds_of_embedding, sizes],
    expect=VALUES | {"answer for other numbers and indices": Equal()},
)
def sums(student, patch_tokens, indices, table, kind):
    position_embedding = embedding_of(kind, table)
    return {
        "answer": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "again": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "answer for other numbers and indices": student.gather_tokens_with_positions(
            -patch_tokens, indices.flip(1), embedding_of(kind, -table)
        ),
        "patch_tokens": patch_tokens,
        "indices": indices,
        "table": table,
    }


def integer_types(rng):
    return [
        case(
            f"indices of dtype {name}{more}",
            patch_tokens=drawn_tokens(rng, 3, patches, 2),
            indices=selection(rng, 3, known, 5, getattr(torch, name)),
            table=drawn_table(rng, patches, 2),
            kind=kind,
        )
        for name, more, patches, known, kind in (
            ("int8", "", 6, 6, "module"),
            ("int8", ", and more patches than int8 can count", 160, 128, "object"),
            ("int16", "", 150, 150, "function"),
            ("int32", "", 7, 7, "object"),
            ("int64", "", 150, 150, "object"),
        )
    ]


@check("indices of every signed integer dtype", points=1, cases=[integer_types], expect=VALUES)
def index_types(student, patch_tokens, indices, table, kind):
    position_embedding = embedding_of(kind, table)
    return {
        "answer": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "again": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "patch_tokens": patch_tokens,
        "indices": indices,
        "table": table,
    }


def float_types(rng):
    return [
        case(
            f"tokens and positions of dtype {name}",
            patch_tokens=drawn_tokens(rng, 2, 6, 3, getattr(torch, name)) + fraction,
            indices=selection(rng, 2, 6, 4),
            table=drawn_table(rng, 6, 3, getattr(torch, name)) + fraction / 2,
        )
        for name, fraction in (("float32", 0.0), ("float64", 2.0**-28))
    ]


@check(
    "tokens of either float dtype and any memory layout",
    points=0.5,
    cases=[float_types],
    expect={
        "answer": Equal(),
        "answer for a transposed view": Equal(),
        "answer for every second patch of a larger tensor": Equal(),
    },
)
def layouts(student, patch_tokens, indices, table):
    position_embedding = embedding_of("object", table)
    transposed = patch_tokens.transpose(1, 2).contiguous().transpose(1, 2)
    larger = torch.stack([patch_tokens, patch_tokens.flip(1)], dim=2).flatten(1, 2)
    return {
        "answer": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "answer for a transposed view": student.gather_tokens_with_positions(
            transposed, indices, position_embedding
        ),
        "answer for every second patch of a larger tensor": student.gather_tokens_with_positions(
            larger[:, ::2], indices, position_embedding
        ),
    }


def by_name(rng):
    none = torch.zeros((2, 0), dtype=torch.int64)
    return [
        case(
            "arguments given by name",
            patch_tokens=drawn_tokens(rng, 2, 6, 3),
            indices=selection(rng, 2, 6, 4),
            table=drawn_table(rng, 6, 3),
        ),
        case(
            "no patches asked for",
            patch_tokens=drawn_tokens(rng, 2, 6, 3),
            indices=none,
            table=drawn_table(rng, 6, 3),
        ),
        case(
            "no patches asked for, by int32 indices",
            patch_tokens=drawn_tokens(rng, 2, 4, 5, torch.float64),
            indices=none.to(torch.int32),
            table=drawn_table(rng, 4, 5, torch.float64),
        ),
    ]


@check("called by keyword, and with no patches asked for", points=1, cases=[by_name], expect=VALUES)
def keywords(student, patch_tokens, indices, table):
    position_embedding = embedding_of("function", table)
    return {
        "answer": student.gather_tokens_with_positions(
            position_embedding=position_embedding, indices=indices, patch_tokens=patch_tokens
        ),
        "again": student.gather_tokens_with_positions(
            patch_tokens=patch_tokens, indices=indices, position_embedding=position_embedding
        ),
        "patch_tokens": patch_tokens,
        "indices": indices,
        "table": table,
    }


def learning(rng):
    described = [
        ("repeated indices, and patches not used", torch.float32, 2, 9, 5, "module"),
        ("more indices than patches", torch.float32, 3, 4, 9, "object"),
        ("double precision", torch.float64, 2, 6, 4, "function"),
    ]
    return [
        case(
            label,
            patch_tokens=drawn_tokens(rng, batch, patches, 3, dtype),
            indices=selection(rng, batch, patches, count),
            table=drawn_table(rng, patches, 3, dtype),
            weights=torch.from_numpy(rng.integers(1, 100, (batch, count, 3))).to(dtype),
            kind=kind,
        )
        for label, dtype, batch, patches, count, kind in described
    ]


@check(
    "gradients reach the tokens and the position embedding, and repeats add up",
    points=1,
    cases=[learning],
    expect={
        "answer": Equal(),
        "the gradient of patch_tokens": Equal(),
        "the gradient of the position table": Equal(),
    },
)
def gradients(student, patch_tokens, indices, table, weights, kind):
    patch_tokens.requires_grad_()
    rows = torch.nn.Parameter(table)
    answer = student.gather_tokens_with_positions(patch_tokens, indices, embedding_of(kind, rows))
    total = (answer * weights).sum()
    if total.requires_grad:
        total.backward()
    return {
        "answer": answer,
        "the gradient of patch_tokens": patch_tokens.grad,
        "the gradient of the position table": rows.grad,
    }


def outside(rng):
    patch_tokens = drawn_tokens(rng, 2, 6, 3)
    # More positions than patches: the position embedding knows the index 6, the image does not.
    table = drawn_table(rng, 9, 3)
    legal = selection(rng, 2, 6, 4)
    everywhere = [(b, k) for b in range(2) for k in range(4)]
    described = [
        ("an index equal to the number of patches", 6, everywhere),
        ("an index of minus one", -1, everywhere),
        ("an index far above the number of patches", 60, [(0, 1), (1, 2)]),
        ("an index far below zero", -60, [(0, 2), (1, 1)]),
        ("an index that 32 bits do not hold", 2**32, [(0, 3), (1, 0)]),
    ]
    cases = []
    for label, index, places in described:
        for place in places:
            wrong = legal.clone()
            wrong[place] = index
            cases.append(case(label, patch_tokens=patch_tokens, indices=wrong, table=table, legal=legal))
    narrow = legal.to(torch.int8)
    narrow[0, 3] = -1
    cases.append(
        case(
            "a negative index of a narrow dtype",
            patch_tokens=patch_tokens,
            indices=narrow,
            table=table,
            legal=legal.to(torch.int8),
        )
    )
    return cases


@check("an index outside the image is refused", points=1, cases=[outside], expect=REFUSALS)
def refused_index(student, patch_tokens, indices, table, legal):
    position_embedding = embedding_of("object", table)
    return {
        "refused": attempt(student.gather_tokens_with_positions, patch_tokens, indices, position_embedding),
        "answer": student.gather_tokens_with_positions(patch_tokens, legal, position_embedding),
    }


def misfits(rng):
    tokens = drawn_tokens(rng, 2, 6, 3)
    indices = selection(rng, 2, 6, 4)
    table = drawn_table(rng, 6, 3)
    wrong = [
        ("tokens without an axis of features", tokens[:, :, 0], indices),
        ("tokens with one axis too many", tokens.unsqueeze(-1), indices),
        ("tokens with a single axis", tokens[0, :, 0], indices),
        ("indices without a batch axis", tokens, indices[0, :2]),
        ("indices with one axis too many", tokens, indices.unsqueeze(-1)),
        ("tokens and indices without a batch axis", tokens[0], torch.tensor([0, 2, 1, 2, 0, 1])),
        ("tokens and indices with one axis too many", tokens.unsqueeze(-1), indices.unsqueeze(-1)),
        ("fewer rows of indices than images", drawn_tokens(rng, 3, 6, 3), indices),
        ("more rows of indices than images", tokens, selection(rng, 3, 6, 4)),
        ("one row of indices for several images", tokens, indices[:1]),
        ("several rows of indices for one image", tokens[:1], indices),
        ("no patches asked for, by fewer rows than images", tokens, indices[:1, :0]),
    ]
    return [
        case(
            label,
            patch_tokens=wrong_tokens.contiguous(),
            indices=wrong_indices.contiguous(),
            table=table,
            legal_tokens=tokens,
            legal_indices=indices,
        )
        for label, wrong_tokens, wrong_indices in wrong
    ]


@check("tokens and indices that do not fit are refused", points=0.5, cases=[misfits], expect=REFUSALS)
def refused_shape(student, patch_tokens, indices, table, legal_tokens, legal_indices):
    position_embedding = embedding_of("function", table)
    return {
        "refused": attempt(student.gather_tokens_with_positions, patch_tokens, indices, position_embedding),
        "answer": student.gather_tokens_with_positions(legal_tokens, legal_indices, position_embedding),
    }


def other_widths(rng):
    tokens = drawn_tokens(rng, 2, 6, 3)
    indices = selection(rng, 2, 6, 4)
    table = drawn_table(rng, 6, 3)
    described = [
        ("positions of width 1", indices, drawn_table(rng, 6, 1)),
        ("positions that are too narrow", indices, drawn_table(rng, 6, 2)),
        ("positions that are too wide", indices, drawn_table(rng, 6, 4)),
        (
            "positions of width 1, and no patches asked for",
            indices[:, :0].contiguous(),
            drawn_table(rng, 6, 1),
        ),
        (
            "positions that are too wide, and no patches asked for",
            indices[:, :0].contiguous(),
            drawn_table(rng, 6, 4),
        ),
    ]
    return [
        case(label, patch_tokens=tokens, indices=wanted, table=table, other=other, change="")
        for label, wanted, other in described
    ] + [
        case(label, patch_tokens=tokens, indices=indices, table=table, other=table, change=change)
        for label, change in (
            ("positions without a batch axis", "dropped"),
            ("positions with one axis too many", "added"),
            ("positions of another number of images", "images"),
            ("positions of another number of patches", "patches"),
        )
    ]


@check(
    "positions of another shape than the tokens are refused", points=1, cases=[other_widths], expect=REFUSALS
)
def refused_positions(student, patch_tokens, indices, table, other, change):
    looked_up = embedding_of("object", other)

    def misfit(numbers):
        # Whichever way it is called, for all images or one by one, what comes back has another shape.
        positions = looked_up(numbers)
        if change == "dropped":
            return positions[0]
        if change == "added":
            return positions.unsqueeze(1)
        if change == "images":
            return positions[:1] if positions.shape[0] > 1 else torch.cat([positions, positions])
        if change == "patches":
            return positions[:, :1] if positions.shape[1] > 1 else torch.cat([positions, positions], dim=1)
        return positions

    return {
        "refused": attempt(student.gather_tokens_with_positions, patch_tokens, indices, misfit),
        "answer": student.gather_tokens_with_positions(patch_tokens, indices, embedding_of("object", table)),
    }
