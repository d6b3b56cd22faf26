"""What the isolation of one submission costs, over a bare fork of the same warm server.

    python benchmarks/lock_cost.py            five parts of 200 rounds, for numpy and for torch
    python benchmarks/lock_cost.py --quick    a few rounds, to see that it runs

A part starts two fresh warm servers, by the road of the real one (its environment, its trial of the
layers, its imports, its filter compiled before the first fork): one sits in namespaces, one does not. In
each round both of them, in an order drawn anew, fork a process that exits at once (bare), one that locks
itself in as a worker does and exits (locked), and one that locks itself in with a clock around each layer
(for the table of layers only). What counts is the time from before the fork until the process is reaped.

    the lock adds          locked - bare, without namespaces
    the namespaces add     (locked - bare) in them, less (locked - bare) without
    their bare fork adds   bare in them - bare without

Of each part the 10th percentiles and the medians are compared, and the medians over the parts are
printed, with the lowest and highest part. The 10th percentile says what the work costs, the median what
it costs on a machine that does other things too. Whether a run kept within the aims is printed, never
tested. The time to find the level of isolation, which each server does once as it starts, comes last.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

KINDS = ("numpy", "torch")
AIMS_MS = {"lock": 1.5, "namespaces": 0.5}
# The functions that make up a layer, by the names under which `lock` finds them.
LAYERS = {
    "session": ("os.setsid", "os.umask"),
    "limits": ("limits.apply",),
    "no_new_privs": ("limits.no_new_privileges",),
    "user": ("identity.take",),
    "capabilities": ("identity.drop_capabilities",),
    "ends with its server, closed to others": ("limits.die_with_parent", "limits.close_to_others"),
    "Landlock": ("landlock.enter", "os.close"),
    "seccomp: have the filter": ("seccomp.compile_filter",),
    "seccomp: load it": ("seccomp.load",),
}
PLACES = {"without": "without namespaces", "within": "in namespaces"}
REST, AFTERWARDS = "between the layers", "afterwards, in the server: end what is left"


# --------------------------------------------------------------------------- the servers


def serve(descriptor: int, kind: str, without: list[str], root: str, private: list[str]) -> None:
    """Be the real server up to the fork of its first worker; from there on, measure what is asked for."""
    from grader.isolate import landlock, namespaces, server, trial

    if "namespaces" in without:
        namespaces.available = lambda: False
    if "landlock" in without:
        landlock.version = lambda: 0
    took: dict[str, float] = {}
    for module, name in ((namespaces, "available"), (landlock, "ruleset"), (trial, "find")):
        setattr(module, name, timed(getattr(module, name), name, took))
    server._serve_one = lambda control, start, _, locks, base: answer(control, start, locks, base, took)
    server.main(descriptor, kind, root, private)


def answer(control: socket.socket, start, locks, base_bytes: int, took: dict[str, float]) -> None:
    """Fork what each message asks for, and say how many ms that took, until the socket closes."""
    from grader.isolate import identity, landlock, limits, seccomp
    from grader.isolate.lock import lock
    from grader.isolate.server import _end_all_others, _end_orphans

    modules = {"os": os, "identity": identity, "landlock": landlock, "limits": limits, "seccomp": seccomp}
    end_the_rest = _end_all_others if locks.namespaces else _end_orphans
    control.send(json.dumps(took).encode())
    while asked := control.recv(64):
        if asked == b"layers":
            found = layers(modules, lambda: lock(locks, start, base_bytes))
        else:
            began = time.perf_counter()
            pid = os.fork()
            if pid == 0:
                status = 1
                try:
                    if asked == b"locked":
                        lock(locks, start, base_bytes)
                    status = 0
                finally:
                    os._exit(status)
            _, ended = os.waitpid(pid, 0)
            reaped = time.perf_counter()
            end_the_rest()
            found = {"ms": 1000 * (reaped - began), AFTERWARDS: 1000 * (time.perf_counter() - reaped)}
            assert ended == 0, f"{asked.decode()}: {ended}"
        control.send(json.dumps(found).encode())


def layers(modules: dict[str, object], locked: Callable[[], None]) -> dict[str, float]:
    """The ms of each layer of the lock in a process that ends, and of what lies between them."""
    spent = dict.fromkeys(LAYERS, 0.0)
    reading, writing = os.pipe()
    with clocks(modules, spent):  # set here: what the process writes to first, it is to pay for itself
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                began = time.perf_counter()
                locked()
                whole = 1000 * (time.perf_counter() - began)
                spent[REST] = whole - sum(spent.values())
                os.write(writing, json.dumps(spent).encode())
                status = 0
            finally:
                os._exit(status)
    os.close(writing)
    told = os.read(reading, 4096)
    os.close(reading)
    _, ended = os.waitpid(pid, 0)
    assert ended == 0, ended
    return json.loads(told)


@contextlib.contextmanager
def clocks(modules: dict[str, object], spent: dict[str, float]) -> Iterator[None]:
    """Put a clock around each function that makes up a layer."""
    before = []
    for layer, paths in LAYERS.items():
        for module, _, name in (path.partition(".") for path in paths):
            function = getattr(modules[module], name)
            before.append((modules[module], name, function))
            setattr(modules[module], name, timed(function, layer, spent))
    try:
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)


def timed(function: Callable, name: str, spent: dict[str, float]) -> Callable:
    """The function, its ms added to what was spent under a name."""

    def call(*arguments, **keywords):
        began = time.perf_counter()
        try:
            return function(*arguments, **keywords)
        finally:
            spent[name] = spent.get(name, 0.0) + 1000 * (time.perf_counter() - began)

    return call


class Server:
    """A warm server that measures."""

    def __init__(self, kind: str, without: set[str]) -> None:
        from grader.catalogue import load_pack
        from grader.isolate.control import Start, decode, encode
        from grader.isolate.processes import ROOT, server_environment

        limits = load_pack().exercise("pos_embed_2d").limits
        private = [str(path) for path in load_pack().private]
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        began = time.perf_counter()
        with theirs:
            told = [str(theirs.fileno()), kind, ",".join(sorted(without)), str(ROOT), *private]
            self.process = subprocess.Popen(
                [sys.executable, "-s", "-P", __file__, "--serve", *told],
                env=server_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
                cwd="/",
            )
        self.control = ours
        self.ready = decode(self._receive())
        self.start_ms = 1000 * (time.perf_counter() - began)
        ours.send(encode(Start(limits.memory_mb << 20, int(limits.time_per_submission_s) + 1)))
        self.took: dict[str, float] = json.loads(self._receive())

    def _receive(self) -> bytes:
        received = self.control.recv(65536)
        if not received:
            sys.exit("a server ended before its time; what it said stands above")
        return received

    def ask(self, what: str) -> dict[str, float]:
        self.control.send(what.encode())
        return json.loads(self._receive())

    def close(self) -> None:
        self.control.close()
        self.process.wait(30)


# --------------------------------------------------------------------------- the comparison


def low(values: list[float]) -> float:
    """The 10th percentile."""
    return sorted(values)[len(values) // 10]


STATISTICS = {"p10": low, "median": statistics.median}


def one_part(kind: str, rounds: int, without: set[str], order: random.Random) -> dict:
    """Measure on fresh servers. Returns the ms of each thing that was measured, by place and statistic."""
    servers = {"without": Server(kind, {*without, "namespaces"})}
    if "namespaces" not in without:
        servers["within"] = Server(kind, without)
        if "namespaces" not in servers["within"].ready.layers:
            servers.pop("within").close()
    taken: dict[str, dict[str, list[float]]] = {place: {} for place in servers}
    asked = [(place, what) for place in servers for what in ("bare", "locked", "layers")]
    for number in range(-5, rounds):
        order.shuffle(asked)
        for place, what in asked:
            for name, ms in servers[place].ask(what).items():
                named = what if name == "ms" else f"{what}: {name}"
                if number >= 0:  # those before warm up
                    taken[place].setdefault(named, []).append(ms)
    for server in servers.values():
        server.close()
    last = list(servers.values())[-1].ready
    return {
        "level": last.level.value,
        "layers": last.layers,
        "ms": {
            place: {
                name: {which: count(values) for which, count in STATISTICS.items()}
                for name, values in names.items()
            }
            for place, names in taken.items()
        },
    }


def differences(part: dict, which: str) -> dict[str, float]:
    """What lock and namespaces add in one part, by one statistic."""
    bare, locked = (
        {place: names[what][which] for place, names in part["ms"].items()} for what in ("bare", "locked")
    )
    added = {"lock": locked["without"] - bare["without"]}
    if "within" in bare:
        added["namespaces"] = locked["within"] - bare["within"] - added["lock"]
        added["their bare fork"] = bare["within"] - bare["without"]
    return added


def summary(parts: list[dict]) -> dict:
    """Medians over the parts, and for the differences the lowest and highest part."""
    places = parts[0]["ms"]
    ms = {
        place: {
            name: {
                which: statistics.median(part["ms"][place][name][which] for part in parts)
                for which in STATISTICS
            }
            for name in names
        }
        for place, names in places.items()
    }
    added = {}
    for which in STATISTICS:
        found = [differences(part, which) for part in parts]
        for name in found[0]:
            values = [each[name] for each in found]
            middle = statistics.median(values)
            added.setdefault(name, {})[which] = {"ms": middle, "low": min(values), "high": max(values)}
    met = {name: added[name]["p10"]["ms"] <= aim for name, aim in AIMS_MS.items() if name in added}
    last = parts[-1]
    return {"level": last["level"], "layers": last["layers"], "ms": ms, "added": added, "met": met}


def finding(starts: int, without: set[str]) -> dict:
    """The ms in which fresh numpy servers find their level, and in which they start."""
    rows: dict[str, list[float]] = {}
    for _ in range(starts):
        server = Server("numpy", without)
        found = {"trial.find": server.took["find"]}
        found["namespaces tried beforehand"] = server.took["available"]
        found["Landlock's rules made"] = server.took["ruleset"]
        found["the whole start, until ready"] = server.start_ms
        server.close()
        for name, ms in found.items():
            rows.setdefault(name, []).append(ms)
    return {
        name: {which: count(values) for which, count in STATISTICS.items()} for name, values in rows.items()
    }


# --------------------------------------------------------------------------- the tables


def tell(kind: str, found: dict) -> None:
    print(f"\n{kind}: level {found['level']}, layers {', '.join(found['layers'])}")
    for layer, what in (
        ("namespaces", "No namespaces here: what they add was not measured."),
        ("landlock", "No Landlock here: it is not in the lock that was measured."),
        ("seccomp", "No filter of system calls here: it is not in the lock that was measured."),
        ("user", "Not root here: no user of its own is in the lock that was measured."),
    ):
        if layer not in found["layers"]:
            print(what)
    print(f"\n{'fork to reaped':<22}{'10th percentile':>32}{'median':>32}")
    heads = f"{'bare':>10}{'locked':>10}{'ratio':>12}"
    print(f"{'':<22}{heads}{heads}")
    for place, names in found["ms"].items():
        cells = ""
        for which in STATISTICS:
            bare, locked = names["bare"][which], names["locked"][which]
            cells += f"{bare:>7.3f} ms{locked:>7.3f} ms{locked / bare:>12.2f}"
        print(f"{PLACES[place]:<22}{cells}")
    print(f"\n{'added':<22}{'10th percentile':>32}{'median':>32}  aim")
    for name, row in found["added"].items():
        cells = ""
        for which in STATISTICS:
            spread = f"({row[which]['low']:.3f} to {row[which]['high']:.3f})"
            cells += f"{row[which]['ms']:>9.3f} ms{spread:>20}"
        aim = f"{AIMS_MS[name]} ms, {'met' if found['met'][name] else 'MISSED'}" if name in AIMS_MS else "-"
        print(f"{f'by {name}' if name == 'their bare fork' else f'by the {name}':<22}{cells}  {aim}")
    columns = [(names, which) for names in found["ms"].values() for which in STATISTICS]
    print(f"\n{'layer by layer':<46}" + "".join(f"{PLACES[place]:>24}" for place in found["ms"]))
    print(f"{'':<46}" + f"{'p10':>12}{'median':>12}" * len(found["ms"]))
    rows = {
        layer: [names[f"layers: {layer}"][which] for names, which in columns] for layer in (*LAYERS, REST)
    }
    rows[AFTERWARDS] = [names[f"locked: {AFTERWARDS}"][which] for names, which in columns]
    for layer, values in rows.items():
        if any(values):
            print(f"{layer:<46}" + "".join(f"{ms:>9.3f} ms" for ms in values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few rounds")
    parser.add_argument("--rounds", type=int, help="how many in each part (default: 200)")
    parser.add_argument("--parts", type=int, help="how often servers are started afresh (default: 5)")
    parser.add_argument("--only", choices=KINDS, help="one kind of server only")
    parser.add_argument(
        "--without",
        action="append",
        choices=("namespaces", "landlock"),
        default=[],
        help="leave a layer out, as on a machine that has none",
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the tables")
    options = parser.parse_args()
    rounds = options.rounds or (5 if options.quick else 200)
    parts = options.parts or (1 if options.quick else 5)
    starts = 1 if options.quick else 15
    without, order = set(options.without), random.Random(options.seed)
    load = [os.getloadavg()[0]]
    kinds = {
        kind: summary([one_part(kind, rounds, without, order) for _ in range(parts)])
        for kind in ([options.only] if options.only else KINDS)
    }
    found = finding(starts, without)
    load.append(os.getloadavg()[0])
    if options.json:
        print(json.dumps({"load": load, "kinds": kinds, "start": found}, indent=2))
        return
    print(f"{parts} parts of {rounds} rounds; load average {load[0]:.1f} before and {load[1]:.1f} after.")
    for kind, row in kinds.items():
        tell(kind, row)
    print(f"\n{f'start of a numpy server, of {starts}':<46}{'10th percentile':>20}{'median':>20}")
    for name, row in found.items():
        print(f"{name:<46}" + "".join(f"{ms:>17.1f} ms" for ms in row.values()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        sys.path.insert(0, sys.argv[5])
        serve(int(sys.argv[2]), sys.argv[3], sys.argv[4].split(","), sys.argv[5], sys.argv[6:])
    else:
        main()
