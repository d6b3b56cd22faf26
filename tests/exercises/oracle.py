"""Cases with known answers: numbers that no solution of this project gave.

tests/data/oracle.json came from elsewhere and names its inputs and outputs in its own way; where it describes
a call by what stands behind it, `RESTATED` gives the call. tests/data/more_oracle.json is made by
make_more_oracle.py. `QUESTIONS` is the one table that turns the cases of both into questions.
"""

import json
from fractions import Fraction

from tests.exercises import oracle_calls as calls
from tests.exercises.oracle_calls import answered, empty, gathering, refused
from tests.exercises.support import ROOT

# A case that describes no call: the spread of a draw that must be rejected.
WRONG_DRAW = "init_stats_cut2sigma"


def cases_of(name):
    return json.loads((ROOT / "tests/data" / name).read_text())["cases"]


# --------------------------------------------------------------------------- cases told in another way


def captions_as_lists(case):
    """CHAIR: a list of captions with what they mention and what is there; fractions among the numbers."""
    captions = case["input"]["captions"]
    rates = {name: case["expected"][name] for name in ("chair_i", "chair_s")}
    variants = case.get("variants", {})
    return {
        **case,
        "input": {"mentioned": [c["mentions"] for c in captions], "present": [c["gt"] for c in captions]},
        "expected": rates,
        "fractions": {name: case["expected"].get(f"{name}_frac", rates[name]) for name in rates},
        # Each variant is one of the two rates, counted in another way.
        "wrong": {
            name: {**rates, "chair_s" if name.startswith("chair_s") else "chair_i": number}
            for name, number in variants.items()
            if not name.endswith("_frac")
        },
    }


def counts_as_answers(case):
    """POPE: how many questions are in each of the four boxes."""
    hits, false_alarms, misses, rejections = (case["input"][box] for box in ("tp", "fp", "fn", "tn"))
    return {
        **case,
        "input": {
            "answers": ["yes"] * (hits + false_alarms) + ["no"] * (misses + rejections),
            "labels": ["yes"] * hits + ["no"] * false_alarms + ["yes"] * misses + ["no"] * rejections,
        },
    }


def base_model_alone(case):
    """QLoRA: the bytes of a model without adapters, all in one number."""
    given, expected, variants = case["input"], case["expected"], case["variants"]
    base, total = Fraction(variants["weights_only_bytes"]), Fraction(expected["bytes_exact"])
    right = dict.fromkeys(("adapters", "gradients", "optimizer"), Fraction(0))
    right |= {"base_weights": base, "quant_constants": total - base, "total": total}
    bytes_of = {name: float(number) for name, number in right.items()}
    return {
        **case,
        "input": {
            "n_params": given["n_params"],
            "lora_params": 0,
            "weight_bits": given["bits"],
            "block_size": given["block"],
            "double_quant_block": given["block2"] if given["double_quant"] else None,
        },
        "expected": bytes_of,
        "fractions": {name: str(number) for name, number in right.items()},
        "wrong": {
            "constants_forgotten": {**bytes_of, "quant_constants": 0.0, "total": float(base)},
            **{
                name: {**bytes_of, "total": float(number)}
                for name, number in [
                    ("weights_only_bytes", variants["weights_only_bytes"]),
                    ("constants_bytes", variants["constants_bytes"]),
                    ("blocks_rounded_up_bytes", variants["blocks_rounded_up_bytes"]),
                    ("GB", expected["GB"]),
                    ("GiB", expected["GiB"]),
                ]
            },
        },
    }


def scales_as_mistakes(case):
    """LoRA: merges with another scale, and the product of the factors alone."""
    wrong = dict(case.get("variants", {}))
    if "delta" in case:
        wrong["unscaled_update_only"] = case["delta"]
    return {**case, "wrong": wrong}


RESTATED = {
    "chair_rates": captions_as_lists,
    "pope_metrics": counts_as_answers,
    "qlora_memory": base_model_alone,
    "merge_lora": scales_as_mistakes,
}
TOLD = cases_of("oracle.json")
MADE = cases_of("more_oracle.json")
RESTATED_CASES = [RESTATED.get(case["exercise"], dict)(case) for case in TOLD]
CASES = RESTATED_CASES + MADE
ASKED = [case for case in CASES if case["id"] != WRONG_DRAW]

# --------------------------------------------------------------------------- the table

gathered = gathering("student.gather_patches(tokens, indices)")
gathered_and_placed = gathering(
    "student.gather_tokens_with_positions(tokens, indices, position)", "lambda indices: pos[indices.long()]"
)

QUESTIONS = {
    ("patch_index", "expected"): answered(calls.patch_number),
    ("patch_index", "ValueError"): refused(calls.patch_number),
    ("sinusoidal_1d_positions", "expected"): answered(calls.vectors_of_positions),
    ("sinusoidal_1d_positions", "ValueError"): refused(calls.vectors_of_positions),
    ("pos_embed_2d", "expected"): answered(calls.table_of_a_grid),
    ("pos_embed_2d", "spots"): answered(calls.single_entries),
    ("sinusoidal_2d_grid", "expected"): answered(calls.table_of_a_rectangle),
    ("sinusoidal_2d_grid", "ValueError"): refused(calls.table_of_a_rectangle),
    ("learned_position_embedding", "expected"): answered(calls.looked_up),
    ("learned_position_embedding", "ValueError"): refused(calls.looked_up),
    ("learned_position_embedding", "shape"): empty(calls.looked_up),
    ("learned_position_embedding", "statistics"): calls.spread_of_a_draw,
    ("fixed_position_embedding", "expected"): answered(calls.fixed, calls.fixed_keeps_nothing),
    ("fixed_position_embedding", "ValueError"): refused(calls.fixed),
    ("fixed_position_embedding", "shape"): empty(calls.fixed),
    ("make_position_embedding", "expected"): answered(calls.made_embedding),
    ("make_position_embedding", "ValueError"): refused(calls.made_embedding),
    ("make_position_embedding", "shape"): empty(calls.made_embedding),
    ("gather_patches", "expected"): answered(gathered),
    ("gather_patches", "ValueError"): refused(gathered),
    ("gather_patches", "shape"): empty(gathered),
    ("gather_tokens_with_positions", "expected"): answered(gathered_and_placed),
    ("gather_tokens_with_positions", "ValueError"): refused(gathered_and_placed),
    ("gather_tokens_with_positions", "shape"): empty(gathered_and_placed),
    ("interpolate_position_embedding", "expected"): answered(calls.resized),
    ("interpolate_position_embedding", "ValueError"): refused(calls.resized),
    ("interpolate_with_class_token", "expected"): answered(calls.resized_behind_a_class_row),
    ("interpolate_with_class_token", "ValueError"): refused(calls.resized_behind_a_class_row),
    ("predictor_tokens", "expected"): answered(calls.sequence_of_tokens, calls.target_part),
    ("predictor_tokens", "ValueError"): refused(calls.sequence_of_tokens),
    ("predictor_tokens", "shape"): empty(calls.sequence_of_tokens),
    ("positional_encoding", "expected"): answered(calls.rows_of_an_encoding),
    ("positional_encoding", "ValueError"): refused(calls.rows_of_an_encoding),
    ("add_class_token", "expected"): answered(calls.class_token),
    ("add_class_token", "ValueError"): refused(calls.class_token),
    ("debug_patch_order", "expected"): answered(calls.axis_positions),
    ("debug_gather_then_add", "expected"): answered(calls.both_ways),
    ("debug_gather_then_add", "shape"): empty(calls.both_ways),
    ("debug_predictor_width", "expected"): answered(calls.predicted),
    ("debug_missing_targets", "expected"): answered(calls.predicted),
    ("debug_resolution_change", "expected"): answered(calls.resolution_changed),
    ("prune_visual_tokens", "expected"): answered(calls.pruning),
    ("prune_visual_tokens", "ValueError"): refused(calls.pruning),
    ("chair_rates", "expected"): answered(calls.rates),
    ("chair_rates", "ValueError"): refused(calls.rates),
    ("merge_lora", "expected"): answered(calls.merging),
    ("merge_lora", "ValueError"): refused(calls.merging),
    ("qlora_memory", "expected"): answered(calls.memory),
    ("qlora_memory", "ValueError"): refused(calls.memory),
    ("pope_metrics", "expected"): answered(calls.metrics),
    ("pope_metrics", "ValueError"): refused(calls.metrics),
}


def kind(case):
    """In which form a case tells what is expected."""
    expected = case["expected"]
    if isinstance(expected, str):
        return expected.split()[0]
    if isinstance(expected, dict) and "std" in expected:
        return "statistics"
    if isinstance(expected, list) and isinstance(expected[0], dict):
        return "spots"
    return "expected"


def case_id(case):
    return f"{case['exercise']}-{case['id']}"


def questions_of(case):
    return list(QUESTIONS[case["exercise"], kind(case)](case))


def questions(name):
    return [question for case in ASKED if case["exercise"] == name for question in questions_of(case)]
