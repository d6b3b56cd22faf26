"""What a student may be told of a case that did not pass. The one place where a hidden case is redacted.

Everything that is rendered of a check (its message, what was printed, the message of the whole) is made
of what `told_case` gives, never of the verdict, the case or the observation themselves.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from grader.codec import ITEM_SIZES, MAX_DEPTH, MAX_NODES, MAX_VALUES
from grader.compare import WRONG_AS_WELL
from grader.escape import for_terminal
from grader.extent import SCATTERED
from grader.model import (
    Case,
    CaseVerdict,
    Check,
    CheckVerdict,
    Error,
    Mapping,
    Mismatch,
    Observation,
    Policy,
    Raises,
    Rung,
    Sequence,
    Status,
    Text,
    Unit,
    Value,
)
from grader.text.endings import known_end

MAX_PRINTED = 2000
# Of a hidden case larger numbers are not told: a student's code chooses where entries are wrong and which
# line raises, and a hidden input could be as large.
MAX_HIDDEN_INDEX = 999
MAX_HIDDEN_LINE = 9999

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
NOT_CARRIED = {
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
    (
        *NOT_CARRIED,
        WRONG_AS_WELL,
        *("device", "no exception", "another exception", "length", "equal draws"),
        *(f"statistic {name}" for name in ("mean", "std", "share_within", "share_among")),
    )
)


@dataclass(frozen=True)
class ToldCase:
    """What may be told of the first case of a check that did not pass.

    Attributes
    ----------
    label
        The class of the case.
    secret
        Whether it was redacted: then there are no inputs, no values, no texts and no output.
    status, mismatch, error, detail
        What the judge says of it; of a secret case without anything that could carry a value.
    policies
        Those of the part that is wrong.
    inputs
        What the check was given.
    line
        The student's own line that raised, as it is written.
    printed
        What was printed in this case.
    refuses
        Whether the case asks for an exception, which was raised, and for something else that is wrong.
    """

    label: str
    secret: bool
    status: Status
    mismatch: Mismatch | None = None
    error: Error | None = None
    detail: str = ""
    policies: tuple[Policy, ...] = ()
    inputs: tuple[tuple[str, Value], ...] = ()
    line: str = ""
    printed: str | None = None
    refuses: bool = False


def told_case(
    check: Check,
    verdict: CheckVerdict,
    seen: Observation | None = None,
    *,
    units: Iterable[Unit] = (),
    public: Collection[str] = (),
    reveal: bool = False,
) -> ToldCase | None:
    """Decide what may be told of a check that did not pass.

    Of a hidden case that is its status, the class of case, the type of an exception with the student's
    own line, where in an answer it is wrong, and what everybody knows: well-known types, and names in
    ``public``. No input, no value, no text of an exception, no output.

    Parameters
    ----------
    check, verdict
        The check, and the judge's word on it.
    seen
        What was seen of its first case that did not pass.
    units
        What was handed in.
    public
        The keys and attributes that the exercise is known to ask for.
    reveal
        Tell of a hidden case what is told of a visible one: for one's own practice alone.

    Returns
    -------
    ToldCase or None
        None if every case passed, or none was run.
    """
    first = verdict.first_failure
    if first is None or verdict.status in (Status.PASSED, Status.NOT_RUN):
        return None
    case = check.cases[first.case]
    policies = dict(case.expect).get(first.mismatch.part, ()) if first.mismatch is not None else ()
    if check.visibility == "hidden" and not reveal:
        return ToldCase(
            case.label,
            True,
            first.status,
            mismatch=_redacted_mismatch(first, {*public, *check.names, *(part for part, _ in case.expect)}),
            error=_redacted_error(first.error),
            detail=known_end(first.detail),
            refuses=_refuses(case, first),
        )
    return ToldCase(
        case.label,
        False,
        first.status,
        first.mismatch,
        first.error,
        first.detail,
        policies,
        case.inputs,
        _source_line(first.error, units),
        kept_print(seen.printed) if seen is not None and seen.printed.strip() else None,
        _refuses(case, first),
    )


def _refuses(case: Case, verdict: CaseVerdict) -> bool:
    """Whether an exception that the case asks for was raised: its rung lies below that of what is wrong."""
    asked = any(isinstance(policy, Raises) for _, policies in case.expect for policy in policies)
    return asked and verdict.mismatch is not None and verdict.mismatch.rung > Rung.RETURNED


def kept_print(text: str) -> str:
    """What was printed, made harmless and cut with a notice."""
    shown = for_terminal(text, multiline=True).strip("\n")
    if len(shown) <= MAX_PRINTED:
        return shown
    return f"{shown[:MAX_PRINTED]}\n... cut: {MAX_PRINTED:,} of {len(shown):,} characters are shown"


def _source_line(error: Error | None, units: Iterable[Unit]) -> str:
    """The line of the student's own that raised."""
    source = next((unit.source for unit in units if error is not None and unit.label == error.unit), "")
    lines = re.split(r"\r\n|\r|\n", source)
    return lines[error.line - 1].strip() if error is not None and 0 < error.line <= len(lines) else ""


# --------------------------------------------------------------------------- hidden cases


def _redacted_error(error: Error | None) -> Error | None:
    """The type of an exception, by its nearest builtin base, and the student's own line."""
    if error is None:
        return None
    placed = error.line <= MAX_HIDDEN_LINE and not re.search(r"cell \d{5}", error.unit)
    return Error(
        name=_known_exception(error),
        bases=(),
        message="",
        origin=error.origin,
        unit=error.unit if placed else "",
        line=error.line if placed else 0,
    )


def _known_exception(error: Error) -> str:
    return next((name for name in (error.name, *error.bases) if name in _KNOWN_TYPES), "Exception")


def _redacted_mismatch(first: CaseVerdict, public: Collection[str]) -> Mismatch | None:
    """The mismatch with nothing in it that is a value, or that a student could have written."""
    mismatch = first.mismatch
    if mismatch is None:
        return None
    typed = mismatch.rung in (Rung.ENTRY_POINT, Rung.RETURNED, Rung.CONTAINER, Rung.ELEMENT_KIND)
    return Mismatch(
        mismatch.rung,
        mismatch.part,
        expected=mismatch.expected if typed else "",
        got=_redacted_got(mismatch, first.error),
        where=_redacted_where(mismatch, public) if typed else (),
        extent=_redacted_extent(mismatch.extent),
        fact=_redacted_fact(mismatch.fact, public),
    )


def _redacted_got(mismatch: Mismatch, error: Error | None) -> str:
    if mismatch.rung is Rung.RETURNED and error is not None:
        return _known_exception(error)
    if mismatch.rung is Rung.FINITE:
        return mismatch.got if mismatch.got in ("nan", "inf", "-inf") else "a number that is not finite"
    told_of_type = mismatch.rung in (Rung.RETURNED, Rung.CONTAINER, Rung.ELEMENT_KIND)
    if not told_of_type or not (mismatch.got or mismatch.expected):
        return ""
    return mismatch.got if mismatch.got in _KNOWN_TYPES else "custom object"


def _redacted_where(mismatch: Mismatch, public: Collection[str]) -> tuple[int | str, ...]:
    """The path to a wrong kind, up to a step that is not to be told."""
    told: list[int | str] = []
    for step in mismatch.where:
        if not (step <= MAX_HIDDEN_INDEX if isinstance(step, int) else step in public):
            return ()
        told.append(step)
    return tuple(told)


def _redacted_extent(extent: str) -> str:
    extent = re.sub(rf"^\d{{{len(str(MAX_HIDDEN_INDEX)) + 1},}} {SCATTERED}", f"many {SCATTERED}", extent)
    numbers = re.findall(r"\d+", extent)
    return "some entries" if any(int(number) > MAX_HIDDEN_INDEX for number in numbers) else extent


def _redacted_fact(fact: str, public: Collection[str]) -> str:
    if fact.startswith("key"):
        key = re.fullmatch(r"key '(.*)' is missing", fact, re.DOTALL)
        if key is not None and key[1] in public:
            return fact
        return "keys that are not asked for" if fact.endswith("is not asked for") else "keys are missing"
    if fact.startswith("no attribute"):
        return fact if fact.removeprefix("no attribute ") in public else ""
    return fact if fact in _KNOWN_FACTS else ""


def known_keys(value: Value | None) -> frozenset[str]:
    """The texts that are keys anywhere in a value that everybody may see."""
    if isinstance(value, Sequence):
        return frozenset().union(*map(known_keys, value.items))
    if not isinstance(value, Mapping):
        return frozenset()
    keys = (key.value for key, _ in value.items if isinstance(key, Text))
    return frozenset(keys).union(*(known_keys(item) for _, item in value.items))
