"""Reads who handed in what from Gradescope's ``submission_metadata.yml``.

Only the tree of the text is looked at: no object is made of it, and an id such as 0123 stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from grader.intake.source import student_name
from grader.model import Person

MAX_NESTING = 100


class NotMetadata(Exception):
    """Why the file cannot be read, in a few words."""


def submitters_of(text: str) -> dict[str, tuple[Person, ...]]:
    """Return the submitters of each folder.

    Parameters
    ----------
    text
        The file: keys are Ruby's symbols, written with a colon before them.

    Returns
    -------
    dict[str, tuple[Person, ...]]
        By the folder's name; their ids are those that the school gave them (``:sid:``), else their
        email addresses. Submitters with neither are left out.

    Raises
    ------
    NotMetadata
        If it is no such file.
    """
    owners = {}
    for folder, told in _pairs(_tree(text)):
        for key, listed in _pairs(told):
            if key.strip(":") == "submitters" and isinstance(listed, yaml.SequenceNode):
                people = (_person(dict(_pairs(each))) for each in listed.value)
                owners[folder] = tuple({who.id: who for who in people if who}.values())
    return owners


def _tree(text: str) -> yaml.Node:
    """The text as a tree of nodes; nested too deep it would end the process, so that is looked at before."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > MAX_NESTING:
                raise NotMetadata("it is nested too deep")
        tree = yaml.compose(text, Loader=loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise NotMetadata("it is not YAML") from error
    if not isinstance(tree, yaml.MappingNode):
        raise NotMetadata("it tells of no submissions")
    return tree


def _pairs(node: yaml.Node) -> Iterator[tuple[str, yaml.Node]]:
    """The entries of a mapping whose keys are text; none if it is something else."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield key.value, value


def _person(told: dict[str, yaml.Node]) -> Person | None:
    def text(key: str) -> str | None:
        node = told.get(f":{key}", told.get(key))
        if not isinstance(node, yaml.ScalarNode) or node.tag.endswith(":null"):
            return None
        return student_name(node.value.strip()) or None

    email = text("email")
    known = text("sid") or email
    return Person(known, name=text("name"), email=email) if known else None
