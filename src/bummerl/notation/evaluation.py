"""What an engine thinks of a move, as a comment: ``[%ev 1.25 %win 0.61]``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NUMBER: Final = r"[+-]?[0-9]{1,6}(?:\.[0-9]{1,9})?"
_EVALUATION: Final = re.compile(
    rf"\[(?=%)\s*(?:%ev\s+(?P<ev>{_NUMBER})\s*)?(?:%win\s+(?P<win>{_NUMBER})\s*)?\]"
)


class Evaluation(NamedTuple):
    """How good a move is for the seat that made it."""

    ev: float | None = None
    """Expected game points, won less lost: -3 … 3, or more with a carry."""
    win: float | None = None
    """Chance of winning the deal: 0 … 1."""


def write_evaluation(evaluation: Evaluation) -> str:
    """An evaluation as a comment, to four places.

    >>> write_evaluation(Evaluation(1.25, 0.61)), write_evaluation(Evaluation(win=0.5))
    ('[%ev 1.25 %win 0.61]', '[%win 0.5]')
    """
    parts = (
        f"%{name} {round(value, 4) + 0.0:g}"  # + 0.0 turns -0.0 into 0.0
        for name, value in evaluation._asdict().items()
        if value is not None
    )
    return f"[{' '.join(parts)}]"


def parse_evaluation(comment: str) -> Evaluation | None:
    """The evaluation in a comment, which may say other things too; None if there is none.

    >>> parse_evaluation("[%ev -0.5 %win 0.4] a slip")
    Evaluation(ev=-0.5, win=0.4)
    """
    found = _EVALUATION.search(comment)
    if found is None:
        return None
    return Evaluation(*(None if part is None else float(part) for part in found.groups()))


def without_evaluations(comment: str) -> str:
    """What else a comment says.

    >>> without_evaluations("[%ev -0.5 %win 0.4] a slip")
    'a slip'
    """
    return _EVALUATION.sub("", comment).strip()
