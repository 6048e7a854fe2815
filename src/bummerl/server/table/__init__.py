"""A table without input or output: its state follows from its events alone.

Reading order: ``events`` (what can happen), ``state`` (what follows from it), ``commands`` (what
somebody wants, and the events it makes), ``scene`` (what a viewer may see of it).  Nothing here
awaits, reads a clock or draws random numbers: moments and secrets come in from ``live``.
"""
