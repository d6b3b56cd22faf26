from grader.author import Close, Unchanged, case, check


@check(
    "two numbers",
    points=4,
    expect={"answer": Close(rtol=1e-9, atol=1e-9), "numbers": Unchanged()},
    cases=[case("two numbers", numbers=[3, 6])],
)
def two(student, numbers):
    return {"answer": student.thirds(numbers), "numbers": numbers}
