"""What a student reads: the first thing to mend, in about ten harmless lines."""

from __future__ import annotations

import io
import re
import unicodedata
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from grader.escape import clean
from grader.model import Close, Equal, Error, Load, Outcome, Raises, Rounded, Unchanged, Within
from grader.terminal.results import show_result
from grader.text import comparison_words, policy_words
from tests.judging.support import BASES, case, caught, check, error, key, mistake, observe
from tests.messages.support import message, result, told


def visible(policy, expected, *, truth=None, label="a small grid", **inputs):
    truths = () if truth is None else (("exact", observe({(0, 0): truth})),)
    the_check = check("entry by entry", case(policy, label, **inputs), visibility="visible")
    return key([the_check], {(0, 0): expected}, truths=truths)


def lines(policy, expected, answer, **more):
    return message(visible(policy, expected, **more), {(0, 0): answer}).splitlines()


# --------------------------------------------------------------------------- expected above got


def test_expected_stands_above_got_with_the_decimal_points_in_one_column():
    text = lines(Close(0.0, 0.5), [[1.0, 2.0], [3.0, 123.25]], [[1.0, 2.0], [3.0, 4.5]], grid=2)
    assert text == [
        "On a small grid:",
        "  with grid = 2",
        "The answer: 1 of 4 numbers is wrong, at [1][1]:",
        "  expected  123.25",
        "  got         4.5",
    ]


def test_numbers_that_are_wrong_however_they_are_rounded_are_told_before_their_form():
    told_of = lines(Rounded(2, "exact"), [0.25, 0.5], [0.2543, 0.9], truth=[0.25, 0.5])
    assert told_of[1:] == [
        "The answer: 1 of 2 numbers is wrong, at [1]:",
        "  expected  0.5",
        "  got       0.9",
        "Besides, it is not rounded as asked.",
    ]
    form = lines(Rounded(2, "exact"), [0.25, 0.5], [0.2543, 0.5], truth=[0.25, 0.5])
    assert "1 of 2 numbers is not rounded as asked" in form[1]
    hidden = check("entry by entry", case(Rounded(2, "exact"), "a large grid"))
    truths = (("exact", observe({(0, 0): [0.25, 0.5]})),)
    the_key = key([hidden], {(0, 0): [0.25, 0.5]}, truths=truths)
    told_of = message(the_key, {(0, 0): [0.2543, 0.9]}).splitlines()
    assert told_of[1] == "The answer has wrong values in position 1, and is not rounded as asked."


def test_whole_numbers_are_told_as_such():
    assert lines(Equal(), [[1, 2]], [[1, 3]])[-2:] == ["  expected  2", "  got       3"]
    assert lines(Equal(), [[1.0, 2]], [[4, 2]])[-2:] == ["  expected  1.0", "  got       4"]
    assert "both numbers are wrong" in lines(Equal(), [1, 2], [3, 4])[1]


@pytest.mark.parametrize("visibility", ["visible", "hidden"])
def test_a_refusal_that_is_right_is_said_to_be_where_the_call_beside_it_is_wrong(visibility):
    parts = {"refused": Raises("ValueError"), "answer": Equal()}
    the_check = check("an odd width is refused", case(parts, "an odd width"), visibility=visibility)
    the_key = key([the_check], {(0, 0): {"refused": caught("ValueError"), "answer": 1.0}})
    wrong_beside = message(the_key, {(0, 0): {"refused": caught("ValueError"), "answer": 2.0}})
    assert "What should raise an exception does; it is the call beside it that is wrong." in wrong_beside
    for refused in (caught("TypeError"), 1.0):
        assert "call beside it" not in message(the_key, {(0, 0): {"refused": refused, "answer": 2.0}})


@pytest.mark.parametrize(
    ("expected", "answer"), [(0.5, -0.5), (-123.25, 4.0), (1e-05, 1.0), (1e20, 0.25), (7, 1234.5)]
)
def test_decimal_points_are_aligned_for_numbers_of_all_sizes(expected, answer):
    wanted, got = lines(Equal(), float(expected), float(answer))[-2:]
    assert wanted.startswith("  expected  ")
    assert got.startswith("  got       ")
    if "." in wanted and "." in got:
        assert wanted.index(".") == got.index(".")


def test_the_allowance_is_told_where_the_number_was_close():
    assert lines(Close(0.0, 0.25), 1.0, 1.5)[-1] == "  allowed   within 0.25 of the expected value"
    tiny = lines(Close(0.0, 1e-6), 1.0, 1.000005)
    assert tiny[-1] == "  allowed   within 0.000001 of the expected value"
    rounded = lines(Rounded(4, "exact"), 0.1234, 0.1236, truth=0.12342)
    assert rounded[-1] == "  allowed   within 0.00005 of the exact value, before rounding"
    assert "allowed" not in "\n".join(lines(Close(0.0, 0.25), 1.0, 900.0))


def test_shapes_and_dtypes_stand_above_each_other_too():
    shape = lines(Equal(), np.zeros((2, 3)), np.zeros((3, 2)))
    assert shape[-2:] == ["  expected  (2, 3)", "  got       (3, 2)"]
    dtype = lines(Equal(), np.zeros(2, "float32"), np.zeros(2))
    assert "The answer should hold float32; it holds float64." in dtype


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            [(1, 0), (1, 1), (1, 2)],
            "answer: 3 of 9 numbers are wrong (all of row 1); the worst, at [1][0]:",
        ),
        ([(0, 1), (1, 1), (2, 1)], "3 of 9 numbers are wrong (all of column 1); the worst, at [0][1]:"),
        ([(0, 0), (1, 1), (2, 2)], "3 of 9 numbers are wrong (scattered); the worst, at [0][0]:"),
        ([(2, 0)], "1 of 9 numbers is wrong, at [2][0]:"),
        (
            [(i, j) for i in (1, 2) for j in (0, 1, 2)],
            "6 of 9 numbers are wrong (everything but row 0); the worst, at [1][0]:",
        ),
        (
            [(i, j) for i in range(3) for j in range(3)],
            "answer: all 9 numbers are wrong; the worst, at [0]",
        ),
    ],
)
def test_where_the_wrong_numbers_are_is_said_in_words(wrong, sentence):
    answer = [[1.0 + 3 * i + j for j in range(3)] for i in range(3)]
    seen = [list(row) for row in answer]
    for n, (i, j) in enumerate(wrong):
        seen[i][j] += 500.0 / (n + 1)
    assert sentence in "\n".join(lines(Equal(), answer, seen))


def test_texts_are_not_moved_to_align_their_full_stops():
    text = lines(Equal(), "a longer text. More", "b.")
    assert text[-2:] == ["  expected  'a longer text. More'", "  got       'b.'"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([["cup", "dog"], []], "[['cup', 'dog'], []]"),
        ([["cup"] * 9] * 9, "a list of 9 lists"),
        (("a", 1, None, 2.5), "('a', 1, None, 2.5)"),
        (("a",), "('a',)"),
        ({"cat": [1, 2], "dog": {"x": "y"}}, "{'cat': [1, 2], 'dog': {'x': 'y'}}"),
        ({str(i): "word" for i in range(20)}, "a dict of 20 keys"),
        (["a longer word"] * 10, "a list of 10 texts"),
        ([[0.5] * 3] * 9, "a list of 9 lists"),
        ([0.5] * 40, "a list of 40 numbers"),
        ([1, "a" * 200], "a list of 2 items"),
        ([np.zeros(3)] * 2, "a list of 2 arrays"),
        (None, "None"),
        ([None, "\x1b[31m"], "[None, '\\x1b[31m']"),
        (set(), "a set of no items"),
    ],
    ids=str,
)
def test_an_input_is_written_as_python_writes_it_or_in_a_few_words(given, words):
    assert f"  with given = {words}" in lines(Equal(), 1.0, 2.0, given=given)


def test_the_line_that_raised_is_shown_as_it_was_written():
    source = "def f(grid):\n    return grid[5]  # the fifth\n"
    seen = {(0, 0): error("IndexError", "out of range", unit="f.py", line=2)}
    assert message(visible(Equal(), 1.0), seen, source=source).splitlines()[-2:] == [
        "It raised IndexError at f.py, line 2: out of range.",
        "  line 2:  return grid[5]  # the fifth",
    ]


@pytest.mark.parametrize(
    ("policy", "expected", "answer", "sentence"),
    [
        (Equal(), [1.0], None, "The answer should be a list; it is None."),
        (Equal(), [1.0], [float("nan")], "The answer holds nan at [0]: no input asks for that."),
        (Equal(), [1.0], [True], "The answer should hold float; it holds bool, first at [0]."),
        (Rounded(2, "exact", signed_zero=True), [0.0], [-0.0], "The answer holds -0.0 at [0]. "),
        (Rounded(1, "exact"), [0.5], [0.51], "The answer is not rounded as asked at [0]:"),
        (
            Raises("ValueError"),
            error("ValueError"),
            1.0,
            "The answer should raise ValueError; it returned a float",
        ),
        (
            Raises("ValueError"),
            error("ValueError"),
            error("KeyError"),
            "should raise ValueError; it raised KeyError.",
        ),
        (Equal(), 1.0, error("g", "g", origin="absent", came_back="g"), "There is no `g` in the file."),
        (Equal(), 1.0, Outcome.TIMED_OUT, "It ran over the time limit and was stopped."),
        (Equal(), 1.0, Outcome.FLOODED, "It printed more than a check may"),
        (
            Equal(),
            1.0,
            Outcome.DIED,
            "The Python process was ended by a signal (signal 9) in the middle of the call.",
        ),
        (Equal(), 1.0, error("MemoryError"), "It asked for more memory than the limit allows."),
        (Equal(), 1.0, error("PermissionError", "no"), "It tried what is closed while grading"),
        (
            Equal(),
            1.0,
            error("ValueError", "odd", unit="f.py", line=3),
            "It raised ValueError at f.py, line 3: odd.",
        ),
        (Within("std", 0.0, 1.0), [0.0, 0.0], [5.0, -5.0], "the standard deviation is outside the band."),
        (
            Within("share_among", 1.0, 1.0, values=(0.0, 2.0)),
            [0.0, 2.0],
            [0.0, 1.0],
            "the share of entries with a possible value is outside the band.",
        ),
    ],
    ids=lambda x: x[:40] if isinstance(x, str) else "",
)
def test_each_fault_has_its_sentence(policy, expected, answer, sentence):
    assert sentence in "\n".join(
        lines(policy, expected, answer, truth=[0.0] if expected == [0.0] else expected)
    )


def test_an_argument_that_was_changed_is_called_by_its_name():
    text = lines({"tokens": Unchanged()}, {"tokens": [1.0]}, {"tokens": [2.0]}, tokens=[1.0])
    assert text[-1] == "`tokens` was changed: the function must leave its arguments as they are."


def test_how_many_cases_failed_is_told():
    the_key = key([check("c", case(Equal()), case(Equal()), case(Equal()))], {(0, i): 1.0 for i in range(3)})
    assert "(2 of 3 cases failed)" in message(the_key, {(0, 0): 1.0, (0, 1): 2.0, (0, 2): 2.0})


# --------------------------------------------------------------------------- the whole


def test_the_result_tells_the_first_thing_to_mend():
    checks = [check(name, case(Equal(), "a case")) for name in ("one", "two", "three")]
    the_key = key(checks, {(i, 0): float(i) for i in range(3)})
    seen = result(the_key, {(0, 0): 0.0, (1, 0): 7.0, (2, 0): 8.0})
    assert seen.message.splitlines()[0] == "1 of 3 checks passed. First to mend: two."
    assert seen.checks[0].message == "passed"
    assert result(the_key, {(i, 0): float(i) for i in range(3)}).message == "All 3 checks passed."


LONG = "x" * 5000


@pytest.mark.parametrize(
    "answer",
    [
        error("ValueError", "\n".join(["line"] * 500), unit="f.py", line=3),
        error("ValueError", LONG, unit=LONG[:4000], line=3),
        Error(LONG[:4000], (), LONG[:4000]),
        [[LONG] * 20] * 20,
        {LONG + str(i): i for i in range(50)},
        [[7.5] * 20] * 20,
        LONG,
    ],
    ids=["many lines", "long lines", "long name", "texts", "keys", "numbers", "text"],
)
@pytest.mark.parametrize("visibility", ["visible", "hidden"])
def test_a_message_has_about_ten_lines_at_the_most(answer, visibility):
    inputs = {
        "grid": 2,
        "table": [[0.5] * 30] * 30,
        "word": LONG,
        "array": np.zeros((9, 9)),
        "few": [0.1] * 16,
    }
    the_check = check("c", case(Equal(), **inputs), visibility=visibility)
    the_key = key([the_check], {(0, 0): [[0.5] * 20] * 20})
    known = mistake(the_key, "it", {(0, 0): answer}, "A sentence of what was done, and a nudge. " * 4)
    seen = result(replace(the_key, mistakes=(known,)), {(0, 0): answer})
    assert seen.diagnosis == "it"
    for sentence in told(seen):
        assert len(sentence.splitlines()) <= 10
        assert len(sentence) < 2000


# --------------------------------------------------------------------------- hostile text

HOSTILE = {
    "ANSI escape": "\x1b[31mred\x1b[0m",
    "title": "\x1b]0;owned\x07",
    "C1 escape": "\x9b31mred",
    "carriage return": "wrong\rpassed",
    "backspace": "failed\x08\x08passed",
    "bidi override": "\u202edessap\u202c",
    "bidi isolate": "\u2066x\u2069",
    "zero width": "a\u200bb\ufeff",
    "null": "a\x00b",
    "new lines": "a\nb\r\nc\x0bd\x0ce\x85f\u2028g\u2029h",
    "surrogate": "a\ud800b",
    "private use": "a\ue000",
}


def harmless(text):
    return not [c for c in text if (c != "\n" and unicodedata.category(c)[0] == "C") or c in "\u2028\u2029"]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_foreign_text_is_one_harmless_line(text):
    assert harmless(clean(text))
    assert len(clean(text).splitlines()) == 1


@given(st.text(max_size=400))
def test_any_text_is_made_one_harmless_line_of_bounded_length(text):
    cleaned = clean(text)
    assert harmless(cleaned)
    assert len(cleaned) <= 300
    assert len(cleaned.splitlines()) <= 1


def everywhere(text):
    """Answers, exceptions and loads that carry a text in every place where a student could put one."""
    own = Error(text, BASES["ValueError"], text, "student", text, text, 3)
    the_key = visible({"answer": Equal()}, {"answer": [1.0]}, word=text, label=text)
    return [
        result(the_key, {(0, 0): {"answer": answer}})
        for answer in (text, [text], {text: 1.0}, [{text: text}], type("C", (), {"__module__": text})())
    ] + [
        result(the_key, {(0, 0): own}),
        result(the_key, {(0, 0): Error(text, (), text, "absent", text)}),
        result(the_key, {(0, 0): Error(text, (), text, "probe", text)}),
        result(the_key, {}, load=Load(Outcome.RAISED, own)),
        result(the_key, {}, load=Load(Outcome.RAISED, own, compiled=False)),
        result(the_key, {}, load=Load(Outcome.DIED, detail=text)),
        result(the_key, {}, load=Load(Outcome.RETURNED, entry_points=(("f", text),))),
        result(the_key, {}, load=Load(Outcome.RAISED, own, notes=(text,))),
    ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_message_holds_what_could_steer_a_terminal(text):
    for seen in everywhere(text):
        assert all(harmless(sentence) for sentence in (seen.message, *(c.message for c in seen.checks)))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_the_terminal_shows_is_harmless_notes_included(text):
    for seen in everywhere(text):
        assert harmless(shown(seen))


@pytest.mark.parametrize(
    "markup", ["[bold red]passed[/]", "[link=file:///x]y[/link]", "[/]", ":smile:", "[\\"]
)
def test_markup_is_shown_as_it_was_written_and_never_obeyed(markup):
    """A closing tag that nothing opened would end the program, if it were read as one."""
    seen = result(visible(Equal(), 1.0), {(0, 0): error("ValueError", markup, unit="f.py", line=1)})
    assert markup in shown(seen)
    with_note = result(visible(Equal(), 1.0), {}, load=Load(Outcome.DIED, notes=(markup,)))
    assert markup in shown(with_note)


def shown(seen):
    """What is written on a terminal with colours, less the colours that are ours."""
    file = io.StringIO()
    show_result(
        seen, Console(file=file, force_terminal=True, width=200, highlight=False, legacy_windows=False)
    )
    return re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue())


# --------------------------------------------------------------------------- nothing was checked


@pytest.mark.parametrize(
    ("load", "status", "sentence"),
    [
        (
            Load(Outcome.RAISED, error("SyntaxError", "invalid syntax", unit="f.py", line=4), compiled=False),
            "syntax_error",
            "Python cannot read this: f.py, line 4: SyntaxError: invalid syntax.",
        ),
        (
            Load(Outcome.TIMED_OUT),
            "import_failed",
            "it ran over the time limit while the file was being run.",
        ),
        (Load(Outcome.DIED, detail="exit 0"), "import_failed", "the process ended (exit 0) while"),
        (Load(Outcome.RETURNED), "missing", "There is no `f` or `g` in what was handed in."),
        (
            Load(Outcome.RETURNED, entry_points=(("f", "int"),)),
            "missing",
            "`f` is an int, not something to call.",
        ),
    ],
    ids=["syntax", "hung", "exited", "missing", "not callable"],
)
def test_why_nothing_could_be_checked_is_told(load, status, sentence):
    seen = result(visible(Equal(), 1.0), {(0, 0): 1.0}, load=load)
    assert (seen.status, seen.score) == (status, 0.0)
    assert sentence in seen.message


def test_what_went_wrong_in_the_harness_is_no_fault_and_no_score():
    seen = result(visible(Rounded(2, "exact"), 1.0), {(0, 0): 1.0})
    assert (seen.status, seen.score) == ("harness_error", None)
    assert "that is not your fault" in seen.message


# --------------------------------------------------------------------------- not started

STUB = '''"""Fill in."""


def f(grid):
    """Say what."""
    raise NotImplementedError("still to be written")
'''


def started(source, answer, stub=STUB):
    return result(replace(visible(Equal(), 1.0), stub=stub), {(0, 0): answer}, source=source)


@pytest.mark.parametrize(
    "source",
    [
        STUB,
        STUB.replace("\n", "\r\n"),
        "# Ada, group 3\n" + STUB,
        STUB.replace('"""Fill in."""', ""),
        STUB.replace('"""Say what."""', '"""My own words."""\n    # a comment'),
        STUB + "\n\n\n",
        STUB.replace("    ", "\t"),
    ],
    ids=["as given", "CRLF", "a comment", "no docstring", "another docstring", "blank lines", "tabs"],
)
def test_the_stub_as_given_is_told_to_be_not_started(source):
    seen = started(source, error("NotImplementedError", "still to be written"))
    assert (seen.status, seen.score) == ("failed", 0.0)
    assert seen.message == "Not started: this is the stub of demo; as given, it raises NotImplementedError."


def test_a_stub_that_returns_none_is_told_so():
    stub = "def f(grid):\n    pass\n"
    assert started(stub, None, stub).message.endswith("as given, it returns None.")


def test_a_program_with_a_fault_as_it_was_given_is_told_so():
    stub = "def f(grid):\n    return 2.0 * grid\n"
    seen = started(stub, 3.0, stub)
    assert seen.message == (
        "Not started: this is the stub of demo; as given, it runs, but its answers are not right yet."
    )
    assert "Not started" not in started(stub.replace("2.0", "3.0"), 3.0, stub).message


@pytest.mark.parametrize(
    "source",
    [
        STUB.replace("raise NotImplementedError", "return 1  #"),
        STUB + "x = 1\n",
        STUB.replace("grid", "size"),
        STUB.replace("still to be written", "I give up"),
        "",
        "def f(",
        "\x00",
        "x = (" * 1000,
    ],
    ids=["returns", "a line more", "renamed", "another text", "empty", "broken", "null", "deep"],
)
def test_work_that_has_begun_is_not_called_not_started(source):
    assert "Not started" not in started(source, error("NotImplementedError")).message


def test_a_stub_that_passes_has_passed():
    assert started(STUB, 1.0).message == "All 1 check passed."


# --------------------------------------------------------------------------- policies in words


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (Equal(), ["equal exactly"]),
        (Equal(dtypes=("float64", "float16")), ["dtype as asked, or float64 or float16"]),
        (Close(1e-5, 1e-4), ["off by at most 0.0001", "1e-05 times the expected size"]),
        (
            Rounded(4, "t", any_sequence=True, signed_zero=True),
            ["4 decimals", "a tuple may stand", "-0.0 is rejected"],
        ),
        (Raises("ValueError"), ["raises ValueError", "subclass"]),
        (Within("std", 0.01, 0.02), ["standard deviation", "from 0.01 to 0.02"]),
        (Within("share_among", 1.0, 1.0, values=(0.0, 2400.0)), ["every entry is 0 or 2400"]),
        (
            Within("share_among", 0.4, 0.6, values=(1.0,)),
            ["the share of entries that are 1 lies from 0.4 to 0.6"],
        ),
        (Unchanged(), ["left as it was"]),
    ],
    ids=lambda x: type(x).__name__,
)
def test_each_policy_can_say_itself_in_words(policy, words):
    assert all(word in policy_words(policy) for word in words)


def test_policies_that_differ_in_allowance_alone_are_told_in_one_line():
    checks = (
        check("c", case({"answer": Close(0.0, 0.5)}), case({"answer": Close(0.0, 0.25), "again": Equal()})),
    )
    words = comparison_words(checks)
    assert len(words) == 2
    assert words[0].startswith("the answer: off by at most 0.5")
    assert "the smallest has 0.25" in words[0]
    assert words[1] == "the answer of a second, equal call: equal exactly"
