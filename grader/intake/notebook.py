"""Notebooks: from JSON to code cells, without believing anything that the file says about itself.

Cells need a type and a source, no more: missing ids, versions and kernels do not matter, and outputs
are skipped without being built. Both the cells of nbformat 4 and the worksheets of 2 and 3 are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from grader.intake.decoding import MAX_CODE_BYTES, NotReadable
from grader.intake.imports import imports_apart
from grader.intake.magics import plain_python
from grader.model import Unit
from grader.started import only_checks

MAX_CELLS = 20_000
# What a cell that only checks leaves behind: names that something stands in for where it is graded.
ASKING = "from grader import check, picture\n"

PRELUDE = Unit(
    label="notebook",
    source='''\
def get_ipython():
    """Stand in for the shell of a notebook, which is not running: everything exists and does nothing."""

    class Nothing:
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return self

        def __call__(self, *args, **kwargs):
            return None

        def __getitem__(self, key):
            return self

        def __contains__(self, key):
            return False

        def __iter__(self):
            return iter(())

    return Nothing()


def display(*args, **kwargs):
    """Stand in for the function that every notebook has."""
''',
)
"""Runs before the first cell; the names that a notebook's shell would have put there."""


class _Worksheet(msgspec.Struct):
    cells: list[msgspec.Raw] = []


class _Notebook(msgspec.Struct):
    cells: list[msgspec.Raw] | None = None
    worksheets: list[_Worksheet] | None = None


class _Cell(msgspec.Struct):
    # nbformat 2 and 3 call the source of a code cell its input.
    cell_type: str
    source: str | list[str] | None = None
    input: str | list[str] | None = None


# A JSON string, or one of the numbers that JSON does not have but Jupyter writes and reads.
# Possessive repeats: no text makes them go back.
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|-?(?:NaN|Infinity)', re.DOTALL)
_HALF_PAIR = re.compile(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)


def _as_jupyter_reads(data: bytes) -> bytes:
    """Put JSON in the place of what is none and yet is read by Jupyter."""
    mended, last = bytearray(), 0
    for token in _TOKEN.finditer(data):
        text = token[0]
        if not text.startswith(b'"'):
            text = b"null"
        elif b"\\u" in text:
            text = _HALF_PAIR.sub(lambda found: found[1] or b"\\ufffd", text)
        else:
            continue
        mended += data[last : token.start()] + text
        last = token.end()
    return bytes(mended + data[last:])


def _parse(data: bytes) -> _Notebook:
    """Parse the JSON of a notebook; what Jupyter would refuse is refused, never repaired."""
    try:
        try:
            return msgspec.json.decode(data, type=_Notebook)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            # NaN in a plot's data and half an emoji in an output are no JSON, yet Jupyter opens the file.
            return msgspec.json.decode(_as_jupyter_reads(data), type=_Notebook)
    except msgspec.ValidationError:
        raise NotReadable("This is JSON, but not a notebook: it has no list of cells.") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise NotReadable(
            f"The notebook is damaged: its JSON cannot be read ({_reason(error)}). "
            "Open it in Jupyter, save it, and hand it in again."
        ) from None


def _reason(error: Exception) -> str:
    text = str(error).removeprefix("JSON is malformed: ")
    return "it is nested too deeply" if isinstance(error, RecursionError) else text


def _code_of(raw: msgspec.Raw) -> str | None:
    """Return the source of a code cell, None for another cell; ValueError for a damaged one."""
    cell = msgspec.json.decode(raw, type=_Cell)
    if cell.cell_type != "code":
        return None
    source = cell.source if cell.source is not None else cell.input
    if source is None:
        raise ValueError("no source")
    text = source if isinstance(source, str) else "".join(source)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _dedented(code: str) -> str:
    """As IPython does it: the indentation of the first line is taken off every line that has it."""
    first = re.match(r"\s*?^([ \t]{1,100})(?=\S)", code, re.MULTILINE)
    return re.sub(f"^{first[1]}", "", code, flags=re.MULTILINE) if first else code


def is_notebook(text: str) -> bool:
    """Whether a file's text is a notebook's, damaged ones included, whatever the file is called."""
    return text[:1000].lstrip().startswith("{") and ('"cell_type"' in text or '"worksheets"' in text)


def cells_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read the code cells of a notebook.

    Parameters
    ----------
    text
        The notebook's JSON.

    Returns
    -------
    sources, notes
        The source of each code cell as the student wrote it, and sentences about damaged cells,
        which are left out.

    Raises
    ------
    NotReadable
        If the JSON is broken, is no notebook, or holds too much code.
    """
    notebook = _parse(text.encode("utf-8"))
    raws = notebook.cells
    if raws is None and notebook.worksheets is not None:
        raws = [raw for sheet in notebook.worksheets for raw in sheet.cells]
    if raws is None:
        raise NotReadable("This is JSON, but not a notebook: it has no list of cells.")
    if len(raws) > MAX_CELLS:
        raise NotReadable(f"The notebook has {len(raws)} cells; at most {MAX_CELLS} are read.")
    sources, damaged = [], []
    for position, raw in enumerate(raws, start=1):
        try:
            source = _code_of(raw)
        except (ValueError, RecursionError):
            damaged.append(position)
            continue
        if source is not None:
            sources.append(source)
    if damaged and not sources:
        raise NotReadable("The notebook is damaged: no cell of it has both a type and a source.")
    if sum(len(source.encode("utf-8")) for source in sources) > MAX_CODE_BYTES:
        raise NotReadable(f"The notebook's code is larger than {MAX_CODE_BYTES // 2**20} MB.")
    return tuple(sources), _damage(damaged)


def _damage(positions: list[int]) -> tuple[str, ...]:
    if not positions:
        return ()
    which = ", ".join(map(str, positions[:5])) + (", ..." if len(positions) > 5 else "")
    return (f"Damaged cells (no type or no source) were left out, counted from the top: {which}.",)


def read_notebook(text: str) -> tuple[tuple[Unit, ...], tuple[str, ...]]:
    """Turn a notebook's JSON into units that a worker can run.

    Parameters
    ----------
    text
        The notebook's JSON.

    Returns
    -------
    units, notes
        First the prelude, labelled "notebook", then one unit per code cell that is to be run,
        labelled "cell N" by its place among the code cells; imports that may fail are apart, labelled
        "cell N (line M)". And sentences for the instructor.

    Raises
    ------
    NotReadable
        As ``cells_of``.
    """
    sources, notes = cells_of(text)
    units, remarks = units_of((f"cell {number}", source) for number, source in enumerate(sources, start=1))
    return (PRELUDE, *imports_apart(units)), notes + remarks


def units_of(cells: Iterable[tuple[str, str]]) -> tuple[tuple[Unit, ...], tuple[str, ...]]:
    """Turn cells, each a label and what was typed, into units and notes: as `read_notebook`, cell by cell."""
    units, notes = list[Unit](), list[str]()
    for label, source in cells:
        plain = plain_python(_dedented(source))
        shown = label[:1].upper() + label[1:]
        notes += [f"{shown}{': ' if plain.code else ' '}{note}." for note in plain.notes]
        if plain.code is not None and only_checks(plain.code):
            # Where the answer did not load, the calls would be told of as failing, too.
            units.append(Unit(label, ASKING))
        elif plain.code is not None and plain.code.strip():
            units.append(Unit(label, plain.code))
    return tuple(units), tuple(notes)
