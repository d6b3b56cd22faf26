"""What can go wrong besides a student's answer, sorted by whose fault it is."""


class KataError(Exception):
    """A fault with one sentence that says what, where and what to do; ``exit_status`` ends the command."""

    exit_status = 3

    @property
    def told(self) -> str:
        """The sentence as a student may read it."""
        return str(self)


class UsageError(KataError):
    """The command was called with something that cannot be used (no such file, nothing to grade)."""

    exit_status = 2


class PackError(KataError):
    """An exercise pack is broken: the author's fault, never a student's.

    ``secret`` ends the sentence for its author alone: it may hold what is hidden.
    """

    def __init__(self, sentence: str, secret: str = "") -> None:
        super().__init__(f"{sentence}{secret}")
        self._told = f"{sentence} (`kata verify` says more)" if secret else sentence

    @property
    def told(self) -> str:
        """The sentence without its secret end."""
        return self._told


class HarnessError(KataError):
    """The grader itself failed: retried, reported, and never a point off."""


class NotIsolated(HarnessError):
    """Submissions cannot be kept from doing harm on this machine, and nobody said to grade all the same."""


class MalformedFrame(Exception):
    """Bytes from a worker that are not what the wire format allows."""
