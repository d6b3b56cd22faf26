"""How the help of the whole command is laid out: its commands in sections, examples at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click


class Sections(click.Group):
    """A group whose commands stand in sections, in the order in which they were added."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.sections: dict[str, tuple[str, ...]] = {}

    def add_section(self, title: str, commands: Mapping[click.Command, str]) -> None:
        """Add commands, each with the few words that the list says of it."""
        for command, words in commands.items():
            command.short_help = words
            self.add_command(command)
        self.sections[title] = tuple(command.name or "" for command in commands)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in their order."""
        return [name for names in self.sections.values() for name in names]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands first: they are what one comes for."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, with one margin for all."""
        width = max(map(len, self.commands))
        for title, names in self.sections.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(f"{name:<{width}}", self.commands[name].short_help or "") for name in names]
                )
