"""The terminal game: a Textual screen and a line-by-line version, both doors only.

Reading order: `session` (a match, who plays it, where it is kept), `course` (what has happened,
in words), `scene` (what a person sees of a moment, as plain data), `commands` (what a person can
do, with its key), `slate`, `review` and `help` (score, looking back, rules); then the two faces:
`plain` (lines in, sentences out; `answers` understands the lines) and `app` with `screens` and
`widgets`.

Nothing here knows the rules of the game: what a person may see comes from `View.table`, what may
be done from `View.legal_moves`, and why something may not from `View.why_illegal`.
"""
