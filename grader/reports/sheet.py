"""A table that another program has written: some cells are changed, every other byte stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from grader.errors import UsageError
from grader.escape import clean

DELIMITERS = ",;\t"
FIRST_ROWS = 3
MAX_BYTES = 64 << 20
_SIGNATURE = "\ufeff"
# A cell in quotes with whatever follows them, or without; and what ends it. Nothing is tried twice.
_CELLS = {
    mark: re.compile(rf'("(?:[^"]++|"")*+"[^{mark}\r\n]*+|(?!")[^{mark}\r\n]*+)({mark}|\r\n|\r|\n|\Z)')
    for mark in DELIMITERS
}
_QUOTED = re.compile(r'"((?:[^"]++|"")*+)"(.*)', re.DOTALL)
_NUMBER = re.compile(r"-?\d[\d.,]*")


class Sheet:
    """The rows of a CSV file, each cell as it was written.

    Parameters
    ----------
    data
        The file.
    name
        What it is called where something is wrong with it.

    Raises
    ------
    UsageError
        If it is not UTF-8, is empty, or holds a quote that is never closed.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.name = clean(name)
        if len(data) > MAX_BYTES:
            raise UsageError(f"{self.name} is larger than {MAX_BYTES >> 20} MB: that is no table of a class.")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise UsageError(
                f"{self.name} is not UTF-8, as the platform writes it: a program has saved it in another "
                "encoding. Give the file as it was downloaded."
            ) from None
        self._signature = _SIGNATURE if text.startswith(_SIGNATURE) else ""
        text = text.removeprefix(_SIGNATURE)
        self.delimiter = max(DELIMITERS, key=lambda mark: _fit(text, mark))
        parsed = list(_rows(text, self.delimiter, self.name))
        if not parsed:
            raise UsageError(f"{self.name} is empty.")
        self._rows = [cells for cells, _ in parsed]
        self._ends = [end for _, end in parsed]

    @property
    def header(self) -> list[str]:
        """The cells of the first row, blanks around them taken off."""
        return [_value(cell).strip() for cell in self._rows[0]]

    def __len__(self) -> int:
        return len(self._rows)

    def value(self, row: int, column: int) -> str:
        """What a cell says; a row that is too short goes on with empty ones."""
        cells = self._rows[row]
        return _value(cells[column]) if column < len(cells) else ""

    def column(self, column: int) -> Iterator[str]:
        """What the cells below the header say, blanks around them taken off."""
        return (self.value(row, column).strip() for row in range(1, len(self)))

    def put(self, row: int, column: int, text: str) -> None:
        """Change a cell; it keeps its quotes if it has any, and gets some if it needs them."""
        cells = self._rows[row]
        cells += [""] * (column + 1 - len(cells))
        needed = any(char in text for char in (self.delimiter, '"', "\r", "\n"))
        if needed or cells[column].startswith('"'):
            text = '"' + text.replace('"', '""') + '"'
        cells[column] = text

    def encoded(self) -> bytes:
        """The file."""
        rows = (self.delimiter.join(cells) + end for cells, end in zip(self._rows, self._ends, strict=True))
        return (self._signature + "".join(rows)).encode("utf-8")


def _fit(text: str, delimiter: str) -> tuple[bool, int]:
    """How well a delimiter fits: whether it parts the first rows into as many cells, and into how many."""
    try:
        counts = [len(cells) for cells, _ in islice(_rows(text, delimiter, ""), FIRST_ROWS)]
    except UsageError:
        return False, 0
    first = counts[0] if counts else 0
    return first > 1 and len(set(counts)) == 1, first


def _rows(text: str, delimiter: str, name: str) -> Iterator[tuple[list[str], str]]:
    """The cells of each row as they are written, and what ends the row."""
    pattern = _CELLS[delimiter]
    cells: list[str] = []
    at = 0
    while at < len(text) or cells:
        found = pattern.match(text, at)
        if found is None:
            line = text.count("\n", 0, at) + 1
            raise UsageError(f"{name}, line {line}: a quote is opened that is never closed.")
        cells.append(found[1])
        at = found.end()
        if found[2] != delimiter:
            yield cells, found[2]
            cells = []


def _value(cell: str) -> str:
    found = _QUOTED.fullmatch(cell)
    return found[1].replace('""', '"') + found[2] if found else cell


def as_number(text: str) -> float | None:
    """A number as gradebooks write it: the last point or comma is that of the decimals."""
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return None
    *before, last = re.split(r"[.,]", text)
    return float("".join(before) + "." + (last or "0")) if before else float(last)


def decimal_mark(cells: Iterable[str], otherwise: str) -> str:
    """Whether numbers have a point or a comma, by the first that has one of them and decimals behind it."""
    for cell in cells:
        found = re.fullmatch(r"\s*-?\d+([.,])\d+\s*", cell)
        if found:
            return found[1]
    return otherwise
