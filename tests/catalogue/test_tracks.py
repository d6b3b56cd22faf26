"""Tracks: their order, their pages, and what of them does not fit."""

import pytest

from grader.catalogue import load_pack
from grader.errors import PackError
from grader.tracks import read_tracks, track_faults
from tests.catalogue.conftest import FILES, MANIFEST

PAGE = """\
schema = 1

[[track]]
name = "demo"
title = "numbers"
about = \"\"\"
What this is about.
\"\"\"
exercises = ["quarter", "halve"]
"""
TRACKS = "exercises/tracks.toml"


def another(name, manifest=MANIFEST):
    """The files of the small exercise, as another one."""
    files = {path.replace("halve", name): text for path, text in FILES.items()}
    return files | {f"exercises/{name}/exercise.toml": manifest}


@pytest.fixture
def tracks(pack):
    def read(page=PAGE, **manifests):
        files = {TRACKS: page}
        for name, manifest in {"quarter": MANIFEST, **manifests}.items():
            files |= another(name, manifest)
        loaded = load_pack(pack(files))
        return loaded, list(track_faults(loaded.tracks, loaded.exercises))

    return read


def test_a_track_has_its_page_and_its_order(tracks):
    loaded, faults = tracks()
    (track,) = loaded.tracks
    assert (track.name, track.title, track.about) == ("demo", "numbers", "What this is about.")
    assert track.exercises == ("quarter", "halve")
    assert faults == []


def test_exercises_that_are_not_listed_come_behind_the_easy_ones_first(tracks):
    hard = MANIFEST.replace('"easy"', '"hard"')
    loaded, _ = tracks(PAGE.replace('"quarter", ', ""), eighth=hard, zero=MANIFEST)
    assert loaded.tracks[0].exercises == ("halve", "quarter", "zero", "eighth")


def test_without_a_file_tracks_are_what_exercises_name(pack):
    loaded = load_pack(pack())
    assert [(track.name, track.title, track.about) for track in loaded.tracks] == [("demo", "demo", "")]
    assert list(track_faults(loaded.tracks, loaded.exercises)) == [
        "track demo: tracks.toml has no page about it"
    ]


def test_a_track_that_only_an_exercise_names_comes_last(tracks):
    loaded, faults = tracks(eighth=MANIFEST.replace('["demo"]', '["another"]'))
    assert [track.name for track in loaded.tracks] == ["demo", "another"]
    assert faults == ["track another: tracks.toml has no page about it"]


def test_an_exercise_before_what_it_builds_on_is_found(tracks):
    _, faults = tracks(quarter=MANIFEST.replace("prerequisites = []", 'prerequisites = ["halve"]'))
    assert faults == ["track demo: quarter stands before halve, which it builds on"]


def test_an_exercise_that_does_not_say_its_track_is_found(tracks):
    _, faults = tracks(quarter=MANIFEST.replace('["demo"]', '["other"]'))
    assert "track demo: quarter stands in it, but does not say so in its exercise.toml" in faults


def test_a_prerequisite_that_does_not_exist_is_found(tracks):
    _, faults = tracks(quarter=MANIFEST.replace("prerequisites = []", 'prerequisites = ["third"]'))
    assert faults == ["quarter: its prerequisite 'third' is no exercise of this pack"]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("schema = 1\n[[track]\n", "is not TOML"),
        (PAGE.replace('title = "numbers"\n', ""), "A track has name, title, about and exercises"),
        (PAGE.replace("title", "heading"), "heading"),
        (PAGE.replace("schema = 1", "schema = 2"), "schema"),
        ("track = []", "schema"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_leaves_the_pack_usable(pack, page, sentence):
    loaded = load_pack(pack({TRACKS: page}))
    assert sentence in str(loaded.broken["tracks.toml"])
    assert [track.exercises for track in loaded.tracks] == [("halve",)]


def test_the_file_that_cannot_be_read_is_named(tmp_path):
    path = tmp_path / "tracks.toml"
    path.write_text("x = ")
    with pytest.raises(PackError, match=r"tracks\.toml is not TOML"):
        read_tracks(path)
