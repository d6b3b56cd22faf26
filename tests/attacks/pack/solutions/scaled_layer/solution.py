"""A table scaled by a number and by a layer, as the author writes it."""

import torch

CANARY = "CANARY-3fb16e595e3b33dff3abf78c"


def scale(table: torch.Tensor, factor: float) -> torch.Tensor:
    """A new tensor: every entry of the table times the factor."""
    return table * factor  # the reference answer, which nobody but the grader may see


class Scale(torch.nn.Module):
    """Every column of a table times a weight that can be learned and is one at first."""

    def __init__(self, columns: int) -> None:
        super().__init__()
        # A parameter and no buffer: an optimiser is to find it, and the grader looks at its gradient.
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table: torch.Tensor) -> torch.Tensor:
        """The table, every column times its weight."""
        return table * self.weight
