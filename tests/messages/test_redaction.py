"""Hidden cases: their status, class, extent and proven cause are told. No input, value, text or output."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grader.codec import encode
from grader.diagnose import diagnose
from grader.grade import tell
from grader.judge import judge
from grader.model import (
    Close,
    Distinct,
    Equal,
    Error,
    Load,
    Observation,
    Opaque,
    Outcome,
    Raises,
    Rounded,
    Submission,
    Unchanged,
    Unit,
    Within,
)
from grader.text import told_case
from tests.judging.support import LOADED, case, caught, check, error, key, mistake, observe
from tests.messages.support import message, result, told

SECRETS = ("48271.53", "48271", "90417.26", "90417", "71.625", "unmistakable", "_secret_")
INPUT, ANSWER, WRONG = 48271.53, 90417.26, 71.625
BOTH = {"answer": Close(0.0, 1e-6), "again": Close(0.0, 1e-6)}


def hidden(policy, expected, *, truth=None, visibility="hidden", label="a large grid"):
    """A key of one check whose input and answer nobody can mistake."""
    the_check = check(
        "the check",
        case(policy, label, grid=INPUT, table=[[INPUT, 48271]], word="unmistakable"),
        visibility=visibility,
    )
    truths = () if truth is None else (("exact", observe({(0, 0): truth})),)
    return key([the_check], {(0, 0): expected}, truths=truths)


class Unmistakable(dict):
    """A class whose name says what was handed in."""


def named(name, *bases):
    return type(name, bases, {"__module__": "submission"})


NUMBERS = [ANSWER, ANSWER]
EVERY_FAULT = {
    "values": (Close(0.0, 1e-6), NUMBERS, [WRONG, ANSWER]),
    "a single value": (Equal(), ANSWER, WRONG),
    "an integer": (Equal(), 90417, 48271),
    "a text": (Equal(), "unmistakable", "unmistakable 48271.53"),
    "a set": (Equal(), {ANSWER}, {WRONG}),
    "an array": (Equal(), np.array(NUMBERS), np.array([WRONG, ANSWER])),
    "an integer array": (Equal(), np.array([90417, 90417]), np.array([48271, 90417])),
    "form": (Rounded(1, "exact"), NUMBERS, [90417.2612, ANSWER]),
    "sign": (Rounded(2, "exact", signed_zero=True), [0.0, ANSWER], [-0.0, ANSWER]),
    "nan": (Close(0.0, 1e-6), NUMBERS, [float("nan"), ANSWER]),
    "complex nan": (Equal(), [1j], [complex(48271.53, float("nan"))]),
    "kind": (Equal(), NUMBERS, [True, ANSWER]),
    "shape": (Equal(), NUMBERS, [ANSWER]),
    "container": (Equal(), NUMBERS, {48271.53: 90417.26}),
    "a class": (Equal(), NUMBERS, named("x_48271_53_unmistakable")()),
    "a class in a list": (Equal(), NUMBERS, [ANSWER, named("48271.53")()]),
    "a missing key that is an answer": (Equal(), {ANSWER: 1.0}, {}),
    "a key that is an input": (Equal(), {"a": 1.0}, {"a": 1.0, "48271.53": 2.0}),
    "a wrong kind under a key that is an answer": (Equal(), {ANSWER: 1.0}, {ANSWER: "unmistakable"}),
    "no exception": (Raises("ValueError"), error("ValueError", "48271.53"), WRONG),
    "another exception": (Raises("ValueError"), error("ValueError"), error("TypeError", "got 48271.53")),
    "an exception": (Equal(), ANSWER, error("ValueError", "grid is 48271.53, unmistakable")),
    "an exception of their own": (Equal(), ANSWER, Error("E48271.53", ("Exception", "BaseException"), "")),
    "an exception with forged bases": (Equal(), ANSWER, Error("x", ("48271.53", "unmistakable"), "")),
    "a probe that stumbled": (
        Equal(),
        ANSWER,
        error("AttributeError", "'48271.53' object", origin="probe", came_back="48271.53"),
    ),
    "an attribute that is missing": (
        Equal(),
        ANSWER,
        error("AttributeError", "48271.53", origin="probe", came_back="list", missing="unmistakable"),
    ),
    "forbidden": (Equal(), ANSWER, error("PermissionError", "/tmp/48271.53")),
    "memory": (Equal(), ANSWER, error("MemoryError", "48271.53 bytes")),
    "a death": (Equal(), ANSWER, Outcome.DIED),
    "a timeout": (Equal(), ANSWER, Outcome.TIMED_OUT),
    "a draw": (Within("std", 0.0, 71.0), NUMBERS, [INPUT, -INPUT]),
    "a mean": (Within("mean", 90417.0, 90418.0), NUMBERS, [INPUT, INPUT]),
    "equal draws": (Distinct(), [[ANSWER], [INPUT]], [[INPUT], [INPUT]]),
    "a part": (BOTH, {"answer": ANSWER, "again": ANSWER}, {"answer": ANSWER, "again": WRONG}),
    "a part that raised": (
        BOTH,
        {"answer": ANSWER, "again": ANSWER},
        {"answer": caught("ValueError", "48271.53"), "again": ANSWER},
    ),
    "an argument": ({"word": Unchanged()}, {"word": "unmistakable"}, {"word": "unmistakable 48271.53"}),
    "an argument that became a class": (
        {"word": Unchanged()},
        {"word": "unmistakable"},
        {"word": named("x_48271.53")()},
    ),
}


@pytest.mark.parametrize(("policy", "expected", "answer"), EVERY_FAULT.values(), ids=EVERY_FAULT)
def test_no_number_of_a_hidden_case_stands_in_any_message(policy, expected, answer):
    seen = result(hidden(policy, expected, truth=expected), {(0, 0): answer})
    assert seen.status == "failed"
    for sentence in told(seen):
        assert not [secret for secret in SECRETS if secret in sentence], sentence
        assert sentence.strip()


@pytest.mark.parametrize(("policy", "expected", "answer"), EVERY_FAULT.values(), ids=EVERY_FAULT)
def test_the_class_of_the_case_is_told(policy, expected, answer):
    assert "On a large grid:" in message(hidden(policy, expected, truth=expected), {(0, 0): answer})


def test_the_same_faults_are_told_in_full_of_a_visible_case():
    """Otherwise the test above would pass for messages that say nothing to anybody."""
    shown = hidden(Close(0.0, 1e-6), NUMBERS, visibility="visible")
    text = message(shown, {(0, 0): [WRONG, ANSWER]})
    assert all(secret in text for secret in ("48271.53", "90417.26", "71.625", "unmistakable"))
    assert "grid is 48271.53" in message(shown, {(0, 0): error("ValueError", "grid is 48271.53")})


def forged(**fields):
    return Observation(0, 0, Outcome.RETURNED, **fields)


@pytest.mark.parametrize(
    "seen",
    [
        forged(value=Opaque("48271.53", "it is unmistakable")),
        forged(value=encode([Opaque("list", "48271.53")])),
        Observation(0, 0, Outcome.DIED, detail="what came back is not a frame: Invalid value '48271.53'"),
        Observation(0, 0, Outcome.RETURNED, encode(WRONG), printed="48271.53 unmistakable"),
        Observation(0, 0, Outcome.RAISED, error=error("ValueError", "48271.53"), printed="48271.53"),
    ],
    ids=["opaque", "opaque inside", "frame", "printed", "printed and raised"],
)
def test_neither_output_nor_forged_frames_are_told_of_a_hidden_case(seen):
    the_key = hidden(Equal(), NUMBERS)
    verdict = judge(the_key, [LOADED, seen])
    cause = diagnose(the_key, verdict, [LOADED, seen])
    for sentence in told(tell(Submission("f.py", "ada", "demo"), the_key, verdict, cause, ())):
        assert not [secret for secret in SECRETS if secret in sentence], sentence


def test_the_extent_is_told_in_words():
    expected = [[ANSWER] * 4] * 4
    wrong = [[ANSWER, WRONG, ANSWER, WRONG] for _ in range(4)]
    text = message(hidden(Equal(), expected), {(0, 0): wrong})
    assert "wrong values in every second column from 1" in text


def test_what_everybody_knows_is_told_of_a_hidden_case():
    assert "should be a list; it is a tuple" in message(hidden(Equal(), [1.0]), {(0, 0): (1.0,)})
    assert "numpy.ndarray" in message(hidden(Equal(), [1.0]), {(0, 0): np.ones(1)})
    assert "it is a custom object" in message(hidden(Equal(), [1.0]), {(0, 0): named("Mine")()})
    assert "It raised IndexError" in message(hidden(Equal(), 1.0), {(0, 0): error("IndexError", "x")})
    assert "it contains itself" in message(hidden(Equal(), [1.0]), {(0, 0): _cycle()})
    own = Error("PatchError", ("KeyError", "LookupError", "Exception", "BaseException"), "")
    assert "It raised KeyError" in message(hidden(Equal(), 1.0), {(0, 0): own})
    line = error("ValueError", "x", unit="f.py", line=7)
    assert "It raised ValueError at f.py, line 7." in message(hidden(Equal(), 1.0), {(0, 0): line})


def _cycle():
    cycle = []
    cycle.append(cycle)
    return cycle


def test_the_proven_cause_is_told_of_a_hidden_case():
    the_key = hidden(Equal(), ANSWER)
    known = mistake(the_key, "exchanged", {(0, 0): WRONG}, "Rows and columns are exchanged.")
    seen = result(replace(the_key, mistakes=(known,)), {(0, 0): WRONG})
    assert seen.diagnosis == seen.checks[0].diagnosis == "exchanged"
    assert seen.checks[0].message.endswith("Likely cause: Rows and columns are exchanged.")
    assert "Rows and columns" in seen.message


def test_the_text_of_an_exception_at_loading_is_told_because_no_case_was_run():
    load = Load(Outcome.RAISED, error("ImportError", "No module named 'foo'", unit="f.py", line=2))
    seen = result(hidden(Equal(), ANSWER), {}, load=load)
    assert seen.status == "import_failed"
    assert "f.py, line 2: ImportError: No module named 'foo'" in seen.message
    assert [check.message for check in seen.checks] == ["not run"]


def both(expected, answer, **more):
    """A visible check and a hidden one that are alike; the message of the hidden one."""
    checks = [
        check("shown", case(Equal(), "a small grid"), visibility="visible"),
        check("kept", case(Equal(), "a large grid"), visibility="hidden"),
    ]
    the_key = key(checks, {(0, 0): more.get("shown", expected), (1, 0): expected})
    return result(the_key, {(0, 0): more.get("shown", expected), (1, 0): answer}).checks[1].message


def test_a_key_is_told_of_a_hidden_case_if_visible_cases_show_it():
    assert "key 'recall' is missing" in both({"recall": 1.0}, {}, shown={"recall": 2.0})
    assert "key 'recall' is missing" in both([{"recall": 1.0}], [{}], shown=[{"recall": 2.0}])
    unseen = both({"unmistakable": 1.0}, {}, shown={"recall": 2.0})
    assert unseen.endswith("another shape than asked for: keys are missing.")


def test_a_key_that_only_a_hidden_answer_has_is_no_step_of_a_path():
    text = both({"unmistakable": [1.0]}, {"unmistakable": ["x"]}, shown={"recall": 2.0})
    assert text.endswith("The answer should be a float; it is a str.")
    text = both({"recall": [1.0]}, {"recall": ["x"]}, shown={"recall": [2.0]})
    assert text.endswith("it holds str, first at ['recall'][0].")


def test_the_size_of_a_hidden_answer_and_large_numbers_of_entries_are_not_told():
    for wrong in (slice(48271, None), slice(48271, 48272), slice(0, 48271), slice(None, None, 7)):
        answer = np.full(90417, ANSWER)
        answer[wrong] = WRONG
        text = message(hidden(Equal(), np.full(90417, ANSWER)), {(0, 0): answer})
        assert not [digits for digits in ("48271", "48270", "90417", "90416", "42146") if digits in text], (
            text
        )
        assert "wrong values in " in text


def test_where_not_a_number_stands_is_told_by_the_extent_alone():
    answer = [ANSWER] * 5
    answer[3] = float("nan")
    text = message(hidden(Close(0.0, 1e-6), [ANSWER] * 5), {(0, 0): answer})
    assert text.endswith("The answer holds nan in position 3: no input asks for that.")


def test_a_line_is_told_of_a_hidden_case_unless_its_number_could_be_chosen_among_many():
    far = error("ValueError", "x", unit="f.py", line=48271)
    assert message(hidden(Equal(), 1.0), {(0, 0): far}).endswith("\nIt raised ValueError.")
    cell = error("ValueError", "x", unit="cell 14827", line=3)
    assert message(hidden(Equal(), 1.0), {(0, 0): cell}).endswith("\nIt raised ValueError.")
    near = error("ValueError", "x", unit="cell 14", line=3)
    text = message(hidden(Equal(), 1.0), {(0, 0): near}, source="a\nb\nraise ValueError\n")
    assert text.endswith("\nIt raised ValueError at cell 14, line 3.")


@pytest.mark.parametrize(("policy", "expected", "answer"), EVERY_FAULT.values(), ids=EVERY_FAULT)
def test_what_may_be_told_of_a_hidden_case_holds_nothing_that_a_message_would_have_to_leave_out(
    policy, expected, answer
):
    the_key = hidden(policy, expected, truth=expected)
    (verdict,) = judge(the_key, [LOADED, *observe({(0, 0): answer})]).checks
    told = told_case(the_key.checks[0], verdict, units=[Unit("f.py", "unmistakable")])
    assert told.secret
    assert not [secret for secret in SECRETS if secret in repr(told)], told


@pytest.mark.parametrize("detail", ["exit 48", "signal 15", "killed by 48271", "exit", "signal"])
def test_the_numbers_of_an_end_are_not_told_of_a_hidden_case(detail):
    seen = Observation(0, 0, Outcome.DIED, detail=detail)
    the_key = hidden(Equal(), ANSWER)
    (verdict,) = judge(the_key, [LOADED, seen]).checks
    told = told_case(the_key.checks[0], verdict, seen)
    assert not any(char.isdigit() for char in told.detail)


def test_the_proof_itself_can_fail():
    """Revealed, each of the faults above shows a number, a text or a name that nobody can mistake."""
    silent = {"a death", "a timeout", "memory", "nan", "shape", "container", "kind", "sign"}
    for name, (policy, expected, answer) in EVERY_FAULT.items():
        the_key = hidden(policy, expected, truth=expected, visibility="visible")
        text = message(the_key, {(0, 0): answer})
        assert name in silent or [secret for secret in SECRETS if secret in text], text
        assert "grid = 48271.53" in text
