"""The hidden checks."""

import torch

from grader.author import Equal, Raises, Unchanged, attempt, case, check

VALUES = {"answer": Equal(), "again": Equal(), "tokens": Unchanged(), "indices": Unchanged()}
REFUSALS = {"refused": Raises("ValueError"), "answer": Equal()}


def whole_numbers(rng, *shape, dtype=torch.float32):
    """Draw a table of whole numbers as floats, as large as the dtype holds exactly (2**20 at the most)."""
    largest = 1000 if dtype == torch.float16 else 2**20 - 1
    return torch.from_numpy(rng.integers(-largest, largest + 1, shape)).to(dtype)


def selection(rng, batch, patches, count, dtype=torch.int64):
    """Draw at least three indices per image: unsorted, with a repeat, and not the same for all images."""
    chosen = rng.integers(0, patches, (batch, count))
    for b in range(batch):
        chosen[b, :3] = [patches - 1, b % max(patches - 1, 1), patches - 1]
    return torch.from_numpy(chosen).to(dtype)


def every_patch(rng):
    orders = [rng.permutation(6) for _ in range(3)]
    orders[0][:] = orders[1][::-1]
    return case(
        "every patch once, in another order for each image",
        tokens=whole_numbers(rng, 3, 6, 4),
        indices=torch.tensor([order.tolist() for order in orders], dtype=torch.int64),
    )


def some(rng):
    batch = int(rng.integers(2, 5))
    return case(
        "some patches, unsorted and with repeats",
        tokens=whole_numbers(rng, batch, int(rng.integers(7, 12)), 5),
        indices=selection(rng, batch, 7, 4),
    )


def many_features(rng):
    return case(
        "more features than patches",
        tokens=whole_numbers(rng, 2, 4, int(rng.integers(8, 12))),
        indices=selection(rng, 2, 4, 3),
    )


def many_indices(rng):
    return case(
        "more indices than patches",
        tokens=whole_numbers(rng, 2, 3, 4),
        indices=selection(rng, 2, 3, int(rng.integers(5, 9))),
    )


def one_image(rng):
    return case("a single image", tokens=whole_numbers(rng, 1, 5, 2), indices=selection(rng, 1, 5, 4))


def one_patch(rng):
    return case(
        "images of a single patch", tokens=whole_numbers(rng, 3, 1, 4), indices=selection(rng, 3, 1, 3)
    )


def many_patches(rng):
    return case("many patches", tokens=whole_numbers(rng, 2, 40, 2), indices=selection(rng, 2, 40, 6))


@check(
    "rows gathered for each image by its own indices",
    points=2,
    cases=[every_patch, some, many_features, many_indices, one_image, one_patch, many_patches],
    expect=VALUES,
)
def rows(student, tokens, indices):
    answer = student.gather_patches(tokens, indices)
    return {
        "answer": answer,
        "again": student.gather_patches(tokens, indices),
        "tokens": tokens,
        "indices": indices,
    }


def integer_types(rng):
    few = [
        case(
            f"indices of dtype {name}",
            tokens=whole_numbers(rng, 3, patches, 4),
            indices=selection(rng, 3, patches, 5, getattr(torch, name)),
        )
        for name, patches in (("int8", 6), ("int16", 6), ("int16", 300), ("int32", 6), ("int64", 300))
    ]
    many = case(
        "indices of dtype int8, and more patches than int8 can count",
        tokens=whole_numbers(rng, 3, 300, 4),
        indices=selection(rng, 3, 128, 5, torch.int8),
    )
    return [*few, many]


@check("indices of every signed integer dtype", points=1, cases=[integer_types], expect=VALUES)
def index_types(student, tokens, indices):
    answer = student.gather_patches(tokens, indices)
    return {
        "answer": answer,
        "again": student.gather_patches(tokens, indices),
        "tokens": tokens,
        "indices": indices,
    }


def float_types(rng):
    return [
        case(
            f"tokens of dtype {name}",
            # What is added in float64 is lost in any narrower dtype.
            tokens=whole_numbers(rng, 2, 6, 3, dtype=getattr(torch, name)) + fraction,
            indices=selection(rng, 2, 6, 4),
        )
        for name, fraction in (("float32", 0.0), ("float64", 2.0**-28), ("float16", 0.0))
    ]


@check(
    "tokens of any float dtype and memory layout",
    points=1,
    cases=[float_types],
    expect={
        "answer": Equal(),
        "answer for a transposed view": Equal(),
        "answer for every second patch of a larger tensor": Equal(),
        "answer for one image repeated without a copy": Equal(),
    },
)
def layouts(student, tokens, indices):
    transposed = tokens.transpose(1, 2).contiguous().transpose(1, 2)
    every_second = torch.cat([tokens, tokens.flip(1)], dim=1)[:, ::2]
    repeated = tokens[:1].expand(tokens.shape[0], -1, -1)
    return {
        "answer": student.gather_patches(tokens, indices),
        "answer for a transposed view": student.gather_patches(transposed, indices),
        "answer for every second patch of a larger tensor": student.gather_patches(every_second, indices),
        "answer for one image repeated without a copy": student.gather_patches(repeated, indices),
    }


def by_name(rng):
    none = torch.zeros((2, 0), dtype=torch.int64)
    return [
        case("arguments given by name", tokens=whole_numbers(rng, 2, 6, 3), indices=selection(rng, 2, 6, 4)),
        case("no patches asked for", tokens=whole_numbers(rng, 2, 6, 3), indices=none),
        case(
            "no patches asked for",
            tokens=whole_numbers(rng, 2, 4, 5, dtype=torch.float64),
            indices=none.int(),
        ),
    ]


@check("called by keyword, and with no patches asked for", points=1, cases=[by_name], expect=VALUES)
def keywords(student, tokens, indices):
    answer = student.gather_patches(indices=indices, tokens=tokens)
    return {
        "answer": answer,
        "again": student.gather_patches(tokens=tokens, indices=indices),
        "tokens": tokens,
        "indices": indices,
    }


def learning(label, dtype, batch, patches, count):
    def draw(rng):
        return case(
            label,
            tokens=whole_numbers(rng, batch, patches, 3, dtype=dtype),
            indices=selection(rng, batch, patches, count),
            weights=torch.from_numpy(rng.integers(1, 100, (batch, count, 3))).to(dtype),
        )

    return draw


@check(
    "the gradient reaches the gathered rows, and repeats add up",
    points=1,
    cases=[
        learning("repeated indices, and patches not used", torch.float32, 2, 9, 5),
        learning("more indices than patches", torch.float32, 3, 4, 9),
        learning("double precision", torch.float64, 2, 6, 4),
    ],
    expect={"answer": Equal(), "the gradient of tokens": Equal()},
)
def gradient(student, tokens, indices, weights):
    tokens.requires_grad_()
    answer = student.gather_patches(tokens, indices)
    total = (answer * weights).sum()
    if total.requires_grad:
        total.backward()
    return {"answer": answer, "the gradient of tokens": tokens.grad}


def outside(rng):
    tokens = whole_numbers(rng, 2, 6, 3)
    legal = selection(rng, 2, 6, 4)
    everywhere = [(b, k) for b in range(2) for k in range(4)]
    described = [
        ("an index equal to the number of patches", 6, everywhere),
        ("an index of minus one", -1, everywhere),
        ("an index far above the number of patches", 60, [(0, 1), (1, 2)]),
        ("an index that a narrower integer cannot hold", 2**32 + 1, [(0, 3), (1, 0)]),
        ("an index far below zero", -60, [(0, 2), (1, 1)]),
    ]
    cases = []
    for label, index, places in described:
        for place in places:
            wrong = legal.clone()
            wrong[place] = index
            cases.append(case(label, tokens=tokens, indices=wrong, legal=legal))
    narrow = legal.to(torch.int8)
    narrow[0, 3] = -1
    cases.append(
        case("a negative index of a narrow dtype", tokens=tokens, indices=narrow, legal=legal.to(torch.int8))
    )
    return cases


@check("an index outside the table is refused", points=1, cases=[outside], expect=REFUSALS)
def refused_index(student, tokens, indices, legal):
    return {
        "refused": attempt(student.gather_patches, tokens, indices),
        "answer": student.gather_patches(tokens, legal),
    }


def misfits(rng):
    tokens = whole_numbers(rng, 2, 6, 3)
    indices = selection(rng, 2, 6, 4)
    wrong = [
        ("tokens without an axis of features", tokens[:, :, 0], indices),
        ("tokens with one axis too many", tokens.unsqueeze(-1), indices),
        ("indices without a batch axis", tokens, indices[0, :2]),
        ("indices with one axis too many", tokens, indices.unsqueeze(-1)),
        ("tokens and indices without a batch axis", tokens[0], torch.tensor([0, 2, 1, 2, 0, 1])),
        ("tokens and indices with one axis too many", tokens.unsqueeze(-1), indices.unsqueeze(-1)),
        ("fewer rows of indices than images", whole_numbers(rng, 3, 6, 3), indices),
        ("more rows of indices than images", tokens, selection(rng, 3, 6, 4)),
        ("one row of indices for several images", tokens, indices[:1]),
        ("several rows of indices for one image", tokens[:1], indices),
        ("no patches asked for, by fewer rows than images", tokens, indices[:1, :0]),
        ("tokens with a single axis", tokens[0, :, 0], indices),
    ]
    return [
        case(
            label,
            tokens=wrong_tokens.contiguous(),
            indices=wrong_indices.contiguous(),
            legal_tokens=tokens,
            legal_indices=indices,
        )
        for label, wrong_tokens, wrong_indices in wrong
    ]


@check("shapes that do not fit are refused", points=1, cases=[misfits], expect=REFUSALS)
def refused_shape(student, tokens, indices, legal_tokens, legal_indices):
    return {
        "refused": attempt(student.gather_patches, tokens, indices),
        "answer": student.gather_patches(legal_tokens, legal_indices),
    }
