"""The numbers of both files of cases agree among themselves and with the formulas of the second one."""

from fractions import Fraction

import pytest

from tests.exercises import make_more_oracle
from tests.exercises import oracle_formulas as formulas
from tests.exercises.make_more_oracle import doubles
from tests.exercises.oracle import ASKED, MADE, RESTATED_CASES, TOLD, case_id, kind


def test_the_script_writes_the_file_that_is_kept():
    assert make_more_oracle.FILE.read_text() == make_more_oracle.text()


# --------------------------------------------------------------------------- the numbers among themselves


def flat(numbers):
    return [item for part in numbers for item in flat(part)] if isinstance(numbers, list) else [numbers]


def exact_and_told(case):
    """The exact numbers of a case beside its floats, one pair for each number."""
    if "fractions" in case:
        return [(Fraction(text), case["expected"][name]) for name, text in case["fractions"].items()]
    pairs = zip(flat(case["exact_fractions"]), flat(case["expected"]), strict=True)
    return [(Fraction(text), number) for text, number in pairs]


FRACTIONS = [case for case in ASKED if "fractions" in case or "exact_fractions" in case]


@pytest.mark.parametrize("case", FRACTIONS, ids=case_id)
def test_the_fractions_of_a_case_are_its_numbers(case):
    rounded = case["exercise"] == "qlora_memory" and case in MADE
    assert exact_and_told(case)
    for exact, number in exact_and_told(case):
        assert number == float(round(exact, 1) if rounded else exact)


def test_the_oracles_other_ways_to_tell_a_number_agree():
    for case in TOLD:
        expected, variants = case["expected"], case.get("variants", {})
        if case["exercise"] == "qlora_memory":
            total = Fraction(expected["bytes_exact"])
            assert total == Fraction(expected["bytes"])
            assert total == Fraction(expected["bits_per_param"]) * case["input"]["n_params"] / 8
            assert total == Fraction(variants["weights_only_bytes"]) + Fraction(variants["constants_bytes"])
            assert (expected["GB"], expected["GiB"]) == (float(total / 10**9), float(total / 2**30))
        if case["exercise"] == "chair_rates":
            for told in (expected, variants):
                named = [name for name in told if f"{name}_frac" in told]
                assert all(told[name] == float(Fraction(told[f"{name}_frac"])) for name in named)
        if "delta" in case:
            scale = Fraction(case["input"]["alpha"], case["input"]["r"])
            pairs = zip(flat(case["input"]["W"]), flat(case["delta"]), strict=True)
            merged = [str(weight + scale * Fraction(update)) for weight, update in pairs]
            assert merged == flat(case["exact_fractions"])


# --------------------------------------------------------------------------- the formulas of the second file


def of_a_grid(case):
    given, expected = case["input"], case["expected"]
    if "grid_height" in given:
        sides, dim = (given["grid_height"], given["grid_width"]), given["embed_dim"]
    else:
        sides, dim = (given["grid"], given["grid"]), given["dim"]
    table = formulas.grid_table(*sides, dim, given.get("temperature", 10_000))
    if kind(case) == "spots":
        return [table[spot["token"]][spot["index"]] for spot in expected], [
            spot["exact"] for spot in expected
        ]
    return table, case.get("exact", expected)


def of_fixed_rows(case):
    given = case["input"]
    table = formulas.grid_table(*given["grid"], given["dim"], 10_000)
    return [[table[i] for i in image] for image in given["indices"]], case["expected"]


def of_positions(case):
    given = case["input"]
    vectors = [formulas.axis_vector(p, given["dim"], given["temperature"]) for p in given["positions"]]
    return vectors, case["expected"]


def of_an_encoding(case):
    given = case["input"]
    if "positions" in given:
        return [formulas.taking_turns(p, given["d_model"]) for p in given["positions"]], case["expected"]
    summed = [
        [x + p for t, row in enumerate(image) for x, p in zip(row, formulas.taking_turns(t, 6), strict=True)]
        for image in given["x"]
    ]
    # The oracle added with 50 digits, this adds doubles.
    return flat(summed), pytest.approx(flat(case["expected"]), rel=0, abs=1e-14)


def of_a_table(case):
    given = case["input"]
    rows = formulas.resized(given["pos"], given["old_grid"], given["new_grid"])
    return doubles(rows), case["expected"]


def of_a_sequence(case):
    return formulas.predictor_sequence(case["input"]), case["expected"]


def of_a_merge(case):
    given = case["input"]
    rows = formulas.merged(given, Fraction(given["alpha"], given["r"]))
    return doubles(rows), case["expected"]


def of_memory(case):
    items = formulas.memory(case["input"])
    return doubles({**items, "total": sum(items.values())}), case["expected"]


def of_captions(case):
    rates, _ = formulas.chair(list(zip(case["input"]["mentioned"], case["input"]["present"], strict=True)))
    return doubles(rates), case["expected"]


def of_answers(case):
    pairs = zip(case["input"]["answers"], case["input"]["labels"], strict=True)
    numbers = formulas.metrics([(answer == "yes", label == "yes") for answer, label in pairs])
    return doubles(numbers), case["expected"]


FORMULAS = {
    "sinusoidal_1d_positions": of_positions,
    "pos_embed_2d": of_a_grid,
    "sinusoidal_2d_grid": of_a_grid,
    "fixed_position_embedding": of_fixed_rows,
    "positional_encoding": of_an_encoding,
    "interpolate_position_embedding": of_a_table,
    "predictor_tokens": of_a_sequence,
    "merge_lora": of_a_merge,
    "qlora_memory": of_memory,
    "chair_rates": of_captions,
    "pope_metrics": of_answers,
}
KNOWN = [case for case in RESTATED_CASES if case["exercise"] in FORMULAS and case["expected"] != "ValueError"]


@pytest.mark.parametrize("case", KNOWN, ids=case_id)
def test_the_formulas_of_the_second_file_give_the_numbers_of_the_first(case):
    computed, told = FORMULAS[case["exercise"]](case)
    assert computed == told
