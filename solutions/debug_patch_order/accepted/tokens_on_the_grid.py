"""The tokens get their grid, and the two tables are added to it one after the other."""


def add_axis_positions(patch_tokens, row_table, col_table):
    batch, patches, dim = patch_tokens.shape
    grid = patch_tokens.reshape(batch, len(row_table), len(col_table), dim)
    grid = grid + row_table.unsqueeze(1)
    return (grid + col_table).reshape(batch, patches, dim)
