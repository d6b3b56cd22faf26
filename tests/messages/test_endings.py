"""How a file or a call ended, in words that a tired student understands."""

from __future__ import annotations

import ast

import pytest

from grader.model import (
    CLOSED_THE_CHANNEL,
    ENDED_THE_SERVER,
    Equal,
    Error,
    Load,
    Observation,
    Opaque,
    Outcome,
)
from tests.judging.support import BASES, case, check, error, key
from tests.messages.support import Parrot, message, result, told

DEEP_OR_LARGE = "Python cannot read this: it is nested too deeply or too large for Python to read."
JARGON = ("frame", "side out of range", "signal 9", "descriptor", "0x", " .", ": .", "..", "  ")


def one(visibility="visible", expected=1.0):
    return key([check("two small tables", case(Equal()), visibility=visibility)], {(0, 0): expected})


def on_loading(what, **more):
    return result(one(), {}, load=Load(Outcome.RAISED, what, **more)).message


def unreadable(name, text, unit="f.py", line=0, bases=None):
    bases = (name, "Exception", "BaseException") if bases is None else bases
    return on_loading(Error(name, bases, text, unit=unit, line=line), compiled=False)


# --------------------------------------------------------------------------- exceptions without a text


@pytest.mark.parametrize("name", ["MemoryError", "RecursionError"])
@pytest.mark.parametrize("text", ["", "maximum recursion depth exceeded during compilation"])
def test_what_is_too_deep_or_too_large_for_python_is_said_in_words(name, text):
    assert unreadable(name, text) == DEEP_OR_LARGE


def test_an_exception_without_a_text_leaves_no_colon():
    assert on_loading(error("ValueError", "", unit="f.py", line=4)).endswith(": f.py, line 4: ValueError.")
    assert on_loading(error("ValueError", " ", unit="f.py", line=4)).endswith(": f.py, line 4: ValueError.")
    assert unreadable("ValueError", "") == "Python cannot read this: ValueError."
    text = message(one(), {(0, 0): error("ValueError", "", unit="f.py", line=4)})
    assert text.endswith("\nIt raised ValueError at f.py, line 4.")


def test_memory_that_was_used_up_on_loading_is_said_in_words():
    told_so = on_loading(error("MemoryError", "", unit="f.py", line=4))
    assert told_so == (
        "The file did not load to its end: f.py, line 4: it asked for more memory than the limit allows."
    )


# --------------------------------------------------------------------------- syntax errors


@pytest.mark.parametrize("file", ["f.py", "f (1).py", "f (line 3).py", "a [b]+.py", "ada/f.py", "cell 3"])
def test_only_the_place_is_taken_off_a_syntax_error(file):
    said = "Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits"
    text = unreadable("SyntaxError", f"{said} ({file.split('/')[-1]}, line 1)", file, 1)
    assert text == f"Python cannot read this: {file}, line 1: SyntaxError: {said}."


def test_what_python_says_itself_is_told_whole():
    for source in ("x = " + "9" * 5000, "f(a b)", "x = (1,\ny = 2", "print 'x'", "def f(:\n pass"):
        with pytest.raises(SyntaxError) as raised:
            compile(source, "f (2).py", "exec")
        text = unreadable("SyntaxError", str(raised.value), "f (2).py", raised.value.lineno)
        assert raised.value.msg.rstrip(".") in text
        assert text.count("f (2).py") == 1


def test_zero_bytes_are_called_so():
    with pytest.raises((SyntaxError, ValueError)) as raised:
        ast.parse("x = 1\0")
    text = unreadable(type(raised.value).__name__, str(raised.value))
    assert "it holds zero bytes, which no text has" in text


# --------------------------------------------------------------------------- names that cannot be read


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164", "?", "__", "\u202e\u2066"])
def test_an_exception_without_a_readable_name_is_called_so(name):
    own = Error(name, BASES["ValueError"], "??", unit="f.py", line=3)
    assert message(one(), {(0, 0): own}).endswith(
        "\nIt raised an exception without a readable name at f.py, line 3: ??."
    )
    assert ": f.py, line 3: an exception without a readable name: ??." in on_loading(own)
    assert "It raised ValueError at f.py, line 3." in message(one("hidden"), {(0, 0): own})


def test_a_type_without_a_readable_name_is_called_so():
    seen = Observation(0, 0, Outcome.RETURNED, Opaque("", "it is not plain data"))
    text = said_of(seen)
    assert "The answer should be a float; it is something without a readable name" in text
    assert "it is a custom object" in said_of(seen, "hidden")


def test_letters_of_every_script_are_readable():
    own = Error("Ошибка", BASES["ValueError"], "no", unit="f.py", line=3)
    assert "It raised Ошибка at" in message(one(), {(0, 0): own})


# --------------------------------------------------------------------------- the time of the whole


def three(**outcomes):
    checks = [check(name, case(Equal(), "a case")) for name in ("one", "two small tables", "three")]
    return key(checks, {(i, 0): float(i) for i in range(3)})


def test_time_that_was_used_up_before_a_check_is_said_in_words():
    answers = {(0, 0): 0.0, (1, 0): Outcome.NOT_RUN, (2, 0): Outcome.NOT_RUN}
    assert result(three(), answers).message == (
        "1 of 3 checks passed. The time for the whole submission was used up before the check "
        '"two small tables" could run. Is something slow?'
    )


def test_time_that_was_used_up_on_loading_is_said_in_words():
    note = "cell 3 ran over its time limit and was stopped and skipped"
    load = Load(Outcome.RETURNED, entry_points=(("f", "callable"),), notes=(note,))
    answers = {(i, 0): Outcome.NOT_RUN for i in range(3)}
    assert result(three(), answers, load=load).message == (
        "0 of 3 checks passed. No check could run: the time for the whole submission was used up while it "
        f"was being loaded. Is something slow outside the functions? {note}."
    )


def test_time_that_the_cells_of_a_notebook_used_up_is_said_in_words():
    note = "cell 3 ran over its time limit and was stopped and skipped"
    load = Load(Outcome.TIMED_OUT, notes=("cell 1 raised E (over my time limit) and was skipped", note))
    assert result(three(), {}, load=load).message == (
        "The notebook did not load to its end: the time for the whole submission was used up while its cells "
        f"were run. {note}."
    )


# --------------------------------------------------------------------------- how a process ended

INTERFERED = "The code closed the channel on which answers are sent, or wrote into it"


def died(detail):
    return Observation(0, 0, Outcome.DIED, detail=detail)


def said_of(seen, visibility="visible"):
    from grader.grade import grade
    from grader.model import Submission, Unit

    worker = Parrot({})
    worker.seen = (worker.seen[0], seen)
    submission = Submission("ada/f.py", "ada", "demo", (Unit("f.py", "def f(): return 1\n"),))
    return grade(submission, one(visibility), worker).checks[0].message


@pytest.mark.parametrize("visibility", ["visible", "hidden"])
@pytest.mark.parametrize(
    "detail",
    [
        "what came back is not a frame: side out of range",
        "what came back is not a frame: ValidationError: Expected `array`, got `int`",
        "a frame out of turn",
        "a line that is not in what was handed in",
        CLOSED_THE_CHANNEL,
    ],
)
def test_interference_with_the_channel_of_answers_is_said_plainly(detail, visibility):
    sentence = said_of(died(detail), visibility).partition("\n")[2]
    assert sentence.startswith(INTERFERED)
    assert not [word for word in JARGON if word in sentence]
    on_load = result(one(), {}, load=Load(Outcome.DIED, detail=detail)).message
    assert on_load == f"The file did not load to its end. {sentence}"


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("what came back is not a frame: a frame of more than the limit", "larger than answers may be, or"),
        ("more than all answers together may hold", "All its answers together are larger than they may be."),
        ("exit 70", "Its answers could not be sent. Does the code close or replace something"),
        ("the file did not load a second time", "the file was loaded anew, and did not come to its end."),
        (ENDED_THE_SERVER, "The code ended the grading program itself, twice"),
        ("signal 11", "was ended by a signal (signal 11) in the middle of the call."),
        ("", "The process broke off in the middle of the call."),
    ],
)
def test_other_ends_have_their_sentence(detail, said):
    for visibility in ("visible", "hidden"):
        assert said in said_of(died(detail), visibility)


def test_a_file_that_the_system_ended_is_said_to_have_tried_what_is_not_allowed():
    text = result(one(), {}, load=Load(Outcome.REFUSED)).message
    assert text == (
        "The file did not load to its end: "
        "it tried what is closed while grading (files, processes, threads, network)."
    )


def test_a_refused_call_ends_in_one_full_stop():
    for text in ("", "no", "no."):
        whole = message(one(), {(0, 0): error("PermissionError", text, unit="f.py", line=2)})
        assert whole.endswith("f.py, line 2: no." if text else "f.py, line 2.")


# --------------------------------------------------------------------------- answers that were not carried


@pytest.mark.parametrize("visibility", ["visible", "hidden"])
@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            "it is larger than an answer may be",
            "The answer cannot be read: it is larger than an answer may be.",
        ),
        ("nested too deeply", "The answer cannot be read: it is nested too deeply."),
        ("it contains itself", "The answer cannot be read: it contains itself."),
        ("too large for the memory limit", "cannot be read: it is too large for the memory limit."),
        ("the text is too long", "cannot be read: it holds a text that is too long."),
        ("its dtype is object", "The answer cannot be read: its dtype is object."),
        ("it could not be read", "The answer cannot be read."),
        ("it is not plain data", "should be a list; it is of another type that only has the same name."),
    ],
)
def test_an_answer_of_the_right_type_is_not_told_to_be_of_that_type(reason, said, visibility):
    from grader.grade import grade
    from grader.model import Submission, Unit

    worker = Parrot({})
    worker.seen = (worker.seen[0], Observation(0, 0, Outcome.RETURNED, Opaque("list", reason)))
    submission = Submission("ada/f.py", "ada", "demo", (Unit("f.py", "def f(): return 1\n"),))
    text = grade(submission, one(visibility, [1.0]), worker).checks[0].message
    assert said in text
    assert "it is a list" not in text


def test_an_unknown_reason_is_not_told_of_a_hidden_case():
    seen = Observation(0, 0, Outcome.RETURNED, Opaque("float", "its dtype is x48271"))
    assert said_of(seen, "hidden").endswith("\nThe answer cannot be read.")
    assert said_of(seen).endswith("\nThe answer cannot be read: its dtype is x48271.")


@pytest.mark.parametrize("visibility", ["visible", "hidden"])
def test_a_check_that_stumbled_before_any_call_names_no_type(visibility):
    own = error("TypeError", "'x' is not subscriptable", origin="probe")
    text = message(one(visibility), {(0, 0): own})
    assert "\nWhat the file gives cannot be used as the exercise asks." in text
    missing = error("AttributeError", "no", origin="probe", missing="shape")
    assert "What came back is" not in message(one(visibility), {(0, 0): missing})
    assert "What the file gives has no `shape`" in message(one(), {(0, 0): missing})


def test_no_sentence_has_a_stray_colon_or_an_empty_name():
    for name in ("", "E"):
        for text in ("", " ", "."):
            for origin in ("student", "call", "probe"):
                for line in (0, 3):
                    own = Error(name, BASES["TypeError"], text, origin, "", "f.py" if line else "", line)
                    seen = result(one(), {(0, 0): own})
                    loads = result(one(), {}, load=Load(Outcome.RAISED, own, compiled=bool(line)))
                    for sentence in (*told(seen), *told(loads)):
                        for stray in (": .", " .", "..", "raised  ", " , ", ": :", "()", ": )"):
                            assert stray not in sentence, sentence
