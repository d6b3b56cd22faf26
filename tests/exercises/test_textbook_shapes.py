"""Every reference that answers in tensors or arrays, called by name with sizes that text books use.

Shapes, library and dtype only: the values are the business of each exercise's own checks.
"""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch

from tests.exercises.support import PACK, ROOT

GRID, WIDTH = 8, 64
PATCHES = GRID * GRID
BATCH, CHOSEN = 2, 3
INDICES = torch.tensor([[0, 9, 63], [7, 7, 56]], dtype=torch.int64)
OTHER_INDICES = torch.tensor([[5, 62], [1, 30]], dtype=torch.int64)
ENCODER, PREDICTOR = 192, 96


@dataclass(frozen=True)
class Shaped:
    """One call of a reference, and the shape that a text book would give its answer."""

    exercise: str
    what: str
    call: Callable[[ModuleType], Any]
    shape: tuple[int, ...]
    library: type = torch.Tensor
    dtype: Any = torch.float32


def filled(*shape: int) -> torch.Tensor:
    return torch.ones(shape, dtype=torch.float32)


def grid_module(name: str) -> Callable[[ModuleType], torch.nn.Module]:
    """A module of one position per patch, on an 8 x 8 grid of width 64."""
    return lambda student: getattr(student, name)(grid_height=GRID, grid_width=GRID, embed_dim=WIDTH)


def grid_calls(exercise: str, make: Callable[[ModuleType], torch.nn.Module], note: str = "") -> list[Shaped]:
    return [
        Shaped(exercise, f"some patches{note}", lambda s: make(s)(indices=INDICES), (BATCH, CHOSEN, WIDTH)),
        Shaped(
            exercise, f"three grids{note}", lambda s: make(s).full_grid(batch_size=3), (3, PATCHES, WIDTH)
        ),
        Shaped(exercise, f"one grid{note}", lambda s: make(s).full_grid(), (1, PATCHES, WIDTH)),
    ]


def made(kind: str) -> Callable[[ModuleType], torch.nn.Module]:
    return lambda student: student.make_position_embedding(
        position_embedding=kind, grid_height=GRID, grid_width=GRID, embed_dim=WIDTH
    )


def predictions(student: ModuleType) -> torch.Tensor:
    predictor = student.Predictor(encoder_dim=ENCODER, predictor_dim=PREDICTOR, num_positions=PATCHES)
    return predictor(
        context_repr=filled(BATCH, CHOSEN, ENCODER), context_indices=INDICES, target_indices=OTHER_INDICES
    )


def selected(gather_first: bool) -> Callable[[ModuleType], torch.Tensor]:
    return lambda student: student.select_tokens(
        patch_tokens=filled(BATCH, PATCHES, WIDTH),
        indices=INDICES,
        full_position=filled(1, PATCHES, WIDTH),
        gather_first=gather_first,
    )


CALLS = [
    Shaped(
        "sinusoidal_1d_positions",
        "ten positions, width 64",
        lambda s: s.sinusoidal_1d_positions(
            positions=torch.arange(10, dtype=torch.int64), dim=WIDTH, temperature=10_000.0
        ),
        (10, WIDTH),
    ),
    Shaped(
        "sinusoidal_2d_grid",
        "an 8 x 8 grid, width 64",
        lambda s: s.sinusoidal_2d_grid(grid_height=GRID, grid_width=GRID, embed_dim=WIDTH),
        (PATCHES, WIDTH),
    ),
    *grid_calls("learned_position_embedding", grid_module("Learned2DPositionEmbedding")),
    *grid_calls("fixed_position_embedding", grid_module("FixedSinCos2DPositionEmbedding")),
    Shaped(
        "gather_patches",
        "three of 64 patches",
        lambda s: s.gather_patches(tokens=filled(BATCH, PATCHES, WIDTH), indices=INDICES),
        (BATCH, CHOSEN, WIDTH),
    ),
    Shaped(
        "gather_tokens_with_positions",
        "three of 64 patches with their positions",
        lambda s: s.gather_tokens_with_positions(
            patch_tokens=filled(BATCH, PATCHES, WIDTH),
            indices=INDICES,
            position_embedding=torch.nn.Embedding(PATCHES, WIDTH),
        ),
        (BATCH, CHOSEN, WIDTH),
    ),
    Shaped(
        "interpolate_position_embedding",
        "an 8 x 8 grid becomes 12 x 12, width 32",
        lambda s: s.interpolate_position_embedding(
            pos_embedding=filled(PATCHES, 32), old_grid_size=(GRID, GRID), new_grid_size=(12, 12)
        ),
        (144, 32),
    ),
    *grid_calls("make_position_embedding", made("learned"), ", learned"),
    *grid_calls("make_position_embedding", made("sincos"), ", sines and cosines"),
    Shaped(
        "predictor_tokens",
        "three context tokens and two targets",
        lambda s: s.predictor_tokens(
            context_tokens=filled(BATCH, CHOSEN, PREDICTOR),
            context_indices=INDICES,
            target_query=filled(1, 1, PREDICTOR),
            target_indices=OTHER_INDICES,
            position_embedding=torch.nn.Embedding(PATCHES, PREDICTOR),
        ),
        (BATCH, CHOSEN + 2, PREDICTOR),
    ),
    Shaped(
        "predictor_tokens",
        "the target part of five predictions",
        lambda s: s.target_predictions(
            predictor_output=filled(BATCH, CHOSEN + 2, ENCODER), num_context=CHOSEN
        ),
        (BATCH, 2, ENCODER),
    ),
    Shaped(
        "positional_encoding",
        "ten words of width 64",
        lambda s: s.PositionalEncoding(num_hiddens=WIDTH, max_len=100, dropout=0.1)(
            x=filled(BATCH, 10, WIDTH)
        ),
        (BATCH, 10, WIDTH),
    ),
    Shaped(
        "positional_encoding",
        "the buffer, with the default length",
        lambda s: s.PositionalEncoding(num_hiddens=WIDTH).pe,
        (1, 1000, WIDTH),
    ),
    Shaped(
        "add_class_token",
        "64 patches and a class token",
        lambda s: s.add_class_token(
            patch_tokens=filled(BATCH, PATCHES, WIDTH),
            class_token=filled(1, 1, WIDTH),
            position_embedding=filled(1, PATCHES + 1, WIDTH),
        ),
        (BATCH, PATCHES + 1, WIDTH),
    ),
    Shaped(
        "interpolate_with_class_token",
        "14 x 14 patches become 16 x 16, width 32",
        lambda s: s.interpolate_with_class_token(
            position_embedding=filled(1, 197, 32), old_grid_size=(14, 14), new_grid_size=(16, 16)
        ),
        (1, 257, 32),
    ),
    Shaped(
        "debug_patch_order",
        "an 8 x 8 grid, width 64",
        lambda s: s.add_axis_positions(
            patch_tokens=filled(BATCH, PATCHES, WIDTH),
            row_table=filled(GRID, WIDTH),
            col_table=filled(GRID, WIDTH),
        ),
        (BATCH, PATCHES, WIDTH),
    ),
    Shaped("debug_gather_then_add", "gathered, then added", selected(True), (BATCH, CHOSEN, WIDTH)),
    Shaped("debug_gather_then_add", "added, then gathered", selected(False), (BATCH, CHOSEN, WIDTH)),
    Shaped("debug_predictor_width", "two targets, widths 192 and 96", predictions, (BATCH, 2, ENCODER)),
    Shaped("debug_missing_targets", "two targets, widths 192 and 96", predictions, (BATCH, 2, ENCODER)),
    Shaped(
        "debug_resolution_change",
        "an 8 x 8 grid becomes 12 x 12, width 32",
        lambda s: s.position_table_for(
            table=filled(PATCHES, 32), old_grid_size=(GRID, GRID), new_grid_size=(12, 12)
        ),
        (144, 32),
    ),
    Shaped(
        "debug_resolution_change",
        "an 8 x 8 grid stays as it is",
        lambda s: s.position_table_for(
            table=filled(PATCHES, 32), old_grid_size=(GRID, GRID), new_grid_size=(GRID, GRID)
        ),
        (PATCHES, 32),
    ),
    Shaped(
        "merge_lora",
        "rank 8, from 64 to 48",
        lambda s: s.merge_lora(
            weight=np.ones((48, 64), dtype=np.float32),
            lora_a=np.ones((8, 64), dtype=np.float32),
            lora_b=np.ones((48, 8), dtype=np.float32),
            alpha=16,
        ),
        (48, 64),
        np.ndarray,
        np.dtype("float32"),
    ),
]
# These answer in plain lists and numbers, whatever they are computed with.
PLAIN_ANSWERS = {
    "chair_rates",
    "patch_index",
    "pope_metrics",
    "pos_embed_2d",
    "prune_visual_tokens",
    "qlora_memory",
}


def reference(name: str) -> ModuleType:
    """The solution as a module of its own, read from its file."""
    path = ROOT / "solutions" / name / "solution.py"
    spec = importlib.util.spec_from_file_location(f"reference_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("asked", CALLS, ids=lambda asked: f"{asked.exercise}-{asked.what}")
def test_the_answer_has_the_shape_of_a_text_book(asked):
    answer = asked.call(reference(asked.exercise))
    assert isinstance(answer, asked.library)
    assert tuple(answer.shape) == asked.shape
    assert answer.dtype == asked.dtype


def test_every_exercise_is_either_asked_here_or_answers_in_plain_python():
    asked = {call.exercise for call in CALLS}
    assert not asked & PLAIN_ANSWERS
    assert set(PACK.exercises) == asked | PLAIN_ANSWERS
    assert not PACK.broken
