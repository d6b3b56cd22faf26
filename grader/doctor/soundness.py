"""A look at the pack: what it holds, what of it is broken, whether its examples can be used."""

from __future__ import annotations

from collections.abc import Iterator

from grader.catalogue import EXAMPLES, FROZEN, Pack
from grader.doctor.findings import Finding, Section, State, counted, note, ok, problem
from grader.errors import PackError
from grader.frozen import thaw
from grader.model import Exercise
from grader.tracks import track_faults

MEND = "mend or remove what is named, go to another folder, or name a pack with --pack"
ASK = "if the pack is not yours, get it anew from who gave it to you; otherwise mend that file"


def pack_section(pack: Pack | None, fault: str | None) -> Section:
    """What there is to practise; ``fault`` says why there is no pack, or not the one of the workspace."""
    findings = []
    if fault is not None:
        findings.append(problem("pack", fault, MEND))
    if pack is None:
        return Section("Pack", "none", tuple(findings))
    solved = sum(each.solution_folder is not None for each in pack.exercises.values())
    count = counted(len(pack.exercises), "exercise")
    findings += [
        ok("folder", str(pack.folder)),
        ok("exercises", f"{count}, {counted(len(pack.tracks), 'track')}"),
    ]
    findings.append(_solutions(solved, len(pack.exercises)))
    findings += [problem(name, str(told.told), ASK) for name, told in pack.broken.items()]
    findings += [
        note("tracks", told, "for the author of the pack: `kata verify` says more")
        for told in track_faults(pack.tracks, pack.exercises)
    ]
    findings += _examples(pack)
    essentials = f"{count} in {counted(len(pack.tracks), 'track')}, {_with(solved, len(pack.exercises))}"
    return Section("Pack", f"{essentials}: {pack.folder}", tuple(findings))


def is_sound(section: Section) -> bool:
    """Whether the pack can be used as a whole."""
    return all(finding.state is not State.PROBLEM for finding in section.findings)


def _with(solved: int, count: int) -> str:
    if solved == 0:
        return "without solutions"
    return "with solutions" if solved == count else f"solutions for {solved}"


def _solutions(solved: int, count: int) -> Finding:
    if solved == 0:
        return ok("solutions", "none, as in a pack for students: the visible examples are checked")
    return ok("solutions", "there" if solved == count else f"there for {solved} of {count} exercises")


def _examples(pack: Pack) -> Iterator[Finding]:
    """Whether each exercise has its frozen examples, as new as what they were made of."""
    faults = {name: told for name, each in pack.exercises.items() if (told := _fault(each)) is not None}
    for name, told in faults.items():
        if pack.exercises[name].solution_folder is None:
            yield problem(name, told, ASK)
        else:  # what they are made of is there, so nothing is missing until students get the pack
            yield note(name, told, f"kata verify {name} --freeze, before students get the pack")
    if not faults:
        yield ok("examples", f"each {FROZEN} can be read and is as new as its {EXAMPLES}")


def _fault(exercise: Exercise) -> str | None:
    try:
        thaw(exercise)
    except (PackError, OSError, UnicodeDecodeError) as fault:
        return str(fault)
    return None
