"""One run over a class: what is to be graded, what is known already, and where each result goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from grader.catalogue import Pack
from grader.causes import Causes, failing_of
from grader.errors import HarnessError, KataError, NotIsolated
from grader.grade import grade_with_evidence, impersonal, marked_unsafe, own_units, refused_result, versions
from grader.instructor import told_to_instructor
from grader.intake.hand_ins import ClassSubmissions, HandIn, read_hand_in
from grader.isolate.local import LocalWorker
from grader.model import UNSAFE, Key, Person, Status, Submission
from grader.needs import server_kind
from grader.pool import Pool
from grader.prepared import key_for, with_limits
from grader.store import Basis, Before, Graded, HandedIn, Store, content_key
from grader.submissions import known_exercises

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Terms:
    """How a class is graded.

    Attributes
    ----------
    jobs
        Workers at once.
    seed
        What hidden cases are drawn from; None for the one that the folder of results keeps.
    limits
        Changes to the limits of every exercise.
    unsafe
        Whether to grade where submissions cannot be isolated, and say so in every result.
    regrade
        Grade what is chosen anew, graded before or not.
    students, exercises
        What is chosen: these students and exercises (empty: all). The rest stays as it was.
    only_failed
        Grade anew what of it has not passed.
    roster
        Who is in the class, to be kept for later runs.
    """

    jobs: int
    seed: int | None = None
    limits: Mapping[str, object] = field(default_factory=dict)
    unsafe: bool = False
    regrade: bool = False
    students: tuple[str, ...] = ()
    exercises: tuple[str, ...] = ()
    only_failed: bool = False
    roster: tuple[Person, ...] = ()


@dataclass
class _Place:
    """A student and exercise: the file that answers it, equal ones beside it, where their results are kept.

    The submissions are without their sources, which are read again when they are graded.
    """

    hand_ins: tuple[HandIn, ...]
    submissions: tuple[Submission, ...]
    keys: tuple[str, ...]


class Grading:
    """One run over a class. What it writes is whole at any moment: see `grader.store`."""

    def __init__(
        self,
        found: ClassSubmissions,
        pack: Pack,
        store: Store,
        pool: Pool,
        terms: Terms,
        progress: Progress,
        *,
        seed: int,
        source: str,
    ) -> None:
        self.found, self.pack, self.store, self.pool = found, pack, store, pool
        self.terms, self.progress, self.seed, self.source = terms, progress, seed, source
        self.exercises = known_exercises(pack)
        self.keys: dict[str, Key | KataError] = {}
        self.bases: dict[str, Basis] = {}
        self.scores: dict[str, tuple[float | None, float]] = {}
        self.number: int | None = None
        self.graded = self.reused = self.left = 0

    def run(self) -> None:
        """Grade all that is chosen and not known yet."""
        self.progress("starting", 0, 0)
        layers = self._layers()
        versions_now = versions()
        for name, exercise in self.exercises.items():
            self.bases[name] = Basis(
                exercise.digest, self.seed, versions_now, layers, dict(self.terms.limits)
            )
        places = list(self._read())
        known = self.store.final_keys()
        pending = self._pending(places, known)
        # Who is not chosen has the result, too, if the work is the same.
        waiting = [
            place
            for place in places
            if any(key in pending for key in place.keys)
            and all(key in pending or key in known for key in place.keys)
        ]
        self._begin(places, known)
        self.left = sum(1 for place in waiting if self._is_chosen(place))
        self.reused = sum(1 for place in places if self._is_chosen(place)) - self.left
        self._prepare(sorted({hand_in.exercise for hand_in in pending.values()}))
        self._grade(pending, waiting, unsafe=UNSAFE in layers)

    def end(self, *, interrupted: bool) -> None:
        """Write what waits, and why the class fails."""
        self.store.flush()
        if self.number is None:
            return
        if not self.store.groups_are_current():
            causes, needed = Causes(), set[str]()
            for failing in self.store.failing(lambda name: self._key_of(name, needed, make=not interrupted)):
                causes.add(failing)
            whole = all(isinstance(self.keys.get(name), Key) for name in needed)
            self.store.finish(causes.groups(), whole=whole)
        self.store.end(self.number)

    # ----------------------------------------------------------------- what there is

    def _layers(self) -> tuple[str, ...]:
        """The layers of the workers; raises `NotIsolated` where they are not enough."""
        kinds = (
            server_kind(self.pack.exercises[hand_in.exercise], ())
            for hand_in in self.found.hand_ins
            if hand_in.exercise in self.pack.exercises
        )
        try:
            # Of the kind that is needed first, so that none is started only to be examined.
            return self.pool.examine(next(kinds, "numpy")).layers
        except NotIsolated:
            raise
        except HarnessError:
            return ()  # each result will say what is wrong with the server

    def _read(self) -> Iterator[_Place]:
        total = len(self.found.hand_ins)
        for number, hand_in in enumerate(self.found.hand_ins, start=1):
            candidates = (hand_in, *hand_in.rivals)
            read = [read_hand_in(candidate) for candidate in candidates]
            keys = tuple(self._content_key(submission) for submission in read)
            bare = tuple(replace(submission, units=(), companions=()) for submission in read)
            yield _Place(candidates, bare, keys)
            self.progress("reading", number, total)

    def _content_key(self, submission: Submission) -> str:
        name = submission.exercise
        return content_key(submission, self.exercises[name], self.bases[name])

    def _begin(self, places: list[_Place], known: frozenset[str]) -> None:
        before = self.store.before()
        listed = set(self.terms.exercises)
        titles = {hand_in.exercise for hand_in in self.found.hand_ins} | listed
        self.number = self.store.begin(
            (self._handed_in(place, known, before) for place in places),
            self.found.people,
            self.found.superseded,
            self.found.ignored,
            {"layout": self.found.layout, "limits": dict(self.terms.limits)},
            {name: (self.exercises[name].title, name in listed) for name in sorted(titles)},
            seed=self.seed,
            source=self.source,
            roster=self.terms.roster,
        )

    def _handed_in(
        self, place: _Place, known: frozenset[str], before: Mapping[tuple[str, str], Before]
    ) -> HandedIn:
        if all(key in known for key in place.keys):
            return self._best(place)
        submission = place.submissions[0]
        kept = before.get((submission.student, submission.exercise))
        if kept is not None and not self._is_chosen(place):
            for same in place.submissions:
                if same.digest == kept.digest:
                    return HandedIn(replace(same, notes=kept.notes), kept.key)
        return HandedIn(submission, None)

    def _is_chosen(self, place: _Place) -> bool:
        """Whether a place is among those that this run is for."""
        hand_in, terms = place.hand_ins[0], self.terms
        return (not terms.students or hand_in.student in terms.students) and (
            not terms.exercises or hand_in.exercise in terms.exercises
        )

    def _pending(self, places: list[_Place], known: frozenset[str]) -> dict[str, HandIn]:
        """What is to be graded: one file for each piece of work, however many handed it in."""
        pending: dict[str, HandIn] = {}
        for place in places:
            if not self._is_chosen(place):
                continue
            again = not self._passed(place) if self.terms.only_failed else self.terms.regrade
            for key, hand_in in zip(place.keys, place.hand_ins, strict=True):
                if again or key not in known:
                    pending.setdefault(key, hand_in)
        return pending

    def _passed(self, place: _Place) -> bool:
        results = (self.store.result(key) for key in place.keys)
        return any(result is not None and result.status == Status.PASSED.value for result in results)

    # ----------------------------------------------------------------- grading

    def _prepare(self, names: list[str]) -> None:
        """The keys of the exercises; in the place of a key, why there is none."""
        if names:
            self.progress("preparing", 0, len(names))
        for name, key in self.pool.map(self._make_key, names):
            self.keys[name] = key
            self.progress("preparing", len(self.keys), len(names))

    def _make_key(self, worker: LocalWorker, name: str) -> Key | KataError:
        try:
            return with_limits(key_for(self.pack.exercise(name), self.seed, worker), self.terms.limits)
        except KataError as fault:
            return fault
        except Exception as fault:  # noqa: BLE001 - one exercise must not end the class
            return HarnessError(f"{name}: {type(fault).__name__}: {fault}")

    def _key_of(self, name: str, needed: set[str], *, make: bool) -> Key | None:
        """The key to compare failures by; after an interruption none is made anew."""
        needed.add(name)
        if name not in self.keys and make and name in self.pack.exercises:
            self.keys.update(self.pool.map(self._make_key, [name]))
        key = self.keys.get(name)
        return key if isinstance(key, Key) else None

    def _grade(self, pending: dict[str, HandIn], waiting: list[_Place], *, unsafe: bool) -> None:
        missing = {id(place): {key for key in place.keys if key in pending} for place in waiting}
        of_key: dict[str, list[_Place]] = {}
        for place in waiting:
            for key in missing[id(place)]:
                of_key.setdefault(key, []).append(place)

        def work(worker: LocalWorker, item: tuple[str, HandIn]) -> tuple[Graded, bool]:
            submission = read_hand_in(item[1])
            graded = self._grade_one(item[0], impersonal(submission), worker)
            marked = unsafe or UNSAFE in graded.result.isolation
            # A file that was changed since it was first read is not what the key says.
            final = (
                graded.result.status != Status.HARNESS_ERROR.value
                and self._content_key(submission) == item[0]
            )
            return replace(graded, result=marked_unsafe(graded.result)) if marked else graded, final

        if pending:
            self.progress("grading", 0, len(pending))
        results = self.pool.map(work, pending.items())
        for number, ((key, hand_in), (graded, final)) in enumerate(results, start=1):
            self.scores[key] = graded.result.score, graded.result.max_score
            self.store.add(key, self.bases[hand_in.exercise], graded, final=final)
            for place in of_key[key]:
                missing[id(place)].discard(key)
                if not missing[id(place)]:
                    self.store.settle(self._best(place))
                    self.graded += self._is_chosen(place)
                    self.left -= self._is_chosen(place)
            self.progress("grading", number, len(pending))

    def _grade_one(self, content: str, submission: Submission, worker: LocalWorker) -> Graded:
        key = self.keys[submission.exercise]
        source = tuple((unit.label, unit.source) for unit in own_units(submission))
        if isinstance(key, KataError):
            return Graded(refused_result(submission, submission.exercise, key, self.seed), source)
        result, evidence = grade_with_evidence(submission, key, worker)
        try:
            told = told_to_instructor(submission, key, result, evidence)
        except Exception:  # noqa: BLE001 - no fault in what is told besides may cost a grade, or the class
            told = ()
        # The answers of two files of which nothing can be made are told apart by what is in them.
        named = msgspec.structs.replace(result, submission=content)
        return Graded(result, source, told, failing_of(key, named, evidence))

    def _best(self, place: _Place) -> HandedIn:
        """The hand-in with the result that counts: of several equal files the best."""
        if len(place.keys) == 1:
            return HandedIn(place.submissions[0], place.keys[0])
        scores = [self._score(key) for key in place.keys]
        order = sorted(range(len(scores)), key=lambda i: (-_rank(*scores[i]), i))
        best, *others = order
        told = (
            f"{len(scores)} files answer it equally well, a human should look. All were graded, and the best "
            f"counts ({_points(scores[best][0])}).",
            *(f"Also handed in: {place.submissions[i].path} ({_points(scores[i][0])})" for i in others),
        )
        submission = place.submissions[best]
        return HandedIn(replace(submission, notes=(*told, *submission.notes)), place.keys[best])

    def _score(self, key: str) -> tuple[float | None, float]:
        if key not in self.scores:
            result = self.store.result(key)
            self.scores[key] = (result.score, result.max_score) if result is not None else (None, 0.0)
        return self.scores[key]


def _rank(score: float | None, max_score: float) -> float:
    """The better the larger: what could not be graded might be right, so it counts unless another is."""
    if score is None:
        return max_score - 0.5 if max_score else 1e9
    return score


def _points(score: float | None) -> str:
    return "no score" if score is None else f"{score:g} points"
