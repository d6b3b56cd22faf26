"""Junk earns next to nothing, lies earn nothing, and neither is ever taken for a fault of the harness."""

import pytest

from tests.exercises.support import FOUR, solution_file
from tests.exercises.wrong_answers import (
    JUNK,
    LIES,
    LYING_ANSWERS,
    MUTATED,
    SHELLS,
    junk,
    liar,
    lying_answer,
    reference,
)

MOST = 2.0
each_exercise = pytest.mark.parametrize("name", FOUR)


def rejected(result):
    """A wrong answer was graded, and as one."""
    assert result.status == "failed", (result.status, result.message)
    assert result.max_score == 10.0
    return result


@each_exercise
def test_the_reference_behind_the_junk_passes_unspoiled(asker, name):
    """The wrapper itself does no harm: what goes through it earns all points, or all but the draw's."""
    result = asker.grade(name, junk(name, "return right()"))
    expected = 10.0 if name != "learned_position_embedding" else 9.0  # the spoiled module draws uniformly
    assert (result.score, result.max_score) == (expected, 10.0), result.message


@each_exercise
@pytest.mark.parametrize("kind", JUNK)
def test_junk_earns_at_most_a_fifth(asker, name, kind):
    assert rejected(asker.grade(name, junk(name, JUNK[kind]))).score <= MOST


@pytest.mark.parametrize("kind", SHELLS)
def test_a_class_that_does_nothing_earns_at_most_a_fifth(asker, kind):
    assert rejected(asker.grade("learned_position_embedding", SHELLS[kind])).score <= MOST


# A right answer, but for what it does to its arguments.
@pytest.mark.parametrize("name", ["gather_patches", "interpolate_position_embedding"])
def test_changing_the_arguments_earns_at_most_a_fifth(asker, name):
    assert rejected(asker.grade(name, reference(name) + MUTATED[name])).score <= MOST


def test_changing_the_indices_costs_every_check_that_looks_rows_up(asker):
    name = "learned_position_embedding"
    result = rejected(asker.grade(name, reference(name) + MUTATED[name]))
    lost = {check.name for check in result.checks if check.status != "passed"}
    assert {"forward gathers the rows asked for", "indices of a narrow integer dtype"} <= lost
    assert result.score <= 4.0


@each_exercise
@pytest.mark.parametrize("lie", LIES)
def test_a_file_that_lies_to_its_judge_passes_no_check(asker, name, lie):
    result = asker.grade(name, liar(name, LIES[lie]))
    # Some lies end the process as the file is loaded, or hide its own function.
    assert result.status in ("failed", "import_failed", "missing"), (result.status, result.message)
    passed = [check.name for check in result.checks if check.status == "passed"]
    assert (result.score, passed) == (0.0, [])


@each_exercise
@pytest.mark.parametrize("kind", LYING_ANSWERS)
def test_an_answer_that_calls_itself_equal_passes_no_check(asker, name, kind):
    result = rejected(asker.grade(name, lying_answer(name, LYING_ANSWERS[kind])))
    assert (result.score, [check.name for check in result.checks if check.status == "passed"]) == (0.0, [])


@each_exercise
def test_most_liars_live_to_tell_their_lie(asker, name):
    """The lies are told: were they all to end the process, the test above would show nothing."""
    loaded = [lie for lie in LIES if asker.grade(name, liar(name, LIES[lie])).status == "failed"]
    assert len(loaded) > len(LIES) // 2


# --------------------------------------------------------------------------- nearly right


def changed(name, *replacements, then=""):
    source = solution_file(name).read_text()
    for old, new in replacements:
        assert source.count(old) >= 1, old
        source = source.replace(old, new)
    return source + then


NEARLY_RIGHT = {
    "gather, int16 tokens in between": (
        "gather_patches",
        [
            ("return tokens.gather(1,", "return tokens.to(torch.int16).gather(1,"),
            ("features))", "features)).to(tokens.dtype)"),
        ],
    ),
    "gather, the last column of indices unchecked": (
        "gather_patches",
        [("((wide < 0) | (wide >= patches))", "((wide < 0) | (wide >= patches))[:, :-1]")],
    ),
    "gather, only the first image checked": (
        "gather_patches",
        [("((wide < 0) | (wide >= patches))", "((wide < 0) | (wide >= patches))[0]")],
    ),
    "learned, a variance of two hundredths": (
        "learned_position_embedding",
        [("std=INIT_STD", "std=INIT_STD**0.5")],
    ),
    "learned, a spread that is five per cent too wide": (
        "learned_position_embedding",
        [("INIT_STD = 0.02", "INIT_STD = 0.021")],
    ),
    "learned, cut at three deviations": (
        "learned_position_embedding",
        [("std=INIT_STD)", "std=INIT_STD, a=-3 * INIT_STD, b=3 * INIT_STD)")],
    ),
    "learned, a refusal leaves a mark": (
        "learned_position_embedding",
        [
            (
                'raise ValueError(f"indices must lie',
                'self.num_positions -= 1\n            raise ValueError(f"indices must lie',
            )
        ],
    ),
    "interpolate, the new grid counted by its rows": (
        "interpolate_position_embedding",
        [("(new_height, new_width), mode", "(new_height, new_height), mode")],
    ),
    "interpolate, halves in the coordinates of one axis": (
        "interpolate_position_embedding",
        [("picture.permute(2, 0, 1)", "picture.permute(2, 1, 0)")],
    ),
    "pos, five decimals": ("pos_embed_2d", [("round(value, 4)", "round(value, 5)")]),
    "pos, a temperature of 10001": ("pos_embed_2d", [("10_000.0", "10_001.0")]),
    "pos, sines and cosines rounded twice": (
        "pos_embed_2d",
        [("math.sin(angle)", "round(math.sin(angle), 3)")],
    ),
    "gather, indices narrowed to eight bits": (
        "gather_patches",
        [("indices.to(torch.int64)", "indices.to(torch.int8).to(torch.int64)")],
    ),
    "gather, in half precision": (
        "gather_patches",
        [
            ("return tokens.gather(1,", "return tokens.half().gather(1,"),
            ("features))", "features)).to(tokens.dtype)"),
        ],
    ),
    "gather, nothing asked for is never refused": (
        "gather_patches",
        [
            (
                "    if indices.shape[0] != batch:",
                "    if indices.shape[1] == 0:\n        return tokens.new_zeros(batch, 0, features)\n"
                "    if indices.shape[0] != batch:",
            )
        ],
    ),
    "learned, clamped to three deviations": (
        "learned_position_embedding",
        [
            (
                "nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)",
                "self.embedding.weight.data.normal_(0, INIT_STD).clamp_(-3 * INIT_STD, 3 * INIT_STD)",
            )
        ],
    ),
    "learned, rows and columns drawn and added": (
        "learned_position_embedding",
        [
            (
                "nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)",
                "rows, columns = torch.randn(2, self.num_positions, self.embed_dim) * INIT_STD / 2**0.5\n"
                "        at = torch.arange(self.num_positions)\n"
                "        table = rows[at // self.grid_width] + columns[at % self.grid_width]\n"
                "        self.embedding.weight.data.copy_(table)",
            )
        ],
    ),
}


@pytest.mark.parametrize("what", NEARLY_RIGHT)
def test_nearly_right_is_not_right(asker, what):
    name, replacements = NEARLY_RIGHT[what]
    rejected(asker.grade(name, changed(name, *replacements)))
