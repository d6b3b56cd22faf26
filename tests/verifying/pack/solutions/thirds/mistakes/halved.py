"""The numbers were halved. Into how many parts is each to be cut?"""


def thirds(numbers, offset=0.0):
    if not numbers:
        raise ValueError("empty")
    return [offset + number / 2 for number in numbers]
