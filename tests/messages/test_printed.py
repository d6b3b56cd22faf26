"""What a submission printed is kept for visible cases that failed, cut with a notice, and shown folded."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from grader.codec import encode
from grader.grade import grade, grade_with_evidence
from grader.model import Equal, Error, Observation, Outcome, Submission, Unit
from grader.terminal.results import show_result
from grader.text.redaction import MAX_PRINTED
from tests.judging.support import BASES, LOADED, case, check, key
from tests.messages.support import Parrot

CHECKS = [
    check("one", case(Equal(), "a"), case(Equal(), "b"), case(Equal(), "c"), visibility="visible"),
    check("two", case(Equal(), "d"), visibility="visible"),
    check("three", case(Equal(), "e"), visibility="hidden"),
]
PLACES = [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]
KEY = key(CHECKS, dict.fromkeys(PLACES, 1.0))
SUBMISSION = Submission("ada/f.py", "ada", "demo", (Unit("f.py", "def f(): return 1\n"),))


def graded(answers, printed, **options):
    """The result where these places gave another answer than 1, and printed these texts."""
    worker = Parrot({})
    worker.seen = (
        LOADED,
        *(
            Observation(
                *place, Outcome.RETURNED, encode(answers.get(place, 1.0)), printed=printed.get(place, "")
            )
            for place in PLACES
        ),
    )
    return grade_with_evidence(SUBMISSION, KEY, worker, **options)[0]


def shown(result, **options):
    file = io.StringIO()
    show_result(result, Console(file=file, width=80, highlight=False), **options)
    return [line.rstrip() for line in file.getvalue().splitlines()]


EVERYWHERE = {place: f"printed in {place}\n" for place in PLACES}


def test_what_is_kept_is_of_the_first_case_that_failed():
    result = graded({(0, 1): 2.0, (0, 2): 2.0}, EVERYWHERE)
    assert [each.printed for each in result.checks] == ["printed in (0, 1)", None, None]


def test_nothing_is_kept_of_what_passed_and_of_hidden_cases():
    assert [each.printed for each in graded({}, EVERYWHERE).checks] == [None] * 3
    result = graded({(2, 0): 2.0}, EVERYWHERE)
    assert [each.printed for each in result.checks] == [None] * 3
    assert not [line for line in shown(result) if "printed" in line]


def test_hidden_output_is_kept_where_it_is_revealed():
    result = graded({(2, 0): 2.0}, EVERYWHERE, reveal=True)
    assert [each.printed for each in result.checks] == [None, None, "printed in (2, 0)"]


def test_blank_output_is_no_output():
    assert graded({(0, 0): 2.0}, {(0, 0): " \n\n"}).checks[0].printed is None


def test_what_was_printed_before_an_exception_is_kept():
    worker = Parrot({})
    fault = Error("ValueError", BASES["ValueError"], "x", unit="f.py", line=1)
    worker.seen = (LOADED, Observation(0, 0, Outcome.RAISED, error=fault, printed="before"))
    assert grade(SUBMISSION, KEY, worker).checks[0].printed == "before"


def test_long_output_is_cut_with_a_notice():
    text = graded({(0, 0): 2.0}, {(0, 0): "x" * 31_482}).checks[0].printed
    kept, notice = text.split("\n")
    assert kept == "x" * MAX_PRINTED
    assert notice == "... cut: 2,000 of 31,482 characters are shown"
    assert graded({(0, 0): 2.0}, {(0, 0): "x" * MAX_PRINTED}).checks[0].printed == "x" * MAX_PRINTED


def test_output_is_harmless_and_keeps_its_lines():
    result = graded({(0, 0): 2.0}, {(0, 0): "a\n  \x1b[31mb\u202e\r\n\tc\x00"})
    assert result.checks[0].printed == "a\n  \\x1b[31mb\\u202e\n\tc\\x00"
    assert not [line for line in shown(result) if "\x1b" in line]


def test_output_is_shown_folded_under_the_message():
    lines = shown(graded({(0, 0): 2.0}, {(0, 0): "\n".join(f"line {i}" for i in range(15))}))
    at = lines.index("In this case it printed:")
    assert lines[at - 1] == ""
    assert lines[at + 1 :] == [
        "  line 0",
        "  line 1",
        "  line 2",
        "  (12 more lines; --printed shows all that was kept)",
    ]


@pytest.mark.parametrize("text", ["line 0", "line 0\nline 1\nline 2\n"])
def test_short_output_is_shown_whole(text):
    lines = shown(graded({(0, 0): 2.0}, {(0, 0): text}))
    assert lines[lines.index("In this case it printed:") + 1 :] == [f"  {line}" for line in text.splitlines()]


def test_one_endless_line_is_folded_too():
    lines = shown(graded({(0, 0): 2.0}, {(0, 0): "word " * 300}))
    at = lines.index("In this case it printed:")
    assert len(lines) - at < 6
    assert lines[-1] == "  (--printed shows all that was kept)"


def test_asked_for_all_that_was_kept_is_shown_check_by_check():
    result = graded({(0, 1): 2.0, (1, 0): 2.0}, EVERYWHERE | {(0, 1): "\n".join("abcdef")})
    assert shown(result)[-1] == "  (3 more lines; --printed shows all that was kept)"
    lines = shown(result, all_printed=True)
    at = lines.index("In this case it printed:")
    assert lines[at + 1 :] == [
        *(f"  {letter}" for letter in "abcdef"),
        "",
        'In the first failing case of "two" it printed:',
        "  printed in (1, 0)",
    ]


def test_asked_for_what_was_not_printed_says_so():
    assert shown(graded({(0, 0): 2.0}, {}), all_printed=True)[-1] == (
        "Nothing was printed in a visible case that failed."
    )
    assert "printed" not in "".join(shown(graded({}, {}), all_printed=True))
