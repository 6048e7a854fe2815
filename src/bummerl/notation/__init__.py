"""Text forms of everything that travels: `tokens` (cards, moves), `spn` (positions), `sgn`.

Canonical when written, lenient when read; docs/notation.md describes the formats for outsiders.
Imports `bummerl.rules` and below.
"""
