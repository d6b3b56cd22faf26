"""Who the students are: what the layout tells of them and what a roster adds."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.model import Person


@dataclass(frozen=True)
class People:
    """All students, and what each id of the layout stands for.

    Attributes
    ----------
    known
        By the id in the layout.
    notes
        By the id in the layout, what a human should look at.
    absent
        Those on the roster of whom nothing was seen.
    """

    known: Mapping[str, Person]
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    absent: tuple[Person, ...] = ()

    def all(self) -> tuple[Person, ...]:
        """Everybody, once, sorted by id."""
        return tuple(sorted([*{p.id: p for p in self.known.values()}.values(), *self.absent], key=_id))


def _id(person: Person) -> str:
    return person.id


def with_roster(seen: Iterable[tuple[Person, bool]], roster: Sequence[Person]) -> People:
    """Match the students seen with those on a roster.

    Parameters
    ----------
    seen
        Each student that the layout tells of, and whether it tells a platform's id; what is told first
        counts.
    roster
        Who should be there.

    Returns
    -------
    People
        A student matches an entry by its id, else its login, else its email address, exactly, or by the
        number in ``Participant 123`` together with the name; a student known by a folder's name alone is
        then called by the entry's id. Of the name alone only what is missing is filled in, and only if
        nobody else has it; where a platform tells another id, a note asks whether the two are one.
    """
    told: dict[str, tuple[Person, bool]] = {}
    for person, platform in seen:
        told.setdefault(person.id, (person, platform))
    entries = _Roster(roster)
    known: dict[str, Person] = {}
    notes: dict[str, tuple[str, ...]] = {}
    matched: set[str] = set()
    by_name: list[Person] = []
    for person, platform in told.values():
        if entry := entries.of(person, platform):
            known[person.id] = _filled(person if platform else replace(person, id=entry.id), entry)
            matched.add(entry.id)
        else:
            known[person.id] = person
            if not platform:
                by_name.append(person)
    often = Counter(map(_plain_name, by_name))
    for person in by_name:
        fitting = entries.named(person)
        if len(fitting) == 1 and often[_plain_name(person)] == 1 and fitting[0].id not in matched:
            known[person.id] = _filled(person, fitting[0])
            matched.add(fitting[0].id)
        elif len(fitting) > 1:
            notes[person.id] = (
                f"{len(fitting)} people on the roster are named as this student's folder; none was matched.",
            )
    # Someone else may be seen under the id of an entry: who has it then is matched above.
    absent = tuple(entry for entry in entries.once() if entry.id not in matched)
    notes |= _namesakes((who for who, platform in told.values() if platform and who.name), absent)
    return People(known, notes, absent)


def _namesakes(people: Iterable[Person], absent: Iterable[Person]) -> dict[str, tuple[str, ...]]:
    """A note on who is on the roster under another id, as far as a name can tell."""
    names = {_plain_name(entry): entry for entry in absent if entry.name}
    return {
        who.id: (
            f"The roster has this name under the id {entry.id}, and nobody handed in under that one. A human "
            "should look whether they are one person: both are listed.",
        )
        for who in people
        if (entry := names.get(_plain_name(who)))
    }


def _filled(person: Person, entry: Person) -> Person:
    """The person with what the roster tells of them: its name is the better one."""
    return Person(
        person.id,
        entry.name or person.name,
        person.email or entry.email,
        person.section or entry.section,
        person.login or entry.login,
    )


def _plain_name(person: Person) -> str:
    """A name in one form, however it is written: "Lovelace, Ada" is "Ada Lovelace"."""
    name = person.name or person.id
    last, comma, first = name.partition(",")
    plain = unicodedata.normalize("NFKC", f"{first} {last}" if comma else name).casefold()
    # Moodle leaves the apostrophe out of the names of its folders.
    return re.sub(r"[\s_]+", " ", re.sub("['\u2019]", "", plain)).strip()


class _Roster:
    """A roster by what its entries are looked up by; what two entries share finds neither."""

    def __init__(self, roster: Sequence[Person]) -> None:
        self._ids = {entry.id: entry for entry in roster}
        self._logins = _unique((entry.login, entry) for entry in roster)
        self._emails = _unique((entry.email, entry) for entry in roster)
        self._names: dict[str, list[Person]] = defaultdict(list)
        for entry in self._ids.values():
            if entry.name:
                self._names[_plain_name(entry)].append(entry)

    def once(self) -> Iterable[Person]:
        """Each entry; those with one id are one."""
        return self._ids.values()

    def of(self, person: Person, platform: bool) -> Person | None:
        """The entry of a person beyond doubt; a folder may be named by an id, a login or an email address."""
        named = None if platform else person.id
        return (
            self._ids.get(person.id)
            or self._logins.get(person.login or named)
            or self._emails.get(person.email or named)
            or self._participant(person, platform)
        )

    def _participant(self, person: Person, platform: bool) -> Person | None:
        """The entry of a name whose id is the person's number behind a word: ``Participant 123``."""
        fitting = self.named(person) if platform and person.name else []
        return next((e for e in fitting if re.fullmatch(rf"\D+{re.escape(person.id)}", e.id)), None)

    def named(self, person: Person) -> list[Person]:
        """The entries that have the person's name."""
        return self._names.get(_plain_name(person), [])


def _unique(pairs: Iterable[tuple[str | None, Person]]) -> dict[str | None, Person]:
    """Entries by a key that no two people have."""
    found: dict[str | None, list[Person]] = defaultdict(list)
    for key, entry in pairs:
        if key:
            found[key].append(entry)
    return {key: entries[0] for key, entries in found.items() if len({entry.id for entry in entries}) == 1}
