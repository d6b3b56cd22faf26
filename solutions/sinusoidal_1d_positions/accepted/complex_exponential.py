"""One complex number per angle: its imaginary part is the sine, its real part the cosine."""

import torch


class OddWidthError(ValueError):
    """The width cannot be split into pairs."""


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2 != 0:
        raise OddWidthError(dim)
    exponents = torch.linspace(0, -1, dim // 2 + 1, dtype=torch.float64)[:-1]
    angles = torch.einsum("n,k->nk", positions.to(torch.float64), temperature**exponents)
    hands = torch.polar(torch.ones_like(angles), angles)
    return torch.cat((hands.imag, hands.real), dim=1).to(torch.float32)
