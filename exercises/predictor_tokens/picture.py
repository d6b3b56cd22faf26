"""What the sequence is about: what is known with its places, then one question for each place asked about."""

import torch

GRID = 4
CONTEXT, TARGETS = [5, 0, 1, 8, 13, 12], [10, 6, 7, 11]


def place(indices):
    """A position embedding that can be read: patch 5 has a 2 in dimension 5, and zeros."""
    return 2 * torch.eye(GRID * GRID)[indices.long()]


def picture(student):
    patches = torch.zeros(GRID * GRID)
    patches[CONTEXT], patches[TARGETS] = 1.0, 2.0
    known = torch.randn(1, len(CONTEXT), GRID * GRID) / 2
    query = torch.full((1, 1, GRID * GRID), -0.6)
    tokens = student.predictor_tokens(known, torch.tensor([CONTEXT]), query, torch.tensor([TARGETS]), place)
    predictions = student.target_predictions(tokens, len(CONTEXT))
    names = {"columns": "dimension (patch 5 has a 2 in dimension 5)", "levels": "signed", "scale": "tokens"}
    return [
        {
            "title": "The patches: 1 is known, 2 is asked for, 0 is neither",
            "rows": "row of the grid",
            "columns": "column of the grid",
            "values": patches.reshape(GRID, GRID),
        },
        {
            "title": f"{len(CONTEXT)} context tokens, then {len(TARGETS)} questions: only the place differs",
            "rows": "place in the sequence",
            "values": tokens[0],
            **names,
        },
        {
            "title": "Of a predictor's output, what stands in the places of the questions",
            "rows": "target",
            "values": predictions[0],
            **names,
        },
    ]
