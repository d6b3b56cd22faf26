"""The results of a class in its database: the one writer, and what is read back.

Nothing is written but whole results, each with all that belongs to it in one transaction, so a run
that is killed leaves what was graded until then, and the next run goes on from there.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from grader.causes import Failing, Group, Sample
from grader.grade import personal
from grader.intake.hand_ins import Passed
from grader.model import Key, Person, Result, Submission
from grader.store.changes import snapshot
from grader.store.database import ROSTER, STORE, connect, told
from grader.store.kept import (
    Graded,
    pack,
    pack_failing,
    pack_group,
    pack_sample,
    unpack,
    unpack_failing,
    unpack_sample,
)
from grader.store.keys import Basis
from grader.store.overrides import now
from grader.transaction import transaction

# How long what was graded may wait to be written: so much is graded again after a kill.
WRITE_EVERY_S = 0.2
# Of the failures of an exercise that are unlike each other, the evidence of so many is kept, in so much room.
# It is more than is compared (see `grader.causes`), for those who come back.
MAX_SAMPLES = 200
MAX_SAMPLE_BYTES = 32 << 20

# Of which class it is kept why it fails.
GROUPS_OF = "groups_of"

KeyOf = Callable[[str], Key | None]


@dataclass(frozen=True)
class Before:
    """The result that a hand-in had in an earlier run, and of which file."""

    digest: str
    key: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class HandedIn:
    """One hand-in of the class: what is its own, and the key of its result (None: not graded yet)."""

    submission: Submission
    key: str | None

    @property
    def place(self) -> tuple[str, str]:
        """Student and exercise."""
        return self.submission.student, self.submission.exercise


class Store:
    """The database of a folder of results, open for writing; `grader.store.book` only reads."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / STORE
        self._database = connect(folder, new=True)
        self._waiting: list[tuple[str, Basis, bool, Graded]] = []
        self._settled: list[HandedIn] = []
        self._written_at = time.monotonic()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.flush()
        finally:
            self._database.close()

    def seed(self) -> int | None:
        """The seed of the last run; None before the first."""
        found = self._get("seed")
        return int(found) if found is not None else None

    def source(self) -> str | None:
        """The submissions that the last run was over."""
        return self._get("submissions")

    def _get(self, name: str) -> str | None:
        with told(self.path):
            found = self._database.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else None

    def _set(self, name: str, value: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def result(self, key: str) -> Result | None:
        """The result that is kept for a key, if it is never to be graded again."""
        with told(self.path):
            row = self._database.execute(
                "SELECT result FROM graded WHERE key = ? AND final", (key,)
            ).fetchone()
        return unpack(row[0], Result) if row else None

    def final_keys(self) -> frozenset[str]:
        """The keys of all results that are never to be graded again."""
        with told(self.path):
            return frozenset(key for (key,) in self._database.execute("SELECT key FROM graded WHERE final"))

    def before(self) -> dict[tuple[str, str], Before]:
        """What each hand-in of the class had before this run, by student and exercise."""
        with told(self.path):
            rows = self._database.execute(
                "SELECT student, hand_ins.exercise, digest, key, notes FROM hand_ins JOIN graded USING (key)"
            )
            return {
                (student, exercise): Before(digest, key, unpack(notes, tuple[str, ...]))
                for student, exercise, digest, key, notes in rows
            }

    # ----------------------------------------------------------------- a run

    def begin(
        self,
        hand_ins: Iterable[HandedIn],
        people: Iterable[Person],
        superseded: Iterable[Passed],
        ignored: Iterable[Passed],
        described: Mapping[str, object],
        titles: Mapping[str, tuple[str, bool]],
        *,
        seed: int,
        source: str,
        roster: Sequence[Person] = (),
    ) -> int:
        """Put the class as it was handed in in the place of what was there; returns the number of the run.

        What was graded and what was set by hand stay as they are. ``described`` is what the reports
        tell of the run; ``titles`` gives the title of each exercise and whether it is a column even if
        nobody answers it; ``source`` is where the class was handed in; ``roster`` is kept for later runs
        if there is one.
        """
        with told(self.path), transaction(self._database):
            for table in ("hand_ins", "people", "passed", "exercises"):
                self._database.execute(f"DELETE FROM {table}")
            for hand_in in hand_ins:
                self._put(hand_in)
            self._database.executemany(
                "INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?)",
                ((each.id, each.name, each.email, each.section, each.login) for each in people),
            )
            for passed, flag in ((superseded, 1), (ignored, 0)):
                self._database.executemany(
                    "INSERT INTO passed (superseded, path, student, exercise, reason) VALUES (?, ?, ?, ?, ?)",
                    ((flag, each.path, each.student, each.exercise, each.reason) for each in passed),
                )
            self._database.executemany(
                "INSERT INTO exercises VALUES (?, ?, ?)",
                ((name, title, listed) for name, (title, listed) in titles.items()),
            )
            self._set("described", msgspec.json.encode(described).decode())
            self._set("seed", str(seed))
            self._set("submissions", source)
            if roster:
                self._set(ROSTER, msgspec.json.encode(roster).decode())
            cursor = self._database.execute("INSERT INTO runs (began) VALUES (?)", (now(),))
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def _put(self, hand_in: HandedIn) -> None:
        submission = hand_in.submission
        self._database.execute(
            "INSERT OR REPLACE INTO hand_ins VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *hand_in.place,
                submission.path,
                submission.name,
                submission.late,
                pack(submission.notes),
                submission.digest,
                hand_in.key,
            ),
        )

    def add(self, key: str, basis: Basis, graded: Graded, *, final: bool) -> None:
        """Keep what grading a piece of work gave; a result that is not ``final`` is graded anew next time."""
        self._waiting.append((key, basis, final, graded))
        if time.monotonic() - self._written_at >= WRITE_EVERY_S:
            self.flush()

    def settle(self, hand_in: HandedIn) -> None:
        """Say which result a hand-in has, after it was added."""
        self._settled.append(hand_in)

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting or self._settled:
            with told(self.path), transaction(self._database):
                if self._waiting:  # if this run is killed, the next one finds out anew why the class fails
                    self._database.execute("DELETE FROM meta WHERE name = ?", (GROUPS_OF,))
                for key, basis, final, graded in self._waiting:
                    self._write(key, basis, final, graded)
                for hand_in in self._settled:
                    self._put(hand_in)
            self._waiting.clear()
            self._settled.clear()
        self._written_at = time.monotonic()

    def _write(self, key: str, basis: Basis, final: bool, graded: Graded) -> None:
        result, failing = graded.result, graded.failing
        self._database.execute("INSERT OR IGNORE INTO bases VALUES (?, ?)", (basis.name, pack(basis)))
        self._database.execute(
            "INSERT OR REPLACE INTO graded VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key,
                result.exercise,
                basis.name,
                final,
                pack(result),
                pack(graded.source),
                pack(graded.told),
                pack_failing(failing),
                failing.way if failing is not None else None,
            ),
        )
        if failing is not None and failing.sample is not None:
            self._offer(result.exercise, failing.way, failing.sample)

    def _offer(self, exercise: str, way: str, sample: Sample) -> None:
        """Keep the evidence of a way to fail; of each exercise those with the smallest fingerprints stay."""
        self._database.execute(
            "INSERT OR REPLACE INTO samples VALUES (?, ?, ?)", (exercise, way, pack_sample(sample))
        )
        kept = self._database.execute(
            "SELECT way, length(sample) FROM samples WHERE exercise = ? ORDER BY way", (exercise,)
        ).fetchall()
        room = MAX_SAMPLE_BYTES
        for number, (each, size) in enumerate(kept):
            room -= size
            if number >= MAX_SAMPLES or room < 0:
                self._database.execute("DELETE FROM samples WHERE exercise = ? AND way = ?", (exercise, each))

    def finish(self, groups: Sequence[Group], *, whole: bool) -> None:
        """Keep why the class fails; if that is not the whole truth, the next run finds it out anew."""
        with told(self.path), transaction(self._database):
            self._database.execute("DELETE FROM groups")
            self._database.executemany(
                "INSERT INTO groups (told) VALUES (?)", ((pack_group(group),) for group in groups)
            )
            self._set(GROUPS_OF, self._class_digest() if whole else "")

    def groups_are_current(self) -> bool:
        """Whether the class has the same results as when it was last kept why it fails."""
        found = self._get(GROUPS_OF)
        with told(self.path):
            return found == self._class_digest()

    def _class_digest(self) -> str:
        rows = self._database.execute("SELECT student, exercise, submission, key FROM hand_ins ORDER BY 1, 2")
        return hashlib.sha256(msgspec.msgpack.encode(rows.fetchall())).hexdigest()

    def end(self, run: int) -> None:
        """Write that a run came to its end, and what it changed."""
        with told(self.path), transaction(self._database):
            snapshot(self._database, run)
            left = self._database.execute("SELECT count(*) FROM hand_ins WHERE key IS NULL").fetchone()[0]
            self._database.execute(
                "UPDATE runs SET ended = ?, unfinished = ? WHERE number = ?", (now(), left, run)
            )

    # ----------------------------------------------------------------- reading back

    def failing(self, key_of: KeyOf) -> Iterator[Failing]:
        """The failures of the class; the evidence of each way to fail comes with the first that fails so."""
        told_of: set[tuple[str, str]] = set()
        with told(self.path):
            rows = self._database.execute(
                f"SELECT {RESULT}, graded.failing, samples.sample FROM hand_ins JOIN graded USING (key) "
                "LEFT JOIN samples ON samples.exercise = graded.exercise AND samples.way = graded.way "
                "WHERE graded.failing IS NOT NULL ORDER BY hand_ins.student, hand_ins.exercise"
            )
            for row in rows:
                *columns, failing, sample = row
                result = result_of(columns)
                found = unpack_failing(failing, result, None)
                if sample is not None and (found.exercise, found.way) not in told_of:
                    told_of.add((found.exercise, found.way))
                    found = replace(found, sample=unpack_sample(sample, key_of(found.exercise)))
                yield found


RESULT = (
    "hand_ins.student, hand_ins.exercise, hand_ins.submission, hand_ins.name, hand_ins.late, hand_ins.notes, "
    "hand_ins.digest, graded.result"
)
"""The columns of which `result_of` makes a result."""


def result_of(columns: Sequence[Any]) -> Result:
    """The result of a hand-in: what grading its work gave, with what is the hand-in's own."""
    student, exercise, path, name, late, notes, digest, kept = columns
    submission = Submission(
        path,
        student,
        exercise,
        name=name,
        late=bool(late),
        notes=unpack(notes, tuple[str, ...]),
        digest=digest,
    )
    return personal(unpack(kept, Result), submission)
