"""What the module is about: a fixed table, its first rows added to a sequence, and dropout on the sum."""

import torch

POSITIONS, WIDTH, TOKENS = 36, 24, 18


def picture(student):
    module = student.PositionalEncoding(WIDTH, POSITIONS, dropout=0.25)
    twos = torch.full((1, TOKENS, WIDTH), 2.0)
    trained = module(twos)[0]
    evaluated = module.eval()(twos)[0]
    return [
        {
            "title": "The table: sine and cosine take turns, and pairs slow down to the right",
            "rows": "position",
            "columns": "column",
            "values": module.pe[0],
            "levels": "signed",
        },
        {
            "title": f"Eval mode: {TOKENS} tokens of twos, plus the first {TOKENS} rows",
            "rows": "token",
            "columns": "column",
            "values": evaluated,
            "scale": "sums",
        },
        {
            "title": "Train mode: a quarter of the entries is 0, each by itself; the rest is a third larger",
            "rows": "token",
            "columns": "column",
            "values": trained,
            "scale": "sums",
        },
    ]
