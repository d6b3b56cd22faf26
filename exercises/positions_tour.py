"""A tour of the track `positions`: how a transformer is told where each patch of an image lies.

To read it:      marimo run positions_tour.py
To change it:    marimo edit positions_tour.py, then press "Run all" (at the bottom right)
Without a page:  python positions_tour.py

positions_tour.json is to lie beside it.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Where is a patch?")

with app.setup:
    # Opened with `marimo edit`, cells do not run by themselves: press "Run all", the
    # yellow triangle at the bottom right. With `marimo run` there is nothing to press.
    import base64
    import io
    import json
    from pathlib import Path

    import marimo as mo
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    # Where is a patch?

    A vision transformer is given an image as a list of patches. Nothing in that list says where in the
    image a patch was. This tour shows how a model is told, and what goes wrong when it is told badly.

    There are eight short pages. Each has pictures, most of them with a control to move, and a question.
    Answer the question for yourself before you open what is folded below it. The tour solves none of the
    exercises of the track; when a page has made you curious, it names the exercise to go on with.
    """)
    return


@app.cell(hide_code=True)
def _():
    # The tables were computed beforehand: how they are made is what the exercises ask.
    _path = Path(__file__).resolve().parent / "positions_tour.json"
    if not _path.is_file():
        raise FileNotFoundError(f"{_path} is missing. `kata tour positions` lays out both files.")
    data = json.loads(_path.read_text(encoding="utf-8"))
    side, new_side, width = data["grid"], data["new_grid"], data["width"]

    def table_of(text):
        """Numbers from text: one row for each patch."""
        whole = np.frombuffer(base64.b64decode(text), dtype="<i2")
        return whole.reshape(-1, width) / data["steps"]

    fixed = table_of(data["fixed"])
    resized = table_of(data["resized"])
    # Which number in the list stands at which place of the grid.
    numbers = np.arange(side * side).reshape(side, side)
    return data, fixed, new_side, numbers, resized, side, width


@app.function(hide_code=True)
def shown(figure, alt):
    """A drawing as an image of the page, with words for those who do not see it."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=130)
    return mo.image(file.getvalue(), alt=alt, style={"width": "320px", "max-width": "100%"})


@app.function(hide_code=True)
def grid_picture(values, title, alt, *, low=None, high=None, colours="viridis", mark=None):
    """A number for each place of a grid, in colours; one place may get a frame."""
    figure = Figure(figsize=(3.4, 3.0), layout="constrained")
    axes = figure.add_subplot()
    seen = axes.imshow(values, cmap=colours, vmin=low, vmax=high)
    if mark is not None:
        row, column = mark
        for colour, thickness in (("black", 3.5), ("white", 1.5)):
            place = (column - 0.5, row - 0.5)
            axes.add_patch(Rectangle(place, 1, 1, fill=False, edgecolor=colour, linewidth=thickness))
    name_axes(axes, title, len(values))
    figure.colorbar(seen, shrink=0.85)
    return shown(figure, alt)


@app.function(hide_code=True)
def name_axes(axes, title, count):
    """What is drawn, and which row and column of the grid is where."""
    axes.set_title(title, fontsize=10)
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    axes.set_xticks(range(0, count, 3))
    axes.set_yticks(range(0, count, 3))


@app.function(hide_code=True)
def side_by_side(*pictures):
    """Pictures in a line, or below each other where there is no room."""
    return mo.hstack(pictures, justify="start", wrap=True, gap=1)


@app.function(hide_code=True)
def question(text, answer):
    """A question, and one way to answer it, folded."""
    return mo.vstack([mo.md(f"**To think about.** {text}"), mo.accordion({"One answer": mo.md(answer)})])


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 1. From an image to a list

    The image below has 48 x 48 pixels. It is cut into patches of 4 x 4 pixels, which makes a grid of 12
    rows and 12 columns. Each patch becomes one vector of 4 x 4 x 3 = 48 numbers (red, green and blue for
    each pixel), and the 144 vectors are written below each other: first those of the top row from left to
    right, then those of the next row, and so on. This order is called *row-major*.
    """)
    return


@app.cell(hide_code=True)
def _(side):
    def drawn_image():
        """A house on a meadow, 48 x 48 pixels."""
        down, right = np.mgrid[0:48, 0:48]
        image = np.empty((48, 48, 3))
        image[:] = (0.45, 0.68, 0.94)
        image += np.linspace(0, 0.25, 48)[:, None, None] * np.array([1.0, 0.7, 0.2])
        image[(down - 10) ** 2 + (right - 37) ** 2 <= 30] = (1.0, 0.85, 0.25)
        image[down >= 27 + abs(right - 36) ** 1.5 / 20] = (0.36, 0.62, 0.28)
        image[22:38, 9:25] = (0.93, 0.84, 0.68)
        image[(down >= 13) & (down < 22) & (abs(right - 16.5) <= (down - 12) * 1.15)] = (0.72, 0.26, 0.2)
        image[29:38, 12:16] = (0.45, 0.3, 0.2)
        image[25:29, 18:22] = (0.3, 0.45, 0.62)
        return image.clip(0, 1)

    image = drawn_image()
    size = 4
    patches = image.reshape(side, size, side, size, 3).swapaxes(1, 2).reshape(side * side, -1)

    def joined(some_patches):
        """An image again: the first patch at the top left, and so on."""
        cut = some_patches.reshape(side, side, size, size, 3)
        return cut.swapaxes(1, 2).reshape(side * size, side * size, 3)

    def image_picture(pixels, title, alt):
        """An image with thin lines between its patches."""
        figure = Figure(figsize=(3.4, 3.0), layout="constrained")
        axes = figure.add_subplot()
        axes.imshow(pixels, extent=(-0.5, side - 0.5, side - 0.5, -0.5))
        axes.set_xticks(np.arange(side + 1) - 0.5, minor=True)
        axes.set_yticks(np.arange(side + 1) - 0.5, minor=True)
        axes.grid(which="minor", color="white", linewidth=0.6)
        axes.tick_params(which="minor", length=0)
        name_axes(axes, title, side)
        return shown(figure, alt)

    return image, image_picture, joined, patches


@app.cell(hide_code=True)
def _(image, image_picture, patches):
    def _list_picture(start, count):
        """A part of the list: number, patch, and its vector as a line of grey fields."""
        figure = Figure(figsize=(3.4, 3.0), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1, 6], sharey=True)
        vectors = patches[start : start + count]
        colours = vectors.reshape(count, -1, 3).mean(axis=1)
        left.imshow(colours[:, None], aspect="auto")
        right.imshow(vectors, aspect="auto", cmap="gray", vmin=0, vmax=1)
        left.set_xticks([])
        left.set_yticks(range(count), range(start, start + count))
        left.set_ylabel("number of the patch")
        left.set_title("colour", fontsize=10)
        right.set_title("its 48 numbers", fontsize=10)
        right.tick_params(axis="y", left=False)
        return shown(
            figure,
            f"A part of the list: patches {start} to {start + count - 1}, one below the other, each with "
            "its mean colour and its 48 numbers as fields from black to white.",
        )

    side_by_side(
        image_picture(
            image,
            "the image and its patches",
            "A small picture of a house with a red roof on a green meadow, a yellow sun in a blue sky. "
            "Thin white lines cut it into 12 rows of 12 patches.",
        ),
        _list_picture(60, 16),
    )
    return


@app.cell(hide_code=True)
def _():
    question(
        "Patch 62 is a part of the roof. Which patches touch it in the image, and where do they stand in "
        "the list?",
        """
        Two of its four neighbours stand beside it, 61 and 63. The other two are far away: 50 is above it
        and 74 is below it, twelve places up and down the list. So a list keeps one half of the neighbours
        together, and the model cannot know that the other half exists. The exercise `patch_index` goes on
        from here.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 2. A fixed table, one dimension at a time

    The usual cure is a table of *positions*: one vector for each place in the grid, which is added to the
    vector of the patch that lies there. The vectors may be computed or learned. We begin with a table that
    is computed from sines and cosines of the row and of the column. It has 144 rows, one for each place,
    and here 64 columns, the *dimensions*.

    One dimension has one number for each place, so it can be drawn as a picture. Move the slider, with the
    mouse or with the arrow keys.
    """)
    return


@app.cell(hide_code=True)
def _(width):
    dimension = mo.ui.slider(0, width - 1, value=2, label="Dimension", show_value=True, full_width=True)
    mo.vstack([dimension])
    return (dimension,)


@app.cell(hide_code=True)
def _(dimension, fixed, side):
    def direction_of(values):
        """Along which axis a dimension changes, in words."""
        along_rows, along_columns = np.ptp(values, axis=0).max(), np.ptp(values, axis=1).max()
        if along_rows > along_columns:
            return "changes from row to row and is the same in all columns"
        return "changes from column to column and is the same in all rows"

    def _line_picture(values):
        figure = Figure(figsize=(3.4, 3.0), layout="constrained")
        axes = figure.add_subplot()
        down_is_more = np.ptp(values, axis=0).max() > np.ptp(values, axis=1).max()
        line = values[:, 0] if down_is_more else values[0]
        axes.plot(line, marker="o")
        axes.set_ylim(-1.1, 1.1)
        axes.grid(alpha=0.3)
        axes.set_xticks(range(0, len(line), 3))
        axes.set_xlabel("row" if down_is_more else "column")
        axes.set_title("the same numbers as a line", fontsize=10)
        return shown(
            figure,
            f"The same numbers as a line, over the {'rows' if down_is_more else 'columns'}: "
            + ", ".join(f"{value:.2f}" for value in line),
        )

    _values = fixed[:, dimension.value].reshape(side, side)
    mo.vstack(
        [
            side_by_side(
                grid_picture(
                    _values,
                    f"dimension {dimension.value} of the fixed table",
                    f"Dimension {dimension.value} of the fixed table over the 12 x 12 grid. It "
                    f"{direction_of(_values)}, between {_values.min():.2f} and {_values.max():.2f}.",
                    low=-1,
                    high=1,
                    colours="RdBu_r",
                ),
                _line_picture(_values),
            ),
            mo.md(f"Dimension {dimension.value} {direction_of(_values)}."),
        ]
    )
    return (direction_of,)


@app.cell(hide_code=True)
def _():
    question(
        "Some dimensions go up and down within the grid, others hardly change from one end to the other. "
        "What would be lost if all of them were fast, or all of them slow?",
        """
        A fast dimension tells neighbours apart, but it takes the same values again and again, so that it
        cannot tell places that are far from each other. A slow one says in which part of the image a patch
        lies, but its values for neighbours are nearly equal. Together they are like the hands of a clock:
        each place has its own combination. The exercises `sinusoidal_1d_positions` and `pos_embed_2d` build
        such a table.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 3. What shuffling does to attention

    Attention lets each patch look at all others: it compares vectors, and each patch receives a mixture of
    the vectors that suit it. Which place in the list a vector has is not used anywhere. So let us shuffle
    the list and see.

    The tokens are made from the patches of page 1, by one fixed random matrix, which stands in for the
    first layer of a model. In the maps you see how strongly the chosen patch looks at each patch of the
    image. For the shuffled list, the weights are put back to where each patch came from, so that the maps
    can be compared.
    """)
    return


@app.cell(hide_code=True)
def _(numbers):
    looking = mo.ui.dropdown(
        {
            "the roof": (4, 4),
            "the sun": (2, 9),
            "the sky at the top left": (1, 1),
            "the meadow at the bottom right": (10, 10),
        },
        value="the roof",
        label="The patch that looks",
    )
    order = np.random.default_rng(5).permutation(numbers.size)
    mo.vstack([looking])
    return looking, order


@app.cell(hide_code=True)
def _(fixed, numbers, order, patches, width):
    def attention(tokens):
        """What each token receives, and how strongly it looks at each of the others."""
        scores = tokens @ tokens.T / np.sqrt(tokens.shape[1])
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        return weights @ tokens, weights

    _matrix = np.random.default_rng(0).normal(size=(patches.shape[1], width)) / np.sqrt(patches.shape[1])
    tokens = 0.4 * (patches - patches.mean(axis=0)) / patches.std() @ _matrix
    no_positions = np.zeros_like(fixed)

    def shuffled(positions):
        """Attention in the list as it is and in the shuffled one, brought back to the old order."""
        before, weights_before = attention(tokens + positions)
        after, weights_after = attention(tokens[order] + positions)
        back = np.argsort(order)
        change = np.abs(after[back] - before).mean() / np.abs(before).mean()
        return weights_before, weights_after[np.ix_(back, back)], change

    assert np.array_equal(order[np.argsort(order)], numbers.ravel())
    return no_positions, shuffled


@app.cell(hide_code=True)
def _(fixed, image, image_picture, joined, looking, no_positions, numbers, order, patches, shuffled):
    def _maps(positions, which):
        """The two maps of one row: the list as it is, and shuffled."""
        before, after, change = shuffled(positions)
        at = numbers[looking.value]
        high = max(before[at].max(), after[at].max())
        maps = [
            grid_picture(
                weights[at].reshape(numbers.shape),
                f"{which} positions, {kind}",
                f"How strongly {looking.selected_key} looks at each patch, {which} positions, {kind}. The "
                f"patch it looks at most is in {_place(weights[at])}, with a weight of "
                f"{weights[at].max():.3f}.",
                low=0,
                high=high,
                mark=looking.value,
            )
            for kind, weights in (("list in order", before), ("list shuffled", after))
        ]
        return side_by_side(*maps), change

    def _place(weights):
        row, column = np.argwhere(weights.reshape(numbers.shape) == weights.max())[0]
        return f"row {row}, column {column}"

    _without, change_without = _maps(no_positions, "without")
    _with, change_with = _maps(fixed, "with")
    mo.vstack(
        [
            side_by_side(
                image_picture(image, "the image", "The picture with the house, as above."),
                image_picture(
                    joined(patches[order]),
                    "its patches shuffled",
                    "The same 144 patches in random order: no house can be recognised any more.",
                ),
            ),
            _without,
            mo.md(
                "**Without positions** the two maps are the same. The outputs are those of the "
                "unshuffled list in another order: brought back, they differ by "
                f"{abs(change_without):.0%}. For the model the two pictures at the top are one and the "
                "same."
            ),
            _with,
            mo.md(
                "**With positions** a patch also says where it is, and shuffling moves it elsewhere. The "
                f"maps differ, and brought back to the old order the outputs differ by {change_with:.0%} "
                "of their size."
            ),
        ]
    )
    return change_with, change_without


@app.cell(hide_code=True)
def _():
    question(
        "A model without positions has learned to tell houses from trees quite well. How is that possible?",
        """
        It can still see which patches there are and how many of each: red ones, blue ones, ones with an
        edge in them. That is often enough to guess what the image shows, as one may guess a dish from a
        list of what is in it. It is not enough where the arrangement counts: above or below, one or two,
        left or right. This is why a fault in the positions can stay unnoticed for long: the model gets
        worse, and goes on working.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 4. A learned table, before training

    The other kind of table is not computed at all. It begins as small random numbers, drawn here from a
    normal distribution with a standard deviation of 0.02, and is trained together with the rest of the
    model. Below is one dimension of such a table before the first step of training, beside the same
    dimension of the fixed one.
    """)
    return


@app.cell(hide_code=True)
def _(fixed):
    learned = np.random.default_rng(1).normal(0, 0.02, size=fixed.shape)
    return (learned,)


@app.cell(hide_code=True)
def _(width):
    drawn_dimension = mo.ui.slider(
        0, width - 1, value=36, label="Dimension", show_value=True, full_width=True
    )
    mo.vstack([drawn_dimension])
    return (drawn_dimension,)


@app.cell(hide_code=True)
def _(drawn_dimension, direction_of, fixed, learned, side):
    _at = drawn_dimension.value
    side_by_side(
        grid_picture(
            learned[:, _at].reshape(side, side),
            f"learned, untrained: dimension {_at}",
            f"Dimension {_at} of a learned table before training: noise without any pattern, between "
            f"{learned[:, _at].min():.3f} and {learned[:, _at].max():.3f}.",
            low=-0.06,
            high=0.06,
            colours="RdBu_r",
        ),
        grid_picture(
            fixed[:, _at].reshape(side, side),
            f"fixed: dimension {_at}",
            f"Dimension {_at} of the fixed table: it {direction_of(fixed[:, _at].reshape(side, side))}.",
            low=-1,
            high=1,
            colours="RdBu_r",
        ),
    )
    return


@app.cell(hide_code=True)
def _():
    question(
        "The random table holds no order at all. Is it of any use to the model on its first day?",
        """
        It makes the places different from each other, and that is already something: shuffling the patches
        would change the outputs a little, since the numbers are small. What it does not say is which places
        are neighbours. That has to be found in the images, which show again and again that patches side by
        side have to do with each other. The exercise `learned_position_embedding` builds this table.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 5. How alike are two places?

    Take the vector of one place and compare it with those of all others by the cosine of the angle between
    them: 1 if they point the same way, 0 if they have nothing in common. Drawn over the grid, this shows
    what a table says about nearness. Choose a place with the two sliders.
    """)
    return


@app.cell(hide_code=True)
def _(side):
    row = mo.ui.slider(0, side - 1, value=4, label="Row", show_value=True)
    column = mo.ui.slider(0, side - 1, value=7, label="Column", show_value=True)
    mo.hstack([row, column], justify="start", wrap=True, gap=2)
    return column, row


@app.cell(hide_code=True)
def _(column, fixed, learned, numbers, row):
    def _similarity_picture(table, name):
        at = numbers[row.value, column.value]
        lengths = np.linalg.norm(table, axis=1)
        cosines = table @ table[at] / (lengths * lengths[at])
        others = np.delete(cosines, at)
        return grid_picture(
            cosines.reshape(numbers.shape),
            f"{name}: likeness to ({row.value}, {column.value})",
            f"Cosine of the place in row {row.value}, column {column.value} with every place of the grid, "
            f"{name} table. With itself 1, with the others from {others.min():.2f} to {others.max():.2f}, "
            f"{others.mean():.2f} on average.",
            low=0,
            high=1,
            mark=(row.value, column.value),
        )

    side_by_side(_similarity_picture(fixed, "fixed"), _similarity_picture(learned, "untrained"))
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    In the fixed table likeness falls off with distance, and it does so from the start. In the untrained one a
    place is like itself alone; everything else is noise around 0. When large models with learned tables are
    looked at after training, their maps resemble that of the fixed one: bright at the place itself, with its
    row and its column standing out.
    """)
    return


@app.cell(hide_code=True)
def _():
    question(
        "In the fixed table a bright cross runs through the chosen place. Why is it not a round spot?",
        """
        One half of each vector speaks of the row alone and the other half of the column alone. A place in
        the same row agrees in one whole half, however far away it is. A place that is one row down and one
        column to the right agrees nearly in both halves, but fully in none.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 6. Learned or fixed?

    | | learned | fixed |
    | :--- | :--- | :--- |
    | To store and train | a number for each place and dimension | nothing, it is computed from the sizes |
    | Nearness | has to be found in the data | there from the start |
    | Few images to train on | many numbers to find from little | nothing to find |
    | Many images to train on | fits itself to what the data need | usually about as good |
    | A larger grid | has to be resized, then trained a little more | can be computed anew, or resized |
    | Kept in a checkpoint | yes, and it ties the checkpoint to one grid | not needed |
    | Found in | ViT, DINO, CLIP | MAE, I-JEPA |

    With plenty of data the difference in accuracy is small: the authors of ViT compared several kinds of
    tables and found that having one matters far more than which. So the choice is mostly one of
    convenience: a fixed table is one thing less to train, store and resize; a learned one assumes nothing
    about the shape of the data.

    There are other ways to tell places, such as turning vectors by an angle for each place (rotary
    embeddings). They are not part of this track.
    """)
    return


@app.cell(hide_code=True)
def _():
    question(
        "You train on 2,000 medical images of equal size. Which table do you begin with? And what would "
        "make you change your mind?",
        """
        With so few images the fixed one is a safe beginning: it knows neighbours from the start. If all
        images are taken in the same way, so that a place always shows the same part of the body, a learned
        table may gain something in the end, since places then have a meaning of their own. The exercise
        `make_position_embedding` lets a model be built with either.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 7. From 12 x 12 to 16 x 16

    A model has been trained on a grid of 12 x 12. Now the images are larger and the grid has 16 x 16
    places: 256 rows are needed and the table has 144. Both grids cover the same scene, so the new table
    should be the old one *seen more finely*. That is what resizing an image does, and it is done in the
    same way: each dimension is a picture of 12 x 12, and it is resized to 16 x 16.
    """)
    return


@app.cell(hide_code=True)
def _(width):
    resized_dimension = mo.ui.slider(
        0, width - 1, value=34, label="Dimension", show_value=True, full_width=True
    )
    mo.vstack([resized_dimension])
    return (resized_dimension,)


@app.cell(hide_code=True)
def _(direction_of, fixed, new_side, resized, resized_dimension, side):
    def wrong_ways(table):
        """What people do instead, each as a table for the new grid."""
        count, wanted = len(table), new_side * new_side
        padded = np.zeros((wanted, table.shape[1]))
        padded[:count] = table
        places = np.linspace(0, count - 1, wanted)
        stretched = [np.interp(places, np.arange(count), values) for values in table.T]
        return {
            "filled up with zeros": padded,
            "repeated from the start": np.resize(table, padded.shape),
            "the list stretched": np.array(stretched).T,
        }

    def _wrong(name):
        values = wrong_ways(fixed)[name][:, _at].reshape(new_side, new_side)
        off = np.abs(values - _right).mean()
        return grid_picture(
            values,
            f"{name}\noff by {off:.2f} on average",
            f"Dimension {_at} where the rows are {name}, drawn as 16 x 16. The pattern of the small grid "
            f"is broken; on average a number is off by {off:.2f}.",
            low=-1,
            high=1,
            colours="RdBu_r",
        )

    _at = resized_dimension.value
    _right = resized[:, _at].reshape(new_side, new_side)
    _old = fixed[:, _at].reshape(side, side)
    mo.vstack(
        [
            side_by_side(
                grid_picture(
                    _old,
                    f"dimension {_at}, 12 x 12",
                    f"Dimension {_at} before, 12 x 12: it {direction_of(_old)}.",
                    low=-1,
                    high=1,
                    colours="RdBu_r",
                ),
                grid_picture(
                    _right,
                    f"dimension {_at}, resized to 16 x 16",
                    f"Dimension {_at} resized to 16 x 16: the same pattern over the same scene, in "
                    "smaller steps.",
                    low=-1,
                    high=1,
                    colours="RdBu_r",
                ),
            ),
            mo.md(
                "And here is what happens if the rows of the table are treated as a plain list. All of "
                "these have the right shape, and none of them raises an error."
            ),
            side_by_side(*(_wrong(name) for name in wrong_ways(fixed))),
            side_by_side(
                grid_picture(
                    fixed[:64, _at].reshape(8, 8),
                    "the first 64 rows, for a grid of 8 x 8",
                    f"Dimension {_at}: the first 64 rows of the table, drawn as 8 x 8. The pattern is "
                    "broken, and the lower half of the old grid is missing.",
                    low=-1,
                    high=1,
                    colours="RdBu_r",
                ),
                mo.md(
                    """
                    The same happens on the way to a smaller grid: cutting off the list after 64 rows leaves
                    the upper part of the old grid, wrapped at the wrong width. The bottom of the image is
                    then told that it lies in the middle.
                    """
                ),
            ),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    question(
        "Stretching the list looks harmless: every new row lies between two old ones. What does it mix "
        "up at the end of each row of the grid?",
        """
        In the list, the last place of a row of the grid is followed by the first place of the next one. A
        row that lies between the two is a mixture of the right edge and the left edge of the image, and
        stands for no place at all. Besides, an old row of the grid now takes about 21 places where a new
        one has 16, so that the mixtures appear at another column each time. Nearness in the list is not
        nearness in the image: this is page 1 once more. The exercise `interpolate_position_embedding` does
        it properly.
        """,
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 8. Five bugs that people really make

    Each of these programs has one fault, and each is an exercise: find the fault and mend it. In everyday
    use four of the five raise no error; the model is merely worse than it could be. Open what is folded to
    read the program, or to let the grader run it, which takes a few seconds the first time. The grader says
    what it would say to you, and that may be more than you want to know before you have looked for yourself.
    """)
    return


@app.cell(hide_code=True)
def _(data):
    def verdict(exercise):
        """What the grader says of a program with a fault; a sentence if it cannot say anything."""
        try:
            from grader import check
            from grader.errors import KataError
        except ImportError:
            return "The grader is not installed for this Python: pip install kata-grader"
        try:
            # As given, it counts as not started and is told no more. Another name in it makes it an answer.
            return check(exercise, source=data["programs"][exercise] + "\nAS_GIVEN = True\n")
        except KataError as fault:
            return str(fault)

    def bug(exercise, title, told, asked):
        """One of the programs: what is seen of its fault, the program, and what the grader says."""
        program = data["programs"][exercise]
        return mo.vstack(
            [
                mo.md(f"### {title}"),
                mo.md(told),
                mo.md(f"**To think about.** {asked} The exercise: `{exercise}`."),
                mo.accordion({"The program": mo.md(f"```python\n{program}```")}),
                mo.accordion({"What the grader says": lambda: verdict(exercise)}, lazy=True),
            ]
        )

    return bug, verdict


@app.cell(hide_code=True)
def _(bug):
    bug(
        "debug_patch_order",
        "A row and a column for each patch",
        "One vector is learned for each row of the grid and one for each column, and both are added to "
        "the token. All shapes are right, and for a grid with a single row the answer is, too. Training "
        "may never show it: whatever is learned is learned for the wrong places, and it comes to light with "
        "tables from elsewhere, or beside code that counts patches row by row.",
        "You are asked to find it with one small test. Which grid would you take, and which would hide "
        "the fault?",
    )
    return


@app.cell(hide_code=True)
def _(bug):
    bug(
        "debug_gather_then_add",
        "Gather first, or add first",
        "Some patches are picked and get their positions. One can add the positions to all patches and "
        "then pick, or pick and then add. Here the two ways disagree, and a model trained with one is "
        "run with the other.",
        "With which indices do the two ways agree all the same? Would those be the ones you would try first?",
    )
    return


@app.cell(hide_code=True)
def _(bug):
    bug(
        "debug_predictor_width",
        "A predictor that wants equal widths",
        "An encoder describes the patches that are seen, and a predictor of another width guesses those "
        "that are not. With equal widths all is well. With most others the program stops with an error, "
        "and with a width of 1 it may go on and answer something else.",
        "Why is a width of 1 worse than an error?",
    )
    return


@app.cell(hide_code=True)
def _(bug):
    bug(
        "debug_missing_targets",
        "Every target gets the same prediction",
        "The same kind of predictor with another fault. It runs and its loss falls for a while, but all "
        "patches that it has to guess get one and the same vector, to the last digit.",
        "Why does the loss fall at all? What is the best guess of somebody who is not told what was asked?",
    )
    return


@app.cell(hide_code=True)
def _(bug):
    bug(
        "debug_resolution_change",
        "Positions at another resolution",
        "A table of positions is brought to another grid. At the old size the model works as before. At "
        "any other it recognises much less than it should, as if a part of the image had been forgotten "
        "or seen twice.",
        "Look at page 7 again: which of the pictures there would this program draw?",
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## Where to go on

    - `kata list --track positions` shows the exercises in their order, `kata next --track positions` lays
      out the next one.
    - `kata show patch_index` prints the first statement.
    - The code of this notebook is there to be changed: `marimo edit positions_tour.py`. What happens on
      page 3 if the positions are made ten times smaller, or if a patch keeps its position when it is moved?
    """)
    return


@app.cell(hide_code=True)
def _(change_with, change_without, data, verdict):
    # Run as a script, there is no page to open anything on: all five programs are graded here.
    if mo.app_meta().mode == "script":
        print(f"shuffling without positions changes the outputs by {change_without:.0%}")  # noqa: T201
        print(f"shuffling with positions changes the outputs by {change_with:.0%}")  # noqa: T201
        for _name in data["programs"]:
            print(f"\n{verdict(_name)}")  # noqa: T201
    return


if __name__ == "__main__":
    app.run()
