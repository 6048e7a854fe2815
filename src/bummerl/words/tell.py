"""What happened, in words: moves, tricks, results, scores.

All functions take the players' `names` by seat, a `Wording`, and in `you` the seat of the reader,
who is then spoken to (None: nobody is).  They say nothing that is not public at the table.

>>> from bummerl.rules.dealing import deal, shuffled
>>> position = deal(shuffled(20, seed=3), dealer=0)
>>> tell_move(position, position.legal_moves()[0], ["Anna", "Bert"], Wording())
'Bert leads the ten of spades.'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from bummerl.cards import Card, Suit
from bummerl.rules.moves import (
    CLOSE,
    DRAW,
    EXCHANGE,
    OUT,
    PAIR,
    RESIGN,
    Move,
    Seat,
    is_card,
    is_pair,
)
from bummerl.rules.position import Position
from bummerl.rules.score import GAME, Score
from bummerl.rules.scoring import Result
from bummerl.rules.trick import Trick, beats
from bummerl.rules.variants import Rules
from bummerl.rules.view import View
from bummerl.words.result import tell_result
from bummerl.words.voice import Voice
from bummerl.words.wording import Wording

__all__ = [
    "Before",
    "Cause",
    "tell_bummerl",
    "tell_end",
    "tell_forfeit",
    "tell_game",
    "tell_match",
    "tell_move",
    "tell_result",
    "tell_score",
    "tell_trick",
]


class Before(Protocol):
    """What everybody saw before a move, as far as it takes to tell it; any situation is one."""

    @property
    def trump(self) -> Suit:
        """The trump suit."""

    @property
    def trick(self) -> tuple[Card, ...]:
        """Cards of the current trick."""

    @property
    def turn_up(self) -> Card | None:
        """The turned-up card."""

    @property
    def lowest_trump(self) -> Card:
        """The card that may be exchanged."""

    @property
    def to_move(self) -> Seat:
        """The seat that moves next."""


def tell_move(
    before: Before,
    move: Move,
    names: Sequence[str],
    wording: Wording,
    *,
    you: Seat | None = None,
    seat: Seat | None = None,
) -> str:
    """A move as one sentence; `before` is the situation it is made in.

    `seat` says who moved where it was not the seat to move (resigning, lost on time).
    """
    voice = Voice(names, wording, you)
    seat = before.to_move if seat is None else seat
    if is_card(move):
        return _tell_card(before, move, seat, voice)
    if is_pair(move):
        suit = move - PAIR
        if suit == before.trump:
            return voice.about(seat, "{who} announces 40.", "You announce 40.")
        return voice.about(
            seat,
            "{who} announces 20 in {suit:suit}.",
            "You announce 20 in {suit:suit}.",
            suit=suit,
        )
    if move == EXCHANGE:
        return voice.about(
            seat,
            "{who} exchanges {low:card_acc} for {card:rank}.",
            "You exchange {low:card_acc} for {card:rank}.",
            low=before.lowest_trump,
            card=before.turn_up,
        )
    if move == CLOSE:
        return voice.about(seat, "{who} closes the talon.", "You close the talon.")
    if move == DRAW:
        return voice.about(seat, "{who} draws.", "You draw.")
    if move == OUT:
        return voice.about(seat, "{who} goes out.", "You go out.")
    if move == RESIGN:
        return voice.about(seat, "{who} gives up the deal.", "You give up the deal.")
    return voice.about(seat, "{who} runs out of time.", "You run out of time.")


def _tell_card(before: Before, card: Move, seat: Seat, voice: Voice) -> str:
    if not before.trick:
        return voice.about(
            seat, "{who} leads {card:card_acc}.", "You lead {card:card_acc}.", card=card
        )
    led = before.trick[0]
    if not beats(card, led, before.trump):
        return voice.about(
            seat, "{who} plays {card:card_acc}.", "You play {card:card_acc}.", card=card
        )
    if card // 6 == led // 6:
        return voice.about(
            seat,
            "{who} beats it with {card:card_dat}.",
            "You beat it with {card:card_dat}.",
            card=card,
        )
    return voice.about(
        seat,
        "{who} trumps with {card:card_dat}.",
        "You trump with {card:card_dat}.",
        card=card,
    )


def tell_trick(
    trick: Trick, names: Sequence[str], wording: Wording, *, you: Seat | None = None
) -> str:
    """Who has won a trick."""
    return Voice(names, wording, you).about(
        trick.winner, "{who} wins the trick.", "You win the trick."
    )


def tell_score(
    score: Score, names: Sequence[str], wording: Wording, *, you: Seat | None = None
) -> str:
    """The slate on one line: points still needed, a dot for each Bummerl at its loser, carry.

    The reader comes first, as on every slate; without one seat 0.

    >>> tell_score(Score((4, 7), (1, 0), 1), ["Anna", "Bert"], Wording())
    'Anna 4 : 7 Bert · Bummerls: Bert ● · next deal +1'
    """
    first = you or 0
    other = 1 - first
    name = wording.say("You") if first == you else names[first]
    parts = [f"{name} {score.needed[first]} : {score.needed[other]} {names[other]}"]
    dots = []
    for seat in (first, other):
        if count := score.bummerls[1 - seat]:
            name = wording.say("you") if seat == you else names[seat]
            dots.append(f"{name} {'●' * count}")
    if dots:
        parts.append(wording.say("Bummerls: {dots}", dots=", ".join(dots)))
    if score.carry:
        parts.append(wording.say("next deal +{n}", n=score.carry))
    return " · ".join(parts)


def tell_game(
    before: Score,
    result: Result,
    rules: Rules,
    names: Sequence[str],
    wording: Wording,
    *,
    you: Seat | None = None,
) -> str | None:
    """How a game (Bummerl) ended with the deal's `result`; None if it goes on.

    `before` is the score before that deal.
    """
    hung = sum(before.after(result, rules).bummerls) - sum(before.bummerls)
    if result.winner is None or not hung:
        return None
    voice = Voice(names, wording, you)
    loser = 1 - result.winner
    won = voice.about(result.winner, "{who} has reached zero.", "You have reached zero.")
    if before.needed[loser] < GAME:
        return f"{won} {_gets_bummerl(voice, loser)}"
    if hung == 1:
        lost = voice.about(
            loser,
            "{who} is Schneider and gets a Bummerl.",
            "You are Schneider and get a Bummerl.",
        )
    else:
        lost = voice.about(
            loser,
            "{who} is Schneider and gets two Bummerls.",
            "You are Schneider and get two Bummerls.",
        )
    return f"{won} {lost}"


Cause: TypeAlias = Literal["given up", "time", "absence"]
"""Why somebody loses a game beyond a deal: the other two are claimed by the opponent."""


def tell_forfeit(
    loser: Seat,
    names: Sequence[str],
    wording: Wording,
    *,
    match: bool = False,
    cause: Cause = "given up",
    you: Seat | None = None,
) -> str:
    """That `loser` gave up the game, or with `match` the whole match, or has lost it by a claim."""
    voice = Voice(names, wording, you)
    match cause, match:
        case "given up", True:
            return voice.about(loser, "{who} gives up the match.", "You give up the match.")
        case "given up", False:
            why = voice.about(loser, "{who} gives up the game.", "You give up the game.")
        case "time", _:
            why = voice.about(loser, "{who} has run out of time.", "You have run out of time.")
        case _:
            why = voice.about(loser, "{who} was away for too long.", "You were away for too long.")
    return why if match else f"{why} {tell_bummerl(loser, names, wording, you=you)}"


def tell_bummerl(
    loser: Seat, names: Sequence[str], wording: Wording, *, you: Seat | None = None
) -> str:
    """Who gets the Bummerl."""
    return _gets_bummerl(Voice(names, wording, you), loser)


def _gets_bummerl(voice: Voice, loser: Seat) -> str:
    return voice.about(loser, "{who} gets the Bummerl.", "You get the Bummerl.")


def tell_match(
    winner: Seat,
    score: Score,
    names: Sequence[str],
    wording: Wording,
    *,
    you: Seat | None = None,
) -> str:
    """Who has won the match, with the Bummerls each side has hung on the other."""
    return Voice(names, wording, you).about(
        winner,
        "{who} wins the match by {own} to {other}.",
        "You win the match by {own} to {other}.",
        own=score.bummerls[winner],
        other=score.bummerls[1 - winner],
    )


def tell_end(
    end: Position | View, names: Sequence[str], wording: Wording, *, you: Seat | None = None
) -> tuple[str, ...]:
    """Everything a finished deal brought: result, end of the game, then the match or the score."""
    assert end.result is not None
    score = end.score.after(end.result, end.rules)
    game = tell_game(end.score, end.result, end.rules, names, wording, you=you)
    winner = score.match_winner(end.rules)
    last = (
        tell_score(score, names, wording, you=you)
        if winner is None
        else tell_match(winner, score, names, wording, you=you)
    )
    lines = (tell_result(end, names, wording, you=you), game, last)
    return tuple(line for line in lines if line)
