"""How a process ended before there was an answer, and why nothing could be checked, in words."""

from __future__ import annotations

from collections.abc import Sequence

from grader.ends import error_status, text_without_place
from grader.escape import clean
from grader.model import CLOSED_THE_CHANNEL, ENDED_THE_SERVER, Error, Load, Outcome, Status
from grader.text.plain import MAX_NAME, a, exception_name, name_and_text

NOT_ALLOWED = "tried what is closed while grading (files, processes, threads, network)"
SEGMENTATION_FAULT = "signal 11"

_CHANNEL = (
    "The code closed the channel on which answers are sent, or wrote into it, "
    "so its answers could not be read."
)
_TOO_LARGE = (
    "Its answers could not be read: they are larger than answers may be, "
    "or the code wrote into the channel on which they are sent."
)
# The beginnings of what isolation says of a worker that it ended, or that ended itself for want of an answer.
_IN_WORDS = (
    ("what came back is not a frame: a frame of more", _TOO_LARGE),
    ("what came back is not a frame", _CHANNEL),
    ("a frame out of turn", _CHANNEL),
    ("a line that is not in what was handed in", _CHANNEL),
    (CLOSED_THE_CHANNEL, _CHANNEL),
    ("more than all answers together may hold", "All its answers together are larger than they may be."),
    (
        "exit 70",
        "Its answers could not be sent. Does the code close or replace something that it did not open "
        "itself, or leave no memory?",
    ),
    (
        "the file did not load a second time",
        "After an earlier check was stopped, the file was loaded anew, and did not come to its end.",
    ),
    (ENDED_THE_SERVER, "The code ended the grading program itself, twice; a human should look at it."),
)


def crash_sentence(detail: str) -> str:
    """How a process ended, from what isolation says of it or from as much as `known_end` leaves."""
    known = _in_words(detail)
    if known:
        return known
    if detail.startswith("signal"):
        by = f" ({clean(detail, MAX_NAME)})" if detail != "signal" else ""
        return f"The Python process was ended by a signal{by} in the middle of the call."
    if detail.startswith("exit"):
        status = f" ({clean(detail.replace('exit', 'exit status'), MAX_NAME)})" if detail != "exit" else ""
        return f"The program ended itself{status} instead of returning."
    how = f": {clean(detail)}" if detail else ""
    return f"The process broke off in the middle of the call{how}."


def known_end(detail: str) -> str:
    """As much of how a process ended as carries nothing: a student chooses the numbers."""
    if detail == SEGMENTATION_FAULT:
        return detail
    begins = (*(begin for begin, _ in _IN_WORDS), "signal", "exit")
    return next((begin for begin in begins if detail.startswith(begin)), "")


def _in_words(detail: str) -> str:
    return next((words for begin, words in _IN_WORDS if detail.startswith(begin)), "")


def place(error: Error) -> str:
    """The student's own line: file or cell, and number."""
    return f"{clean(error.unit, 80)}, line {error.line}"


def load_message(status: Status, load: Load, entry_points: Sequence[str], hint: str = "") -> str:
    """Why nothing could be checked.

    Parameters
    ----------
    status, load
        What came of loading what was handed in.
    entry_points
        The names that are asked for.
    hint
        A sentence on a name that nearly is one of them.
    """
    error = load.error
    if status is Status.MISSING:
        return _missing_message(load, entry_points, hint)
    if status is Status.SYNTAX_ERROR and error is not None:
        return f"Python cannot read this: {_place_before(error)}{_unreadable(error)}."
    if error is not None:
        closed = f" It {NOT_ALLOWED}." if error_status(error) is Status.FORBIDDEN else ""
        return f"The file did not load to its end: {_place_before(error)}{_raised_on_loading(error)}.{closed}"
    known = _in_words(load.detail)
    if known:
        return f"The file did not load to its end. {known}"
    if load.outcome is Outcome.REFUSED:
        return f"The file did not load to its end: it {NOT_ALLOWED}."
    slow = next((note for note in load.notes if note.endswith("time limit and was stopped and skipped")), "")
    if load.outcome is Outcome.TIMED_OUT and slow:
        used_up = "the time for the whole submission was used up while its cells were run"
        return f"The notebook did not load to its end: {used_up}. {clean(slow)}."
    how = "it ran over the time limit" if load.outcome is Outcome.TIMED_OUT else "the process ended"
    detail = f" ({clean(load.detail)})" if load.detail else ""
    return f"The file did not load to its end: {how}{detail} while the file was being run."


def _missing_message(load: Load, entry_points: Sequence[str], hint: str) -> str:
    names = " or ".join(f"`{name}`" for name in entry_points)
    other = next(
        (
            f": `{clean(name, MAX_NAME)}` is {a(clean(kind, MAX_NAME))}, not something to call"
            for name, kind in load.entry_points
            if name in entry_points
        ),
        "",
    )
    skipped = f" {clean(load.notes[0])}." if load.notes else ""
    near = f" {hint}" if hint and not other else ""
    return f"There is no {names} in what was handed in{other}.{near}{skipped}"


def _place_before(error: Error) -> str:
    return f"{place(error)}: " if error.line else ""


def _unreadable(error: Error) -> str:
    """What Python says of a text that it cannot compile, without the place, which is told before."""
    if {"MemoryError", "RecursionError"}.intersection(error.bases):
        return "it is nested too deeply or too large for Python to read"
    if "null bytes" in error.message:
        return "it holds zero bytes, which no text has. Copy its text into a new file and save that"
    return name_and_text(exception_name(error.name), text_without_place(error))


def _raised_on_loading(error: Error) -> str:
    if "MemoryError" in error.bases:
        return "it asked for more memory than the limit allows"
    return name_and_text(exception_name(error.name), text_without_place(error))
