"""The arguments have other names than in the statement, so a call by keyword fails. How are they
spelled there?"""


def patch_index(r, c, width):
    if r < 0 or c < 0 or c >= width:
        raise ValueError("not a patch of this grid")
    return r * width + c


def patch_row_col(i, width):
    if i < 0 or width <= 0:
        raise ValueError("not a patch of this grid")
    return i // width, i % width
