"""The report of causes: mistakes counted, answers alike put together, in whatever order they come."""

import gc
import random
import weakref
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from grader.causes import Causes, Kind, cause_lines, cause_rows, failing_of, groups
from grader.grade import grade_with_evidence
from grader.model import Close, Equal, Outcome, Submission, Unit, Within
from tests.judging.support import LOADED, case, caught, check, error, key, mistake
from tests.messages.support import Parrot

RIGHT = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 3.0}
STUB = "def f():\n    raise NotImplementedError\n"


def a_key(policy=None, right=RIGHT, **mistakes):
    """Two checks, the first with two cases, and known mistakes by their slugs."""
    policy = policy or Equal()
    checks = [
        check("first", case(policy, "small"), case(policy, "large")),
        check("second", case(policy, "negative")),
    ]
    the_key = key(checks, right, stub=STUB)
    known = tuple(mistake(the_key, slug, {**right, **wrong}) for slug, wrong in mistakes.items())
    return replace(the_key, mistakes=known)


KEY = a_key(doubled={(0, 0): 2.0}, all_zero=dict.fromkeys(RIGHT, 0.0))


def failing(the_key, student, wrong, *, source="def f(): return 1\n", right=RIGHT):
    """What is kept of a submission that answers as told, and right where nothing is told."""
    submission = Submission(f"{student}/f.py", student, "demo", (Unit("f.py", source),))
    told = grade_with_evidence(submission, the_key, Parrot({**right, **wrong}, LOADED))
    return failing_of(the_key, *told)


def grouped(*each):
    causes = Causes()
    for one in each:
        if one is not None:
            causes.add(one)
    return causes.groups()


def sizes(*each):
    """The groups in their order: name and members."""
    return [(group.name, group.who) for group in grouped(*each)]


def alike(policy, right, *answers):
    """The sizes of the groups, where each student gives one wrong answer to the first case."""
    places = dict.fromkeys(RIGHT, right)
    the_key = a_key(policy, places)
    each = [failing(the_key, f"s{i}", {(0, 0): answer}, right=places) for i, answer in enumerate(answers)]
    assert None not in each, "every answer must be wrong"
    return [group.size for group in grouped(*each)]


# --------------------------------------------------------------------------- counting


def test_a_known_mistake_is_counted_with_its_students_and_checks():
    found = grouped(
        failing(KEY, "bo", {(0, 0): 2.0}),
        failing(KEY, "ada", {(0, 0): 2.0}),
        failing(KEY, "cy", dict.fromkeys(RIGHT, 0.0)),
        failing(KEY, "dee", {}),
    )
    assert [(g.kind, g.name, g.who, g.failed) for g in found] == [
        (Kind.CAUSE, "doubled", ["ada", "bo"], 3),
        (Kind.CAUSE, "all_zero", ["cy"], 3),
    ]
    assert [g.checks for g in found] == [{"first": 2}, {"first": 1, "second": 1}]
    assert found[0].members[0].told == "This is the known mistake."


def test_causes_of_one_name_that_say_different_things_are_counted_apart():
    numbers = [12.345678, 3.1415926, 0.5772156]
    the_key = a_key(Close(0.0, 1e-9), dict.fromkeys(RIGHT, numbers))
    right = dict.fromkeys(RIGHT, numbers)

    def times(factor, student):
        wrong = {place: [factor * x for x in numbers] for place in RIGHT}
        return failing(the_key, student, wrong, right=right)

    found = grouped(times(1000, "ada"), times(8, "bo"), times(1000, "cy"))
    assert [(group.name, group.who) for group in found] == [("factor", ["ada", "cy"]), ("factor", ["bo"])]
    assert "1000" in found[0].members[0].told


def test_whoever_passes_or_cannot_be_read_has_no_cause():
    assert failing(KEY, "ada", {}) is None
    unreadable = Submission("bo/f.py", "bo", "demo", problem="It is a picture.")
    assert failing_of(KEY, *grade_with_evidence(unreadable, KEY, Parrot(RIGHT))) is None


def test_the_stub_is_not_an_answer_without_a_cause():
    not_started = error("NotImplementedError")
    each = [failing(KEY, name, dict.fromkeys(RIGHT, not_started), source=STUB) for name in ("ada", "bo")]
    begun = failing(KEY, "cy", dict.fromkeys(RIGHT, not_started))
    (unexplained, stub) = grouped(*each, begun)
    assert (unexplained.kind, unexplained.who) == (Kind.ALIKE, ["cy"])
    assert (stub.kind, stub.who) == (Kind.NOT_STARTED, ["ada", "bo"])
    assert stub.members[0].told.startswith("Not started")


def test_whoever_was_only_stopped_gave_no_wrong_answer():
    hangs, dies = Outcome.TIMED_OUT, Outcome.DIED
    found = grouped(
        failing(KEY, "ada", {(0, 1): hangs}),
        failing(KEY, "bo", {(1, 0): hangs}),
        failing(KEY, "cy", dict.fromkeys(RIGHT, dies)),
        failing(KEY, "dee", {(0, 0): 9.0, (1, 0): dies}),
    )
    assert [(g.kind.value, g.name, g.who) for g in found] == [
        ("alike", "1", ["dee"]),
        ("stopped", "timeout", ["ada", "bo"]),
        ("stopped", "crashed", ["cy"]),
    ]


def test_a_submission_without_a_student_is_named_by_its_path():
    nameless = replace(failing(KEY, "x", {(0, 0): 9.0}), student="")
    assert sizes(nameless) == [("1", ["x/f.py"])]


# --------------------------------------------------------------------------- what is alike


@pytest.mark.parametrize(
    ("policy", "right", "answers", "found"),
    [
        (Equal(), 1.0, (9.0, 9.0, 8.0), [2, 1]),
        (Equal(), 1.0, (9.0, 9.0 + 1e-12), [1, 1]),
        (Close(0.0, 0.25), 1.0, (9.0, 9.0 + 1e-12, 9.2), [3]),
        (Close(0.0, 0.25), 1.0, (9.0, 9.3), [1, 1]),
        (Equal(), 1.0, (float("nan"), float("nan"), None), [2, 1]),
        (Close(0.0, 0.1), np.ones(2), (np.array([3.0, 1.0]), np.array([3.05, 1.0]), np.zeros(2)), [2, 1]),
        (Equal(), 1.0, (None, [1.0], "1.0", {"a": 1.0}), [1, 1, 1, 1]),
        ({"a": Equal()}, {"a": 1.0}, ({"a": 9.0}, {"a": 9.0}, {"b": 9.0}), [2, 1]),
    ],
    ids=str,
)
def test_answers_are_alike_if_the_checks_own_policy_takes_one_for_the_other(policy, right, answers, found):
    assert alike(policy, right, *answers) == found


def test_draws_are_alike_if_they_have_the_statistic_in_common():
    rng = np.random.default_rng(5)
    draws = [rng.normal(0.0, spread, 4000) for spread in (0.02, 1.0, 1.0, 0.5)]
    assert alike(Within("std", 0.019, 0.021), draws[0], *draws[1:]) == [2, 1]


def test_a_failure_on_other_cases_is_another_one():
    assert sizes(
        failing(KEY, "ada", {(0, 0): 9.0}),
        failing(KEY, "bo", {(0, 1): 9.0}),
        failing(KEY, "cy", {(0, 0): 9.0, (1, 0): 9.0}),
    ) == [("1", ["ada"]), ("2", ["bo"]), ("3", ["cy"])]


def test_exceptions_are_alike_by_type_and_cases_whatever_their_texts_and_lines():
    def raises(name, text, line, places=((0, 0), (1, 0))):
        return dict.fromkeys(places, error(name, text, unit="f.py", line=line))

    assert sizes(
        failing(KEY, "ada", raises("IndexError", "list index out of range", 3)),
        failing(KEY, "bo", raises("IndexError", "index 9 is out of bounds", 14)),
        failing(KEY, "cy", raises("TypeError", "list index out of range", 3)),
        failing(KEY, "dee", raises("IndexError", "list index out of range", 3, places=((0, 0),))),
    ) == [("1", ["ada", "bo"]), ("2", ["cy"]), ("3", ["dee"])]


def test_an_exception_that_the_probe_caught_is_alike_by_its_type():
    answers = [{"a": caught("IndexError", text)} for text in ("one", "another")]
    assert alike({"a": Equal()}, {"a": 1.0}, *answers, {"a": "IndexError"}) == [2, 1]


def test_exceptions_are_alike_by_type_even_where_no_evidence_is_kept(monkeypatch):
    monkeypatch.setattr("grader.causes.failing.MAX_SAMPLE_BYTES", 0)
    answers = [{"a": caught("IndexError", text)} for text in ("one", "another")]
    assert alike({"a": Equal()}, {"a": 1.0}, *answers, {"a": "IndexError"}) == [2, 1]
    raised = [error("IndexError", text) for text in ("one", "another")]
    assert alike(Equal(), 1.0, *raised, error("TypeError", "one")) == [2, 1]


def test_what_came_back_parts_exceptions_of_the_same_type():
    """A probe that reads `.shape` of None, and of a list."""
    each = [
        failing(KEY, f"s{i}", {(0, 0): error("AttributeError", origin="probe", came_back=kind)})
        for i, kind in enumerate(("NoneType", "list", "NoneType"))
    ]
    assert sizes(*each) == [("1", ["s0", "s2"]), ("2", ["s1"])]


def test_equal_answers_that_time_out_later_are_alike():
    wrong = {(0, 0): 9.0, (1, 0): Outcome.TIMED_OUT}
    assert sizes(failing(KEY, "ada", wrong), failing(KEY, "bo", wrong)) == [("1", ["ada", "bo"])]


def test_answers_that_cannot_be_compared_are_not_alike_and_end_nothing(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(groups, "same_failure", broken)
    assert alike(Close(0.0, 0.25), 1.0, 9.0, 9.1, 9.1) == [2, 1]


# --------------------------------------------------------------------------- order


def many():
    """A class in which tolerances overlap, and more are unlike than may be compared."""
    close = a_key(Close(0.0, 0.25), doubled={(0, 0): 2.0})
    each = [failing(close, f"chain{i:02}", {(0, 0): 5.0 + i / 10}) for i in range(20)]
    each += [failing(close, f"far{i:02}", {(0, 0): 100.0 + i, (1, 0): 50.0}) for i in range(45)]
    each += [failing(close, f"known{i}", {(0, 0): 2.0}) for i in range(4)]
    each += [failing(close, f"none{i}", dict.fromkeys(RIGHT, None)) for i in range(3)]
    each += [failing(close, f"slow{i}", {(0, 0): Outcome.TIMED_OUT}) for i in range(3)]
    return each


def test_the_order_in_which_results_come_does_not_change_the_report():
    each = many()
    first = grouped(*each)
    told = (cause_lines(first), cause_rows(first))
    assert {group.compared for group in first} == {True, False}
    for seed in range(20):
        random.Random(seed).shuffle(each)
        again = grouped(*each)
        assert (cause_lines(again), cause_rows(again)) == told


def test_nor_does_it_where_evidence_of_all_sizes_has_no_room(monkeypatch):
    monkeypatch.setattr(groups, "MAX_BYTES", 20_000)
    right = {place: [1.0] for place in RIGHT}
    the_key = a_key(Close(0.0, 0.25), right)
    answers = [[9.0 + (i // 9) / 10] * (1 + 97 * (i % 9)) for i in range(60)]
    each = [failing(the_key, f"s{i:02}", {(0, 0): a}, right=right) for i, a in enumerate(answers)]
    first = grouped(*each)
    assert {group.compared for group in first} == {True, False}
    for seed in range(30):
        random.Random(seed).shuffle(each)
        assert grouped(*each) == first


def test_the_group_is_shown_by_its_first_submission_by_path():
    visible = a_key()
    checks = tuple(msgspec.structs.replace(each, visibility="visible") for each in visible.checks)
    visible = replace(visible, checks=checks)
    texts = {"zoe": "of zoe", "ada": "of ada", "max": "of max"}
    each = [failing(visible, name, {(0, 0): error("ValueError", text)}) for name, text in texts.items()]
    (group,) = grouped(*each)
    assert group.who == ["ada", "max", "zoe"]
    assert "of ada" in cause_rows([group])[0][6]


# --------------------------------------------------------------------------- limits


def left_of(causes, each):
    """The sizes of those samples that are still alive when all failures have been handed over."""
    watched = []
    for _ in range(len(each)):
        one = each.pop()
        watched.append((weakref.ref(one.sample.evidence), one.sample.size))
        causes.add(one)
    del one
    gc.collect()
    return [size for evidence, size in watched if evidence() is not None]


def test_of_a_whole_class_the_evidence_of_fifty_is_kept():
    causes = Causes()
    each = [failing(KEY, f"s{i:03}", {(0, 0): 100.0 + i}) for i in range(300)]
    assert len(left_of(causes, each)) == groups.MAX_SAMPLES == 50
    assert sum(group.size for group in causes.groups()) == 300


def test_equal_answers_are_put_together_without_their_evidence():
    each = [failing(KEY, f"s{i:03}", {(0, 0): 100.0 + i // 2}) for i in range(300)]
    assert [group.size for group in grouped(*each)] == [2] * 150


def test_large_evidence_takes_no_more_than_its_room(monkeypatch):
    monkeypatch.setattr(groups, "MAX_BYTES", 20_000)
    each = [failing(KEY, f"s{i:02}", {(0, 0): np.full(300, 100.0 + i)}) for i in range(30)]
    largest = max(one.sample.size for one in each)
    causes = Causes()
    left = left_of(causes, each)
    assert sum(left) <= 20_000
    assert len(left) == 20_000 // largest > 0


def test_evidence_that_is_too_large_is_not_kept_at_all(monkeypatch):
    monkeypatch.setattr("grader.causes.failing.MAX_SAMPLE_BYTES", 1000)
    each = [failing(KEY, name, {(0, 0): np.full(300, 9.0)}) for name in ("ada", "bo")]
    assert [one.sample for one in each] == [None, None]
    assert sizes(*each) == [("1", ["ada", "bo"])]


def test_what_is_kept_holds_neither_what_was_printed_nor_what_passed():
    submission = Submission("ada/f.py", "ada", "demo", (Unit("f.py", ""),))
    parrot = Parrot({**RIGHT, (0, 0): 9.0})
    parrot.seen = tuple(replace(s, printed="x" * 1000) if hasattr(s, "printed") else s for s in parrot.seen)
    sample = failing_of(KEY, *grade_with_evidence(submission, KEY, parrot)).sample
    assert [(o.check, o.case, o.printed) for o in sample.evidence.seen] == [(0, 0, "")]


# --------------------------------------------------------------------------- words


def test_the_summary_names_the_next_mistake_to_write():
    each = [failing(KEY, f"s{i}", dict.fromkeys(RIGHT, 7.0)) for i in range(7)]
    each += [failing(KEY, name, {(1, 0): -3.0}) for name in ("ada", "bo")]
    each += [failing(KEY, f"odd{i}", {(0, 0): 100.0 + i}) for i in range(5)]
    each += [failing(KEY, f"known{i}", {(0, 0): 2.0}) for i in range(3)]
    each += [
        failing(KEY, "all", dict.fromkeys(RIGHT, 0.0)),
        failing(KEY, "slow", {(0, 0): Outcome.TIMED_OUT}),
    ]
    assert cause_lines(grouped(*each)) == [
        "    3 x doubled, in 1 of 2 checks: first",
        "    1 x all_zero, in every check",
        "    Failing without a known cause: 14 answers",
        "        the next mistake to write down: 7 answers alike: s0, s1, s2, s3, s4 and 2 more",
        "            first: On small (2 of 2 cases failed): The answer has wrong values.",
        "        2 answers alike: ada, bo",
        "            second: On negative: The answer has wrong values.",
        "        5 answers unlike any other: odd0, odd1, odd2 and 2 more",
        "    1 stopped (timeout), with no wrong answer: slow",
    ]


def test_a_single_answer_without_a_cause_is_told_with_what_was_seen():
    assert cause_lines(grouped(failing(KEY, "ada", {(1, 0): -3.0}))) == [
        "    Failing without a known cause: 1 answer",
        "        ada",
        "            second: On negative: The answer has wrong values.",
    ]


def test_however_many_are_unlike_the_summary_of_an_exercise_stays_short():
    each = [failing(KEY, f"s{i:03}", {(0, 0): 100.0 + i // 2}) for i in range(200)]
    each += [failing(KEY, f"t{i:03}", {(0, 0): 900.0 + i}) for i in range(100)]
    lines = cause_lines(grouped(*each))
    assert len(lines) < 20
    assert max(map(len, lines)) < 300
    assert lines[0] == "    Failing without a known cause: 300 answers"
    assert "        95 more groups of answers alike, 190 in all: see causes.csv" in lines
    assert lines[-1].strip().endswith("more")


def test_a_row_accounts_for_each_way_to_fail_and_holds_no_hidden_value():
    each = [failing(KEY, name, {(0, 0): 123.456}) for name in ("ada", "bo")]
    each += [failing(KEY, "cy", {(0, 0): 2.0}), failing(KEY, "dee", {}, source=STUB)]
    each += [failing(KEY, "eve", {(0, 0): Outcome.DIED})]
    rows = cause_rows(grouped(*each))
    assert [row[:6] for row in rows] == [
        ("demo", "doubled", "", 1, 0.25, "first (1)"),
        ("demo", "", 1, 2, 0.5, "first (2)"),
        ("demo", "", "", 1, 0.25, "first (1)"),
    ]
    assert rows[1][6:] == (
        "first: On small (1 of 2 cases failed): The answer has wrong values.",
        "ada; bo",
        "ada/f.py; bo/f.py",
    )
    assert "123" not in str(rows)
