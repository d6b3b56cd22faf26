"""Rows are repeated each by itself, columns all together."""


def add_axis_positions(patch_tokens, row_table, col_table):
    height, width = row_table.size(0), col_table.size(0)
    rows = row_table.repeat_interleave(width, dim=0)
    columns = col_table.repeat(height, 1)
    return rows.add(columns).unsqueeze(0).add(patch_tokens)
