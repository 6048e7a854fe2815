"""What the browser asks over HTTP, and the lobby's socket: one module a noun.

``services`` is what handlers work with, ``shapes`` is what they answer.
"""
