"""Where someone stands, from what was done: pure functions of events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from grader.catalogue import Pack
from grader.model import Exercise, Track
from grader.needs import missing_packages
from grader.practice.events import LAST_MOMENT, Event

State = Literal["not_started", "started", "passed", "gave_up"]
# As many as every exercise has.
HINTS = 3


@dataclass(frozen=True)
class Standing:
    """What was done about one exercise.

    ``passed_at`` is the time of the first pass, ``solved_at`` that of the first pass with the hidden
    checks; ``best`` is the best score of all attempts, out of ``max_score``: both or none are known;
    ``hints`` is the number of the last one opened, where the approach has that behind the last hint;
    ``last_attempt`` is the event of the latest attempt until now.
    """

    exercise: str
    attempts: int = 0
    hints: int = 0
    started_at: str | None = None
    last_at: str | None = None
    passed_at: str | None = None
    solved_at: str | None = None
    gave_up_at: str | None = None
    best: float | None = None
    max_score: float | None = None
    last_attempt: Event | None = None

    @property
    def hints_opened(self) -> int:
        """How many hints are open, without the approach."""
        return min(self.hints, HINTS)

    @property
    def approach_opened(self) -> bool:
        """Whether the approach was opened, too."""
        return self.hints > HINTS

    @property
    def state(self) -> State:
        """The one word for it."""
        if self.passed_at is not None:
            return "passed"
        if self.gave_up_at is not None:
            return "gave_up"
        return "not_started" if self.last_at is None else "started"

    @property
    def done(self) -> bool:
        """Whether what builds on it may be begun."""
        return self.state in ("passed", "gave_up")


@dataclass(frozen=True)
class Standings:
    """Where someone stands in all exercises. ``current`` is the one that was worked on last, until now."""

    by_exercise: Mapping[str, Standing] = field(default_factory=dict)
    current: str | None = None

    def of(self, exercise: str) -> Standing:
        """The standing in one exercise, begun or not."""
        return self.by_exercise.get(exercise) or Standing(exercise)


def standings(events: Iterable[Event], now: str = LAST_MOMENT) -> Standings:
    """What the events come to, in whatever order they are given; ``now`` is as `Tally` has it."""
    tally = Tally(now)
    for event in events:
        tally.take(event)
    return tally.standings()


class Tally:
    """Events being counted. In which order they are taken makes no difference, so that it can go on later.

    Parameters
    ----------
    now
        The time of day. What a clock that went wrong dated later counts, but is not what was done last,
        as long as there is anything else.
    """

    def __init__(self, now: str = LAST_MOMENT) -> None:
        self.now = now
        self._found: dict[str, _Counted] = {}
        self._ahead: list[Event] = []
        self._latest: Event | None = None

    def take(self, event: Event) -> None:
        """Count one more event, which was not counted before."""
        counted = self._found.get(event.exercise)
        if counted is None:
            counted = self._found[event.exercise] = _Counted()
        counted.take(event)
        self._place(event)

    def go_on(self, now: str) -> None:
        """Let time pass, which never goes back."""
        self.now = now
        ahead, self._ahead = self._ahead, []
        for event in ahead:
            self._place(event)

    def _place(self, event: Event) -> None:
        if event.at > self.now:
            self._ahead.append(event)
            return
        self._latest = _later(self._latest, event)
        if event.kind == "attempt":
            counted = self._found[event.exercise]
            counted.last_attempt = _later(counted.last_attempt, event)

    def standings(self) -> Standings:
        """What they come to until now."""
        told = {name: self._found[name].told(name) for name in sorted(self._found)}
        latest = self._latest or max(self._ahead, key=_moment, default=None)
        return Standings(told, None if latest is None else latest.exercise)


class _Counted:
    """Events of one exercise, being counted."""

    def __init__(self) -> None:
        self.attempts = self.hints = 0
        self.started_at: str | None = None
        self.last_at: str | None = None
        self.passed_at: str | None = None
        self.solved_at: str | None = None
        self.gave_up_at: str | None = None
        self.best: float | None = None
        self.max_score: float | None = None
        self.last_attempt: Event | None = None

    def take(self, event: Event) -> None:
        self.started_at = _earlier(self.started_at, event.at)
        self.last_at = event.at if self.last_at is None else max(self.last_at, event.at)
        if event.kind == "hint":
            self.hints = max(self.hints, event.number or 0)
        elif event.kind == "gave_up":
            self.gave_up_at = _earlier(self.gave_up_at, event.at)
        elif event.kind == "attempt":
            self._take_attempt(event)

    def _take_attempt(self, event: Event) -> None:
        self.attempts += 1
        if event.score is not None and event.max_score is not None:
            known = (-1.0 if self.best is None else self.best, self.max_score or 0.0)
            self.best, self.max_score = max(known, (event.score, event.max_score))
        if event.status == "passed":
            self.passed_at = _earlier(self.passed_at, event.at)
            if event.complete:
                self.solved_at = _earlier(self.solved_at, event.at)

    def told(self, exercise: str) -> Standing:
        return Standing(exercise, **vars(self))


def _earlier(known: str | None, at: str) -> str:
    return at if known is None or at < known else known


def _later(known: Event | None, event: Event) -> Event:
    return event if known is None or _moment(event) > _moment(known) else known


def _moment(event: Event) -> tuple[str, str, str]:
    return event.at, event.id, event.exercise


def unmet(exercise: Exercise, stand: Standings) -> tuple[str, ...]:
    """The prerequisites of an exercise that are not done: it is locked while there are any."""
    return tuple(name for name in exercise.prerequisites if not stand.of(name).done)


def next_exercise(pack: Pack, stand: Standings, *, track: str | None = None) -> str | None:
    """The exercise to go on to: of the track at hand the next that is open, then of the other tracks.

    An exercise is open if it is not done, its prerequisites are, and its packages are installed. None if
    there is no such exercise.
    """
    for one in _tracks_in_turn(pack, stand, track):
        names = one.exercises
        start = names.index(stand.current) + 1 if stand.current in names else 0
        for name in (*names[start:], *names[:start]):
            if name != stand.current and _is_open(pack.exercises[name], stand):
                return name
    return None


def _is_open(exercise: Exercise, stand: Standings) -> bool:
    return not stand.of(exercise.name).done and not unmet(exercise, stand) and not missing_packages(exercise)


def _tracks_in_turn(pack: Pack, stand: Standings, track: str | None) -> list[Track]:
    """The track that is named; or all, those of the exercise at hand first, where most was begun first."""
    if track is not None:
        return [one for one in pack.tracks if one.name == track]

    def begun(one: Track) -> int:
        return sum(stand.of(name).state != "not_started" for name in one.exercises)

    return sorted(pack.tracks, key=lambda one: (stand.current not in one.exercises, -begun(one)))
