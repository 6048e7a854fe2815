"""What Click itself says on the command line, as far as a user can meet it.

Click looks its messages up with gettext, so it speaks our language once
`bummerl.words.catalogue.speak` was called, before the commands are imported.
"""

from __future__ import annotations

from typing import Final

from bummerl.text import N_


def _plural(singular: str, plural: str) -> tuple[str, str]:
    return singular, plural


CLICK_MESSAGES: Final = (
    N_("Aborted!"),
    N_("deprecated"),
    N_("required"),
    N_("Options"),
    N_("Positional arguments"),
    N_("Commands"),
    N_("Usage:"),
    N_("env var: {var}"),
    N_("default: {default}"),
    N_("(dynamic)"),
    N_("Show the version and exit."),
    N_("Show this message and exit."),
    N_("Try '{command} {option}' for help."),
    N_("Error: {message}"),
    N_("Missing command."),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    _plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    _plural("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    N_("Option {name!r} does not take a value."),
    _plural("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing {param_type}"),
    N_("Missing parameter: {param_name}"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Choose from:\n\t{choices}"),
    _plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("Could not open file {filename!r}: {message}"),
    N_("unknown error"),
)
"""Messages, or singular and plural of one."""
