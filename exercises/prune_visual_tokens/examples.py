"""The visible checks: the sample of the statement, and two more short lists."""

from grader.author import Equal, Unchanged, case, check


@check(
    "short lists",
    points=2,
    cases=[
        case("the sample of the statement", attention=[0.1, 0.4, 0.2, 0.3], keep_mass=0.6),
        case("one token that holds enough", attention=[0.25, 0.6, 0.15], keep_mass=0.5),
        case("a single token", attention=[0.7], keep_mass=0.5),
    ],
    expect={"answer": Equal(), "again": Equal(), "attention": Unchanged()},
)
def short(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }
