from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.model import Exercise, Limits

CODE = {
    "pos_embed_2d": "def pos_embed_2d(grid, dim):\n    return []\n",
    "gather_patches": "def gather_patches(patches, indices):\n    return patches\n",
    "learned_position_embedding": "class Learned2DPositionEmbedding:\n    pass\n",
}


def _exercise(name: str, entry_point: str) -> Exercise:
    return Exercise(
        name=name,
        title=name,
        folder=Path("exercises") / name,
        solution_folder=None,
        tracks=(),
        difficulty="easy",
        tags=(),
        entry_points=(entry_point,),
        needs=(),
        prerequisites=(),
        read_next=(),
        hints=(),
        limits=Limits(),
        digest="",
    )


@pytest.fixture(scope="session")
def exercises() -> dict[str, Exercise]:
    return {
        "pos_embed_2d": _exercise("pos_embed_2d", "pos_embed_2d"),
        "gather_patches": _exercise("gather_patches", "gather_patches"),
        "learned_position_embedding": _exercise("learned_position_embedding", "Learned2DPositionEmbedding"),
        "position_embedding": _exercise("position_embedding", "position_embedding"),
    }


Fill = Callable[..., Path]


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """Write files below a folder "hw". The name of an exercise stands for its code, a list for a notebook."""

    def fill(files: dict[str, str | bytes | list[str]], folder: str = "hw") -> Path:
        root = tmp_path / folder
        root.mkdir(exist_ok=True)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, list):
                cells = [{"cell_type": "code", "source": CODE.get(cell, cell)} for cell in content]
                content = json.dumps({"cells": cells})
            if isinstance(content, str):
                content = CODE.get(content, content).encode("utf-8")
            path.write_bytes(content)
        return root

    return fill
