"""What a look at one thing gives: findings, each with its remedy where there is something to do."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class State(enum.Enum):
    """How good it is, the worst last."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. ``remedy`` says what to do, where there is something to do."""

    name: str
    state: State
    told: str
    remedy: str | None = None


@dataclass(frozen=True)
class Section:
    """Findings that belong together. ``essentials`` tells them in a line."""

    name: str
    essentials: str
    findings: tuple[Finding, ...]

    @property
    def state(self) -> State:
        """The worst state of its findings that asks for something."""
        told = {finding.state for finding in self.findings if finding.remedy is not None}
        return next((state for state in reversed(State) if state in told), State.OK)


def ok(name: str, told: str) -> Finding:
    """It is as it should be."""
    return Finding(name, State.OK, told)


def note(name: str, told: str, remedy: str | None = None) -> Finding:
    """It is worth knowing, and stops nothing."""
    return Finding(name, State.NOTE, told, remedy)


def problem(name: str, told: str, remedy: str) -> Finding:
    """It stops something."""
    return Finding(name, State.PROBLEM, told, remedy)


def counted(count: int, what: str) -> str:
    """A number of things: "1 exercise", "2 exercises"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
