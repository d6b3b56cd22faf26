"""A local page inside this process: its application, and a browser's requests to it."""

import contextlib
import json
import threading

from starlette.testclient import TestClient

from grader.practice.progress import Progress
from grader.web.access import Access
from grader.web.app import Site
from grader.web.files import Desk
from grader.web.pictures import Pictures
from grader.web.running import Runner
from grader.web.verdicts import verdict_event

PORT = 8642
PAGE = f"http://127.0.0.1:{PORT}"
RIGHT = "def {name}(n):\n    return {formula}\n"


class Desktop:
    """All of a page but its server."""

    def __init__(self, folder, pack, worker, progress=None):
        self.folder = folder
        self.pack = pack
        self.access = Access(PORT)
        self.log = []
        self.progress = progress or Progress()
        self.desk = Desk(folder, pack.folder, self.progress)
        self.runner = Runner(
            lambda: contextlib.nullcontext(worker),
            self.progress,
            lambda checked: verdict_event(checked, pack, self.progress),
            self.log.append,
        )
        pictures = Pictures(self.runner)
        site = Site(pack, self.progress, self.desk, self.runner, pictures, self.access)
        self.place = site.place
        self.app = site.app()
        self.client = self.browser()

    def __enter__(self):
        self.runner.__enter__()
        return self

    def __exit__(self, *_):
        self.runner.__exit__()
        self.desk.close()

    def browser(self, *, headers=None, cookies=None, host=PAGE):
        """A browser with the cookie and the token, unless others are given."""
        return TestClient(
            self.app,
            base_url=host,
            headers={"X-Kata-Place": self.place.digest}
            | ({"X-Kata-Token": self.access.token} if headers is None else headers),
            cookies={self.access.cookie_name: self.access.cookie} if cookies is None else cookies,
            raise_server_exceptions=False,
            follow_redirects=False,
        )

    def get(self, path, **more):
        return self.client.get(path, **more)

    def call(self, name, what, **body):
        return self.client.post(f"/api/exercise/{name}/{what}", json=body)

    def code(self, name="twice"):
        return self.get(f"/api/exercise/{name}/code").json()

    def put(self, name, code, version, **more):
        return self.client.put(f"/api/exercise/{name}/code", json={"code": code, "version": version, **more})

    def run(self, name, code=None, version=None):
        """The events of a run."""
        body = {} if code is None else {"code": code, "version": version or self.code(name)["version"]}
        answer = self.call(name, "run", **body)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in answer.text.splitlines()]

    def begin(self, name, code, *, data=None):
        """Save an answer from the page, and then perhaps bytes from an editor; the path of the file."""
        assert self.put(name, code, "new").status_code == 200
        path = self.folder / name / f"{name}.py"
        if data is not None:
            path.write_bytes(data)
        return path

    def leftovers(self):
        """Files that nobody asked for and that are there to stay."""
        self.desk.close()
        return [path for path in self.folder.rglob(".*") if path.is_file()]


def in_thread(task):
    """Do something beside the test; what it gave is had by calling the result."""
    found = []
    thread = threading.Thread(target=lambda: found.append(task()), daemon=True)
    thread.start()

    def result():
        thread.join(30)
        return found[0]

    return result
