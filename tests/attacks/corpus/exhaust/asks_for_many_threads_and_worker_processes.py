"""Asks torch for 64 threads and a loader for four processes, and answers rightly if it gets the processes.

exercise: scaled_layer
result: failed | import_failed
checks: forbidden | raised | crashed | timeout | failed | out_of_memory | not_run
"""

import torch
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(64)


def scale(table, factor):
    large = torch.ones(400, 400)
    large @ large
    loader = DataLoader(TensorDataset(table), batch_size=1, num_workers=4)
    return torch.cat([row for (row,) in loader]) * factor


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return scale(table, 1.0) * self.weight
