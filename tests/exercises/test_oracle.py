"""The solutions agree with numbers that were computed elsewhere (50 digits, exact fractions).

Every case of tests/data/oracle.json and tests/data/more_oracle.json is asked of the reference and of every
accepted variant of its exercise, by a worker, and judged by the judge.
"""

from collections import Counter

import pytest
import torch

from grader.codec import encode
from grader.judge import judge_case, places
from grader.model import Observation, Outcome, Status, Within
from tests.exercises.oracle import (
    ASKED,
    CASES,
    MADE,
    QUESTIONS,
    RESTATED,
    RESTATED_CASES,
    TOLD,
    WRONG_DRAW,
    case_id,
    kind,
    questions,
    questions_of,
)
from tests.exercises.oracle_calls import floats
from tests.exercises.support import PACK, ROOT, file_id, key_of, right_files

EXERCISES = sorted({case["exercise"] for case in CASES})


# --------------------------------------------------------------------------- the cases


def test_every_case_becomes_a_question_through_the_table():
    assert (len(TOLD), len(ASKED)) == (56, len(TOLD) + len(MADE) - 1)
    for case in ASKED:
        assert questions_of(case), case_id(case)


def test_no_road_of_the_table_is_without_a_case():
    assert set(QUESTIONS) == {(case["exercise"], kind(case)) for case in ASKED}
    assert {case["exercise"] for case in TOLD} >= set(RESTATED)


def test_every_exercise_of_the_pack_has_cases():
    assert sorted(PACK.exercises) == EXERCISES


@pytest.mark.parametrize("name", EXERCISES)
def test_no_two_questions_have_one_label(name):
    labels = Counter(question.label for question in questions(name))
    assert labels.most_common(1)[0][1] == 1, labels.most_common(1)


# --------------------------------------------------------------------------- right answers


@pytest.mark.parametrize("path", [path for name in EXERCISES for path in right_files(name)], ids=file_id)
def test_reference_and_accepted_variants_agree_with_the_oracle(asker, path):
    name = path.relative_to(ROOT / "solutions").parts[0]
    assert asker.failures(name, questions(name), path.read_text()) == {}


# Mistakes, and a question that each of them must not answer.
SEEN_BY_THE_ORACLE = {
    ("add_class_token", "class_token_last"): "B2_N3_D2, floats",
    ("add_class_token", "width_of_one_stretched"): "class_token_of_width_1, floats",
    ("chair_rates", "captions_without_mentions_left_out"): "five_captions",
    ("chair_rates", "letter_case_ignored"): "letter_case",
    ("debug_gather_then_add", "first_positions_added"): (
        "B3_N4_K5_D3, gather first: True, floats, torch.int64"
    ),
    ("debug_gather_then_add", "adding_first_without_batch"): (
        "B3_N4_K5_D3, gather first: False, floats, torch.int64"
    ),
    ("debug_missing_targets", "target_positions_missing"): "2_to_2",
    ("debug_missing_targets", "sum_for_mean"): "3_to_1",
    ("debug_patch_order", "fault_left_in"): "2x3, floats",
    ("debug_patch_order", "longer_side_as_width"): "3x2, floats",
    ("debug_predictor_width", "encoder_width_everywhere"): "3_to_2",
    ("debug_predictor_width", "positions_padded"): "2_to_3",
    ("debug_resolution_change", "fault_left_in"): "2x3_to_4x5, torch.float32",
    ("debug_resolution_change", "equal_count_returned"): "2x3_to_3x2, torch.float32",
    ("fixed_position_embedding", "saved_buffer"): "gather, kept",
    ("fixed_position_embedding", "plain_attribute"): "gather, module.double()(indices) in torch.int64",
    ("fixed_position_embedding", "temperature_ignored"): "grid_3x2, module(indices) in torch.int64",
    ("gather_patches", "indices_of_first_image"): "B2_N5_K3_D3, floats, torch.int64",
    ("gather_patches", "batch_of_one_broadcast"): "indices_of_one_image, floats, torch.int64",
    ("gather_tokens_with_positions", "first_positions"): "B2_N5_K3_D3, floats, torch.int64",
    ("gather_tokens_with_positions", "shapes_not_compared"): "pos_of_width_1, floats, torch.int64",
    ("interpolate_position_embedding", "align_corners"): "2x2_to_3x3, torch.float32",
    ("interpolate_position_embedding", "kernel_of_minus_half"): "4x4_to_2x2, torch.float32",
    ("interpolate_position_embedding", "computed_in_single"): "2x3_to_4x5, torch.float64",
    ("interpolate_position_embedding", "equal_count_returned"): "2x8_to_4x4, torch.float32",
    ("interpolate_with_class_token", "class_row_resized_too"): "2x3_to_4x5, torch.float32",
    ("interpolate_with_class_token", "class_row_optional"): "6_rows_for_2x3, torch.float32",
    ("learned_position_embedding", "negative_wraps"): "idx_neg, torch.int64",
    ("learned_position_embedding", "off_by_one"): "idx_eq_N, torch.int64",
    ("learned_position_embedding", "no_rank_check"): "idx_1d, torch.int64",
    ("learned_position_embedding", "empty_request_crashes"): "empty_K0, torch.int64",
    ("learned_position_embedding", "cut_at_two_sigma"): "init_stats",
    ("learned_position_embedding", "default_init"): "init_stats",
    ("make_position_embedding", "letter_case_ignored"): "kind_'SINCOS'",
    ("make_position_embedding", "kinds_exchanged"): "one_row, torch.int64",
    ("merge_lora", "square_root_of_rank"): "RECOMMENDED_alpha5_r3_2x4",
    ("merge_lora", "everything_in_weights_dtype"): "float16_overflow",
    ("merge_lora", "single_precision_inside"): "float64, entry by entry",
    ("patch_index", "column_clamped"): "r2_c5_w5",
    ("patch_index", "single_precision"): "beyond_32_bits, back",
    ("pope_metrics", "no_is_positive"): "mixed",
    ("pope_metrics", "full_stop_before_white_space"): "written_in_all_ways",
    ("pos_embed_2d", "interleaved"): "g3_d12",
    ("pos_embed_2d", "negative_zero"): "spots_g4_d968",
    ("pos_embed_2d", "unrounded"): "spots_g14_d384",
    ("positional_encoding", "sines_then_cosines"): "basic_interleaved",
    ("positional_encoding", "batch_and_time_exchanged"): "forward_eval_B2_T4_D6",
    ("positional_encoding", "cut_to_the_table"): "one_too_long",
    ("predictor_tokens", "target_positions_forgotten"): "single_block, floats, torch.int64",
    ("predictor_tokens", "last_none_is_all"): "predictions_after_6, the target part",
    ("prune_visual_tokens", "compared_exactly"): "half_but_for_rounding",
    ("prune_visual_tokens", "later_of_equals"): "ties",
    ("qlora_memory", "blocks_rounded_up"): "base_7000000000_dq",
    ("qlora_memory", "total_of_rounded_items"): "total_of_rounded_differs",
    ("qlora_memory", "zero_means_none"): "double_quant_block_0",
    ("sinusoidal_1d_positions", "fractions_lost"): "fractional_T50, torch.float32",
    ("sinusoidal_1d_positions", "interleaved"): "basic, torch.int64",
    ("sinusoidal_2d_grid", "column_first"): "h2_w3_d8_T10000",
    ("sinusoidal_2d_grid", "odd_width_slips_through"): "bad_dim_5",
}


def test_a_mistake_of_every_exercise_is_seen():
    assert sorted({name for name, _ in SEEN_BY_THE_ORACLE}) == EXERCISES


@pytest.mark.parametrize(("name", "mistake"), SEEN_BY_THE_ORACLE, ids=lambda part: part)
def test_the_questions_tell_known_mistakes_apart(asker, name, mistake):
    source = (PACK.exercises[name].solution_folder / "mistakes" / f"{mistake}.py").read_text()
    assert SEEN_BY_THE_ORACLE[name, mistake] in asker.failures(name, questions(name), source)


# --------------------------------------------------------------------------- answers that must be rejected

WRONG = [
    pytest.param(case, wrong, id=f"{case_id(case)}-{wrong}")
    for case in ASKED
    for wrong, numbers in case.get("wrong", {}).items()
    if numbers != case["expected"]
]


def verdict_on_answer(question, answer):
    """The judge's word on an answer to one question."""
    key = key_of(EXERCISES[0], [question])
    truths = {name: places(told)[0, 0] for name, told in key.truths}
    seen = Observation(0, 0, Outcome.RETURNED, encode(answer))
    return judge_case(0, key.checks[0].cases[0], seen, places(key.expected)[0, 0], truths).status


def test_the_judge_takes_what_every_case_expects():
    """So the numbers that a case tells rounded are those that it tells exactly."""
    told = [case for case in ASKED if kind(case) in ("expected", "spots")]
    assert len(told) > 100
    for case in told:
        for question in questions_of(case):
            assert verdict_on_answer(question, question.expected) is Status.PASSED, question.label


@pytest.mark.parametrize(("case", "wrong"), WRONG)
def test_what_an_oracle_calls_wrong_is_rejected(case, wrong):
    mistaken = {**case, "expected": case["wrong"][wrong]}
    rejected = []
    for right, other in zip(questions_of(case), questions_of(mistaken), strict=True):
        assert verdict_on_answer(right, right.expected) is Status.PASSED, right.label
        if encode(other.expected) != encode(right.expected):
            assert verdict_on_answer(right, other.expected) is Status.FAILED, right.label
            rejected.append(right.label)
    assert rejected


def test_both_files_tell_wrong_answers():
    told = [case for case in RESTATED_CASES if case.get("wrong")]
    made = [case for case in MADE if case.get("wrong")]
    assert (len(told), len(made)) == (12, 47)
    assert len(WRONG) > len(told) + len(made)


def test_a_draw_cut_at_two_sigma_is_rejected_by_the_exercise(asker):
    name = "learned_position_embedding"
    cut = next(case for case in CASES if case["id"] == WRONG_DRAW)["expected"]["std"]
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
    draw = next(question for question in questions(name) if question.label == "init_stats")
    (seen,) = asker.seen(name, [draw], source)
    spread = float(torch.frombuffer(bytearray(seen.value.data), dtype=torch.float32).std())
    assert abs(spread - cut) < 3e-4, "the mistake is not the one that the oracle describes"
    assert asker.grade(name, source).diagnosis == "cut_at_two_sigma"


# --------------------------------------------------------------------------- the exercise's own questions

INTERPOLATIONS = [
    case
    for case in CASES
    if case["exercise"] == "interpolate_position_embedding" and kind(case) == "expected"
]


def posed_in_the_exercise(key, case):
    """Where the exercise itself poses a case of the oracle: (check, case)."""
    inputs = {name: encode(value) for name, value in questions_of(case)[0].inputs.items()}
    return [
        (index, i)
        for index, check in enumerate(key.checks)
        for i, posed in enumerate(check.cases)
        if inputs.items() <= dict(posed.inputs).items()
    ]


def verdict_in_the_exercise(key, place, numbers):
    """The judge's word on an answer given twice, the table left as it was."""
    case = key.checks[place[0]].cases[place[1]]
    before = dict(case.inputs)["pos_embedding"]
    value = encode({"answer": floats(numbers), "again": floats(numbers), "pos_embedding": None})
    parts = tuple((part, before if part.value == "pos_embedding" else item) for part, item in value.items)
    seen = Observation(*place, Outcome.RETURNED, type(value)(parts))
    return judge_case(place[1], case, seen, places(key.expected)[place], {}).status


def test_the_exercise_judges_a_case_of_the_oracle_that_it_poses_as_the_oracle_does(asker):
    key = asker.key("interpolate_position_embedding")
    posed = {case["id"]: (case, posed_in_the_exercise(key, case)) for case in INTERPOLATIONS}
    assert "2x3_to_4x5" in [name for name, (_, found) in posed.items() if found]
    for case, found in posed.values():
        for place in found:
            assert verdict_in_the_exercise(key, place, case["expected"]) is Status.PASSED
            for numbers in case["wrong"].values():
                assert verdict_in_the_exercise(key, place, numbers) is Status.FAILED
