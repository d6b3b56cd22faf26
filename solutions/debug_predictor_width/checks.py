"""Hidden checks."""

import torch

from grader.author import Close, Equal, Unchanged, case, check

ALLOWED = Close(rtol=1e-5, atol=1e-4)
INPUTS = {"context_repr": Unchanged(), "context_indices": Unchanged(), "target_indices": Unchanged()}
# A prime number of patches, so that steps through them meet every patch before one comes back.
NUM_POSITIONS = 13
MODULE_PARTS = ("context_proj", "position_embedding", "target_query", "output_proj")


def whole(rng, low, high, shape, dtype="float32"):
    """Draw whole numbers from ``low`` to ``high``, both among them."""
    return torch.from_numpy(rng.integers(low, high + 1, shape).astype(dtype))


def patches(*rows):
    """Patch indices, a row for each image."""
    return torch.tensor(rows, dtype=torch.int64)


def drawn_parameters(rng, encoder_dim, predictor_dim, num_positions=NUM_POSITIONS, dtype="float32"):
    """Draw positive parameters; every row of the positions is larger by ten or more than the one before.

    Positions have a fraction that no dtype can hold.
    """
    rows = whole(rng, 1, 10, (num_positions, predictor_dim), dtype) + 1 / 3
    steps = 20 * torch.arange(num_positions, dtype=rows.dtype).reshape(-1, 1)
    return {
        "context_proj.weight": whole(rng, 1, 9, (predictor_dim, encoder_dim), dtype),
        "context_proj.bias": whole(rng, 10, 50, (predictor_dim,), dtype),
        "position_embedding.weight": rows + steps,
        "target_query": whole(rng, 10, 50, (1, 1, predictor_dim), dtype),
        "output_proj.weight": whole(rng, 1, 9, (encoder_dim, predictor_dim), dtype),
        "output_proj.bias": whole(rng, 10, 50, (encoder_dim,), dtype),
    }


def drawn_indices(rng, batch_size, num_context, num_targets, num_positions=NUM_POSITIONS):
    """Draw indices of which no two in an image are equal, and no two images agree in any place.

    Each is smaller by 3 than the one before it, round the end of the table, so three are never in order.
    """
    start = int(rng.integers(0, num_positions))
    places = 3 * torch.arange(num_context + num_targets, dtype=torch.int64).reshape(1, -1)
    images = 5 * torch.arange(batch_size, dtype=torch.int64).reshape(-1, 1)
    indices = (start - places - images) % num_positions
    return {
        "context_indices": indices[:, :num_context].contiguous(),
        "target_indices": indices[:, num_context:].contiguous(),
    }


def drawn(
    rng, label, encoder_dim, predictor_dim, batch_size, num_context, num_targets, dtype="float32", **more
):
    """Draw one whole case."""
    return case(
        label,
        parameters=drawn_parameters(rng, encoder_dim, predictor_dim, dtype=dtype),
        context_repr=whole(rng, 1, 9, (batch_size, num_context, encoder_dim), dtype),
        **drawn_indices(rng, batch_size, num_context, num_targets),
        **more,
    )


def loaded(student, parameters, dtype=torch.float32):
    """Make a module of the student's and load its parameters."""
    num_positions, predictor_dim = parameters["position_embedding.weight"].shape
    encoder_dim = parameters["output_proj.bias"].shape[0]
    module = student.Predictor(encoder_dim, predictor_dim, num_positions).to(dtype)
    module.load_state_dict(parameters, strict=True)
    return module


def both_calls(module, context_repr, context_indices, target_indices):
    """Call twice and show the inputs after that."""
    return {
        "answer": module(context_repr, context_indices, target_indices),
        "again": module(context_repr, context_indices, target_indices),
        "context_repr": context_repr,
        "context_indices": context_indices,
        "target_indices": target_indices,
    }


# --------------------------------------------------------------------------- values


def batch_cases(rng):
    return [
        drawn(rng, "two images, fewer targets than context patches", 4, 3, 2, 5, 3),
        drawn(rng, "three images, more targets than context patches", 3, 5, 3, 2, 6),
        drawn(rng, "as many targets as context patches", 4, 6, 2, 4, 4),
        drawn(rng, "a single target in each of four images", 5, 2, 4, 3, 1),
        drawn(rng, "a single context patch", 3, 4, 2, 1, 5),
        drawn(rng, "one image, every patch a context patch or a target", 4, 3, 1, 8, 5),
    ]


@check(
    "every image of a batch has patches of its own",
    points=1,
    cases=batch_cases,
    expect={"answer": ALLOWED, "again": ALLOWED, **INPUTS},
)
def batches(student, parameters, context_repr, context_indices, target_indices):
    return both_calls(loaded(student, parameters), context_repr, context_indices, target_indices)


def width_cases(rng):
    return [
        drawn(rng, "an encoder wider than the predictor", 7, 3, 2, 5, 3),
        drawn(rng, "a predictor wider than the encoder", 2, 8, 2, 3, 4),
        drawn(rng, "widths that differ by one", 5, 4, 3, 3, 1),
        drawn(rng, "equal widths", 4, 4, 2, 3, 5),
        drawn(rng, "a predictor of width one", 4, 1, 2, 3, 4),
        drawn(rng, "an encoder of width one", 1, 4, 2, 4, 3),
        drawn(rng, "both of width one", 1, 1, 2, 2, 3),
        drawn(rng, "a predictor as wide as there are patches", 3, NUM_POSITIONS, 2, 3, 2),
        drawn(rng, "an encoder as wide as there are patches", NUM_POSITIONS, 3, 2, 3, 2),
    ]


@check(
    "widths of every kind",
    points=1.5,
    cases=width_cases,
    expect={"answer": ALLOWED, "again": ALLOWED, **INPUTS},
)
def widths(student, parameters, context_repr, context_indices, target_indices):
    return both_calls(loaded(student, parameters), context_repr, context_indices, target_indices)


def filled_cases(rng):
    # Eight tokens: their mean is exact.
    return [
        case(
            label,
            sizes=(encoder_dim, predictor_dim, NUM_POSITIONS),
            filling=float(rng.integers(2, 6)),
            context_repr=whole(rng, 1, 9, (2, 5, encoder_dim)),
            **drawn_indices(rng, 2, 5, 3),
        )
        for label, encoder_dim, predictor_dim in [
            ("a wide encoder", 6, 3),
            ("a wide predictor", 3, 5),
            ("equal widths", 4, 4),
            ("a predictor of width one", 4, 1),
            ("an encoder of width one", 1, 4),
        ]
    ]


@check(
    "a new module whose parameters are all set to one number",
    points=0.5,
    cases=filled_cases,
    expect={"answer": ALLOWED, "again": ALLOWED, **INPUTS},
)
def filled(student, sizes, filling, context_repr, context_indices, target_indices):
    module = student.Predictor(*sizes)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.fill_(filling)
    return both_calls(module, context_repr, context_indices, target_indices)


def special_cases(rng):
    # Eight tokens: a mean of eight whole numbers is exact, so that it may come near zero.
    sizes = {"encoder_dim": 3, "predictor_dim": 4}
    positive = drawn_parameters(rng, **sizes)
    kept = ("context_proj.weight", "output_proj.weight")
    negative = {name: value if name in kept else -value for name, value in positive.items()}
    first, second, third = (int(index) for index in rng.permutation(NUM_POSITIONS)[:3])
    repeated = patches([second, first, second, second], [first, third, third, first])
    context = patches([first, third, first, 0], [third, first, 0, third])
    return [
        case(
            "every token is negative",
            parameters=negative,
            context_repr=-whole(rng, 1, 9, (2, 5, 3)),
            **drawn_indices(rng, 2, 5, 3),
        ),
        case(
            "targets that repeat, and that are context patches too",
            parameters=positive,
            context_repr=whole(rng, 1, 9, (2, 4, 3)),
            context_indices=context,
            target_indices=repeated,
        ),
        case(
            "the first and the last patch",
            parameters=positive,
            context_repr=whole(rng, 1, 9, (1, 2, 3)),
            context_indices=patches([NUM_POSITIONS - 1, 0]),
            target_indices=patches([0, NUM_POSITIONS - 1]),
        ),
    ]


@check(
    "negative numbers and patches that come up more than once",
    points=0.5,
    cases=special_cases,
    expect={"answer": ALLOWED, "again": ALLOWED, **INPUTS},
)
def special(student, parameters, context_repr, context_indices, target_indices):
    return both_calls(loaded(student, parameters), context_repr, context_indices, target_indices)


# --------------------------------------------------------------------------- gradients


def gradient_cases(rng):
    patch = int(rng.integers(2, NUM_POSITIONS))
    return [
        drawn(rng, "a wide encoder", 5, 3, 2, 5, 3, upstream=whole(rng, 1, 9, (2, 3, 5)), training=True),
        drawn(rng, "a wide predictor", 2, 4, 3, 1, 3, upstream=whole(rng, 1, 9, (3, 3, 2)), training=True),
        drawn(
            rng, "a module in eval mode", 4, 3, 2, 4, 2, upstream=whole(rng, 1, 9, (2, 2, 4)), training=False
        ),
        case(
            "a target that repeats and is a context patch too",
            parameters=drawn_parameters(rng, 3, 5),
            context_repr=whole(rng, 1, 9, (1, 2, 3)),
            context_indices=patches([patch, 0]),
            target_indices=patches([patch, patch]),
            upstream=whole(rng, 1, 9, (1, 2, 3)),
            training=True,
        ),
    ]


@check(
    "gradients reach every parameter, the encoder, and the rows of the patches that were used",
    points=1.5,
    cases=gradient_cases,
    expect={
        "answer": ALLOWED,
        "the gradient of context_proj.weight": ALLOWED,
        "the gradient of context_proj.bias": ALLOWED,
        "the gradient of position_embedding.weight": ALLOWED,
        "the gradient of target_query": ALLOWED,
        "the gradient of output_proj.weight": ALLOWED,
        "the gradient of output_proj.bias": ALLOWED,
        "the gradient of context_repr": ALLOWED,
    },
)
def gradients(student, parameters, context_repr, context_indices, target_indices, upstream, training=True):
    module = loaded(student, parameters).train(training)
    context_repr.requires_grad_(True)
    answer = module(context_repr, context_indices, target_indices)
    total = (answer * upstream).sum()
    if total.requires_grad:
        total.backward()
    of_positions = module.position_embedding.weight.grad
    return {
        "answer": answer,
        "the gradient of context_proj.weight": module.context_proj.weight.grad,
        "the gradient of context_proj.bias": module.context_proj.bias.grad,
        "the gradient of position_embedding.weight": None
        if of_positions is None
        else of_positions.to_dense(),
        "the gradient of target_query": module.target_query.grad,
        "the gradient of output_proj.weight": module.output_proj.weight.grad,
        "the gradient of output_proj.bias": module.output_proj.bias.grad,
        "the gradient of context_repr": context_repr.grad,
    }


# --------------------------------------------------------------------------- what the module is made of


def contents_cases(rng):
    small, large = 2 + int(rng.integers(0, 3)), 6 + int(rng.integers(0, 3))
    return [
        drawn(rng, "a wide encoder", large, small, 2, 3, 2),
        drawn(rng, "a wide predictor", small, large, 2, 3, 2),
    ]


@check(
    "parts, parameters and state dict",
    points=1,
    cases=contents_cases,
    expect={
        "the state dict": Equal(),
        "the parameters": Equal(),
        "the parts that are an nn.Linear": Equal(),
        "the parts that are an nn.Embedding": Equal(),
        "answer": ALLOWED,
    },
)
def contents(student, parameters, context_repr, context_indices, target_indices):
    num_positions, predictor_dim = parameters["position_embedding.weight"].shape
    module = student.Predictor(context_repr.shape[2], predictor_dim, num_positions)
    parts = [(name, getattr(module, name, None)) for name in MODULE_PARTS]
    seen = {
        "the state dict": sorted(
            [name, list(value.shape), str(value.dtype)] for name, value in module.state_dict().items()
        ),
        "the parameters": sorted(name for name, _ in module.named_parameters()),
        "the parts that are an nn.Linear": [n for n, part in parts if isinstance(part, torch.nn.Linear)],
        "the parts that are an nn.Embedding": [
            n for n, part in parts if isinstance(part, torch.nn.Embedding)
        ],
    }
    module.load_state_dict(parameters, strict=True)
    return {**seen, "answer": module(context_repr, context_indices, target_indices)}


# --------------------------------------------------------------------------- how it behaves over time


def mode_cases(rng):
    return [
        drawn(
            rng,
            "one module, asked in both modes, then with other indices and other parameters",
            4,
            3,
            2,
            4,
            4,
            other_parameters=drawn_parameters(rng, 4, 3),
        )
    ]


@check(
    "train and eval mode agree, and nothing is kept from an earlier call",
    points=0.5,
    cases=mode_cases,
    expect={
        "the answer in eval mode": ALLOWED,
        "the answer in train mode": ALLOWED,
        "the answer with context and targets exchanged": ALLOWED,
        "the answer after other parameters were loaded": ALLOWED,
        "the answer after the indices have changed where they stand": ALLOWED,
    },
)
def modes(student, parameters, context_repr, context_indices, target_indices, other_parameters):
    module = loaded(student, parameters).eval()
    seen = {"the answer in eval mode": module(context_repr, context_indices, target_indices)}
    module.train()
    seen["the answer in train mode"] = module(context_repr, context_indices, target_indices)
    seen["the answer with context and targets exchanged"] = module(
        context_repr, target_indices, context_indices
    )
    module.load_state_dict(other_parameters, strict=True)
    seen["the answer after other parameters were loaded"] = module(
        context_repr, context_indices, target_indices
    )
    once = context_indices.clone()
    context_indices.copy_(target_indices)
    target_indices.copy_(once)
    seen["the answer after the indices have changed where they stand"] = module(
        context_repr, context_indices, target_indices
    )
    return seen


def double_cases(rng):
    return [drawn(rng, "a module moved to float64", 4, 3, 2, 3, 2, dtype="float64")]


@check(
    "a module moved to float64 answers in float64",
    points=0.5,
    cases=double_cases,
    expect={"answer": ALLOWED, "again": ALLOWED, **INPUTS},
)
def double(student, parameters, context_repr, context_indices, target_indices):
    return both_calls(
        loaded(student, parameters, torch.float64), context_repr, context_indices, target_indices
    )


def pair_cases(rng):
    return [
        drawn(rng, "two modules of one size", 4, 3, 2, 3, 2, other_parameters=drawn_parameters(rng, 4, 3))
    ]


@check(
    "two modules share nothing, and arguments can be given by name",
    points=1,
    cases=pair_cases,
    expect={"the answer of the first module": ALLOWED, "the answer of the second module": ALLOWED},
)
def pair(student, parameters, context_repr, context_indices, target_indices, other_parameters):
    num_positions, predictor_dim = parameters["position_embedding.weight"].shape
    sizes = {
        "num_positions": num_positions,
        "predictor_dim": predictor_dim,
        "encoder_dim": context_repr.shape[2],
    }
    first, second = student.Predictor(**sizes), student.Predictor(**sizes)
    first.load_state_dict(parameters, strict=True)
    second.load_state_dict(other_parameters, strict=True)
    asked = {
        "target_indices": target_indices,
        "context_indices": context_indices,
        "context_repr": context_repr,
    }
    return {
        "the answer of the first module": first(**asked),
        "the answer of the second module": second(**asked),
    }
