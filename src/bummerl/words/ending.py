"""How a deal ended, and what it did to the score, the Bummerl and the match."""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.match.bummerl import Match
from bummerl.rules.moves import Seat
from bummerl.words.tell import Cause, tell_bummerl, tell_end, tell_forfeit, tell_result
from bummerl.words.voice import Voice
from bummerl.words.wording import Wording


def end_of_deal(
    match: Match,
    words: Wording,
    you: Seat | None,
    cause: Cause = "given up",
    names: Sequence[str] | None = None,
) -> tuple[str, ...]:
    """How the deal that is over ended, and what it did to the score: a sentence or two each.

    Args:
        match: whose current deal is over.
        words: language and deck.
        you: the reader's seat, who is spoken to; None: nobody is.
        cause: why more than the deal was lost, if it was.
        names: what the reader calls the seats, if not by their names in the match.
    """
    last, names = match.results[-1], match.names if names is None else names
    forfeit = last.forfeit
    if forfeit is None:
        told = tell_end(match.position, names, words, you=you)
        # behind a Bummerl the score is that of the next one, which has not begun
        return told[:-1] if match.game_over and not match.over else told
    lines = []
    if last.result is not None:
        lines.append(tell_result(match.position, names, words, you=you))
    if last.result is not None and last.result.reason == "time" and not forfeit.match:
        lines.append(tell_bummerl(forfeit.seat, names, words, you=you))
    else:
        lines.append(
            tell_forfeit(forfeit.seat, names, words, match=forfeit.match, cause=cause, you=you)
        )
    if match.winner is not None:
        lines.append(match_won(match, names, words, you))
    return tuple(lines)


def match_won(match: Match, names: Sequence[str], words: Wording, you: Seat | None) -> str:
    """Who has won the match that is over."""
    assert match.winner is not None
    return Voice(names, words, you).about(
        match.winner, "{who} wins the match.", "You win the match."
    )
