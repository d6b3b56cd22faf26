"""Messages of verdicts and results, redacted for who reads.

`check_message` is the one function that decides what a student may see of a check. Of a hidden
case it tells the status, the class of case, the proven cause and the extent; no input, no value,
no text of an exception, no output.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from grader.codec import ITEM_SIZES, MAX_DEPTH, MAX_NODES, MAX_VALUES, number, revive
from grader.compare import describe, digits, entries
from grader.model import (
    Array,
    Case,
    CaseVerdict,
    Check,
    CheckVerdict,
    Error,
    Key,
    Load,
    Mismatch,
    Mistake,
    Number,
    Outcome,
    Packed,
    Rung,
    Status,
    Text,
    Value,
    Verdict,
)
from grader.text.comparison import part_name
from grader.text.plain import a, clean, plural

MAX_SHOWN_NUMBERS = 16
SEGMENTATION_FAULT = "signal 11"

# The names of types that the message of a hidden case may hold. A student names their own types, keys and
# exceptions, and could write into a name what is hidden.
_KNOWN_TYPES = frozenset(
    (
        *(name for name, kind in vars(builtins).items() if isinstance(kind, type)),
        *ITEM_SIZES,
        *(f"numpy.{name}" for name in ITEM_SIZES),
        *("None", "NoneType", "function", "method", "module", "generator", "coroutine", "ellipsis"),
        *("dict_keys", "dict_values", "dict_items", "list_iterator", "builtin_function_or_method"),
        *("numpy.ndarray", "numpy.matrix", "numpy.ma.MaskedArray", "torch.Tensor", "torch.Size"),
        *("collections.deque", "collections.defaultdict", "collections.Counter", "array.array"),
        *("decimal.Decimal", "fractions.Fraction", "meta device", "cpu"),
    )
)
_KNOWN_REASONS = frozenset(
    (
        *("it contains itself", "it is not plain data", "it could not be read", "nested too deeply"),
        *("too large for the memory limit", "it is larger than an answer may be", "the text is too long"),
        *("the integer is too long", f"it is nested more than {MAX_DEPTH} deep", "its dtype is object"),
        *(f"it holds more than {MAX_VALUES:,} numbers", f"it holds more than {MAX_NODES:,} things"),
        *("device", "no exception", "another exception", "length", "equal draws"),
    )
)


# --------------------------------------------------------------------------- messages


def check_message(
    check: Check, verdict: CheckVerdict, cause: Mistake | None, *, hidden: bool | None = None
) -> str:
    """What a student reads of one check. This is where a hidden case is redacted."""
    if verdict.status is Status.PASSED:
        return "passed"
    if verdict.status is Status.NOT_RUN:
        return "not run"
    case_verdict = verdict.first_failure
    assert case_verdict is not None
    secret = check.visibility == "hidden" if hidden is None else hidden
    case = check.cases[case_verdict.case]
    failed = sum(v.status is not Status.PASSED for v in verdict.cases)
    share = f" ({failed} of {plural(len(verdict.cases), 'case')} failed)" if len(verdict.cases) > 1 else ""
    lines = [f"On {clean(case.label)}{share}:"]
    lines += _hidden_lines(case_verdict, check.names) if secret else _visible_lines(case, case_verdict)
    if cause is not None:
        lines.append(f"Likely cause: {cause.text}")
    return "\n".join(lines)


def _hidden_lines(verdict: CaseVerdict, names: Sequence[str]) -> list[str]:
    if verdict.mismatch is not None:
        return [_hidden_mismatch(_redacted(verdict.mismatch, verdict.error, names))]
    error = verdict.error and msgspec.structs.replace(verdict.error, name=_known_exception(verdict.error))
    return [_status_sentence(replace(verdict, error=error), with_text=False)]


def _redacted(mismatch: Mismatch, error: Error | None, names: Sequence[str]) -> Mismatch:
    """The mismatch with nothing in it that a student could have written; ``names`` are the check's own."""
    got, fact = mismatch.got, mismatch.fact
    if mismatch.rung is Rung.RETURNED and error is not None:
        got = _known_exception(error)
    elif mismatch.rung is Rung.FINITE:
        got = got if got in ("nan", "inf", "-inf") else "a number that is not finite"
    elif got not in _KNOWN_TYPES:
        got = "custom object"
    if fact.endswith("is not asked for"):
        fact = "keys that are not asked for"
    elif fact.startswith("key") and not re.fullmatch(r"key '[A-Za-z_][A-Za-z_ ]*' is missing", fact):
        fact = "keys are missing"
    elif fact.startswith("no attribute"):
        fact = fact if fact.removeprefix("no attribute ") in names else ""
    elif not fact.startswith(("key", "statistic")) and fact not in _KNOWN_REASONS:
        fact = ""
    where = tuple(step for step in mismatch.where if isinstance(step, int) or step.isidentifier())
    return replace(mismatch, got=got, fact=fact, where=where)


def _known_exception(error: Error) -> str:
    """The nearest builtin type of an exception."""
    return next((name for name in (error.name, *error.bases) if name in _KNOWN_TYPES), "Exception")


def _visible_lines(case: Case, verdict: CaseVerdict) -> list[str]:
    called = ", ".join(f"{name} = {show(value)}" for name, value in case.inputs)
    lines = [f"  with {called}"] if called else []
    if verdict.mismatch is not None:
        return lines + _visible_mismatch(verdict.mismatch, verdict.error)
    return [*lines, _status_sentence(verdict, with_text=True)]


def show(value: Value) -> str:
    """A short rendering of an input."""
    if isinstance(value, Number):
        return digits(number(value))
    if isinstance(value, Text):
        return repr(clean(value.value, 60))
    if isinstance(value, Array):
        noun = f"{value.dtype} {'tensor' if value.library == 'torch' else 'array'}"
        numbers = entries(value) if value.data is not None else None
        if numbers is not None and 0 < numbers.size <= MAX_SHOWN_NUMBERS:
            return f"{numbers.tolist()} ({noun})"
        return f"a {noun} of shape {list(value.shape)}"
    if isinstance(value, Packed):
        count = len(value.data) // 8
        return (
            repr(revive(value))
            if count <= MAX_SHOWN_NUMBERS
            else f"a {describe(value)} of {plural(value.shape[0], 'item')}"
        )
    return f"a {describe(value)}"


def _status_sentence(verdict: CaseVerdict, *, with_text: bool) -> str:
    error = verdict.error
    raised = _raised(error, with_text) if error is not None else ""
    if error is not None and error.origin == "call" and verdict.status is Status.RAISED:
        text = f"TypeError: {clean(error.message, 200)}" if with_text else "TypeError"
        return (
            f"It cannot be called as the exercise says ({text}). Are its parameters' names and number right?"
        )
    sentences = {
        Status.RAISED: f"{raised.rstrip('.')}.",
        Status.TIMEOUT: "It ran over the time limit and was stopped. Is there a loop that never ends?",
        Status.OUT_OF_MEMORY: "It asked for more memory than the limit allows.",
        Status.TOO_MUCH_OUTPUT: "It printed more than a check may, and was stopped. Take out the prints.",
        Status.CRASHED: _crash_sentence(verdict.detail, with_text=with_text),
        Status.FORBIDDEN: f"It tried what is not allowed here (files, processes, network). {raised}".rstrip(),
        Status.NOT_RUN: "It was not run: the time for the whole submission was used up.",
    }
    return sentences.get(verdict.status, "It did not pass.")


def _crash_sentence(detail: str, *, with_text: bool) -> str:
    """How a process ended. A student chooses the numbers, so they are told of visible cases only."""
    if detail.startswith("signal"):
        by = f" ({detail})" if with_text or detail == SEGMENTATION_FAULT else ""
        return f"The Python process was ended by a signal{by} in the middle of the call."
    if detail.startswith("exit"):
        status = f" ({detail.replace('exit', 'exit status')})" if with_text else ""
        return f"The program ended itself{status} instead of returning."
    how = clean(detail if with_text else detail.partition(": ")[0])
    return f"The process broke off in the middle of the call: {how}."


def _raised(error: Error, with_text: bool) -> str:
    where = f" at {place(error)}" if error.line else ""
    text = f": {clean(error.message, 200)}" if with_text and error.message else ""
    return f"It raised {clean(error.name, 60)}{where}{text}"


def place(error: Error) -> str:
    """The student's own line: file or cell, and number."""
    return f"{clean(error.unit, 80)}, line {error.line}"


def _of(mismatch: Mismatch) -> str:
    name = part_name(mismatch.part)
    if name == mismatch.part and name.isidentifier():
        return f"`{name}`"
    return name[0].upper() + name[1:]


def _index(mismatch: Mismatch) -> str:
    return "".join(f"[{clean(repr(step), 80)}]" for step in mismatch.where)


def _fact(mismatch: Mismatch) -> str:
    """What is wrong, without a value of the answer, for the rungs where that can be said."""
    whose, index = _of(mismatch), _index(mismatch)
    at = f" at {index}" if index else ""
    expected, got = clean(mismatch.expected, 80), clean(mismatch.got, 80)
    extent = f" ({mismatch.extent})" if mismatch.extent else ""
    rung = mismatch.rung
    if rung is Rung.ENTRY_POINT:
        return f"There is no `{expected}` in the file."
    if rung is Rung.RETURNED:
        if mismatch.fact == "no exception":
            return f"{whose} should raise {expected}; it returned {a(got)} instead."
        if mismatch.fact == "another exception":
            return f"{whose} should raise {expected}; it raised {got}."
        return f"{whose} raised {got}."
    if rung is Rung.CONTAINER and mismatch.fact.startswith("no attribute"):
        missing = clean(mismatch.fact.removeprefix("no attribute "), 80)
        return f"What came back, {a(got)}, has no `{missing}`, which the exercise asks for."
    if rung is Rung.CONTAINER and not expected:
        return f"What came back is {a(got)}, which cannot be used as the exercise asks."
    if rung is Rung.CONTAINER:
        because = f": {clean(mismatch.fact)}" if mismatch.fact and mismatch.fact != "device" else ""
        return f"{whose} should be {a(expected)}{at}; it is {a(got)}{because}."
    if rung is Rung.ELEMENT_KIND:
        if not index and expected not in ITEM_SIZES:
            return f"{whose} should be {a(expected)}; it is {a(got)}."
        return f"{whose} should hold {expected}; it holds {got}{at and ', first' + at}."
    if rung is Rung.FINITE:
        return f"{whose} holds {got}, first at {index or 'the only place'}{extent}: no input asks for that."
    if rung is Rung.SIGN_OF_ZERO:
        return (
            f"{whose} holds -0.0, first at {index or 'the only place'}{extent}. "
            "A tiny negative number was rounded; look at its sign."
        )
    return f"{whose} was changed: the function must leave its arguments as they are."


def _hidden_mismatch(mismatch: Mismatch) -> str:
    whose = _of(mismatch)
    where = f" in {mismatch.extent}" if mismatch.extent else ""
    if mismatch.rung is Rung.SHAPE:
        key = f": {clean(mismatch.fact)}" if mismatch.fact.startswith("key") else ""
        return f"{whose} has another shape than asked for{key}."
    if mismatch.rung is Rung.ROUNDING_FORM:
        return f"{whose} is not rounded as asked{where}."
    if mismatch.rung is Rung.VALUES:
        if mismatch.fact.startswith("statistic"):
            return f"{whose} is not distributed as asked: {_statistic(mismatch)} is outside the band."
        if mismatch.fact == "equal draws":
            return f"{whose}: two are equal where each should be fresh."
        return f"{whose} has wrong values{where}."
    return _fact(mismatch)


def _statistic(mismatch: Mismatch) -> str:
    name = mismatch.fact.removeprefix("statistic ")
    return {"std": "the standard deviation", "mean": "the mean"}.get(name, "the share of small entries")


def _visible_mismatch(mismatch: Mismatch, error: Error | None) -> list[str]:
    if mismatch.rung is Rung.SHAPE:
        what = "length" if mismatch.fact == "length" else "shape"
        if mismatch.fact.startswith("key"):
            return [f"{_of(mismatch)}: {clean(mismatch.fact)}."]
        at = f" at {_index(mismatch)}" if mismatch.where else ""
        return [f"{_of(mismatch)} has another {what} than asked for{at}.", *_pair(mismatch)]
    if mismatch.rung in (Rung.ROUNDING_FORM, Rung.VALUES) and mismatch.fact != "equal draws":
        if mismatch.fact.startswith("statistic"):
            return [_hidden_mismatch(mismatch), *_pair(mismatch)]
        fault = "not rounded as asked" if mismatch.rung is Rung.ROUNDING_FORM else "wrong"
        share = (
            f"{mismatch.count} of {mismatch.total} numbers are {fault}"
            if mismatch.total > 1
            else f"it is {fault}"
        )
        extent = f" ({mismatch.extent})" if mismatch.extent and "scattered" not in mismatch.extent else ""
        at = f"; the worst, at {_index(mismatch)}:" if mismatch.where else ":"
        return [f"{_of(mismatch)}: {share}{extent}{at}", *_pair(mismatch)]
    lines = [_hidden_mismatch(mismatch)]
    if error is not None and mismatch.rung in (Rung.CONTAINER, Rung.RETURNED):
        lines.append(f"  {_raised(error, with_text=True)}.")
    return lines


def _pair(mismatch: Mismatch) -> list[str]:
    expected, got = clean(mismatch.expected, 80), clean(mismatch.got, 80)
    if mismatch.rung in (Rung.ROUNDING_FORM, Rung.VALUES):
        expected, got = _aligned(expected, got)
    lines = [f"  expected  {expected}", f"  got       {got}"]
    if mismatch.missed_by is not None and mismatch.allowed is not None and mismatch.missed_by < 10:
        lines.append(f"  allowed   off by {mismatch.allowed:.3g} at most")
    return lines


def _aligned(*numbers: str) -> list[str]:
    """The numbers with their decimal points below each other."""
    before = [len(number.partition(".")[0]) for number in numbers]
    return [" " * (max(before) - width) + number for number, width in zip(numbers, before, strict=True)]


# --------------------------------------------------------------------------- results


def load_message(status: Status, load: Load, entry_points: Sequence[str]) -> str:
    """Why nothing could be checked."""
    error = load.error
    if status is Status.MISSING:
        names = " or ".join(f"`{name}`" for name in entry_points)
        other = [
            f"`{name}` is {a(clean(kind, 60))}, not something to call" for name, kind in load.entry_points
        ]
        skipped = f" {clean(load.notes[0])}." if load.notes else ""
        return f"There is no {names} in what was handed in" + (f": {other[0]}." if other else ".") + skipped
    if status is Status.SYNTAX_ERROR and error is not None:
        message = clean(error.message).split(" (")[0]
        return f"Python cannot read this: {_raised_in(error)}{clean(error.name, 60)}: {message}."
    if error is None:
        how = "it ran over the time limit" if load.outcome is Outcome.TIMED_OUT else "the process ended"
        detail = f" ({clean(load.detail)})" if load.detail else ""
        return f"The file did not load to its end: {how}{detail} while the file was being run."
    raised = f"{_raised_in(error)}{clean(error.name, 60)}: {clean(error.message)}"
    return f"The file did not load to its end: {raised.rstrip('.')}."


def _raised_in(error: Error) -> str:
    return f"{place(error)}: " if error.line else ""


def not_started_message(key: Key, verdict: Verdict) -> str:
    """The submission is the stub as it was given."""
    case = next((v.first_failure for v in verdict.checks if v.first_failure is not None), None)
    did = "it does nothing yet"
    if case is not None and case.error is not None:
        did = f"as given, it raises {clean(case.error.name, 60)}"
    elif case is not None and case.mismatch is not None and case.mismatch.got in ("None", "NoneType"):
        did = "as given, it returns None"
    return f"Not started: this is the stub of {key.exercise.name}; {did}."


def result_message(key: Key, verdict: Verdict, messages: Iterable[str], cause: Mistake | None) -> str:
    """The one text that tells a student the first thing to mend."""
    if verdict.status is Status.PASSED:
        return f"All {plural(len(verdict.checks), 'check')} passed."
    failing = next(v for v in verdict.checks if v.status is not Status.PASSED)
    message = list(messages)[failing.index]
    passed = sum(v.status is Status.PASSED for v in verdict.checks)
    return (
        f"{passed} of {plural(len(verdict.checks), 'check')} passed. "
        f"First to mend: {key.checks[failing.index].name}.\n{message}"
    )
