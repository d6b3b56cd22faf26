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
from grader.escape import clean
from grader.model import (
    Array,
    Case,
    CaseVerdict,
    Cause,
    Check,
    CheckVerdict,
    Error,
    Key,
    Mismatch,
    Number,
    Packed,
    Rung,
    Status,
    Text,
    Value,
    Verdict,
)
from grader.text.comparison import part_name
from grader.text.endings import NOT_ALLOWED, crash_sentence, place
from grader.text.plain import a, exception_name, name_and_text, plural

MAX_SHOWN_NUMBERS = 16

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
# Why an answer was not carried, as the worker says it -> as the student reads it.
_NOT_CARRIED = {
    "it contains itself": "it contains itself",
    "nested too deeply": "it is nested too deeply",
    f"it is nested more than {MAX_DEPTH} deep": f"it is nested more than {MAX_DEPTH} deep",
    "it is larger than an answer may be": "it is larger than an answer may be",
    "too large for the memory limit": "it is too large for the memory limit",
    f"it holds more than {MAX_VALUES:,} numbers": f"it holds more than {MAX_VALUES:,} numbers",
    f"it holds more than {MAX_NODES:,} things": f"it holds more than {MAX_NODES:,} things",
    "it holds too many things": "it holds too many things",
    "the text is too long": "it holds a text that is too long",
    "the integer is too long": "it holds an integer that is too long",
    "its dtype is object": "its dtype is object",
    "it is not plain data": "it is not plain data",
    "it could not be read": "",
}
_KNOWN_FACTS = frozenset(
    (*_NOT_CARRIED, "device", "no exception", "another exception", "length", "equal draws")
)


# --------------------------------------------------------------------------- messages


def check_message(
    check: Check, verdict: CheckVerdict, cause: Cause | None, *, hidden: bool | None = None
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
        lines += cause_lines(cause)
    return "\n".join(lines)


def cause_lines(cause: Cause) -> list[str]:
    """The proven cause; where two act together, each on a line of its own."""
    if len(cause.texts) == 1:
        return [f"Likely cause: {cause.texts[0]}"]
    return ["Likely causes, which act together:", *(f"  - {text}" for text in cause.texts)]


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
    elif got not in _KNOWN_TYPES and (got or mismatch.expected):
        got = "custom object"
    if fact.endswith("is not asked for"):
        fact = "keys that are not asked for"
    elif fact.startswith("key") and not re.fullmatch(r"key '[A-Za-z_][A-Za-z_ ]*' is missing", fact):
        fact = "keys are missing"
    elif fact.startswith("no attribute"):
        fact = fact if fact.removeprefix("no attribute ") in names else ""
    elif not fact.startswith(("key", "statistic")) and fact not in _KNOWN_FACTS:
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
        text = name_and_text("TypeError", error.message, 200) if with_text else "TypeError"
        return (
            f"It cannot be called as the exercise says ({text}). Are its parameters' names and number right?"
        )
    sentences = {
        Status.RAISED: f"{raised}.",
        Status.TIMEOUT: "It ran over the time limit and was stopped. Is there a loop that never ends?",
        Status.OUT_OF_MEMORY: "It asked for more memory than the limit allows.",
        Status.TOO_MUCH_OUTPUT: "It printed more than a check may, and was stopped. Take out the prints.",
        Status.CRASHED: crash_sentence(verdict.detail, with_text=with_text),
        Status.FORBIDDEN: f"It {NOT_ALLOWED}. {raised}." if raised else f"It {NOT_ALLOWED}.",
        Status.NOT_RUN: "It was not run: the time for the whole submission was used up.",
    }
    return sentences.get(verdict.status, "It did not pass.")


def _raised(error: Error, with_text: bool) -> str:
    where = f" at {place(error)}" if error.line else ""
    what = f"It raised {exception_name(error.name)}{where}"
    return name_and_text(what, error.message, 200) if with_text else what


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
            return f"{whose} should raise {expected}; it raised {exception_name(got)}."
        return f"{whose} raised {exception_name(got)}."
    if rung is Rung.CONTAINER and mismatch.fact.startswith("no attribute"):
        missing = clean(mismatch.fact.removeprefix("no attribute "), 80)
        what = f"What came back, {a(got)}," if got else "What the file gives"
        return f"{what} has no `{missing}`, which the exercise asks for."
    if rung is Rung.CONTAINER and not expected:
        what = f"What came back is {a(got)}, which" if got else "What the file gives"
        return f"{what} cannot be used as the exercise asks."
    if rung is Rung.CONTAINER and expected == got:
        return _not_carried(mismatch)
    if rung is Rung.CONTAINER:
        reason = _NOT_CARRIED.get(mismatch.fact, clean(mismatch.fact)) if mismatch.fact != "device" else ""
        because = f": {reason}" if reason else ""
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


def _not_carried(mismatch: Mismatch) -> str:
    """An answer of the type asked for that could not be carried whole."""
    whose, at = _of(mismatch), f" at {_index(mismatch)}" if mismatch.where else ""
    if mismatch.fact == "it is not plain data":
        named = a(clean(mismatch.expected, 80))
        return f"{whose} should be {named}{at}; it is of another type that only has the same name."
    reason = _NOT_CARRIED.get(mismatch.fact, clean(mismatch.fact))
    return f"{whose} cannot be read{at}{': ' + reason if reason else ''}."


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
    return {
        "std": "the standard deviation",
        "mean": "the mean",
        "share_within": "the share of small entries",
        "share_among": "the share of entries with a possible value",
    }[name]


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


NOT_STARTED = "Not started"


def not_started_message(key: Key, verdict: Verdict) -> str:
    """The submission is the stub as it was given; in a debugging exercise that is a program with a fault."""
    case = next((v.first_failure for v in verdict.checks if v.first_failure is not None), None)
    did = "it does nothing yet"
    if case is not None and case.error is not None:
        did = f"as given, it raises {exception_name(case.error.name)}"
    elif case is not None and case.mismatch is not None and case.mismatch.got in ("None", "NoneType"):
        did = "as given, it returns None"
    elif case is not None and case.mismatch is not None:
        did = "as given, it runs, but its answers are not right yet"
    return f"{NOT_STARTED}: this is the stub of {key.exercise.name}; {did}."


def result_message(key: Key, verdict: Verdict, messages: Iterable[str], cause: Cause | None) -> str:
    """The one text that tells a student the first thing to mend."""
    if verdict.status is Status.PASSED:
        return f"All {plural(len(verdict.checks), 'check')} passed."
    failing = next(v for v in verdict.checks if v.status is not Status.PASSED)
    passed = sum(v.status is Status.PASSED for v in verdict.checks)
    share = f"{passed} of {plural(len(verdict.checks), 'check')} passed."
    name = key.checks[failing.index].name
    if failing.status is Status.NOT_RUN:
        return f"{share} {_out_of_time(verdict, name)}"
    return f"{share} First to mend: {name}.\n{list(messages)[failing.index]}"


def _out_of_time(verdict: Verdict, name: str) -> str:
    """Why the first check that did not pass was not run."""
    if any(v.status is not Status.NOT_RUN for v in verdict.checks):
        return (
            f'The time for the whole submission was used up before the check "{name}" could run. '
            "Is something slow?"
        )
    noted = f" {clean(verdict.load.notes[0])}." if verdict.load.notes else ""
    return (
        "No check could run: the time for the whole submission was used up while it was being loaded. "
        f"Is something slow outside the functions?{noted}"
    )
