"""The solutions agree with numbers that were computed elsewhere (50 digits, exact fractions).

tests/data/oracle.json names its inputs and outputs in its own way; `QUESTIONS` is the one table that
turns its cases into calls. Every case of the four exercises is asked of the reference and of every
accepted variant, by a worker, and judged by the judge.
"""

import json
from fractions import Fraction

import pytest
import torch

from grader.codec import encode
from grader.judge import judge_case, places
from grader.model import Close, Equal, Observation, Outcome, Raises, Rounded, Status, Within
from tests.exercises.support import FOUR, PACK, ROOT, Question, file_id, right_files

CASES = [
    case
    for case in json.loads((ROOT / "tests/data/oracle.json").read_text())["cases"]
    if case["exercise"] in FOUR
]
# Six standard errors: one draw in five hundred million falls outside by chance.
SIGMAS = 6.0


def floats(numbers, dtype=torch.float32):
    return torch.tensor(numbers, dtype=dtype)


def whole(numbers):
    """Indices; the one case that is described in words asks for none."""
    if numbers == "zeros[2,0] int64":
        return torch.zeros(2, 0, dtype=torch.int64)
    return torch.tensor(numbers, dtype=torch.int64)


# --------------------------------------------------------------------------- pos_embed_2d


def rounded(grid):
    """What the catalogue allows at this size."""
    return Rounded(
        4, truth="exact", atol=1e-6 + 2.4e-7 * (grid - 1), rtol=0.0, any_sequence=True, signed_zero=True
    )


def table_of_a_grid(case):
    size = case["input"]
    yield Question(
        case["id"],
        "def probe(student, grid, dim):\n    return student.pos_embed_2d(grid, dim)\n",
        size,
        case["expected"],
        {"": rounded(size["grid"])},
        truth=case["exact"],
    )


def single_entries(case):
    spots = case["expected"]
    places = [[spot["token"], spot["index"]] for spot in spots]
    yield Question(
        case["id"],
        "def probe(student, grid, dim, places):\n"
        "    table = student.pos_embed_2d(grid, dim)\n"
        "    return [table[token][index] for token, index in places]\n",
        {**case["input"], "places": places},
        [spot["rounded"] for spot in spots],
        {"": rounded(case["input"]["grid"])},
        truth=[spot["exact"] for spot in spots],
    )


# --------------------------------------------------------------------------- gather_patches


def gathered(case):
    yield Question(
        case["id"],
        "def probe(student, tokens, indices):\n    return student.gather_patches(tokens, indices)\n",
        {"tokens": floats(case["input"]["tokens"]), "indices": whole(case["input"]["indices"])},
        floats(case["expected"]),
        {"": Equal()},
    )


# --------------------------------------------------------------------------- learned_position_embedding

MODULE = """
import torch
def probe(student, grid, dim, table, indices):
    module = student.Learned2DPositionEmbedding(grid[0], grid[1], dim)
    with torch.no_grad():
        module.embedding.weight.copy_(table)
    return {call}
"""
DRAW = """
def probe(student, grid, dim):
    table = student.Learned2DPositionEmbedding(grid[0], grid[1], dim).embedding.weight.detach()
    return {"entries": table, "sizes": table.abs()}
"""


def module_inputs(case):
    given = case["input"]
    (height, width), dim = given["grid"], given["dim"]
    table = floats(given.get("table") or [[10.0 * n + d for d in range(dim)] for n in range(height * width)])
    return {"grid": given["grid"], "dim": dim, "table": table, "indices": whole(given["indices"])}


def looked_up(case):
    probe = MODULE.replace("{call}", "module(indices)")
    yield Question(case["id"], probe, module_inputs(case), floats(case["expected"]), {"": Equal()})


def refused(case):
    probe = MODULE.replace("{call}", '{"seen": attempt(module, indices)}')
    yield Question(case["id"], probe, module_inputs(case), {"seen": None}, {"seen": Raises(case["expected"])})


def nothing_looked_up(case):
    assert case["expected"] == "shape [2,0,4], no error"
    probe = MODULE.replace("{call}", "module(indices)")
    yield Question(case["id"], probe, module_inputs(case), torch.zeros(2, 0, 4), {"": Equal()})


def spread_of_a_draw(case):
    given, expected = case["input"], case["expected"]
    # The standard error of |x| of a normal, from that of x.
    half_normal = SIGMAS * expected["se_mean"] * (1 - 2 / torch.pi) ** 0.5
    yield Question(
        case["id"],
        DRAW,
        {"grid": [14, given["N"] // 14], "dim": given["D"]},
        {"entries": torch.zeros(given["N"], given["D"]), "sizes": torch.zeros(given["N"], given["D"])},
        {
            "entries": Within(
                "std",
                expected["std"] - SIGMAS * expected["se_std"],
                expected["std"] + SIGMAS * expected["se_std"],
            ),
            "sizes": Within("mean", expected["mean_abs"] - half_normal, expected["mean_abs"] + half_normal),
        },
    )
    limit = SIGMAS * expected["se_mean"]
    yield Question(
        f"{case['id']}, mean",
        DRAW,
        {"grid": [14, given["N"] // 14], "dim": given["D"]},
        {"entries": torch.zeros(given["N"], given["D"])},
        {"entries": Within("mean", expected["mean"] - limit, expected["mean"] + limit)},
    )


# --------------------------------------------------------------------------- interpolate_position_embedding

RESIZED = (
    "def probe(student, pos_embedding, old_grid_size, new_grid_size):\n"
    "    return student.interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size)\n"
)
ALLOWED = {torch.float32: 5e-6, torch.float64: 1e-9}


def resizing(case, dtype):
    given = case["input"]
    return {
        "pos_embedding": floats(given["pos"], dtype),
        "old_grid_size": tuple(given["old_grid"]),
        "new_grid_size": tuple(given["new_grid"]),
    }


def resized(case):
    for dtype, allowed in ALLOWED.items():
        inputs = resizing(case, dtype)
        policy = Close(rtol=0.0, atol=allowed * float(inputs["pos_embedding"].abs().max()))
        yield Question(
            f"{case['id']} in {dtype}", RESIZED, inputs, floats(case["expected"], dtype), {"": policy}
        )


# --------------------------------------------------------------------------- the table

QUESTIONS = {
    ("pos_embed_2d", "expected"): table_of_a_grid,
    ("pos_embed_2d", "spots"): single_entries,
    ("gather_patches", "expected"): gathered,
    ("learned_position_embedding", "expected"): looked_up,
    ("learned_position_embedding", "ValueError"): refused,
    ("learned_position_embedding", "shape"): nothing_looked_up,
    ("learned_position_embedding", "statistics"): spread_of_a_draw,
    ("interpolate_position_embedding", "expected"): resized,
}
WRONG_ANSWER = "init_stats_cut2sigma"


def kind(case):
    """In which form a case tells what is expected."""
    expected = case["expected"]
    if isinstance(expected, str):
        return expected.split()[0]
    if isinstance(expected, dict):
        return "statistics"
    return "spots" if isinstance(expected[0], dict) else "expected"


def questions(name):
    return [
        question
        for case in CASES
        if case["exercise"] == name and case["id"] != WRONG_ANSWER
        for question in QUESTIONS[name, kind(case)](case)
    ]


def test_the_oracle_has_cases_of_all_four_exercises_and_each_becomes_a_question():
    assert {name for name, _ in QUESTIONS} == {case["exercise"] for case in CASES} == set(FOUR)
    assert len(CASES) == 25
    for case in CASES:
        if case["id"] != WRONG_ANSWER:
            assert list(QUESTIONS[case["exercise"], kind(case)](case)), case["id"]


@pytest.mark.parametrize("path", [path for name in FOUR for path in right_files(name)], ids=file_id)
def test_reference_and_accepted_variants_agree_with_the_oracle(asker, path):
    name = path.relative_to(ROOT / "solutions").parts[0]
    assert asker.failures(name, questions(name), path.read_text()) == {}


# Mistakes, and a question of the oracle that each of them must not answer.
SEEN_BY_THE_ORACLE = {
    ("pos_embed_2d", "interleaved"): "g3_d12",
    ("pos_embed_2d", "negative_zero"): "spots_g4_d968",
    ("pos_embed_2d", "unrounded"): "spots_g14_d384",
    ("gather_patches", "indices_of_first_image"): "B2_N5_K3_D3",
    ("learned_position_embedding", "negative_wraps"): "idx_neg",
    ("learned_position_embedding", "off_by_one"): "idx_eq_N",
    ("learned_position_embedding", "no_rank_check"): "idx_1d",
    ("learned_position_embedding", "empty_request_crashes"): "empty_K0",
    ("learned_position_embedding", "cut_at_two_sigma"): "init_stats",
    ("learned_position_embedding", "default_init"): "init_stats",
    ("interpolate_position_embedding", "align_corners"): "2x2_to_3x3 in torch.float32",
    ("interpolate_position_embedding", "kernel_of_minus_half"): "4x4_to_2x2 in torch.float32",
    ("interpolate_position_embedding", "computed_in_single"): "2x3_to_4x5 in torch.float64",
}


@pytest.mark.parametrize(("name", "mistake"), SEEN_BY_THE_ORACLE, ids=lambda part: part)
def test_the_questions_tell_known_mistakes_apart(asker, name, mistake):
    source = (PACK.exercises[name].solution_folder / "mistakes" / f"{mistake}.py").read_text()
    assert SEEN_BY_THE_ORACLE[name, mistake] in asker.failures(name, questions(name), source)


# --------------------------------------------------------------------------- answers that must be rejected


def test_a_draw_cut_at_two_sigma_is_rejected_by_the_exercise(asker):
    name = "learned_position_embedding"
    cut = next(case for case in CASES if case["id"] == WRONG_ANSWER)["expected"]["std"]
    (check,) = (check for check in asker.key(name).checks if "standard deviation 0.02" in check.name)
    bands = [
        policy
        for part, policies in check.cases[0].expect
        for policy in policies
        if part.startswith("the table") and isinstance(policy, Within) and policy.statistic == "std"
    ]
    assert len(bands) == 2
    assert all(band.lo <= 0.02 <= band.hi < 1 and not band.lo <= cut <= band.hi for band in bands)

    source = (PACK.exercises[name].solution_folder / "mistakes/cut_at_two_sigma.py").read_text()
    (seen,) = asker.seen(
        name, [Question("draw", DRAW, {"grid": [14, 14], "dim": 768}, None, {"entries": Equal()})], source
    )
    entries = {part.value: value for part, value in seen.value.items}["entries"]
    spread = float(torch.frombuffer(bytearray(entries.data), dtype=torch.float32).std())
    assert abs(spread - cut) < 3e-4, "the mistake is not the one that the oracle describes"
    assert asker.grade(name, source).diagnosis == "cut_at_two_sigma"


def posed_in_the_exercise(key, case):
    """Where the exercise itself poses a case of the oracle: (check, case)."""
    inputs = {name: encode(value) for name, value in resizing(case, torch.float32).items()}
    return [
        (index, i)
        for index, check in enumerate(key.checks)
        for i, posed in enumerate(check.cases)
        if inputs.items() <= dict(posed.inputs).items()
    ]


def verdict_on(key, place, numbers, dtype=torch.float32):
    """The judge's word on an answer given twice, the table left as it was."""
    case = key.checks[place[0]].cases[place[1]]
    answer = floats(numbers, dtype)
    before = dict(case.inputs)["pos_embedding"]
    value = encode({"answer": answer, "again": answer, "pos_embedding": None})
    parts = tuple((part, before if part.value == "pos_embedding" else item) for part, item in value.items)
    seen = Observation(*place, Outcome.RETURNED, type(value)(parts))
    return judge_case(place[1], case, seen, places(key.expected)[place], {})


INTERPOLATIONS = [case for case in CASES if case["exercise"] == "interpolate_position_embedding"]
WRONG = [
    pytest.param(case, wrong, id=f"{case['id']}-{wrong}")
    for case in INTERPOLATIONS
    for wrong, numbers in case.get("wrong", {}).items()
    if numbers != case["expected"]
]


@pytest.mark.parametrize(("case", "wrong"), WRONG)
def test_what_the_oracle_calls_wrong_is_rejected(asker, case, wrong):
    given = resizing(case, torch.float32)
    answer = f"    return torch.tensor({case['wrong'][wrong]})\n"
    source = f"import torch\ndef interpolate_position_embedding(*_):\n{answer}"
    asked = [question for question in resized(case) if "float32" in question.label]
    assert list(asker.failures(case["exercise"], asked, source)) == [f"{case['id']} in torch.float32"]

    key = asker.key(case["exercise"])
    for place in posed_in_the_exercise(key, case):
        assert verdict_on(key, place, case["expected"]).status is Status.PASSED
        assert verdict_on(key, place, case["wrong"][wrong]).status is Status.FAILED
    assert given["old_grid_size"] != given["new_grid_size"]


def test_the_exercise_poses_a_case_of_the_oracle_itself(asker):
    key = asker.key("interpolate_position_embedding")
    posed = [case["id"] for case in INTERPOLATIONS if posed_in_the_exercise(key, case)]
    assert posed == ["2x3_to_4x5"]


def test_the_oracles_fractions_are_its_numbers():
    for case in INTERPOLATIONS:
        for row, fractions in zip(case["expected"], case.get("exact_fractions", []), strict=False):
            assert row == [float(Fraction(text)) for text in fractions], case["id"]
    assert sum("exact_fractions" in case for case in INTERPOLATIONS) == 5
