"""Commands, their help, README and docs say the same; what is misspelled is nearly right."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from grader import __version__
from grader.cli import cli

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = sorted(cli.commands)
# `kata` alone is the eighteenth.
PROMISED = {
    *("list", "show", "start", "next", "check", "watch", "hint", "solution", "plot", "progress"),
    *("grade", "report", "diff", "override", "verify", "doctor", "completion"),
}
# These end with a status that scripts go by.
WITH_STATUS = ("check", "grade", "plot", "verify", "doctor")


def parsed(line):
    """The context of a command line, as it would be run; raises what its user would be told."""
    _, name, *words = shlex.split(re.split(r"\s(?:[>|]|&&)\s", line)[0], comments=True)
    if name.startswith("-"):
        return cli.make_context("kata", [name, *words], resilient_parsing=True)
    assert name in cli.commands, f"there is no command kata {name}"
    return cli.commands[name].make_context(name, words)


def examples(text):
    """The lines of examples in a help, without the remarks beside them."""
    joined = re.sub(r"\s*\\\n\s*", " ", re.split(r"Examples?:", text)[1])
    found = re.findall(r"^ +(kata .*)$", joined, re.MULTILINE)
    return [re.split(r"\s{2,}", line)[0] for line in found]


# --------------------------------------------------------------------------- the commands


def test_every_command_that_is_promised_is_there_and_stands_in_one_section():
    assert set(COMMANDS) >= PROMISED
    assert sorted(name for names in cli.sections.values() for name in names) == COMMANDS


def test_the_help_shows_the_sections_and_says_the_whole_of_each_line(kata):
    out = kata("--help").out
    for title, names in cli.sections.items():
        section = out.split(f"\n{title}:\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in section.splitlines()] == list(names)
        assert all(line.endswith(".") and not line.endswith("...") for line in section.splitlines())
    assert out.index("Options:") < out.index("Examples:")
    assert out.rstrip().endswith("with examples.")


@pytest.mark.parametrize("command", [None, *COMMANDS], ids=lambda name: name or "kata")
def test_help_fits_80_columns_and_can_be_asked_for_in_two_ways(kata, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    words = [command] if command else []
    ran = kata(*words, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == kata(*words, "-h").out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("command", [None, *COMMANDS], ids=lambda name: name or "kata")
def test_every_example_of_a_help_can_be_run(kata, command):
    found = examples(kata(*([command] if command else []), "--help").out)
    assert found
    for line in found:
        assert command is None or line.split()[1] == command
        parsed(line)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_parameter_is_explained(command):
    for parameter in cli.commands[command].params:
        if isinstance(parameter, click.Option) and parameter.name not in ("results", "seed"):
            assert parameter.help, f"kata {command}: {parameter.opts[-1]}"


@pytest.mark.parametrize("command", WITH_STATUS)
def test_the_exit_status_is_told_where_scripts_go_by_it(kata, command):
    assert "exit status" in " ".join(kata(command, "--help").out.split()).lower()


def test_the_version(kata):
    assert kata("--version").out == f"kata, version {__version__}\n"


# --------------------------------------------------------------------------- what is misspelled


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("lsit",), "list"),
        (("chekc", "pos_embed_2d"), "check"),
        (("list", "--jsn"), "--json"),
        (("check", "a.py", "--exercize", "x"), "--exercise"),
        (("show", "pos_embed_3d"), "pos_embed_2d"),
    ],
)
def test_what_is_nearly_right_is_named(kata, words, meant):
    ran = kata(*words)
    assert (ran.status, ran.out) == (2, "")
    assert re.search(rf"[Dd]id you mean '?{meant}'?\?", ran.err), ran.err


# --------------------------------------------------------------------------- the documents


def spoken(document):
    """The command lines that a document shows or names."""
    text = document.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    shown = [line for block in blocks for line in re.findall(r"^(?:\$ )?(kata .*)$", block, re.MULTILINE)]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [*shown, *(" ".join(span.split()) for span in re.findall(r"`(kata [^`]*)`", prose))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_no_command_and_no_option_that_is_not_there(document):
    for line in spoken(document):
        _, name, *words = line.split()
        if name.startswith("-") or name.isupper():  # kata --help, kata COMMAND
            continue
        assert name in cli.commands, f"{document.name}: {line}"
        known = {option for parameter in cli.commands[name].params for option in parameter.opts}
        used = set(re.findall(r"(?<!\S)\[?(--[a-z-]+)", " ".join(words)))
        assert used <= known | {"--help"}, f"{document.name}: {line}"


def test_every_command_is_told_of_in_the_documents():
    told = {line.split()[1] for document in DOCUMENTS for line in spoken(document)}
    missing = [f"kata {name}" for name in COMMANDS if name not in told]
    assert not missing, f"README.md and docs/ say nothing of {', '.join(missing)}"


# --------------------------------------------------------------------------- what it costs

HEAVY = {"torch", "numpy", "rich", "matplotlib", "watchfiles", "nbformat", "jinja2"}


@pytest.mark.parametrize(
    ("code", "light"),
    [
        ("import grader", HEAVY | {"click", "sqlite3"}),
        ("import grader.cli", HEAVY | {"sqlite3"}),
        ("from grader.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass", HEAVY | {"sqlite3"}),
        ("from grader.cli import main\ntry: main([])\nexcept SystemExit: pass", HEAVY),
        ("from grader.cli import main\ntry: main(['grade', '--help'])\nexcept SystemExit: pass", HEAVY),
        ("from grader.cli import main\ntry: main(['completion', 'zsh'])\nexcept SystemExit: pass", HEAVY),
    ],
    ids=["import grader", "import grader.cli", "kata --help", "kata", "kata grade --help", "kata completion"],
)
def test_what_need_not_be_loaded_is_not(code, light, tmp_path):
    told = f"{code}\nimport sys, json\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = json.loads(done.stdout.splitlines()[-1])
    assert "grader" in loaded
    assert not light & set(loaded)
