"""From files with owners to one answer per student and exercise, and a reason for every other file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from grader.intake.choosing import Candidate, Chosen, choose
from grader.intake.companions import Beside, leads_home, may_travel, modules_used
from grader.intake.hand_ins import LEADS_OUT, HandIn, Passed
from grader.intake.layouts import Claim
from grader.intake.names import ExerciseNames, Match
from grader.intake.people import People
from grader.intake.source import NOTEBOOK, load, printable
from grader.intake.walk import Found, Kind, PassedOver
from grader.started import same_code

_SHOWN = 10
_ARCHIVES = (Kind.BROKEN, Kind.IN_PART)


@dataclass(frozen=True)
class _Read:
    """What is kept of a file that was opened: the exercises that it defines, or why it cannot be read."""

    defines: tuple[str, ...] = ()
    problem: str | None = None


class Reader:
    """Opens files for what they define, each once, and none through a link out of its owner's folder."""

    def __init__(self, root: Path, names: ExerciseNames) -> None:
        self.root = root
        self.names = names
        self._read: dict[Path, _Read] = {}

    def defined(self, found: Found) -> tuple[str, ...]:
        """Return the exercises that a file defines while its owner is unknown: no link is followed."""
        return () if found.link else self._opened(found.path).defines

    def head(self, found: Found, most_bytes: int) -> str:
        """Return the beginning of a text; empty if it is a link or cannot be read."""
        if found.link:
            return ""
        try:
            with found.path.open("rb") as file:
                return file.read(most_bytes).decode("utf-8-sig", "replace")
        except OSError:
            return ""

    def home(self, claim: Claim) -> Path | None:
        """The folder of a file's owner, out of which no link is followed."""
        return None if claim.home is None else self.root / claim.home

    def of(self, claim: Claim) -> _Read:
        """Return what an owner's file defines."""
        if claim.found.link and not leads_home(claim.found.path, self.home(claim)):
            return _Read(problem=LEADS_OUT)
        return self._opened(claim.found.path)

    def untouched(self, claim: Claim, exercise: str) -> bool:
        """Whether an owner's file is the stub of an exercise as it was given."""
        stub = self.names.stub(exercise)
        if stub is None or self.of(claim).problem is not None:
            return False
        return same_code(stub, load(claim.found.path).code)

    def _opened(self, path: Path) -> _Read:
        if path not in self._read:
            source = load(path)
            self._read[path] = _Read(self.names.by_code(source.code), source.problem)
        return self._read[path]


@dataclass
class Sorted:
    """What became of the files that were claimed; ``graded`` are the claims behind the hand-ins."""

    hand_ins: list[HandIn] = field(default_factory=list)
    graded: list[Claim] = field(default_factory=list)
    superseded: list[Passed] = field(default_factory=list)
    ignored: list[Passed] = field(default_factory=list)


def sort_files(claims: Sequence[Claim], reader: Reader, people: People) -> Sorted:
    """Take the best of each student's files for each exercise, and say of the others why not.

    Parameters
    ----------
    claims
        Files with their owners.
    reader
        What opens a file whose names do not say the exercise.
    people
        Who the owners are.
    """
    candidates: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    unmatched: list[Claim] = []
    beside: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in claims:
        beside[claim.scope].append(claim)
        exercises, match = _answers(claim, reader)
        for exercise in exercises:
            for owner in dict.fromkeys(people.known[who.id].id for who in claim.people):
                candidates[owner, exercise].append(Candidate(claim, match))
        if not exercises and claim.found.kind is not Kind.IN_PART:
            unmatched.append(claim)
    people = replace(people, notes=_with_doubts(people, claims))
    making = _HandIns(reader, people, {scope: _besides(each) for scope, each in beside.items()})
    for (student, exercise), found in sorted(candidates.items(), key=lambda pair: pair[0]):
        making.add(student, exercise, found)
    done = making.done
    done.ignored += _left_over(unmatched, making, reader)
    return done


def _with_doubts(people: People, claims: Sequence[Claim]) -> dict[str, tuple[str, ...]]:
    """The notes on people, with one on each id that comes with several names."""
    named: dict[str, dict[str, None]] = defaultdict(dict)
    for claim in claims:
        for who in claim.people:
            if who.name:
                named[who.id][who.name] = None
    notes = dict(people.notes)
    for number, names in named.items():
        if len(names) > 1:
            told = f"{printable(number)} stands for several names: {printable(', '.join(names))}."
            notes[number] = (*notes.get(number, ()), f"{told} A human should look at whose work this is.")
    return notes


def _answers(claim: Claim, reader: Reader) -> tuple[tuple[str, ...], Match]:
    """Say which exercises a file answers, by its names or else by its code."""
    kind = claim.found.kind
    if kind is Kind.DATA:
        return (), Match.CODE
    exercises, match = reader.names.by_path(claim.named)
    if kind is Kind.CODE and claim.typed is None:
        return (exercises, match) if exercises else (reader.of(claim).defines, Match.CODE)
    # A text or a picture beside the code: only its own name makes it an answer, or that a platform
    # collects nothing but answers; a broken archive may hold one.
    if match > Match.WORDS and not claim.platform and kind not in _ARCHIVES:
        return (), match
    return exercises, match


def _besides(claims: list[Claim]) -> tuple[Beside, ...]:
    """An owner's files that may go along with each other, the latest of one name first."""
    own = [
        claim
        for claim in claims
        if claim.found.kind not in _ARCHIVES
        and claim.typed is None
        and may_travel(claim.found.rel.name)
        and claim.found.rel.suffix.lower() != NOTEBOOK
    ]
    own.sort(key=lambda claim: (-claim.serial, claim.own.parts))
    return tuple(
        Beside(
            (claim.own, claim.alias) if claim.alias and not claim.found.code else (claim.own,),
            claim.found.path,
            claim.found.link,
        )
        for claim in own
    )


class _HandIns:
    """Makes hand-ins of candidates."""

    def __init__(
        self, reader: Reader, people: People, besides: Mapping[tuple[str, ...], tuple[Beside, ...]]
    ) -> None:
        self.reader = reader
        self.people = people
        self.besides = besides
        self.done = Sorted()
        self.never: list[tuple[Claim, Passed]] = []

    def add(self, student: str, exercise: str, candidates: list[Candidate]) -> None:
        """Choose among a student's files for an exercise."""
        chosen = choose(
            candidates,
            exercise,
            lambda claim: exercise in self.reader.of(claim).defines,
            lambda claim: self.reader.untouched(claim, exercise),
        )
        notes = _about_others(chosen)
        best = self._hand_in(student, exercise, chosen.best, notes)
        rivals = tuple(self._hand_in(student, exercise, each, notes) for each in chosen.equals)
        self.done.hand_ins.append(replace(best, rivals=rivals))
        self.done.graded += [each.claim for each in (chosen.best, *chosen.equals)]
        self.done.superseded += [
            _passed(each.claim, student, exercise, reason) for each, reason in chosen.others
        ]
        self.never += [
            (each.claim, _passed(each.claim, student, exercise, reason))
            for each, reason in chosen.never
            if each.claim.found.kind is not Kind.IN_PART  # its parts are named
        ]

    def _hand_in(self, student: str, exercise: str, candidate: Candidate, others: tuple[str, ...]) -> HandIn:
        claim, found = candidate.claim, candidate.claim.found
        persons = {self.people.known[who.id].id: self.people.known[who.id] for who in claim.people}
        notes = list(claim.notes)
        for who in claim.people:
            notes += self.people.notes.get(who.id, ())
        if candidate.match is Match.CODE:
            notes.append(f"The file's name says no exercise; it defines what {exercise} asks for.")
        if len(persons) > 1:
            rest = ", ".join(each for each in persons if each != student)
            notes.append(f"Handed in by a group, together with {rest}.")
        problem = found.problem or (f"This is {claim.typed}, not a file of code." if claim.typed else None)
        return HandIn(
            student=student,
            exercise=exercise,
            path=printable(found.shown),
            file=found.path,
            name=persons[student].name,
            late=claim.late,
            notes=(*notes, *others),
            problem=problem,
            own=claim.own,
            besides=self.besides[claim.scope],
            home=self.reader.home(claim),
            link=found.link,
        )


def _about_others(chosen: Chosen) -> tuple[str, ...]:
    """Sentences about files that match equally, and about those that were passed over."""
    notes = []
    if chosen.equals:
        paths = ", ".join(printable(each.claim.found.shown) for each in (chosen.best, *chosen.equals))
        notes.append(f"Files that match equally: {paths}. All are graded; the best counts.")
    for other, reason in chosen.others[:_SHOWN]:
        notes.append(f"superseded: {printable(other.claim.found.shown)} ({reason})")
    if more := len(chosen.others[_SHOWN:]):
        notes.append(f"superseded: {more} more")
    return tuple(notes)


def _passed(claim: Claim, student: str, exercise: str | None, reason: str) -> Passed:
    return Passed(printable(claim.found.shown), student, exercise, printable(reason))


def _left_over(unmatched: list[Claim], making: _HandIns, reader: Reader) -> list[Passed]:
    """Name the files that are no answer, but for those that go along with one."""
    graded: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in making.done.graded:
        if claim.found.code and not claim.typed:
            graded[claim.scope].append(claim)
    left = making.never + [
        (claim, _passed(claim, owner, None, _unmatched(claim, reader)))
        for claim in unmatched
        for owner in dict.fromkeys(making.people.known[who.id].id for who in claim.people)
    ]
    # What is graded is opened for this only where code lies beside it that is no answer.
    scopes = {claim.scope for claim, _ in left if claim.found.code}
    modules = {scope: _modules(graded[scope], making, reader) for scope in scopes}
    return [passed for claim, passed in left if not _goes_along(claim, graded, modules)]


def _goes_along(
    claim: Claim,
    graded: Mapping[tuple[str, ...], list[Claim]],
    modules: Mapping[tuple[str, ...], frozenset[Path]],
) -> bool:
    """Whether a file goes along with what is graded of its owner's: a module that is used, or data."""
    found = claim.found
    if found.code:
        return found.path in modules[claim.scope]
    return bool(graded.get(claim.scope)) and may_travel(found.rel.name) and not (claim.typed or found.problem)


def _modules(graded: list[Claim], making: _HandIns, reader: Reader) -> frozenset[Path]:
    """The modules that some of the files that are graded need."""
    used: set[Path] = set()
    for claim in graded:
        if reader.of(claim).problem is None:
            code = load(claim.found.path).code
            used |= modules_used(code, claim.own, making.besides[claim.scope], reader.home(claim))
    return frozenset(used)


def _unmatched(claim: Claim, reader: Reader) -> str:
    found = claim.found
    if claim.typed:
        return f"it is {claim.typed}, not a file of code"
    if found.problem:
        return f"its name says no exercise, and it cannot be read: {found.problem}"
    if found.kind is Kind.DATA:
        return "it is no .py file and no notebook"
    if not found.code:
        return "it is no .py file and no notebook, and is not named as an exercise"
    if problem := reader.of(claim).problem:
        return f"its name says no exercise, and it cannot be read: {problem}"
    return "neither its name nor the functions and classes it defines say an exercise"


def passed_over(ignored: Iterable[PassedOver], claims: Iterable[Claim], people: People) -> list[Passed]:
    """Say of what is no file whose folder it lies in, if that is known."""
    homes: dict[PurePosixPath, str] = {
        claim.home: people.known[claim.student].id for claim in claims if claim.home is not None
    }
    return [
        Passed(
            each.shown, next((homes[up] for up in each.rel.parents if up in homes), None), None, each.reason
        )
        for each in ignored
    ]
