"""The report in HTML: one page for a class, and one for each student and exercise."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote_from_bytes

from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Gradebook
from grader.model import Person
from grader.reports.page_class import ClassView, name_of
from grader.reports.page_detail import DetailView
from grader.reports.page_files import page_name, remove_stale
from grader.reports.rendering import mark_of, render
from grader.reports.writing import make_folder, write_whole

Place = tuple[str, str]


def write_page(
    book: Gradebook,
    target: Path,
    *,
    sources: bool = True,
    title: str = "Class report",
    when: datetime | None = None,
) -> list[Path]:
    """Write the report of a class, and remove the pages of a former one in the same place.

    Parameters
    ----------
    book
        The class.
    target
        A file that ends in ``.html``, beside which ``<stem>_pages`` is made, or a folder for
        ``index.html`` and ``pages``.
    sources
        Whether the pages show what was handed in.
    title, when
        What stands at the top; the time is now if it is not given.

    Returns
    -------
    list of Path
        The page of the class, then the others. All of them are for instructors: they hold hidden answers.

    Raises
    ------
    UsageError
        If it cannot be written there.
    """
    is_file = target.suffix.lower() == ".html"
    index = target if is_file else target / "index.html"
    folder = index.parent / (f"{index.stem}_pages" if is_file else "pages")
    when = when or datetime.now(UTC)
    if not is_file:
        make_folder(target)
    make_folder(folder)
    written = {
        place: folder / name
        for place, name in _write_details(book, folder, _address(index.name), sources, title)
    }
    write_whole(index, _class_page(book, written, _address(folder.name), title, when).encode())
    remove_stale(folder, {path.name for path in written.values()}, mark_of("detail.html"))
    return [index, *written.values()]


def _address(name: str) -> str:
    """The name of a file as a link holds it, whatever bytes it is made of."""
    return quote_from_bytes(os.fsencode(name))


def _class_page(book: Gradebook, written: dict[Place, Path], folder: str, title: str, when: datetime) -> str:
    def href(student: str, exercise: str) -> str | None:
        path = written.get((student, exercise))
        return None if path is None else f"{folder}/{path.name}"

    return render(
        "class.html",
        style="class.css",
        script="class.js",
        view=ClassView(book, href),
        book=book,
        title=title,
        when=f"{when:%Y-%m-%d %H:%M %Z}".strip(),
    )


def _write_details(
    book: Gradebook, folder: Path, index: str, sources: bool, title: str
) -> Iterator[tuple[Place, str]]:
    """Write the details one by one; of each only its place and the name of its page is kept."""
    people = {person.id: person for person in book.people}
    neighbours = _Neighbours(book)
    for details in book.details():
        result = details.result
        place = (result.student or "", result.exercise)
        person = people.get(place[0]) or Person(place[0], result.name)
        text = render(
            "detail.html",
            style="detail.css",
            view=DetailView(details, sources),
            details=details,
            result=result,
            who=name_of(person),
            person=person,
            exercise_title=book.titles.get(result.exercise, ""),
            index=f"../{index}",
            class_title=title,
            links=neighbours.links(place, people),
        )
        name = page_name(*place)
        write_whole(folder / name, text.encode(), durable=False)
        yield place, name


class _Neighbours:
    """Which pages stand before and after a page: of the same student, and of the same exercise."""

    def __init__(self, book: Gradebook) -> None:
        places = sorted(
            place for place, entry in book.entries.items() if entry.status not in (NOT_SUBMITTED, NOT_GRADED)
        )
        self._places = places
        self._rank = {place: rank for rank, place in enumerate(places)}
        self._of_exercise: defaultdict[str, list[Place]] = defaultdict(list)
        self._rank_in_exercise: dict[Place, int] = {}
        for place in places:
            self._rank_in_exercise[place] = len(self._of_exercise[place[1]])
            self._of_exercise[place[1]].append(place)

    def links(self, place: Place, people: dict[str, Person]) -> list[tuple[str, str, str, str]]:
        """For each direction that leads anywhere: its kind, its words, the page and what it is about."""
        if place not in self._rank:
            return []
        rank, within = self._rank[place], self._rank_in_exercise[place]
        same = self._of_exercise[place[1]]
        ways = [
            ("prev", "Previous", self._places, rank - 1),
            ("next", "Next", self._places, rank + 1),
            ("", "Previous student, same exercise", same, within - 1),
            ("", "Next student, same exercise", same, within + 1),
        ]
        found = []
        for kind, words, places, at in ways:
            if 0 <= at < len(places):
                student, exercise = places[at]
                about = f"{name_of(people.get(student) or Person(student))}, {exercise}"
                found.append((kind, words, page_name(student, exercise), about))
        return found
