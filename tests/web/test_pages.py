"""What the pages show: the catalogue, an exercise, packs without solutions and broken ones."""

import re
import shutil
from html.parser import HTMLParser

import pytest

from grader.catalogue import load_pack
from grader.practice.events import event
from grader.practice.progress import Progress
from grader.practice.standing import Standings
from grader.web.files import Desk
from grader.web.views import catalogue, exercise_view
from tests.web.support import RIGHT, Desktop


def view(pack, name, tmp_path, **more):
    progress, exercise = Progress(), pack.exercise(name)
    held = Desk(tmp_path / "ws", None, progress).held(exercise)
    return exercise_view(
        exercise, pack, progress.standings(), progress, held, "shown.py", tmp_path / "ws", **more
    )


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def tags(html):
    parser = _Tags()
    parser.feed(str(html))
    return parser.found


# --------------------------------------------------------------------------- the catalogue


def test_the_catalogue_lists_every_exercise_of_the_pack_in_its_tracks(desktop):
    html = desktop.get("/").text
    for name in ("twice", "square", "cube"):
        assert f'href="/exercise/{name}' in html
    assert "The twice of a number" in html
    assert "broken exercise: " in html
    assert 'href="/exercise/fault' not in html


def test_it_shows_where_one_stands(desktop):
    desktop.run("twice", RIGHT.format(name="twice", formula="2 * n"), "new")
    desktop.call("square", "hint")
    told = catalogue(desktop.pack, desktop.progress.standings(), "ws", ["a note"])
    rows = {row.name: row for track in told.tracks for row in track.rows}
    assert (rows["twice"].state, rows["twice"].best, rows["twice"].max_score) == ("passed", 10.0, 10.0)
    assert (rows["square"].state, rows["square"].hints) == ("started", 1)
    assert (told.done, told.total, told.current, told.tracks[0].done) == (1, 3, "square", 1)
    assert told.notes[-1] == "a note"
    assert told.notes[0].startswith("broken exercise: fault")


def test_the_whole_pack_of_this_distribution_has_a_page_for_each(tmp_path):
    pack = load_pack()
    told = catalogue(pack, Standings(), "ws", [])
    assert told.total == len(pack.exercises)
    assert [track.name for track in told.tracks] == [track.name for track in pack.tracks]
    assert told.notes == told.others == ()
    locked = {row.name: row.locked_by for track in told.tracks for row in track.rows}
    assert locked == {name: exercise.prerequisites for name, exercise in pack.exercises.items()}


@pytest.mark.parametrize("name", sorted(load_pack().exercises))
def test_a_page_of_an_exercise_is_whole_and_harmless(tmp_path, name):
    told = view(load_pack(), name, tmp_path)
    assert sum(check.points for check in told.checks) == 10
    assert told.examples
    assert told.comparison
    for example in told.examples:
        assert example.call
        assert example.expected
        assert len(example.expected) < 1500
    found = tags(told.statement) + tags(told.about or "")
    assert not [tag for tag, _ in found if tag in ("h1", "script", "style", "iframe")]
    assert not [attrs for _, attrs in found if any(key == "style" or key.startswith("on") for key in attrs)]
    assert told.about is not None or told.about_later
    assert (told.hints, told.follows) == ((), "hint")
    assert not told.can_open_solution


def test_examples_are_worded_as_messages_are(tmp_path, desktop):
    (example,) = view(desktop.pack, "twice", tmp_path).examples
    assert (example.label, example.call, example.expected, example.check) == (
        "three",
        "n = 3",
        "6",
        "a small number",
    )
    shown = {each.label: each for each in view(load_pack(), "pos_embed_2d", tmp_path).examples}
    sample = shown["the sample of the statement"]
    assert sample.call.startswith("grid = ")
    assert sample.expected.startswith("[[0.0, ")


def test_a_page_knows_its_place_in_the_track(tmp_path):
    pack = load_pack()
    names = next(track.exercises for track in pack.tracks if track.name == "positions")
    told = view(pack, names[1], tmp_path, track="positions")
    assert (told.track, told.place, told.count) == ("positions", 2, len(names))
    assert (told.previous, told.next) == (names[0], names[2])
    assert view(pack, names[0], tmp_path, track="positions").previous is None
    assert view(pack, names[-1], tmp_path, track="positions").next is None
    assert view(pack, names[1], tmp_path, track="none").track is not None
    related = [row.name for row in told.related]
    assert names[1] not in related
    assert 0 < len(related) <= 5


def test_what_is_not_frozen_has_a_page_all_the_same(desktop):
    answer = desktop.get("/exercise/cube")
    assert answer.status_code == 200
    assert "Return <code>n * n * n</code>" in answer.text


@pytest.mark.parametrize(
    ("name", "told"), [("none", "there is no exercise"), ("fault", "fault"), ("twics", "twice?")]
)
def test_what_is_not_there_is_told_on_a_page(desktop, name, told):
    answer = desktop.get(f"/exercise/{name}")
    assert answer.status_code == 404
    assert told in answer.text
    assert told in desktop.get(f"/api/exercise/{name}/code").json()["message"]


def test_an_address_that_is_not_there_is_told_on_a_page(desktop):
    answer = desktop.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.text
    assert desktop.get("/api/nowhere").json() == {"message": "There is no page at this address."}


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "x%22onload=%22y"]
)
def test_a_name_in_the_address_is_text(desktop, name):
    answer = desktop.get(f"/exercise/{name}")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    assert '"onload=' not in answer.text


def test_no_page_holds_a_script_or_style_of_its_own(desktop):
    desktop.call("twice", "hint")
    pages = [desktop.get(path).text for path in ("/", "/exercise/twice", "/exercise/none")]
    for html in [*pages, desktop.browser(cookies={}).get("/").text]:
        for tag, attrs in tags(html):
            assert tag != "style"
            assert "style" not in attrs
            assert not [name for name in attrs if name.startswith("on")]
            if tag == "script":
                assert attrs["src"].startswith("/static/")
            for name in ("src", "href"):
                assert re.match(r"/|#|data:|https://(?=.*)", attrs.get(name) or "/"), attrs
        assert desktop.access.token not in html
        assert desktop.access.cookie not in html


def test_hostile_names_of_a_workspace_and_a_pack_are_text(tmp_path, pack_folder, worker):
    folder = tmp_path / "<script>alert(1)</script>" / "ws"
    pack = tmp_path / "pack"
    shutil.copytree(pack_folder, pack)
    toml = pack / "exercises/square/exercise.toml"
    toml.write_text(toml.read_text().replace("The square of a number", "<script>alert(2)</script>\\u202e"))
    with Desktop(folder, load_pack(pack), worker) as one:
        for path in ("/", "/exercise/square"):
            html = one.get(path).text
            assert "<script>alert" not in html
            assert "&lt;script&gt;alert(2)" in html
            assert "\u202e" not in html


# --------------------------------------------------------------------------- packs without solutions


def test_a_student_pack_runs_its_examples_and_says_so(tmp_path, pack_folder, worker):
    folder = tmp_path / "pack"
    shutil.copytree(pack_folder, folder)
    shutil.rmtree(folder / "solutions")
    with Desktop(tmp_path / "ws", load_pack(folder), worker) as one:
        told = view(one.pack, "twice", tmp_path)
        assert told.examples_only
        assert not told.can_open_solution
        assert [check.visibility for check in told.checks] == ["visible", "hidden", "hidden"]
        events = one.run("twice", RIGHT.format(name="twice", formula="2 * n"), "new")
        started = next(event for event in events if event["event"] == "started")
        assert [check["name"] for check in started["checks"]] == ["a small number"]
        assert (events[-1]["status"], events[-1]["solved"], events[-1]["max_score"]) == ("passed", False, 2.0)
        assert "visible examples" in events[-1]["html"]
        for give_up in (False, True):
            answer = one.call("twice", "solution", give_up=give_up)
            assert answer.status_code == 409
            assert "holds no solutions" in answer.json()["message"]
        assert not [each for each in one.progress.events() if each.kind == "gave_up"]
        # Nothing to practise with: it is not frozen.
        assert one.get("/exercise/cube").status_code == 200
        last = one.run("cube", "def cube(n):\n    return n\n", "new")[-1]
        assert last["event"] == "fault"
        assert "examples.json" in last["message"]


def test_a_package_that_is_missing_is_named_with_the_command_that_adds_it(desktop, monkeypatch, tmp_path):
    from grader import needs

    monkeypatch.setattr(needs, "find_spec", lambda name: None if name == "torch" else True)
    told = view(load_pack(), "interpolate_position_embedding", tmp_path)
    assert told.row.missing == ("torch",)
    assert told.missing_command == "pip install 'kata-grader[torch]'"


# --------------------------------------------------------------------------- pictures


def test_the_picture_of_its_author_is_drawn_once_and_then_part_of_the_page(tmp_path, desktop, monkeypatch):
    from grader.pictures import about

    folder = tmp_path / "pack"
    shutil.copytree(desktop.pack.folder, folder)
    (folder / "exercises/twice/picture.py").write_text(
        "def picture(reference):\n"
        "    return [dict(title='a panel', rows='r', columns='c', values=[[1.0, 2.0], [3.0, 4.0]])]\n"
    )
    (folder / "exercises/square/picture.py").write_text("def picture(reference):\n    raise ValueError\n")
    assert about
    from grader.isolate.local import LocalWorker

    with LocalWorker() as worker, Desktop(tmp_path / "ws", load_pack(folder), worker) as one:
        html = one.get("/api/exercise/twice/about").json()["html"]
        assert "a panel" in html
        assert html in one.get("/exercise/twice").text
        monkeypatch.setattr(about, "authors_picture", None)
        assert one.get("/api/exercise/twice/about").json()["html"] == html
        assert one.get("/api/exercise/cube/about").json() == {"html": None}
        monkeypatch.undo()
        assert one.get("/api/exercise/square/about").json() == {"html": None}


def test_the_first_page_needs_neither_numpy_nor_what_runs_code():
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from grader.catalogue import load_pack\n"
        "from grader.practice.standing import Standings\n"
        "import grader.cli.serving, grader.web.app, grader.web.server, grader.web.opening\n"
        "import grader.web.files, grader.web.pictures, grader.web.running, grader.web.verdicts\n"
        "from grader.web import pages, views\n"
        "pages.page('catalogue.html', 'n', view=views.catalogue(load_pack(), Standings(), 'ws', []))\n"
        "print(sorted({'numpy', 'torch', 'matplotlib', 'nbformat', 'rich'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_catalogue_goes_on_with_what_is_at_hand_and_after_a_pass_with_what_comes_next(desktop):
    assert "Continue with" not in desktop.get("/").text
    desktop.progress.record(event("started", "square"))
    assert 'href="/exercise/square">Continue with' in desktop.get("/").text
    desktop.progress.record(event("gave_up", "square"))
    page = desktop.get("/").text
    assert 'href="/exercise/square">Continue with' not in page
    assert re.search(r'href="/exercise/\w+">Continue with', page)
