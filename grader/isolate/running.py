"""What is asked of a running worker, however it was started, and the frames that come from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from grader.codec import check_error, check_value, decoder
from grader.errors import MalformedFrame
from grader.model import Outcome
from grader.worker import protocol
from grader.worker.protocol import Frame

# How long a worker whose channel is closed may take to end by itself.
GRACE_S = 0.2
_decode = decoder(Frame)


@dataclass(frozen=True)
class Stop:
    """Why a worker gives no further frame."""

    outcome: Outcome
    by_wall_alone: bool = False
    detail: str = ""


class Running(Protocol):
    """One running worker, as it is watched."""

    @property
    def frame_bytes(self) -> int:
        """The size of the frame that came last."""

    def wait(self, processor_limit_s: float, wall_deadline: float) -> Frame | Stop:
        """The next frame, or why there is none.

        Parameters
        ----------
        processor_limit_s
            The reading of this worker's processor clock at which to stop.
        wall_deadline
            The reading of ``time.monotonic()`` at which to stop.
        """

    def tell(self, message: bytes) -> None:
        """Send a message to the worker, and do not wait until it has read it."""

    def processor_s(self) -> float:
        """Processor time of the worker so far."""

    def start_check(self) -> None:
        """Keep what is printed from now on, and count it anew."""

    def take_output(self) -> bytes:
        """What was printed in the case that was just told."""


def read_frame(data: bytes) -> Frame:
    """Decode a frame and look at what it holds; raises `MalformedFrame`."""
    frame: Frame = _decode(data)
    if isinstance(frame, protocol.Seen):
        if (frame.value is None) == (frame.error is None):
            raise MalformedFrame("neither a value nor an error, or both")
        if frame.value is not None:
            check_value(frame.value)
    error = getattr(frame, "error", None)
    if error is not None:
        check_error(error)
    return frame
