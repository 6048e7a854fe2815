"""The browser's server: tables, people, lobby, history; imports everything below it.

``wire`` has the messages of the table socket.  ``table`` is a table without any input or output:
events in, state and scenes out.  ``live`` runs tables: one task each, sockets, bots, several
processes.  ``http`` is everything else the browser asks.  ``store`` is the database.  ``app`` puts
them together, ``settings`` has what can be set.
"""
