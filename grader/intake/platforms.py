"""The layouts that name each file or folder after its owner: Canvas, Moodle, Blackboard.

A download may lie in folders, one per assignment; the names of these folders may say the exercise.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.intake.layouts import Claim, Class, Recognised
from grader.intake.source import student_name
from grader.intake.walk import Found
from grader.model import Person

_TEXT_BYTES = 4096


@dataclass(frozen=True)
class Entry:
    """What a name says; ``file`` is the name that its owner gave the file (empty: a folder's)."""

    person: Person
    file: str
    attempt: str = ""
    serial: int = 0
    late: bool = False
    typed: str | None = None
    assignment: str = ""


@dataclass(frozen=True)
class _Placed:
    """A file with what a name on its way says, the download's folder, and the way from there."""

    found: Found
    root: PurePosixPath
    entry: Entry
    inside: tuple[str, ...]


def _placed(view: Class, read: Callable[[str], Entry | None]) -> list[_Placed]:
    """Find the files that themselves, or whose folder or archive, are named as a platform does it."""
    known: dict[str, Entry | None] = {}
    placed = []
    for found in view.files:
        parts = view.parts(found)
        if len(parts) <= view.depth:
            continue
        name = parts[view.depth]
        if name not in known:
            known[name] = read(name)
        if entry := known[name]:
            root = view.base.joinpath(*parts[: view.depth])
            placed.append(_Placed(found, root, entry, parts[view.depth + 1 :]))
    return placed


def _claim(view: Class, placed: _Placed, own_name: Callable[[str], str] = str) -> Claim:
    """Give a file to its owner, under the name that the owner gave it."""
    entry, found = placed.entry, placed.found
    folders = (view.name, *placed.root.parts[len(view.base.parts) :], entry.assignment)
    named = PurePosixPath(*filter(None, (*folders, entry.file, *placed.inside)))
    if placed.inside:
        home, alias = found.rel.parents[len(placed.inside) - 1], None
        own = PurePosixPath(*placed.inside)
    else:
        home, alias = None, PurePosixPath(entry.file or found.rel.name)
        own = PurePosixPath(own_name(str(alias)))
    return Claim(
        found=found,
        people=(entry.person,),
        home=home,
        named=named,
        scope=("platform", str(placed.root), entry.person.id, entry.attempt),
        own=own,
        attempt=entry.attempt,
        serial=entry.serial,
        assignment=entry.assignment,
        late=entry.late,
        platform=True,
        typed=entry.typed,
        alias=None if alias == own else alias,
    )


def merged(people: Iterable[Person]) -> tuple[Person, ...]:
    """One person for each id, with all that is told of them."""
    known: dict[str, Person] = {}
    for who in people:
        before = known.setdefault(who.id, who)
        known[who.id] = Person(
            who.id,
            before.name or who.name,
            before.email or who.email,
            before.section or who.section,
            before.login or who.login,
        )
    return tuple(known.values())


def _roots(placed: Iterable[_Placed]) -> tuple[PurePosixPath, ...]:
    return tuple(dict.fromkeys(each.root for each in placed))


# ---------------------------------------------------------------------------------------- Canvas

# The name is what is left of it when all but letters of any script, digits and "_" was taken out.
_NAME = r"[^\s!-/:-@\[-^`{-~]*?"
_CANVAS = re.compile(
    rf"(?:(?P<late_anon>LATE_)?anon_(?P<anon>[A-Za-z0-9]+)|(?P<name>{_NAME})(?P<late>_LATE)?_(?P<user>\d+))"
    r"_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<typed>text|link)\.html)",
    re.DOTALL,
)
_UPLOADED_AGAIN = re.compile(r"-(?:[1-9]|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$")


def _canvas_entry(name: str) -> Entry | None:
    found = _CANVAS.fullmatch(name)
    if found is None:
        return None
    if found["anon"]:
        who = Person(f"anon_{found['anon']}")
    else:
        who = Person(found["user"], name=student_name(found["name"]) or None)
    typed = {"text": "text typed into Canvas", "link": "a web address given to Canvas"}.get(found["typed"])
    return Entry(
        person=who,
        file=found["file"] or f"{found['typed']}.html",
        serial=int(found["attachment"][:30]) if found["attachment"] else 0,
        late=bool(found["late"] or found["late_anon"]),
        typed=typed,
    )


def canvas(view: Class) -> Recognised | None:
    """``lastfirst[_LATE]_userid_attachmentid_file``, one download or a folder of several."""
    by_root: dict[PurePosixPath, list[_Placed]] = defaultdict(list)
    for each in _placed(view, _canvas_entry):
        by_root[each.root].append(each)
    placed = [each for group in by_root.values() if _is_canvas(view, group) for each in group]
    if not placed:
        return None
    return Recognised(
        "canvas",
        "a download from Canvas: names such as lastfirst_userid_attachmentid_file",
        tuple(_claim(view, each, _without_upload_mark) for each in placed),
        merged(each.entry.person for each in placed),
        roots=_roots(placed),
    )


def _is_canvas(view: Class, group: list[_Placed]) -> bool:
    """Whether names that fit are Canvas's: a student's own ``week_1_2_notes.py`` fits as well."""
    if view.forced:
        return True
    root = group[0].root
    fit = {each.found for each in group}
    others = [found for found in view.files if found not in fit and found.rel.is_relative_to(root)]
    people = {(each.entry.person.id, each.entry.person.name) for each in group}
    names = {name or user for user, name in people}
    lower = all((name or "") == (name or "").lower() for _, name in people)
    if len(names) > 1 and lower:
        return not others or all(each.entry.serial >= _CANVAS_NUMBER or each.entry.typed for each in group)
    # One student's files: only if nothing else is there, and the numbers are as long as Canvas's are.
    everything = len(fit) == len(view.files)
    return lower and everything and all(each.entry.serial >= 10_000 or each.entry.typed for each in group)


def _without_upload_mark(file: str) -> str:
    """The file's name without what Canvas adds to that of a file uploaded once more."""
    path = PurePosixPath(file)
    return (_UPLOADED_AGAIN.sub("", path.stem) or path.stem) + path.suffix


# ---------------------------------------------------------------------------------------- Moodle

_MOODLE = re.compile(
    r"(?P<name>[^_]+)(?:_(?P<id>\d+))?_assignsubmission_(?P<plugin>file|onlinetext)(?:_(?P<file>.*))?",
    re.DOTALL,
)


def _moodle_entry(name: str) -> Entry | None:
    found = _MOODLE.fullmatch(name)
    if found is None:
        return None
    full_name = student_name(found["name"]).strip()
    if not full_name:
        return None
    blind = full_name == "Participant"
    who = Person(found["id"] or full_name, name=None if blind else full_name)
    typed = "text typed into Moodle" if found["plugin"] == "onlinetext" else None
    return Entry(who, found["file"] or "", typed=typed)


def moodle(view: Class) -> Recognised | None:
    """``Full Name_id_assignsubmission_file/any.py``, or all files flat; groups and blind marking too."""
    placed = _placed(view, _moodle_entry)
    empty = {
        folder: entry
        for folder in view.folders
        if (entry := _moodle_entry(folder.name))
        and len(folder.parts) == len(view.base.parts) + view.depth + 1
    }
    if not placed and not empty:
        return None
    return Recognised(
        "moodle",
        "a download from Moodle: names such as Full Name_id_assignsubmission_file",
        tuple(_claim(view, each) for each in placed),
        merged([each.entry.person for each in placed] + [entry.person for entry in empty.values()]),
        folders=tuple(empty),
        roots=tuple(dict.fromkeys([*_roots(placed), *(folder.parent for folder in empty)])),
    )


# ------------------------------------------------------------------------------------ Blackboard

_BLACKBOARD = re.compile(
    r"(?P<head>.+?_.+?)_attempt_(?P<date>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?", re.DOTALL
)
# Nothing is tried twice: a text may consist of blanks.
_NAME_LINE = re.compile(r"\s*+Name:\s*+(?P<name>[^\n]*)\((?P<login>[^()\n]+)\)[ \t]*+\r?\n")
# Canvas's numbers are never so small, those in names that people choose often are.
_CANVAS_NUMBER = 100


def blackboard(view: Class) -> Recognised | None:
    """``Assignment_user_attempt_date_file``, with a text of Blackboard's about each attempt."""
    texts = _attempts(view)

    def entry_of(name: str) -> Entry | None:
        found = _BLACKBOARD.fullmatch(name)
        if found is None:
            return None
        about = _NAME_LINE.match(texts.get((found["head"], found["date"]), ""))
        login = about["login"] if about else ""
        if login and found["head"].endswith("_" + login):
            assignment, user = found["head"][: -len(login) - 1], login
        else:
            assignment, _, user = found["head"].rpartition("_")
        full_name = student_name(about["name"].strip()) if about and user == login else None
        who = Person(student_name(user), name=full_name or None, login=student_name(user))
        return Entry(who, found["file"] or "", attempt=found["date"], assignment=assignment)

    placed = [each for each in _placed(view, entry_of) if each.entry.person.id]
    placed = _not_in_canvas(view, placed)
    if not placed:
        return None
    claims, about, alone = _without_texts(view, placed)
    return Recognised(
        "blackboard",
        "a download from Blackboard: names such as Assignment_user_attempt_date_file",
        claims,
        merged(each.entry.person for each in placed),
        passed=alone,
        taken=about,
        roots=_roots(placed),
    )


def _not_in_canvas(view: Class, placed: list[_Placed]) -> list[_Placed]:
    """Leave out what lies in a download from Canvas: there a student chooses how a name ends.

    Of such a download some names are Canvas's alone; of Blackboard's own none is.
    """
    ours = {each.found for each in placed}
    canvas = _placed(view, _canvas_entry) if ours else []
    roots = {
        each.root
        for each in canvas
        if each.found not in ours and (each.entry.serial >= _CANVAS_NUMBER or each.entry.typed)
    }
    theirs = {each.found for each in canvas if each.root in roots}
    return [each for each in placed if each.found not in theirs]


def _attempts(view: Class) -> Mapping[tuple[str, str], str]:
    """What Blackboard's texts say, by what goes before their date and the date; not those in a hand-in."""
    texts = {}
    for found in view.files:
        if len(view.parts(found)) != view.depth + 1:
            continue
        read = _BLACKBOARD.fullmatch(found.rel.name)
        if read and not read["file"] and found.rel.suffix == ".txt":
            texts[read["head"], read["date"]] = view.head(found, _TEXT_BYTES)
    return texts


def _without_texts(
    view: Class, placed: list[_Placed]
) -> tuple[tuple[Claim, ...], frozenset[Found], tuple[tuple[str, str], ...]]:
    """Tell the files from the texts about attempts; a text may be all that there is of an attempt."""
    files = [each for each in placed if each.entry.file or each.inside]
    texts = [each for each in placed if not (each.entry.file or each.inside)]
    attempts = {(each.entry.person.id, each.entry.assignment, each.entry.attempt) for each in files}
    alone = tuple(
        (each.found.shown, f"it tells of an attempt of {each.entry.person.id} with which no file came")
        for each in texts
        if (each.entry.person.id, each.entry.assignment, each.entry.attempt) not in attempts
    )
    return tuple(_claim(view, each) for each in files), frozenset(each.found for each in texts), alone
