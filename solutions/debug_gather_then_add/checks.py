"""The hidden checks."""

import torch

from grader.author import Equal, Unchanged, case, check

VALUES = {
    "answer": Equal(),
    "again": Equal(),
    "patch_tokens": Unchanged(),
    "indices": Unchanged(),
    "full_position": Unchanged(),
}
WAYS = {"gathering first": True, "adding first": False}


def distinct_numbers(rng, *shape, dtype=torch.float32):
    """Draw whole numbers below 512 in size, none of them zero and no two equal, as floats."""
    numbers = torch.cat([torch.arange(-511, 0), torch.arange(1, 512)])
    size = 1
    for length in shape:
        size *= length
    return numbers[torch.from_numpy(rng.permutation(1022)[:size])].reshape(shape).to(dtype)


def drawn_inputs(rng, batch, patches, width, count, dtype=torch.float32):
    """Draw tokens, positions in steps of 1024, and indices that are unsorted, repeat, and differ by image."""
    chosen = rng.integers(0, patches, (batch, count))
    for b in range(batch):
        chosen[b, :3] = [patches - 1, b % max(patches - 1, 1), patches - 1][:count]
    return {
        "patch_tokens": distinct_numbers(rng, batch, patches, width, dtype=dtype),
        "indices": torch.from_numpy(chosen),
        "full_position": 1024 * distinct_numbers(rng, 1, patches, width, dtype=dtype),
    }


def both_ways(rng):
    described = [
        ("several images", 3, 7, 4, 5),
        ("as many images as patches, features and indices", 4, 4, 4, 4),
        ("a single index for each image", 2, int(rng.integers(4, 9)), 3, 1),
        ("a single image", 1, int(rng.integers(5, 9)), 2, 4),
        ("images of a single patch", 3, 1, 5, 2),
    ]
    return [
        case(f"{label}, {words}", **drawn_inputs(rng, batch, patches, width, count), gather_first=flag)
        for label, batch, patches, width, count in described
        for words, flag in WAYS.items()
    ]


@check("several images and sizes, both ways", points=3.5, cases=[both_ways], expect=VALUES)
def selected(student, patch_tokens, indices, full_position, gather_first):
    return {
        "answer": student.select_tokens(patch_tokens, indices, full_position, gather_first),
        "again": student.select_tokens(patch_tokens, indices, full_position, gather_first),
        "patch_tokens": patch_tokens,
        "indices": indices,
        "full_position": full_position,
    }


def unusual_counts(rng):
    return [
        case("no patches asked for", **drawn_inputs(rng, 2, 5, 3, 0)),
        case("more indices than patches", **drawn_inputs(rng, 2, 3, 4, int(rng.integers(5, 9)))),
    ]


@check(
    "no index at all, and more indices than patches",
    points=1,
    cases=[unusual_counts],
    expect={
        "answer when gathering first": Equal(),
        "answer when adding first": Equal(),
        "patch_tokens": Unchanged(),
        "full_position": Unchanged(),
    },
)
def counts(student, patch_tokens, indices, full_position):
    return {
        "answer when gathering first": student.select_tokens(patch_tokens, indices, full_position, True),
        "answer when adding first": student.select_tokens(patch_tokens, indices, full_position, False),
        "patch_tokens": patch_tokens,
        "full_position": full_position,
    }


def in_double(rng):
    inputs = drawn_inputs(rng, 2, 6, 3, 4, dtype=torch.float64)
    # What is added here is lost in single precision.
    inputs["patch_tokens"] += 2.0**-28
    inputs["full_position"] += 2.0**-28
    return case("tokens and positions of dtype float64", **inputs)


@check(
    "double precision, called by keyword",
    points=1,
    cases=[in_double],
    expect={"answer": Equal(), "again": Equal(), "answer when adding first": Equal()},
)
def keywords(student, patch_tokens, indices, full_position):
    given = {"indices": indices, "patch_tokens": patch_tokens, "full_position": full_position}
    return {
        "answer": student.select_tokens(gather_first=True, **given),
        "again": student.select_tokens(gather_first=True, **given),
        "answer when adding first": student.select_tokens(gather_first=False, **given),
    }


def learning(rng):
    described = [
        ("several images, repeated indices, and patches not used", 3, 8, 4, torch.float32),
        ("more indices than patches", 2, 4, 7, torch.float32),
        ("double precision", 2, 6, 4, torch.float64),
    ]
    return [
        case(
            f"{label}, {words}",
            **drawn_inputs(rng, batch, patches, 3, count, dtype=dtype),
            gather_first=flag,
            weights=torch.from_numpy(rng.integers(1, 100, (batch, count, 3))).to(dtype),
        )
        for label, batch, patches, count, dtype in described
        for words, flag in WAYS.items()
    ]


@check(
    "gradients reach tokens and positions, both ways",
    points=2.5,
    cases=[learning],
    expect={
        "answer": Equal(),
        "the gradient of patch_tokens": Equal(),
        "the gradient of full_position": Equal(),
    },
)
def gradients(student, patch_tokens, indices, full_position, gather_first, weights):
    patch_tokens.requires_grad_()
    full_position.requires_grad_()
    answer = student.select_tokens(patch_tokens, indices, full_position, gather_first)
    total = (answer * weights).sum()
    if total.requires_grad:
        total.backward()
    return {
        "answer": answer,
        "the gradient of patch_tokens": patch_tokens.grad,
        "the gradient of full_position": full_position.grad,
    }
