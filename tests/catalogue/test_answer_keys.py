"""A key is made only of an exercise that is sound: its reference passes, its truths exist, its checks run."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.answer_key import make_key
from grader.catalogue import Pack, load_pack
from grader.codec import revive
from grader.errors import PackError
from grader.frozen import cached_key, freeze, is_stale, thaw
from grader.grade import grade
from grader.judge import judge
from grader.model import Load, Outcome, Status, Submission, Unit
from grader.private import cache_folder, private_folders
from tests.catalogue.conftest import CHECKS, EXAMPLES, SOLUTION

CHECKS_FILE, SOLUTION_FILE = "solutions/halve/checks.py", "solutions/halve/solution.py"


def key_of(folder, worker, seed=0):
    return make_key(load_pack(folder).exercise("halve"), seed, worker)


def refusal(folder, worker):
    """The sentence with which the exercise is refused."""
    with pytest.raises(PackError) as fault:
        key_of(folder, worker)
    sentence = str(fault.value)
    assert sentence.startswith("halve: ")
    return sentence


def test_a_sound_exercise_has_a_key(pack, worker):
    key = key_of(pack(), worker)
    assert [(c.name, c.points, c.visibility) for c in key.checks] == [
        ("the sample", 4.0, "visible"),
        ("hidden numbers", 6.0, "hidden"),
    ]
    assert revive(key.expected[0].value) == 4.0
    assert [name for name, _ in key.truths] == ["exact_half"]
    assert [(m.slug, m.text) for m in key.mistakes] == [("doubled", "It was doubled, not halved.")]
    assert (0, 0) in key.mistakes[0].failed


def test_the_same_seed_draws_the_same_cases_and_another_seed_others(pack, worker):
    folder = pack()
    drawn = [key_of(folder, worker, seed).checks[1].cases[0].inputs for seed in (0, 0, 1, 2)]
    assert drawn[0] == drawn[1]
    assert len({str(inputs) for inputs in drawn}) > 1


def test_visible_cases_are_the_same_under_every_seed(pack, worker):
    drawing = EXAMPLES.replace(
        'cases=[case("an even number", n=8)]',
        'cases=[lambda rng: case("drawn", n=int(rng.integers(1 << 40)))]',
    )
    folder = pack({"exercises/halve/examples.py": drawing})
    assert key_of(folder, worker, 1).checks[0].cases == key_of(folder, worker, 2).checks[0].cases


# --------------------------------------------------------------------------- refused


def test_a_reference_that_fails_its_own_checks_is_refused_with_check_case_and_rung(pack, worker):
    sentence = refusal(pack({SOLUTION_FILE: SOLUTION.replace("round(n / 2, 1)", "n / 2 + 0.01")}), worker)
    assert "the reference fails its own check 'hidden numbers' on 'any number'" in sentence
    assert "rung rounding_form" in sentence


def test_a_reference_that_raises_is_refused_with_its_exception(pack, worker):
    broken = SOLUTION.replace("return round(n / 2, 1)", "raise KeyError('no')")
    sentence = refusal(pack({SOLUTION_FILE: broken}), worker)
    assert "'the sample' on 'an even number': raised (KeyError" in sentence


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def halve(:\n", "the reference does not load: SyntaxError"),
        ("import no_such_module\n", "the reference does not load: ModuleNotFoundError"),
        ("raise SystemExit(3)\n", "the reference does not load: SystemExit"),
        ("import os\nos._exit(3)\n", "the reference does not load: it did not load to its end"),
        (SOLUTION.replace("def halve", "def double"), "there is no `halve` in solution.py"),
        (
            SOLUTION + "\nimport os\ndef halve(n):\n    os._exit(3)\n",
            "the reference did not finish the check 'the sample'",
        ),
    ],
    ids=["syntax", "import", "exit", "death", "no entry point", "death in a call"],
)
def test_a_reference_that_does_not_run_is_refused(pack, worker, source, why):
    assert why in refusal(pack({SOLUTION_FILE: source}), worker)


def test_a_truth_that_does_not_exist_is_told_by_name(pack, worker):
    sentence = refusal(pack({CHECKS_FILE: CHECKS.replace("exact_half", "exact_third")}), worker)
    assert "the truth 'exact_third', which solution.py does not define" in sentence


@pytest.mark.parametrize(
    ("truth", "why"),
    [
        ("def exact_half(n):\n    raise ValueError('no')\n", "holds no value"),
        ("def exact_half(n):\n    return [n / 2]\n", "not a number where its answer is"),
        ("def exact_half(n):\n    import os\n    os._exit(1)\n", "the truth 'exact_half' did not finish"),
        ("def exact_half(n):\n    return n / 2 + 7\n", "the reference fails its own check"),
    ],
    ids=["raises", "another structure", "dies", "disagrees"],
)
def test_a_truth_that_does_not_fit_is_told(pack, worker, truth, why):
    source = truth + SOLUTION[SOLUTION.index("\n\ndef halve") :]
    assert why in refusal(pack({SOLUTION_FILE: source}), worker)


HEAD = "from grader.author import Equal, Rounded, Unchanged, case, check\n\n"


def one_check(decorator, signature="(student, n)", body="return student.halve(n)"):
    return f"{HEAD}\n@check({decorator})\ndef probe{signature}:\n    {body}\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def broken(:\n", "checks.py, line 1: invalid syntax"),
        ("1 / 0\n", "checks.py: ZeroDivisionError: division by zero"),
        ("import no_such_module\n", "checks.py: ModuleNotFoundError"),
        ("x = 1\n", "checks.py: there is no @check in it"),
        (
            one_check('"c", points=-1, expect=Equal(), cases=[case("l", n=1)]'),
            "points must be a number of at least 0",
        ),
        (one_check('"c", points="6", expect=Equal(), cases=[case("l", n=1)]'), "points must be a number"),
        (one_check('"c", points=6, expect=Equal(), cases=[]'), "it has no case"),
        (one_check('"c", points=6, expect=Equal(), cases=[1]'), "a case must be made by case(...), not int"),
        (
            one_check('"c", points=6, cases=[case("l", n=1)]'),
            "no policy: give expect= to the check or to the case 'l'",
        ),
        (one_check('"c", points=6, expect=7, cases=[case("l", n=1)]'), "7 is not a policy"),
        (one_check('"c", points=6, expect=Equal(), cases=[case("l", m=1)]'), "but the probe takes ['n']"),
        (
            one_check('"c", points=6, expect=Equal(), cases=[case("l", n=object())]'),
            "the input 'n' cannot be carried",
        ),
        (
            one_check('"c", points=6, expect={"x": Unchanged()}, cases=[case("l", n=1)]'),
            "the part 'x' is Unchanged() but is not the name of an input",
        ),
        (
            one_check('"c", points=6, expect=Rounded(13, "t"), cases=[case("l", n=1)]'),
            "Rounded takes 0 to 12 decimals",
        ),
        (one_check('"c", points=6, expect=Equal(), cases=[lambda rng: 1 / 0]'), "ZeroDivisionError"),
        (
            one_check('"c", points=6, expect=Equal(), cases=[case("l", n=1)]', "(student, n, m=1)"),
            "['n', 'm']",
        ),
        ("import os\nos._exit(3)\n", "did not run to its end"),
    ],
)
def test_a_file_of_checks_that_is_broken_is_told(pack, worker, text, why):
    sentence = refusal(pack({CHECKS_FILE: text}), worker)
    assert why in sentence


def test_a_probe_that_asks_for_a_part_that_it_does_not_return_is_told(pack, worker):
    text = one_check('"c", points=6, expect={"answer": Equal()}, cases=[case("l", n=1)]')
    assert "the reference's observation has no part 'answer'" in refusal(pack({CHECKS_FILE: text}), worker)


def test_a_mistake_that_does_not_parse_is_told_by_its_path(pack, worker):
    folder = pack({"solutions/halve/mistakes/broken.py": "def halve(:\n"})
    with pytest.raises(PackError, match=r"broken\.py, line 1: "):
        key_of(folder, worker)


def test_a_pack_without_solutions_has_no_key(pack, worker):
    from dataclasses import replace

    exercise = replace(load_pack(pack()).exercise("halve"), solution_folder=None)
    with pytest.raises(PackError, match="no solution folder"):
        make_key(exercise, 0, worker)


# --------------------------------------------------------------------------- a draw that shows every mistake


def test_a_draw_on_which_a_known_mistake_is_right_is_drawn_again(pack, worker):
    """A mistake that is right for even numbers is shown by the first odd one."""
    drawing = CHECKS.replace(', case("nothing", n=0)', "")
    folder = pack(
        {
            CHECKS_FILE: drawing,
            "solutions/halve/mistakes/floored.py": "def halve(n):\n    return float(n // 2)\n",
        }
    )
    for seed in range(6):
        key = key_of(folder, worker, seed)
        floored = next(m for m in key.mistakes if m.slug == "floored")
        assert floored.failed
        assert revive(dict(key.checks[1].cases[0].inputs)["n"]) % 2 == 1


# --------------------------------------------------------------------------- a whole way through


def test_submissions_are_graded_with_such_a_key(pack, worker):
    key = key_of(pack(), worker)

    def graded(source):
        return grade(Submission("f.py", "ada", "halve", (Unit("f.py", source),)), key, worker)

    right = graded("def halve(n):\n    return round(0.5 * n, 1)\n")
    assert (right.status, right.score, right.max_score) == ("passed", 10.0, 10.0)
    doubled = graded("def halve(n):\n    return float(n + n)\n")
    assert (doubled.status, doubled.score, doubled.diagnosis) == ("failed", 0.0, "doubled")
    stub = graded(key.stub)
    assert stub.message == "Not started: this is the stub of halve; as given, it raises NotImplementedError."
    huge = graded("def halve(n):\n    return 10 ** 5000\n")
    assert (huge.status, huge.score) == ("failed", 0.0)
    assert "a huge integer" in huge.checks[0].message


WITHOUT_ATTEMPT = """\
from grader.author import Raises, case, check


@check("refused", points=6, expect=Raises("ValueError"), cases=[case("a negative number", n=-1)])
def refused(student, n):
    return student.halve(n)
"""


def test_a_check_of_an_exception_that_leaves_its_probe_works_for_those_who_do_not_raise(pack, worker):
    source = SOLUTION.replace("    return round", "    if n < 0:\n        raise ValueError\n    return round")
    key = key_of(pack({CHECKS_FILE: WITHOUT_ATTEMPT, SOLUTION_FILE: source}), worker)
    units = (Unit("f.py", "def halve(n):\n    return n / 2\n"),)
    verdict = judge(key, list(worker.run(_task(key, units))))
    assert [c.status for c in verdict.checks] == [Status.PASSED, Status.FAILED]


def _task(key, units):
    from grader.answer_key import task_for

    return task_for(key, units, cells=False)


# --------------------------------------------------------------------------- frozen and cached


def frozen_pack(pack, worker):
    folder = pack()
    key = key_of(folder, worker)
    (folder / "exercises/halve/examples.json").write_bytes(freeze(key))
    return folder, load_pack(folder).exercise("halve"), key


def test_frozen_examples_judge_without_any_solution(pack, worker):
    _, exercise, key = frozen_pack(pack, worker)
    thawed = thaw(exercise)
    assert [c.name for c in thawed.checks] == ["the sample"]
    load = Load(Outcome.RETURNED, entry_points=(("halve", "callable"),))
    assert judge(thawed, [load, *key.expected]).status is Status.PASSED
    assert not is_stale(key)


def test_frozen_examples_hold_nothing_of_the_hidden_checks(pack, worker):
    import base64
    import json

    folder, _, _ = frozen_pack(pack, worker)
    document = json.loads((folder / "exercises/halve/examples.json").read_text())
    inside = base64.b64decode(document["key"])
    assert b"an even number" in inside
    for word in (b"any number", b"hidden numbers"):
        assert word not in inside


def test_frozen_examples_are_the_same_bytes_every_time(pack, worker):
    folder = pack()
    assert freeze(key_of(folder, worker)) == freeze(key_of(folder, worker))


def test_frozen_examples_that_are_older_than_the_examples_are_refused(pack, worker):
    folder, exercise, key = frozen_pack(pack, worker)
    with (folder / "exercises/halve/examples.py").open("a") as file:
        file.write("# changed\n")
    with pytest.raises(PackError, match="is older than"):
        thaw(exercise)
    assert is_stale(key)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: "{}",
        lambda text: text.replace('"schema"', '"scheme"'),
        lambda text: text[:200],
        lambda text: text.replace('"key": "', '"key": "AAAA'),
        lambda text: text.replace('"key": "', '"key": "A'),
    ],
    ids=["empty", "no fields", "unknown field", "cut", "other bytes", "not base64"],
)
def test_frozen_examples_that_are_broken_are_refused_by_path(pack, worker, spoil):
    folder, exercise, key = frozen_pack(pack, worker)
    path = folder / "exercises/halve/examples.json"
    path.write_text(spoil(path.read_text()))
    with pytest.raises(PackError, match=r"examples\.json"):
        thaw(exercise)
    assert is_stale(key)


def test_missing_frozen_examples_are_told_with_the_command_that_writes_them(pack, worker):
    exercise = load_pack(pack()).exercise("halve")
    with pytest.raises(PackError, match="kata verify --freeze"):
        thaw(exercise)


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_key_is_made_once_and_read_from_the_users_own_folder_after_that(pack, worker, own_cache):
    exercise = load_pack(pack()).exercise("halve")
    made = []

    def make():
        made.append(1)
        return make_key(exercise, 0, worker)

    first = cached_key(exercise, 0, {"python": "3"}, make)
    again = cached_key(exercise, 0, {"python": "3"}, make)
    assert cache_folder() == own_cache
    assert len(made) == 1
    assert again == first
    assert own_cache.stat().st_mode & 0o077 == 0, "hidden cases are nobody else's"
    cached_key(exercise, 1, {"python": "3"}, make)
    cached_key(exercise, 0, {"python": "4"}, make)
    assert len(made) == 3


@pytest.mark.parametrize("content", [b"", b"\xc1", b"\x95\xc0", b"\x90" * 50])
def test_a_spoilt_cache_is_made_anew(pack, worker, own_cache, content):
    exercise = load_pack(pack()).exercise("halve")
    key = make_key(exercise, 0, worker)
    cached_key(exercise, 0, {}, lambda: key)
    (file,) = own_cache.iterdir()
    file.write_bytes(content)
    assert cached_key(exercise, 0, {}, lambda: key) == key
    assert file.read_bytes() != content


def test_a_cache_that_cannot_be_written_is_done_without(pack, worker, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KATA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    exercise = load_pack(pack()).exercise("halve")
    key = make_key(exercise, 0, worker)
    assert cached_key(exercise, 0, {}, lambda: key) is key


def test_a_cache_that_others_may_write_into_is_not_believed(pack, worker, own_cache):
    exercise = load_pack(pack()).exercise("halve")
    made = []

    def make():
        made.append(1)
        return make_key(exercise, 0, worker)

    cached_key(exercise, 0, {"python": "3"}, make)
    own_cache.chmod(0o777)
    cached_key(exercise, 0, {"python": "3"}, make)
    assert len(made) == 2
    own_cache.chmod(0o700)
    cached_key(exercise, 0, {"python": "3"}, make)
    assert len(made) == 2


def test_the_cache_is_among_what_no_submission_may_read(own_cache):
    assert private_folders(Pack(Path("/nowhere"), {}, {})) == (own_cache,)
