"""The inputs of a case in a few words, as a message or the title of a picture names them."""

from __future__ import annotations

from collections.abc import Sequence as SequenceOf

from grader.codec import number, revive
from grader.compare import describe, digits, entries
from grader.escape import clean
from grader.model import Array, Blob, Mapping, Null, Number, Packed, Sequence, Text, Value
from grader.text.plain import a, plural

MAX_SHOWN_NUMBERS = 16
MAX_SHOWN_NEST = 100


def called_with(inputs: SequenceOf[tuple[str, Value]]) -> str:
    """The inputs by their names: grid = 2, dim = 8."""
    return ", ".join(f"{name} = {show(value)}" for name, value in inputs)


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
    written = _written(value, MAX_SHOWN_NEST)
    if written is not None:
        return clean(written)
    if isinstance(value, Packed):
        inner = "number" if len(value.shape) == 1 else value.levels[1][0][0]
        return f"a {describe(value)} of {plural(value.shape[0], inner)}"
    if isinstance(value, Sequence):
        return f"a {describe(value)} of {_counted(value)}"
    if isinstance(value, Mapping):
        return f"a dict of {plural(len(value.items), 'key')}"
    return a(describe(value))


_NOUNS = {"str": "text", "numpy.ndarray": "array", "torch.Tensor": "tensor"}


def _counted(value: Sequence) -> str:
    kinds = {describe(item) for item in value.items}
    noun = kinds.pop() if len(kinds) == 1 else "item"
    return plural(len(value.items), _NOUNS.get(noun, noun)) if value.items else "no items"


_BRACKETS = {"list": "[]", "tuple": "()", "set": "{}"}


def _written(value: Value, room: int) -> str | None:
    """A value as Python writes it; None if there is no room for it, or it is no plain data."""
    if isinstance(value, Packed):
        small = len(value.data) // 8 <= MAX_SHOWN_NUMBERS
        text: str | None = repr(revive(value)) if small else None
        return text  # however long: numbers of all digits are what an exercise is about
    if isinstance(value, Sequence):
        text = _written_items(value.items, room - 2)
        brackets = _BRACKETS.get(value.kind)
        if text is None or brackets is None or (value.kind == "set" and not value.items):
            return None
        comma = "," if value.kind == "tuple" and len(value.items) == 1 else ""
        return f"{brackets[0]}{text}{comma}{brackets[1]}"
    if isinstance(value, Mapping):
        text = _written_pairs(value.items, room - 2)
        return None if text is None else f"{{{text}}}"
    if isinstance(value, Null):
        text = "None"
    elif isinstance(value, Number):
        text = digits(number(value))
    elif isinstance(value, Text | Blob) and len(value.value) <= room:
        text = repr(value.value)
    else:
        return None
    return text if len(text) <= room else None


def _written_items(items: SequenceOf[Value], room: int) -> str | None:
    told: list[str] = []
    for item in items:
        text = _written(item, room)
        if text is None or len(text) > room:
            return None
        told.append(text)
        room -= len(text) + 2
    return ", ".join(told)


def _written_pairs(pairs: SequenceOf[tuple[Value, Value]], room: int) -> str | None:
    told: list[str] = []
    for pair in pairs:
        text = _written_items(pair, room)
        if text is None:
            return None
        key = _written(pair[0], room) or ""
        told.append(f"{key}: {text[len(key) + 2 :]}")
        room -= len(text) + 2
    return ", ".join(told)
