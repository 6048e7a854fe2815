"""Analyses and reviews as JSON, and as comments in records.

Numbers are rounded to four places; tokens and results are those of docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from bummerl.analysis.evaluate import Analysis, Hands, PlanValue, Value
from bummerl.analysis.review import GRADES, Balance, DealReview, Decision, Review, Totals
from bummerl.notation.as_json import result_json
from bummerl.notation.evaluation import (
    Evaluation,
    parse_evaluation,
    without_evaluations,
    write_evaluation,
)
from bummerl.notation.records import DealRecord
from bummerl.notation.tokens import write_move
from bummerl.rules.moves import Move

_PLACES = 4


def plan_tokens(plan: Iterable[Move]) -> list[str]:
    """A plan in tokens.

    >>> plan_tokens((29, 10))
    ['c', 'HT']
    """
    return [write_move(move) for move in plan]


def analysis_json(analysis: Analysis, hands: Hands | None = None) -> dict[str, Any]:
    """``{"moves": [{"plan": ["c", "HA"], "points": …}], "worlds": …, "exact": …, "best": …}``.

    Moves come best first.  `hands` are those that the best plan can beat, if it closes.
    """
    found: dict[str, Any] = {
        "moves": [_move_json(move) for move in analysis.moves],
        "worlds": analysis.worlds,
        "exact": analysis.exact,
        "best": plan_tokens(analysis.best.plan),
    }
    return found if hands is None else found | {"hands": hands._asdict()}


def _move_json(move: PlanValue) -> dict[str, Any]:
    numbers = {**_value_json(move.value), "interval": _round(move.interval)}
    return {"plan": plan_tokens(move.plan), **numbers, "exact": move.exact}


def review_json(review: Review) -> dict[str, Any]:
    """Everything a review found: ``deals`` with their decisions, ``players``, ``skipped``."""
    return {
        "deals": [_deal_json(deal) for deal in review.deals],
        "players": [_totals_json(totals) for totals in review.players],
        "skipped": list(review.skipped),
    }


def _deal_json(deal: DealReview) -> dict[str, Any]:
    record = deal.record
    return {
        "number": deal.number,
        "deal": record.deal,
        "rules": str(record.rules),
        "players": list(record.players),
        "dealer": record.dealer,
        "needed": list(record.start.needed),
        "result": result_json(record.final.result),
        "decisions": [_decision_json(decision) for decision in deal.decisions],
        "points": [_balance_json(deal.points(seat)) for seat in (0, 1)],
        "bummerl": [_balance_json(deal.bummerl(seat)) for seat in (0, 1)],
    }


def _decision_json(decision: Decision) -> dict[str, Any]:
    best = decision.best
    return {
        "trick": sum(decision.turn.before.tricks) + 1,
        "moves": decision.turn.made,
        "seat": decision.seat,
        "plan": plan_tokens(decision.turn.plan),
        "best": None if best is None else plan_tokens(best.plan),
        "played_value": _value_json(decision.kept),
        "best_value": _value_json(decision.had),
        "loss": _round(decision.loss),
        "loss_points": _round(decision.loss_points),
        "noise": _round(decision.noise),
        "class": decision.grade,
    }


def _totals_json(totals: Totals) -> dict[str, Any]:
    accuracy = totals.accuracy
    return {
        "name": totals.name,
        "decisions": len(totals.decisions),
        "classes": {grade: totals.count(grade) for grade in GRADES},
        "loss": _round(totals.loss),
        "loss_points": _round(totals.loss_points),
        "accuracy": None if accuracy is None else _round(accuracy),
        "points": _balance_json(totals.points),
        "bummerl": _balance_json(totals.bummerl),
    }


def _balance_json(balance: Balance) -> dict[str, float]:
    return _rounded({**vars(balance), "luck": balance.luck})


def _value_json(value: Value) -> dict[str, float]:
    return _rounded({"points": value.points, "win": value.win, "bummerl": value.bummerl})


def _rounded(numbers: dict[str, float]) -> dict[str, float]:
    return {name: _round(number) for name, number in numbers.items()}


def _round(number: float) -> float:
    return round(number, _PLACES) + 0.0  # + 0.0 turns -0.0 into 0.0


def annotated(
    records: Sequence[DealRecord],
    review: Review,
    remark: Callable[[Decision], str],
    without_remark: Callable[[str], str],
) -> list[DealRecord]:
    """The records with the value of every decision as a comment behind it.

    The value is that of the plan played, for the seat that played it; `remark` is put behind it.
    Evaluations that were there before are gone, with the remarks behind them, which
    `without_remark` takes off a text; all other comments stay.
    """
    found = [_unannotated(record, without_remark) for record in records]
    for deal in review.deals:
        comments = dict(found[deal.number - 1].comments)
        for decision in deal.decisions:
            value = write_evaluation(Evaluation(decision.kept.points, decision.kept.win))
            there = comments.get(decision.turn.made, ())
            comments[decision.turn.made] = (*there, f"{value} {remark(decision)}".strip())
        found[deal.number - 1] = replace(deal.record, comments=comments)
    return found


def _unannotated(record: DealRecord, without_remark: Callable[[str], str]) -> DealRecord:
    """The record without evaluations and remarks; what people wrote beside them stays."""

    def own(comment: str) -> str:
        if parse_evaluation(comment) is None:
            return comment
        return without_remark(without_evaluations(comment))

    comments = {
        made: tuple(filter(None, map(own, texts))) for made, texts in record.comments.items()
    }
    return replace(record, comments={made: texts for made, texts in comments.items() if texts})
