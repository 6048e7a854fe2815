"""What the dialogs say: results, score, tricks, help, questions."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bummerl.errors import BummerlError
from bummerl.tui.commands import rash_question
from bummerl.tui.help import key_chapter, rule_chapters
from bummerl.tui.review import (
    Seen,
    all_cards,
    counted_tricks,
    deals_played,
    end_of_deal,
    headline,
    price_of_giving_up,
    tricks_to_see,
)
from bummerl.tui.scene import face
from bummerl.tui.screens.dialogs import Choice, Dialog, Way
from bummerl.tui.session import Session
from bummerl.tui.slate import slate
from bummerl.tui.widgets import art
from bummerl.tui.widgets.slate import SlateView
from bummerl.words.wording import Wording

CHIPS = 6
"""Cards in a line of a dialog."""


def result(session: Session) -> Dialog:
    """How the deal ended, what it does to the score, and what next."""
    say, match = session.wording.say, session.match
    review, leave = Choice(Way.REVIEW, say("A&ll cards")), Choice(Way.QUIT, say("&Quit"))
    if not match.over:
        choices = [Choice(Way.NEXT, say("&Next deal")), review, leave]
    elif session.another is not None:
        choices = [Choice(Way.ANOTHER, say("A&nother match")), review, leave]
    else:
        choices = [leave, review]
    return Dialog(headline(session), [*end_of_deal(session), _slate(session)], choices)


def score(session: Session) -> Dialog:
    """The slate, and the deals that are over."""
    played = [Content(line) for line in deals_played(session)]
    return _reading(
        session,
        session.wording.say("Score"),
        [_slate(session), *[Content()] * bool(played), *played],
    )


def _slate(session: Session) -> SlateView:
    return SlateView(session.wording, slate(session.match, session.seat))


def tricks(session: Session) -> Dialog:
    """The tricks one may look back at; once the deal is over all cards too."""
    say = session.wording.say
    if session.match.deal_over:
        return _reading(session, say("All cards of the deal"), _whole_deal(session))
    rows = list(_rows(tricks_to_see(session), session.wording))
    if not rows:
        rows = [Content(say("There is no trick that you may look back at."))]
    return _reading(session, say("Tricks"), rows)


def _whole_deal(session: Session) -> Iterable[Content]:
    for dealt in all_cards(session):
        yield Content(dealt.before)
        yield from _rows([dealt._replace(before=" ")], session.wording)
    yield Content()
    yield from _rows(counted_tricks(session), session.wording)


def _rows(seen: Iterable[Seen], words: Wording) -> Iterable[Content]:
    rows = list(seen)
    margin = max((len(row.before) for row in rows if row.cards), default=0)
    for row in rows:
        if not row.cards:
            yield Content(row.before)
        chips = [art.chip(face(card, words), words.deck) for card in row.cards]
        before = row.before
        for start in range(0, len(chips), CHIPS):
            line = [Content(before.ljust(margin)), *chips[start : start + CHIPS]]
            yield Content(" ").join([*line, Content(row.behind)])
            before = ""


def help_screen(session: Session) -> Dialog:
    """What the game is about, keys, and the rules this match is played by."""
    words = session.wording
    game, *rules = rule_chapters(session.match.rules, words)
    body: list[str | Content | Widget] = []
    for chapter in (game, key_chapter(session.match.rules, words), *rules):
        body.append(Content.styled(chapter.heading, "bold $accent"))
        body += [Static(sentence, classes="clause", markup=False) for sentence in chapter.sentences]
    return _reading(session, words.say("Help"), body)


def resign(session: Session) -> Dialog:
    """Give up the deal, the match, or nothing?"""
    say = session.wording.say
    return Dialog(
        say("Give up?"),
        [price_of_giving_up(session)],
        [
            Choice(Way.BACK, say("&Play on")),
            Choice(Way.RESIGN, say("The &deal")),
            Choice(Way.GIVE_UP, say("The &match")),
        ],
        Way.BACK,
    )


def rash(session: Session) -> Dialog:
    """Really go out with fewer than 66?"""
    words = session.wording
    return Dialog(
        words.say("Go out?"),
        [rash_question(session.view, words)],
        [Choice(Way.BACK, words.say("&Play on")), Choice(Way.GO_OUT, words.say("&Yes, go out"))],
        Way.BACK,
    )


def trouble(session: Session, error: BummerlError) -> Dialog:
    """The computer player failed: ask again, or leave."""
    words = session.wording
    name = session.match.names[session.other]
    return Dialog(
        words.say("{name} cannot move", name=name),
        [words.sentence(error.text), words.say("Nothing is lost: the match stays as it is.")],
        [Choice(Way.RETRY, words.say("As&k again")), Choice(Way.QUIT, words.say("&Quit"))],
    )


def _reading(session: Session, title: str, body: Iterable[str | Content | Widget]) -> Dialog:
    return Dialog(title, list(body), [Choice(Way.BACK, session.wording.say("&Back"))], Way.BACK)
