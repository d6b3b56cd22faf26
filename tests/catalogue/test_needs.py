"""Which server a submission runs on: what its source imports, and what the checks of its exercise ask for."""

import pytest

from grader.catalogue import load_pack
from grader.model import Unit
from grader.needs import server_kind
from tests.catalogue.conftest import CHECKS, MANIFEST

PLAIN, TORCH = "def halve(n):\n    return n / 2\n", "import torch\n"
ON_META = (
    CHECKS
    + '\n\n@check("on no device", points=1, cases=[])\ndef on(student):\n    torch.ones(1, device="meta")\n'
)


def kind(pack, source, needs="[]", checks=CHECKS):
    manifest = MANIFEST.replace("needs = []", f"needs = {needs}")
    folder = pack({"exercises/halve/exercise.toml": manifest, "solutions/halve/checks.py": checks})
    return server_kind(load_pack(folder).exercise("halve"), (Unit("halve.py", source),))


@pytest.mark.parametrize(
    ("source", "needs", "expected"),
    [
        (PLAIN, "[]", "numpy"),
        (TORCH + PLAIN, "[]", "torch"),
        (PLAIN, '["torch"]', "torch"),
        (TORCH + "from torch import optim\n", "[]", "torch-long"),
        ('x = "optim"\n', "[]", "numpy"),
    ],
)
def test_the_server_is_that_of_what_is_imported_or_needed(pack, source, needs, expected):
    assert kind(pack, source, needs) == expected


def test_checks_that_ask_for_the_device_meta_have_torchs_compiler_at_hand(pack):
    assert kind(pack, PLAIN, '["torch"]', ON_META) == "torch-long"
    assert kind(pack, PLAIN, '["torch"]', ON_META.replace('"meta"', '"cpu"')) == "torch"
    assert kind(pack, PLAIN, "[]", ON_META) == "numpy"
