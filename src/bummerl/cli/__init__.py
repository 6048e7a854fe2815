"""The command line: `main` picks the language, `app` gathers the commands.

One module for each family of commands; everything heavy is imported inside the command that
needs it, so that ``bummerl --help`` answers at once.
"""
