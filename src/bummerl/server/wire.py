"""Messages of the table socket, version 1: JSON objects, told apart by ``type``.

The browser connects to ``/ws/tables/ID?v=1&lang=de&deck=german`` (optionally ``&since=SEQ``), and
gets a `TableMessage` at once and after everything that happens; each holds the whole `Scene` of
this viewer, so none depends on another.  Sentences come in the viewer's language and for the
viewer's deck.  Cards and moves are tokens as in docs/notation.md.  docs/protocol.md tells it all.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bummerl.rules.moves import Seat

VERSION: Final = 1
"""Of these messages; a change that an old client cannot read makes a new one."""

Language: TypeAlias = Literal["en", "de"]
Deck: TypeAlias = Literal["french", "german"]
Phase: TypeAlias = Literal["waiting", "shuffling", "playing", "deal_over", "over", "cancelled"]
"""``waiting`` for a second player, ``shuffling`` the first deal, ``playing`` a deal, ``deal_over``
while the result lies on the table and the next deal is shuffled, ``over``: the match is."""
Phrase: TypeAlias = Literal["hello", "luck", "well_played", "thanks", "sorry", "moment", "bye"]
"""What can be said at a table."""
ByeCode: TypeAlias = Literal[
    "stopping", "version", "no_table", "too_fast", "malformed", "signed_out", "renewed", "slow"
]
"""Why a connection ends; ``renewed``: its browser is signed in by another token now."""

Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32,128}$")]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]


class Command(
    msgspec.Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True
):
    """Something the browser wants; `id` comes back as ``reply_to``."""

    id: Number


class Play(Command, frozen=True, tag="play"):
    """Make a move of the own seat."""

    version: Number
    """The scene's, which this answers."""
    move: Token


class GiveUp(Command, frozen=True, tag="give_up"):
    """Give up the deal, the Bummerl or the whole match (SCORE-5)."""

    scope: Literal["deal", "bummerl", "match"]


class Claim(Command, frozen=True, tag="claim"):
    """Claim the Bummerl, as the scene's ``claims`` offer it."""

    reason: Literal["flag", "absence"]


class Undo(Command, frozen=True, tag="undo"):
    """Practice: back to the own last decision."""

    version: Number


class Hint(Command, frozen=True, tag="hint"):
    """Practice: what would master do?"""

    version: Number


class Commit(Command, frozen=True, tag="commit"):
    """Fair deals: be bound to a contribution."""

    deal: Number
    commitment: Hex


class Reveal(Command, frozen=True, tag="reveal"):
    """Fair deals: open the contribution.  Whoever does is ready for the deal."""

    deal: Number
    contribution: Hex


class Say(Command, frozen=True, tag="say"):
    """Say one of the preset phrases."""

    phrase: Phrase


class Rematch(Command, frozen=True, tag="rematch"):
    """Play the same again."""


class Words(Command, frozen=True, tag="words"):
    """Speak another language, or of other cards, from now on."""

    lang: Language
    deck: Deck


class Ping(Command, frozen=True, tag="ping"):
    """Are you there?  `Pong` is the answer."""


AnyCommand: TypeAlias = (
    Play | GiveUp | Claim | Undo | Hint | Commit | Reveal | Say | Rematch | Words | Ping
)


class Pair(msgspec.Struct, frozen=True):
    """An announced pair."""

    suit: str
    worth: int
    """20 or 40."""
    pending: bool
    """It does not count before the seat has won a trick."""


class SeatScene(msgspec.Struct, frozen=True, kw_only=True):
    """One side of the table."""

    name: str
    bot: str | None
    """Level of the bot (``regular``), None for a person."""
    rating: int | None
    provisional: bool
    here: bool
    """Taken and connected; a bot always is."""
    grace: int | None
    """Milliseconds until the other may claim for absence; None while here."""
    ready: bool
    """Has opened its contribution for the next deal."""
    dealer: bool
    cards: int
    """Number of cards in the hand."""
    hand: tuple[str, ...]
    """The own hand, trumps first and sorted; of others only cards that were openly shown, until
    the deal has been played to its end."""
    tricks: int
    looks: tuple[tuple[str, ...], ...]
    """Won tricks that one may look back at."""
    points: int | None
    """Card points; None where the rules hide them."""
    pairs: tuple[Pair, ...]
    facts: tuple[str, ...]
    """Cards, tricks and points in words, as far as they are to be told."""


class Laid(msgspec.Struct, frozen=True):
    """A card on the table."""

    seat: Seat
    card: str


class TrickScene(msgspec.Struct, frozen=True):
    """A finished trick."""

    cards: tuple[Laid, ...]
    winner: Seat


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A button: exchange, close, announce, 66, draw – in this order."""

    move: str
    label: str
    explanation: str
    """The rule behind it in one sentence."""
    enabled: bool
    reason: str
    """Why not, as a sentence; empty if enabled."""
    after: tuple[str, ...]
    """Of an announcement the moves that may follow it: the cards to lead, then ``o``, unless the
    viewer can see that it would be false."""


class Slate(msgspec.Struct, frozen=True, kw_only=True):
    """The score, counted down."""

    needed: tuple[int, int]
    """Game points each seat still needs in this Bummerl."""
    strokes: tuple[tuple[int, int], ...]
    """`needed` after each deal of this Bummerl, from (7, 7) on."""
    bummerls: tuple[int, int]
    """Bummerls each seat has won; the dots hang at the other."""
    target: int
    """Bummerls that win the match."""
    carry: int
    """What the next deal is worth more."""


class ClockScene(msgspec.Struct, frozen=True, kw_only=True):
    """Both clocks as of this message; whoever shows it counts on by itself."""

    control: str
    left: tuple[int, int]
    """Milliseconds, by seat; may be negative."""
    running: Seat | None


class ResultScene(msgspec.Struct, frozen=True, kw_only=True):
    """How a deal ended."""

    winner: Seat | None
    game_points: int
    lines: tuple[str, ...]
    """The result in words, with the count, then what it does to the slate."""
    points: tuple[int, int] | None
    """Card points at the end; None where a forfeit cut the deal short."""
    bummerl_over: bool
    match_winner: Seat | None


class FairScene(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to see of a deal's shuffle: while it is prepared, played, and after it."""

    deal: int
    deck: int
    commitment: str
    """Of the server."""
    commitments: tuple[str | None, str | None]
    """Of the seats, as far as they came; both shown only when both are there."""
    contributions: tuple[str | None, str | None]
    """As far as they were opened."""
    secret: str | None
    """Only after the deal."""
    pack: str | None
    """Only after the deal."""
    dealer: Seat | None


Kind: TypeAlias = Literal[
    "seated", "dealt", "play", "announce", "exchange", "close", "draw", "used_up", "out", "trick",
    "result", "given_up", "claimed", "taken_back", "left", "returned", "said", "rematch",
    "no_rematch", "paused", "resumed", "cancelled",
]  # fmt: skip
"""Of what is told."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, for animation and the live region."""

    seq: int
    kind: Kind
    seat: Seat | None = None
    card: str | None = None
    """Played, drawn, or taken in an exchange; of an announced pair the king.  None where the
    viewer may not see it, or not any more."""
    phrase: str | None = None
    text: str = ""
    """In words; empty if there is nothing to say."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one viewer may see of a table."""

    table: str
    seq: int
    """Number of the last event."""
    version: int
    """Grows whenever cards or turns change; a command answers one."""
    phase: Phase
    seat: Seat | None
    """The viewer's; None for a spectator."""
    practice: bool
    rated: bool
    private: bool
    rules: str
    """Canonical text."""
    rules_name: str
    """As people call it, with the length of the match: ``Scharf · bis 2 Bummerl``."""
    pack: int
    """20 or 24."""
    deal: int
    """Number of the deal, from 1; 0 before the first."""
    bummerl: int
    """Number of the Bummerl, from 1."""
    seats: tuple[SeatScene, SeatScene]
    to_move: Seat | None
    trick: tuple[Laid, ...]
    last_trick: TrickScene | None
    """The trick taken last, while nothing was played since; or if one may look back at it."""
    trump: str | None
    """Letter of the suit; None before the first deal."""
    turn_up: str | None
    talon: int
    """Cards in it, the turned-up one included."""
    closed: Seat | None
    """Who closed the talon."""
    strict: bool
    moves: tuple[str, ...]
    """Legal moves of the viewer now."""
    reasons: dict[str, str]
    """Why a held card may not be played now, by card."""
    actions: tuple[Action, ...]
    prompt: str
    """Whose turn it is, and what for."""
    phase_text: str
    """Free or strict play, in words."""
    course: tuple[str, ...]
    """The deal so far in words, as far as one may look back."""
    slate: Slate
    clock: ClockScene | None
    result: ResultScene | None
    fair: FairScene | None
    """Of the deal on the table."""
    next_fair: FairScene | None
    """Of the deal that is being shuffled; None while nothing is."""
    claims: tuple[Literal["flag", "absence"], ...]
    """What the viewer may claim now."""
    may_undo: bool
    may_hint: bool
    rematch: tuple[Seat, ...]
    """Who wants one."""
    rematch_table: str | None
    tournament: str | None
    """The tournament of which a match is played here."""
    paused: bool
    spectators: int


class TableMessage(msgspec.Struct, frozen=True, tag_field="type", tag="table", kw_only=True):
    """The table as it stands, and what has happened since the last message."""

    scene: Scene
    told: tuple[Told, ...] = ()
    reply_to: int | None = None
    """The command that this answers."""


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused", kw_only=True):
    """A command was not carried out; the table as it stands follows."""

    reply_to: int
    code: Literal["illegal", "stale", "not_now", "not_yours", "busy"]
    text: str


class HintMessage(msgspec.Struct, frozen=True, tag_field="type", tag="hint", kw_only=True):
    """What master would do, for a version of the scene."""

    reply_to: int
    version: int
    moves: tuple[str, ...]
    """The plan: calls, then the card."""
    text: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong", kw_only=True):
    """The answer to `Ping`."""

    reply_to: int


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye", kw_only=True):
    """The server ends this connection."""

    code: ByeCode
    text: str
    retry: bool
    """Whether connecting again makes sense."""


AnyMessage: TypeAlias = TableMessage | Refused | HintMessage | Pong | Bye

_COMMANDS: Final = msgspec.json.Decoder(AnyCommand)
_MESSAGES: Final = msgspec.json.Encoder()


def decode_command(data: bytes | str) -> AnyCommand:
    """A command from the browser.

    Raises:
        msgspec.MsgspecError: it is none; the text says what is wrong.
    """
    return _COMMANDS.decode(data)


def encode_message(message: AnyMessage) -> bytes:
    """A message to the browser."""
    return _MESSAGES.encode(message)
