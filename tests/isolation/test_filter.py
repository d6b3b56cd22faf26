"""The filter of system calls, for both machines: its program is run here, step by step."""

import errno
import functools
import os
import struct
from types import SimpleNamespace

import pytest

from grader.isolate import seccomp

OTHER = {"x86_64": "aarch64", "aarch64": "x86_64"}
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, KILL = "allow", "kill the process"
REFUSE, ABSENT, CLOSED = errno.EPERM, errno.ENOSYS, errno.EACCES
OWN, ANOTHER = seccomp._PID_SLOT, 4711
A_THREAD, A_FORK = 0x3D0F00, 0x1200011  # the flags of the C library

# Numbers on x86_64 and aarch64, from the kernel's tables; None where a machine has no such call.
USED = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "fstat": (5, 80), "lseek": (8, 62), "mmap": (9, 222),
    "munmap": (11, 215), "brk": (12, 214), "rt_sigaction": (13, 134), "rt_sigreturn": (15, 139),
    "madvise": (28, 233), "getpid": (39, 172), "exit_group": (231, 94), "futex": (202, 98),
    "getdents64": (217, 61), "clock_nanosleep": (230, 115), "openat": (257, 56), "newfstatat": (262, 79),
    "getrandom": (318, 278), "statx": (332, 291), "rseq": (334, 293), "open": (2, None), "stat": (4, None),
}  # fmt: skip
NEVER = {
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "setpriority": (141, 140), "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122),
    "setrlimit": (160, 164), "setuid": (105, 146), "setgid": (106, 144), "capset": (126, 91),
    "chroot": (161, 51), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "move_mount": (429, 429), "mount_setattr": (442, 442), "unshare": (272, 97), "setns": (308, 268),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchownat": (260, 54),
    "utimensat": (280, 88), "setxattr": (188, 5), "truncate": (76, 45), "mknodat": (259, 33),
    "linkat": (265, 37), "symlinkat": (266, 36), "link": (86, None), "symlink": (88, None),
    "creat": (85, None), "openat2": (437, 437), "open_by_handle_at": (304, 265), "memfd_create": (319, 279),
    "shmget": (29, 194), "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "keyctl": (250, 219), "add_key": (248, 217), "bpf": (321, 280), "perf_event_open": (298, 241),
    "io_uring_setup": (425, 425), "io_setup": (206, 0), "userfaultfd": (323, 282), "seccomp": (317, 277),
    "process_madvise": (440, 440), "kcmp": (312, 272), "personality": (135, 92), "syslog": (103, 116),
    "reboot": (169, 142), "init_module": (175, 105), "kexec_load": (246, 104), "settimeofday": (164, 170),
    "sethostname": (170, 161), "inotify_init1": (294, 26), "fanotify_init": (300, 262), "setsid": (112, 157),
}  # fmt: skip
WRITING = {
    "ftruncate": (77, 46), "mkdirat": (258, 34), "unlinkat": (263, 35), "renameat": (264, 38),
    "renameat2": (316, 276), "mkdir": (83, None), "rename": (82, None), "unlink": (87, None),
    "rmdir": (84, None),
}  # fmt: skip


def run(program, number, *arguments, architecture):
    """What the kernel would do with a call: classic BPF, of which a filter of system calls uses six steps."""
    arguments = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, architecture, 0, *(value % (1 << 64) for value in arguments))
    steps = list(struct.iter_unpack("=HBBI", program))
    accumulator, at = 0, 0
    while True:
        code, if_true, if_false, operand = steps[at]
        at += 1
        if code == 0x20:
            accumulator = struct.unpack_from("<I", data, operand)[0]
        elif code == 0x54:
            accumulator &= operand
        elif code == 0x06:
            action, value = operand & 0xFFFF0000, operand & 0xFFFF
            return {0x7FFF0000: ALLOW, 0x80000000: KILL, 0x00050000: value}[action]
        else:
            holds = {
                0x15: accumulator == operand,
                0x35: accumulator >= operand,
                0x45: accumulator & operand != 0,
            }
            at += if_true if holds[code] else if_false


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request, monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=request.param))
    return request.param


@pytest.fixture
def answer(machine):
    """Ask a filter of that machine: a call by its two numbers, its arguments, and what the filter is for."""
    compiled = functools.cache(seccomp.compile_filter.__wrapped__)

    def ask(numbers, *arguments, architecture=ARCHITECTURES[machine], **variant):
        return run(compiled(**variant), of(machine, numbers), *arguments, architecture=architecture)

    return ask


def of(machine, numbers):
    return numbers if isinstance(numbers, int) else numbers[machine == "aarch64"]


def there(machine, table):
    return {name: of(machine, numbers) for name, numbers in table.items() if of(machine, numbers) is not None}


def answers(answer, table, **variant):
    return {name: answer(number, **variant) for name, number in table.items()}


def test_what_python_needs_is_allowed(machine, answer):
    table = there(machine, USED)
    assert answers(answer, table) == dict.fromkeys(table, ALLOW)


@pytest.mark.parametrize("opens", [True, False])
@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("writes", [True, False])
def test_what_reaches_beyond_is_refused_in_every_variant(machine, answer, opens, threads, writes):
    table = there(machine, NEVER)
    told = answers(answer, table, opens=opens, threads=threads, writes=writes)
    assert told == dict.fromkeys(table, REFUSE)


def test_another_architecture_ends_the_process(machine, answer):
    for number in (0, 63, 9999):
        assert answer(number, architecture=ARCHITECTURES[OTHER[machine]]) == KILL
        assert answer(number, architecture=0x40000003) == KILL  # 32 bits, on x86


def test_the_x32_interface_ends_the_process(machine, answer):
    """It shares the architecture of x86_64; elsewhere such a number is of no call."""
    for number in (0x40000000, 0x40000001, 0x40000000 + 520):
        assert answer(number) == (KILL if machine == "x86_64" else ABSENT)


def test_numbers_of_the_future_seem_absent_and_gaps_are_refused(answer):
    assert {answer(number) for number in (452, 460, 9999, 0x3FFFFFFF)} == {ABSENT}
    assert {answer(number) for number in (400, 420, 451)} == {REFUSE}


def test_a_negative_number_is_not_allowed(machine, answer):
    assert answer(-1) == (KILL if machine == "x86_64" else ABSENT)


def test_only_listed_numbers_are_allowed(machine):
    program = seccomp.compile_filter.__wrapped__()
    allowed = {n for n in range(2000) if run(program, n, architecture=ARCHITECTURES[machine]) == ALLOW}
    conditional = {of(machine, numbers) for numbers, *_ in ARGUMENTS.values()}
    assert allowed - conditional <= set(seccomp._numbers(seccomp._TABLE, machine).values())


ARGUMENTS = {  # the numbers; arguments that are allowed; arguments that are not
    "kill": ((62, 129), [(OWN, 9)], [(ANOTHER, 9), (0, 9), (-1, 9), (-OWN, 9), (1, 0)]),
    "tgkill": ((234, 131), [(OWN, 7, 9)], [(ANOTHER, 7, 9), (0, 7, 9)]),
    "fcntl": (
        (72, 25),
        [(3, 0), (3, 1), (3, 2, 1), (3, 3), (3, 4, 2048), (3, 1030)],
        [(3, 8, ANOTHER), (3, 10, 9), (3, 15, 0), (3, 1024, 0), (3, 1026, 0), (3, 1031, 0), (3, 1033, 0)],
    ),
    "prctl": ((157, 167), [(3,), (16,), (39,)], [(4, 1), (1, 0), (22, 2), (35, 1), (0x59616D61, 1), (36, 1)]),
    "ioctl": ((16, 29), [(0, 0x5401), (0, 0x541B)], [(0, 0x5412), (0, 0x5452), (0, 0x8902), (0, 0x5402)]),
    "prlimit64": (
        (302, 261),
        [(0, 7, 0, 1 << 40), (OWN, 7, 0, 1 << 40)],
        [(ANOTHER, 7, 0, 1 << 40), (0, 7, 1), (0, 7, 1 << 32), (OWN, 7, 0x7FFF_0000_0000), (ANOTHER, 7, 1)],
    ),
    "socketpair": ((53, 199), [(1, 1, 0), (1, 1 | 0o2000000, 0)], [(2, 1, 0), (16, 3, 0), (10, 1, 0)]),
    "clone": ((56, 220), [], [(A_THREAD,), (A_FORK,), (17,), (0,)]),
}  # fmt: skip


@pytest.mark.parametrize(("numbers", "allowed", "refused"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_calls_that_could_reach_others_are_allowed_with_arguments_that_cannot(
    answer, numbers, allowed, refused
):
    assert [answer(numbers, *arguments) for arguments in allowed] == [ALLOW] * len(allowed)
    assert [answer(numbers, *arguments) for arguments in refused] == [REFUSE] * len(refused)


@pytest.mark.parametrize("kind", [2, 2 | 0o2000000, 2 | 0o4000, 3], ids=["", "cloexec", "nonblock", "raw"])
def test_no_socket_that_could_send_to_an_address_is_made(answer, kind):
    """A pair of datagram sockets can each send to any other of the machine, that of its log for one."""
    assert answer((53, 199), 1, kind, 0) == REFUSE


def test_threads_are_allowed_only_where_they_are_asked_for_and_processes_never(answer):
    clone, clone3 = (56, 220), (435, 435)
    assert answer(clone, A_THREAD) == REFUSE
    assert answer(clone, A_THREAD, threads=True) == ALLOW
    for flags in (A_FORK, 17, 0x4111, 0x100, 0x900, 0x10900 & ~0x100):
        assert answer(clone, flags, threads=True) == REFUSE
    for namespace in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert answer(clone, A_THREAD | namespace, threads=True) == REFUSE
    assert answer(clone3) == answer(clone3, threads=True) == ABSENT  # its flags cannot be read


def test_files_are_made_and_removed_only_with_a_writable_folder(machine, answer):
    table = there(machine, WRITING)
    assert answers(answer, table) == dict.fromkeys(table, REFUSE)
    assert answers(answer, table, writes=True) == dict.fromkeys(table, ALLOW)


def test_nothing_can_be_opened_without_landlock(machine, answer):
    table = there(machine, {"open": (2, None), "openat": (257, 56)})
    assert answers(answer, table) == dict.fromkeys(table, ALLOW)
    assert answers(answer, table, opens=False) == dict.fromkeys(table, CLOSED)
    assert answer((0, 63), opens=False) == ALLOW


def test_another_machine_has_no_filter(monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="riscv64"))
    assert not seccomp.supported()


def test_the_slot_is_filled_with_the_process_that_loads_it(monkeypatch):
    loaded = []
    monkeypatch.setattr(seccomp, "prctl", lambda *arguments: loaded.append(arguments))
    program = seccomp.compile_filter()
    seccomp.load(program)
    slot, own = (struct.pack("=I", number) for number in (seccomp._PID_SLOT, os.getpid()))
    assert program.count(slot) == 3
    assert own not in program
    (option, mode, header), length = loaded[0], len(program) // 8
    assert (option, mode) == (22, 2)
    assert struct.unpack_from("H", header)[0] == length
