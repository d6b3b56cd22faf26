"""Where kata may run: how to tell, and what to do there so that submissions are isolated."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

ELSEWHERE = (
    "submissions are run on Linux only, as what isolates them is Linux's: on Windows use WSL2, on macOS "
    "a Linux container (`kata doctor` says more); to practise, nothing is missing here"
)


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
        "To practise, there is nothing to do. To grade, run kata in a Linux container (Docker Desktop, "
        "Podman): macOS has neither Landlock nor seccomp.",
    ),
    "Windows": (
        lambda: sys.platform == "win32",
        "To practise, there is nothing to do. To grade, install WSL2 (`wsl --install`) and run kata in it.",
    ),
}


def places_here() -> tuple[str, ...]:
    """The names of the places that this is."""
    return tuple(name for name, (is_here, _) in PLACES.items() if is_here())
