"""The hidden checks."""

import torch

from grader.author import Close, Distinct, Equal, Raises, Unchanged, Within, attempt, case, check

EXACT = {"answer": Equal(), "again": Equal(), "x": Unchanged()}

# What x and the table add up to, everywhere, where dropout is looked at: then an entry of the answer is 0 or
# SUM / (1 - dropout), whichever was drawn.
SUM = 1200.0
# Six standard errors of a share of 4 * 64 * 128 entries or more, and a little.
ROOM = 0.018


def dropped(share, kept=SUM):
    """The policies of a draw in which such a share of the entries is dropped."""
    return (
        Within("share_among", 1.0, 1.0, values=(0.0, kept / (1 - share))),
        Within("share_within", share - ROOM, share + ROOM, at=0.0),
    )


def whole_numbers(rng, *shape, least=-1000):
    """Draw whole numbers as float32."""
    return torch.from_numpy(rng.integers(least, 1001, shape).astype("float32"))


def distinct_table(rng, rows, width):
    """Draw a table of positive whole numbers of which no two are equal."""
    numbers = rng.permutation(4 * rows * width)[: rows * width] + 1
    return torch.from_numpy(numbers.reshape(1, rows, width).astype("float32"))


def filled(student, table, dropout):
    """Make a module of the student's and write numbers into its buffer."""
    module = student.PositionalEncoding(table.shape[2], table.shape[1], dropout)
    with torch.no_grad():
        module.pe.copy_(table.reshape(module.pe.shape))
    return module


def completing(table, batch, length):
    """Sequences that add up to SUM with the table, everywhere."""
    return (SUM - table[:, :length]).expand(batch, -1, -1).contiguous()


# --------------------------------------------------------------------------- the table


def table_cases(rng):
    cases = []
    for label, width, rows in [
        ("a few pairs of columns", 10, int(rng.integers(12, 20))),
        ("three pairs of columns", 6, int(rng.integers(30, 50))),
        ("many pairs of columns", 66, int(rng.integers(24, 40))),
        ("more columns than positions", 30, int(rng.integers(4, 8))),
        ("a single pair of columns", 2, int(rng.integers(6, 12))),
        ("a single position", 14, 1),
        ("a thousand positions", 6, 1000),
        ("several thousand positions", 4, int(rng.integers(4000, 4500))),
        ("hundreds of columns", 300, int(rng.integers(5, 9))),
    ]:
        allowance = Close(rtol=0.0, atol=2e-6 + 2.4e-7 * (rows - 1))
        cases.append(
            case(
                label,
                expect={"the buffer pe": allowance, "answer": allowance, "again": allowance},
                max_len=rows,
                x=torch.from_numpy(rng.integers(-2, 3, (2, rows, width)).astype("float32")),
            )
        )
    return cases


@check("sines and cosines in the table", points=1.5, cases=table_cases)
def table_of_waves(student, max_len, x):
    module = student.PositionalEncoding(x.shape[2], max_len, 0.5)
    module.eval()
    return {"the buffer pe": module.pe, "answer": module(x), "again": module(x)}


def contents_cases(rng):
    few, many = int(rng.integers(3, 8)), int(rng.integers(14, 20))
    return [
        case(label, table=distinct_table(rng, rows, 12), x=whole_numbers(rng, 2, 3, 12))
        for label, rows in [
            ("a table with more columns than rows", few),
            ("a table with more rows than columns", many),
        ]
    ]


@check(
    "the buffer and the parameters of the module",
    points=0.5,
    cases=contents_cases,
    expect={"buffers of the name pe": Equal(), "the parameters": Equal(), "answer": Equal()},
)
def contents(student, table, x):
    module = student.PositionalEncoding(table.shape[2], table.shape[1], 0.25)
    seen = {
        "buffers of the name pe": [
            [list(buffer.shape), str(buffer.dtype)] for name, buffer in module.named_buffers() if name == "pe"
        ],
        "the parameters": [name for name, _ in module.named_parameters()],
    }
    module.eval()
    with torch.no_grad():
        module.pe.copy_(table.reshape(module.pe.shape))
    return {**seen, "answer": module(x)}


# --------------------------------------------------------------------------- eval mode


def sum_cases(rng):
    few = int(rng.integers(2, 5))
    many = int(rng.integers(6, 9))
    return [
        case(
            label,
            table=distinct_table(rng, rows, width),
            x=whole_numbers(rng, batch, length, width),
        )
        for label, batch, length, rows, width in [
            ("fewer sequences than tokens", few, many, 12, 8),
            ("more sequences than tokens", many, few, 12, 8),
            ("more sequences than positions", many, 2, 4, 8),
            ("as many sequences as tokens", few, few, 9, 8),
            ("sequences as long as the table", 3, many, many, 12),
            ("a single sequence", 1, many, 10, 4),
            ("sequences of one token", few, 1, 7, 8),
            ("a table of one position", few, 1, 1, 8),
            ("as many tokens as columns", 3, 8, 20, 8),
        ]
    ]


@check(
    "sums in eval mode", points=1, cases=sum_cases, expect={**EXACT, "answer for a transposed view": Equal()}
)
def sums(student, table, x):
    module = filled(student, table, 0.5)
    module.eval()
    view = x.transpose(1, 2).contiguous().transpose(1, 2)
    return {
        "answer": module(x),
        "again": module(x),
        "answer for a transposed view": module(view),
        "x": x,
    }


def keyword_cases(rng):
    return [
        case(
            "arguments given by name",
            table=distinct_table(rng, 9, 8),
            x=whole_numbers(rng, 2, 5, 8),
        )
    ]


@check("called by keyword", points=0.5, cases=keyword_cases, expect=EXACT)
def keywords(student, table, x):
    module = student.PositionalEncoding(dropout=0.5, max_len=table.shape[1], num_hiddens=table.shape[2])
    module.eval()
    with torch.no_grad():
        module.pe.copy_(table.reshape(module.pe.shape))
    return {"answer": module(x=x), "again": module(x=x), "x": x}


def mode_cases(rng):
    cases = []
    for label, dropout in [
        ("a dropout of one half", 0.5),
        ("a dropout of 0.0", 0.0),
        ("a dropout of 0, an int", 0),
    ]:
        table, other = distinct_table(rng, 70, 16), distinct_table(rng, 70, 16)
        trained = dropped(dropout) if dropout else Equal()
        cases.append(
            case(
                label,
                expect={
                    "answer": Equal(),
                    "again": Equal(),
                    "answer in train mode, before eval mode": trained,
                    "answer in train mode, after eval mode": trained,
                    "answer for a shorter sequence": Equal(),
                    "answer for the whole sequence after that": Equal(),
                    "the buffer pe afterwards": Equal(),
                    "answer with other numbers in the buffer": Equal(),
                    "x": Unchanged(),
                },
                table=table,
                other_table=other,
                x=whole_numbers(rng, 3, 64, 16),
                completing_x=completing(table, 32, 64),
                dropout=dropout,
            )
        )
    return cases


@check("modes in turn, and no dropout at all", points=1, cases=mode_cases)
def modes(student, table, other_table, x, completing_x, dropout):
    module = filled(student, table, dropout)
    seen = {}
    for part, turn in [("answer", "before"), ("again", "after")]:
        module.train()
        seen[f"answer in train mode, {turn} eval mode"] = module(completing_x)
        module.eval()
        seen[part] = module(x)
    seen |= {
        "answer for a shorter sequence": module(x[:, :2]),
        "answer for the whole sequence after that": module(x),
        "the buffer pe afterwards": module.pe.detach().clone(),
    }
    with torch.no_grad():
        module.pe.copy_(other_table.reshape(module.pe.shape))
    return {**seen, "answer with other numbers in the buffer": module(x), "x": x}


def gradient_cases(rng):
    table = distinct_table(rng, 66, 128)
    return [
        case(
            "a batch that is differentiated",
            table=table,
            x=whole_numbers(rng, 4, 64, 128),
            completing_x=completing(table, 4, 64),
            upstream=whole_numbers(rng, 4, 64, 128),
        )
    ]


@check(
    "gradients reach the sequences",
    points=0.5,
    cases=gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of x in eval mode": Equal(),
        # The answer itself goes back: where the same entries are dropped on the way back, one half is 0 and
        # not three quarters, and what was doubled is doubled once more.
        "the gradient of x in train mode": dropped(0.5, 2 * SUM),
    },
)
def gradients(student, table, x, completing_x, upstream):
    module = filled(student, table, 0.5)
    module.eval()
    leaf = x.clone().requires_grad_()
    answer = module(leaf)
    if answer.requires_grad:
        (answer * upstream).sum().backward()
    module.train()
    other = completing_x.requires_grad_()
    answer_in_train_mode = module(other)
    if answer_in_train_mode.requires_grad:
        (answer_in_train_mode * answer_in_train_mode.detach()).sum().backward()
    return {
        "answer": answer,
        "the gradient of x in eval mode": leaf.grad,
        "the gradient of x in train mode": other.grad,
    }


# --------------------------------------------------------------------------- train mode


def train_cases(rng):
    cases = []
    for label, dropout in [
        ("one half dropped", 0.5),
        ("three quarters dropped", 0.75),
        ("seven eighths dropped", 0.875),
    ]:
        table = distinct_table(rng, 70, 128)
        cases.append(
            case(
                label,
                expect={
                    "answer": dropped(dropout),
                    "sequences of the answer": Distinct(),
                    "the buffer pe afterwards": Equal(),
                    "x": Unchanged(),
                },
                table=table,
                x=completing(table, 4, 64),
                dropout=dropout,
            )
        )
    return cases


@check("sums dropped and scaled in train mode", points=1, cases=train_cases)
def trained(student, table, x, dropout):
    module = filled(student, table, dropout)
    answer = module(x)
    return {
        "answer": answer,
        "sequences of the answer": [answer[b] for b in range(4)],
        "the buffer pe afterwards": module.pe,
        "x": x,
    }


def draw_cases(rng):
    table = distinct_table(rng, 64, 64)
    return [case("many entries, one half dropped", table=table, x=completing(table, 8, 64))]


@check(
    "entries dropped one by one, and anew at each call",
    points=0.5,
    cases=draw_cases,
    # All sums are equal, so that two rows or columns are equal only if the same entries were dropped.
    expect={
        "answer": dropped(0.5),
        "answers of three calls": Distinct(),
        "tokens of the answer": Distinct(),
        "columns of the answer": Distinct(),
    },
)
def draws(student, table, x):
    module = filled(student, table, 0.5)
    module.train()
    answer = module(x)
    return {
        "answer": answer,
        "answers of three calls": [module(x[:2]) for _ in range(3)],
        "tokens of the answer": [answer[b, t] for b in range(2) for t in range(16)],
        "columns of the answer": [answer[b, :, d] for b in range(2) for d in range(16)],
    }


# --------------------------------------------------------------------------- defaults and errors


def default_cases(rng):
    table = distinct_table(rng, 1000, 10)
    return [
        case(
            "the longest sequences, and one token more",
            table=table,
            x=completing(table, 6, 1000),
            one_more=torch.from_numpy(rng.integers(2, 10, (1, 1001, 10)).astype("float32")),
        )
    ]


@check(
    "max_len and dropout if they are not given",
    points=1,
    cases=default_cases,
    expect={
        "the shape of pe": Equal(),
        "refused": Raises("ValueError"),
        "answer": dropped(0.1),
        "sequences of the answer": Distinct(),
        "the shape of pe if only max_len is given": Equal(),
    },
)
def defaults(student, table, x, one_more):
    module = student.PositionalEncoding(10)
    refusal = attempt(module, one_more)
    shape = list(module.pe.shape)
    with torch.no_grad():
        module.pe.copy_(table.reshape(module.pe.shape))
    answer = module(x)
    return {
        "the shape of pe": shape,
        "refused": refusal,
        "answer": answer,
        "sequences of the answer": [answer[b] for b in range(6)],
        "the shape of pe if only max_len is given": list(student.PositionalEncoding(10, 7).pe.shape),
    }


def refusal_cases(rng):
    rows = int(rng.integers(3, 6))
    return [
        case(
            label,
            table=distinct_table(rng, rows, 8),
            x=whole_numbers(rng, batch, length, 8),
            legal=whole_numbers(rng, batch, rows, 8),
            mode=mode,
        )
        for label, batch, length, mode in [
            ("one token too many", 2, rows + 1, "eval"),
            ("one token too many, in train mode", 2, rows + 1, "train"),
            ("many tokens too many", 1, 3 * rows, "eval"),
            ("twice as many tokens as positions", 3, 2 * rows, "eval"),
        ]
    ] + [
        case(
            "two tokens for a table of one position",
            table=distinct_table(rng, 1, 8),
            x=whole_numbers(rng, 2, 2, 8),
            legal=whole_numbers(rng, 2, 1, 8),
            mode="eval",
        )
    ]


@check(
    "sequences longer than the table are refused",
    points=0.5,
    cases=refusal_cases,
    expect={"refused": Raises("ValueError"), "answer": Equal(), "x": Unchanged()},
)
def refusals(student, table, x, legal, mode):
    module = filled(student, table, 0.5)
    module.train(mode == "train")
    refusal = attempt(module, x)
    module.eval()
    return {"refused": refusal, "answer": module(legal), "x": x}
