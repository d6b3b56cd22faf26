"""Who gained and lost what from one run to another, and why."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.errors import UsageError
from grader.gradebook import NOT_GRADED, NOT_SUBMITTED
from grader.model import Status
from grader.store.database import STORE, at_one_moment, connect, told
from grader.store.kept import unpack
from grader.store.keys import Basis

GONE = "gone"
_COLUMNS = "student, exercise, status, score, digest, basis, override"
Place = tuple[str, str]


class _Outcome(msgspec.Struct, frozen=True):
    """What of a kept result is looked at here: the rest of it is skipped, not built."""

    status: str
    score: float | None


@dataclass(frozen=True)
class Standing:
    """How a student stood in an exercise after a run; ``basis`` names what the result rests on."""

    status: str
    score: float | None
    digest: str
    basis: str
    override: int | None


@dataclass(frozen=True)
class Change:
    """One student and exercise whose status or score changed.

    ``before`` and ``after`` are status and score; None where there was nothing, or is nothing any more.
    """

    student: str
    exercise: str
    before: tuple[str, float | None] | None
    after: tuple[str, float | None] | None
    why: str

    @property
    def gained(self) -> float:
        """The points gained; negative if lost."""
        old = self.before[1] if self.before is not None else None
        new = self.after[1] if self.after is not None else None
        return (new or 0.0) - (old or 0.0)


@dataclass(frozen=True)
class Changes:
    """What changed since a run. ``first``: there is no run before it to compare with."""

    since: int
    began: str
    changes: tuple[Change, ...]
    first: bool = False


def snapshot(database: sqlite3.Connection, run: int) -> None:
    """Write down what is not as it was after the last run."""
    before, after = _latest(database), _current(database)
    rows = [(run, *place, *_row(now)) for place, now in after.items() if before.get(place) != now]
    gone = Standing(GONE, None, "", "", None)
    rows += [
        (run, *place, *_row(gone))
        for place, was in before.items()
        if place not in after and was.status != GONE
    ]
    database.executemany(
        "INSERT OR REPLACE INTO history (run, student, exercise, status, score, digest, basis, override) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def _row(standing: Standing) -> tuple[str, float | None, str, str, int | None]:
    return standing.status, standing.score, standing.digest, standing.basis, standing.override


def _latest(database: sqlite3.Connection, before_run: int | None = None) -> dict[Place, Standing]:
    """How everybody stood at the end, or before a run."""
    limit = "" if before_run is None else "WHERE run < ?"
    rows = database.execute(
        f"SELECT {_COLUMNS}, max(run) FROM history {limit} GROUP BY student, exercise",
        () if before_run is None else (before_run,),
    )
    return {(student, exercise): Standing(*rest) for student, exercise, *rest, _ in rows}


def _current(database: sqlite3.Connection) -> dict[Place, Standing]:
    """How everybody stands now, scores set by hand included."""
    rows = database.execute(
        "SELECT hand_ins.student, hand_ins.exercise, digest, graded.result, graded.basis "
        "FROM hand_ins LEFT JOIN graded USING (key)"
    )
    found: dict[Place, Standing] = {}
    for student, exercise, digest, kept, basis in rows:
        result = unpack(kept, _Outcome) if kept is not None else None
        status, score = (result.status, result.score) if result is not None else (NOT_GRADED, None)
        found[student, exercise] = Standing(status, score, digest, basis or "", None)
    overrides = database.execute(
        "SELECT student, exercise, number, score FROM overrides WHERE withdrawn_at IS NULL"
    )
    for student, exercise, number, score in overrides:
        was = found.get((student, exercise), Standing(NOT_SUBMITTED, None, "", "", None))
        counts = was.score if score is None else score
        found[student, exercise] = Standing(was.status, counts, was.digest, was.basis, number)
    return found


def read_changes(folder: Path, since: int | None = None) -> Changes:
    """What changed in a folder of results since a run.

    Parameters
    ----------
    folder
        The folder of results.
    since
        The number of a run; the last one that changed anything if not given.

    Raises
    ------
    UsageError
        The folder holds no results, or no such run, or its database is damaged.
    """
    with closing(connect(folder)) as database, told(folder / STORE), at_one_moment(database):
        run = since
        if run is None:
            run = database.execute("SELECT max(run) FROM history").fetchone()[0]
        if run is None:
            return Changes(0, "", (), first=True)
        began = database.execute("SELECT began FROM runs WHERE number = ?", (run,)).fetchone()
        if began is None:
            last = database.execute("SELECT max(number) FROM runs").fetchone()[0]
            raise UsageError(f"there is no run {run} in {folder}; the last one is run {last}.")
        before, after = _latest(database, run), _latest(database)
        kept = database.execute("SELECT name, basis FROM bases")
        bases = {name: unpack(data, Basis) for name, data in kept}
        changes = tuple(
            Change(*place, _told(was), _told(now), _why(was, now, bases))
            for place in sorted(before.keys() | after.keys())
            for was, now in [(before.get(place), after.get(place))]
            if _told(was) != _told(now)
        )
        return Changes(run, began[0], changes, first=not before)


def _told(standing: Standing | None) -> tuple[str, float | None] | None:
    if standing is None or standing.status == GONE:
        return None
    return standing.status, standing.score


def _why(was: Standing | None, now: Standing | None, bases: dict[str, Basis]) -> str:
    if now is None or now.status == GONE:
        return "no longer among the submissions"
    if was is None or was.status == GONE:
        return "set by hand" if now.override is not None else "handed in"
    if was.override != now.override:
        return "set by hand" if now.override is not None else "no longer set by hand"
    if was.digest != now.digest:
        return "handed in anew"
    if was.status == Status.HARNESS_ERROR.value:
        return "it could not be graded before"
    if was.status == NOT_GRADED:
        return "it had not been graded yet"
    if was.basis != now.basis and was.basis in bases and now.basis in bases:
        return "; ".join(_differences(bases[was.basis], bases[now.basis]))
    return "graded again, and the same work gave another result"


def _differences(was: Basis, now: Basis) -> list[str]:
    """What of that which a result rests on is not as it was."""
    told = []
    if was.exercise != now.exercise:
        told.append("the exercise was changed")
    if was.seed != now.seed:
        told.append(f"seed {was.seed} -> {now.seed}")
    for name in sorted(was.versions.keys() | now.versions.keys()):
        old, new = was.versions.get(name, "none"), now.versions.get(name, "none")
        if old != new:
            told.append(f"{name} {old} -> {new}")
    if was.isolation != now.isolation:
        told.append("another isolation")
    if was.limits != now.limits:
        told.append("other limits")
    return told
