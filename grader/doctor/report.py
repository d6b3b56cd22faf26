"""All that `kata doctor` found, and the same as a document for programs."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.doctor.findings import Section, State, problem
from grader.doctor.isolation import MEANING, Examination, isolation_section
from grader.doctor.places import PLACES
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.doctor.keeping import Kept
    from grader.practice.workspace import Workspace


@dataclass(frozen=True)
class Surroundings:
    """Where the doctor was asked: the pack, if there is one, or why there is none; the workspace, if any."""

    pack: Pack | None
    fault: str | None = None
    workspace: Workspace | None = None


@dataclass(frozen=True)
class Report:
    """What was found, section by section; ``kept`` is where what is kept lies, if that could be told."""

    sections: tuple[Section, ...]
    examination: Examination
    pack: Pack | None
    kept: Kept | None
    pack_is_sound: bool

    @property
    def passed(self) -> bool:
        """Whether submissions can be graded safely here, with this pack."""
        return self.examination.safe and self.pack_is_sound

    @property
    def problems(self) -> int:
        """How many problems there are."""
        return sum(each.state is State.PROBLEM for section in self.sections for each in section.findings)


def report(surroundings: Surroundings, examination: Examination) -> Report:
    """Look at everything; what cannot be looked at is a problem, and stops nothing."""
    pack, sections = surroundings.pack, []

    def look(name: str, at: Callable[[], Section]) -> Section:
        try:
            section = at()
        except (ImportError, OSError, RuntimeError, ValueError) as fault:
            finding = problem(name, f"could not be looked at: {fault}", "mend what is named, then try again")
            section = Section(name, "could not be looked at", (finding,))
        sections.append(section)
        return section

    kept: list[Kept] = []
    look("Python", _python)
    look("Packages", lambda: _packages(examination, pack))
    look("Threads", _threads)
    look("Isolation", lambda: isolation_section(examination))
    look("Data", lambda: _data(surroundings.workspace, kept))
    sound = look("Pack", lambda: _pack(surroundings)).state is not State.PROBLEM
    return Report(tuple(sections), examination, pack, kept[0] if kept else None, sound)


# Each of these imports what it needs itself: where an import fails, the others still tell what they found.


def _python() -> Section:
    from grader.doctor.machine import python_section

    return python_section()


def _packages(examination: Examination, pack: Pack | None) -> Section:
    from grader.doctor.packages import packages_section

    exercises = pack.exercises.values() if pack is not None else ()
    needing = Counter(package for exercise in exercises for package in exercise.needs)
    return packages_section(examination.broken, needing)


def _threads() -> Section:
    from grader.doctor.machine import threads_section

    return threads_section()


def _data(workspace: Workspace | None, kept: list[Kept]) -> Section:
    from grader.doctor.keeping import data_section

    section, where = data_section(workspace.folder if workspace is not None else None)
    kept.append(where)
    return section


def _pack(surroundings: Surroundings) -> Section:
    from grader.doctor.soundness import pack_section

    return pack_section(surroundings.pack, surroundings.fault)


# --------------------------------------------------------------------------- as a document


def facts(report: Report) -> dict[str, Any]:
    """The report as a JSON document."""
    from grader.doctor.packages import installed_versions

    examination = report.examination
    system = {
        "kernel": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
    }
    return {
        "schema": 1,
        "level": examination.level.value,
        "meaning": MEANING[examination.level] if examination.fault is None else None,
        "layers": list(examination.layers),
        "acts": [{"layer": a.layer, "act": a.what, "refused": a.refused} for a in examination.acts],
        "fault": examination.fault,
        "here": list(examination.here),
        "advice": {name: advice for name, (_, advice) in PLACES.items()},
        "system": system | installed_versions(),
        "findings": [
            {
                "section": section.name,
                "name": found.name,
                "state": found.state.value,
                "told": for_terminal(found.told),
                "remedy": for_terminal(found.remedy) if found.remedy is not None else None,
            }
            for section in report.sections
            for found in section.findings
        ],
        "pack": _pack_facts(report.pack),
        "data": _data_facts(report.kept),
    }


def _pack_facts(pack: Pack | None) -> dict[str, Any] | None:
    if pack is None:
        return None
    return {
        "folder": for_terminal(str(pack.folder)),
        "exercises": sorted(pack.exercises),
        "tracks": [track.name for track in pack.tracks],
        "broken": {name: fault.told for name, fault in pack.broken.items()},
        "solutions": sum(each.solution_folder is not None for each in pack.exercises.values()),
    }


def _data_facts(kept: Kept | None) -> dict[str, str | None] | None:
    if kept is None:
        return None
    told = {"progress": kept.progress, "cache": kept.cache, "workspace": kept.workspace}
    return {name: for_terminal(str(path)) if path is not None else None for name, path in told.items()}
