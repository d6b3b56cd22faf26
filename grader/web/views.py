"""What the pages show, as plain data made of the pack, of what was done, and of what is frozen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from grader.catalogue import STATEMENT, Pack
from grader.errors import PackError
from grader.escape import clean
from grader.markup import Markup, from_markdown
from grader.model import Exercise, Track
from grader.needs import adding, missing_packages
from grader.practice.standing import Standings, State, next_exercise, unmet

if TYPE_CHECKING:
    from pathlib import Path

    from grader.frozen import Comparison
    from grader.model import Case, Key, Observation, Value
    from grader.practice.helping import OpenedHint
    from grader.practice.progress import Progress
    from grader.web.files import Held

MAX_RELATED = 5
Follows = Literal["hint", "approach", "nothing"]


@dataclass(frozen=True)
class Row:
    """An exercise in a list."""

    name: str
    title: str
    difficulty: str
    tags: tuple[str, ...]
    state: State
    locked_by: tuple[str, ...]
    missing: tuple[str, ...]
    best: float | None
    max_score: float | None
    attempts: int
    hints: int


@dataclass(frozen=True)
class TrackView:
    """A track with its exercises, in their order."""

    name: str
    title: str
    about: Markup
    rows: tuple[Row, ...]
    done: int


@dataclass(frozen=True)
class CatalogueView:
    """All there is to practise."""

    tracks: tuple[TrackView, ...]
    others: tuple[Row, ...]
    total: int
    done: int
    current: str | None
    workspace: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class CheckView:
    """A check, as the exercise announces it."""

    name: str
    points: float
    visibility: str


@dataclass(frozen=True)
class ExampleView:
    """A visible case: what it is called with and what is expected, as messages word it."""

    label: str
    call: str
    expected: str
    check: str


@dataclass(frozen=True)
class HintView:
    """A hint that is open, or the approach."""

    number: int
    total: int
    text: Markup
    is_approach: bool


@dataclass(frozen=True)
class FileView:
    """The file of an answer; the one it will be, where there is none yet."""

    shown: str
    kind: str
    exists: bool


@dataclass(frozen=True)
class ExerciseView:
    """One exercise, with all that its page needs before anything is run.

    ``about_later`` says that the picture of what it is about is to be asked for; by the whole path of the
    ``workspace`` a browser tells apart what was typed in different ones.
    """

    row: Row
    statement: Markup
    comparison: tuple[str, ...]
    checks: tuple[CheckView, ...]
    examples: tuple[ExampleView, ...]
    about: Markup | None
    about_later: bool
    hints: tuple[HintView, ...]
    follows: Follows
    track: str | None
    track_title: str
    place: int
    count: int
    previous: str | None
    next: str | None
    related: tuple[Row, ...]
    file: FileView
    read_next: tuple[str, ...]
    examples_only: bool
    can_open_solution: bool
    unmet: tuple[str, ...]
    missing_command: str
    workspace: str


# --------------------------------------------------------------------------- the catalogue


def row(exercise: Exercise, stand: Standings) -> Row:
    """An exercise, and how one stands in it."""
    own = stand.of(exercise.name)
    return Row(
        exercise.name,
        exercise.title,
        exercise.difficulty,
        exercise.tags,
        own.state,
        () if own.done else unmet(exercise, stand),
        tuple(missing_packages(exercise)),
        own.best,
        own.max_score,
        own.attempts,
        own.hints_opened,
    )


def catalogue(pack: Pack, stand: Standings, workspace: str, notes: Iterable[str]) -> CatalogueView:
    """The page that lists all exercises."""
    rows = {name: row(exercise, stand) for name, exercise in pack.exercises.items()}
    tracks = tuple(_track(one, rows) for one in pack.tracks if one.exercises)
    listed = {name for one in pack.tracks for name in one.exercises}
    others = tuple(rows[name] for name in rows if name not in listed)
    broken = (f"broken exercise: {clean(fault.told)}" for fault in pack.broken.values())
    return CatalogueView(
        tracks,
        others,
        len(rows),
        _passed(rows.values()),
        _to_go_on_with(pack, stand),
        workspace,
        (*broken, *notes),
    )


def _to_go_on_with(pack: Pack, stand: Standings) -> str | None:
    """The exercise at hand; once that is done, the one that `kata next` would lay out."""
    if stand.current not in pack.exercises:
        return None
    return next_exercise(pack, stand) if stand.of(stand.current).done else stand.current


def _track(track: Track, rows: dict[str, Row]) -> TrackView:
    own = tuple(rows[name] for name in track.exercises)
    return TrackView(track.name, track.title, from_markdown(track.about), own, _passed(own))


def _passed(rows: Iterable[Row]) -> int:
    return sum(one.state == "passed" for one in rows)


# --------------------------------------------------------------------------- an exercise


def exercise_view(
    exercise: Exercise,
    pack: Pack,
    stand: Standings,
    progress: Progress,
    held: Held,
    shown: str,
    workspace: Path,
    *,
    track: str | None = None,
    about: Markup | None = None,
) -> ExerciseView:
    """The page of an exercise.

    Parameters
    ----------
    exercise, pack, stand, progress
        The exercise, its pack, and where one stands.
    held, shown, workspace
        The answer as it is now, how the path of its file is shown, and the workspace.
    track
        The track that it is opened in, if it is one of several.
    about
        Its author's picture, if that was drawn already.
    """
    from grader.pictures.about import has_picture

    one = _chosen_track(exercise, pack, track)
    names = one.exercises if one is not None else ()
    place = names.index(exercise.name) if exercise.name in names else 0
    key, comparison = _frozen(exercise)
    own = stand.of(exercise.name)
    later = about is None and has_picture(exercise)
    missing = missing_packages(exercise)
    hints, follows = _hints(exercise, progress)
    return ExerciseView(
        row=row(exercise, stand),
        statement=from_markdown(without_title(_statement(exercise))),
        comparison=_words(comparison),
        checks=tuple(CheckView(*check) for check in comparison.checks) if comparison else (),
        examples=examples(key) if key is not None else (),
        about=about if about is not None or later or key is None else drawn_answers(key),
        about_later=later,
        hints=hints,
        follows=follows,
        track=one.name if one is not None else None,
        track_title=one.title if one is not None else "",
        place=place + 1 if names else 0,
        count=len(names),
        previous=names[place - 1] if place > 0 else None,
        next=names[place + 1] if place + 1 < len(names) else None,
        related=tuple(row(each, stand) for each in _related(exercise, pack, names)),
        file=FileView(shown, held.kind, held.exists),
        read_next=exercise.read_next,
        examples_only=exercise.solution_folder is None,
        can_open_solution=exercise.solution_folder is not None and own.done,
        unmet=() if own.done else unmet(exercise, stand),
        missing_command=adding(missing[0]) if missing else "",
        workspace=str(workspace.absolute()),
    )


def _chosen_track(exercise: Exercise, pack: Pack, wanted: str | None) -> Track | None:
    own = [one for one in pack.tracks if exercise.name in one.exercises]
    return next((one for one in own if one.name == wanted), own[0] if own else None)


def _statement(exercise: Exercise) -> str:
    return (exercise.folder / STATEMENT).read_text(encoding="utf-8")


def without_title(text: str) -> str:
    """A text in Markdown without its first heading: the page has one of its own."""
    return re.sub(r"\A\s*# [^\n]*\n", "", text)


def _frozen(exercise: Exercise) -> tuple[Key | None, Comparison | None]:
    """What is frozen of an exercise; nothing where its author has to freeze it anew."""
    from grader.frozen import frozen_comparison, thaw

    try:
        return thaw(exercise), frozen_comparison(exercise)
    except PackError:
        return None, None


def _words(comparison: Comparison | None) -> tuple[str, ...]:
    from grader.text import GENERAL_COMPARISON

    return (*GENERAL_COMPARISON, *comparison.words) if comparison is not None else ()


def _related(exercise: Exercise, pack: Pack, names: tuple[str, ...]) -> list[Exercise]:
    """Exercises of the track that go together with one: what it builds on, what builds on it, its like."""
    others = [pack.exercises[name] for name in names if name != exercise.name]

    def nearness(other: Exercise) -> int:
        linked = other.name in exercise.prerequisites or exercise.name in other.prerequisites
        return 100 * linked + len(set(other.tags) & set(exercise.tags))

    near = sorted((other for other in others if nearness(other)), key=nearness, reverse=True)[:MAX_RELATED]
    return [other for other in others if other in near]


# --------------------------------------------------------------------------- hints


def hint(opened: OpenedHint) -> HintView:
    """A hint as it is shown."""
    text = without_title(opened.text) if opened.is_approach else opened.text
    return HintView(opened.number, opened.total, from_markdown(text), opened.is_approach)


def _hints(exercise: Exercise, progress: Progress) -> tuple[tuple[HintView, ...], Follows]:
    """The hints that are open, and what follows them."""
    from grader.practice.helping import opened_hints

    opened = opened_hints(exercise, progress)
    return tuple(map(hint, opened)), opened[-1].follows if opened else "hint"


# --------------------------------------------------------------------------- examples


def examples(key: Key) -> tuple[ExampleView, ...]:
    """The visible cases, with the words that messages have for them."""
    from grader.judge import places
    from grader.text import called_with

    return tuple(
        ExampleView(case.label, clean(called_with(case.inputs), 400), _expected(case, seen), check.name)
        for (index, place), seen in places(key.expected).items()
        for check in (key.checks[index],)
        for case in (check.cases[place],)
        if check.visibility == "visible"
    )


def _expected(case: Case, seen: Observation) -> str:
    """What is expected of a case, part by part; equal parts are told once."""
    from grader.judge import case_parts
    from grader.model import Raises, Unchanged
    from grader.text import part_name

    told: dict[str, str] = {}
    for part in case_parts(case, seen, seen):
        raised = next((policy for policy in part.policies if isinstance(policy, Raises)), None)
        if raised is not None:
            text = f"raises {raised.error}"
        elif any(isinstance(policy, Unchanged) for policy in part.policies):
            text = "as it was before the call"
        else:
            text = _shown(part.expected)
        told.setdefault(text, part_name(part.name))
    if list(told.values()) in ([part_name("")], [part_name("answer")]):
        return next(iter(told))
    return "; ".join(f"{name}: {text}" for text, name in told.items())


def _shown(value: Value) -> str:
    from grader.text.inputs import show

    return clean(show(value), 400)


def drawn_answers(key: Key) -> Markup | None:
    """The answers to the visible examples as a picture, if they are numbers."""
    from grader.fragments.heatmap import picture_html
    from grader.pictures.about import expected_picture

    picture = expected_picture(key)
    return picture_html(picture, "about") if picture is not None else None
