"""How submissions are isolated here, found by trying: the level, the layers, and what each one stops."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Protocol

from grader.doctor.findings import Finding, Section, counted, note, ok, problem
from grader.doctor.places import ELSEWHERE, PLACES, places_here
from grader.errors import HarnessError
from grader.isolate.control import NAMESPACES, Act, Ready
from grader.model import Level, Limits, Load, Outcome, Task, Unit
from grader.seam import Worker

MEANING = {
    Level.FULL: "Landlock, seccomp and namespaces. Grade anything.",
    Level.STANDARD: "Landlock and seccomp. Grade anything; namespaces would be a third wall.",
    Level.CLOSED: (
        "seccomp alone: a submission can open no file at all. Safe to grade; only code that reads a file, or "
        "imports what was not imported beforehand, is refused."
    ),
    Level.NONE: (
        "something forbidden is possible here. `kata grade` refuses; `kata check` works, for your own files."
    ),
}
# What each layer stops, by the name it has in a result.
STOPS = {
    "session": "reading what the grader reads, writing where it writes: a session and five descriptors",
    "rlimits": "loops, floods and hoarding: processor time, memory, size and number of files have limits",
    "no_new_privs": "gaining powers by running a program",
    "capabilities": "the powers of root",
    "user": "touching what belongs to who grades: each submission has a user id of its own",
    "landlock": "reading any file but Python's libraries and its own data, writing any file at all",
    "no_open": "opening any file at all",
    "seccomp": "starting processes and threads, the network, other processes, shared memory",
    "namespaces": "seeing what is outside: processes, networks, disks of its own; a third wall",
}
_SHOWN_ACTS = 3
# How a package that is broken says so, in the last words of a server that was to import it.
_NO_IMPORT = re.compile(r"ImportError|ModuleNotFoundError|AttributeError|shared object|dtype size changed")
_ELSEWHERE_REMEDY = {"darwin": PLACES["macOS"][1], "win32": PLACES["Windows"][1]}
NEWER = (
    "use Linux 5.13 or newer on x86_64 or aarch64 with Landlock and seccomp switched on: a virtual machine "
    "(WSL2 on Windows) or another host; `kata doctor --verbose` says more of each place"
)


class Examined(Worker, Protocol):
    """A worker that can be asked what its tasks are kept from."""

    def examine(self, kind: str) -> Ready:
        """How tasks are isolated, and what was tried to find that out; raises `HarnessError`."""


@dataclass(frozen=True)
class Examination:
    """What was found.

    ``fault`` says why nothing could be tried, or why an honest file does not run, if so. ``broken`` are
    packages that do not import, with what was said; ``plain`` is whether one's own files are run in a
    plain child process, without isolation, and ``own_fault`` why that does not work, if so.
    """

    level: Level
    layers: tuple[str, ...]
    acts: tuple[Act, ...]
    fault: str | None
    here: tuple[str, ...]
    broken: Mapping[str, str] = field(default_factory=dict)
    plain: bool = False
    own_fault: str | None = None

    @property
    def safe(self) -> bool:
        """Whether submissions of others may be graded here."""
        return self.level is not Level.NONE and self.fault is None

    @property
    def possible(self) -> tuple[Act, ...]:
        """What was tried, forbidden, and not refused; namespaces are a wall behind the others."""
        return tuple(act for act in self.acts if not act.refused and act.layer != NAMESPACES)


def examine(grading: Examined | None, own: Examined | None = None) -> Examination:
    """Start servers and ask them.

    Parameters
    ----------
    grading
        The worker that isolates; None where there is none (not on Linux).
    own
        The worker of one's own files, where that is another one.
    """
    broken: dict[str, str] = {}
    nothing = Ready(Level.NONE, (), ())
    kinds = ("numpy", "torch") if find_spec("torch") is not None else ("numpy",)
    ready, fault = _ask(grading, kinds, broken) if grading is not None else (nothing, ELSEWHERE)
    # What the first of them imports, the second need not import again.
    left = kinds[:1] if grading is not None else kinds
    own_fault = _ask(own, left, broken)[1] if own is not None else None
    return Examination(
        ready.level, ready.layers, ready.acts, fault, places_here(), broken, own is not None, own_fault
    )


def _ask(worker: Examined, kinds: tuple[str, ...], broken: dict[str, str]) -> tuple[Ready, str | None]:
    """What a worker says of itself, and what is wrong with it; adds what does not import to ``broken``."""
    ready = Ready(Level.NONE, (), ())
    try:
        ready = worker.examine("numpy")
        for kind in kinds:
            _control(worker, kind)
    except _DoesNotImport as told:
        broken[told.kind] = str(told)
        return ready, str(told)
    except HarnessError as told:
        if _NO_IMPORT.search(str(told)):  # the server could not be warmed up
            broken["numpy"] = str(told)
        return ready, str(told)
    except OSError as told:  # no room, no right to make a folder
        return ready, f"a file cannot be run here: {told}"
    return ready, None


class _DoesNotImport(HarnessError):
    """An honest file that only imports a package did not run."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


def _control(worker: Worker, kind: str) -> None:
    """Run an honest file on a kind of server; raises `HarnessError` where not even that works."""
    control = (Unit("control.py", f"import {kind}"),)
    try:
        load = next(iter(worker.run(Task(control, False, (), b"", (), Limits(), kind))))
    except HarnessError as fault:
        if _NO_IMPORT.search(str(fault)):
            raise _DoesNotImport(kind, str(fault)) from None
        raise
    if isinstance(load, Load) and load.error is not None:
        raise _DoesNotImport(kind, f"importing {kind} raises {load.error.name}: {load.error.message}")
    if not isinstance(load, Load) or load.outcome is not Outcome.RETURNED:
        raise HarnessError(
            f"a file that only imports {kind} does not run here; are there limits (ulimit -a)?"
        )


# --------------------------------------------------------------------------- in findings


def isolation_section(examination: Examination) -> Section:
    """What was found, in findings."""
    findings = (*_grading(examination), *_layers(examination), *_practice(examination))
    level = examination.level
    if examination.fault == ELSEWHERE:
        told = "none: to grade a class takes Linux, to practise does not"
    elif examination.fault is not None:
        told = f"{level.value}, and not all could be tried"
    else:
        told = f"{level.value}: {MEANING[level]}"
    return Section("Isolation", told, findings)


def _grading(examination: Examination) -> Iterator[Finding]:
    """Whether the submissions of others can be graded."""
    remedy = " ".join(PLACES[name][1] for name in examination.here) or NEWER
    if examination.fault == ELSEWHERE:
        told = "`kata grade` and `kata verify` run on Linux only, as what isolates submissions is Linux's"
        yield problem("grading", told, _ELSEWHERE_REMEDY.get(sys.platform, NEWER))
    elif examination.fault is not None:
        yield problem("grading", f"{examination.fault}.", _mended(examination) or remedy)
    elif examination.level is Level.NONE:
        open_to = [f"{act.what} ({act.layer})" for act in examination.possible]
        more = f"; and {len(open_to) - _SHOWN_ACTS} more" if len(open_to) > _SHOWN_ACTS else ""
        count = counted(len(open_to), "forbidden act")
        acts = f"{count} not refused: {'; '.join(open_to[:_SHOWN_ACTS])}{more}"
        yield problem("grading", f"`kata grade` refuses to run here. {acts}", remedy)
    else:
        tried = counted(len(examination.acts), "forbidden act")
        yield ok("grading", f"safe at level {examination.level.value}: {tried} tried")


def _mended(examination: Examination) -> str | None:
    """What to do about a fault that is no matter of isolation."""
    if examination.broken:
        packages = " ".join(sorted(examination.broken))
        return f"pip install --force-reinstall {packages}, then run `kata doctor` again"
    if "lies below" in (examination.fault or ""):
        return "move it, or choose another place for it: docs/trust.md says what workers can read"
    return None


def _layers(examination: Examination) -> Iterator[Finding]:
    """One line for each layer: what it stops, and whether it is there."""
    if not examination.layers:
        return
    there = examination.layers
    for layer, stops in STOPS.items():
        if layer in there:
            yield ok(layer, f"there; stops {stops}")
        elif layer == "no_open":
            continue  # it stands in for Landlock, and only then
        elif layer == "seccomp" or (layer == "landlock" and "no_open" not in there):
            yield note(layer, f"not there, so nothing can be graded safely; it would stop {stops}")
        elif layer in ("user", "capabilities"):
            yield note(layer, f"not there, as kata does not run as root; it would stop {stops}")
        else:
            yield note(layer, f"not there, and not needed; it would stop {stops}")


def _practice(examination: Examination) -> Iterator[Finding]:
    """How one's own files are run."""
    if examination.own_fault is not None:
        remedy = _mended(examination) or "see whether Python can start programs here, then try again"
        yield problem("practice", f"{examination.own_fault}.", remedy)
    elif examination.plain:
        how = "your own files are run in a plain child process with a time limit, without isolation"
        forced = "unset KATA_PLAIN to have them isolated" if sys.platform == "linux" else None
        yield note("practice", how, forced)
    elif examination.fault is None and examination.level is Level.NONE:
        yield ok("practice", "your own files are run here, without isolation")
    elif examination.fault is None:
        yield ok("practice", "your own files are run as submissions are")
