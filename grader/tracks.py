"""The tracks of a pack: their order, and a page about each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec

from grader.errors import PackError
from grader.model import Exercise, Track

FILE = "tracks.toml"
SCHEMA = 1
DIFFICULTIES = ("easy", "medium", "hard")
_Name = Annotated[str, msgspec.Meta(min_length=1)]


class _Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: _Name
    title: _Name
    about: _Name
    exercises: list[_Name]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Annotated[int, msgspec.Meta(ge=SCHEMA, le=SCHEMA)]
    track: list[_Track]


def read_tracks(path: Path) -> list[Track]:
    """Read a file of tracks; none if there is no file.

    Raises
    ------
    PackError
        The file cannot be read, or is not as it should be.
    """
    try:
        listed = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).track
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as fault:
        raise PackError(f"{path} cannot be read: {fault}") from None
    except tomllib.TOMLDecodeError as fault:
        raise PackError(f"{path} is not TOML: {fault}") from None
    except msgspec.ValidationError as fault:
        raise PackError(f"{path}: {fault}. A track has name, title, about and exercises.") from None
    return [Track(track.name, track.title, track.about.strip(), tuple(track.exercises)) for track in listed]


def arranged(listed: list[Track], exercises: Mapping[str, Exercise]) -> tuple[Track, ...]:
    """The tracks of a pack, each with the exercises that can be used.

    An exercise that names a track, but does not stand in its list, comes behind those that do, the easy
    ones first; a track that only exercises name comes behind those that are listed.
    """
    known = {track.name for track in listed}
    others = sorted({name for e in exercises.values() for name in e.tracks} - known)
    told = [*listed, *(Track(name, name, "", ()) for name in others)]
    return tuple(replace(track, exercises=tuple(_in_order(track, exercises))) for track in told)


def _in_order(track: Track, exercises: Mapping[str, Exercise]) -> Iterator[str]:
    yield from (name for name in track.exercises if name in exercises)
    rest = [e for e in exercises.values() if track.name in e.tracks and e.name not in track.exercises]
    rest.sort(key=lambda e: (DIFFICULTIES.index(e.difficulty), e.name))
    yield from (e.name for e in rest)


def track_faults(tracks: tuple[Track, ...], exercises: Mapping[str, Exercise]) -> Iterator[str]:
    """Where tracks, exercises and their prerequisites do not fit together, in sentences."""
    for track in tracks:
        if not track.about:
            yield f"track {track.name}: {FILE} has no page about it"
        for place, name in enumerate(track.exercises):
            if track.name not in exercises[name].tracks:
                yield f"track {track.name}: {name} stands in it, but does not say so in its exercise.toml"
            for earlier in exercises[name].prerequisites:
                if earlier in track.exercises[place + 1 :]:
                    yield f"track {track.name}: {name} stands before {earlier}, which it builds on"
    for exercise in exercises.values():
        for name in exercise.prerequisites:
            if name not in exercises:
                yield f"{exercise.name}: its prerequisite {name!r} is no exercise of this pack"
