"""What goes over the pipes of a plain worker besides the messages that every worker is told."""

from __future__ import annotations

import struct

import msgspec

# Before each frame: the processor time of the job so far, in seconds, and the length of what follows. Where
# that is 0, the clock is told and nothing else.
HEAD = struct.Struct("<dI")
# How often the clock is told while there is a job.
BEAT_S = 0.02
# The reading that says that a job is done and another one may come.
IDLE = -1.0


class Begin(msgspec.Struct, frozen=True, array_like=True, tag=True, forbid_unknown_fields=True):
    """A job follows. ``folder`` is the one to work in, or empty.

    ``mark`` is written to the output with each frame, to tell what was printed before it. An author's own
    code is ``trusted``: its worker may be given another job of that author's afterwards.
    """

    folder: str
    mark: bytes
    trusted: bool
