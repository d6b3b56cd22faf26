"""The command that sets up completion by the Tab key: completion."""

from __future__ import annotations

import click

WHERE = {
    "bash": 'add this line to ~/.bashrc: eval "$(kata completion bash)"',
    "zsh": 'add this line to ~/.zshrc, behind compinit: eval "$(kata completion zsh)"',
    "fish": "run once: kata completion fish > ~/.config/fish/completions/kata.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(list(WHERE)))
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print what makes a shell complete commands, options, exercises and tracks with the Tab key.

    Nothing is changed on this machine. To have it in every new terminal, put what is printed where your
    shell looks for it:

    \b
      bash   add to ~/.bashrc:  eval "$(kata completion bash)"
      zsh    add to ~/.zshrc, behind compinit:  eval "$(kata completion zsh)"
      fish   kata completion fish > ~/.config/fish/completions/kata.fish

    \b
    Example:
      kata completion bash
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, "click knows the shells that are offered"
    script = found(context.find_root().command, {}, "kata", "_KATA_COMPLETE").source()
    # It stands last: what zsh reads in the first line is no comment.
    click.echo(f"{script.rstrip()}\n\n# To complete in every new terminal, {WHERE[shell]}")
    return 0
