"""A writable folder, for exercises that ask for one: in memory, small, and gone with its worker."""

import os
from pathlib import Path

import pytest

from grader.worker.protocol import DescribeJob
from tests.isolation.support import (
    NO_NAMESPACES,
    ROOMY,
    ask,
    graded,
    honest,
    in_namespaces,
    quick,
    see,
    source,
    statuses,
)

WRITABLE = quick(writable_mb=1)
# Should a server mount in spite of all, then not on this machine.
NO_MOUNT = "system.mount = None"


def mounted():
    return [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]


@in_namespaces
def test_the_working_folder_is_empty(worker):
    assert ask(worker, "[os.getcwd(), os.listdir('.')]", limits=WRITABLE) == ["/mnt", []]


@in_namespaces
def test_files_and_folders_are_made_changed_renamed_and_removed(worker):
    body = """
        import os, shutil
        os.makedirs("a/b")
        with open("a/b/one", "w") as file:
            file.write("first")
        with open("a/b/one", "a") as file:
            file.write(" and more")
        assert open("a/b/one").read() == "first and more"
        os.truncate(os.open("a/b/one", os.O_RDWR), 5)
        os.rename("a/b/one", "two")
        assert open("two").read() == "first"
        os.replace("two", "a/three")
        shutil.rmtree("a")
        assert os.listdir(".") == []
    """
    result = graded(worker, source(body), limits=WRITABLE)
    assert statuses(result) == ["passed"] * 4


@in_namespaces
def test_numpy_saves_and_loads(worker):
    body = "import numpy\nnumpy.save('x.npy', numpy.arange(9))\nassert numpy.load('x.npy').sum() == 36"
    assert graded(worker, source(body), limits=WRITABLE).status == "passed"


@in_namespaces
@pytest.mark.parametrize("files", [1, 8], ids=["one file", "many files"])
def test_one_megabyte_is_the_most(worker, files):
    text = f"""
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def f(n):
    written = 0
    for name in range({files}):
        try:
            with open(str(name), "wb", buffering=0) as file:
                for _ in range(64):
                    written += file.write(bytes(1 << 15))
        except OSError:
            pass
    return written
"""
    written = see(worker, text, calls=((1,),), limits=WRITABLE).value(0)
    assert 1 << 19 < written <= 1 << 20


@in_namespaces
def test_the_number_of_files_is_limited(worker):
    text = """
def f(n):
    try:
        for made in range(5000):
            open(str(made), "w").close()
    except OSError:
        return made
"""
    assert 100 < see(worker, text, calls=((1,),), limits=WRITABLE).value(0) <= 256


@in_namespaces
def test_the_next_worker_finds_it_empty_and_one_without_has_none(worker):
    see(worker, "open('left', 'w').write('a note')\n" + honest(), limits=WRITABLE)
    assert ask(worker, "os.listdir('.')", limits=WRITABLE) == []
    assert ask(worker, "os.getcwd()") == "/"
    for limits in (WRITABLE, quick()):
        result = graded(worker, source("open('/mnt/left')"), limits=limits)
        assert statuses(result)[1] != "passed"


@in_namespaces
def test_a_worker_that_replaces_a_dead_one_has_an_empty_folder(worker):
    text = """
import os
def f(n):
    found = os.listdir(".")
    open(str(n), "w").close()
    if n == 2:
        os._exit(0)
    return found
"""
    seen = see(worker, text, calls=((1,), (2,), (3,)), limits=WRITABLE)
    assert seen.outcomes() == ["returned", "died", "returned"]
    assert [seen.value(0), seen.value(2)] == [[], []]


@in_namespaces
def test_nothing_is_seen_of_it_on_the_machine(worker):
    before = mounted(), sorted(Path("/mnt").iterdir())
    run = "import os\nopen('made-by-kata', 'w').close()\n"
    assert graded(worker, run + honest(), limits=WRITABLE).status == "passed"
    assert (mounted(), sorted(Path("/mnt").iterdir())) == before


@in_namespaces
@pytest.mark.parametrize(
    "act",
    [
        "open('/tmp/kata-made', 'w')",
        "open('../kata-made', 'w')",
        "os.mkdir('/tmp/kata-made')",
        "os.symlink('/etc/passwd', 'link')",
        "os.link('/etc/passwd', 'link')",
        "os.mkfifo('pipe')",
        "os.rename('/etc/passwd', 'mine')",
        "os.unlink('/etc/hostname')",
        "os.chmod('.', 0o777)",
        "open('/etc/passwd')",
        "os.execv('/bin/true', ['true'])",
    ],
)
def test_what_lies_elsewhere_is_as_closed_as_ever(worker, act):
    result = graded(worker, source(f"import os; {act}"), limits=WRITABLE)
    assert statuses(result) in (
        ["passed", "forbidden", "passed", "passed"],
        ["passed", "raised", "passed", "passed"],  # a disk that is read-only, a name on another disk
    )
    assert not Path("/tmp/kata-made").exists()


@in_namespaces
def test_what_is_put_there_cannot_be_run(worker):
    body = """
        import ctypes, os
        with open("program", "wb") as file:
            file.write(open(ctypes.__file__, "rb").read())
        try:
            os.execv("program", ["program"])
        except PermissionError:
            pass
        else:
            raise AssertionError
    """
    assert graded(worker, source(body), limits=WRITABLE).status == "passed"


# --------------------------------------------------------------------------- where there can be none


def test_without_namespaces_it_is_the_harness(worker_without):
    plain = worker_without(NO_NAMESPACES, NO_MOUNT)
    before = mounted()
    result = graded(plain, honest(), limits=WRITABLE)
    assert (result.status, result.score) == ("harness_error", None)
    assert "writable folder" in result.message
    assert mounted() == before
    assert graded(plain, honest()).status == "passed"


def test_checks_are_drawn_without_one(worker_without):
    plain = worker_without(NO_NAMESPACES, NO_MOUNT)
    assert plain.describe(DescribeJob((), "demo", 0, 0), False, quick(writable_mb=1)) == ()


@in_namespaces
def test_where_it_cannot_be_laid_no_student_is_blamed(worker_without):
    plain = worker_without(
        "import errno",
        "from grader.isolate.namespaces import system as used",
        "def refuse(*_a, **_k): raise OSError(errno.EPERM, 'no disk in memory')",
        "mount, used.mount = used.mount, lambda s, t, *m: refuse() if t == '/mnt' else mount(s, t, *m)",
    )
    result = graded(plain, honest(), limits=WRITABLE)
    assert (result.status, result.score) == ("harness_error", None)
    assert "writable folder" in result.message


# --------------------------------------------------------------------------- what is printed


def test_a_check_ends_that_prints_more_than_it_may(worker):
    small = quick(output_kb=1)
    assert statuses(graded(worker, source("print('x' * 900)"), limits=small)) == ["passed"] * 4
    result = graded(worker, source("print('x' * 2000)"), limits=small)
    assert statuses(result) == ["passed", "too_much_output", "passed", "passed"]
    assert graded(worker, source("print('x' * 2000)"), limits=quick(output_kb=2)).status == "passed"


@pytest.mark.parametrize("kept", [1, 3])
def test_of_what_is_printed_so_much_is_kept(worker, kept):
    text = "def f(n):\n    print('x' * 5000)\n    return n"
    seen = see(worker, text, limits=quick(output_kept_kb=kept))
    assert [len(seen.places[check, 0].printed) for check in range(3)] == [kept << 10] * 3
    both = [len(seen.places[3, case].printed) for case in (0, 1)]
    assert sum(both) == kept << 10, "a check keeps so much, whatever the number of its cases"


def test_all_is_kept_of_what_is_printed_within_the_limit(worker):
    seen = see(worker, "def f(n):\n    print('x' * 5000)\n    return n", limits=ROOMY)
    assert seen.places[0, 0].printed == "x" * 5000 + os.linesep
