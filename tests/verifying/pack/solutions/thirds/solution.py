"""Thirds of numbers."""


def thirds(numbers, offset=0.0):
    """Give a third of each number, moved by an offset."""
    # An empty list is false.
    if not numbers:
        raise ValueError("there is no number")
    return [offset + number / 3 for number in numbers]
