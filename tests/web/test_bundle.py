"""The scripts of others that the page brings along: built of what is locked, and of nothing else."""

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web"
BUILT = ROOT / "grader/web/static/built"


@pytest.fixture
def tools():
    missing = [tool for tool in ("bash", "node", "npm") if shutil.which(tool) is None]
    if missing:
        told = f"{' and '.join(missing)} not installed (on Debian: apt-get install nodejs npm)"
        if os.environ.get("KATA_REQUIRE_BUNDLE"):
            pytest.fail(f"KATA_REQUIRE_BUNDLE is set, but {told}")
        pytest.skip(told)


def digests(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.usefixtures("tools")
def test_a_rebuild_gives_the_same_bytes(tmp_path):
    copy = tmp_path / "web"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("node_modules"))
    done = subprocess.run(
        ["bash", copy / "build.sh", tmp_path / "built"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "npm_config_cache": str(tmp_path / "cache")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert digests(tmp_path / "built") == digests(BUILT)


def test_every_package_is_locked_to_one_version_and_names_no_registry():
    wanted = json.loads((SOURCES / "package.json").read_text())
    lock = json.loads((SOURCES / "package-lock.json").read_text())
    direct = wanted["dependencies"] | wanted["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in direct.values())
    packages = {path: entry for path, entry in lock["packages"].items() if path}
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert not any("resolved" in entry for entry in packages.values())
    assert {name: packages[f"node_modules/{name}"]["version"] for name in direct} == direct


def test_nothing_is_loaded_from_elsewhere():
    """No font, style or script of another host: a page without a network is whole."""
    styles = (BUILT / "katex.css").read_text()
    fonts = set(re.findall(r"url\(([^)]*)\)", styles))
    assert fonts
    assert fonts == {f"fonts/{path.name}" for path in (BUILT / "fonts").iterdir()}
    for script in BUILT.glob("*.js"):
        assert not re.search(r"""(?:import|fetch)\s*\(?\s*["'`](?:https?:)?//""", script.read_text())


def test_the_licence_of_each_part_is_there():
    told = (BUILT / "LICENSES.txt").read_text()
    for name in ("@codemirror/view", "@lezer/python", "style-mod", "w3c-keyname", "crelt", "katex"):
        assert re.search(rf"^{re.escape(name)} [\d.]+ \(MIT\)$", told, re.MULTILINE), name
    assert "SIL OPEN FONT LICENSE" in told
