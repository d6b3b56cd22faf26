"""What the table is about: tokens row by row, half a vector for the row and half for the column."""

HEIGHT, WIDTH, DIM = 8, 12, 144
FREQUENCY = 3


def picture(student):
    table = student.sinusoidal_2d_grid(HEIGHT, WIDTH, DIM)
    return [
        {
            "title": f"Left half changes every {WIDTH} tokens, right half begins anew every {WIDTH} tokens",
            "rows": "token",
            "columns": "dimension",
            "values": table,
            "levels": "signed",
            "scale": "numbers",
        },
        *(
            {
                "title": f"Dimension {dimension} over the grid: it tells the {told} and nothing else",
                "rows": "row of the grid",
                "columns": "column of the grid",
                "values": table[:, dimension].reshape(HEIGHT, WIDTH),
                "levels": "signed",
                "scale": "numbers",
            }
            for dimension, told in ((FREQUENCY, "row"), (DIM // 2 + FREQUENCY, "column"))
        ),
    ]
