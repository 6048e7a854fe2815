"""Draws the double German cards of the house: 24 faces and a back as SVG.

``python -m tools.german_cards DIRECTORY`` writes them.  All is drawn from the shared parts in this
package, so a colour or a line width changes everywhere at once: `paint` (colours, lines),
`letters`, `suits` (the four signs), `heads` and `gear` (what makes a figure), `figures`,
`seasons` (the aces) and `card`, which puts them together.
"""
