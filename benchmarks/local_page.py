"""How fast the local page is: from the start to its first page, and from a run to its verdict.

    python benchmarks/local_page.py            10 starts, 25 runs of each of two exercises
    python benchmarks/local_page.py --quick    a few of each, to see that it runs

In turn, round by round, are timed:

* start: from before ``kata serve`` is started until the catalogue has been read, with a new process each
  time; beside it ``kata list``, which reads and shows the same, and a bare ``python -c pass``;
* verdict: from before the page asks the server to prove itself and then to run, until the verdict has been
  read, on a server that is warm. The request holds the code, which is saved first; the answer is the
  reference with a new comment in each round. Beside it ``kata check`` of the same file, in a process of its
  own, whose servers are not warm.

What is done once is not counted: starting the warm servers, and making the answer key.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

KATA = Path(sysconfig.get_path("scripts")) / "kata"
EXERCISES = ("pos_embed_2d", "interpolate_position_embedding")
FIRST_PAGE_AIM_MS, VERDICT_AIM_MS = 500.0, 300.0


class Page:
    """`kata serve`, and requests as its page sends them."""

    def __init__(self, folder: Path) -> None:
        began = time.perf_counter()
        self.child = subprocess.Popen(
            [KATA, "serve", folder, "--port", "0", "--no-browser"],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        line = self.child.stdout.readline()
        port, self.token = re.search(r":(\d+)/\?token=(\S+)", line).groups()
        self.connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=120)
        self.headers = {}
        answer, _ = self.ask("GET", f"/?token={self.token}")
        cookie = answer.headers["set-cookie"].split(";")[0]
        self.headers = {"Cookie": cookie}
        answer, page = self.ask("GET", "/")
        self.started_s = time.perf_counter() - began
        place = re.search(rb'data-place="(\w+)"', page)[1].decode()
        self.headers |= {
            "X-Kata-Token": self.token,
            "X-Kata-Place": place,
            "Content-Type": "application/json",
        }
        self.headers["X-Kata-Nonce"] = "0" * 64
        assert answer.status == 200, answer.status
        assert all(name.encode() in page for name in EXERCISES)

    def ask(self, method: str, path: str, body: dict | None = None) -> tuple[http.client.HTTPResponse, bytes]:
        self.connection.request(method, path, json.dumps(body) if body is not None else None, self.headers)
        answer = self.connection.getresponse()
        return answer, answer.read()

    def run(self, name: str, code: str, version: str) -> tuple[float, str]:
        """Seconds from the request to the verdict, and the version that was saved."""
        began = time.perf_counter()
        self.ask("GET", "/api/hello")
        _, told = self.ask("POST", f"/api/exercise/{name}/run", {"code": code, "version": version})
        took_s = time.perf_counter() - began
        events = [json.loads(line) for line in told.splitlines()]
        assert events[-1].get("status") == "passed", events[-1]
        return took_s, events[0]["version"]

    def close(self) -> None:
        self.connection.close()
        self.child.send_signal(signal.SIGINT)
        self.child.communicate(timeout=60)
        assert self.child.returncode == 130, self.child.returncode


def timed(*command: str | Path) -> float:
    """Seconds of a process."""
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def starts(rounds: int, folder: Path) -> dict[str, list[float]]:
    """Start the page, the list and Python in turn."""
    ms: dict[str, list[float]] = {"page": [], "list": [], "python": []}
    for _ in range(rounds):
        page = Page(folder)
        page.close()
        ms["page"].append(1000 * page.started_s)
        ms["list"].append(1000 * timed(KATA, "list"))
        ms["python"].append(1000 * timed(sys.executable, "-c", "pass"))
    return ms


def verdicts(name: str, rounds: int, folder: Path) -> dict[str, list[float]]:
    """Run an answer on the page, and check the same file in a fresh process, in turn."""
    from grader.catalogue import load_pack

    source = (load_pack().exercise(name).solution_folder / "solution.py").read_text()
    page = Page(folder)
    page.ask("GET", f"/exercise/{name}")
    _, version = page.run(
        name, source, json.loads(page.ask("GET", f"/api/exercise/{name}/version")[1])["version"]
    )
    ms: dict[str, list[float]] = {"page": [], "check": []}
    for number in range(rounds):
        took_s, version = page.run(name, f"{source}\n# run {number}\n", version)
        ms["page"].append(1000 * took_s)
        ms["check"].append(1000 * timed(KATA, "check", folder / name / f"{name}.py"))
    page.close()
    return ms


def row(ms: dict[str, list[float]], own: str, other: str) -> dict[str, float]:
    middle = {what: statistics.median(values) for what, values in ms.items()}
    return {
        "rounds": len(ms[own]),
        **{f"{what}_ms": value for what, value in middle.items()},
        "low_ms": min(ms[own]),
        "high_ms": max(ms[own]),
        "ratio": middle[own] / middle[other],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few rounds")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the tables")
    options = parser.parse_args()
    rows = {}
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as place:
        os.environ.setdefault("KATA_CACHE_DIR", f"{place}/cache")
        os.environ["KATA_DATA_DIR"] = f"{place}/data"
        folder = Path(place) / "ws"
        start = row(starts(2 if options.quick else 10, folder), "page", "list")
        for name in EXERCISES:
            rows[name] = row(verdicts(name, 3 if options.quick else 25, folder), "page", "check")
    if options.json:
        print(json.dumps({"start": start, "verdict": rows}, indent=2))
        return
    print(f"From the start to the first page, medians of {start['rounds']} starts in milliseconds:\n")
    print(f"{'python':>8}{'kata list':>12}{'first page':>12}{'(lowest to highest)':>22}{'page/list':>11}")
    spread = f"{start['low_ms']:.0f} to {start['high_ms']:.0f}"
    print(f"{start['python_ms']:>8.1f}{start['list_ms']:>12.1f}{start['page_ms']:>12.1f}", end="")
    print(f"{spread:>22}{start['ratio']:>11.2f}\n")
    print("From the request to the verdict, warm, medians in milliseconds:\n")
    print(f"{'exercise':<32}{'page':>8}{'(lowest to highest)':>22}{'kata check':>12}{'page/check':>12}")
    for name, r in rows.items():
        spread = f"{r['low_ms']:.0f} to {r['high_ms']:.0f}"
        print(f"{name:<32}{r['page_ms']:>8.1f}{spread:>22}{r['check_ms']:>12.0f}{r['ratio']:>12.3f}")
    print()
    print(f"first page: within {FIRST_PAGE_AIM_MS:.0f} ms, {met(start['page_ms'], FIRST_PAGE_AIM_MS)}")
    for name, r in rows.items():
        print(f"{name}: within {VERDICT_AIM_MS:.0f} ms, {met(r['page_ms'], VERDICT_AIM_MS)}")


def met(measured_ms: float, aim_ms: float) -> str:
    return "met" if measured_ms <= aim_ms else "MISSED"


if __name__ == "__main__":
    main()
