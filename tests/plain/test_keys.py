"""A key made by plain processes, of which an author's answers share one, is what isolated workers make."""

from dataclasses import replace

import pytest

from grader.answer_key import make_key
from grader.catalogue import load_pack
from grader.isolate.local import LocalWorker

PACK = load_pack()
EACH = [
    pytest.param(name, marks=() if name == "pos_embed_2d" else pytest.mark.soak) for name in PACK.exercises
]


def without_times(observations):
    return [replace(each, seconds=0.0) for each in observations]


@pytest.mark.parametrize("name", EACH)
def test_a_key_is_the_same(plain, name):
    with LocalWorker() as isolated:
        ours, theirs = (make_key(PACK.exercises[name], 1, worker) for worker in (plain, isolated))
    assert ours.checks == theirs.checks
    assert without_times(ours.expected) == without_times(theirs.expected)
    for mine, other in zip(ours.mistakes, theirs.mistakes, strict=True):
        assert mine.failed == other.failed, mine.slug
        assert without_times(mine.seen) == without_times(other.seen), mine.slug
