"""The table, and the dialogs that come up over it."""
