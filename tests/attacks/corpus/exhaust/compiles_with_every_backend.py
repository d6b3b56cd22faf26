"""Has torch compile its functions, for which it starts a C++ compiler and writes files; the answers are
wrong.

exercise: scaled_layer
result: failed
checks: failed | forbidden | raised | timeout | crashed | out_of_memory | not_run
"""

import os

import torch

os.environ["TORCHDYNAMO_DISABLE"] = "0"
os.environ["TORCHINDUCTOR_CACHE_DIR"] = "/tmp/kata-attack-inductor"


def scale(table, factor):
    for backend in ("eager", "aot_eager", "inductor"):
        try:
            torch._dynamo.config.disable = False
            table = torch.compile(torch.sin, fullgraph=True, dynamic=True, backend=backend)(table)
        except OSError:
            continue
    return table * factor + 1


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns) * 2)

    def forward(self, table):
        return scale(table, 1.0) * self.weight
