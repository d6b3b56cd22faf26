"""Bytes to text, and files that hold no code at all."""

from __future__ import annotations

import codecs
import hashlib

import pytest

from grader.intake.source import read_file

SOURCE = "# é ü\ndef pos_embed_2d(grid, dim):\n    return 'é'\n"


@pytest.fixture
def read(tmp_path):
    def read(data: bytes, name: str = "pos_embed_2d.py"):
        path = tmp_path / name
        path.write_bytes(data)
        return read_file(path, "pos_embed_2d", student="ada")

    return read


def test_the_digest_is_of_the_bytes(read):
    data = b"x = 1\r\n"
    submission = read(data)
    assert submission.digest == "sha256:" + hashlib.sha256(data).hexdigest()
    assert (submission.path, submission.student, submission.exercise) == (
        "pos_embed_2d.py",
        "ada",
        "pos_embed_2d",
    )


@pytest.mark.parametrize(
    "cookie",
    [
        "utf-8",
        "utf8",
        "latin-1",
        "iso-8859-15",
        "cp1252",
        "windows-1252",
        "utf-8-unix",
        "Latin-1-dos",
        "gb18030",
    ],
)
def test_declared_character_sets_are_honoured(read, cookie):
    codec = cookie.removesuffix("-unix").removesuffix("-dos")
    data = f"#!/usr/bin/env python\n# -*- coding: {cookie} -*-\n{SOURCE}".encode(codec)
    submission = read(data)
    assert submission.problem is None
    assert "return 'é'" in submission.units[0].source


@pytest.mark.parametrize(
    ("cookie", "text"),
    [("koi8-r", "ж"), ("cp1251", "ж"), ("big5", "中"), ("shift_jis", "あ"), ("euc-kr", "한"), ("gbk", "中")],
)
def test_other_scripts(read, cookie, text):
    assert (
        read(f"# coding={cookie}\nx = '{text}'\n".encode(cookie)).units[0].source.endswith(f"x = '{text}'\n")
    )


@pytest.mark.parametrize(
    "cookie",
    ["utf-7", "rot13", "rot_13", "unicode_escape", "raw_unicode_escape", "utf-16", "idna", "hex", "zip",
     "nonsense", "cp1259", "punycode", "mbcs", "undefined", "encodings.rot_13", "iso8859-99"],
)  # fmt: skip
def test_transformations_and_unknown_encodings_are_syntax_errors(read, cookie):
    submission = read(f"# coding: {cookie}\nx = 1\n".encode())
    assert submission.problem_status == "syntax_error"
    assert cookie in (submission.problem or "")
    assert submission.units == ()


def test_a_cookie_counts_only_where_pep_263_looks(read):
    assert read(b"x = 1\n# coding: rot13\n").problem is None
    assert read(b"\n\n# coding: rot13\n").problem is None
    assert read(b"x = '# coding: rot13'\n").problem is None
    assert read(b"# one\r# coding: rot13\rx = 1\r").problem_status == "syntax_error"


def test_a_byte_order_mark_is_taken_off_and_agrees_with_the_cookie(read):
    assert read(codecs.BOM_UTF8 + SOURCE.encode()).units[0].source == SOURCE
    assert read(codecs.BOM_UTF8 + b"# coding: utf-8\n").problem is None
    assert read(codecs.BOM_UTF8 + b"# coding: latin-1\n").problem_status == "syntax_error"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(read, end):
    assert read(SOURCE.replace("\n", end).encode()).units[0].source == SOURCE


def test_tabs_form_feeds_and_nul_bytes_stay(read):
    assert read(b"if 1:\n\tx = 1\n\x0c\ny = 2\x00\n").units[0].source == "if 1:\n\tx = 1\n\x0c\ny = 2\x00\n"


def test_undeclared_bytes_say_where(read):
    submission = read(b"x = 1\r\ny = 'caf\xe9'\r\n")
    assert submission.problem_status == "unreadable"
    assert "Line 2" in (submission.problem or "")
    assert "UTF-8" in (submission.problem or "")
    assert "line 2" in (read(b"# coding: ascii\n'\xe9'").problem or "")


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_named(read, codec):
    submission = read(SOURCE.encode(codec))
    assert submission.problem_status == "unreadable"
    assert codec[:6].upper() in (submission.problem or "")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.7\n%\xe2", "PDF"),
        (b"PK\x03\x04....[Content_Types].xml....word/document.xml", "Word document"),
        (b"PK\x03\x04....pos_embed_2d.py", "zip archive"),
        (b"\x89PNG\r\n\x1a\n\x00", "picture"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "picture"),
        (b"GIF89a\x01\x00\x01\x00", "picture"),
        (b"{\\rtf1\\ansi", "rich text"),
        (b"\xa7\x0d\x0d\x0a\x00\x00\x00\x00", "compiled Python"),
        (b"\n<!DOCTYPE html><html>", "web page"),
    ],
)
@pytest.mark.parametrize("name", ["pos_embed_2d.py", "pos_embed_2d.ipynb"])
def test_what_is_no_code_is_named(read, data, said, name):
    submission = read(data, name)
    assert submission.problem_status == "unreadable"
    assert said in (submission.problem or "")


def test_python_that_begins_like_a_picture_is_python(read):
    assert read(b"GIF89a = 1\n").problem is None
    assert read(b"BM = RIFF = 1\n").problem is None


def test_size_limits(read, tmp_path):
    assert read(b"#" * (8 * 2**20)).problem is None
    assert "8 MB" in (read(b"#" * (8 * 2**20 + 1)).problem or "")
    huge = tmp_path / "huge.py"
    with huge.open("wb") as file:
        file.truncate(2**40)
    assert "32 MB" in (read_file(huge, "pos_embed_2d").problem or "")


def test_percent_and_marimo_files_are_python(read):
    for text in ("# %% [markdown]\n# # Title\n# %%\nx = 1\n", "import marimo\napp = marimo.App()\n"):
        submission = read(text.encode())
        assert submission.units[0].source == text
        assert not submission.cells


def test_an_empty_file_is_python_without_code(read):
    submission = read(b"")
    assert submission.problem is None
    assert submission.units[0].source == ""
