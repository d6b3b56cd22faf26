"""Whatever cause is named of drawn answers is true, and of noise none is named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from grader.model import Close, Rounded
from tests.diagnosing.support import CLOSE, FOUR, Told, cause_of

SHAPES = st.sampled_from([(3,), (6,), (2, 2), (4, 4), (3, 5), (4, 6), (1, 4), (4, 1), (2, 3, 4), (2, 2, 2)])
SEEDS = st.integers(0, 2**32 - 1)
NOISES = st.sampled_from(["normal", "positive", "unit", "short", "whole", "few"])


def drawn(kind, shape, seed):
    """Numbers without a pattern, of several kinds that exercises ask for."""
    rng = np.random.default_rng(seed)
    return {
        "normal": lambda: rng.normal(size=shape),
        "positive": lambda: rng.uniform(0.1, 3, shape),
        "unit": lambda: rng.uniform(-1, 1, shape),
        "short": lambda: np.round(rng.uniform(-2, 2, shape), 1),
        "whole": lambda: rng.integers(-9, 10, shape).astype(float),
        "few": lambda: rng.integers(0, 2, shape).astype(float),
    }[kind]() + 0.0


# --------------------------------------------------------------------------- what is said is true


def permuted(right, got):
    """Whether the answers hold the same numbers."""
    return np.allclose(np.sort(right, axis=None), np.sort(got, axis=None), rtol=1e-8, atol=1e-8)


def near(one, other):
    return one.shape == other.shape and np.allclose(one, other, rtol=1e-8, atol=1e-8)


def passes(right, got):
    """Whether the check takes the answer."""
    return right.shape == got.shape and bool((np.abs(right - got) <= 1e-9 + 1e-9 * np.abs(right)).all())


def parallel(right, got):
    """Whether each row is a multiple of the other's."""
    pairs = np.stack([right, got]).reshape(2, -1, right.shape[-1])
    return all(np.linalg.matrix_rank(pairs[:, i], tol=1e-7) <= 1 for i in range(pairs.shape[1]))


def constant(values):
    flat = values[np.isfinite(values)]
    return not flat.size or np.allclose(flat, flat[0], rtol=1e-6, atol=1e-8)


def ratio(right, got):
    with np.errstate(all="ignore"):
        return constant(got[right != 0] / right[right != 0]) and not got[right == 0].any()


TRUE = {
    "transposed": lambda r, g: r.ndim == 2 and near(np.array([g[:, j] for j in range(g.shape[1])]), r),
    "axes_exchanged": lambda r, g: permuted(r, g) and sorted(r.shape) == sorted(g.shape),
    "reshaped": lambda r, g: r.shape != g.shape and near(r.ravel(), g.ravel()),
    "sign_exchanged": lambda r, g: near(r, 0 - g),
    "squared": lambda r, g: near(g, r * r),
    "root_taken": lambda r, g: near(r, g * g) and (g >= 0).all(),
    "exponential_taken": lambda r, g: near(g, np.e**r),
    "logarithm_taken": lambda r, g: near(r, np.e**g),
    "absolute": lambda r, g: near(g, np.sqrt(r * r)),
    "clipped": lambda r, g: all(x == y or y in (0, 1, -1) for x, y in zip(r.flat, g.flat, strict=True)),
    "rows_normalised": lambda r, g: parallel(r, g),
    "rows_not_normalised": lambda r, g: parallel(r, g),
    "first_for_all": lambda r, g: all(near(r[0], row) for row in g),
    "factor": ratio,
    "off_by_one": lambda r, g: near(np.abs(g - r), np.ones(r.shape)),
    "offset": lambda r, g: constant(g - r),
    "other_decimals": lambda r, g: any(near(g * 10**k, np.rint(r * 10**k)) for k in range(9)),
    "truncated": lambda r, g: (g == np.rint(g)).all() and (np.abs(r - g) < 1).all(),
    "narrow_precision": lambda r, g: np.allclose(r, g, rtol=0.1, atol=0.1),
    "unrounded": lambda r, g: near(r, g),
    "negative_zero": lambda r, g: near(r, g),
}
MOVED = (
    "halves_exchanged",
    "halves_exchanged_within_halves",
    "blocks_exchanged",
    "interleaved",
    "not_interleaved",
    "other_grid_axis_first",
    "reversed",
    "reversed_within_blocks",
    "shifted_by_one",
)

FORWARD = {
    "transposed": lambda r: r.T,
    "reversed": lambda r: r[..., ::-1],
    "rows reversed": lambda r: r[::-1],
    "rolled": lambda r: np.concatenate([r[..., -1:], r[..., :-1]], -1),
    "halves": lambda r: np.concatenate([r[..., r.shape[-1] // 2 :], r[..., : r.shape[-1] // 2]], -1),
    "axes": lambda r: np.moveaxis(r, 0, -1),
    "flat": lambda r: r.reshape(-1),
    "negative": lambda r: -r,
    "square": lambda r: r * r,
    "root": lambda r: np.sqrt(np.abs(r)),
    "exp": np.exp,
    "log": lambda r: np.log(np.abs(r) + 1e-3),
    "abs": np.abs,
    "relu": lambda r: np.maximum(r, 0),
    "clip": lambda r: np.clip(r, -1, 1),
    "unit rows": lambda r: r / np.sqrt((r * r).sum(-1, keepdims=True)),
    "first": lambda r: np.repeat(r[:1], len(r), 0),
    "twice": lambda r: 2 * r,
    "thrice": lambda r: 3 * r,
    "plus one": lambda r: r + 1,
    "plus some": lambda r: r + 0.625,
    "two decimals": lambda r: np.round(r, 2),
    "whole": np.round,
    "trunc": np.trunc,
    "single": lambda r: r.astype("float32").astype("float64"),
    "half": lambda r: r.astype("float16").astype("float64"),
    "zero": np.zeros_like,
    "mean": lambda r: np.full_like(r, r.mean()),
    "sorted": lambda r: np.sort(r, axis=-1),
    "summed": lambda r: np.cumsum(r, -1),
}


@settings(max_examples=600)
@given(st.sampled_from(sorted(FORWARD)), NOISES, st.lists(st.tuples(SHAPES, SEEDS), min_size=1, max_size=3))
def test_whatever_is_named_is_true_of_every_failing_case(mistake, kind, cases):
    rights = [drawn(kind, shape, seed) for shape, seed in cases]
    with np.errstate(all="ignore"):
        gots = [FORWARD[mistake](right) for right in rights]
    told = [Told(right, got, {"n": float(len(right))}) for right, got in zip(rights, gots, strict=True)]
    cause = cause_of(CLOSE, *told)
    event(str(cause and cause.slug))
    if cause is None:
        return
    wrong = [pair for pair in zip(rights, gots, strict=True) if not passes(*pair)]
    assert wrong
    true = permuted if cause.slug in MOVED else TRUE[cause.slug]
    for right, got in wrong:
        assert true(right, got), (cause, right, got)


@settings(max_examples=300)
@given(
    NOISES, NOISES, st.lists(st.tuples(SHAPES, SEEDS), min_size=1, max_size=3), st.sampled_from([CLOSE, FOUR])
)
def test_nothing_is_named_of_noise(kind, other, cases, policy):
    assume({kind, other} & {"normal", "positive", "unit"})
    told = []
    for shape, seed in cases:
        right, got = drawn(kind, shape, seed), drawn(other, shape, seed ^ 0xABCDEF)
        if isinstance(policy, Rounded):
            told.append(Told(right.tolist(), (np.round(got, 4) + 0.0).tolist()))
        else:
            told.append(Told(right, got))
    assert cause_of(policy, *told) is None


@settings(max_examples=150)
@given(st.lists(SEEDS, min_size=1, max_size=4), st.integers(1, 6), st.integers(1, 6))
def test_nothing_is_named_of_rounded_noise_however_few_decimals_are_asked_for(seeds, decimals, count):
    told = []
    for seed in seeds:
        right, got = drawn("unit", (count,), seed), drawn("unit", (count,), seed + 1)
        told.append(Told(right.tolist(), (np.round(got, decimals) + 0.0).tolist()))
    assert cause_of(Rounded(decimals, "exact"), *told) is None


@settings(max_examples=150)
@given(SEEDS, st.floats(1e-6, 0.3))
def test_nothing_is_named_of_right_answers_with_noise(seed, size):
    right = drawn("normal", (4, 6), seed)
    got = right + size * drawn("normal", (4, 6), seed + 1)
    assert cause_of(CLOSE, Told(right, got)) is None
    assert cause_of(Close(0.0, size / 50), Told(right, got)) is None


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_named_of_numbers_in_a_drawn_order(seed):
    rng = np.random.default_rng(seed)
    right = drawn("normal", (5, 12), seed)
    got = rng.permuted(right, axis=1)
    assert cause_of(CLOSE, Told(right, got)) is None
    order = rng.permutation(9).astype(float)
    assert cause_of(CLOSE, Told(np.arange(9.0), order)) is None


@settings(max_examples=150)
@given(NOISES, st.lists(st.tuples(SHAPES, SEEDS), min_size=1, max_size=2), st.sampled_from(sorted(FORWARD)))
def test_a_mistake_that_has_nothing_to_do_with_an_answer_is_not_named_with_a_repair(kind, cases, mistake):
    told, theirs = [], []
    for shape, seed in cases:
        told.append(Told(drawn("normal", shape, seed), drawn("normal", shape, seed + 1)))
        with np.errstate(all="ignore"):
            theirs.append(FORWARD[mistake](drawn(kind, shape, seed + 2)))
    assert cause_of(CLOSE, *told, mistakes=[("known", theirs)]) is None
