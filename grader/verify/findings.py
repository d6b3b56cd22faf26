"""What verifying an exercise finds: plain data."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model import Check, Key


@dataclass(frozen=True)
class Attempt:
    """A wrong or mutated file to be tried on the checks: what kind it is, its name, its source."""

    kind: str
    name: str
    source: str


@dataclass(frozen=True)
class Tried:
    """One wrong or mutated file that was tried on the checks.

    Attributes
    ----------
    kind
        ``mistake``, ``mutant``, ``junk`` or ``liar``.
    name
        The slug of a mistake, the change of a mutant, the kind of junk or lie.
    status
        The status of the verdict.
    killed_by
        The indices of the checks that it fails.
    seed
        The seed of the draw that was used: the first that kills it.
    """

    kind: str
    name: str
    status: str
    killed_by: tuple[int, ...]
    seed: int

    @property
    def killed(self) -> bool:
        """Whether it is told apart from a right answer."""
        return self.status not in ("passed", "harness_error")


@dataclass(frozen=True)
class Equivalent:
    """A mutant that behaves as the reference does.

    Attributes
    ----------
    scope, before, after
        The change, as a `Mutant` tells it.
    reason
        The author's reason why it changes no answer.
    draws
        The further draws that it was tried on.
    """

    scope: str
    before: str
    after: str
    reason: str
    draws: int

    @property
    def name(self) -> str:
        """Where it is and what was changed, in one line."""
        where = f"{self.scope}: " if self.scope else ""
        return f"{where}{self.before} -> {self.after}"


@dataclass(frozen=True)
class Seeded:
    """What one seed showed: the key (without its mistakes), and what is wrong."""

    seed: int
    key: Key | None
    faults: tuple[str, ...]
    tried: tuple[Tried, ...] = ()


@dataclass(frozen=True)
class Report:
    """What is known of an exercise after it was verified. It is proven if there are no faults."""

    exercise: str
    seeds: tuple[int, ...]
    checks: tuple[Check, ...]
    tried: tuple[Tried, ...]
    equivalents: tuple[Equivalent, ...]
    faults: tuple[str, ...]
    duration_s: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether all holds."""
        return not self.faults
