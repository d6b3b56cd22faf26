from grader.author import Close, Raises, Unchanged, attempt, case, check


def moved(rng):
    return case("numbers moved", numbers=rng.integers(1, 1000, 5).tolist(), offset=float(rng.integers(2, 9)))


@check(
    "moved by an offset",
    points=3,
    expect={
        "answer": Close(rtol=1e-9, atol=1e-9),
        "again": Close(rtol=1e-9, atol=1e-9),
        "numbers": Unchanged(),
    },
    cases=[moved],
)
def with_offset(student, numbers, offset):
    answer = student.thirds(numbers=numbers, offset=offset)
    return {"answer": answer, "again": student.thirds(numbers, offset), "numbers": numbers}


@check(
    "an empty list is refused",
    points=3,
    expect={"refused": Raises("ValueError"), "answer": Close(rtol=1e-9, atol=1e-9)},
    cases=[case("no number", none=[], numbers=[5, 8])],
)
def refused(student, none, numbers):
    return {"refused": attempt(student.thirds, none), "answer": student.thirds(numbers)}
