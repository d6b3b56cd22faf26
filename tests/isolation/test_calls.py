"""System calls that reach other processes, or the machine, are refused; the class beside them is graded."""

import stat

import pytest

from tests.isolation.support import graded, honest, server_pid, source, statuses

PARENT = "os.getppid()"
REFUSED = {
    "limits of the warm server": f"import os, resource as r; r.prlimit({PARENT}, r.RLIMIT_AS, (1, 1))",
    "its own limits through prlimit": "import resource as r; r.prlimit(0, r.RLIMIT_DATA, (1, 1))",
    "priority of the warm server": f"import os; os.setpriority(os.PRIO_PROCESS, {PARENT}, 19)",
    "its own priority": "import os; os.nice(1)",
    "its scheduling": f"import os; os.sched_setscheduler({PARENT}, os.SCHED_IDLE, os.sched_param(0))",
    "a signal to the warm server": f"import os; os.kill({PARENT}, 0)",
    "a signal to everybody": "import os; os.kill(-1, 0)",
    "a process": "import os; os.fork()",
    "a program": "import os; os.execv('/bin/true', ['true'])",
    "a UDP socket": "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "a UNIX socket": "import socket; socket.socket(socket.AF_UNIX)",
    "signals by descriptor": "import fcntl, os; fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "a folder": "import os; os.mkdir('/tmp/kata-made')",
    "another root": "import os; os.chroot('/')",
    "a name for the machine": "import socket; socket.sethostname('x')",
}
# Calls by number (x86_64, aarch64), as Python has no name for them; each must fail with EPERM or ENOSYS.
BY_NUMBER = {
    "shmget": (29, 194, 0, 4096, 0o1600),
    "msgget": (68, 186, 0, 0o1600),
    "semget": (64, 190, 0, 1, 0o1600),
    "keyctl": (250, 219, 0, -3, 1),
    "ptrace": (101, 117, 0, 0, 0),
    "io_uring_setup": (425, 425, 1, 0),
    "bpf": (321, 280, 0, 0, 0),
    "perf_event_open": (298, 241, 0, 0, -1, -1, 0),
    "unshare": (272, 97, 0x10000000),
    "a number of the future": (9999, 9999),
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_what_reaches_beyond_the_worker_is_refused(worker, body):
    assert statuses(graded(worker, source(body))) == ["passed", "forbidden", "passed", "passed"]


@pytest.mark.parametrize("call", BY_NUMBER.values(), ids=BY_NUMBER)
def test_calls_without_a_name_are_refused(worker, call):
    numbers, arguments = call[:2], call[2:]
    body = f"""
        import ctypes, errno, os
        libc = ctypes.CDLL(None, use_errno=True)
        number = {numbers}[os.uname().machine == "aarch64"]
        answer = libc.syscall(number, *map(ctypes.c_long, {arguments}))
        code = ctypes.get_errno()
        assert answer == -1 and code in (errno.EPERM, errno.ENOSYS), (answer, code)
    """
    assert graded(worker, source(body)).status == "passed"


def test_a_file_outside_keeps_its_mode_and_its_times(worker, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    victim.chmod(0o600)
    before = victim.stat()
    body = f"""
        import os
        for act in (lambda p: os.chmod(p, 0o777), lambda p: os.utime(p, (0, 0)), lambda p: os.chown(p, 1, 1)):
            try:
                act({str(victim)!r})
            except PermissionError:
                continue
            raise SystemExit
    """
    assert graded(worker, source(body)).status == "passed"
    after = victim.stat()
    assert stat.S_IMODE(after.st_mode) == 0o600
    assert (after.st_mtime_ns, after.st_uid) == (before.st_mtime_ns, before.st_uid)


def test_who_comes_after_an_attack_on_the_server_has_a_right_grade(worker):
    for name in ("RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_DATA", "RLIMIT_CPU"):
        attack = f"""
            import os, resource
            try:
                resource.prlimit(os.getppid(), resource.{name}, (1, 1))
            except PermissionError:
                pass
        """
        assert graded(worker, honest(attack)).status == "passed"
        assert graded(worker, honest()).status == "passed"


def test_a_server_that_was_harmed_is_replaced(own_worker):
    import resource

    assert graded(own_worker, honest()).status == "passed"
    pid = server_pid(own_worker)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (6, 6))
    assert graded(own_worker, honest()).status == "passed"
    assert server_pid(own_worker) != pid
