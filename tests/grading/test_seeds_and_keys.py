"""The same seed is the same run; the reference is asked once per exercise and seed."""

import os
from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from grader import frozen, prepared
from grader.answer_key import make_key, task_for, trusted_task
from grader.catalogue import check_files, load_pack
from grader.grade import grade, versions
from grader.intake.source import read_file
from grader.isolate.child import Child
from grader.model import Key, Load, Observation, Unit
from grader.worker.protocol import DescribeJob
from tests.grading.support import EXERCISES

WRONG = "def pos_embed_2d(grid, dim):\n    return [[0.0] * dim] * grid * grid\n"
DRAW = "import random\n" + WRONG.replace("0.0", "round(random.random(), 4)")


class Spy:
    """A worker that passes everything on and counts what it was asked to run."""

    def __init__(self, worker):
        self.worker = worker
        self.ran = Counter()
        self.described = Counter()

    @property
    def layers(self):
        return self.worker.layers

    def run(self, task):
        self.ran[task.units[0].label, task.substitute, task.trusted] += 1
        yield from self.worker.run(task)

    def describe(self, job, torch, limits):
        self.described[job.exercise, job.seed, job.sub_seed] += 1
        return self.worker.describe(job, torch, limits)


@pytest.fixture
def spy(grading):
    return Spy(grading.worker)


def steady(result):
    """A result without its duration."""
    return msgspec.structs.replace(result, duration_s=0.0)


@pytest.mark.parametrize("text", [WRONG, DRAW, "def pos_embed_2d(grid, dim):\n    return {1, 2, 'a', 'b'}"])
def test_the_same_seed_gives_the_same_result_twice(grading, tmp_path, text):
    one = grading.text(text, "pos_embed_2d", tmp_path, seed=5)
    other = grading.text(text, "pos_embed_2d", tmp_path, seed=5)
    assert steady(one) == steady(other)


def test_a_result_says_which_seed(grading, tmp_path):
    told = [grading.text(WRONG, "pos_embed_2d", tmp_path, seed=seed) for seed in (0, 5)]
    assert [result.seed for result in told] == [0, 5]


def inputs(key, visibility):
    return [case.inputs for check in key.checks if check.visibility == visibility for case in check.cases]


@pytest.fixture(scope="module", params=EXERCISES)
def described(request, grading):
    """The checks of an exercise under three seeds, the first of them twice."""
    exercise = grading.pack.exercises[request.param]

    def checks(seed):
        job = DescribeJob(check_files(exercise), exercise.name, seed, 0)
        return grading.worker.describe(job, "torch" in exercise.needs, exercise.limits)

    return [checks(seed) for seed in (1, 1, 2, 3)]


def of(checks, visibility):
    return [[case.inputs for case in check.cases] for check in checks if check.visibility == visibility]


def test_the_same_seed_draws_the_same_hidden_inputs(described):
    assert described[0] == described[1]


def test_different_seeds_draw_different_hidden_inputs_and_the_same_visible_ones(described):
    first, _, second, third = described
    assert of(first, "hidden") != of(second, "hidden")
    assert of(second, "hidden") != of(third, "hidden")
    assert of(first, "visible") == of(second, "visible") == of(third, "visible")


def test_names_points_and_cases_do_not_hang_on_the_seed(described):
    def shapes(checks):
        return [(check.name, check.points, check.visibility, len(check.cases)) for check in checks]

    assert shapes(described[0]) == shapes(described[2]) == shapes(described[3])


def test_the_reference_runs_once_per_exercise_and_seed(spy):
    exercise = load_pack().exercises["pos_embed_2d"]
    key = prepared.key_for(exercise, 991, spy)
    truth = (("pos_embed_2d", "exact_pos_embed_2d"),)
    assert spy.ran["solution.py", (), True] == 1
    assert spy.ran["solution.py", truth, True] == 1
    mistakes = {label for (label, _, trusted), n in spy.ran.items() if trusted and n == 1} - {"solution.py"}
    assert mistakes == {f"{mistake.slug}.py" for mistake in key.mistakes}
    assert sum(spy.ran.values()) == 2 + len(key.mistakes)
    assert prepared.key_for(exercise, 991, spy) == key
    assert sum(spy.ran.values()) == 2 + len(key.mistakes), "the second key came from the cache"


def test_no_submission_asks_for_the_reference(grading, spy, tmp_path):
    key = grading.key("pos_embed_2d")
    path = tmp_path / "pos_embed_2d.py"
    path.write_text(WRONG)
    for _ in range(3):
        grade(read_file(path, "pos_embed_2d"), key, spy)
    assert set(spy.ran) == {("pos_embed_2d.py", (), False)}
    assert spy.ran["pos_embed_2d.py", (), False] == 3
    assert not spy.described


def test_what_a_worker_is_sent_holds_no_expected_value_and_no_name_of_a_policy(grading, monkeypatch):
    key = grading.key("pos_embed_2d", 0)
    messages = []
    tell = Child.tell
    monkeypatch.setattr(
        Child, "tell", lambda child, message: (messages.append(message), tell(child, message))
    )
    seen = list(grading.worker.run(task_for(key, (Unit("f.py", WRONG),), cells=False)))
    sent = b"".join(messages)
    assert len(messages) == 3, "the sources, the visible checks, the hidden ones"
    assert len(seen) == 1 + sum(len(check.cases) for check in key.checks)
    for observation in key.expected:
        parts = {name.value: value for name, value in observation.value.items}
        assert parts["answer"].data not in sent
    for secret in (b"Rounded", b"exact_pos_embed_2d", b"TEMPERATURE", b"close to zero", b"points", b"hidden"):
        assert secret not in sent


@pytest.fixture
def made(grading):
    return grading.key("pos_embed_2d")


@pytest.fixture
def own_cache(made, tmp_path, monkeypatch):
    """A cache of the test's own: what is put there is not the key of that seed."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("KATA_CACHE_DIR", str(folder))
    return folder


def test_a_changed_exercise_or_version_makes_a_new_key(grading, made, own_cache):
    exercise = grading.pack.exercises["pos_embed_2d"]
    asked = []

    def make():
        asked.append(1)
        return made

    frozen.cached_key(exercise, 12345, versions(), make)
    frozen.cached_key(exercise, 12345, versions(), make)
    assert len(asked) == 1
    frozen.cached_key(replace(exercise, digest="sha256:other"), 12345, versions(), make)
    assert len(asked) == 2
    frozen.cached_key(exercise, 12345, {**versions(), "numpy": "0"}, make)
    assert len(asked) == 3
    frozen.cached_key(exercise, 12346, versions(), make)
    assert len(asked) == 4


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\x95\xc0"])
def test_a_damaged_cache_is_made_anew(grading, made, damage, own_cache):
    exercise = grading.pack.exercises["pos_embed_2d"]
    frozen.cached_key(exercise, 777, versions(), lambda: made)
    (path,) = own_cache.glob("*.key")
    path.write_bytes(damage)
    asked = []
    frozen.cached_key(exercise, 777, versions(), lambda: asked.append(1) or made)
    assert asked == [1]


def test_a_cache_that_cannot_be_written_is_left_alone(grading, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KATA_CACHE_DIR", str(tmp_path / "file" / "below"))
    made = grading.pack.exercises["pos_embed_2d"]
    asked = []
    assert frozen.cached_key(made, 1, versions(), lambda: asked.append(1) or "the key") == "the key"
    assert asked == [1]


def test_the_cache_is_for_its_owner_alone(grading, monkeypatch, tmp_path):
    made = grading.key("pos_embed_2d")
    monkeypatch.setenv("KATA_CACHE_DIR", str(tmp_path / "cache"))
    frozen.cached_key(made.exercise, 3, versions(), lambda: made)
    (path,) = (tmp_path / "cache").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_key_made_twice_is_the_same_key(grading):
    exercise = grading.pack.exercises["gather_patches"]
    one, other = (make_key(exercise, 4, grading.worker) for _ in range(2))
    assert one.checks == other.checks
    assert [o.value for o in one.expected] == [o.value for o in other.expected]
    assert [(m.slug, m.failed) for m in one.mistakes] == [(m.slug, m.failed) for m in other.mistakes]


def test_loads_come_first_and_every_case_is_seen_once(grading):
    key = grading.key("pos_embed_2d")
    source = (key.exercise.solution_folder / "solution.py").read_text()
    load, *rest = grading.worker.run(trusted_task(key, "solution.py", source))
    assert isinstance(load, Load)
    assert all(isinstance(item, Observation) for item in rest)
    wanted = [(i, c) for i, check in enumerate(key.checks) for c in range(len(check.cases))]
    assert [(item.check, item.case) for item in rest] == wanted


def test_a_user_without_a_home_does_without_a_cache(grading, monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    made = grading.key("pos_embed_2d")
    monkeypatch.delenv("KATA_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(frozen.Path, "home", nobody)
    assert frozen.cached_key(made.exercise, 1, versions(), lambda: made) is made


def test_keys_that_were_used_longest_ago_make_room(monkeypatch, own_cache, grading):
    exercise = grading.pack.exercises["pos_embed_2d"]
    small = Key(exercise, 1, (), b"", ())
    frozen.cached_key(exercise, 1, versions(), lambda: small)
    (used,) = own_cache.glob("*.key")
    for age, name in enumerate(("old", "older")):
        (own_cache / f"{name}.key").write_bytes(b"x" * 1_000)
        os.utime(own_cache / f"{name}.key", ns=(0, (10 - age) * 10**9))
    os.utime(used, ns=(0, 0))
    (own_cache / "notes.txt").write_bytes(b"x" * 9_000)
    monkeypatch.setattr(frozen, "MAX_CACHE_BYTES", 1_500)
    frozen.cached_key(exercise, 1, versions(), lambda: pytest.fail("it is there"))  # it is used now
    frozen.cached_key(exercise, 2, versions(), lambda: small)
    left = {path.name for path in own_cache.iterdir()}
    assert {"notes.txt", "old.key", used.name} < left
    assert "older.key" not in left
    assert len(left) == 4
