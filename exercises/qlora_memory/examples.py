"""The visible checks: the sample of the statement, and a small model with and without double quantisation."""

from grader.author import Rounded, case, check

ITEMS = Rounded(1, truth="exact_qlora_memory")


@check(
    "small models, item by item",
    points=2,
    cases=[
        case("the sample of the statement", counts=(16384, 100), sizes={}),
        case("no adapters", counts=(16384, 0), sizes={}),
        case("no double quantisation", counts=(16384, 100), sizes={"double_quant_block": None}),
    ],
    expect={"answer": ITEMS, "again": ITEMS},
)
def small(student, counts, sizes):
    return {
        "answer": student.qlora_memory(*counts, **sizes),
        "again": student.qlora_memory(*counts, **sizes),
    }
