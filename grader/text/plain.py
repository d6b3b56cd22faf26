"""Foreign text made harmless, and the small grammar of counts and articles."""

from __future__ import annotations

import unicodedata

MAX_LINE = 300
_SPACES = "\n\t\u2028\u2029"


def clean(text: str, limit: int = MAX_LINE) -> str:
    """Foreign text made harmless for one line: no control, format or bidirectional characters."""
    kept = "".join(
        " " if c in _SPACES else c for c in text if c in _SPACES or unicodedata.category(c)[0] != "C"
    )
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def a(noun: str) -> str:
    """A noun with its article; None is nobody's."""
    return noun if noun == "None" else f"{'an' if noun[:1] in 'aeiouAEIO' else 'a'} {noun}"


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count and its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"
