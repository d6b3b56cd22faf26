"""Messages of verdicts and results, made of what may be told of a case.

What that is of a hidden case is decided in `grader.text.redaction`, and nothing here sees more of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.codec import ITEM_SIZES
from grader.compare import WRONG_AS_WELL
from grader.escape import clean
from grader.extent import SCATTERED
from grader.model import (
    Cause,
    Check,
    CheckVerdict,
    Error,
    Mismatch,
    Rounded,
    Rung,
    Status,
    Verdict,
)
from grader.text.comparison import part_name
from grader.text.endings import NOT_ALLOWED, crash_sentence, place
from grader.text.inputs import called_with
from grader.text.plain import a, exception_name, name_and_text, plural
from grader.text.redaction import NOT_CARRIED, ToldCase

NOT_ROUNDED_EITHER = "Besides, it is not rounded as asked."
REFUSED = "What should raise an exception does; it is the call beside it that is wrong."


# --------------------------------------------------------------------------- messages


def check_message(verdict: CheckVerdict, told: ToldCase | None, cause: Cause | None) -> str:
    """What a student reads of one check: of its first case that did not pass, and why, if that is proven."""
    if told is None:
        return "passed" if verdict.status is Status.PASSED else "not run"
    failed = sum(v.status is not Status.PASSED for v in verdict.cases)
    share = f" ({failed} of {plural(len(verdict.cases), 'case')} failed)" if len(verdict.cases) > 1 else ""
    lines = [f"On {clean(told.label)}{share}:"]
    called = called_with(told.inputs)
    lines += [f"  with {called}"] if called else []
    if told.mismatch is None:
        lines += [_status_sentence(told), *_own_line(told)]
    elif told.secret:
        lines.append(_hidden_mismatch(told.mismatch))
    else:
        lines += _visible_mismatch(told, told.mismatch)
    lines += [REFUSED] if told.refuses else []
    if cause is not None:
        lines += cause_lines(cause)
    return "\n".join(lines)


def cause_lines(cause: Cause) -> list[str]:
    """The proven cause; where two act together, each on a line of its own."""
    if len(cause.texts) == 1:
        return [f"Likely cause: {cause.texts[0]}"]
    return ["Likely causes, which act together:", *(f"  - {text}" for text in cause.texts)]


def _status_sentence(told: ToldCase) -> str:
    error = told.error
    raised = _raised(error) if error is not None else ""
    if error is not None and error.origin == "call" and told.status is Status.RAISED:
        text = name_and_text("TypeError", error.message, 200)
        return (
            f"It cannot be called as the exercise says ({text}). Are its parameters' names and number right?"
        )
    sentences = {
        Status.RAISED: f"{raised}.",
        Status.TIMEOUT: "It ran over the time limit and was stopped. Is there a loop that never ends?",
        Status.OUT_OF_MEMORY: "It asked for more memory than the limit allows.",
        Status.TOO_MUCH_OUTPUT: "It printed more than a check may, and was stopped. Take out the prints.",
        Status.CRASHED: crash_sentence(told.detail),
        Status.FORBIDDEN: f"It {NOT_ALLOWED}. {raised}." if raised else f"It {NOT_ALLOWED}.",
        Status.NOT_RUN: "It was not run: the time for the whole submission was used up.",
    }
    return sentences.get(told.status, "It did not pass.")


def _raised(error: Error) -> str:
    where = f" at {place(error)}" if error.line else ""
    return name_and_text(f"It raised {exception_name(error.name)}{where}", error.message, 200)


def _own_line(told: ToldCase) -> list[str]:
    """The student's own line that raised, as it is written."""
    if not told.line or told.error is None:
        return []
    return [f"  line {told.error.line}:  {clean(told.line, 80)}"]


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
        reason = NOT_CARRIED.get(mismatch.fact, clean(mismatch.fact)) if mismatch.fact != "device" else ""
        because = f": {reason}" if reason else ""
        return f"{whose} should be {a(expected)}{at}; it is {a(got)}{because}."
    if rung is Rung.ELEMENT_KIND:
        if not index and expected not in ITEM_SIZES:
            return f"{whose} should be {a(expected)}; it is {a(got)}."
        return f"{whose} should hold {expected}; it holds {got}{at and ', first' + at}."
    if rung is Rung.FINITE:
        return f"{whose} {_holding(mismatch, got)}: no input asks for that."
    if rung is Rung.SIGN_OF_ZERO:
        return f"{whose} {_holding(mismatch, '-0.0')}. A tiny negative number was rounded; look at its sign."
    return f"{whose} was changed: the function must leave its arguments as they are."


def _holding(mismatch: Mismatch, what: str) -> str:
    """That an answer holds something, and where; of a hidden case without the first place."""
    index = _index(mismatch)
    if not index:
        told = f"holds {what} in {mismatch.extent}" if mismatch.extent else f"holds {what}"
        return f"is {what}" if mismatch.total == 1 else told
    if mismatch.count == 1:
        return f"holds {what} at {index}"
    return f"holds {what}, first at {index}{f' ({mismatch.extent})' if mismatch.extent else ''}"


def _not_carried(mismatch: Mismatch) -> str:
    """An answer of the type asked for that could not be carried whole."""
    whose, at = _of(mismatch), f" at {_index(mismatch)}" if mismatch.where else ""
    if mismatch.fact == "it is not plain data":
        named = a(clean(mismatch.expected, 80))
        return f"{whose} should be {named}{at}; it is of another type that only has the same name."
    reason = NOT_CARRIED.get(mismatch.fact, clean(mismatch.fact))
    return f"{whose} cannot be read{at}{': ' + reason if reason else ''}."


def _hidden_mismatch(mismatch: Mismatch) -> str:
    whose = _of(mismatch)
    where = f" in {mismatch.extent}" if mismatch.extent else ""
    if mismatch.rung is Rung.SHAPE:
        key = f": {clean(mismatch.fact)}" if mismatch.fact.startswith("key") else ""
        return f"{whose} has another shape than asked for{key}."
    if mismatch.rung is Rung.ROUNDING_FORM and mismatch.fact != WRONG_AS_WELL:
        return f"{whose} is not rounded as asked{where}."
    if mismatch.rung is Rung.ROUNDING_FORM:
        return f"{whose} has wrong values{where}, and is not rounded as asked."
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


def _visible_mismatch(told: ToldCase, mismatch: Mismatch) -> list[str]:
    if mismatch.rung is Rung.SHAPE:
        what = "length" if mismatch.fact == "length" else "shape"
        if mismatch.fact.startswith("key"):
            return [f"{_of(mismatch)}: {clean(mismatch.fact)}."]
        at = f" at {_index(mismatch)}" if mismatch.where else ""
        return [f"{_of(mismatch)} has another {what} than asked for{at}.", *_pair(told, mismatch)]
    if mismatch.rung in (Rung.ROUNDING_FORM, Rung.VALUES) and mismatch.fact != "equal draws":
        if mismatch.fact.startswith("statistic"):
            return [_hidden_mismatch(mismatch), *_pair(told, mismatch)]
        if not mismatch.expected and not mismatch.got:
            return [f"{_of(mismatch)} holds other things than expected."]
        lines = [f"{_of(mismatch)}{_share(mismatch)}:", *_pair(told, mismatch)]
        return [*lines, NOT_ROUNDED_EITHER] if mismatch.fact == WRONG_AS_WELL else lines
    lines = [_hidden_mismatch(mismatch)]
    if told.error is not None and mismatch.rung in (Rung.CONTAINER, Rung.RETURNED):
        lines += [f"  {_raised(told.error)}.", *_own_line(told)]
    return lines


def _share(mismatch: Mismatch) -> str:
    """How many numbers are wrong, where they are, and where the worst of them is."""
    form = mismatch.rung is Rung.ROUNDING_FORM and mismatch.fact != WRONG_AS_WELL
    fault = "not rounded as asked" if form else "wrong"
    index = _index(mismatch)
    if mismatch.total <= 1:
        return f" is {fault}{f' at {index}' if index else ''}"
    if mismatch.count == 1:
        return f": 1 of {mismatch.total} numbers is {fault}, at {index}"
    if mismatch.count == mismatch.total:
        all_of_them = "both" if mismatch.total == 2 else f"all {mismatch.total}"
        return f": {all_of_them} numbers are {fault}; the worst, at {index}"
    where = mismatch.extent.removeprefix(f"{mismatch.count} ")
    where = where.removesuffix(" entries") if where == SCATTERED else where
    told = f"{mismatch.count} of {mismatch.total} numbers are {fault}"
    return f": {told}{f' ({where})' if where else ''}; the worst, at {index}"


def _pair(told: ToldCase, mismatch: Mismatch) -> list[str]:
    expected, got = clean(mismatch.expected, 80), clean(mismatch.got, 80)
    if mismatch.rung in (Rung.ROUNDING_FORM, Rung.VALUES):
        expected, got = _aligned(expected, got)
    lines = [f"  expected  {expected}", f"  got       {got}"]
    if mismatch.missed_by is not None and mismatch.allowed is not None and mismatch.missed_by < 10:
        exact = any(isinstance(policy, Rounded) for policy in told.policies)
        what = "exact value, before rounding" if exact else "expected value"
        lines.append(f"  allowed   within {_size(mismatch.allowed)} of the {what}")
    return lines


def _size(allowance: float) -> str:
    """An allowance as one writes it down: 0.00005, and not 5e-05; very small ones in powers of ten."""
    short = f"{allowance:.3g}"
    return f"{float(short):.12f}".rstrip("0").rstrip(".") if 1e-7 <= allowance < 1 else short


def _aligned(*numbers: str) -> list[str]:
    """The numbers with their decimal points below each other; texts stay as they are."""
    if any(text[:1] in ("'", '"', "b") for text in numbers):
        return list(numbers)
    before = [len(number.partition(".")[0]) for number in numbers]
    return [" " * (max(before) - width) + number for number, width in zip(numbers, before, strict=True)]


# --------------------------------------------------------------------------- results


NOT_STARTED = "Not started"


def not_started_message(exercise: str, told: Sequence[ToldCase | None]) -> str:
    """The submission is the stub as it was given; in a debugging exercise that is a program with a fault."""
    case = next((case for case in told if case is not None), None)
    did = "it does nothing yet"
    if case is not None and case.error is not None:
        did = f"as given, it raises {exception_name(case.error.name)}"
    elif case is not None and case.mismatch is not None and case.mismatch.got in ("None", "NoneType"):
        did = "as given, it returns None"
    elif case is not None and case.mismatch is not None:
        did = "as given, it runs, but its answers are not right yet"
    return f"{NOT_STARTED}: this is the stub of {exercise}; {did}."


def result_message(checks: Sequence[Check], verdict: Verdict, messages: Sequence[str]) -> str:
    """The one text that tells a student the first thing to mend."""
    if verdict.status is Status.PASSED:
        return f"All {plural(len(verdict.checks), 'check')} passed."
    failing = next(v for v in verdict.checks if v.status is not Status.PASSED)
    passed = sum(v.status is Status.PASSED for v in verdict.checks)
    share = f"{passed} of {plural(len(verdict.checks), 'check')} passed."
    name = checks[failing.index].name
    if failing.status is Status.NOT_RUN:
        return f"{share} {_out_of_time(verdict, name)}"
    return f"{share} First to mend: {name}.\n{messages[failing.index]}"


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
