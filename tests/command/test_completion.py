"""The Tab key: commands, options, exercises and tracks, fast, and never a word of complaint."""

import json
import os
import shutil
import subprocess
import sys

import click
import pexpect
import pytest
from click.shell_completion import get_completion_class

from grader.cli import cli
from tests.command.support import KATA, hand_in, right

SHELLS = ("bash", "zsh", "fish")
OF_THE_CATALOGUE = ("pope_metrics", "pos_embed_2d", "positional_encoding")


@pytest.fixture
def complete(monkeypatch, tmp_path):
    """What the Tab key offers for the last word of a line, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def offered(line, shell="bash"):
        *words, last = line.split(" ")
        told = {"COMP_WORDS": line, "COMP_CWORD": last if shell == "fish" else str(len(words))}
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        found = get_completion_class(shell)
        args, incomplete = found(cli, {}, "kata", "_KATA_COMPLETE").get_completion_args()
        return [item.value for item in found(cli, {}, "kata", "").get_completions(args, incomplete)]

    return offered


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "line",
    [
        *(
            f"kata {command} po"
            for command in ("show", "start", "hint", "solution", "check", "plot", "verify")
        ),
        "kata check homework.ipynb --exercise po",
        "kata grade class.zip --exercise po",
        "kata start gather_patches po",
    ],
)
def test_names_of_exercises(complete, line, shell):
    assert complete(line, shell) == list(OF_THE_CATALOGUE)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kata sho", ["show"]),
        ("kata check --rev", ["--reveal"]),
        ("kata list --track ", ["positions", "vlm-1"]),
        ("kata next --track v", ["vlm-1"]),
        ("kata start pos_embed_2d --format m", ["marimo"]),
        ("kata completion z", ["zsh"]),
        ("kata solution pos_embed_2d --style plain_", ["plain_math"]),
        ("kata solution pos_embed_2d --style=plain_", ["plain_math"]),
        ("kata solution nothing_like_it --style ", []),
        ("kata solution --style ", []),
        ("kata start pos_embed_2d pos", ["positional_encoding"]),
        ("kata show nothing_like_it", []),
    ],
)
def test_commands_options_tracks_and_choices(complete, line, offered):
    assert sorted(complete(line)) == offered


def test_every_parameter_that_names_an_exercise_or_a_track_completes(complete):
    named = {"exercise", "exercises", "exercise_name", "target", "track"}
    for name, command in cli.commands.items():
        for parameter in command.params:
            if parameter.name in named and name != "override":
                context = click.Context(command, resilient_parsing=True)
                assert parameter.shell_complete(context, "p" if parameter.name != "track" else "v"), (
                    f"kata {name}: {parameter.name}"
                )


def test_the_pack_that_stands_on_the_line_is_the_one(complete, pack):
    assert complete(f"kata show --pack {pack} t") == ["twice"]
    assert complete(f"kata start --pack {pack} ") == ["square", "twice"]


def test_the_pack_of_the_workspace_is_the_one(complete, pack, tmp_path):
    hand_in(tmp_path, {"kata.toml": f'schema = 1\npack = "{pack}"\n'})
    assert complete("kata show ") == ["square", "twice"]


def test_a_file_to_check_is_offered_too(complete, tmp_path):
    hand_in(tmp_path, {"pos_mine.py": right(), "pos.ipynb": "{}", "pos.txt": ""})
    assert complete("kata check po") == [*OF_THE_CATALOGUE, "pos.ipynb", "pos_mine.py"]
    assert complete("kata check ../") == ["../"]  # the shell goes on from here


@pytest.mark.parametrize(
    "files",
    [{"kata.toml": "not toml"}, {"kata.toml": 'schema = 1\npack = "nowhere"\n'}],
    ids=["damaged", "gone"],
)
def test_what_is_wrong_is_not_told_while_a_line_is_typed(complete, tmp_path, files):
    hand_in(tmp_path, files)
    assert complete("kata show p") == []
    assert complete("kata list --track p") == []


def test_no_pack_is_read_for_it(complete, tmp_path):
    hand_in(tmp_path / "pack", {"exercises/first/README.md": "", "exercises/__pycache__/x": ""})
    assert complete("kata show --pack pack ") == ["first"]
    told = (
        "import sys, json\nfrom grader.cli import main\n"
        "try: main([])\nexcept SystemExit: print('\\n' + json.dumps(sorted(sys.modules)))"
    )
    line = {"COMP_WORDS": "kata show p", "COMP_CWORD": "2", "_KATA_COMPLETE": "bash_complete"}
    done = subprocess.run(
        [sys.executable, "-c", told], env=os.environ | line, capture_output=True, text=True, check=True
    )
    assert "plain,pos_embed_2d" in done.stdout
    loaded = json.loads(done.stdout.splitlines()[-1])
    assert not {"numpy", "rich", "torch", "sqlite3", "matplotlib"} & set(loaded)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_ends_with_a_remark_on_where_it_goes(kata, shell):
    ran = kata("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    *script, remark = ran.out.splitlines()
    assert remark.startswith("# To complete in every new terminal, ")
    assert f"kata completion {shell}" in remark
    assert "_KATA_COMPLETE" in "\n".join(script)
    # zsh takes a file for a completion by its first line.
    assert shell != "zsh" or script[0] == "#compdef kata"


def require(shell):
    """Skip where a shell is not installed, unless all of them have to be."""
    if shutil.which(shell) is None:
        if os.environ.get("KATA_REQUIRE_SHELLS"):
            pytest.fail(f"KATA_REQUIRE_SHELLS is set, and {shell} is not installed")
        pytest.skip(f"there is no {shell} here: install {shell}")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_one_that_its_shell_reads(kata, shell, tmp_path):
    require(shell)
    script = tmp_path / "script"
    script.write_text(kata("completion", shell).out)
    done = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_another_shell_is_refused(kata):
    ran = kata("completion", "tcsh")
    assert ran.status == 2
    assert "'bash', 'zsh', 'fish'" in ran.err


def test_in_a_real_fish(tmp_path):
    require("fish")
    done = subprocess.run(
        ["fish", "--no-config", "-c", "kata completion fish | source; complete -C 'kata show gather_p'"],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{KATA.parent}:{os.environ['PATH']}", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[0] == "gather_patches"


def test_in_a_real_bash(tmp_path):
    require("bash")
    environment = os.environ | {"PATH": f"{KATA.parent}:{os.environ['PATH']}", "TERM": "dumb", "PS1": "$ "}
    child = pexpect.spawn(
        "bash",
        ["--norc", "--noprofile", "-i"],
        cwd=str(tmp_path),
        env=environment,
        encoding="utf-8",
        dimensions=(40, 200),
        timeout=60,
    )
    child.sendline('eval "$(kata completion bash)"; echo set "up"')
    child.expect("set up")
    child.send("kata sh\tgather_p\t")
    child.expect_exact("kata show gather_patches ")
    child.sendcontrol("u")
    child.send("kata list --tr\tvl\t")
    child.expect_exact("kata list --track vlm-1 ")
    child.sendcontrol("u")
    child.sendline("exit")
    child.expect(pexpect.EOF)
    child.close()
