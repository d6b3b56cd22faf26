"""Fuzzes the decoder with atheris, which looks for bytes that reach code not reached before.

    python -m tests.values.fuzz_with_atheris -runs=1000000

The options are libFuzzer's. It ends at the first bytes that are neither data nor malformed. Atheris is large
and not among the extras: `pip install atheris`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

# What a worker's bytes pass through, and before anything else imports it.
with atheris.instrument_imports(include=["grader.codec", "grader.policies", "grader.compare"]):
    from tests.values.test_hostile_bytes import VALID, judge_under_every_policy, read


def attempt(data):
    frame = read(data)
    if getattr(frame, "value", None) is not None:
        judge_under_every_policy(frame.value)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for i, message in enumerate(VALID):
            (Path(folder) / f"{i}").write_bytes(message)
        atheris.Setup([*sys.argv, folder], attempt)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
