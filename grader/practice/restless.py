"""Answers that change again and again, by themselves or by a program: each is checked only now and then."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable

# So many changes beside an answer within this time are no person's saves.
MANY, WITHIN_S = 8, 2.0
# So many in a row that come during a check are likely to come of it.
MANY_IN_CHECKS = 3
QUIET_S = 2.0


class Restless:
    """Which answers are restless, and when each of them may be checked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changes: dict[str, deque[float]] = {}
        self._in_checks: Counter[str] = Counter()
        self._due: dict[str, float] = {}
        self._saved: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._due

    def changed(self, name: str, *, own: bool, checked_now: bool) -> bool:
        """Take a change, of the answer's ``own`` file or of one beside it; gives if it is restless by now."""
        now = self._clock()
        changes = self._changes.setdefault(name, deque(maxlen=MANY))
        if not own:
            changes.append(now)
        self._in_checks[name] = self._in_checks[name] + 1 if checked_now else 0
        many = len(changes) == MANY and now - changes[0] < WITHIN_S
        if name in self._due or many or self._in_checks[name] >= MANY_IN_CHECKS:
            self._wait(name, now, own=own)
        return name in self._due

    def _wait(self, name: str, now: float, *, own: bool) -> None:
        """Wait for quiet; but what is saved in the answer itself is checked, however the others go on."""
        if name not in self._saved:
            self._due[name] = now + QUIET_S
        if own:
            self._saved.add(name)

    def is_due(self, name: str) -> bool:
        """Whether an answer may be checked now."""
        return self._clock() >= self._due.get(name, 0.0)

    def hurry(self, name: str) -> None:
        """Have the next check begin at once."""
        if name in self._due:
            self._due[name] = 0.0

    def begins(self, name: str) -> None:
        """Take that a check begins."""
        self._saved.discard(name)

    def ended(self, name: str, *, changed: bool) -> None:
        """Take that a check has come to its end, and whether the answer was ``changed`` meanwhile."""
        if not changed and self._due.pop(name, None) is not None:
            self._changes.pop(name, None)
            self._in_checks.pop(name, None)
