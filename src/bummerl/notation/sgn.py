r"""SGN, the text of whole deals: tags, tricks, result – docs/notation.md describes it.

Strict reading (`loads`, `load`) stops at the first error; lenient reading (`read`, `read_file`)
collects all of them and goes on with the next deal.  Both check everything: each move is played,
and what stands twice must agree.  Writing (`dumps`, `dump`) gives one canonical text, which does
not change when it is read and written again.

In tag values ``\"`` is a quotation mark and ``\\`` a backslash; a backslash before anything else
is itself.  Comments before the tags of a deal, or between them, count as comments before its
first move; those on the line of the result, and those at the end of the file, come behind the last
move.

>>> text = '''[SGN "1"]
... [Rules "app"]
... [Deal "1"]
... [Dealer "0"]
... [Start "app SATDTKQ/SKHTKCAK C SQDAHAHJHQCTDJCQSJ+CJ - 1: 0.0/0.0 - 7:7"]
... [Result "0+2"]
... [Reason "resigned"]
...
... 1.1 HK {[%ev -0.5]} DQ
... 2.1 r
... 0+2
... '''
>>> [record] = loads(text)
>>> record.result, record.comments, dumps([record]) == text
(Result(winner=0, points=2, reason='resigned'), {1: ('[%ev -0.5]',)}, True)
"""

from __future__ import annotations

from typing import Final

from bummerl.notation.evaluation import Evaluation, parse_evaluation, write_evaluation
from bummerl.notation.reading import Format, Reading
from bummerl.notation.records import DealRecord, record_of
from bummerl.notation.sgn_check import disagreements
from bummerl.notation.sgn_reader import entries
from bummerl.notation.sgn_writer import dumps

__all__ = [
    "SGN",
    "DealRecord",
    "Evaluation",
    "Reading",
    "disagreements",
    "dump",
    "dumps",
    "load",
    "loads",
    "parse_evaluation",
    "read",
    "read_file",
    "record_of",
    "write_evaluation",
]

SGN: Final = Format(entries, dumps)
"""The format with all its doors; those below are its own."""
loads = SGN.loads
load = SGN.load
read = SGN.read
read_file = SGN.read_file
dump = SGN.dump
