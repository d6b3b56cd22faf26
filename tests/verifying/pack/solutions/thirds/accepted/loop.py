def thirds(numbers, offset=0.0):
    if len(numbers) == 0:
        raise ValueError("empty")
    result = []
    for value in numbers:
        result.append(value * (1 / 3) + offset)
    return result
