"""Archives: what is unpacked, where to, and what no archive can make happen."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake import archives
from grader.intake.archives import DOWNLOAD, STUDENT, ArchiveLimits, unpack

CODE = b"def pos_embed_2d(grid, dim):\n    return []\n"


class Unpack:
    """Unpacks bytes into a new folder; gives the files below it and what was told."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def __call__(self, data: bytes, name: str = "hw.zip", limits: ArchiveLimits = STUDENT):
        self.count += 1
        place = self.folder / str(self.count)
        place.mkdir()
        archive, self.target = place / name, place / "target"
        archive.write_bytes(data)
        told = unpack(archive, self.target, limits)
        assert sorted(each.name for each in place.iterdir()) == sorted([name, "target"])
        assert not any(path.is_symlink() for path in place.rglob("*"))
        return files_of(self.target), told


@pytest.fixture
def unpacked(tmp_path):
    return Unpack(tmp_path)


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def zipped(*members, method=zipfile.ZIP_DEFLATED):
    """A zip file of names, or of ZipInfo, and contents."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def unix(name, mode):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def tarred(*members, mode="w", form=tarfile.PAX_FORMAT):
    """A tar file of names, or of TarInfo, and contents."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode, format=form) as archive:
        for name, content in members:
            info = tarfile.TarInfo(name) if isinstance(name, str) else name
            if info.isreg():
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


def of_type(name, kind, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def central(name: bytes, *, flags=0, method=0, crc=0, packed=0, size=0, place=0, extra=b""):
    """One entry of the directory of a zip file."""
    fields = (20, 3, 20, 0, flags, method, 0, 0, crc, packed, size, len(name), len(extra), 0, 0, 0, 0, place)
    return struct.pack("<4s4B4H3I5H2I", b"PK\1\2", *fields) + name + extra


def ended(body: bytes, directory: bytes, count: int = 1):
    """A zip file of what stands before its directory, and the directory."""
    return body + directory + struct.pack(
        "<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0
    )  # fmt: skip


def local(name: bytes, data: bytes, *, flags=0, method=0, crc=None, packed=None, size=None):
    crc = zlib.crc32(data) if crc is None else crc
    packed, size = len(data) if packed is None else packed, len(data) if size is None else size
    return struct.pack(
        "<4s5H3I2H", b"PK\3\4", 20, flags, method, 0, 0, crc, packed, size, len(name), 0
    ) + name + data  # fmt: skip


def reasons(told):
    return dict(told.skipped)


# ------------------------------------------------------------------------------- what is unpacked


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_a_zip_file(unpacked, method):
    files, told = unpacked(zipped(("ada/hw.py", CODE), ("ada/b/data.bin", bytes(200_000)), method=method))
    assert files == {"ada/hw.py": CODE, "ada/b/data.bin": bytes(200_000)}
    assert told == archives.Unpacked(None, (), 0)


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_tar_file(unpacked, mode, form):
    deep = "ada/" + "folder/" * 13 + "a_long_name_" * 7 + ".py"
    files, told = unpacked(
        tarred((deep, CODE), ("ä.txt", bytes(200_000)), mode=mode, form=form), "hw.tar", STUDENT
    )
    assert files == {deep: CODE, "ä.txt": bytes(200_000)}
    assert told == archives.Unpacked(None, (), 0)


def test_content_decides_and_the_name_does_not(unpacked):
    assert unpacked(zipped(("a.py", CODE)), "hw.tar")[0] == {"a.py": CODE}


def test_a_tar_file_called_zip(unpacked):
    assert unpacked(tarred(("a.py", CODE), mode="w:gz"))[0] == {"a.py": CODE}


def test_something_before_and_behind_a_zip_file(unpacked):
    data = b"#!/bin/sh\nexit\n" + zipped(("a.py", CODE)) + b"\n"
    assert unpacked(data)[0] == {"a.py": CODE}


def test_a_zip_file_that_was_written_to_a_pipe(unpacked):
    class Pipe(io.RawIOBase):
        data = b""

        def writable(self):
            return True

        def write(self, data):
            self.data += bytes(data)
            return len(data)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", CODE)
        archive.writestr("b.py", CODE * 9)
    assert unpacked(pipe.data)[0] == {"a.py": CODE, "b.py": CODE * 9}


def test_empty_folders_stay(unpacked):
    unpacked(zipped(("ada/", b""), ("bob\\", b"")))
    assert sorted(each.name for each in unpacked.target.iterdir()) == ["ada", "bob"]


def test_a_zip64_file(unpacked):
    full = (1 << 32) - 1
    extra = struct.pack("<2H3Q", 1, 24, len(CODE), len(CODE), 0)
    entry = central(b"a.py", crc=zlib.crc32(CODE), packed=full, size=full, place=full, extra=extra)
    body = local(b"a.py", CODE)
    end = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, len(entry), len(body))
    end += struct.pack("<4sIQI", b"PK\6\7", 0, len(body) + len(entry), 1)
    end += struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, full, full, 0)
    assert unpacked(body + entry + end)[0] == {"a.py": CODE}


# ------------------------------------------------------------------------------- what is no archive


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "0 bytes"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\n<!DOCTYPE html><title>404</title>", "a web page"),
        (b"Rar!\x1a\x07\x01\x00rest", "RAR archive, which is not read here. Make a .zip"),
        (b"7z\xbc\xaf\x27\x1c\x00", "7-Zip archive, which is not read here. Make a .zip"),
        (b"\x1f\x8b\x08\x00rubbish" * 90, "gzip"),
        (b"BZh9" + bytes(99), "bzip2"),
        (b"def f(): pass\n", "neither a zip nor a tar file"),
        (bytes(1024), "neither a zip nor a tar file"),
        (b"PK\x03\x04 and no more", "nothing in it can be read"),
    ],
)
def test_what_is_no_archive_is_told_what_it_is(unpacked, data, said):
    files, told = unpacked(data)
    assert said in (told.problem or "")
    assert not files


@pytest.mark.parametrize("mode", ["gz", "bz2", "xz"])
@pytest.mark.parametrize("size", [1, 50])
def test_a_single_compressed_file_is_no_archive(unpacked, mode, size):
    data = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[mode](CODE * size)
    _, told = unpacked(data, f"hw.{mode}")
    assert "a single file compressed by" in (told.problem or "")


def test_what_cannot_be_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.zip")
    (tmp_path / "folder.zip").mkdir()
    for name, said in {
        "pipe.zip": "not a file",
        "folder.zip": "not a file",
        "none.zip": "No such file",
        "a\0b.zip": "name",
    }.items():
        assert said in (unpack(tmp_path / name, tmp_path / "target").problem or "")


# ------------------------------------------------------------------------------- what is left out


@pytest.mark.parametrize(
    "name",
    ["/etc/x.py", "../x.py", "a/../../x.py", "C:\\x.py", "c:x.py", "..\\x.py", "a\\..\\x.py", "\\x.py"],
)
def test_nothing_is_written_outside_of_the_target(unpacked, name):
    for data in (zipped((name, CODE), ("ok.py", CODE)), tarred((name, CODE), ("ok.py", CODE))):
        files, told = unpacked(data)
        assert files == {"ok.py": CODE}
        assert list(reasons(told)) == [name]


def test_links_devices_and_pipes_are_told_and_not_made(unpacked):
    data = tarred(
        ("a.py", CODE),
        (of_type("soft", tarfile.SYMTYPE, "/etc"), b""),
        (of_type("hard", tarfile.LNKTYPE, "a.py"), b""),
        (of_type("null", tarfile.CHRTYPE), b""),
        (of_type("pipe", tarfile.FIFOTYPE), b""),
        ("soft/passwd", CODE),
    )
    files, told = unpacked(data)
    assert files == {"a.py": CODE, "soft/passwd": CODE}
    assert {name: reason.split(";")[0].split("(")[0].strip() for name, reason in told.skipped} == {
        "soft": "is a link",
        "hard": "is a link",
        "null": "is no file",
        "pipe": "is no file",
    }


def test_links_in_a_zip_file(unpacked):
    data = zipped(
        (unix("soft", stat.S_IFLNK | 0o777), b"/etc"),
        (unix("pipe", stat.S_IFIFO | 0o777), b""),
        (unix("a.py", stat.S_IFREG | stat.S_ISUID | 0o777), CODE),
    )
    files, told = unpacked(data)
    assert files == {"a.py": CODE}
    assert [name for name, _ in told.skipped] == ["soft", "pipe"]


def test_modes_are_ours(unpacked):
    info = tarfile.TarInfo("d/a.py")
    info.mode = 0o7777
    unpacked(tarred((info, CODE)))
    for path, mode in (("d/a.py", 0o600), ("d", 0o700), (".", 0o700)):
        assert stat.S_IMODE((unpacked.target / path).stat().st_mode) == mode


def test_junk_is_neither_unpacked_nor_counted_against_the_limits(unpacked):
    junk = [(f"ada/node_modules/x{i}/a.js", bytes(100)) for i in range(50)]
    names = ["__MACOSX/._a.py", ".git/config", "a.py~", "venv/bin/python", ".DS_Store"]
    data = zipped(("ada/a.py", CODE), *junk, *((name, b"x") for name in names))
    files, told = unpacked(data, limits=ArchiveLimits(2, 100))
    assert files == {"ada/a.py": CODE}
    assert told == archives.Unpacked(None, (), 55)


def test_encrypted_members_and_unknown_compression(unpacked):
    body = local(b"a.py", CODE, flags=1) + local(b"b.py", CODE, method=9)
    place = len(local(b"a.py", CODE))
    directory = central(b"a.py", flags=1, packed=len(CODE)) + central(
        b"b.py", method=9, packed=len(CODE), place=place
    )
    files, told = unpacked(ended(body, directory, 2))
    assert not files
    assert "password" in reasons(told)["a.py"]
    assert "method 9" in reasons(told)["b.py"]


def test_a_file_where_a_folder_must_be_and_the_reverse(unpacked):
    files, told = unpacked(zipped(("a", b"1"), ("a/b.py", CODE), ("c/d.py", CODE), ("c", b"2"), ("a/", b"")))
    assert files == {"a": b"1", "c/d.py": CODE}
    assert [name for name, _ in told.skipped] == ["a/b.py", "c", "a/"]


def test_of_two_members_of_one_name_the_later_counts_unless_it_is_damaged(unpacked):
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped(("a.py", b"old"), ("A.py", b"other"), ("./a.py", CODE), ("a.py", b"new" * 50))
    files, told = unpacked(data)
    assert files == {"a.py": b"new" * 50, "A.py": b"other"}
    assert len(told.skipped) == 2
    assert "the last one counts" in reasons(told)["a.py"]


def test_a_later_member_that_is_damaged_does_not_replace_the_one_before(unpacked):
    body = local(b"a.py", CODE) + local(b"a.py", b"half")
    directory = central(b"a.py", crc=zlib.crc32(CODE), packed=len(CODE)) + central(
        b"a.py", crc=1, packed=4, place=len(local(b"a.py", CODE))
    )
    files, told = unpacked(ended(body, directory, 2))
    assert files == {"a.py": CODE}
    assert "checksum" in reasons(told)["a.py"]


# ------------------------------------------------------------------------------- names


def test_names_that_are_no_utf_8(unpacked):
    raw = [b"caf\x82.py", b"caf\xc3\xa9_mac.py", b"bad\xff.py"]
    body, directory = b"", b""
    for flags, name in zip((0, 0, 0x800), raw, strict=True):
        directory += central(
            name, flags=flags, crc=zlib.crc32(CODE), packed=len(CODE), size=len(CODE), place=len(body)
        )
        body += local(name, CODE, flags=flags)
    files, told = unpacked(ended(body, directory, 3))
    assert sorted(map(os.fsencode, files)) == sorted(
        ["café.py".encode(), "café_mac.py".encode(), b"bad\xff.py"]
    )
    assert told.problem is None


def test_a_name_in_unicode_beside_that_of_dos(unpacked):
    extra = b"\1" + struct.pack("<I", zlib.crc32(b"?.py")) + "ж.py".encode()
    extra = struct.pack("<2H", 0x7075, len(extra)) + extra
    entry = central(b"?.py", crc=zlib.crc32(CODE), packed=len(CODE), extra=extra)
    assert unpacked(ended(local(b"?.py", CODE), entry))[0] == {"ж.py": CODE}


def test_a_backslash_of_windows_separates(unpacked):
    body = local(b"ada\\hw\\a.py", CODE)
    entry = central(b"ada\\hw\\a.py", crc=zlib.crc32(CODE), packed=len(CODE))
    assert unpacked(ended(body, entry)) == ({"ada/hw/a.py": CODE}, archives.Unpacked(None, (), 0))


def test_a_nul_in_a_name(unpacked):
    body, entry = local(b"a.py\0.txt", CODE), central(b"a.py\0.txt", crc=zlib.crc32(CODE), packed=len(CODE))
    files, told = unpacked(ended(body, entry))
    assert not files
    assert "NUL" in reasons(told)["a.py\\x00.txt"]


def test_long_names_are_shortened_and_keep_their_ending(unpacked):
    one, other = "Müller_" * 40 + "pos.py", "Müller_" * 41 + "pos.py"
    files, told = unpacked(zipped((one, b"1"), (other, b"2")))
    assert sorted(files.values()) == [b"1", b"2"]
    assert all(name.startswith("Müller_") and name.endswith(".py") for name in files)
    assert all(len(name.encode()) <= 255 for name in files)
    assert len(told.skipped) == 2


def test_paths_that_are_too_long_and_members_without_a_name(unpacked):
    files, told = unpacked(zipped(("d/" * 600 + "a.py", CODE), ("ok.py", CODE), (".//.", CODE)))
    assert files == {"ok.py": CODE}
    assert "more than 1024 bytes" in told.skipped[0][1]
    assert told.skipped[1][1] == "has no name"


# ------------------------------------------------------------------------------- limits


def test_over_the_limit_of_bytes_nothing_stays(unpacked):
    for data in (
        zipped(("ada/a.py", CODE), ("ada/big/b.bin", bytes(3 * 2**20))),
        tarred(("ada/a.py", CODE), ("ada/big/b.bin", bytes(3 * 2**20)), mode="w:gz"),
    ):
        files, told = unpacked(data, limits=ArchiveLimits(10, 2 * 2**20))
        assert not files
        assert "more than 2 MB" in (told.problem or "")


def test_over_the_limit_of_members_nothing_stays_folders_included(unpacked):
    for data in (zipped(*((f"{i}.py", b"") for i in range(6))), zipped(("a/b/c/d/e/f.py", b""))):
        _, told = unpacked(data, limits=ArchiveLimits(5, 100))
        assert "more than 5 files and folders" in (told.problem or "")
        assert not list(unpacked.target.iterdir())


def test_a_folder_that_is_listed_counts_once(unpacked):
    data = zipped(("a/", b""), ("a/b/", b""), ("a/b/c.py", CODE))
    assert unpacked(data, limits=ArchiveLimits(3, 100))[0] == {"a/b/c.py": CODE}


def test_sizes_that_lie_are_not_believed(unpacked):
    packed = zlib.compress(bytes(5 * 2**20), 9)[2:-4]
    crc = zlib.crc32(bytes(5 * 2**20))
    for size in (1, 2**32 - 2):
        body = local(b"a.bin", packed, method=8, crc=crc, size=size)
        entry = central(b"a.bin", method=8, crc=crc, packed=len(packed), size=size)
        assert len(unpacked(ended(body, entry), limits=DOWNLOAD)[0]["a.bin"]) == 5 * 2**20


def test_members_that_share_their_data_count_each(unpacked):
    packed = zlib.compress(bytes(2**20), 9)[2:-4]
    body = local(b"x", packed, method=8)
    directory = b"".join(
        central(b"%d.bin" % i, method=8, crc=zlib.crc32(bytes(2**20)), packed=len(packed)) for i in range(60)
    )
    files, told = unpacked(ended(body, directory, 60))
    assert not files
    assert "more than 50 MB" in (told.problem or "")


def test_a_directory_without_end_is_not_read_to_its_end(unpacked, monkeypatch):
    monkeypatch.setattr(archives, "_MAX_ENTRIES", 500)
    entry = central(b"venv/a.py")
    _, told = unpacked(ended(local(b"x", b""), entry * 501, 501))
    assert "more than 500 members" in (told.problem or "")


def test_what_is_passed_over_in_a_compressed_tar_file_is_bounded(unpacked):
    data = tarred((".git/pack", bytes(30 * 2**20)), ("a.py", CODE), mode="w:bz2")
    _, told = unpacked(data, limits=ArchiveLimits(10, 2**20))
    assert "more than 20 MB" in (told.problem or "")


def test_what_is_searched_for_the_ends_of_members_is_bounded(unpacked):
    """Without a directory each member that does not tell its size is unpacked for its end, junk too."""
    data = bz2.compress(bytes(15 * 2**20))
    member = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 8, 12, 0, 0, 0, 0, 0, 2, 0) + b".x" + data
    member += struct.pack("<4s3I", b"PK\x07\x08", 0, len(data), 0)
    _, told = unpacked(member * 2, limits=ArchiveLimits(10, 2**20))
    assert told.junk == 2
    _, told = unpacked(member * 3, limits=ArchiveLimits(10, 2**20))
    assert "takes more than 40 MB" in (told.problem or "")


def test_members_that_lie_too_deep_are_told(unpacked):
    files, told = unpacked(zipped(("a/" * 64 + "a.py", CODE), ("b/" * 63 + "b.py", CODE)))
    assert list(files) == ["b/" * 63 + "b.py"]
    assert told.skipped == (("a/" * 64 + "a.py", "lies more than 64 folders deep"),)


def test_a_full_disk_is_our_fault_and_raises(tmp_path, monkeypatch):
    (tmp_path / "hw.zip").write_bytes(zipped(("a.py", CODE)))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        unpack(tmp_path / "hw.zip", tmp_path / "target")


def test_a_folder_that_holds_something_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError):
        unpack(tmp_path / "hw.zip", tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"


# ------------------------------------------------------------------------------- damage


def test_of_an_archive_that_is_cut_off_the_whole_members_are_kept(unpacked):
    noise = random.Random(1).randbytes(9000)
    members = [("a.py", CODE), ("b.bin", noise), ("c.py", CODE)]
    for data in (zipped(*members)[:5000], tarred(*members)[:5000], tarred(*members, mode="w:gz")[:5000]):
        files, told = unpacked(data, "hw.x")
        assert files == {"a.py": CODE}
        assert told.problem is None
        assert "1 files read before are kept" in reasons(told)["hw.x"]


def test_a_cut_in_the_middle_of_a_zip_file_within_a_zip_file(unpacked):
    inner = zipped(("secret.py", CODE), method=zipfile.ZIP_STORED)
    data = zipped(("a.py", CODE), ("inner.zip", inner), method=zipfile.ZIP_STORED)
    files, told = unpacked(data[: data.index(b"PK\5\6") + 22])
    assert files == {"a.py": CODE, "inner.zip": inner}
    assert told.skipped


@pytest.mark.parametrize("wrong", ["crc", "place", "data"])
def test_a_damaged_member_is_told_and_the_others_are_kept(unpacked, wrong):
    packed = zlib.compress(CODE)[2:-4]
    body = local(b"a.py", b"\xff" * len(packed) if wrong == "data" else packed, method=8)
    entry = central(
        b"a.py",
        method=8,
        crc=7 if wrong == "crc" else zlib.crc32(CODE),
        packed=len(packed),
        place=3 if wrong == "place" else 0,
    )
    other = central(b"b.py", crc=zlib.crc32(CODE), packed=len(CODE), place=len(body))
    files, told = unpacked(ended(body + local(b"b.py", CODE), entry + other, 2))
    assert files == {"b.py": CODE}
    assert list(reasons(told)) == ["a.py"]


def header(name: bytes, size: int | bytes, kind: bytes) -> bytes:
    """A header of a tar file."""
    told = size if isinstance(size, bytes) else b"%011o\0" % size
    block = bytearray(name.ljust(100, b"\0") + b"0000600\0" * 3 + told + b"0" * 11 + b"\0" + b" " * 8 + kind)
    block = block.ljust(257, b"\0") + b"ustar\x0000".ljust(255, b"\0")
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def blocks(data: bytes) -> bytes:
    return data + bytes(-len(data) % 512)


@pytest.mark.parametrize(
    "pax",
    [
        b"rubbish\n",
        b"99999999999999999999 path=x\n",
        b"0 path=x\n",
        b"3 \n",
        b"12 path=x\xff\n",
        b"9" * 5000,
        b"16 no equals in\n",
    ],
)
def test_a_malformed_header_of_a_tar_file_costs_its_member_only(unpacked, pax):
    data = header(b"x", len(pax), b"x") + blocks(pax) + header(b"a.py", len(CODE), b"0") + blocks(CODE)
    data += header(b"b.py", len(CODE), b"0") + blocks(CODE) + bytes(1024)
    files, told = unpacked(data)
    assert files["b.py"] == CODE
    assert [reason for _, reason in told.skipped] == ["has a damaged header, so its name is not known"]


@pytest.mark.parametrize("kind", [b"x", b"L"])
def test_a_huge_header_of_a_tar_file_is_passed_over(unpacked, kind):
    data = header(b"x", 5 * 2**20, kind) + bytes(5 * 2**20) + header(b"a.py", len(CODE), b"0") + blocks(CODE)
    files, told = unpacked(
        gzip.compress(data + header(b"b.py", len(CODE), b"0") + blocks(CODE) + bytes(1024))
    )
    assert files == {"b.py": CODE}
    assert list(reasons(told)) == ["a.py"]


def test_sizes_without_measure_end_the_archive(unpacked):
    begin = header(b"a.py", len(CODE), b"0") + blocks(CODE)
    for size in (b"\x80" + b"\xff" * 11, b"77777777777\0", b"\xff" * 12, b"what is it?\0"):
        files, told = unpacked(begin + header(b"b.py", size, b"0") + bytes(2048))
        assert files == {"a.py": CODE}
        assert told.skipped[-1][0] == "hw.zip"


def test_a_file_with_holes_is_passed_over(unpacked):
    old = bytearray(header(b"s.bin", 512, b"S"))
    old[482] = 1
    old[148:156] = b" " * 8
    old[148:156] = b"%06o\0 " % sum(old)
    pax = b"22 GNU.sparse.major=1\n"
    new = header(b"x", len(pax), b"x") + blocks(pax) + header(b"t.bin", 2**33 - 1, b"0")
    files, told = unpacked(bytes(old) + bytes(512) + b"x" * 512 + tarred(("a.py", CODE))[:1024] + new)
    assert files == {"a.py": CODE}
    assert ["holes" in reason for _, reason in told.skipped] == [True, True, False]


# ------------------------------------------------------------------------------- whatever it holds

NAMES = st.one_of(
    st.sampled_from(
        ["a.py", "A.py", "a", "a/b", "a/b/", "../x", "/x", "C:x", "\\x", "venv/x", ".x", "é", "x" * 300]
    ),
    st.text(min_size=1, max_size=12).filter(lambda name: name.isprintable()),
)


@settings(max_examples=60)
@given(st.lists(st.tuples(NAMES, st.binary(max_size=40)), max_size=8), st.booleans(), st.data())
def test_nothing_that_an_archive_holds_raises_or_leaves_the_target(members, zip_file, data):
    packed = bytearray((zipped if zip_file else tarred)(*dict(members).items()))
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(packed) - 1))
        packed[place : place + 1] = data.draw(st.binary(max_size=4))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "hw.zip").write_bytes(packed)
        told = unpack(place / "hw.zip", place / "target", ArchiveLimits(20, 200))
        assert sorted(each.name for each in place.iterdir()) == ["hw.zip", "target"]
        assert told.problem is None or not list((place / "target").iterdir())
        assert sum(map(len, files_of(place / "target").values())) <= 200
        for name, reason in told.skipped:
            (name + reason).encode("utf-8")


@given(st.sampled_from([b"PK\3\4", b"PK\5\6", b"\x1f\x8b\x08\0", b"BZh9", b"\xfd7zXZ\0", b""]), st.binary())
def test_no_bytes_make_unpacking_raise(begin, rest):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "hw").write_bytes(begin + rest)
        told = unpack(Path(folder) / "hw", Path(folder) / "target")
        assert told.problem or not files_of(Path(folder) / "target")
