"""Compare two values: the first broken rung, in numbers. No text, no files, no processes.

Nothing is ever broadcast: containers are compared before shapes, shapes before kinds, kinds before
numbers, and a NaN satisfies no comparison. torch is not needed: a tensor is bytes here.

No clock stops a comparison, so its work is bounded by the reference's value and is at most linear in
the submission's: lengths come first, items are made when their turn comes, and a submission's values are
looked up in tables of the reference's, never put into tables of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, islice, repeat
from operator import mul
from typing import Any

import numpy as np

from grader.codec import ITEM_SIZES, number
from grader.errors import HarnessError
from grader.extent import extent
from grader.model import (
    Array,
    Blob,
    Failure,
    Mapping,
    Mismatch,
    Null,
    Number,
    Opaque,
    Packed,
    Rung,
    Sequence,
    Text,
    Value,
)

Path = tuple[int | str, ...]
Runs = tuple[tuple[str, int], ...]
INTS = frozenset(f"numpy.{name}" for name in ITEM_SIZES if "int" in name) | {"int"}
FLOATS = frozenset(f"numpy.{name}" for name in ITEM_SIZES if "float" in name) | {"float"}
BOOLS = frozenset(("bool", "numpy.bool"))
# Numbers below it are finite, and whole ones among them are floats.
EASY = 2.0**53
# The fact of a mismatch of form whose numbers are wrong however they are rounded.
WRONG_AS_WELL = "wrong as well"


@dataclass(frozen=True)
class Rule:
    """What a comparison allows.

    ``allowed`` maps the true numbers to the allowance of each entry; None means equal exactly.
    With ``structure_only`` the rungs after finite are left out, with ``rung_only`` what it would take a walk
    through a whole answer to say of a mismatch.
    """

    allowed: Callable[[Any], Any] | None = None
    dtypes: tuple[str, ...] = ()
    any_sequence: bool = False
    signed_zero: bool = False
    decimals: int | None = None
    form_atol: float = 0.0
    structure_only: bool = False
    rung_only: bool = False


def compare(expected: Value, got: Value, rule: Rule, truth: Value | None = None) -> Mismatch | None:
    """Find the first broken rung.

    Parameters
    ----------
    expected
        What the reference gave: its containers, shapes and kinds are asked for.
    got
        What the submission gave.
    rule
        What is allowed.
    truth
        Unrounded numbers of the same structure, compared in the place of the expected ones.

    Returns
    -------
    Mismatch or None
        The mismatch of the lowest rung, at its worst entry; None if the answer is right.
    """
    first: Mismatch | None = None
    for found in _differences(expected, got, rule, truth, ()):
        if first is None or found.rung < first.rung:
            first = found
        if found.rung is Rung.CONTAINER:  # no rung of an answer is lower
            break
    return first


def agrees(expected: Value, got: Value, rule: Rule, truth: Value | None = None) -> bool:
    """Whether no rung is broken; it looks no further than the first that is."""
    return next(_differences(expected, got, replace(rule, rung_only=True), truth, ()), None) is None


def same_structure(expected: Value, got: Value, rule: Rule) -> bool:
    """Whether containers, shapes and kinds are as expected; no further than the first that is not."""
    rule = replace(rule, structure_only=True, rung_only=True)
    differences = _differences(expected, got, rule, None, ())
    return all(found.rung >= Rung.FINITE for found in differences)


def describe(value: Value) -> str:
    """The kind of a value as a noun a student knows (``list``, ``torch.Tensor``, ``float``)."""
    if isinstance(value, Packed):
        return value.levels[0][0][0]
    if isinstance(value, Array):
        return "torch.Tensor" if value.library == "torch" else "numpy.ndarray"
    if isinstance(value, Opaque):
        return value.type_name
    if isinstance(value, Number | Sequence):
        return value.kind
    if isinstance(value, Failure):
        return value.error.name
    return {Null: "None", Text: "str", Blob: "bytes", Mapping: "dict"}[type(value)]


def _differences(
    expected: Value, got: Value, rule: Rule, truth: Value | None, path: Path
) -> Iterator[Mismatch]:
    if isinstance(expected, Array):
        yield from _arrays(expected, got, rule, truth, path)
    elif isinstance(expected, Packed) and isinstance(got, Packed):
        yield from _nests(expected, got, rule, truth, path)
    elif isinstance(expected, Number):
        yield from _numbers(expected, got, rule, truth, path)
    elif isinstance(expected, Packed | Sequence):
        yield from _sequences(expected, got, rule, truth, path)
    elif isinstance(expected, Mapping):
        yield from _mappings(expected, got, rule, truth, path)
    elif type(got) is not type(expected):
        yield _container(expected, got, path)
    elif got != expected:
        yield Mismatch(Rung.VALUES, expected=_show(expected), got=_show(got), where=path, count=1, total=1)


def _container(expected: Value, got: Value, path: Path, rung: Rung = Rung.CONTAINER) -> Mismatch:
    fact = got.reason if isinstance(got, Opaque) else ""
    return Mismatch(rung, expected=describe(expected), got=describe(got), where=path, fact=fact)


def _show(value: Value) -> str:
    if isinstance(value, Text | Blob):
        return repr(value.value[:80])[:80]
    if isinstance(value, Number):
        return digits(number(value))
    return describe(value)


def digits(x: complex) -> str:
    """A number as Python writes it; an integer that Python may refuse to write, in words."""
    return "a huge integer" if isinstance(x, int) and x.bit_length() > 256 else repr(x)


# --------------------------------------------------------------------------- containers


def length(value: Packed | Sequence) -> int:
    """How many items a sequence holds."""
    return len(value.items) if isinstance(value, Sequence) else value.shape[0]


def items(value: Packed | Sequence) -> Iterator[Value]:
    """The items of a sequence as values, each made when its turn comes."""
    if isinstance(value, Sequence):
        yield from value.items
        return
    count, *inner = value.shape
    *containers, size = accumulate(inner, mul, initial=1)
    levels = [_cut(runs, each, count) for runs, each in zip(value.levels[1:], containers, strict=True)]
    kinds = _cut(value.kinds, size, count)
    for index in range(count):
        data = value.data[8 * size * index : 8 * size * (index + 1)]
        if inner:
            yield Packed(tuple(inner), tuple(map(next, levels)), next(kinds), data)
        else:
            ((kind, _),) = next(kinds)
            yield Number(*_scalar(kind, data))


def _cut(runs: Runs, each: int, parts: int) -> Iterator[Runs]:
    """A run-length code cut into the codes of parts of ``each`` entries."""
    left, kind, count = iter(runs), "", 0
    for _ in range(parts):
        part: list[tuple[str, int]] = []
        wanted = each
        while wanted:
            if not count:
                kind, count = next(left)
            taken = min(count, wanted)
            part.append((kind, taken))
            count -= taken
            wanted -= taken
        yield tuple(part)


def _scalar(kind: str, data: bytes) -> tuple[str, bytes]:
    """Kind and bytes of one packed number as a `Number` holds them."""
    if kind == "float":
        return kind, data
    x = float(np.frombuffer(data, dtype="<f8")[0])
    if kind == "int":
        whole = int(x)
        return kind, whole.to_bytes(whole.bit_length() // 8 + 1, "little", signed=True)
    if kind == "bool":
        return kind, b"\x01" if x else b"\x00"
    return kind, np.dtype(kind.removeprefix("numpy.")).type(x).tobytes()


def _truths(truth: Value | None, count: int) -> Iterator[Value | None]:
    if truth is None:
        return repeat(None, count)
    if not isinstance(truth, Packed | Sequence):
        raise HarnessError("the reference's unrounded truth has another structure than its answer")
    if length(truth) != count:
        raise HarnessError("the reference's unrounded truth has another length than its answer")
    return items(truth)


def _sequences(
    expected: Packed | Sequence, got: Value, rule: Rule, truth: Value | None, path: Path
) -> Iterator[Mismatch]:
    kind = describe(expected)
    if not isinstance(got, Packed | Sequence) or not _same_sequence(kind, describe(got), rule):
        yield _container(expected, got, path)
    elif kind in ("set", "frozenset"):
        wanted = set(items(expected))
        if length(expected) != length(got) or wanted.intersection(items(got)) != wanted:
            yield Mismatch(Rung.VALUES, where=path, count=1, total=1)
    elif length(expected) != length(got):
        yield from _lengths(expected, got, path)
    else:
        triples = zip(items(expected), items(got), _truths(truth, length(expected)), strict=True)
        for i, (want, have, true) in enumerate(triples):
            yield from _differences(want, have, rule, true, (*path, i))


def _lengths(expected: Packed | Sequence, got: Packed | Sequence, path: Path) -> Iterator[Mismatch]:
    wanted, given = length(expected), length(got)
    yield Mismatch(Rung.SHAPE, expected=str(wanted), got=str(given), where=path, fact="length")
    # What cannot be carried at all (a list in itself, say) is told before a length.
    carried = got.items if isinstance(got, Sequence) else ()
    uncarried = next((i for i, item in enumerate(carried) if isinstance(item, Opaque)), None)
    if uncarried is not None:
        what = next(islice(items(expected), min(uncarried, wanted - 1), None)) if wanted else expected
        yield _container(what, carried[uncarried], (*path, uncarried))


def _same_sequence(expected: str, got: str, rule: Rule) -> bool:
    return expected == got or (rule.any_sequence and {expected, got} <= {"list", "tuple"})


def _mappings(
    expected: Mapping, got: Value, rule: Rule, truth: Value | None, path: Path
) -> Iterator[Mismatch]:
    if not isinstance(got, Mapping):
        yield _container(expected, got, path)
        return
    if rule.rung_only and len(got.items) != len(expected.items):
        yield Mismatch(Rung.SHAPE, where=path)
        return
    wanted = {_key(key): item for key, item in expected.items}
    # A number of a hostile dict is shown only if one is asked for: what shows it is equal to no other key.
    numbered = any(isinstance(key, str) for key in wanted)
    given = [(_key(key), item) for key, item in got.items] if numbered else got.items
    known = {key: item for key, item in given if key in wanted}
    extra = [key for key, _ in given if key not in wanted]
    if extra or len(known) < len(wanted):
        missing = min(map(_shown_key, wanted.keys() - known.keys()), default=None)
        fact = f"key {missing} is missing" if missing else f"key {_least(extra)} is not asked for"
        count = str(len(known) + len(extra))
        yield Mismatch(Rung.SHAPE, expected=str(len(wanted)), got=count, where=path, fact=fact)
        return
    truths = {_key(key): item for key, item in truth.items} if isinstance(truth, Mapping) else {}
    for key, item in wanted.items():
        if truth is not None and key not in truths:
            raise HarnessError("the reference's unrounded truth has other keys than its answer")
        yield from _differences(
            item, known[key], rule, truths.get(key), (*path, _shown_key(key).strip("'\""))
        )


def _least(keys: list[Value | str]) -> str:
    """The first of some keys, as it is told."""
    return min(map(_shown_key, keys))[:60]


def _key(value: Value) -> Value | str:
    """What tells a key from the others: the value; of a number what it shows, whatever its kind."""
    return _show(value) if isinstance(value, Number) else value


def _shown_key(key: Value | str) -> str:
    return key if isinstance(key, str) else _show(key)


# --------------------------------------------------------------------------- numbers


def kind_fits(expected: str, got: str) -> bool:
    """Whether a number of kind ``got`` may stand where one of kind ``expected`` is asked for."""
    if expected in BOOLS or got in BOOLS:
        return expected in BOOLS and got in BOOLS
    if expected in INTS:
        return got in INTS
    if expected in FLOATS:
        return got in FLOATS or got in INTS
    return "complex" in expected and (got in FLOATS or got in INTS or "complex" in got)


def _numbers(expected: Number, got: Value, rule: Rule, truth: Value | None, path: Path) -> Iterator[Mismatch]:
    if not isinstance(got, Number):
        plain = isinstance(got, Text | Null | Blob)
        yield _container(expected, got, path, Rung.ELEMENT_KIND if plain and path else Rung.CONTAINER)
        return
    if not kind_fits(expected.kind, got.kind):
        yield _container(expected, got, path, Rung.ELEMENT_KIND)
        return
    if truth is not None and not isinstance(truth, Number):
        raise HarnessError("the reference's unrounded truth is not a number where its answer is")
    want, true_number, have = number(expected), number(truth or expected), number(got)
    easily = _easily(want, true_number, have, rule)
    if easily is not None and (easily or rule.rung_only):
        yield from () if easily else (Mismatch(Rung.VALUES, where=path),)
        return
    if rule.allowed is None and isinstance(want, int) and isinstance(have, int):
        if want != have and not rule.structure_only:
            yield Mismatch(Rung.VALUES, expected=digits(want), got=digits(have), where=path, count=1, total=1)
        return
    try:
        wanted, true_wide, given = (
            np.atleast_1d(np.asarray(x, dtype=_wide(x))) for x in (want, true_number, have)
        )
    except OverflowError:
        if want != have and not rule.structure_only:
            yield Mismatch(Rung.VALUES, expected=digits(want), got=digits(have), where=path, count=1, total=1)
        return
    yield from _values(wanted, true_wide, given, rule, path, scalar=True)


def _easily(want: complex, true: complex, have: complex, rule: Rule) -> bool | None:
    """Whether a single real number is right, told without an array; None where that is not easy to say."""
    if not max(abs(want), abs(true), abs(have)) < EASY or complex in map(type, (want, true, have)):
        return None
    assert isinstance(have, int | float)
    if rule.structure_only:
        return True
    if rule.decimals is not None and not abs(have - round(have, rule.decimals)) <= rule.form_atol:
        return False
    if rule.signed_zero and have == 0 and str(have)[0] == "-":
        return None
    if rule.allowed is None or have == true:
        return have == true
    with np.errstate(all="ignore"):
        return bool(abs(have - true) <= rule.allowed(true))


def _wide(x: object) -> str:
    return "complex128" if isinstance(x, complex) else "float64"


def _nests(expected: Packed, got: Packed, rule: Rule, truth: Value | None, path: Path) -> Iterator[Mismatch]:
    if not _same_sequence(describe(expected), describe(got), rule):
        yield _container(expected, got, path)
        return
    if expected.shape != got.shape:
        yield Mismatch(Rung.SHAPE, expected=str(expected.shape), got=str(got.shape), where=path)
        return
    if not rule.any_sequence and expected.levels != got.levels:
        level = next(i for i, (w, g) in enumerate(zip(expected.levels, got.levels, strict=True)) if w != g)
        at = _first_difference(expected.levels[level], got.levels[level])
        where = np.unravel_index(at, expected.shape[:level])
        yield Mismatch(
            Rung.CONTAINER,
            expected=_at(expected.levels[level], at),
            got=_at(got.levels[level], at),
            where=(*path, *(int(i) for i in where)),
        )
        return
    odd = _odd_kind(expected, got)
    if odd is not None:
        where = np.unravel_index(odd, expected.shape)
        yield Mismatch(
            Rung.ELEMENT_KIND,
            expected=_at(expected.kinds, odd),
            got=_at(got.kinds, odd),
            where=(*path, *(int(i) for i in where)),
        )
        return
    want = np.frombuffer(expected.data, dtype="<f8").reshape(expected.shape)
    have = np.frombuffer(got.data, dtype="<f8").reshape(got.shape)
    true = want
    if truth is not None:
        if not isinstance(truth, Packed) or truth.shape != expected.shape:
            raise HarnessError("the reference's unrounded truth has another shape than its answer")
        true = np.frombuffer(truth.data, dtype="<f8").reshape(truth.shape)
    for found in _values(want, true, have, rule, path):
        yield _with_whole_numbers(found, expected, got, len(path))


def _with_whole_numbers(found: Mismatch, expected: Packed, got: Packed, depth: int) -> Mismatch:
    """The same with whole numbers as such: in a nest they travel as floats."""
    if not found.expected:
        return found
    at = int(np.ravel_multi_index(found.where[depth:], expected.shape))  # type: ignore[arg-type]
    told = [
        str(int(float(text))) if _at(nest.kinds, at) in INTS and float(text).is_integer() else text
        for text, nest in ((found.expected, expected), (found.got, got))
    ]
    return replace(found, expected=told[0], got=told[1])


def _at(runs: Runs, index: int) -> str:
    for kind, count in runs:
        if index < count:
            return kind
        index -= count
    return ""


def _first_difference(expected: Runs, got: Runs) -> int:
    at = 0
    for (kind, count), (other, other_count) in zip(expected, got, strict=False):
        if kind != other:
            return at
        if count != other_count:
            return at + min(count, other_count)
        at += count
    return at


def _odd_kind(expected: Packed, got: Packed) -> int | None:
    """Index of the first number of a kind that does not fit, or None."""
    runs = iter(expected.kinds)
    wanted, left, at = "", 0, 0
    for kind, count in got.kinds:
        end = at + count
        while at < end:
            if not left:
                wanted, left = next(runs)
            if not kind_fits(wanted, kind):
                return at
            step = min(left, end - at)
            left -= step
            at += step
    return None


def entries(value: Array) -> Any:
    """The numbers of an array as numpy; bfloat16 is widened to float32, bit for bit."""
    if value.dtype == "bfloat16":
        bits = np.frombuffer(value.data or b"", dtype="<u2").astype("<u4") << np.uint32(16)
        return bits.view("<f4").reshape(value.shape)
    return np.frombuffer(value.data or b"", dtype=value.dtype).reshape(value.shape)


def _arrays(expected: Array, got: Value, rule: Rule, truth: Value | None, path: Path) -> Iterator[Mismatch]:
    if not isinstance(got, Array) or got.library != expected.library:
        yield _container(expected, got, path)
        return
    if expected.shape != got.shape:
        yield Mismatch(Rung.SHAPE, expected=str(expected.shape), got=str(got.shape), where=path)
        return
    if got.dtype != expected.dtype and got.dtype not in rule.dtypes:
        yield Mismatch(Rung.ELEMENT_KIND, expected=expected.dtype, got=got.dtype, where=path)
        return
    if (got.data is None) != (expected.data is None):
        device = ["meta device" if value.data is None else "cpu" for value in (expected, got)]
        yield Mismatch(Rung.CONTAINER, expected=device[0], got=device[1], where=path, fact="device")
        return
    if got.data is None:
        return
    want, have = entries(expected), entries(got)
    true = want
    if truth is not None:
        if not isinstance(truth, Array) or truth.shape != expected.shape or truth.data is None:
            raise HarnessError("the reference's unrounded truth has another shape than its answer")
        true = entries(truth)
    if want.dtype.kind in "biu" and rule.allowed is None:
        yield from () if rule.structure_only else _exact(want, have, path)
    else:
        yield from _values(*_widened(want, true, have), rule, path)


def _exact(want: Any, have: Any, path: Path) -> Iterator[Mismatch]:
    wrong = want != have
    if wrong.any():
        where = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
        yield Mismatch(
            Rung.VALUES,
            expected=repr(want[where].item()),
            got=repr(have[where].item()),
            where=(*path, *(int(i) for i in where)),
            count=int(wrong.sum()),
            total=wrong.size,
            extent=extent(wrong),
        )


def _values(
    want: Any, true: Any, have: Any, rule: Rule, path: Path, scalar: bool = False
) -> Iterator[Mismatch]:
    """The first broken rung from finite to values, for arrays of one shape (float64 or complex128)."""
    rungs = _broken(want, true, have, rule)
    broken = next(rungs, None)
    if broken is None:
        return
    rung, fact = broken.rung, ""
    if rule.rung_only:
        yield Mismatch(rung, where=path)
        return
    if rung is Rung.ROUNDING_FORM:
        # What is wrong however it is rounded is more to be told than that it is not rounded.
        worse = next((one for one in rungs if one.rung is Rung.VALUES), None)
        broken, fact = (broken, "") if worse is None else (worse, WRONG_AS_WELL)
    where = np.unravel_index(broken.worst, broken.wrong.shape)
    limit = away = None
    if broken.rung is Rung.VALUES:
        limit, away = float(broken.allowed[where]), float(broken.away[where])
    yield Mismatch(
        rung,
        fact=fact,
        expected=repr(want[where].item()),
        got=repr(have[where].item()),
        where=path if scalar else (*path, *(int(i) for i in where)),
        count=int(broken.wrong.sum()),
        total=broken.wrong.size,
        extent=extent(broken.wrong),
        allowed=limit,
        missed_by=away / limit if limit is not None and away is not None and limit > 0 else None,
    )


@dataclass(frozen=True)
class _Broken:
    """A rung that numbers break: which of them do, and the flat index of the worst."""

    rung: Rung
    wrong: Any
    worst: int
    allowed: Any = None
    away: Any = None


def _broken(want: Any, true: Any, have: Any, rule: Rule) -> Iterator[_Broken]:
    """The rungs from finite to values that numbers break, each worked out when its turn comes."""
    if want.size == 0:
        return
    stray = ~np.isfinite(have) & (np.isfinite(want) | np.isnan(have))
    if stray.any():
        yield _Broken(Rung.FINITE, stray, int(np.argmax(stray)))
    if rule.structure_only:
        return
    if rule.decimals is not None:
        with np.errstate(all="ignore"):
            off = np.abs(have - np.round(have, rule.decimals))
        shapeless = ~(off <= rule.form_atol)
        if shapeless.any():
            yield _Broken(Rung.ROUNDING_FORM, shapeless, int(np.argmax(off)))
    if rule.signed_zero:
        negative = _negative_zeros(have) & ~_negative_zeros(want)
        if negative.any():
            yield _Broken(Rung.SIGN_OF_ZERO, negative, int(np.argmax(negative)))
    with np.errstate(all="ignore"):
        away = np.where(have == true, 0.0, np.abs(have - true))
        allowed = (
            np.zeros(away.shape) if rule.allowed is None else np.broadcast_to(rule.allowed(true), away.shape)
        )
        # An infinite truth allows itself and nothing else, however large the allowance it would give.
        wrong = ~((have == true) | (np.isfinite(true) & (away <= allowed)))
        if not wrong.any():
            return
        if rule.rung_only:
            yield _Broken(Rung.VALUES, wrong, 0)
            return
        ratio = np.where(wrong, np.where(allowed > 0, away / allowed, away), -1.0)
        worst = int(np.argmax(np.nan_to_num(ratio, nan=np.inf, posinf=1e300)))
    yield _Broken(Rung.VALUES, wrong, worst, allowed, away)


def wrong_numbers(want: Any, have: Any, rule: Rule, true: Any = None) -> Any:
    """Which numbers of an array are wrong, on whatever rung.

    Parameters
    ----------
    want, have
        What was expected and what was got, as numpy arrays of one shape.
    rule
        What is allowed.
    true
        Unrounded numbers, compared in the place of the expected ones.

    Returns
    -------
    numpy.ndarray
        True where a number is wrong.
    """
    true = want if true is None else true
    if want.dtype.kind in "biu" and rule.allowed is None:
        return want != have
    want, true, have = _widened(want, true, have)
    wrong = np.zeros(want.shape, bool)
    for broken in _broken(want, true, have, rule):
        wrong |= broken.wrong
    return wrong


def _widened(want: Any, true: Any, have: Any) -> tuple[Any, Any, Any]:
    wide = "complex128" if "c" in (want.dtype.kind, have.dtype.kind) else "float64"
    with np.errstate(invalid="ignore"):  # signalling NaNs
        return want.astype(wide), true.astype(wide), have.astype(wide)


def _negative_zeros(numbers: Any) -> Any:
    if np.iscomplexobj(numbers):
        return _negative_zeros(numbers.real) | _negative_zeros(numbers.imag)
    return (numbers == 0) & np.signbit(numbers)
