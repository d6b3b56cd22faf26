"""A notebook that really runs: a kernel of Jupyter, cells executed one by one, outputs kept."""

import contextlib
import os
import sys
import time
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.util import run_sync

ROOT = Path(__file__).resolve().parents[2]
SOLUTION = (ROOT / "solutions" / "pos_embed_2d" / "solution.py").read_text(encoding="utf-8")
ARGUMENTS = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]


class _Kernels(AsyncKernelManager):
    """Starts a kernel of this Python, whichever are installed for Jupyter."""

    @property
    def kernel_spec(self):
        return KernelSpec(argv=ARGUMENTS, display_name="Python", language="python")


def kernel_environment(folder, **more):
    """The environment of a kernel that reads and leaves nothing of the user's."""
    own = {name: str(folder / name.lower()) for name in ("IPYTHONDIR", "KATA_DATA_DIR")}
    jupyter = {
        f"JUPYTER_{what}_DIR": str(folder / f"jupyter-{what.lower()}")
        for what in ("CONFIG", "DATA", "RUNTIME")
    }
    return {**os.environ, "PYTHONPATH": str(ROOT), **jupyter, **own, **more}


class Running:
    """A notebook and its kernel."""

    def __init__(self, client):
        self.client = client
        self.notebook = client.nb

    def run(self, code):
        """Run a new cell to its end; the cell."""
        cell = nbformat.v4.new_code_cell(code)
        self.notebook.cells.append(cell)
        return self.client.execute_cell(cell, len(self.notebook.cells) - 1)

    def pid(self):
        return int(text_of(self.run("import os; os.getpid()")))

    def has(self, name):
        """Whether there is a file in the folder that the kernel works in; a function."""
        return (Path(self.client.resources["metadata"]["path"]) / name).exists

    def interrupt_after(self, code, ready):
        """Run a cell and interrupt the kernel as soon as it is ``ready``; the cell."""
        cell = nbformat.v4.new_code_cell(code)
        self.notebook.cells.append(cell)
        return run_sync(self._interrupted)(cell, ready)

    async def _interrupted(self, cell, ready):
        import asyncio

        running = asyncio.ensure_future(self.client.async_execute_cell(cell, len(self.notebook.cells) - 1))
        while not ready():
            await asyncio.sleep(0.02)
        await self.client.km.interrupt_kernel()
        return await running


@contextlib.contextmanager
def kernel(folder, **environment):
    """A kernel that works in a folder."""
    notebook = nbformat.v4.new_notebook()
    work = folder / "work"
    work.mkdir(exist_ok=True)
    client = NotebookClient(
        notebook,
        timeout=120,
        allow_errors=True,
        resources={"metadata": {"path": str(work)}},
        kernel_manager_class=_Kernels,
    )
    with client.setup_kernel(env=kernel_environment(folder, **environment)):
        yield Running(client)


def text_of(cell):
    """The plain text of a cell's result."""
    return _data(cell)["text/plain"]


def html_of(cell):
    return _data(cell)["text/html"]


def _data(cell):
    shown = [output.data for output in cell.outputs if "data" in output]
    assert shown, cell.outputs
    return shown[-1]


def error_of(cell):
    """The name of the exception that a cell raised, and what the notebook shows of it."""
    [error] = [output for output in cell.outputs if output.output_type == "error"]
    return error.ename, "\n".join(error.traceback)


def children_of(pid):
    """The processes that a process started and that still run, by their arguments."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                status = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(status[1]) == pid and status[0] != "Z":
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().decode(errors="replace")
    return found


def descendants_of(pid):
    """All processes below one."""
    own = list(children_of(pid))
    return [*own, *(one for child in own for one in descendants_of(child))]


def beside(pid):
    """The process that checks for a kernel."""
    return next(one for one, arguments in children_of(pid).items() if "grader.notebook.serving" in arguments)


def await_true(holds, what):
    """Wait until something holds."""
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)
