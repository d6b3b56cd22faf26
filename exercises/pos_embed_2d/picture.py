"""What the table is about: its pattern, one dimension of it over the grid, and which patches are alike."""

GRID, DIM = 12, 192
ROW, COLUMN = 3, 5


def over_the_grid(numbers):
    """One number for each patch, in the patch's place."""
    return [numbers[row * GRID : (row + 1) * GRID] for row in range(GRID)]


def picture(student):
    table = student.pos_embed_2d(GRID, DIM)
    one = table[ROW * GRID + COLUMN]
    alike = [sum(a * b for a, b in zip(one, other, strict=True)) for other in table]
    return [
        {
            "title": "A 12 x 12 grid: the left half follows the row, the right half the column",
            "rows": "patch",
            "columns": "dimension",
            "values": table,
            "levels": "signed",
        },
        {
            "title": "Dimension 8, a sine of the row, over the grid: columns do not matter to it",
            "rows": "row of the grid",
            "columns": "column of the grid",
            "values": over_the_grid([vector[8] for vector in table]),
            "levels": "signed",
        },
        {
            "title": f"How alike patch ({ROW}, {COLUMN}) is to each other one (dot product)",
            "rows": "row of the grid",
            "columns": "column of the grid",
            "values": over_the_grid(alike),
        },
    ]
