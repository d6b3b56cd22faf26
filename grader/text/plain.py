"""Foreign text in one line of bounded length, and the small grammar of counts and articles."""

from __future__ import annotations

from grader.escape import for_terminal

MAX_LINE = 300


def clean(text: str, limit: int = MAX_LINE) -> str:
    """Foreign text made harmless for one line of at most ``limit`` characters."""
    kept = for_terminal(text)
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def a(noun: str) -> str:
    """A noun with its article; None is nobody's."""
    return noun if noun == "None" else f"{'an' if noun[:1] in 'aeiouAEIO' else 'a'} {noun}"


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count and its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"
