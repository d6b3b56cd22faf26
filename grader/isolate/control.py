"""The messages between a grader and a warm server: starting, ending, and what was measured."""

from __future__ import annotations

import msgspec


class _Control(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A control message."""


class Ready(_Control, frozen=True, array_like=True, tag=True):
    """The server is warm. ``layers`` are the isolation layers that its workers get."""

    layers: tuple[str, ...]


class Start(_Control, frozen=True, array_like=True, tag=True):
    """Fork a worker. Three descriptors come along: job, result, output."""

    memory_bytes: int
    processor_s: int


class Started(_Control, frozen=True, array_like=True, tag=True):
    """A worker runs."""

    pid: int


class Kill(_Control, frozen=True, array_like=True, tag=True):
    """End the worker."""


class Ended(_Control, frozen=True, array_like=True, tag=True):
    """The worker is gone, and every process it left behind. ``status`` is that of waitpid()."""

    status: int
    processor_s: float
    peak_memory_kb: int


Message = Ready | Start | Started | Kill | Ended
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Message).decode
