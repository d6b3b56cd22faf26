from grader.author import Close, case, check


@check("the sample", points=1, expect=Close(rtol=0, atol=1e-6), cases=[case("a small number", what=0.5)])
def sample(student, what):
    return student.convey(what)


@check(
    "a small record",
    points=1,
    expect=Close(rtol=0, atol=1e-6),
    cases=[case("a small record", what={"number": 1.5})],
)
def record(student, what):
    return student.convey(what)
