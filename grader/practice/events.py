"""What happens in practice, as plain data: events that never change, so that two histories can be joined."""

from __future__ import annotations

import secrets
import time
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Kind = Literal["started", "attempt", "hint", "gave_up"]
# The last time of day that has four digits for the year.
LAST_MOMENT = "9999-12-31T23:59:59Z"
_LAST_MOMENT_S = 253_402_300_799
_Points = Annotated[float, Meta(ge=0, le=1e9)]


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that was done about an exercise.

    Attributes
    ----------
    id
        Its own name among all events of all machines. Of two in one second the later has the greater one.
    at
        When, in UTC: ``2026-11-30T20:42:32Z``.
    kind
        ``started`` (it was laid out, or taken up again), ``attempt`` (a file was checked), ``hint`` (one
        more was opened) or ``gave_up`` (the solution was opened before the exercise was passed).
    status, score, max_score
        Of an attempt: those of its result.
    complete
        Of an attempt: whether the hidden checks were run, too; without solutions only examples are.
    digest
        Of an attempt: that of the work that was checked, files beside it included.
    number
        Of a hint: 1 to 3, and 4 for the approach.
    """

    id: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,64}\Z")]
    at: Annotated[str, Meta(pattern=r"^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z\Z")]
    kind: Kind
    # What a folder may be called.
    exercise: Annotated[str, Meta(min_length=1, max_length=255, pattern=r"^[^/\x00]+\Z")]
    status: Annotated[str, Meta(pattern=r"^[a-z_]{1,40}\Z")] | None = None
    score: _Points | None = None
    max_score: _Points | None = None
    complete: bool = True
    digest: Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}\Z")] | None = None
    number: Annotated[int, Meta(ge=1, le=99)] | None = None

    def __post_init__(self) -> None:
        """Refuse a 30th of February and the like; in what is decoded, too."""
        datetime.fromisoformat(self.at)


def time_told(moment_s: float) -> str:
    """A time of day in UTC, as events tell it, at most `LAST_MOMENT`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(min(moment_s, _LAST_MOMENT_S)))


def now() -> str:
    """The time of day in UTC, as events tell it."""
    return time_told(time.time())


def event(kind: Kind, exercise: str, **more: object) -> Event:
    """A new event, now."""
    moment_ns = time.time_ns()
    # The time goes before chance, so that the events of one second stand in their order.
    name = f"{moment_ns:016x}{secrets.token_hex(8)}"
    return Event(name, time_told(moment_ns // 10**9), kind, exercise, **more)  # type: ignore[arg-type]
