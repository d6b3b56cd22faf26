"""Answers beside what was expected, in memory; and the texts of an SVG file."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from grader.judge import judge
from grader.model import Close, Evidence
from grader.pictures.compared import choose, compared_picture
from tests.judging.support import EXERCISE, LOADED, case, check, key, observe

NEAR = Close(rtol=0.0, atol=1e-6)
AXES = (("answer", ("patch", "dimension")), ("table", ("head", "patch", "dimension")))


def seen(checks, expected, answers, *, truths=(), axes=AXES):
    """A key and the evidence of answers by (check, case)."""
    the_key = key(checks, expected, truths=truths)
    the_key = replace(the_key, exercise=replace(EXERCISE, axes=axes))
    observed = (LOADED, *observe(answers))
    return the_key, Evidence(judge(the_key, observed), observed)


def one(policy, expected, answer, *, label="a case", truth=None, axes=AXES, **inputs):
    """A key and the evidence of one visible case, whose part is the answer unless policies say otherwise."""
    if not isinstance(policy, dict):
        policy, expected, answer = {"answer": policy}, {"answer": expected}, {"answer": answer}
    truths = () if truth is None else (("exact", observe({(0, 0): {"answer": truth}})),)
    checks = [check("the check", case(policy, label, **inputs), visibility="visible")]
    return seen(checks, {(0, 0): expected}, {(0, 0): answer}, truths=truths, axes=axes)


def chosen(*arguments, **more):
    """What is drawn of one visible case."""
    return choose(*one(*arguments, **more))


def picture(*arguments, **more):
    """The picture of one visible case."""
    return compared_picture(chosen(*arguments, **more), "demo")


def svg_texts(svg):
    """The texts of an SVG file, which must be well formed."""
    root = ElementTree.fromstring(svg)
    return ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
