"""Each layer as a submission meets it: who it is, which processes it sees, what it can write and start."""

import contextlib
import os
import socket
import threading
import time
from pathlib import Path

import pytest

from grader.errors import HarnessError
from grader.isolate import child, identity, namespaces
from grader.model import Level
from tests.isolation.support import (
    NO_COUNT,
    NO_FILTER,
    NO_LANDLOCK,
    NO_NAMESPACES,
    NO_USERS,
    alive,
    as_root,
    ask,
    graded,
    honest,
    in_namespaces,
    kill_server,
    left_behind,
    quick,
    see,
    server_pid,
    source,
    statuses,
)

ONLY_THAT_ONE = ["passed", "forbidden", "passed", "passed"]
SETS = ("CapInh", "CapPrm", "CapEff", "CapAmb")


def in_a_process(act):
    """What an act answers in a process of its own, which it may change."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(writing, str(act()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        told = answer.read()
    os.waitpid(pid, 0)
    return told


def powers():
    """The powers of this process, by the kernel's own account."""
    told = dict(line.split(":\t") for line in Path("/proc/self/status").read_text().splitlines())
    return [int(told[name], 16) for name in SETS]


# --------------------------------------------------------------------------- who it is


@as_root
def test_each_worker_has_a_user_of_its_own_and_is_never_root(worker):
    one, other = (ask(worker, "[*os.getresuid(), *os.getresgid(), os.getgroups()]") for _ in range(2))
    for *numbers, groups in (one, other):
        assert len(set(numbers)) == 1
        assert numbers[0] > 60_000
        assert groups == []
    assert one != other


@as_root
def test_the_layer_is_told(worker):
    assert "user" in graded(worker, honest()).isolation


def test_who_is_not_root_stays_who_they_are(worker_without):
    plain = worker_without(NO_USERS)
    assert ask(plain, "[*os.getresuid()]") == [os.getuid()] * 3
    assert "user" not in plain.layers


@pytest.mark.parametrize("call", ["os.setuid(0)", "os.setgid(0)", "os.setgroups([0])", "os.seteuid(0)"])
def test_nobody_becomes_another(worker, call):
    assert statuses(graded(worker, source(f"import os; {call}"))) == ONLY_THAT_ONE


def test_a_worker_has_no_powers(careless_worker):
    status = ask(careless_worker, "open('/proc/self/status').read()")
    told = dict(line.split(":\t") for line in status.splitlines())
    assert [int(told[name], 16) for name in SETS] == [0, 0, 0, 0]
    assert told["NoNewPrivs"] == "1"


def test_powers_are_given_up_for_good():
    assert in_a_process(lambda: (identity.drop_capabilities(None), powers())[1]) == "[0, 0, 0, 0]"


@as_root
@pytest.mark.parametrize(("keep_reading", "kept"), [(False, 0), (True, 1 << 2)], ids=["nothing", "reading"])
def test_of_the_powers_of_root_reading_alone_is_kept_where_it_is_needed(keep_reading, kept):
    def become():
        users = identity.Users(61_184, 4_000, keep_reading)
        identity.take(users)
        identity.drop_capabilities(users)
        return [*powers(), os.getuid() >= 61_184, os.getgroups()]

    assert in_a_process(become) == str([0, kept, kept, 0, True, []])


@as_root
def test_a_user_of_its_own_reaches_no_process_of_root_even_if_nothing_else_refuses(worker_without):
    alone = worker_without(NO_LANDLOCK, NO_FILTER, NO_COUNT, NO_NAMESPACES)
    see(alone, honest())
    before = server_pid(alone)
    for act in ("os.kill(os.getppid(), 9)", "open(f'/proc/{os.getppid()}/environ')", "os.chroot('/')"):
        result = graded(alone, source(f"import os; {act}"))
        assert statuses(result) == ONLY_THAT_ONE
    assert server_pid(alone) == before


# --------------------------------------------------------------------------- which processes it sees


@in_namespaces
def test_the_parent_is_process_1(worker):
    parent, own = ask(worker, "[os.getppid(), os.getpid()]")
    assert parent == 1 < own


def test_without_namespaces_the_parent_is_the_server(worker_without):
    plain = worker_without(NO_NAMESPACES)
    assert ask(plain, "os.getppid()") == server_pid(plain)


@in_namespaces
def test_only_the_server_and_the_worker_are_seen(enclosed_worker):
    own, seen = ask(
        enclosed_worker, "[os.getpid(), sorted(int(x) for x in os.listdir('/proc') if x.isdigit())]"
    )
    assert seen == [1, own]


@in_namespaces
@pytest.mark.parametrize("number", [9, 15, 19])
def test_process_1_takes_no_signal_from_within_even_if_nothing_is_refused(enclosed_worker, number):
    see(enclosed_worker, honest())
    before = server_pid(enclosed_worker)
    result = graded(enclosed_worker, source(f"import os; os.kill(os.getppid(), {number})"))
    assert result.status == "passed"
    assert server_pid(enclosed_worker) == before


@in_namespaces
def test_a_process_outside_has_no_number_within(enclosed_worker):
    see(enclosed_worker, honest())
    outside = [os.getpid(), enclosed_worker._servers["numpy"].process.pid]
    text = """
import os
def f(n):
    try:
        os.kill(n, 0)
    except ProcessLookupError:
        return "nobody"
"""
    seen = see(enclosed_worker, text, calls=(outside,))
    assert [seen.value(0, 0), seen.value(0, 1)] == ["nobody", "nobody"]


# --------------------------------------------------------------------------- what it can reach and write


@in_namespaces
def test_there_is_no_network_even_if_nothing_is_refused(enclosed_worker):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        expression = f"__import__('socket').socket().connect_ex(('127.0.0.1', {port}))"
        assert os.strerror(ask(enclosed_worker, expression)) == "Network is unreachable"
    assert ask(enclosed_worker, "[name for _, name in __import__('socket').if_nameindex()]") == ["lo"]


@in_namespaces
def test_nothing_can_be_written_even_if_nothing_is_refused(enclosed_worker, tmp_path):
    tmp_path.chmod(0o777)
    folders = ["/", "/tmp", "/var/tmp", "/dev/shm", "/mnt", "/proc/self", str(tmp_path)]
    text = f"""
import errno, os
def f(n):
    told = []
    for folder in {folders}:
        try:
            open(folder + "/kata-made", "w").close()
            told.append(folder)
        except OSError as fault:
            if fault.errno not in (errno.EROFS, errno.EACCES, errno.ENOENT):
                told.append(repr(fault))
    return told
"""
    assert see(enclosed_worker, text, calls=((1,),)).value(0) == []
    assert ask(enclosed_worker, f"bool(os.statvfs({str(tmp_path)!r}).f_flag & os.ST_RDONLY)")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("folder", ["/", "/tmp", "/var/tmp", "/dev/shm", "/mnt", "."])
def test_no_file_is_made(worker, folder):
    result = graded(worker, source(f"open('{folder}/kata-made', 'w')"))
    assert statuses(result) in (ONLY_THAT_ONE, ["passed", "raised", "passed", "passed"])  # read-only
    assert not Path(folder, "kata-made").exists()


@pytest.mark.parametrize("kind", ["SOCK_DGRAM", "SOCK_RAW"])
def test_no_datagram_reaches_a_socket_of_the_machine(worker, tmp_path_factory, kind):
    """A pair of sockets is allowed; one of them must not be able to write into the log of the machine."""
    folder = tmp_path_factory.mktemp("open")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.setblocking(False)
        listening.bind(f"/{folder}/socket")
        for path in (folder / "socket", folder, folder.parent, folder.parent.parent):
            path.chmod(0o777)
        body = f"""
            import socket
            with socket.socketpair(socket.AF_UNIX, socket.{kind})[0] as one:
                one.sendto(b"forged", {str(folder / "socket")!r})
        """
        graded(worker, source(body))
        with pytest.raises(BlockingIOError):
            listening.recv(100)


# --------------------------------------------------------------------------- threads and processes

START_THREADS = """
import _thread, threading, time
threading.stack_size(1 << 16)
def f(n):
    started, done = 0, _thread.allocate_lock()
    done.acquire()
    try:
        for _ in range(100):
            _thread.start_new_thread(done.acquire, ())
            started += 1
    except RuntimeError:
        pass
    return 1 + started
"""


def test_no_thread_is_started_by_default(worker):
    assert see(worker, START_THREADS, calls=((1,),)).value(0) == 1


@pytest.mark.skipif(os.getuid() and not namespaces.available(), reason="nobody can count the threads here")
def test_with_threads_there_are_32_at_most(worker):
    most = see(worker, START_THREADS, calls=((1,),), limits=quick(threads=True)).value(0)
    assert 16 < most <= 32


def test_threads_work_where_they_are_asked_for(worker):
    text = """
from concurrent.futures import ThreadPoolExecutor
def f(n):
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(int.__add__, [n, n], [0, 1])) + [n * n]
"""
    assert graded(worker, text, limits=quick(threads=True)).status == "passed"
    assert graded(worker, text).status != "passed"
    assert left_behind(worker) == []


@pytest.mark.parametrize("body", ["import os; os.fork()", "import subprocess; subprocess.run(['true'])"])
def test_with_threads_there_are_still_no_processes(worker, body):
    result = graded(worker, source(body), limits=quick(threads=True))
    assert statuses(result) == ONLY_THAT_ONE


def test_threads_that_never_end_are_gone_with_their_worker(worker):
    before = "import _thread, time\n_thread.start_new_thread(time.sleep, (3600,))"
    assert graded(worker, honest(before), limits=quick(threads=True)).status == "passed"
    assert left_behind(worker) == []


# --------------------------------------------------------------------------- with fewer layers

WITHOUT = {
    "everything": ((), Level.FULL if namespaces.available() else Level.STANDARD),
    "no namespaces": ((NO_NAMESPACES,), Level.STANDARD),
    "no Landlock": ((NO_LANDLOCK,), Level.CLOSED),
    "neither": ((NO_NAMESPACES, NO_LANDLOCK), Level.CLOSED),
    "no user of its own": ((NO_USERS, NO_NAMESPACES), Level.STANDARD),
    "no filter": ((NO_FILTER,), Level.NONE),
}


@pytest.mark.parametrize(("lines", "level"), WITHOUT.values(), ids=WITHOUT)
def test_the_level_falls_with_the_layers_and_honest_work_is_graded_at_each(worker_without, lines, level):
    fewer = worker_without(*lines)
    assert fewer.examine("numpy").level is level
    text = honest("import json, collections, math, random, dataclasses, numpy, numpy.fft, numpy.ma")
    assert graded(fewer, text).status == "passed"
    assert ("no_open" in fewer.layers) == (level is Level.CLOSED)
    assert ("namespaces" in fewer.layers) == (namespaces.available() and NO_NAMESPACES not in lines)


@pytest.mark.parametrize("lines", [(NO_NAMESPACES, NO_USERS), (NO_NAMESPACES, NO_USERS, NO_LANDLOCK)])
@pytest.mark.parametrize(
    "body",
    [
        "open('/etc/passwd')",
        "open('/tmp/kata-made', 'w')",
        "import os; os.listdir('/etc')",
        "import os; os.kill(os.getppid(), 9)",
        "import os; open(f'/proc/{os.getppid()}/environ')",
        "import socket; socket.socket()",
        "import os; os.fork()",
    ],
)
def test_the_base_refuses_what_all_layers_refuse(worker_without, lines, body):
    result = graded(worker_without(*lines), source(body))
    assert statuses(result) == ONLY_THAT_ONE


# --------------------------------------------------------------------------- the two processes of a server


@in_namespaces
def test_the_server_ends_with_the_process_that_waits_for_it(own_worker):
    see(own_worker, honest())
    inner, outer = server_pid(own_worker), own_worker._servers["numpy"].process
    outer.kill()
    outer.wait()
    deadline = time.monotonic() + 1.0
    while alive(inner) and time.monotonic() < deadline:
        time.sleep(0.01)
    still_there = alive(inner)
    if still_there:
        os.kill(inner, 9)
    assert not still_there


@in_namespaces
def test_the_process_that_waits_ends_with_the_server_and_tells_how(own_worker):
    see(own_worker, honest())
    server = own_worker._servers["numpy"]
    kill_server(server)
    assert server.process.returncode == 128 + 9
    assert graded(own_worker, honest()).status == "passed"


def test_a_server_that_never_gets_warm_is_ended(worker_without, monkeypatch):
    monkeypatch.setattr(child, "START_TIMEOUT_S", 1.0)
    mark = f"# {os.urandom(8).hex()}"
    slow = worker_without(mark, "import time", "server._warm_up = lambda *_a, **_k: time.sleep(3600)")
    waited_too_long = threading.Event()

    def end_it():
        waited_too_long.set()
        for pid in started_with(mark):
            os.kill(pid, 9)

    last_resort = threading.Timer(5.0, end_it)
    last_resort.start()
    with pytest.raises(HarnessError, match="did not start"):
        slow.examine("numpy")
    last_resort.cancel()
    assert not waited_too_long.is_set()
    assert started_with(mark) == []


def started_with(mark):
    """Every process of the machine that has this text among its arguments."""
    found = []
    for pid in (entry.name for entry in Path("/proc").iterdir() if entry.name.isdigit()):
        with contextlib.suppress(OSError):
            if mark.encode() in Path(f"/proc/{pid}/cmdline").read_bytes() and alive(pid):
                found.append(int(pid))
    return found
