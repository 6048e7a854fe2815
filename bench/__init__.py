"""Benchmarks: what is measured, how, and the numbers are told in README.md.

Nothing imports from here, and nothing here is installed.
"""
