"""Heatmaps: what they show of any table, in colours, in marks and in words."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest

from grader.fragments.colours import NOT_FINITE, ink, palette, steps
from grader.fragments.dots import as_dots
from grader.fragments.heatmap import picture_html
from grader.fragments.png import write_png
from grader.fragments.tables import number_text
from grader.pictures.panels import Panel, Picture
from tests.fragments.support import HOSTILE, Read, compared, noise, samples, spoiled, table_rows, waves

SAMPLES = samples()
MOST_BYTES = 300_000
SVG = "{http://www.w3.org/2000/svg}"


def drawings(html):
    """The drawings of a picture, which must be well formed."""
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg .*?</svg>", str(html), re.S)]


def marked(drawing):
    """How many cells a drawing frames."""
    frames = drawing.findall(f"{SVG}defs/{SVG}path")
    return sum(path.get("d").count("z") for path in frames)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_picture_is_well_formed_and_told_in_words(name):
    html = picture_html(SAMPLES[name], "p")
    read = Read(html)
    found = drawings(html)
    assert len(found) == len(SAMPLES[name].panels)
    assert all(drawing.get("role") == "img" and drawing.get("aria-label") for drawing in found)
    assert not any({"style", "onclick"} & attributes.keys() for _, attributes in read.elements)
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert all(one.startswith("p-") for one in ids)
    used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', str(html)))
    assert used <= set(ids)
    assert html == picture_html(SAMPLES[name], "p")


@pytest.mark.parametrize("shape", [(2000, 2000), (500, 3), (44, 46), (1, 100_000)], ids=str)
def test_a_picture_is_small_whatever_it_shows(shape):
    rows, columns = shape
    got = noise(rows, columns, 1)
    got[noise(rows, columns, 2) > 1] = np.nan
    picture = compared(noise(rows, columns), got, wrong=noise(rows, columns, 3) > 0.5)
    assert len(picture_html(picture, "p").encode()) < MOST_BYTES


def test_four_small_panels_are_small():
    panels = [
        Panel("t" * 500, "r" * 500, "c" * 500, noise(22, 23, i), wrong=noise(22, 23) > 0) for i in range(4)
    ]
    assert len(picture_html(Picture("p" * 5000, tuple(panels), "q" * 5000), "p").encode()) < MOST_BYTES


def test_wrong_cells_are_framed_and_no_others():
    expected, got, difference = drawings(picture_html(SAMPLES["small"], "p"))
    assert [marked(each) for each in (expected, got, difference)] == [0, 2, 2]
    texts = ["".join(each.itertext()) for each in got.iter(f"{SVG}text")]
    assert "1.5972" in texts
    assert "2 entries are wrong" in got.get("aria-label")


def test_wrong_cells_too_small_for_frames_of_their_own_have_bars_at_the_margins():
    html = picture_html(SAMPLES["scattered"], "p")
    assert 'class="kata-bars"' in html
    assert 'class="kata-framed"' not in html
    assert "bars at the margins" in Read(html).text
    html = picture_html(SAMPLES["some"], "p")
    assert html.count('class="kata-framed"') == html.count('class="kata-bars"') == 2


def test_what_is_not_finite_is_hatched_and_written():
    _, got, _ = drawings(picture_html(SAMPLES["not-finite"], "p"))
    (hatched,) = (each for each in got.iter(f"{SVG}path") if each.get("class") == "kata-hatched")
    assert hatched.get("d").count("z") == 3
    texts = [text.text for text in got.iter(f"{SVG}text")]
    assert {"nan", "inf", "-inf", "-0"} <= set(texts)
    assert "3 of them not finite" in got.get("aria-label")
    assert "kata-hatched" in picture_html(SAMPLES["large"], "p")


def test_panels_of_one_scale_have_one_range_of_colours():
    expected, got, difference = (
        [text.text for text in each.find(f"{SVG}g[@class='kata-scale']").iter(f"{SVG}text")]
        for each in drawings(picture_html(compared([[0.0, 1.0]], [[0.0, -2.0]]), "p"))
    )
    assert expected == got == ["≤ \N{MINUS SIGN}1", "1", "0"]
    assert difference == ["0", "3"]


@pytest.mark.parametrize(
    "values",
    [np.full((3, 3), np.nan), np.full((2, 2), 1e308), np.full((1, 1), -0.0)],
    ids=["nan", "huge", "zero"],
)
def test_tables_without_a_range_are_drawn(values):
    values = values.copy()
    Read(picture_html(Picture("p", (Panel("t", "r", "c", values),)), "p"))
    Read(picture_html(compared(values, -values), "p"))


def test_axes_are_named_and_numbered():
    texts = [text.text for text in drawings(picture_html(SAMPLES["large"], "p"))[0].iter(f"{SVG}text")]
    assert {"↓ patch", "dimension →", "0", "299", "767"} <= set(texts)
    texts = [text.text for text in drawings(picture_html(SAMPLES["joined"], "p"))[0].iter(f"{SVG}text")]
    assert {"↓ head, patch", "0, 0", "3, 5"} <= set(texts)
    texts = [text.text for text in drawings(picture_html(SAMPLES["names"], "p"))[0].iter(f"{SVG}text")]
    assert {"mean", "standard deviat…", "least", "largest"} <= set(texts)


def test_long_names_are_cut():
    texts = [text.text for text in drawings(picture_html(SAMPLES["named"], "p"))[0].iter(f"{SVG}text")]
    assert {"↓ a name that is far longer than there is…", "the embedding dimension →"} <= set(texts)


def test_lines_leave_out_what_is_not_finite():
    values = waves(1, 30)[0].copy()
    values[3] = np.inf
    for panel in (
        Panel("t", "r", "c", values),
        Panel("t", "r", "c", values[:5]),
        Panel("t", "r", "c", values[3:4]),
    ):
        html = picture_html(Picture("p", (panel,)), "p")
        assert "left out: what is not a finite number" in html
        assert re.search(r'["\s,](nan|inf)["\s,]', str(drawings(html)[0].attrib)) is None


# --------------------------------------------------------------------------- the same numbers as text


@pytest.mark.parametrize("name", ["small", "not-finite", "one", "joined"])
def test_the_tables_hold_the_numbers_of_the_panels(name):
    picture = SAMPLES[name]
    shown = table_rows(picture_html(picture, "p"))
    assert len(shown) == 3
    for panel, (_, *rows) in zip(picture.panels, shown, strict=True):
        count = len(rows)
        around = (
            0
            if count == len(panel.values)
            else next(i for i in range(len(panel.values)) if panel.row_label(i) == rows[0][0])
        )
        cells = [[cell.removesuffix(" (wrong)") for cell in row[1:]] for row in rows]
        values = panel.values[around : around + count]
        assert np.array_equal(np.array(cells, dtype="float64"), values, equal_nan=True)
        told = [[cell.endswith(" (wrong)") for cell in row[1:]] for row in rows]
        wrong = np.zeros(panel.values.shape, dtype=bool) if panel.wrong is None else panel.wrong
        assert told == wrong[around : around + count].tolist()


def test_the_part_that_is_shown_lies_around_the_worst_entry():
    table = waves(300, 768)
    got = spoiled(table, slice(40, 90), slice(100, 300))
    got[77, 211] += 5
    html = picture_html(compared(table, got), "p")
    told = (
        "Shown: rows 69 to 84 of 300, columns 203 to 218 of 768, around the entry that is furthest off "
        "(row 77, column 211). 230144 entries are left out."
    )
    assert told in Read(html).text
    expected, _, difference = table_rows(html)
    assert expected[0][1:] == [str(i) for i in range(203, 219)]
    assert [row[0] for row in expected[1:]] == [str(i) for i in range(69, 85)]
    assert difference[9][9] == "6 (wrong)"


def test_a_nan_is_the_worst_entry_and_small_tables_are_shown_whole():
    table = waves(40, 2)
    got = spoiled(table, 3, by=9.0)
    got[35, 1] = np.nan
    assert "(row 35, column 1)" in Read(picture_html(compared(table, got), "p")).text
    assert "Shown:" not in Read(picture_html(SAMPLES["small"], "p")).text


def test_tables_of_two_shapes_are_told_apart():
    picture = Picture("p", (Panel("e", "r", "c", waves(20, 2)), Panel("g", "r", "c", waves(3, 40))))
    text = Read(picture_html(picture, "p")).text
    assert "rows 0 to 15 of 20, all 2 columns. 8 entries are left out." in text
    assert "all 3 rows, columns 0 to 15 of 40. 72 entries are left out." in text


def test_headers_have_a_scope_and_tables_a_caption_and_can_be_scrolled_by_keyboard():
    read = Read(picture_html(SAMPLES["small"], "p"))
    assert {attributes["scope"] for attributes in read.of("th")} == {"row", "col"}
    assert len(read.of("caption")) == len(read.of("table")) == 3
    scrolled = [each for each in read.of("div") if each.get("class") == "kata-scroll"]
    assert [each["tabindex"] for each in scrolled] == ["0"] * 3
    assert scrolled[0]["aria-label"] == "expected, as a table"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (3.0, "3"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (float(np.float32(0.1)), "0.1"),
        (1 / 3, "0.3333333333333333"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (1e300, "1e+300"),
    ],
)
def test_a_number_is_told_as_it_is(value, told):
    assert number_text(value) == told


def test_foreign_text_stays_text():
    names = (HOSTILE, "b")
    hostile = Picture(
        HOSTILE,
        (
            Panel(HOSTILE, HOSTILE, HOSTILE, waves(2, 2), wrong=np.eye(2, dtype=bool)),
            Panel(HOSTILE, HOSTILE, "", waves(1, 2), names=names),
            Panel(HOSTILE, HOSTILE, HOSTILE, waves(1, 9)[0]),
        ),
        HOSTILE,
    )
    html = picture_html(hostile, "p")
    read = Read(html)
    assert read.of("script") == read.of("img") == []
    assert "\u202e" not in html
    assert "\x1b" not in html
    drawings(html)
    with pytest.raises(ValueError, match="no id"):
        picture_html(hostile, 'p"><script>')


# --------------------------------------------------------------------------- colours and dots


def test_an_image_holds_the_dots_it_was_made_of():
    dots = np.arange(6, dtype="uint8").reshape(2, 3)
    png = write_png(dots, palette("signed"))
    chunks, rest = {}, png[8:]
    while rest:
        (size,) = struct.unpack(">I", rest[:4])
        kind, data = rest[4:8], rest[8 : 8 + size]
        assert struct.unpack(">I", rest[8 + size : 12 + size])[0] == zlib.crc32(kind + data)
        chunks[kind], rest = data, rest[12 + size :]
    assert struct.unpack(">IIBBBBB", chunks[b"IHDR"]) == (3, 2, 8, 3, 0, 0, 0)
    assert zlib.decompress(chunks[b"IDAT"]) == b"\0\0\1\2\0\3\4\5"
    assert len(chunks[b"PLTE"]) == 3 * len(palette("signed"))


def test_a_large_table_is_one_image():
    (first, *_) = drawings(picture_html(SAMPLES["large"], "p"))
    (image,) = first.iter(f"{SVG}image")
    png = base64.b64decode(image.get("href").removeprefix("data:image/png;base64,"))
    assert struct.unpack(">II", png[16:24]) == (192, 150)
    assert image.get("image-rendering") == "pixelated"


def test_neighbours_that_share_a_dot():
    values = np.arange(12.0).reshape(2, 6)
    values[1, 5] = np.nan
    wrong = np.zeros((2, 6), dtype=bool)
    wrong[0, 0] = True
    dots = as_dots(Panel("t", "r", "c", values, wrong=wrong), 3, 100)
    assert (dots.down, dots.across) == (1, 2)
    assert np.array_equal(dots.values, [[0.5, 2.5, 4.5], [6.5, 8.5, np.nan]], equal_nan=True)
    assert dots.wrong.tolist() == [[True, False, False], [False, False, False]]
    dots = as_dots(Panel("t", "r", "c", values[:1], "difference"), 3, 100)
    assert dots.values.tolist() == [[1.0, 3.0, 5.0]]


def test_colours_go_from_low_to_high_and_grey_is_not_finite():
    found = steps(np.array([-5.0, 0.0, 1.0, 2.0, np.nan, np.inf]), 0.0, 2.0)
    assert found.tolist() == [0, 0, 50, 99, NOT_FINITE, NOT_FINITE]
    assert steps(np.array([1e308]), -1e308, 1e308).tolist() == [99]
    assert palette("sequential")[0] == (0x44, 0x01, 0x54)
    assert palette("signed")[99] == (0x67, 0x00, 0x1F)
    assert (ink((255, 255, 255)), ink((0, 0, 90))) == ("#000", "#fff")


@pytest.mark.parametrize("levels", ["sequential", "signed", "difference"])
def test_numbers_are_read_on_every_colour(levels):
    for colour in palette(levels):
        darker, lighter = sorted(
            (luminance(colour), luminance((0,) * 3 if ink(colour) == "#000" else (255,) * 3))
        )
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (c / 255 for c in colour)]
    return sum(c * weight for c, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
