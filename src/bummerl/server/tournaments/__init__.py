"""Tournaments on the server: one log each in the database, roles, matches at our tables.

What may happen is decided by `bummerl.tournament`; here is who may do it, and where it is kept.
"""
