"""seccomp: which system calls a worker may make. All others are refused.

A filter of the classic BPF kind is compiled once, in the warm server, with a slot for the worker's
own process id. What is allowed is what Python, numpy and torch were seen to use; the calls that can
reach other processes are allowed with arguments that cannot.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from functools import cache
from itertools import product

from grader.isolate.system import prctl

# name:number on x86_64:number on aarch64, from the kernel's tables; "-" where a machine has no such call.
_TABLE = """
access:21:- alarm:37:- arch_prctl:158:- brk:12:214 chdir:80:49 clock_getres:229:114
clock_gettime:228:113 clock_nanosleep:230:115 clone:56:220 clone3:435:435 close:3:57
copy_file_range:326:285 dup:32:23 dup2:33:- dup3:292:24 epoll_create1:291:20 epoll_ctl:233:21
epoll_pwait:281:22 epoll_wait:232:- eventfd2:290:19 exit:60:93 exit_group:231:94 faccessat:269:48
faccessat2:439:439 fchdir:81:50 fcntl:72:25 fstat:5:80
futex:202:98 futex_waitv:449:449 get_robust_list:274:100 getcpu:309:168 getcwd:79:17
getdents64:217:61 getegid:108:177 geteuid:107:175 getgid:104:176 getgroups:115:158 getitimer:36:102
getpgid:121:155 getpgrp:111:- getpid:39:172 getppid:110:173 getpriority:140:141 getrandom:318:278
getresgid:120:150 getresuid:118:148 getrlimit:97:163 getrusage:98:165 getsid:124:156
getsockname:51:204 getsockopt:55:209 gettid:186:178 gettimeofday:96:169 getuid:102:174 ioctl:16:29
kill:62:129 lseek:8:62 lstat:6:- madvise:28:233 membarrier:324:283 mincore:27:232 mmap:9:222
mprotect:10:226 mremap:25:216 munmap:11:215 nanosleep:35:101 newfstatat:262:79 open:2:-
openat:257:56 pause:34:- pipe:22:- pipe2:293:59 poll:7:- ppoll:271:73 prctl:157:167 pread64:17:67
prlimit64:302:261 pselect6:270:72 pwrite64:18:68 read:0:63 readlink:89:- readlinkat:267:78
readv:19:65 recvfrom:45:207 restart_syscall:219:128 rseq:334:293 rt_sigaction:13:134
rt_sigpending:127:136 rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigsuspend:130:133
rt_sigtimedwait:128:137 sched_getaffinity:204:123 sched_getparam:143:121 sched_getscheduler:145:120
sched_yield:24:124 select:23:- sendfile:40:71 sendto:44:206 set_robust_list:273:99
set_tid_address:218:96 setitimer:38:103 shutdown:48:210 sigaltstack:131:132
socketpair:53:199 stat:4:- statx:332:291 sysinfo:99:179 tgkill:234:131 time:201:-
times:100:153
umask:95:166 uname:63:160 write:1:64 writev:20:66
"""
# Only with a writable folder: what makes, removes and renames in it.
_WRITING_TABLE = """
fdatasync:75:83 fsync:74:82 ftruncate:77:46 mkdir:83:- mkdirat:258:34 rename:82:- renameat:264:38
renameat2:316:276
msync:26:227 rmdir:84:- unlink:87:- unlinkat:263:35
"""
_OPENING = ("open", "openat")
NEWEST_NUMBER = 451
_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_REFUSE, _ABSENT = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_CLOSED = 0x00050000 | errno.EACCES
_NUMBER, _ARCHITECTURE = 0, 4
_THREAD = 0x00010900  # CLONE_VM | CLONE_SIGHAND | CLONE_THREAD: a thread, not a process
_NOT_A_PLAIN_THREAD = 0x7E021080  # new namespaces, CLONE_PIDFD, CLONE_INTO_CGROUP
# Duplicating, flags, the size of a pipe; none that sends signals (F_SETOWN, F_SETSIG). Locks tell others
# something: they are for files in a folder of its own.
_FCNTL = (0, 1, 2, 3, 4, 1030, 1032)
_FCNTL_LOCKS = (5, 6, 7)
# Reading the name, dumpable, seccomp, capabilities, no_new_privs; naming a thread or a mapping.
_PRCTL = (3, 16, 21, 23, 38, 39, 0x53564D41)
# TCGETS, TIOCGWINSZ, FIOCLEX, FIONCLEX, FIONBIO, FIONREAD.
_IOCTL = (0x5401, 0x5413, 0x5451, 0x5450, 0x5421, 0x541B)
_AF_UNIX, _SOCK_STREAM, _MSG_OOB = 1, 1, 1
# Waiting and waking, also by bits; none that lends its priority to whoever is named as the owner.
_FUTEX = (0, 1, 3, 4, 5, 9, 10)
# What the C library, Python and numpy ask for; none that shares pages with others or writes them out.
_MADVISE = (0, 1, 2, 3, 4, 8, 14, 15, 16, 17, 102, 103)
_PID_SLOT = 0x7E57C0DE

Step = tuple[int, int, int, int]
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2


def supported() -> bool:
    """Whether there is a table of system calls for this machine."""
    return os.uname().machine in _AUDIT


@cache
def compile_filter(*, opens: bool = True, threads: bool = False, writes: bool = False) -> bytes:
    """The filter of this machine, with a slot for the process id.

    Parameters
    ----------
    opens
        Whether files can be opened; which ones is then for Landlock to say.
    threads
        Whether threads can be started. Processes never can.
    writes
        Whether files and folders can be made, renamed and removed; where is for Landlock to say.
    """
    machine = os.uname().machine
    numbers = _numbers(_TABLE + _WRITING_TABLE if writes else _TABLE, machine)
    steps = [_step(_LOAD, _ARCHITECTURE), _step(_EQUAL, _AUDIT[machine], 1, 0), _step(_RETURN, _KILL)]
    steps.append(_step(_LOAD, _NUMBER))
    if machine == "x86_64":  # calls of the x32 interface share the architecture's number
        steps += [_step(_AT_LEAST, _X32, 0, 1), _step(_RETURN, _KILL)]
    for name, checks in _with_arguments(threads, writes).items():
        steps += [_step(_EQUAL, numbers.pop(name), 0, len(checks)), *checks]
    for name in _OPENING if not opens else ():
        if name in numbers:
            steps += [_step(_EQUAL, numbers.pop(name), 0, 1), _step(_RETURN, _CLOSED)]
    for first, last in _runs(sorted(numbers.values())):
        steps += [_step(_AT_LEAST, first, 0, 2), _step(_AT_LEAST, last + 1, 1, 0), _step(_RETURN, _ALLOW)]
    # A newer C library tries newer calls, and falls back to older ones only if they seem absent.
    steps += [_step(_AT_LEAST, NEWEST_NUMBER + 1, 0, 1), _step(_RETURN, _ABSENT), _step(_RETURN, _REFUSE)]
    return b"".join(
        struct.pack("=HBBI", code, if_true, if_false, operand) for code, operand, if_true, if_false in steps
    )


def compile_all(*, opens: bool) -> None:
    """Compile what workers may need, once, in the server: a worker forks with them in memory."""
    for threads, writes in product((False, True), repeat=2):
        compile_filter(opens=opens, threads=threads, writes=writes)


def _numbers(table: str, machine: str) -> dict[str, int]:
    """The numbers of the calls that this machine has, by name."""
    column = 1 if machine == "x86_64" else 2
    entries = (entry.split(":") for entry in table.split())
    return {entry[0]: int(entry[column]) for entry in entries if entry[column] != "-"}


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """First and last of each run of numbers that follow one another: a shorter filter loads faster."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> Step:
    return code, operand, if_true, if_false


def _argument(index: int) -> int:
    """Where the low half of an argument stands in what a filter sees."""
    return 16 + 8 * index


def _one_of(index: int, values: tuple[int, ...]) -> list[Step]:
    """Allow if a 32-bit argument is one of the values."""
    return [_step(_LOAD, _argument(index)), *_loaded_one_of(values)]


def _loaded_one_of(values: tuple[int, ...]) -> list[Step]:
    steps = []
    for value in values:
        steps += [_step(_EQUAL, value, 0, 1), _step(_RETURN, _ALLOW)]
    return [*steps, _step(_RETURN, _REFUSE)]


def _without(index: int, bits: int) -> list[Step]:
    """Allow unless a 32-bit argument has one of the bits."""
    tests = [_step(_LOAD, _argument(index)), _step(_ANY_BIT, bits, 0, 1)]
    return [*tests, _step(_RETURN, _REFUSE), _step(_RETURN, _ALLOW)]


def _zero(index: int) -> list[Step]:
    """Refuse unless a 64-bit argument is zero; go on if it is."""
    steps = []
    for half in (0, 4):
        steps += [_step(_LOAD, _argument(index) + half), _step(_EQUAL, 0, 1, 0), _step(_RETURN, _REFUSE)]
    return steps


def _with_arguments(threads: bool, writes: bool) -> dict[str, list[Step]]:
    """The calls that are allowed with some arguments only."""
    a_thread = [
        _step(_LOAD, _argument(0)),
        _step(_AND, _THREAD),
        _step(_EQUAL, _THREAD, 1, 0),
        _step(_RETURN, _REFUSE),
        _step(_LOAD, _argument(0)),
        _step(_ANY_BIT, _NOT_A_PLAIN_THREAD, 0, 1),
        _step(_RETURN, _REFUSE),
        _step(_RETURN, _ALLOW),
    ]
    # A socket for datagrams may name another receiver with each message; one of a pair of streams cannot.
    a_pair_of_streams = [
        _step(_LOAD, _argument(1)),
        _step(_AND, 0xF),
        _step(_EQUAL, _SOCK_STREAM, 1, 0),
        _step(_RETURN, _REFUSE),
        *_one_of(0, (_AF_UNIX,)),
    ]
    return {
        "clone": a_thread if threads else [_step(_RETURN, _REFUSE)],
        "clone3": [_step(_RETURN, _ABSENT)],  # a filter cannot read its flags; clone() comes next
        "kill": _one_of(0, (_PID_SLOT,)),
        "tgkill": _one_of(0, (_PID_SLOT,)),
        "fcntl": _one_of(1, _FCNTL + _FCNTL_LOCKS if writes else _FCNTL),
        "prctl": _one_of(0, _PRCTL),
        "ioctl": _one_of(1, _IOCTL),
        "socketpair": a_pair_of_streams,
        # To the other end of a pair, and not to a socket with a name.
        "sendto": [*_zero(4), *_without(3, _MSG_OOB)],
        "recvfrom": _without(3, _MSG_OOB),
        "futex": [_step(_LOAD, _argument(1)), _step(_AND, 0x7F), *_loaded_one_of(_FUTEX)],
        "madvise": _one_of(2, _MADVISE),
        "prlimit64": _zero(2) + _one_of(0, (0, _PID_SLOT)),
    }


def load(program: bytes) -> None:
    """Put this process, which must have given up new privileges, under the filter; raises OSError."""
    program = program.replace(struct.pack("=I", _PID_SLOT), struct.pack("=I", os.getpid()))
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header)
