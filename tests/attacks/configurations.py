"""``python -m tests.attacks.configurations``: try the corpus in all circumstances, imitated from outside.

Root or an unprivileged user, with or without namespaces (an outer filter as Docker's default profile has it),
with or without Landlock (an outer filter that knows no such system calls). The product has no knob for any of
this: a process takes the circumstances on and then becomes ``python -m tests.attacks.run``.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import pwd
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.attacks import filters, reaching
from tests.attacks.reading import HERE

REPOSITORY = HERE.parent.parent
_NOBODY = "nobody"
# What a process says, by its exit status, that could not take the circumstances on.
CANNOT = 77


@dataclass(frozen=True)
class Configuration:
    """One set of circumstances."""

    root: bool
    namespaces: bool
    landlock: bool

    @property
    def name(self) -> str:
        """Its name, as ``--one`` takes it."""
        user = "root" if self.root else "user"
        parts = [user, *(["namespaces"] if self.namespaces else []), *(["landlock"] if self.landlock else [])]
        return "+".join(parts)


CONFIGURATIONS = tuple(
    Configuration(*choice) for choice in itertools.product((True, False), (True, False), (True, False))
)


@dataclass
class Told:
    """What a run in one configuration told. ``reason`` says why there was none, ``said`` what it printed."""

    configuration: Configuration
    layers: tuple[str, ...] = ()
    attacks: int = 0
    breaches: tuple[str, ...] = ()
    seconds: float = 0.0
    reason: str = ""
    said: str = ""


def impossible(configuration: Configuration) -> str:
    """Why this process cannot imitate a configuration; empty if it can."""
    if configuration.root and os.geteuid() != 0:
        return "this process is not root"
    if not (configuration.namespaces and configuration.landlock) and not filters.supported():
        return f"the system calls of a machine of kind {os.uname().machine} are not known here"
    return ""


def try_in(configuration: Configuration, only: str = "*") -> Told:
    """Run the corpus in a configuration."""
    told = Told(configuration, reason=impossible(configuration))
    if told.reason:
        return told
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kata-corpus-") as folder:
        report = Path(folder, "home", "report.json")
        _make_home(configuration, Path(folder), report.parent)
        command = [sys.executable, "-m", "tests.attacks.configurations", "--take-on", configuration.name]
        command += ["--folder", folder, "--only", only, "--report", str(report)]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        told.seconds = time.monotonic() - began
        told.said = (done.stdout + done.stderr).strip()
        if done.returncode == CANNOT:
            told.reason = told.said.splitlines()[-1] if told.said else "it said nothing"
        elif done.returncode not in (0, 1) or not report.exists():
            last = told.said.splitlines()[-1] if told.said else "nothing"
            told.breaches = (f"the runner ended with {done.returncode}; the last it said: {last}",)
        else:
            _take_in(told, json.loads(report.read_text(encoding="utf-8")))
    return told


def _make_home(configuration: Configuration, folder: Path, home: Path) -> None:
    """A home folder, with the cache of keys and the report in it, of the user who will grade."""
    home.mkdir(mode=0o700)
    if not configuration.root and os.geteuid() == 0:
        nobody = pwd.getpwnam(_NOBODY)
        folder.chmod(0o711)
        os.chown(home, nobody.pw_uid, nobody.pw_gid)


def _take_in(told: Told, report: dict) -> None:
    told.layers = tuple(report["layers"])
    told.attacks = len(report["attacks"])
    told.breaches = (
        *_not_as_meant(told.configuration, report),
        *(f"{attack['name']}: {sentence}" for attack in report["attacks"] for sentence in attack["breaches"]),
    )


def _not_as_meant(configuration: Configuration, report: dict) -> Iterator[str]:
    """Circumstances that were not imitated, and layers that the product claims and cannot have."""
    if (report["user"] == 0) != configuration.root:
        yield f"it ran as user {report['user']}"
    for layer, there in (("namespaces", configuration.namespaces), ("landlock", configuration.landlock)):
        if layer in report["layers"] and not there:
            yield f"the layer {layer} is claimed and cannot be in force"


# --------------------------------------------------------------------------- inside


def take_on(configuration: Configuration, folder: Path, only: str, report: Path) -> None:
    """Take on the circumstances and become the runner. Never returns."""
    home = folder / "home"
    environment = {
        **os.environ,
        "HOME": str(home),
        "KATA_CACHE_DIR": str(home / "cache"),
        "TMPDIR": str(home),
    }
    try:
        if not configuration.root and os.geteuid() == 0:
            reaching.open_the_way(reaching.needed(REPOSITORY))
        if not configuration.namespaces:
            filters.load(filters.without_namespaces())
        if not configuration.landlock:
            filters.load(filters.without_landlock())
        if not configuration.root and os.geteuid() == 0:
            _become_nobody()
    except OSError as fault:
        sys.exit(_cannot(str(fault)))
    os.chdir(REPOSITORY)
    command = [sys.executable, "-m", "tests.attacks.run", "--only", only, "--json", str(report)]
    try:
        os.execve(command[0], command, environment)
    except OSError as fault:
        sys.exit(_cannot(f"{command[0]} cannot be started: {fault}"))


def _become_nobody() -> None:
    nobody = pwd.getpwnam(_NOBODY)
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)


def _cannot(reason: str) -> int:
    sys.stderr.write(f"{reason}\n")
    return CANNOT


# --------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the corpus in all configurations, or in one; 1 if anything was breached."""
    by_name = {configuration.name: configuration for configuration in CONFIGURATIONS}
    parser = argparse.ArgumentParser(
        prog="python -m tests.attacks.configurations", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--one", metavar="NAME", choices=by_name, help=f"only this one: {', '.join(by_name)}")
    parser.add_argument("--only", metavar="GLOB", default="*", help="names of attacks: 'read/*'")
    for name in ("--take-on", "--folder", "--report"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.take_on:
        take_on(by_name[options.take_on], Path(options.folder), options.only, Path(options.report))
    console = Console(highlight=False)
    told = []
    for configuration in [by_name[options.one]] if options.one else CONFIGURATIONS:
        told.append(try_in(configuration, options.only))
        for sentence in told[-1].breaches:
            console.print(Text(f"BREACH {configuration.name}: {sentence}", "bold red"), soft_wrap=True)
    if options.one:
        console.print(Text(told[0].said))
    console.print(table_of(told))
    return 1 if any(each.breaches for each in told) else 0


def table_of(told: Sequence[Told]) -> Table:
    """What each configuration gave."""
    table = Table(box=None, pad_edge=False)
    for title in ("configuration", "layers"):
        table.add_column(title, overflow="fold")
    for title in ("attacks", "breaches", "seconds"):
        table.add_column(title, justify="right")
    for each in told:
        if each.reason:
            table.add_row(each.configuration.name, Text(f"left out: {each.reason}", "yellow"), "-", "-", "-")
            continue
        breaches = Text(str(len(each.breaches)), "bold red" if each.breaches else "green")
        layers = ", ".join(each.layers)
        table.add_row(each.configuration.name, layers, str(each.attacks), breaches, f"{each.seconds:.0f}")
    return table


if __name__ == "__main__":
    sys.exit(main())
