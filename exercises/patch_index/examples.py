"""The visible checks: the sample of the statement, and a few more patches of small grids."""

from grader.author import Equal, case, check

VALUES = {"answer": Equal(), "again": Equal()}


@check(
    "the number of a patch",
    points=1,
    cases=[
        case("the sample of the statement", row=1, col=2, grid_width=4),
        case("the first patch", row=0, col=0, grid_width=4),
        case("a patch of the top row", row=0, col=3, grid_width=5),
        case("the last column of a row", row=1, col=4, grid_width=5),
    ],
    expect=VALUES,
)
def small_index(student, row, col, grid_width):
    return {
        "answer": student.patch_index(row, col, grid_width),
        "again": student.patch_index(row, col, grid_width),
    }


@check(
    "the row and the column of a patch",
    points=1,
    cases=[
        case("the sample of the statement", index=6, grid_width=4),
        case("the first patch", index=0, grid_width=4),
        case("the last patch of the sample's grid", index=11, grid_width=4),
    ],
    expect=VALUES,
)
def small_row_col(student, index, grid_width):
    return {
        "answer": student.patch_row_col(index, grid_width),
        "again": student.patch_row_col(index, grid_width),
    }
