"""`kata verify` finds nothing to mend, whatever the seed of the hidden cases."""

import pytest

from grader.pool import Pool
from grader.verify import faults
from tests.exercises.support import FOUR, PACK

SEEDS = (0, 1, 2)
MANY_SEEDS = range(100, 120)


@pytest.fixture(scope="module")
def found():
    """What is found, by exercise and seed; two workers share the work."""
    everything = [(name, seed) for seed in SEEDS for name in FOUR]

    def work(worker, item):
        name, seed = item
        return list(faults(PACK.exercises[name], seed, worker))

    with Pool(2) as pool:
        return dict(pool.map(work, everything))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", FOUR)
def test_nothing_to_mend(found, name, seed):
    assert found[name, seed] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", MANY_SEEDS)
@pytest.mark.parametrize("name", FOUR)
def test_nothing_to_mend_under_many_seeds(asker, name, seed):
    assert list(faults(PACK.exercises[name], seed, asker.worker)) == []
