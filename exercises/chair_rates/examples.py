"""The visible checks: the sample of the statement, and a caption without a mention."""

from grader.author import Rounded, Unchanged, case, check

RATES = Rounded(4, truth="exact_chair_rates", atol=1e-9, rtol=1e-12)


@check(
    "a few captions",
    points=2,
    cases=[
        case(
            "the sample of the statement",
            mentioned=[["man", "dog", "dog"], ["cat", "sofa"], ["tree"]],
            present=[["dog", "ball"], ["sofa", "cat", "lamp"], ["house"]],
        ),
        case(
            "a caption that mentions nothing",
            mentioned=[["bus", "car"], [], ["bench", "bird"]],
            present=[["bus"], ["tree"], ["bird", "bench"]],
        ),
    ],
    expect={"answer": RATES, "again": RATES, "mentioned": Unchanged(), "present": Unchanged()},
)
def small(student, mentioned, present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "again": student.chair_rates(mentioned, present),
        "mentioned": mentioned,
        "present": present,
    }
