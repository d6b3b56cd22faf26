"""Line ends of a file that was changed: each line that was not keeps its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

# Of more lines than these, times those that were there before, it is not looked which of them are the same.
_MOST_PAIRS = 1_000_000


def with_line_ends(text: str, before: str, ends: Sequence[bytes]) -> str:
    r"""Write a text with the line ends of the one before it; new lines have the end that most lines had.

    Parameters
    ----------
    text
        It has ``\n`` at all line ends.
    before
        Of the text before, the same.
    ends
        The line ends that the text before has in its file.
    """
    counted = Counter({b"\n": 0, **Counter(ends)})
    usual = max(counted, key=counted.__getitem__).decode()
    if len(counted) == 1 or set(ends) == {usual.encode()}:
        return text.replace("\n", usual)
    lines, older = text.split("\n"), before.split("\n")
    if len(older) != len(ends) + 1:
        return text.replace("\n", usual)
    found = [usual] * len(lines)
    for was, now, size in _the_same(older, lines):
        kept = [end.decode() for end in ends[was : was + size]]
        found[now : now + len(kept)] = kept
    written = []
    for number, line in enumerate(lines[:-1]):
        if not line and found[number] == "\n" and number and found[number - 1] == "\r":
            found[number] = "\r"  # else both would be one line end
        written.append(line + found[number])
    return "".join([*written, lines[-1]])


def _the_same(older: list[str], lines: list[str]) -> list[tuple[int, int, int]]:
    """Runs of equal lines: where they were, where they are, and how many."""
    most = min(len(older), len(lines))
    first = next((number for number in range(most) if older[number] != lines[number]), most)
    last = next((n for n in range(most - first) if older[-1 - n] != lines[-1 - n]), most - first)
    runs = [(0, 0, first), (len(older) - last, len(lines) - last, last)]
    was, now = older[first : len(older) - last], lines[first : len(lines) - last]
    if len(was) * len(now) <= _MOST_PAIRS:
        blocks = SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks()
        runs += [(first + block.a, first + block.b, block.size) for block in blocks]
    return runs
