"""An empty list was not refused. What does the statement say of it?"""


def thirds(numbers, offset=0.0):
    return [value / 3 + offset for value in numbers]
