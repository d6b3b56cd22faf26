import torch


def scale(table, factor):
    return torch.stack([row * factor for row in table])


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table @ torch.diag(self.weight)
