"""The hidden checks."""

from grader.author import Raises, Rounded, attempt, case, check

ITEMS = Rounded(1, truth="exact_qlora_memory")
TWICE = {"answer": ITEMS, "again": ITEMS}


def uneven(rng, block_size, double_quant_block):
    """Draw an odd count of weights that fills neither its last block nor its last group of blocks."""
    groups, blocks = int(rng.integers(3, 40)), int(rng.integers(2, double_quant_block - 1))
    weights = (groups * double_quant_block + blocks) * block_size + int(rng.integers(4, 9)) * block_size // 12
    return weights + 1 - weights % 2


def sizes_of_all_kinds(rng):
    cases = []
    kinds = [
        ("codes of three bits", 3, 48, 20, 12, 4),
        ("codes of five bits", 5, 100, 32, 4, 1),
        ("codes of eight bits", 8, 128, 64, 2, 4),
        ("codes of thirty-two bits", 32, 256, 128, 2, 1),
        ("codes of two bits and large groups", 2, 32, 500, 16, 8),
        ("large blocks and small groups", 6, 1024, 16, 6, 3),
    ]
    for label, weight_bits, block_size, double_quant_block, optimizer_bytes, adapter_bytes in kinds:
        n_params = uneven(rng, block_size, double_quant_block)
        lora_params = int(rng.integers(100, 2000))
        cases.append(
            case(
                label,
                arguments=(
                    n_params,
                    lora_params,
                    weight_bits,
                    block_size,
                    double_quant_block,
                    optimizer_bytes,
                    adapter_bytes,
                ),
            )
        )
    count = int(rng.integers(11, 99))
    return [
        *cases,
        case("every size is one", arguments=(8 * count + 1, count, 1, 1, 1, 1, 1)),
        case("a single weight and a single adapter weight", arguments=(1, 1, 4, 6, 5, 7, 3)),
        case("more adapter weights than base weights", arguments=(count, 50 * count, 3, 40, 7, 5, 9)),
    ]


@check("every size given, none of them the default", points=3, cases=sizes_of_all_kinds, expect=TWICE)
def given(student, arguments):
    return {"answer": student.qlora_memory(*arguments), "again": student.qlora_memory(*arguments)}


def defaults(rng):
    full_groups = int(rng.integers(2, 50))
    return [
        case("blocks that are not full", counts=(1000, int(rng.integers(20, 90)))),
        case(
            "blocks and groups that are all full", counts=(64 * 256 * full_groups, int(rng.integers(20, 90)))
        ),
        case("a model of billions of weights", counts=(7_000_000_000, int(rng.integers(10**7, 10**8)))),
        case("a model of very many weights", counts=(65_000_000_000, int(rng.integers(10**8, 10**9)))),
        case(
            "more adapter weights than 32 bits can count",
            counts=(13_000_000_000, int(rng.integers(2**32, 2**33))),
        ),
        case("no base weights", counts=(0, int(rng.integers(20, 90)))),
        case("no adapter weights", counts=(uneven(rng, 64, 256), 0)),
        case("no weights at all", counts=(0, 0)),
    ]


@check("all sizes left to their defaults", points=1, cases=defaults, expect=TWICE)
def by_default(student, counts):
    return {"answer": student.qlora_memory(*counts), "again": student.qlora_memory(*counts)}


def single_level(rng):
    lora_params = int(rng.integers(20, 900))
    return [
        case("blocks that are not full", arguments=(1000, lora_params, 4, 64, None)),
        case("other sizes", arguments=(uneven(rng, 48, 20), lora_params, 3, 48, None, 12, 4)),
        case("blocks of a single weight", arguments=(uneven(rng, 48, 20), lora_params, 8, 1, None, 4, 1)),
        case("a model of billions of weights", arguments=(7_000_000_000, lora_params, 4, 64, None)),
        case(
            "constants just below a full decimal",
            arguments=(10 * int(rng.integers(20, 900)) + 9, lora_params, 8, 400, None),
        ),
    ]


@check("no double quantisation", points=1, cases=single_level, expect=TWICE)
def one_level(student, arguments):
    return {"answer": student.qlora_memory(*arguments), "again": student.qlora_memory(*arguments)}


def rounded_apart(rng):
    """Draw counts whose codes end in .75 bytes and whose constants end just above a half of a decimal."""
    thousands, hundreds = int(rng.integers(1, 90)) * 1000, int(rng.integers(1, 90)) * 200
    lora_params = int(rng.integers(0, 50))
    return [
        case("both levels of constants", arguments=(18 + thousands, lora_params, 3, 100, 10, 8, 2)),
        case("one level of constants", arguments=(114 + hundreds, lora_params, 3, 100, None, 8, 2)),
    ]


@check(
    "a total that is not the sum of the rounded items",
    points=1,
    cases=rounded_apart,
    expect={"answer": ITEMS},
)
def totals(student, arguments):
    return {"answer": student.qlora_memory(*arguments)}


def by_name(rng):
    names = ("weight_bits", "block_size", "double_quant_block", "optimizer_bytes", "adapter_bytes")
    return case(
        "arguments given by name",
        counts={"n_params": uneven(rng, 48, 20), "lora_params": int(rng.integers(100, 900))},
        sizes=dict(zip(names, (3, 48, 20, 12, 4), strict=True)),
        other={"n_params": uneven(rng, 64, 256), "lora_params": int(rng.integers(1000, 2000))},
    )


@check(
    "called by keyword, with another model in between",
    points=1,
    cases=[by_name],
    expect={
        "answer": ITEMS,
        "of another model": ITEMS,
        "with only a few sizes named": ITEMS,
        "again": ITEMS,
    },
)
def keywords(student, counts, sizes, other):
    return {
        "answer": student.qlora_memory(**sizes, **counts),
        "of another model": student.qlora_memory(**other),
        "with only a few sizes named": student.qlora_memory(
            optimizer_bytes=sizes["optimizer_bytes"], block_size=sizes["block_size"], **counts
        ),
        "again": student.qlora_memory(**counts, **sizes),
    }


def misfits(rng):
    legal = (int(rng.integers(1000, 9000)), int(rng.integers(20, 90)), 3, 48, 20, 12, 4)
    names = (
        "base weights",
        "adapter weights",
        "bits of a weight",
        "size of a block",
        "size of a group of blocks",
        "bytes of the optimizer",
        "bytes of an adapter weight",
    )
    wrong = []
    for place, name in enumerate(names):
        values = {"just below zero": -1, "far below zero": -int(rng.integers(30, 90))}
        if place >= 2:
            values["zero"] = 0
        for words, value in values.items():
            wrong.append((f"{name}: {words}", (*legal[:place], value, *legal[place + 1 :])))
    wrong.append(("a block of no weights, without double quantisation", (*legal[:3], 0, None, 12, 4)))
    wrong.append(("groups of no blocks, in a model without weights", (0, 0, 3, 48, 0, 12, 4)))
    wrong.append(("weights of no bits, in a model without weights", (0, 0, 0, 48, 20, 12, 4)))
    wrong.append(("blocks of no weights, in a model without weights", (0, 0, 3, 0, 20, 12, 4)))
    wrong.append(("no bytes of the optimizer, without adapters", (*legal[:1], 0, 3, 48, 20, 0, 4)))
    wrong.append(("no bytes of an adapter weight, without adapters", (*legal[:1], 0, 3, 48, 20, 12, 0)))
    wrong.append(("both counts negative", (-legal[0], -legal[1], *legal[2:])))
    return [case(label, arguments=arguments, legal=legal) for label, arguments in wrong]


@check(
    "a count or a size that cannot be is refused",
    points=1,
    cases=misfits,
    expect={"refused": Raises("ValueError"), "answer": ITEMS},
)
def refused(student, arguments, legal):
    return {"refused": attempt(student.qlora_memory, *arguments), "answer": student.qlora_memory(*legal)}
