from grader.author import Close, Unchanged, case, check


@check(
    "two numbers",
    points=4,
    expect={
        "answer": Close(rtol=1e-9, atol=1e-9),
        "again": Close(rtol=1e-9, atol=1e-9),
        "numbers": Unchanged(),
    },
    cases=[case("two numbers", numbers=[3, 6])],
)
def two(student, numbers):
    answer = student.thirds(numbers)
    return {"answer": answer, "again": student.thirds(numbers), "numbers": numbers}
