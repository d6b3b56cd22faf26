"""Secrets of the trusted side, and finding them where they must not be."""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console

from grader.model import Observation, Result, Seen
from grader.terminal.results import show_result
from tests.attacks.reading import PACK

VARIABLE = "KATA_ATTACK_CANARY"
_CANARY = re.compile(rb"CANARY-[0-9a-f]{8,}")
_LONG_ENOUGH = 30


class Secrets:
    """Canaries (in the pack and in this process's environment), and the lines of the solutions."""

    def __init__(self) -> None:
        files = [path.read_bytes() for path in sorted((PACK / "solutions").glob("*/*.py"))]
        given = os.environ.get(VARIABLE, "").encode()
        self.canaries = {canary for text in files for canary in _CANARY.findall(text)} | ({given} - {b""})
        public = b"".join(path.read_bytes() for path in sorted((PACK / "exercises").glob("*/*.[pm]*")))
        lines = (
            line.strip()
            for path in sorted((PACK / "solutions").glob("*/solution.py"))
            for line in path.read_bytes().splitlines()
        )
        self.lines = {line for line in lines if len(line) >= _LONG_ENOUGH and line not in public}

    def found_in(self, text: bytes, own: bytes = b"") -> list[str]:
        """What of it stands in a text, and not in the submission's ``own``."""
        secrets = sorted(self.canaries | self.lines)
        return [secret.decode() for secret in secrets if secret in text and secret not in own]


def told(seen: list[Seen]) -> bytes:
    """All that a worker told, as one text: values, what was printed, exceptions."""
    parts = []
    for item in seen:
        if isinstance(item, Observation):
            parts += [item.printed.encode("utf-8", "replace"), msgspec.msgpack.encode(item.value)]
        parts += [msgspec.msgpack.encode(item.error), item.detail.encode("utf-8", "replace")]
    return b"\0".join(parts)


def written(result: Result) -> bytes:
    """All that is written of a result: its line of JSON, and what the terminal shows."""
    screen = Console(file=io.StringIO(), width=10_000, highlight=False)
    show_result(result, screen)
    return msgspec.json.encode(result) + b"\0" + screen.file.getvalue().encode("utf-8", "replace")


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """What any logger says meanwhile."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield text
    finally:
        root.removeHandler(handler)
