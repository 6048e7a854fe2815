"""Tables in play: one task a table, sockets, bots, and several processes.

`service.Tables` is what the rest of the server uses; `socket.table_socket` is what browsers reach.
A table has one writer, its `task.TableTask`, in the one process that holds its lease; other
processes forward what their sockets say (`remote`).  Only this folder and the HTTP part above it
may import it.
"""
