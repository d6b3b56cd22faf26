"""What the numbers are about: they run along the rows, and each belongs to one row and one column."""

HEIGHT, WIDTH = 4, 6


def picture(student):
    numbers = [[student.patch_index(row, column, WIDTH) for column in range(WIDTH)] for row in range(HEIGHT)]
    places = [student.patch_row_col(number, WIDTH) for number in range(HEIGHT * WIDTH)]
    return [
        {
            "title": "The number: along a row, then on in the next",
            "rows": "row",
            "columns": "column",
            "values": numbers,
        },
        {
            "title": "Its row: a stair with a step every 6 numbers",
            "rows": "row",
            "columns": "number of the patch",
            "values": [row for row, _ in places],
        },
        {
            "title": "Its column: a saw, from 0 again in each row",
            "rows": "column",
            "columns": "number of the patch",
            "values": [column for _, column in places],
        },
    ]
