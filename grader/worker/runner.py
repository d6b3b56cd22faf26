"""Run a submission: load its sources, run the probes on it, and tell what was seen.

This code shares its process with a student's. It compares nothing and knows no answer; what it
writes is a claim that the other side reads with suspicion. Everything it needs later is bound
before the first line of the student's code runs.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import marshal
import os
import random
import re
import struct
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any, Protocol

from grader.codec import Caught, Encoder, decoder, pack, revive, type_name
from grader.model import Error
from grader.worker import companions
from grader.worker.protocol import Frame, Loaded, LoadedUnit, Plan, PlannedCheck, RunJob, Seen, Source

OUTPUT = 1
PROBE_FILE = "<check>"
MODULE_NAME = "submission"
SEED = 20_240_229
MAX_MESSAGE = 2000
MAX_BASES = 64
RECURSION_LIMIT = sys.getrecursionlimit()
BUILTIN_EXCEPTIONS = {
    id(value): value.__name__
    for value in vars(builtins).values()
    if isinstance(value, type) and issubclass(value, BaseException)
}
# A call that does not fit the signature raises in the caller's frame: it is the student's all the same.
BINDING = re.compile(r"\) (takes|got|missing) .*(argument|keyword)")
HELD = re.compile(r"'([\w.]+)' object")


class Send(Protocol):
    """Write a frame, after what was printed and, in the output, a boundary."""

    def __call__(self, frame: Frame, boundary: bytes = b"") -> None:
        """Write the frame."""


class _Absent(AttributeError):
    """The submission has no such name."""


def sender(put: Callable[[bytes], None]) -> Send:
    """A function that hands packed frames to another one, after what was printed."""
    write, streams = os.write, (sys.stdout, sys.stderr)

    def send(frame: Frame, boundary: bytes = b"") -> None:
        for stream in (*streams, sys.stdout, sys.stderr):
            # A student may have put anything there.
            with contextlib.suppress(BaseException):
                stream.flush()
        if boundary:
            with contextlib.suppress(OSError):  # it may be closed
                write(OUTPUT, boundary)
        put(pack(frame))

    return send


def writer(descriptor: int) -> Callable[[bytes], None]:
    """A function that writes messages (length, then bytes) to a descriptor."""
    write = os.write

    def put(data: bytes) -> None:
        left = memoryview(struct.pack("<I", len(data)) + data)
        while left:
            left = left[write(descriptor, left) :]

    return put


def receiver(descriptor: int) -> Callable[[], bytes]:
    """A function that reads the next message (length, then bytes) from a descriptor."""
    read = os.read

    def exactly(count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = read(descriptor, count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    return lambda: exactly(int.from_bytes(exactly(4), "little"))


_read_plan = decoder(Plan, max_items=None)


def run(job: RunJob, receive: Callable[[], bytes], send: Send) -> None:
    """Do the whole job."""
    reset = _resetter()
    encoder = Encoder()
    labels = {source.label for source in (*job.sources, *job.modules)}
    module = types.ModuleType(MODULE_NAME)
    sys.modules[MODULE_NAME] = module
    folder = os.getcwd() if job.data else ""  # noqa: PTH109 - it is compared with texts
    calls = _Calls(labels, folder)
    companions.install(job.modules, folder)
    reset()
    if not _load(job.sources, job.cells, module, calls, send):
        return
    for name, stand_in in job.substitute:
        module.__dict__[name] = module.__dict__[stand_in]
    send(Loaded(tuple(_entry_points(module, job.entry_points))))
    student = _Student(module, calls)
    last = False
    while not last:
        plan = _read_plan(receive())
        last = plan.last
        probes = _probes(plan.probes, calls)
        for planned in plan.checks:
            probe = probes[planned.file][planned.probe]
            _run_check(planned, probe, student, calls, job, reset, encoder, send)


def _load(
    sources: tuple[Source, ...], cells: bool, module: types.ModuleType, calls: _Calls, send: Send
) -> bool:
    """Run the sources in one namespace. In a notebook a cell that fails is told and left behind."""
    module.__file__ = sources[0].label if len(sources) == 1 else "notebook"
    for index, source in enumerate(sources):
        if source.skip:
            continue
        companions.show(source.label, source.text)
        compiled, error = False, None
        try:
            code = compile(source.text, source.label, "exec", dont_inherit=True)
            compiled = True
            exec(code, module.__dict__)  # noqa: S102 - running the submission is the point
        except BaseException as raised:  # noqa: BLE001 - an exit is something seen, too
            error = calls.error(raised)
        send(LoadedUnit(index, error, compiled))
        if error is not None and not cells:
            return False
    return True


def _entry_points(module: types.ModuleType, names: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for name in names:
        if name in module.__dict__:
            value = module.__dict__[name]
            found.append((name, "callable" if callable(value) else type_name(value)))
    return found


def _probes(data: bytes, calls: _Calls) -> list[dict[str, Any]]:
    """The namespaces of the compiled probes, one for each file of checks."""
    namespaces = []
    for code in marshal.loads(data) if data else ():  # noqa: S302 - the grader's own bytes
        namespace: dict[str, Any] = {"__name__": PROBE_FILE, "attempt": calls.attempt}
        exec(code, namespace)  # noqa: S102 - the author's probes, compiled by the grader
        namespaces.append(namespace)
    return namespaces


def _run_check(
    planned: PlannedCheck,
    probe: Callable[..., Any],
    student: _Student,
    calls: _Calls,
    job: RunJob,
    reset: Callable[[], None],
    encoder: Encoder,
    send: Send,
) -> None:
    for case, inputs in planned.cases:
        reset()
        calls.came_back = ""
        value, error = None, None
        try:
            seen = probe(student, **{name: revive(item) for name, item in inputs})
            value = encoder.encode_parts(seen, job.answer_bytes)
        except BaseException as raised:  # noqa: BLE001 - an exit is something seen, too
            error = calls.error(raised)
        send(Seen(planned.index, case, value, error), job.boundary)


class _Student:
    """What a probe calls the student: the names of the submission, with every call accounted for."""

    def __init__(self, module: types.ModuleType, calls: _Calls) -> None:
        self.__names = module.__dict__
        self.__calls = calls

    def __getattr__(self, name: str) -> Any:
        if name not in self.__names:
            raise _Absent(name)
        value = self.__names[name]
        return functools.partial(self.__calls.call, value) if callable(value) else value


class _Calls:
    """Calls into the submission, and exceptions out of it."""

    def __init__(self, labels: set[str], folder: str) -> None:
        self.labels = labels
        self.folder = folder
        self.came_back = ""
        module_call = getattr(getattr(sys.modules.get("torch"), "nn", None), "Module", None)
        self.through = {self.call.__func__.__code__}  # type: ignore[attr-defined]
        if module_call is not None:
            self.through.add(module_call._call_impl.__code__)

    def call(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
        """Call the student's function and note the type of what came back."""
        answer = function(*arguments, **keywords)
        self.came_back = type_name(answer)
        return answer

    def attempt(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
        """What `grader.author.attempt` promises."""
        try:
            return function(*arguments, **keywords)
        except _Absent:
            raise
        except BaseException as raised:  # noqa: BLE001 - the exception is the observation
            return Caught(self.error(raised))

    def error(self, raised: BaseException) -> Error:
        """An exception as data: its name, its builtin bases by identity, and the student's own line."""
        mro = type.__dict__["__mro__"].__get__(type(raised))
        bases = tuple(BUILTIN_EXCEPTIONS[id(cls)] for cls in mro if id(cls) in BUILTIN_EXCEPTIONS)[:MAX_BASES]
        try:
            message = self._without_folder(str(raised))[:MAX_MESSAGE]
        except BaseException:  # noqa: BLE001 - a hostile __str__
            message = ""
        message = message.encode("utf-8", "replace").decode("utf-8")
        if type(raised) is _Absent:
            return Error("AttributeError", bases, message, "absent", came_back=message)
        unit, line, inside = self._where(raised)
        misfit = not unit and "TypeError" in bases and BINDING.search(message) is not None
        origin = "call" if misfit else "student" if inside else "probe"
        came_back = self._held(raised, message) if origin == "probe" else ""
        missing = getattr(raised, "name", "") if isinstance(raised, AttributeError) else ""
        missing = missing if type(missing) is str else ""
        return Error(type_name(raised), bases, message, origin, came_back, unit, line, missing[:100])

    def _without_folder(self, text: str) -> str:
        """A text with the names of data files as the student wrote them: their folder differs each time."""
        if not self.folder:
            return text
        return text[: 2 * MAX_MESSAGE].replace(self.folder + os.sep, "").replace(self.folder, ".")

    def _where(self, raised: BaseException) -> tuple[str, int, bool]:
        """The student's own line nearest to the fault, and whether the fault lies beyond the probe."""
        unit, probed, inside = "", False, False
        line: object = 0
        trace = raised.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename in self.labels:
                unit, line, inside = code.co_filename, trace.tb_lineno, True
            elif code in self.through:
                inside = True
            elif code.co_filename == PROBE_FILE:
                probed = True
            trace = trace.tb_next
        if isinstance(raised, SyntaxError) and raised.filename in self.labels:
            unit, line = str(raised.filename), raised.lineno
        return unit, _line(line), inside or not probed

    def _held(self, raised: BaseException, message: str) -> str:
        """The type that the probe could not use."""
        held = getattr(raised, "obj", None) if isinstance(raised, AttributeError) else None
        if held is not None:
            return type_name(held)
        named = HELD.search(message)
        return named.group(1) if named else self.came_back


def _line(told: object) -> int:
    """The number of a line; 0 where what an exception or a trace tells is none."""
    return told if type(told) is int and 0 <= told < 1 << 31 else 0


def _resetter() -> Callable[[], None]:
    """A function that puts the global state back that a file may have changed while loading."""
    steps: list[Callable[[], object]] = [
        functools.partial(random.seed, SEED),
        functools.partial(sys.setrecursionlimit, RECURSION_LIMIT),
        functools.partial(warnings.simplefilter, "ignore"),
    ]
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        steps += [
            functools.partial(numpy.random.seed, SEED),
            functools.partial(numpy.seterr, divide="warn", over="warn", under="ignore", invalid="warn"),
        ]
    torch = sys.modules.get("torch")
    if torch is not None:
        steps += [
            # torch.manual_seed() would write a traceback for each device that is not there.
            functools.partial(torch.default_generator.manual_seed, SEED),
            functools.partial(torch.set_default_dtype, torch.float32),
            functools.partial(torch.set_default_device, None),
            functools.partial(torch.set_grad_enabled, True),
            functools.partial(torch.autograd.set_detect_anomaly, False),
        ]

    def reset() -> None:
        for step in steps:
            try:
                step()
            except Exception:  # noqa: BLE001, S112 - a student who breaks this breaks their own draw only
                continue

    return reset
