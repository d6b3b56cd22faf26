"""A look at the packages: what kata asks for, what is installed, and what does not import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec

from packaging.requirements import Requirement
from packaging.version import InvalidVersion

from grader import __version__
from grader.doctor.findings import Finding, Section, State, counted, note, ok, problem
from grader.escape import clean

DISTRIBUTION = "kata-grader"
# What an extra is for.
EXTRAS = {"torch": "the exercises on tensors", "plot": "`kata plot`"}
# Distributions whose module has another name.
_MODULES = {"pyyaml": "yaml"}
_SHOWN = ("numpy", "torch")


@dataclass(frozen=True)
class _Asked:
    """A package that kata asks for, always or for an extra."""

    requirement: Requirement
    extra: str | None = None

    @property
    def name(self) -> str:
        return self.requirement.name

    @property
    def command(self) -> str:
        """The one command that adds or renews it."""
        if self.extra is not None:
            return f"pip install --upgrade '{DISTRIBUTION}[{self.extra}]'"
        return f"pip install --upgrade '{self.name}{self.requirement.specifier}'"


def installed_versions() -> dict[str, str]:
    """Versions of what a result depends on; nothing is imported to find them."""
    found = {name: _version(name) for name in _SHOWN}
    return {"grader": __version__} | {name: told for name, told in found.items() if told is not None}


def packages_section(broken: Mapping[str, str], needing: Mapping[str, int]) -> Section:
    """What kata asks for and what is there.

    Parameters
    ----------
    broken
        What does not import, and what was said when it was tried.
    needing
        How many exercises of the pack need a package.
    """
    try:
        asked = tuple(_asked(requires(DISTRIBUTION) or ()))
        findings = [ok("kata", __version__)]
    except PackageNotFoundError:
        asked = (_Asked(Requirement("numpy")), _Asked(Requirement("torch"), "torch"))
        findings = [_not_installed()]
    findings += [_look(each, broken.get(each.name), needing.get(each.name, 0)) for each in asked]
    return Section("Packages", _essentials(findings, asked), tuple(findings))


def _asked(told: list[str] | tuple[str, ...]) -> Iterator[_Asked]:
    """What is always asked for, then what the extras that a user may add ask for."""
    requirements = [Requirement(each) for each in told]
    for each in requirements:
        if each.marker is None or each.marker.evaluate({"extra": ""}):
            yield _Asked(each)
    for extra in EXTRAS:
        for each in requirements:
            if (
                each.marker is not None
                and "extra" in str(each.marker)
                and each.marker.evaluate({"extra": extra})
            ):
                yield _Asked(each, extra)


def _not_installed() -> Finding:
    return note(
        "kata",
        f"{__version__}, run from a folder and not installed: what it asks for is not known",
        "install it with `pip install` and the folder that holds its pyproject.toml",
    )


def _look(asked: _Asked, broken: str | None, needing: int) -> Finding:
    found = _version(asked.name)
    if found is None:
        return _absent(asked, needing)
    if broken is not None:
        told = f"{found}, which is installed but does not import: {clean(broken)}"
        return problem(asked.name, told, f"pip install --force-reinstall {asked.name}")
    if find_spec(_MODULES.get(asked.name.lower(), asked.name.lower())) is None:
        told = f"{found} by its record, but its files are gone"
        return problem(asked.name, told, f"pip install --force-reinstall {asked.name}")
    if not _satisfies(asked, found):
        return problem(asked.name, f"{found}, where kata needs {asked.requirement.specifier}", asked.command)
    return ok(asked.name, found)


def _absent(asked: _Asked, needing: int) -> Finding:
    if asked.extra is None:
        return problem(asked.name, "is not installed, and kata needs it", asked.command)
    who = EXTRAS[asked.extra] + (f" ({counted(needing, 'exercise')} of this pack)" if needing else "")
    command = f"pip install '{DISTRIBUTION}[{asked.extra}]'"
    return note(asked.name, f"is not installed; {who} would need it, all else works", command)


def _satisfies(asked: _Asked, found: str) -> bool:
    try:
        return asked.requirement.specifier.contains(found, prereleases=True)
    except InvalidVersion:  # somebody's own build, of which nothing can be said
        return True


def _version(name: str) -> str | None:
    """The version that is installed, as its record says it."""
    try:
        found: str | None = version(name)
    except (PackageNotFoundError, KeyError):  # no record, or one without a version
        return None
    return found


def _essentials(findings: list[Finding], asked: tuple[_Asked, ...]) -> str:
    shown = [f"kata {__version__}"]
    shown += [f"{name} {told}" for name in _SHOWN if (told := _version(name)) is not None]
    needed = {each.name for each in asked if each.extra is None}
    lacking = sum(each.name in needed and each.state is State.PROBLEM for each in findings)
    counts = f"{len(needed) - lacking} of {len(needed)} that it needs" if lacking else "all that it needs"
    return f"{', '.join(shown)}; {counts}"
