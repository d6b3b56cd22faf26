"""The hidden checks."""

import torch

from grader.author import Equal, Raises, Unchanged, attempt, case, check

VALUES = {
    "answer": Equal(),
    "again": Equal(),
    "context_tokens": Unchanged(),
    "context_indices": Unchanged(),
    "target_query": Unchanged(),
    "target_indices": Unchanged(),
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


def distinct_numbers(rng, count):
    """Draw whole numbers below 512 in size, none of them zero and no two equal."""
    numbers = torch.cat([torch.arange(-511, 0), torch.arange(1, 512)])
    return numbers[torch.from_numpy(rng.permutation(1022)[:count])]


def drawn_table(rng, rows, width, dtype=torch.float32):
    """Draw a table of positions in steps of 1024, so that every sum tells its content and its position."""
    return 1024 * distinct_numbers(rng, rows * width).reshape(rows, width).to(dtype)


def drawn_indices(rng, batch, rows, count, last, dtype):
    """Draw indices: another first one for each image, where there are more a repeat, and not sorted."""
    known = min(rows, torch.iinfo(dtype).max + 1)
    chosen = rng.integers(0, known, (batch, count))
    for b in range(batch):
        first = known - last - b
        chosen[b, :4] = [first, b, first, b + 1][:count]
    return torch.from_numpy(chosen).to(dtype)


def drawn_inputs(
    rng, batch, context, targets, width, rows=12, dtype=torch.float32, dtypes=("int64", "int64")
):
    """Draw the arguments of predictor_tokens; each image begins its targets below its first context."""
    contents = distinct_numbers(rng, (batch * context + 1) * width).to(dtype)
    return {
        "context_tokens": contents[width:].reshape(batch, context, width).clone(),
        "context_indices": drawn_indices(rng, batch, rows, context, 1, getattr(torch, dtypes[0])),
        "target_query": contents[:width].reshape(1, 1, width).clone(),
        "target_indices": drawn_indices(rng, batch, rows, targets, 2, getattr(torch, dtypes[1])),
        "table": drawn_table(rng, rows, width, dtype),
    }


def kinds_of_embedding(rng):
    return [
        case(f"the position embedding is {words}", **drawn_inputs(rng, 3, 4, 3, 2), kind=kind)
        for kind, words in KINDS.items()
    ]


def sizes(rng):
    return [
        case("as many targets as context patches", **drawn_inputs(rng, 2, 3, 3, 4), kind="object"),
        case("more targets than context patches", **drawn_inputs(rng, 2, 2, 6, 3), kind="module"),
        case(
            "many context patches and a single target",
            **drawn_inputs(rng, 4, int(rng.integers(5, 8)), 1, 2, rows=15),
            kind="function",
        ),
        case("a single context patch and several targets", **drawn_inputs(rng, 2, 1, 4, 5), kind="object"),
        case("a single image", **drawn_inputs(rng, 1, 4, 5, 3), kind="module"),
        case("all numbers of patches and images alike", **drawn_inputs(rng, 3, 3, 3, 3), kind="function"),
    ]


@check(
    "context and questions, each with its position",
    points=1.5,
    cases=[kinds_of_embedding, sizes],
    expect=VALUES | {"answer for other numbers and indices": Equal()},
)
def assembled(student, context_tokens, context_indices, target_query, target_indices, table, kind):
    embedding = embedding_of(kind, table)
    given = (context_tokens, context_indices, target_query, target_indices, embedding)
    return {
        "answer": student.predictor_tokens(*given),
        "again": student.predictor_tokens(*given),
        "answer for other numbers and indices": student.predictor_tokens(
            -context_tokens,
            context_indices.flip(1),
            -target_query,
            target_indices.flip(1),
            embedding_of(kind, -table),
        ),
        "context_tokens": context_tokens,
        "context_indices": context_indices,
        "target_query": target_query,
        "target_indices": target_indices,
        "table": table,
    }


def integer_types(rng):
    # Where one dtype cannot hold what the other can, there are more patches than int8 counts.
    pairs = [
        ("int8", "int8", 12),
        ("int16", "int16", 150),
        ("int32", "int32", 12),
        ("int64", "int32", 150),
        ("int8", "int64", 150),
        ("int16", "int8", 150),
    ]
    return [
        case(
            f"context indices of dtype {first}, target indices of dtype {second}",
            **drawn_inputs(rng, 2, 3, 5, 3, rows=rows, dtypes=(first, second)),
        )
        for first, second, rows in pairs
    ]


@check("indices of every signed integer dtype", points=0.5, cases=[integer_types], expect=VALUES)
def index_types(student, context_tokens, context_indices, target_query, target_indices, table):
    embedding = embedding_of("object", table)
    given = (context_tokens, context_indices, target_query, target_indices, embedding)
    return {
        "answer": student.predictor_tokens(*given),
        "again": student.predictor_tokens(*given),
        "context_tokens": context_tokens,
        "context_indices": context_indices,
        "target_query": target_query,
        "target_indices": target_indices,
        "table": table,
    }


def float_types(rng):
    single = drawn_inputs(rng, 2, 4, 3, 3)
    double = drawn_inputs(rng, 2, 4, 3, 3, dtype=torch.float64)
    # What is added here is lost in single precision.
    for name in ("context_tokens", "target_query", "table"):
        double[name] += 2.0**-28
    return [case("float32", **single), case("float64", **double)]


@check(
    "context tokens of either float dtype and any memory layout",
    points=0.5,
    cases=[float_types],
    expect={"answer": Equal(), "answer for a transposed view": Equal()},
)
def layouts(student, context_tokens, context_indices, target_query, target_indices, table):
    embedding = embedding_of("module", table)
    transposed = context_tokens.transpose(1, 2).contiguous().transpose(1, 2)
    others = (context_indices, target_query, target_indices, embedding)
    return {
        "answer": student.predictor_tokens(context_tokens, *others),
        "answer for a transposed view": student.predictor_tokens(transposed, *others),
    }


def by_name(rng):
    return [
        case(
            "arguments given by name",
            **drawn_inputs(rng, 2, 3, 4, 3),
            predictor_output=distinct_numbers(rng, 70).reshape(2, 7, 5).to(torch.float32),
            num_context=3,
        )
    ]


@check(
    "both functions called by keyword",
    points=0.5,
    cases=[by_name],
    expect={"answer": Equal(), "again": Equal(), "the predictions": Equal()},
)
def keywords(
    student,
    context_tokens,
    context_indices,
    target_query,
    target_indices,
    table,
    predictor_output,
    num_context,
):
    embedding = embedding_of("function", table)
    return {
        "answer": student.predictor_tokens(
            position_embedding=embedding,
            target_indices=target_indices,
            target_query=target_query,
            context_indices=context_indices,
            context_tokens=context_tokens,
        ),
        "again": student.predictor_tokens(
            context_tokens=context_tokens,
            context_indices=context_indices,
            target_query=target_query,
            target_indices=target_indices,
            position_embedding=embedding,
        ),
        "the predictions": student.target_predictions(
            num_context=num_context, predictor_output=predictor_output
        ),
    }


def learning(rng):
    described = [
        ("several images and targets", 2, 3, 5, torch.float32, "module"),
        ("a single image with a single target", 1, 4, 1, torch.float32, "function"),
        ("double precision", 3, 2, 4, torch.float64, "object"),
    ]
    return [
        case(
            label,
            **drawn_inputs(rng, batch, context, targets, 3, dtype=dtype),
            weights=torch.from_numpy(rng.integers(1, 100, (batch, context + targets, 3))).to(dtype),
            kind=kind,
        )
        for label, batch, context, targets, dtype, kind in described
    ]


@check(
    "gradients reach the query, the context tokens and the position embedding",
    points=1.25,
    cases=[learning],
    expect={
        "answer": Equal(),
        "the gradient of target_query": Equal(),
        "the gradient of context_tokens": Equal(),
        "the gradient of the position table": Equal(),
    },
)
def gradients(student, context_tokens, context_indices, target_query, target_indices, table, weights, kind):
    context_tokens.requires_grad_()
    query = torch.nn.Parameter(target_query)
    rows = torch.nn.Parameter(table)
    answer = student.predictor_tokens(
        context_tokens, context_indices, query, target_indices, embedding_of(kind, rows)
    )
    total = (answer * weights).sum()
    if total.requires_grad:
        total.backward()
    return {
        "answer": answer,
        "the gradient of target_query": query.grad,
        "the gradient of context_tokens": context_tokens.grad,
        "the gradient of the position table": rows.grad,
    }


# --------------------------------------------------------------------------- target_predictions


def drawn_output(rng, batch, length, width, dtype=torch.float32):
    """Draw an output of which no two numbers are equal."""
    return distinct_numbers(rng, batch * length * width).reshape(batch, length, width).to(dtype)


def cuts(rng):
    described = [
        ("no context at all", 2, 4, 3, 0),
        ("a single context token", 2, 5, 3, 1),
        ("more context than targets", 3, int(rng.integers(7, 10)), 2, 5),
        ("a single target", 2, 4, 6, 3),
        ("no target at all", 2, 4, 3, 4),
        ("no target at all, after a single context token", 3, 1, 2, 1),
        ("a single image", 1, 6, 2, 2),
    ]
    single = [
        case(label, predictor_output=drawn_output(rng, batch, length, width), num_context=num_context)
        for label, batch, length, width, num_context in described
    ]
    double = drawn_output(rng, 2, 5, 3, torch.float64) + 2.0**-28
    return [*single, case("double precision", predictor_output=double, num_context=2)]


@check(
    "the target part, from no context up to nothing but context",
    points=0.75,
    cases=[cuts],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "answer for a transposed view": Equal(),
        "predictor_output": Unchanged(),
    },
)
def target_parts(student, predictor_output, num_context):
    transposed = predictor_output.transpose(1, 2).contiguous().transpose(1, 2)
    return {
        "answer": student.target_predictions(predictor_output, num_context),
        "again": student.target_predictions(predictor_output, num_context),
        "answer for a transposed view": student.target_predictions(transposed, num_context),
        "predictor_output": predictor_output,
    }


def trained_cuts(rng):
    return [
        case(
            label,
            predictor_output=drawn_output(rng, 2, 6, 3),
            num_context=num_context,
            weights=torch.from_numpy(rng.integers(1, 100, (2, 6 - num_context, 3))).to(torch.float32),
        )
        for label, num_context in (("no context at all", 0), ("context and targets", 4))
    ]


@check(
    "gradients of the predictions reach the output",
    points=0.5,
    cases=[trained_cuts],
    expect={"answer": Equal(), "the gradient of predictor_output": Equal()},
)
def prediction_gradients(student, predictor_output, num_context, weights):
    predictor_output.requires_grad_()
    answer = student.target_predictions(predictor_output, num_context)
    total = (answer * weights).sum()
    if total.requires_grad:
        total.backward()
    return {"answer": answer, "the gradient of predictor_output": predictor_output.grad}


# --------------------------------------------------------------------------- errors


def drawn_refusals(rng, described):
    """Make a case of each description: the arguments that are wrong replace those of a legal call."""
    cases = []
    for label, wrong in described:
        legal = drawn_inputs(rng, 2, 3, 5, 4)
        mixed = {**legal, **wrong}
        cases.append(
            case(
                label,
                **{name: value.contiguous() for name, value in mixed.items()},
                **{f"legal_{name}": value for name, value in legal.items()},
            )
        )
    return cases


def other_widths(rng):
    def context(width):
        return {"context_tokens": drawn_inputs(rng, 2, 3, 5, width)["context_tokens"]}

    def query(width):
        return {"target_query": drawn_inputs(rng, 2, 3, 5, width)["target_query"]}

    def table(width):
        return {"table": drawn_table(rng, 12, width)}

    return drawn_refusals(
        rng,
        [
            ("a query of width 1", query(1)),
            ("a query that is too narrow", query(3)),
            ("a query that is too wide", query(6)),
            ("positions of width 1", table(1)),
            ("positions that are too narrow", table(3)),
            ("positions that are too wide", table(6)),
            ("context tokens of width 1", context(1)),
            ("context tokens that are too narrow", context(3)),
            ("context tokens that are too wide", context(6)),
            ("query and positions of width 1", query(1) | table(1)),
            ("context tokens and query of width 1", query(1) | context(1)),
            ("context tokens and positions of width 1", context(1) | table(1)),
        ],
    )


@check("widths that differ are refused", points=0.75, cases=[other_widths], expect=REFUSALS)
def refused_widths(
    student,
    context_tokens,
    context_indices,
    target_query,
    target_indices,
    table,
    legal_context_tokens,
    legal_context_indices,
    legal_target_query,
    legal_target_indices,
    legal_table,
):
    return {
        "refused": attempt(
            student.predictor_tokens,
            context_tokens,
            context_indices,
            target_query,
            target_indices,
            embedding_of("object", table),
        ),
        "answer": student.predictor_tokens(
            legal_context_tokens,
            legal_context_indices,
            legal_target_query,
            legal_target_indices,
            embedding_of("object", legal_table),
        ),
    }


def other_counts(rng):
    smaller, larger, alone = (drawn_inputs(rng, batch, 3, 5, 4) for batch in (2, 3, 1))
    tokens, indices, targets = (smaller[n] for n in ("context_tokens", "context_indices", "target_indices"))
    return drawn_refusals(
        rng,
        [
            ("more context tokens than indices", {"context_indices": indices[:, :2]}),
            ("fewer context tokens than indices", {"context_tokens": tokens[:, :2]}),
            ("one index for several context tokens", {"context_indices": indices[:, :1]}),
            ("one context token for several indices", {"context_tokens": tokens[:, :1]}),
            ("context indices with images and patches exchanged", {"context_indices": indices.T}),
            ("context tokens of a single image only", {"context_tokens": alone["context_tokens"]}),
            ("context tokens of too many images", {"context_tokens": larger["context_tokens"]}),
            ("context indices of a single image only", {"context_indices": alone["context_indices"]}),
            ("context indices of too many images", {"context_indices": larger["context_indices"]}),
            ("target indices of a single image only", {"target_indices": targets[:1]}),
            ("target indices of too many images", {"target_indices": larger["target_indices"]}),
            (
                "context of a single image, targets of several",
                {name: alone[name] for name in ("context_tokens", "context_indices")},
            ),
            (
                "all indices of a single image, context tokens of several",
                {name: alone[name] for name in ("context_indices", "target_indices")},
            ),
        ],
    )


@check("counts and batch sizes that differ are refused", points=0.75, cases=[other_counts], expect=REFUSALS)
def refused_counts(
    student,
    context_tokens,
    context_indices,
    target_query,
    target_indices,
    table,
    legal_context_tokens,
    legal_context_indices,
    legal_target_query,
    legal_target_indices,
    legal_table,
):
    return {
        "refused": attempt(
            student.predictor_tokens,
            context_tokens,
            context_indices,
            target_query,
            target_indices,
            embedding_of("function", table),
        ),
        "answer": student.predictor_tokens(
            legal_context_tokens,
            legal_context_indices,
            legal_target_query,
            legal_target_indices,
            embedding_of("function", legal_table),
        ),
    }
