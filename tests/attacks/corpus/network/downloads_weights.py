"""Has torch download weights, and its hub a repository, from which the answer could come.

exercise: scaled_layer
result: failed
checks: forbidden | raised
"""

import urllib.error

import torch
import torch.hub

ADDRESS = "http://127.0.0.1:9/weights.pt"


def download():
    try:
        torch.hub.load_state_dict_from_url(ADDRESS, model_dir="/tmp/kata-attack-weights", progress=False)
    except urllib.error.URLError as fault:
        if not isinstance(fault.reason, ConnectionRefusedError):
            raise fault.reason from None


def scale(table, factor):
    download()
    return table * factor


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        download()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight
