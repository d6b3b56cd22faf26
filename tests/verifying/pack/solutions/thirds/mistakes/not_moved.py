"""Nothing was moved. What is the second argument for?"""


def thirds(numbers, offset=0.0):
    if not numbers:
        raise ValueError("empty")
    return [value / 3 for value in numbers]
