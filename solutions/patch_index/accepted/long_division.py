"""Written division in the binary system: no division operator at all."""


def refuse_unless(condition, text):
    if not condition:
        raise ValueError(text)


def patch_index(row, col, grid_width):
    refuse_unless(row >= 0, "row")
    refuse_unless(0 <= col, "col")
    refuse_unless(col < grid_width, "grid_width")
    number, summand = col, grid_width
    while row:
        if row & 1:
            number += summand
        row >>= 1
        summand <<= 1
    return number


def patch_row_col(index, grid_width):
    refuse_unless(index >= 0, "index")
    refuse_unless(grid_width > 0, "grid_width")
    row = rest = 0
    for digit in bin(index)[2:]:
        rest = 2 * rest + int(digit)
        row *= 2
        if rest >= grid_width:
            rest -= grid_width
            row += 1
    return row, rest
