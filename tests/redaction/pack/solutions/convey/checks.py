import numpy as np

from grader.author import Close, Equal, Raises, Rounded, Unchanged, attempt, case, check

NEAR = Close(rtol=0, atol=1e-6)


@check(
    "a number",
    points=1,
    expect={"answer": NEAR, "again": NEAR},
    cases=[case("a large number", what=48271.53)],
)
def number(student, what):
    answer = student.convey(what)
    return {"answer": answer, "again": student.convey(what)}


@check("a whole number", points=1, expect=Equal(), cases=[case("a large whole number", what=48271)])
def whole(student, what):
    return student.convey(what)


@check(
    "a list", points=1, expect=NEAR, cases=[case("a list of large numbers", what=[48271.53, 48271.53, 1.5])]
)
def several(student, what):
    return student.convey(what)


@check(
    "a table",
    points=1,
    expect={"answer": NEAR, "what": Unchanged()},
    cases=[case("a table of large numbers", what=np.array([[48271.53, 1.5], [48271.0, 48271.53]]))],
)
def table(student, what):
    return {"answer": student.convey(what), "what": what}


@check("a text", points=1, expect=Equal(), cases=[case("a text with a number", what="unmistakable 48271.53")])
def text(student, what):
    return student.convey(what)


@check(
    "a record",
    points=1,
    expect=NEAR,
    cases=[case("a record with a name", what={"unmistakable": 48271.53, "whole": 48271})],
)
def record(student, what):
    return student.convey(what)


@check(
    "no number",
    points=1,
    expect={"refused": Raises("ValueError")},
    cases=[case("a text without", what="unmistakable")],
)
def refused(student, what):
    return {"refused": attempt(student.convey, what)}


@check(
    "a rounded number",
    points=1,
    expect=Rounded(2, truth="exact"),
    cases=[case("a number to be rounded", what=48271.53)],
)
def rounded(student, what):
    return student.convey(what)


@check(
    "many numbers",
    points=1,
    expect=NEAR,
    cases=[case("more numbers than anybody counts", what=np.zeros(48271))],
)
def many(student, what):
    return student.convey(what)


@check(
    "far off",
    points=1,
    expect=Close(rtol=0, atol=48271.53),
    cases=[case("a wide allowance", what=48271.53)],
)
def wide(student, what):
    return student.convey(what)


@check("what it is made of", points=1, expect=NEAR, cases=[case("a large number, looked at", what=48271.53)])
def looked_at(student, what):
    return student.convey(what).real
