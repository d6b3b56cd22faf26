"""The hidden checks."""

import torch

from grader.author import Equal, Raises, Unchanged, attempt, case, check

VALUES = {
    "answer": Equal(),
    "again": Equal(),
    "patch_tokens": Unchanged(),
    "class_token": Unchanged(),
    "position_embedding": Unchanged(),
}
REFUSALS = {"refused": Raises("ValueError"), "answer": Equal()}


def arguments(rng, images, patches, width, dtype=torch.float32):
    """Draw three tensors of whole numbers. No two tokens of the batch and no two positions are equal."""
    largest = 100 if dtype == torch.float16 else 2**18
    drawn = {}
    for name, shape in [
        ("patch_tokens", (images, patches, width)),
        ("class_token", (1, 1, width)),
        ("position_embedding", (1, patches + 1, width)),
    ]:
        numbers = rng.integers(1, largest, shape)
        rows = numbers.reshape(-1, width)
        # The first column says which row it is, so that no two are alike.
        rows[:, 0] = rng.permutation(len(rows)) + (1000 if name == "class_token" else 1)
        rows[:, 1] += rows[:, 0] % 7
        drawn[name] = torch.from_numpy(numbers).to(dtype)
    return drawn


def value_cases(rng):
    few, many = int(rng.integers(2, 4)), int(rng.integers(5, 9))
    return [
        case(label, **arguments(rng, *sizes))
        for label, sizes in [
            ("more patches than features", (few, many, 3)),
            ("more features than patches", (few, 3, many)),
            ("more images than patches", (many, 2, 4)),
            ("as many images as tokens", (4, 3, 5)),
            ("as many features as tokens", (2, 4, 5)),
            ("as many features as patches", (3, 4, 4)),
            ("a single patch", (few, 1, 4)),
            ("a single image", (1, many, 2)),
        ]
    ]


@check("the class token first, positions for all tokens", points=2, cases=value_cases, expect=VALUES)
def values(student, patch_tokens, class_token, position_embedding):
    answer = student.add_class_token(patch_tokens, class_token, position_embedding)
    return {
        "answer": answer,
        "again": student.add_class_token(patch_tokens, class_token, position_embedding),
        "patch_tokens": patch_tokens,
        "class_token": class_token,
        "position_embedding": position_embedding,
    }


def keyword_cases(rng):
    return [case("arguments given by name", **arguments(rng, 2, 5, 3))]


@check("called by keyword", points=0.5, cases=keyword_cases, expect=VALUES)
def keywords(student, patch_tokens, class_token, position_embedding):
    given = {
        "position_embedding": position_embedding,
        "class_token": class_token,
        "patch_tokens": patch_tokens,
    }
    return {
        "answer": student.add_class_token(**given),
        "again": student.add_class_token(**given),
        "patch_tokens": patch_tokens,
        "class_token": class_token,
        "position_embedding": position_embedding,
    }


def type_cases(rng):
    drawn = {
        name: arguments(rng, 2, 5, 3, dtype=getattr(torch, name))
        for name in ("float64", "float32", "float16")
    }
    # What is added here is lost in single precision.
    drawn["float64"] = {name: tensor + 2.0**-28 for name, tensor in drawn["float64"].items()}
    return [case(f"tensors of dtype {name}", **given) for name, given in drawn.items()]


@check(
    "tensors of any float dtype and memory layout",
    points=1,
    cases=type_cases,
    expect={
        "answer": Equal(),
        "answer for transposed views": Equal(),
        "answer for one image repeated without a copy": Equal(),
    },
)
def layouts(student, patch_tokens, class_token, position_embedding):
    views = [
        tensor.transpose(1, 2).contiguous().transpose(1, 2)
        for tensor in (patch_tokens, class_token, position_embedding)
    ]
    repeated = patch_tokens[:1].expand(3, -1, -1)
    return {
        "answer": student.add_class_token(patch_tokens, class_token, position_embedding),
        "answer for transposed views": student.add_class_token(*views),
        "answer for one image repeated without a copy": student.add_class_token(
            repeated, class_token, position_embedding
        ),
    }


def gradient_cases(rng):
    cases = []
    for label, images, patches, width, dtype in [
        ("several images", 3, 4, 2, torch.float32),
        ("a single image", 1, 3, 4, torch.float32),
        ("several images in float64", 2, 2, 5, torch.float64),
    ]:
        upstream = torch.from_numpy(rng.integers(1, 100, (images, patches + 1, width))).to(dtype)
        cases.append(case(label, upstream=upstream, **arguments(rng, images, patches, width, dtype)))
    return cases


@check(
    "gradients reach all three arguments",
    points=1.5,
    cases=gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of class_token": Equal(),
        "the gradient of patch_tokens": Equal(),
        "the gradient of position_embedding": Equal(),
    },
)
def gradients(student, patch_tokens, class_token, position_embedding, upstream):
    leaves = [tensor.clone().requires_grad_() for tensor in (patch_tokens, class_token, position_embedding)]
    answer = student.add_class_token(*leaves)
    if answer.requires_grad:
        (answer * upstream).sum().backward()
    return {
        "answer": answer,
        "the gradient of class_token": leaves[1].grad,
        "the gradient of patch_tokens": leaves[0].grad,
        "the gradient of position_embedding": leaves[2].grad,
    }


# --------------------------------------------------------------------------- errors


def whole_numbers(rng, *shape):
    """Draw whole numbers as float32."""
    return torch.from_numpy(rng.integers(-1000, 1001, shape).astype("float32"))


def misfit(rng, label, *, token_width=None, rows=None, position_width=None, sizes=(2, 4, 3)):
    """Draw arguments that fit, and beside them a class token and positions of the sizes given."""
    _, patches, width = sizes
    return case(
        label,
        wrong_class_token=whole_numbers(rng, 1, 1, token_width or width),
        wrong_position_embedding=whole_numbers(rng, 1, rows or patches + 1, position_width or width),
        **arguments(rng, *sizes),
    )


def token_width_cases(rng):
    wide = int(rng.integers(5, 8))
    return [
        misfit(rng, "a class token that is too wide", token_width=wide),
        misfit(rng, "a class token that is one number too wide", token_width=4),
        misfit(rng, "a class token that is too narrow", token_width=2),
        misfit(rng, "a class token of width one", token_width=1),
        misfit(rng, "a class token of width one, for a single image", token_width=1, sizes=(1, 4, 3)),
        misfit(
            rng, "class token and positions of one width, patches of another", token_width=4, position_width=4
        ),
        misfit(rng, "class token and positions of width one", token_width=1, position_width=1),
    ]


@check("a class token of another width is refused", points=1, cases=token_width_cases, expect=REFUSALS)
def refused_token(
    student, patch_tokens, class_token, position_embedding, wrong_class_token, wrong_position_embedding
):
    refusal = attempt(student.add_class_token, patch_tokens, wrong_class_token, wrong_position_embedding)
    return {
        "refused": refusal,
        "answer": student.add_class_token(patch_tokens, class_token, position_embedding),
    }


def position_width_cases(rng):
    wide = int(rng.integers(5, 8))
    return [
        misfit(rng, "positions that are too wide", position_width=wide),
        misfit(rng, "positions that are one number too wide", position_width=4),
        misfit(rng, "positions that are too narrow", position_width=2),
        misfit(rng, "positions of width one", position_width=1),
        misfit(rng, "positions of width one, for a single image", position_width=1, sizes=(1, 4, 3)),
    ]


@check("positions of another width are refused", points=1, cases=position_width_cases, expect=REFUSALS)
def refused_width(
    student, patch_tokens, class_token, position_embedding, wrong_class_token, wrong_position_embedding
):
    refusal = attempt(student.add_class_token, patch_tokens, wrong_class_token, wrong_position_embedding)
    return {
        "refused": refusal,
        "answer": student.add_class_token(patch_tokens, class_token, position_embedding),
    }


def length_cases(rng):
    long = int(rng.integers(8, 12))
    return [
        misfit(rng, "a position for each patch, none for the class token", rows=4),
        misfit(rng, "one position too many", rows=6),
        misfit(rng, "far too many positions", rows=long),
        misfit(rng, "too few positions", rows=2),
        misfit(rng, "a single position", rows=1),
        misfit(rng, "a single position for a single patch", rows=1, sizes=(2, 1, 3)),
        misfit(rng, "as many positions as images", rows=3, sizes=(3, 4, 3)),
        misfit(rng, "positions with tokens and features exchanged", rows=3, position_width=5),
    ]


@check("too many or too few positions are refused", points=1, cases=length_cases, expect=REFUSALS)
def refused_length(
    student, patch_tokens, class_token, position_embedding, wrong_class_token, wrong_position_embedding
):
    refusal = attempt(student.add_class_token, patch_tokens, wrong_class_token, wrong_position_embedding)
    return {
        "refused": refusal,
        "answer": student.add_class_token(patch_tokens, class_token, position_embedding),
    }
