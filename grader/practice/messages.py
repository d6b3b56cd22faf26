"""What happens while a folder is watched, the most urgent first."""

from __future__ import annotations

import enum
import queue
from dataclasses import dataclass

from grader.practice.background import Done


class Event(enum.Enum):
    """What happens besides keys and the ends of checks."""

    CLOSED = "the terminal is gone"
    ENDED = "a signal asks for the end"
    CHANGED = "something was saved"
    LOOK = "something may have been saved"


@dataclass(frozen=True)
class Pressed:
    """A key."""

    key: str


Message = Event | Pressed | Done

_URGENCY = {Event.CLOSED: 0, Event.ENDED: 0, Event.LOOK: 2}
_USUAL = 1


class Mailbox:
    """Messages in the order in which they came, but for the urgent ones; of an event many are one."""

    def __init__(self) -> None:
        # Of all queues this one alone can be put into by a signal handler.
        self._arrived: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._held: list[Message] = []

    def put(self, message: Message) -> None:
        """Leave a message, from any thread or from a signal handler."""
        self._arrived.put(message)

    def get(self, timeout_s: float | None) -> Message | None:
        """Wait for a message; None if there is none in time."""
        try:
            if not self._held:
                self._held.append(self._arrived.get(timeout=timeout_s))
            while True:
                self._hold(self._arrived.get_nowait())
        except queue.Empty:
            pass
        if not self._held:
            return None
        first = min(self._held, key=_urgency)
        self._held.remove(first)
        return first

    def _hold(self, message: Message) -> None:
        if not isinstance(message, Event) or message not in self._held:
            self._held.append(message)


def _urgency(message: Message) -> int:
    return _URGENCY.get(message, _USUAL) if isinstance(message, Event) else _USUAL
