"""Runs: what is told, in which order, and how they end; hints and solutions."""

import threading
import time

import pytest

from grader.errors import HarnessError
from grader.web import running
from grader.web.running import CLOSING, OUR_FAULT, Run
from tests.web.support import RIGHT, Desktop, in_thread

PASSES = RIGHT.format(name="twice", formula="2 * n")
WRONG = "def twice(n):\n    print('<b>n is', n)\n    return n\n"
LOOP = "def twice(n):\n    while True:\n        pass\n"


def kinds(events):
    return [event["event"] for event in events if event["event"] != "preparing"]


def attempts(desktop):
    return [each for each in desktop.progress.events() if each.kind == "attempt"]


def running_now(desktop, name="twice"):
    """Wait until the submission of a run runs."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        now = desktop.runner._now
        if now is not None and now.exercise.name == name and now.cancellation.running_since is not None:
            return
        time.sleep(0.01)
    raise AssertionError(f"{name} does not run: {desktop.log}")


# --------------------------------------------------------------------------- verdicts


def test_a_pass_is_told_check_by_check_and_kept(desktop):
    events = desktop.run("twice", PASSES, "new")
    assert kinds(events) == ["saved", "started", "check", "check", "check", "verdict"]
    saved, started, *checks, verdict = [event for event in events if event["event"] != "preparing"]
    assert saved["version"] == desktop.code()["version"]
    assert started["checks"] == [
        {"name": "a small number", "points": 2.0, "visibility": "visible"},
        {"name": "any number", "points": 5.0, "visibility": "hidden"},
        {"name": "a negative number", "points": 3.0, "visibility": "hidden"},
    ]
    assert [(check["index"], check["status"]) for check in checks] == [(i, "passed") for i in range(3)]
    assert (verdict["status"], verdict["score"], verdict["max_score"]) == ("passed", 10.0, 10.0)
    assert verdict["first_pass"]
    assert verdict["solved"]
    assert verdict["next"] in ("square", "cube")
    assert verdict["note"] is None
    assert 'class="kata-verdict' in verdict["html"]
    assert [each.status for each in attempts(desktop)] == ["passed"]
    again = desktop.run("twice")[-1]
    assert (again["status"], again["first_pass"]) == ("passed", False)
    assert len(attempts(desktop)) == 1


def test_a_failure_names_its_cause_and_gives_what_was_printed(desktop):
    *_, verdict = desktop.run("twice", WRONG, "new")
    assert (verdict["status"], verdict["score"], verdict["solved"], verdict["next"]) == (
        "failed",
        0.0,
        False,
        None,
    )
    assert "The number came back as it was." in verdict["html"]
    assert verdict["output"] == [{"check": "a small number", "printed": "<b>n is 3"}]
    assert 'class="kata-picture' in verdict["picture"]
    assert "style=" not in verdict["html"] + verdict["picture"]


def test_of_hidden_cases_a_page_hears_no_input_and_no_value(desktop):
    code = "def twice(n):\n    if n == 3:\n        return 6\n    print('saw', n)\n    raise ValueError(n)\n"
    events = desktop.run("twice", code, "new")
    assert [event["status"] for event in events if event["event"] == "check"] == [
        "passed",
        "raised",
        "raised",
    ]
    told = str(events)
    assert "-4" not in told
    assert "-8" not in told
    assert events[-1]["output"] == []


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("def twice(n:\n", "syntax_error"),
        ("raise SystemExit\n", "import_failed"),
        ("x = 1\n", "missing"),
        ("", "missing"),
    ],
)
def test_what_cannot_be_checked_has_a_verdict_and_is_no_attempt(desktop, code, status):
    events = desktop.run("twice", code, "new")
    assert (kinds(events)[:2], kinds(events)[-1]) == (["saved", "started"], "verdict")
    assert events[-1]["status"] == status
    assert attempts(desktop) == []


def test_scripts_in_code_names_and_output_are_text(desktop):
    code = (
        "class Bad(Exception):\n    pass\n"
        "Bad.__name__ = Bad.__qualname__ = '<script>alert(1)</script>'\n"
        "def twice(n):\n    print('<script>alert(2)</script>\\u202e\\x1b[31m')\n"
        "    raise Bad('<img src=x onerror=alert(3)>')\n"
    )
    verdict = desktop.run("twice", code, "new")[-1]
    assert verdict["status"] == "failed"
    for html in (verdict["html"], desktop.get("/exercise/twice").text):
        assert "<script>alert" not in html
        assert "<img" not in html
    assert "\u202e" not in str(verdict)
    assert "\x1b" not in verdict["output"][0]["printed"]


def test_a_file_that_the_page_cannot_show_can_be_run_and_says_why_it_fails(desktop):
    desktop.begin("twice", PASSES, data=b"x = '\xe9'\n")
    verdict = desktop.run("twice")[-1]
    assert verdict["status"] == "unreadable"
    assert "UTF-8" in verdict["html"]


def test_the_code_of_a_notebook_runs_as_it_stands_in_the_file(desktop):
    from grader.practice.laying import lay_out

    laid = lay_out(desktop.pack.exercise("twice"), desktop.folder, layout="ipynb", pack=desktop.pack.folder)
    laid.path.write_text(laid.path.read_text().replace("raise NotImplementedError", "return 2 * n"))
    assert desktop.run("twice")[-1]["status"] == "passed"


def test_what_was_saved_is_what_is_judged_whatever_is_saved_while_it_waits(desktop):
    desktop.begin("square", LOOP.replace("twice", "square"))
    first = in_thread(lambda: desktop.run("square"))
    running_now(desktop, "square")
    second = in_thread(lambda: desktop.run("twice", PASSES, "new"))
    while not desktop.code()["exists"] or desktop.code()["code"] != PASSES or not desktop.runner._waiting:
        time.sleep(0.01)
    assert desktop.put("twice", WRONG, desktop.code()["version"]).status_code == 200
    desktop.call("square", "stop")
    assert kinds(first())[-1] == "cancelled"
    assert second()[-1]["status"] == "passed"


# --------------------------------------------------------------------------- ends


def test_a_loop_is_stopped_and_nothing_is_kept_of_it(desktop):
    events = in_thread(lambda: desktop.run("twice", LOOP, "new"))
    running_now(desktop)
    assert desktop.call("twice", "stop").json() == {}
    assert kinds(events()) == ["saved", "started", "cancelled"]
    assert attempts(desktop) == []
    assert desktop.run("twice", PASSES)[-1]["status"] == "passed"


def test_a_newer_run_ends_the_older_one_of_the_same_exercise(desktop):
    older = in_thread(lambda: desktop.run("twice", LOOP, "new"))
    running_now(desktop)
    assert desktop.run("twice", PASSES)[-1]["status"] == "passed"
    assert kinds(older())[-1] == "cancelled"


def test_runs_of_other_exercises_wait_for_their_turn(desktop):
    first = in_thread(lambda: desktop.run("twice", LOOP, "new"))
    running_now(desktop)
    second = in_thread(lambda: desktop.run("square", RIGHT.format(name="square", formula="n * n"), "new"))
    while not desktop.runner._waiting:
        time.sleep(0.01)
    desktop.call("square", "stop")  # one that waits is ended at once
    assert kinds(second()) == ["saved", "cancelled"]
    third = in_thread(lambda: desktop.run("square"))
    while not desktop.runner._waiting:
        time.sleep(0.01)
    desktop.call("twice", "stop")
    assert kinds(first())[-1] == "cancelled"
    assert third()[-1]["status"] == "passed"


def test_stop_without_a_run_does_nothing(desktop):
    assert desktop.call("twice", "stop").json() == {}
    assert not desktop.folder.exists()


def test_the_end_of_the_server_ends_what_runs_and_begins_nothing(desktop):
    events = in_thread(lambda: desktop.run("twice", LOOP, "new"))
    running_now(desktop)
    desktop.runner.end()
    assert kinds(events())[-1] == "cancelled"
    assert desktop.run("twice")[-1] == {"event": "fault", "message": CLOSING}


def test_that_a_key_is_made_first_is_told_if_it_takes_long(desktop, monkeypatch):
    from grader.practice.checking import Practice

    slow, make = threading.Event(), Practice.key

    def key(self, exercise):
        slow.wait(20)
        return make(self, exercise)

    monkeypatch.setattr(Practice, "key", key)
    monkeypatch.setattr(running, "PREPARING_AFTER_S", 0.0)
    told = []

    def tell(event):
        told.append(event)
        if event == {"event": "preparing"}:
            slow.set()

    exercise = desktop.pack.exercise("twice")
    desktop.begin("twice", PASSES)
    from grader.intake.own_files import read_own_file

    submission = read_own_file(desktop.folder / "twice/twice.py", "twice")
    desktop.runner.submit(Run(exercise, submission, tell))
    end = time.monotonic() + 20
    while None not in told and time.monotonic() < end:
        time.sleep(0.01)
    assert [event and event["event"] for event in told][:2] == ["preparing", "started"]


# --------------------------------------------------------------------------- faults of ours


@pytest.mark.parametrize(
    ("fault", "told", "logged"),
    [
        (RuntimeError("secret detail"), OUR_FAULT, "secret detail"),
        (HarnessError("the worker is gone."), "the worker is gone.", "twice: the worker is gone."),
    ],
    ids=["RuntimeError", "HarnessError"],
)
def test_a_fault_of_ours_is_told_and_logged_and_the_server_goes_on(desktop, monkeypatch, fault, told, logged):
    from grader.practice.checking import Practice

    def fails(*_, **__):
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr(Practice, "check_submission", fails)
        events = desktop.run("twice", PASSES, "new")
    assert events[-1] == {"event": "fault", "message": told}
    assert logged in "".join(desktop.log)
    assert attempts(desktop) == []
    assert desktop.run("twice")[-1]["status"] == "passed"


def test_a_worker_that_cannot_be_opened_is_told(tmp_path, desktop):
    def fails():
        raise OSError("no more processes")

    desktop.runner.__exit__()
    with Desktop(tmp_path / "other", desktop.pack, None) as other:
        other.runner._open_worker = fails
        events = other.run("twice", PASSES, "new")
        assert events[-1] == {"event": "fault", "message": OUR_FAULT}
        assert "no more processes" in "".join(other.log)
        assert other.run("twice")[-1] == {"event": "fault", "message": OUR_FAULT}


def test_a_page_that_fails_is_a_page_and_the_next_one_is_there(desktop, monkeypatch):
    from grader.web import app

    with monkeypatch.context() as patched:
        patched.setattr(app, "catalogue", None)
        answer = desktop.get("/")
    assert answer.status_code == 500
    assert "The grader itself failed" in answer.text
    assert "Traceback" not in answer.text
    assert "content-security-policy" in answer.headers
    assert desktop.get("/").status_code == 200


def test_progress_that_cannot_be_kept_is_told_and_everything_else_works(tmp_path, desktop, worker):
    from grader.practice.progress import Progress

    (tmp_path / "file").write_text("no folder")
    with Desktop(tmp_path / "other", desktop.pack, worker, Progress(tmp_path / "file" / "data")) as other:
        verdict = other.run("twice", PASSES, "new")[-1]
        assert verdict["status"] == "passed"
        assert "progress cannot be kept" in verdict["note"]
        assert "progress cannot be" in other.get("/").text
        assert other.get("/exercise/twice").status_code == 200
        assert "cannot be kept" in other.call("twice", "hint").json()["note"]
        answer = other.call("twice", "solution", give_up=True)
        assert answer.status_code == 500
        assert "progress cannot be kept" in answer.json()["message"]


# --------------------------------------------------------------------------- hints, solution


def test_hints_come_one_by_one_then_the_approach_and_then_no_more(desktop):
    told = [desktop.call("twice", "hint").json() for _ in range(5)]
    assert [each["number"] for each in told] == [1, 2, 3, 4, 4]
    assert [each["follows"] for each in told] == ["hint", "hint", "approach", "nothing", "nothing"]
    assert [each["is_approach"] for each in told] == [False, False, False, True, True]
    assert "Read the statement." in told[0]["html"]
    assert "<ol>" in told[3]["html"]
    assert all(each["total"] == 3 and each["note"] is None for each in told)
    assert [each.number for each in desktop.progress.events() if each.kind == "hint"] == [1, 2, 3, 4]
    page = desktop.get("/exercise/twice").text
    assert "Try a small number." in page
    assert not desktop.folder.exists()


def test_the_solution_is_closed_until_it_is_passed(desktop):
    answer = desktop.call("twice", "solution")
    assert answer.status_code == 409
    assert "Giving up" in answer.json()["message"]
    assert "2 * n" not in answer.text
    desktop.run("twice", PASSES.replace("2 * n", "n + n"), "new")
    html = desktop.call("twice", "solution").json()["html"]
    assert '<span class="mi">2</span>' in html
    assert "<h1" not in html
    assert "style=" not in html


def test_giving_up_opens_it_and_is_kept(desktop):
    html = desktop.call("twice", "solution", give_up=True).json()["html"]
    assert '<span class="mi">2</span>' in html
    assert "What people get wrong most" not in html
    assert [each.kind for each in desktop.progress.events()] == ["gave_up"]
    assert desktop.call("twice", "solution").status_code == 200
    assert desktop.progress.standings().of("twice").state == "gave_up"
