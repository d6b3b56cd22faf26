"""What a submission may use: an exercise's limits, and an assignment's changes to them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grader.errors import UsageError
from grader.model import Limits

ALLOWED = {
    "time_per_check_s": "a number of seconds above 0, 3600 at most",
    "time_per_submission_s": "a number of seconds above 0, 3600 at most",
    "memory_mb": "a whole number from 16 to 65536",
    "answer_mb": "a whole number from 1 to 48",
    "output_kb": "a whole number from 1 to 16384",
    "output_kept_kb": "a whole number from 1 to 16384",
    "threads": "true or false",
    "writable_mb": "a whole number from 0 (no writable folder) to 1024",
}


def read_changes(pairs: Iterable[str]) -> dict[str, object]:
    """Read changes such as ``memory_mb=2048``, as a command line gives them.

    Raises
    ------
    UsageError
        With what is wrong and what would be right.
    """
    changes: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or name not in ALLOWED:
            known = ", ".join(ALLOWED)
            raise UsageError(f"--limit {pair}: write NAME=VALUE, where NAME is one of {known}.")
        try:
            changes[name] = msgspec.json.decode(text.strip().lower().encode())
            changed(Limits(), {name: changes[name]})
        except (msgspec.DecodeError, msgspec.ValidationError):
            raise UsageError(f"--limit {pair}: {name} is {ALLOWED[name]}.") from None
    return changes


def changed(limits: Limits, changes: dict[str, object]) -> Limits:
    """The limits with changes; raises `msgspec.ValidationError` if one is out of its range."""
    return msgspec.convert(msgspec.to_builtins(limits) | changes, Limits)
