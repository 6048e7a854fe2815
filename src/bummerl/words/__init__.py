"""What people read: game things, messages and rules in words, in a language and for a deck.

`wording` words any `bummerl.text.Text`; `tell` says what happened; `rulebook` puts rules into
sentences.  The doors (`cli`, `tui`) use it; it uses `notation` and `rules`, and nothing below
imports it.
"""
