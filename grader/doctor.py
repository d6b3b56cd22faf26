"""What `kata doctor` says: how submissions are isolated here, what was tried, what to do about it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import HarnessError
from grader.grade import versions
from grader.model import Level, Limits, Load, Outcome, Task, Unit

if TYPE_CHECKING:
    from grader.isolate.control import Act
    from grader.isolate.local import LocalWorker

ELSEWHERE = (
    "submissions are run on Linux only, as what isolates them is Linux's: on Windows use WSL2, on macOS "
    "a Linux container (`kata doctor` says more)"
)
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


@dataclass(frozen=True)
class Examination:
    """What was found. ``fault`` says why nothing could be tried, if so."""

    level: Level
    layers: tuple[str, ...]
    acts: tuple[Act, ...]
    fault: str | None
    here: tuple[str, ...]

    @property
    def safe(self) -> bool:
        """Whether submissions of others may be graded here."""
        return self.level is not Level.NONE


def examine(worker: LocalWorker | None) -> Examination:
    """Start a server and ask it; without a worker (not on Linux) there is nothing to try."""
    here = tuple(name for name, (is_here, _) in PLACES.items() if is_here())
    if worker is None:
        return Examination(Level.NONE, (), (), ELSEWHERE, here)
    try:
        found = worker.examine("numpy")
        _run_controls(worker)
    except HarnessError as fault:
        return Examination(Level.NONE, (), (), str(fault), here)
    return Examination(found.level, found.layers, found.acts, None, here)


def _run_controls(worker: LocalWorker) -> None:
    """Run an honest file on each kind of server; raises `HarnessError` where not even that works."""
    for kind in ("numpy", "torch") if find_spec("torch") is not None else ("numpy",):
        control = (Unit("control.py", f"import {kind}"),)
        load = next(iter(worker.run(Task(control, False, (), b"", (), Limits(), kind))))
        if not isinstance(load, Load) or load.outcome is not Outcome.RETURNED:
            raise HarnessError(
                f"a file that only imports {kind} does not run here; are there limits (ulimit -a)?"
            )


def facts(examination: Examination) -> dict[str, Any]:
    """The examination as a JSON document."""
    return {
        "schema": 1,
        "level": examination.level.value,
        "meaning": MEANING[examination.level] if examination.fault is None else None,
        "layers": list(examination.layers),
        "acts": [{"layer": a.layer, "act": a.what, "refused": a.refused} for a in examination.acts],
        "fault": examination.fault,
        "here": list(examination.here),
        "advice": {name: advice for name, (_, advice) in PLACES.items()},
        "system": {"kernel": platform.release(), "machine": platform.machine(), **versions()},
    }


def _reads(path: str, *words: str) -> bool:
    """Whether a file can be read and holds one of the words, in whatever case."""
    try:
        text = Path(path).read_text(errors="replace").lower()
    except OSError:
        return False
    return any(word in text for word in words)


def _in_docker() -> bool:
    return Path("/.dockerenv").exists() or Path("/run/.containerenv").exists()


def _in_wsl() -> bool:
    return _reads("/proc/sys/kernel/osrelease", "microsoft")


def _namespaces_restricted() -> bool:
    return _reads("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")


def _on_gradescope() -> bool:
    return Path("/autograder").is_dir()


# Where kata may run: how to tell, and what to do there.
PLACES: dict[str, tuple[Callable[[], bool], str]] = {
    "Docker": (
        _in_docker,
        "The default profile gives level standard where the kernel has Landlock switched on (5.13 and "
        "later), else closed; both are safe. Run as root if you can: each submission then gets a user id of "
        "its own. Namespaces need --cap-add SYS_ADMIN --security-opt apparmor=unconfined, which opens more "
        "than it closes: leave them out.",
    ),
    "Ubuntu 24.04 and GitHub Actions": (
        _namespaces_restricted,
        "AppArmor keeps programs from making namespaces: level standard, which is safe. For level full run "
        "as root, or `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.",
    ),
    "WSL2": (
        _in_wsl,
        "All layers work on the kernels of today. If the level is closed or none, run `wsl --update` in "
        "Windows and start anew.",
    ),
    "Gradescope": (
        _on_gradescope,
        "The grader runs as root in a container: level standard or closed, and a user id for each "
        "submission. Let run_autograder, not setup.sh, run `kata doctor` once: it is where grading happens.",
    ),
    "macOS": (
        lambda: sys.platform == "darwin",
        "There is neither Landlock nor seccomp. Run kata in a Linux container (Docker Desktop, Podman).",
    ),
    "Windows": (
        lambda: sys.platform == "win32",
        "Install WSL2 (`wsl --install`) and run kata in it.",
    ),
}
