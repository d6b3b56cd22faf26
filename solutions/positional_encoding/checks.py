"""The hidden checks."""

import torch

from grader.author import Close, Distinct, Equal, Raises, Unchanged, Within, attempt, case, check

EXACT = {"answer": Equal(), "again": Equal(), "x": Unchanged()}

# Bands of six standard errors or more; the number of entries stands beside each.
HALF_DROPPED = (Within("share_within", 0.483, 0.517, at=0.0),)  # 4 * 64 * 128
THREE_QUARTERS_DROPPED = (Within("share_within", 0.735, 0.765, at=0.0),)  # 4 * 64 * 128
SEVEN_EIGHTHS_DROPPED = (Within("share_within", 0.864, 0.886, at=0.0),)  # 4 * 64 * 128
A_TENTH_DROPPED = (Within("share_within", 0.0925, 0.1075, at=0.0),)  # 6000 * 10
MEAN_ONE = (Within("mean", 0.9915, 1.0085),)  # 6000 * 10, of deviation 1 / 3
# Means of 8 and of 64 independent factors, each 0 or 2: deviations 1 / sqrt(8) and 1 / 8.
MEANS_OF_8 = (Within("std", 0.3236, 0.3836),)
MEANS_OF_64 = (Within("std", 0.1, 0.15),)


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
    return [
        case(
            label,
            table=distinct_table(rng, 9, 8),
            other_table=distinct_table(rng, 9, 8),
            x=whole_numbers(rng, 2, 6, 8, least=1),
            dropout=dropout,
        )
        for label, dropout in [
            ("a dropout of one half", 0.5),
            ("a dropout of 0.0", 0.0),
            ("a dropout of 0, an int", 0),
        ]
    ]


@check(
    "modes in turn, and no dropout at all",
    points=1,
    cases=mode_cases,
    expect={
        "answer": Equal(),
        "again": Equal(),
        "factors of the sums in train mode, before and after eval mode": Equal(),
        "answer for a shorter sequence": Equal(),
        "answer for the whole sequence after that": Equal(),
        "the buffer pe afterwards": Equal(),
        "answer with other numbers in the buffer": Equal(),
        "x": Unchanged(),
    },
)
def modes(student, table, other_table, x, dropout):
    module = filled(student, table, dropout)
    answers, factors = [], []
    for _ in range(2):
        module.train()
        factors.append((module(x).detach() / (x + table[:, : x.shape[1]])).unique())
        module.eval()
        answers.append(module(x))
    seen = {
        "answer": answers[0],
        "again": answers[1],
        "factors of the sums in train mode, before and after eval mode": factors,
        "answer for a shorter sequence": module(x[:, :2]),
        "answer for the whole sequence after that": module(x),
        "the buffer pe afterwards": module.pe.detach().clone(),
    }
    with torch.no_grad():
        module.pe.copy_(other_table.reshape(module.pe.shape))
    return {**seen, "answer with other numbers in the buffer": module(x), "x": x}


def gradient_cases(rng):
    return [
        case(
            "a batch that is differentiated",
            table=distinct_table(rng, 9, 8),
            x=whole_numbers(rng, 3, 7, 8, least=1),
            upstream=whole_numbers(rng, 3, 7, 8),
        )
    ]


@check(
    "gradients reach the sequences",
    points=0.5,
    cases=gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of x in eval mode": Equal(),
        "what the gradient in train mode and the answer differ by": Equal(),
    },
)
def gradients(student, table, x, upstream):
    module = filled(student, table, 0.5)
    module.eval()
    leaf = x.clone().requires_grad_()
    answer = module(leaf)
    if answer.requires_grad:
        (answer * upstream).sum().backward()
    module.train()
    other = x.clone().requires_grad_()
    dropped = module(other)
    if dropped.requires_grad:
        dropped.sum().backward()
    return {
        "answer": answer,
        "the gradient of x in eval mode": leaf.grad,
        "what the gradient in train mode and the answer differ by": (
            None if other.grad is None else other.grad * (x + table[:, : x.shape[1]]) - dropped.detach()
        ),
    }


# --------------------------------------------------------------------------- train mode


def train_cases(rng):
    return [
        case(
            label,
            expect={
                "answer": share,
                "factors that entries of the sum were multiplied by": Equal(),
                "the buffer pe afterwards": Equal(),
                "x": Unchanged(),
            },
            table=distinct_table(rng, 70, 128),
            x=whole_numbers(rng, 4, 64, 128, least=1),
            dropout=dropout,
        )
        for label, dropout, share in [
            ("one half dropped", 0.5, HALF_DROPPED),
            ("three quarters dropped", 0.75, THREE_QUARTERS_DROPPED),
            ("seven eighths dropped", 0.875, SEVEN_EIGHTHS_DROPPED),
        ]
    ]


@check("sums dropped and scaled in train mode", points=1, cases=train_cases)
def trained(student, table, x, dropout):
    module = filled(student, table, dropout)
    answer = module(x)
    return {
        "answer": answer,
        "factors that entries of the sum were multiplied by": (
            answer.detach() / (x + table[:, : x.shape[1]])
        ).unique(),
        "the buffer pe afterwards": module.pe,
        "x": x,
    }


def draw_cases(rng):
    return [
        case(
            "many entries, one half dropped",
            table=distinct_table(rng, 64, 64),
            x=whole_numbers(rng, 8, 64, 64, least=1),
        )
    ]


@check(
    "entries dropped one by one, and anew at each call",
    points=0.5,
    cases=draw_cases,
    expect={
        "answer": HALF_DROPPED,
        "answers of three calls": Distinct(),
        "factors averaged over the sequences": MEANS_OF_8,
        "factors averaged over the tokens": MEANS_OF_64,
        "factors averaged over the columns": MEANS_OF_64,
    },
)
def draws(student, table, x):
    module = filled(student, table, 0.5)
    module.train()
    answer = module(x)
    factors = answer.detach() / (x + table)
    return {
        "answer": answer,
        "answers of three calls": [module(x[:2]) for _ in range(3)],
        "factors averaged over the sequences": factors.mean(0),
        "factors averaged over the tokens": factors.mean(1),
        "factors averaged over the columns": factors.mean(2),
    }


# --------------------------------------------------------------------------- defaults and errors


def default_cases(rng):
    return [
        case(
            "the longest sequences, and one token more",
            x=torch.from_numpy(rng.integers(2, 10, (6, 1000, 10)).astype("float32")),
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
        "answer": A_TENTH_DROPPED,
        "the factors of the entries": MEAN_ONE,
        "the shape of pe if only max_len is given": Equal(),
    },
)
def defaults(student, x, one_more):
    module = student.PositionalEncoding(10)
    refusal = attempt(module, one_more)
    answer = module(x)
    return {
        "the shape of pe": list(module.pe.shape),
        "refused": refusal,
        "answer": answer,
        "the factors of the entries": answer.detach() / (x + module.pe[:, : x.shape[1]]),
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
