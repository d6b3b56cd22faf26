"""Every attack of the corpus, in the circumstances of this process; all of them with one worker."""

import secrets
import signal

import pytest

from tests.attacks import leaks
from tests.attacks.arena import Arena
from tests.attacks.configurations import CONFIGURATIONS, try_in
from tests.attacks.reading import CORPUS, GROUPS, read_attack, read_corpus
from tests.attacks.traces import Signals

PATHS = [path for path in sorted(CORPUS.glob("*/*.py")) if path.parent.name in GROUPS]


def name_of(path):
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def arena(cache_folder):
    """A worker that meets all attacks. Ctrl-C is left to pytest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(leaks.VARIABLE, f"CANARY-{secrets.token_hex(12)}")
        with Signals(except_for=frozenset({signal.SIGINT})) as signals, Arena(signals) as arena:
            yield arena


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_an_attack_is_held(path, arena):
    attack = read_attack(path)
    if not arena.can_try(attack.exercise):
        pytest.skip(f"{attack.exercise} needs torch, which is not installed")
    outcome = arena.attempt(attack)
    assert not outcome.breaches, "\n".join(breach.sentence for breach in outcome.breaches)


def test_there_are_many_attacks_of_every_kind():
    attacks, faults = read_corpus()
    assert faults == []
    assert len(attacks) >= 120
    assert {attack.group for attack in attacks} == set(GROUPS)


@pytest.mark.soak
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=lambda configuration: configuration.name)
def test_the_corpus_is_held_in(configuration):
    told = try_in(configuration)
    if told.reason:
        pytest.skip(told.reason)
    assert told.breaches == (), told.said
    assert told.attacks >= 120
