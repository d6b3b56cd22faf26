from fractions import Fraction


def thirds(numbers, offset=0.0):
    if len(numbers) < 1:
        raise ValueError
    return [float(Fraction(offset) + Fraction(value, 3)) for value in numbers]
