"""Answer keys as bytes: the frozen examples of a pack, and a cache of whole keys.

`examples.json` holds what the reference and the known mistakes give on the visible cases, so that
a pack without solutions can be practised with. The cache holds whole keys, hidden cases included;
it lies in the user's own cache folder, readable by that user alone.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from grader.catalogue import EXAMPLES, FROZEN, STUB, check_files, compile_probes
from grader.errors import PackError
from grader.model import Check, Exercise, Key, Load, Mistake, Observation, Outcome, Status
from grader.private import cache_folder

SCHEMA = 1
CACHE_VERSION = 1
# The keys of all exercises for four or five seeds; one key may have 200 MB.
MAX_CACHE_BYTES = 2 << 30
FROZEN_SEED = 0


class _Mistake(msgspec.Struct, frozen=True):
    slug: str
    text: str
    observations: tuple[Observation, ...]
    failed: tuple[tuple[int, int], ...]


class _Key(msgspec.Struct, frozen=True):
    checks: tuple[Check, ...]
    probes: bytes
    expected: tuple[Observation, ...]
    truths: tuple[tuple[str, tuple[Observation, ...]], ...]
    mistakes: tuple[_Mistake, ...]


class Comparison(msgspec.Struct, frozen=True):
    """What an exercise checks (name, points, visibility), and how it compares, in words."""

    checks: tuple[tuple[str, float, str], ...]
    words: tuple[str, ...]


class _Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: int
    source: str
    comparison: Comparison
    key: str


def _as_struct(key: Key) -> _Key:
    mistakes = tuple(_Mistake(m.slug, m.text, m.seen, tuple(sorted(m.failed))) for m in key.mistakes)
    return _Key(key.checks, key.probes, key.expected, key.truths, mistakes)


def _from_struct(data: _Key, exercise: Exercise, seed: int) -> Key:
    mistakes = tuple(Mistake(m.slug, m.text, m.observations, frozenset(m.failed)) for m in data.mistakes)
    stub = (exercise.folder / STUB).read_text(encoding="utf-8")
    return Key(exercise, seed, data.checks, data.probes, data.expected, data.truths, mistakes, stub)


# --------------------------------------------------------------------------- examples.json


def visible_part(key: Key) -> Key:
    """The key of the visible checks alone."""
    shown = {index for index, check in enumerate(key.checks) if check.visibility == "visible"}
    assert shown == set(range(len(shown))), "the visible checks come first"

    def kept(seen: tuple[Observation, ...]) -> tuple[Observation, ...]:
        return tuple(replace(item, printed="", seconds=0.0) for item in seen if item.check in shown)

    return replace(
        key,
        checks=key.checks[: len(shown)],
        probes=compile_probes(check_files(key.exercise)[:1], key.exercise.name),
        expected=kept(key.expected),
        truths=tuple((name, kept(seen)) for name, seen in key.truths),
        mistakes=tuple(
            Mistake(m.slug, m.text, kept(m.seen), frozenset(place for place in m.failed if place[0] in shown))
            for m in key.mistakes
            if any(place[0] in shown for place in m.failed)
        ),
    )


def freeze(key: Key) -> bytes:
    """The bytes of ``examples.json``: the same for the same exercise and versions."""
    visible = replace(visible_part(key), probes=b"")
    packed = msgspec.msgpack.encode(_as_struct(visible))
    examples = _Examples(
        SCHEMA, _source_digest(key.exercise), comparison(key), base64.b64encode(packed).decode()
    )
    text = json.dumps(msgspec.to_builtins(examples), indent=1, ensure_ascii=False)
    return text.encode() + b"\n"


def comparison(key: Key) -> Comparison:
    """What the checks of the key are, and how they compare."""
    from grader.text import comparison_words  # reading what is frozen takes no numpy

    checks = tuple((check.name, check.points, check.visibility) for check in key.checks)
    return Comparison(checks, comparison_words(key.checks))


def _source_digest(exercise: Exercise) -> str:
    return f"sha256:{hashlib.sha256((exercise.folder / EXAMPLES).read_bytes()).hexdigest()}"


def _read_examples(exercise: Exercise) -> _Examples:
    path = exercise.folder / FROZEN
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Examples)
    except FileNotFoundError:
        raise PackError(f"{exercise.name}: {path} is missing; `kata verify --freeze` writes it.") from None
    except (OSError, msgspec.MsgspecError) as fault:
        raise PackError(f"{exercise.name}: {path} cannot be read: {fault}") from None


def frozen_comparison(exercise: Exercise) -> Comparison:
    """How the checks compare, as ``examples.json`` says it; raises `PackError`."""
    return _read_examples(exercise).comparison


def thaw(exercise: Exercise) -> Key:
    """The key of the visible examples, without any solution; raises `PackError` if it is stale."""
    examples = _read_examples(exercise)
    if examples.source != _source_digest(exercise):
        raise PackError(
            f"{exercise.name}: examples.json is older than examples.py; `kata verify --freeze` renews it."
        )
    try:
        data = msgspec.msgpack.decode(base64.b64decode(examples.key), type=_Key)
    except (ValueError, msgspec.MsgspecError) as fault:
        raise PackError(f"{exercise.name}: {exercise.folder / FROZEN} cannot be read: {fault}") from None
    key = _from_struct(data, exercise, 0)
    return replace(key, probes=compile_probes(check_files(exercise)[:1], exercise.name))


def is_stale(key: Key) -> bool:
    """Whether ``examples.json`` no longer says what the key of the exercise says.

    The bits of numbers may differ between machines: the reference must satisfy what is frozen.
    """
    from grader.judge import judge

    try:
        examples = _read_examples(key.exercise)
        frozen = thaw(key.exercise)
    except PackError:
        return True
    now = visible_part(key)
    compared = comparison(key)
    told = [(mistake.slug, mistake.text) for mistake in frozen.mistakes]
    load = Load(
        Outcome.RETURNED, entry_points=tuple((name, "callable") for name in key.exercise.entry_points)
    )
    return (
        examples.comparison.checks != compared.checks
        # Allowances follow the sizes drawn, so the words are those of the seed that is frozen.
        or (key.seed == FROZEN_SEED and examples.comparison.words != compared.words)
        or frozen.checks != now.checks
        or told != [(mistake.slug, mistake.text) for mistake in now.mistakes]
        or judge(frozen, [load, *now.expected]).status is not Status.PASSED
    )


# --------------------------------------------------------------------------- the cache


def _only_ours(folder: Path) -> bool:
    """Whether nobody else can have written into a folder, or it is not there yet: a key decides on points."""
    try:
        told = folder.stat()
    except OSError:
        return True
    if sys.platform == "win32":  # there a user's own folder is closed to others, and modes say nothing
        return True
    return told.st_uid == os.getuid() and not told.st_mode & 0o022


def cached_key(exercise: Exercise, seed: int, versions: dict[str, str], make: Callable[[], Key]) -> Key:
    """The key from the cache, or made and put there. A cache that cannot be used is left alone."""
    name = json.dumps([CACHE_VERSION, _grader_digest(), exercise.name, exercise.digest, seed, versions])
    try:
        path = cache_folder() / f"{hashlib.sha256(name.encode()).hexdigest()}.key"
    except RuntimeError:  # a user without a home
        return make()
    if not _only_ours(path.parent):
        return make()
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        key = _from_struct(msgspec.msgpack.decode(path.read_bytes(), type=_Key), exercise, seed)
        with contextlib.suppress(OSError):
            os.utime(path)  # it was used: others go first
        return key
    key = make()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write_whole(path, msgspec.msgpack.encode(_as_struct(key)))
        _remove_unused(path.parent)
    return key


def _remove_unused(folder: Path) -> None:
    """Remove the keys that were used longest ago, beyond what the cache may hold."""
    found = []
    for path in folder.glob("*.key"):
        with contextlib.suppress(OSError):  # another kata removed it
            told = path.stat()
            found.append((told.st_mtime_ns, told.st_size, path))
    kept = 0
    for _, size, path in sorted(found, reverse=True):
        kept += size
        if kept > MAX_CACHE_BYTES:
            with contextlib.suppress(OSError):
                path.unlink()


def _grader_digest() -> str:
    """SHA-256 over this package's own sources: a key made by other code is not used."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).resolve().parent.rglob("*.py")):
        if "_catalogue" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _write_whole(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
