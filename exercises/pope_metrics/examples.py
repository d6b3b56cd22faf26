"""The visible checks: the sample of the statement, and seven plain answers."""

from grader.author import Rounded, Unchanged, case, check

METRICS = Rounded(4, truth="exact_pope_metrics", atol=1e-9, rtol=1e-12)


@check(
    "a few questions",
    points=2,
    cases=[
        case(
            "the sample of the statement",
            answers=["Yes", "no", "Yes.", " no ", "YES", "No.", "no", "no"],
            labels=["yes", "yes", "no", "no", "Yes", "yes", "no", "NO"],
        ),
        case(
            "seven plain answers",
            answers=["yes", "yes", "no", "yes", "no", "yes", "yes"],
            labels=["yes", "no", "no", "yes", "yes", "no", "yes"],
        ),
    ],
    expect={"answer": METRICS, "again": METRICS, "answers": Unchanged(), "labels": Unchanged()},
)
def small(student, answers, labels):
    return {
        "answer": student.pope_metrics(answers, labels),
        "again": student.pope_metrics(answers, labels),
        "answers": answers,
        "labels": labels,
    }
