"""The messages between a grader and a warm server: starting, ending, and what was measured."""

from __future__ import annotations

import msgspec

from grader.model import Level

# How a server ends that will not start because submissions could read what is private (EX_CONFIG).
EXPOSED = 78
# The layer of acts that the other layers refuse as well.
NAMESPACES = "namespaces"


class _Control(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A control message."""


class Act(_Control, frozen=True, array_like=True, tag=True):
    """A forbidden act that was tried, under which layers, and whether it was refused."""

    layer: str
    what: str
    refused: bool


class Ready(_Control, frozen=True, array_like=True, tag=True):
    """The server is warm.

    ``layers`` are what its workers are isolated by, ``acts`` what was tried to find the level.
    """

    level: Level
    layers: tuple[str, ...]
    acts: tuple[Act, ...]


class Start(_Control, frozen=True, array_like=True, tag=True):
    """Fork a worker. Three descriptors come along: job, result, output; and the folder of data files, if any.

    ``data_bytes`` and ``data_entries`` are what a copy of that folder takes.
    """

    memory_bytes: int
    processor_s: int
    threads: bool = False
    writable_bytes: int = 0
    data_bytes: int = 0
    data_entries: int = 0


class Started(_Control, frozen=True, array_like=True, tag=True):
    """A worker runs. A descriptor of its process comes along: its number may differ out here."""


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
