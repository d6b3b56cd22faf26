"""The compiler for exercises: everything that must hold of one before a student sees it."""

from __future__ import annotations

import time
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from grader.catalogue import SOLUTION, frequent_mistakes
from grader.errors import HarnessError, PackError
from grader.isolate.local import LocalWorker
from grader.model import Array, Exercise, Key, Mapping, Packed, Sequence, Unchanged, Value
from grader.pictures.about import authors_picture, has_picture
from grader.pool import Pool
from grader.verify.bank import examine_seed, stub_faults, try_out
from grader.verify.equivalents import FILE, Entry, read_equivalents, told_apart
from grader.verify.findings import Attempt, Equivalent, Report, Seeded, Tried
from grader.verify.junk import CHANGED, NEARLY, junk, liars
from grader.verify.leaks import leaks
from grader.verify.mutants import Mutant, mutants
from grader.verify.statement import PROGRAM_TAG, statement_faults

MAX_SCORE = 10.0
MAX_JUNK = 2.0
MIN_KILLED = 0.95
MAX_EQUIVALENT = 0.1


@dataclass(frozen=True)
class Effort:
    """How long to look.

    Attributes
    ----------
    seeds
        The draws of hidden cases that the bank is tried on.
    draws
        The further draws that a mutant which is said to be equivalent is tried on.
    mutants
        At most so many mutants are tried, spread over the reference, and it is not asked then whether each
        hidden check kills one; None: all.
    """

    seeds: tuple[int, ...] = tuple(range(20))
    draws: int = 200
    mutants: int | None = None


def prove(exercise: Exercise, effort: Effort, pool: Pool) -> Report:
    """Verify one exercise; what keeps it from being verified (a package that is missing) is a fault, too."""
    began = time.perf_counter()
    seeded = _in_order(pool, exercise, effort.seeds)
    faults = _by_seed(seeded)
    keys = [one.key for one in seeded if one.key is not None]
    if len(keys) < len(seeded):
        return Report(exercise.name, effort.seeds, (), (), (), tuple(faults), _since(began))
    first = keys[0]
    program = PROGRAM_TAG in exercise.tags
    for _, still in pool.map(lambda worker, key: _still(key, program, worker), [first]):
        faults += still
    source = _reference(exercise)
    wrong = [*_junk(first, source), *liars(source, exercise.entry_points)]
    made = mutants(source, exercise.entry_points)
    try:
        entries = read_equivalents(exercise)
    except PackError as fault:
        faults.append(str(fault))
        entries = []
    equivalent = {mutant: entry for entry in entries for mutant in entry.those(made)}
    wrong += _spread([one.attempt for one in made if one not in equivalent], effort.mutants)
    tried = [*seeded[0].tried, *_try_all(wrong, keys, pool, faults)]
    faults += _about_junk(first, tried)
    faults += _about_mutants(made, entries, equivalent, tried)
    if effort.mutants is None:
        faults += _about_checks(first, tried)
    faults += _draws(exercise, list(equivalent), effort.draws, pool)
    listed = tuple(
        Equivalent(mutant.scope, mutant.before, mutant.after, entry.reason, effort.draws)
        for mutant, entry in equivalent.items()
    )
    return Report(
        exercise.name, effort.seeds, first.checks, tuple(tried), listed, tuple(faults), _since(began)
    )


def _spread(attempts: list[Attempt], most: int | None) -> list[Attempt]:
    step = 1 if most is None else -(-len(attempts) // most) or 1
    return attempts[::step]


def _since(began: float) -> float:
    return round(time.perf_counter() - began, 3)


def _reference(exercise: Exercise) -> str:
    assert exercise.solution_folder is not None
    return (exercise.solution_folder / SOLUTION).read_text(encoding="utf-8")


def _in_order(pool: Pool, exercise: Exercise, seeds: tuple[int, ...]) -> list[Seeded]:
    found = dict(pool.map(lambda worker, seed: examine_seed(exercise, seed, worker), seeds))
    return [found[seed] for seed in seeds]


def _by_seed(seeded: list[Seeded]) -> list[str]:
    """The faults that seeds showed; one that several seeds show is told once."""
    seeds: dict[str, list[int]] = {}
    for one in seeded:
        for fault in one.faults:
            seeds.setdefault(fault, []).append(one.seed)
    told = []
    for fault, shown in seeds.items():
        which = "" if len(shown) == len(seeded) else f" (seed {', '.join(map(str, shown))})"
        told.append(f"{fault}{which}")
    return told


def _still(key: Key, program: bool, worker: LocalWorker) -> list[str]:
    """What does not depend on the seed."""
    faults: list[str] = []
    for found in (
        stub_faults(key, worker, program=program),
        statement_faults(key, worker),
        leaks(key.exercise, program=program),
        _picture_faults(key.exercise, worker),
        _frequent_faults(key.exercise),
    ):
        try:
            for fault in found:
                faults.append(fault)  # one by one: what was found before a file that cannot be read is kept
        except HarnessError as broken:
            faults.append(str(broken))
        except (SyntaxError, UnicodeDecodeError, tokenize.TokenError) as broken:
            faults.append(f"a file of the exercise cannot be read: {broken}")
    total = sum(check.points for check in key.checks)
    if total != MAX_SCORE:
        faults.append(f"the points of all checks sum to {total:g}, not {MAX_SCORE:g}")
    if {check.visibility for check in key.checks} != {"visible", "hidden"}:
        faults.append("there should be visible and hidden checks")
    return faults


def _frequent_faults(exercise: Exercise) -> Iterator[str]:
    """Why the list of the mistakes that are made most cannot be used."""
    try:
        frequent_mistakes(exercise)
    except PackError as fault:
        yield str(fault).removeprefix(f"{exercise.name}: ")


def _picture_faults(exercise: Exercise, worker: LocalWorker) -> Iterator[str]:
    """Why the picture of what the exercise is about cannot be drawn of the reference, if it has one."""
    try:
        if has_picture(exercise):
            authors_picture(exercise, worker)
    except PackError as fault:
        yield str(fault).removeprefix(f"{exercise.name}: ")


# --------------------------------------------------------------------------- what should fail


def _junk(key: Key, source: str) -> Iterator[Attempt]:
    """The junk that makes sense here: arguments can be changed only where there are some that can."""
    changeable = any(isinstance(value, Array | Packed | Sequence | Mapping) for value in _inputs(key))
    for one in junk(source, key.exercise.entry_points):
        if one.name != CHANGED or changeable:
            yield one


def _inputs(key: Key) -> Iterator[Value]:
    for check in key.checks:
        for case in check.cases:
            looked_at = {p for p, policies in case.expect if any(isinstance(q, Unchanged) for q in policies)}
            yield from (value for name, value in case.inputs if name in looked_at)


def _try_all(attempts: list[Attempt], keys: list[Key], pool: Pool, faults: list[str]) -> list[Tried]:
    """Try every file on the first draw, and a mutant that lives on the further ones."""
    found: dict[Attempt, Tried] = {}
    left = attempts
    for key in keys:

        def work(worker: LocalWorker, attempt: Attempt, key: Key = key) -> Tried | str:
            try:
                return try_out(key, attempt, worker)
            except HarnessError as fault:
                return f"{attempt.kind} {attempt.name}: the harness failed: {fault}"

        for attempt, tried in pool.map(work, left):
            if isinstance(tried, str):
                faults.append(tried)
            else:
                found[attempt] = tried
        left = [a for a in left if a.kind == "mutant" and a in found and not found[a].killed]
        if not left:
            break
    return [found[attempt] for attempt in attempts if attempt in found]


def _about_junk(key: Key, tried: list[Tried]) -> Iterator[str]:
    """Junk earns next to nothing, and is never taken for a fault of the harness; a liar passes no check."""
    for one in tried:
        earned = sum(check.points for i, check in enumerate(key.checks) if i not in one.killed_by)
        if one.kind == "junk" and one.status in ("passed", "harness_error"):
            yield f"junk is {one.status}: {one.name}"
        elif one.kind == "junk" and one.status == "failed" and one.name not in NEARLY and earned > MAX_JUNK:
            yield f"junk earns {earned:g} points: {one.name}"
        if one.kind == "liar" and one.status in ("passed", "failed", "harness_error"):
            let = [check.name for i, check in enumerate(key.checks) if i not in one.killed_by]
            if one.status != "failed" or let:
                yield f"the liar {one.name!r} is {one.status} and passes {'; '.join(let) or 'nothing'}"


def _about_mutants(
    made: list[Mutant], entries: list[Entry], equivalent: dict[Mutant, Entry], tried: list[Tried]
) -> Iterator[str]:
    """Nearly all mutants die, and few are said to be equivalent."""
    for entry in entries:
        if entry not in equivalent.values():
            yield f"{FILE}: no mutant is {entry.scope}: {entry.before} -> {entry.after}"
    if len(equivalent) > MAX_EQUIVALENT * len(made):
        yield f"{len(equivalent)} of {len(made)} mutants are said to be equivalent; one in ten may be"
    ours = [one for one in tried if one.kind == "mutant"]
    alive = [one for one in ours if not one.killed]
    if len(ours) - len(alive) < MIN_KILLED * len(ours):
        share = 100 * (len(ours) - len(alive)) / len(ours)
        yield f"{share:.0f} % of {len(ours)} mutants die; it should be {MIN_KILLED:.0%}, and these live:"
        yield from (f"    {one.name}" for one in alive)


def _about_checks(key: Key, tried: list[Tried]) -> Iterator[str]:
    """Each hidden check kills a mistake or a mutant that the visible ones let live.

    Junk does not count: what is right on the first call only, say, lives through the first check alone.
    """
    written = [one for one in tried if one.kind in ("mistake", "mutant")]
    visible = {i for i, check in enumerate(key.checks) if check.visibility == "visible"}
    needed = {i for one in written if not visible.intersection(one.killed_by) for i in one.killed_by}
    for i, check in enumerate(key.checks):
        if i not in visible and i not in needed:
            yield f"the hidden check {check.name!r} kills nothing that the visible checks let live"


def _draws(exercise: Exercise, equivalent: list[Mutant], draws: int, pool: Pool) -> Iterator[str]:
    """The mutants that are said to be equivalent agree with the reference on further draws."""
    if not equivalent:
        return
    told: dict[str, None] = {}
    for _, sentences in pool.map(
        lambda worker, draw: told_apart(exercise, equivalent, draw, worker), range(draws)
    ):
        told.update(dict.fromkeys(sentences))
    yield from told
