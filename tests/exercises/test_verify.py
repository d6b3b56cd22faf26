"""Every exercise of the pack is proven: `kata verify` finds nothing to mend."""

import pytest

from grader.pool import Pool
from grader.tracks import track_faults
from grader.verify import Effort, prove
from tests.exercises.support import PACK

FEW = Effort(seeds=(0,), draws=2, mutants=40)
FULL = Effort(seeds=tuple(range(100, 120)), draws=200)


@pytest.fixture(scope="module")
def pool():
    with Pool(2) as pool:
        yield pool


@pytest.mark.no_cover  # tests/verifying covers the proving; here it would cost as much again
@pytest.mark.parametrize("name", PACK.exercises)
def test_nothing_to_mend(pool, name):
    report = prove(PACK.exercises[name], FEW, pool)
    assert report.faults == ()


@pytest.mark.soak
@pytest.mark.parametrize("name", PACK.exercises)
def test_nothing_to_mend_under_many_seeds(pool, name):
    assert prove(PACK.exercises[name], FULL, pool).faults == ()


def test_tracks_exercises_and_prerequisites_fit_together():
    assert list(track_faults(PACK.tracks, PACK.exercises)) == []
    assert PACK.broken == {}
