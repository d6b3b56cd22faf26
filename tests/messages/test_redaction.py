"""Hidden cases: their status, class, extent and proven cause are told. No input, value, text or output."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grader.codec import encode
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
    Unchanged,
    Within,
)
from tests.judging.support import case, caught, check, error, key, mistake, observe
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
    from grader.diagnose import diagnose
    from grader.grade import tell
    from grader.judge import judge
    from grader.model import Submission
    from tests.judging.support import LOADED

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
    assert "key 'recall' is missing" in message(hidden(Equal(), {"recall": 1.0}), {(0, 0): {}})
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
