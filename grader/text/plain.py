"""Names and texts of exceptions in a sentence, and the small grammar of counts and articles."""

from __future__ import annotations

from grader.escape import MAX_LINE, clean, for_terminal

MAX_NAME = 60


def readable(name: str) -> bool:
    """Whether a name that a student gave has a letter or a digit that is seen."""
    return any(char.isalnum() and for_terminal(char) == char for char in name[:MAX_NAME])


def exception_name(name: str) -> str:
    """The name of an exception, which may be a student's own."""
    return clean(name, MAX_NAME) if readable(name) else "an exception without a readable name"


def name_and_text(what: str, text: str, limit: int = MAX_LINE) -> str:
    """An exception with its text, where it has one; a full stop is left to the sentence."""
    said = clean(text, limit).strip().rstrip(".")
    return f"{what}: {said}" if said else what


def a(noun: str) -> str:
    """A noun with its article; None is nobody's."""
    if not readable(noun):
        return "something without a readable name"
    return noun if noun == "None" else f"{'an' if noun[:1] in 'aeiouAEIO' else 'a'} {noun}"


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count and its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"
