"""Inputs of a case as Python source: what can be read is written out, large arrays go into a file."""

from __future__ import annotations

import math
import re
import textwrap
from pprint import pformat
from typing import TYPE_CHECKING, Any

from grader.codec import revive
from grader.model import Array, Mapping, Sequence, Value

if TYPE_CHECKING:
    import numpy

MAX_WRITTEN_NUMBERS = 64
WIDTH = 88
_BUILDERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


class _Source:
    """A piece of source that stands in a value as it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Literals:
    """Writes inputs as source.

    Attributes
    ----------
    arrays
        Those that are too large to be written out, by the names that the source calls them in ``arrays``.
    modules
        What the source needs imported: numpy, torch.
    """

    def __init__(self) -> None:
        self.arrays: dict[str, numpy.ndarray[Any, Any]] = {}
        self.modules: set[str] = set()

    def of(self, name: str, value: Value) -> str:
        """The source of one input; arrays are called after its name."""
        return pformat(self._tree(name, value), width=WIDTH, compact=True, sort_dicts=False)

    def _tree(self, name: str, value: Value) -> object:
        """The live value, with source in the place of what Python cannot write as it is."""
        match value:
            case Array():
                return _Source(self._array(name, value))
            case Sequence(kind, items):
                return _BUILDERS[kind](self._tree(name, item) for item in items)
            case Mapping(pairs):
                return {
                    self._tree(name, key): self._tree(f"{name} {_word(key)}", item) for key, item in pairs
                }
            case _:
                return self._plain(revive(value))

    def _plain(self, live: object) -> object:
        """Numbers, texts and nests of them."""
        if isinstance(live, list | tuple | set | frozenset):
            return type(live)(self._plain(item) for item in live)
        if type(live) is float and not math.isfinite(live):
            return _Source(f'float("{live}")')
        if type(live) is complex:
            return _Source(f"complex({self._plain(live.real)!r}, {self._plain(live.imag)!r})")
        if live is None or type(live) in (bool, int, float, str, bytes):
            return live
        return self._numpy_scalar(live)

    def _numpy_scalar(self, live: Any) -> _Source:
        self.modules.add("numpy")
        name = "bool_" if live.dtype.name == "bool" else live.dtype.name
        return _Source(f"numpy.{name}({self._plain(live.item())!r})")

    def _array(self, name: str, value: Array) -> str:
        """A numpy array or a torch tensor, by dtype and shape."""
        self.modules.add(value.library)
        dtype = f"torch.{value.dtype}" if value.library == "torch" else f'"{value.dtype}"'
        if value.data is None:
            return f'torch.empty({value.shape}, dtype={dtype}, device="meta")'
        if 0 in value.shape:
            return f"{value.library}.zeros({value.shape}, dtype={dtype})"
        array = _as_numpy(value)
        numbers = self._numbers(array) if value.dtype != "bfloat16" else None
        if numbers is None:
            return self._kept(name, array, value)
        make, rows = "torch.tensor" if value.library == "torch" else "numpy.array", _rows(numbers)
        if "\n" not in rows:
            return f"{make}({rows}, dtype={dtype})"
        return f"{make}(\n{textwrap.indent(rows, '    ')},\n    dtype={dtype},\n)"

    def _numbers(self, array: numpy.ndarray[Any, Any]) -> object:
        """The numbers of a small array as short as they can be written; None if that would lose a bit."""
        import numpy

        if array.size > MAX_WRITTEN_NUMBERS:
            return None
        flat = [float(str(x)) if array.dtype.kind == "f" else x.item() for x in array.reshape(-1)]
        if numpy.array(flat, dtype=array.dtype).tobytes() != array.tobytes():
            return None
        nest: object = [self._plain(x) for x in flat]
        for size in reversed(array.shape[1:]):
            assert isinstance(nest, list)
            nest = [nest[at : at + size] for at in range(0, len(nest), size)]
        return nest if array.shape else flat[0]

    def _kept(self, name: str, array: numpy.ndarray[Any, Any], value: Array) -> str:
        self.modules.add("numpy")
        word = re.sub(r"\W+", "_", name)
        key = next(k for k in (word, *(f"{word}_{n}" for n in range(2, 10**6))) if k not in self.arrays)
        self.arrays[key] = array
        if value.library == "numpy":
            return f'arrays["{key}"]'
        return f'torch.from_numpy(arrays["{key}"])' + (
            ".view(torch.bfloat16)" if value.dtype == "bfloat16" else ""
        )


def _rows(nest: object) -> str:
    """Numbers of a nest, each row on a line of its own."""
    if not isinstance(nest, list) or not isinstance(nest[0], list):
        return pformat(nest, width=WIDTH, compact=True)
    rows = ",\n".join(map(_rows, nest))
    return f"[{textwrap.indent(rows, ' ').lstrip()}]"


def _word(key: Value) -> str:
    live = revive(key)
    return live if isinstance(live, str) else ""


def _as_numpy(value: Array) -> numpy.ndarray[Any, Any]:
    """The numbers of an array; numpy has no bfloat16, whose bits it carries as integers."""
    import numpy

    dtype = "int16" if value.dtype == "bfloat16" else value.dtype
    return numpy.frombuffer(value.data or b"", dtype=dtype).reshape(value.shape)


def keyword_lines(inputs: tuple[tuple[str, Value], ...], literals: Literals, indent: str) -> str:
    """The entries of a dict of inputs, a line or more for each."""
    told = []
    for name, value in inputs:
        source = literals.of(name, value)
        deeper = indent if source.endswith("\n)") else f"{indent}    "
        source = textwrap.indent(source, deeper).lstrip()
        told.append(f'{indent}"{name}": {source},\n')
    return "".join(told)
