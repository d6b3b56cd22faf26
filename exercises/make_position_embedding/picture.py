"""What the two words stand for: tables of one shape, of which only one knows who is whose neighbour."""

HEIGHT, WIDTH, DIM = 8, 16, 192
PATCH = 54


def panels(table, told, alike):
    """A table, and how alike one of its patches is to each other one."""
    directions = table / table.norm(dim=1, keepdim=True)
    cosines = (directions @ directions[PATCH]).reshape(HEIGHT, WIDTH)
    names = {"rows": "row of the grid", "columns": "column of the grid"}
    return (
        {"title": told, "rows": "patch", "columns": "dimension", "values": table, "levels": "signed"},
        {"title": alike, **names, "values": cosines, "scale": "cosine"},
    )


def picture(student):
    learned, fixed = (
        student.make_position_embedding(word, HEIGHT, WIDTH, DIM).full_grid()[0].detach()
        for word in ("learned", "sincos")
    )
    drawn, to_none = panels(
        learned,
        '"learned": drawn at random, to be trained',
        "Patch 54, alike to none but itself (cosine)",
    )
    computed, to_neighbours = panels(
        fixed,
        '"sincos": computed, and never trained',
        "Patch 54, most alike to its neighbours",
    )
    return [drawn, computed, to_none, to_neighbours]
