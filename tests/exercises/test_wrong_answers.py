"""What is nearly right is not right, and answers that lie earn nothing: beyond what `kata verify` tries."""

import ast

import pytest

from grader.verify.junk import junk
from grader.verify.mutants import mutants
from tests.exercises.support import PACK
from tests.exercises.wrong_answers import (
    CLASSES,
    FACTORY,
    LYING_ANSWERS,
    NEARLY_RIGHT,
    SHELLS,
    changed,
    reference,
    shell,
    spoiled,
)

MOST = 2.0
each_exercise = pytest.mark.parametrize("name", PACK.exercises)


def rejected(result):
    """A wrong answer was graded, and as one."""
    assert result.status == "failed", (result.status, result.message)
    assert result.max_score == 10.0
    return result


def passed(result):
    return {check.name for check in result.checks if check.status == "passed"}


# --------------------------------------------------------------------------- nearly right


@pytest.mark.parametrize("what", NEARLY_RIGHT)
def test_nearly_right_is_not_right(asker, what):
    name, replacements = NEARLY_RIGHT[what]
    rejected(asker.grade(name, changed(name, replacements)))


@each_exercise
def test_two_that_are_nearly_right_and_neither_known_mistakes_nor_small_mutants(name):
    tried = {
        ast.unparse(ast.parse(changed(one, pieces))) for one, pieces in NEARLY_RIGHT.values() if one == name
    }
    assert len(tried) >= 2
    known = {mutant.source for mutant in mutants(reference(name), PACK.exercises[name].entry_points)}
    assert len(known) > 10
    for path in (PACK.exercises[name].solution_folder / "mistakes").glob("*.py"):
        known.add(ast.unparse(ast.parse(path.read_text(encoding="utf-8"))))
    assert tried & known == set()


# --------------------------------------------------------------------------- junk

# That junk of every kind fails, the verifier sees to.
JUNK = (
    "zeros",
    "the first batch element's answer for all",
    "right on the first call only",
    "the error that is asked for, always",
)


@each_exercise
@pytest.mark.parametrize("kind", JUNK)
def test_junk_earns_at_most_a_fifth(asker, name, kind):
    made = junk(reference(name), PACK.exercises[name].entry_points)
    (source,) = (one.source for one in made if one.name == kind)
    assert rejected(asker.grade(name, source)).score <= MOST


# --------------------------------------------------------------------------- classes that do nothing


@pytest.mark.parametrize("name", [*CLASSES, FACTORY])
@pytest.mark.parametrize("kind", SHELLS)
def test_a_class_that_does_nothing_earns_at_most_a_fifth(asker, name, kind):
    assert rejected(asker.grade(name, shell(name, kind))).score <= MOST


def test_the_exercises_that_ask_for_a_class():
    assert set(CLASSES) == {
        "debug_missing_targets",
        "debug_predictor_width",
        "fixed_position_embedding",
        "learned_position_embedding",
        "positional_encoding",
    }


# --------------------------------------------------------------------------- answers that lie


@each_exercise
def test_right_answers_that_go_through_the_same_hands_pass(asker, name):
    result = asker.grade(name, spoiled(name, "return right()"))
    assert (result.status, result.score) == ("passed", 10.0), result.message


@each_exercise
@pytest.mark.parametrize("kind", LYING_ANSWERS)
def test_an_answer_that_calls_itself_equal_passes_no_check(asker, name, kind):
    """Of a class, no more checks than no answer at all passes: some look at its parts only."""
    result = rejected(asker.grade(name, spoiled(name, LYING_ANSWERS[kind])))
    parts_only = passed(asker.grade(name, spoiled(name, "return None"))) if name in CLASSES else set()
    assert passed(result) <= parts_only
