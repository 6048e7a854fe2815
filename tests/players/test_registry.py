from __future__ import annotations

import subprocess
import sys
import types
from importlib import metadata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import PlayerError
from bummerl.players import registry
from bummerl.players.human import HumanPlayer
from bummerl.players.random_player import RandomPlayer
from bummerl.players.registry import PlayerSpec, make_player, parse_spec, player_names, register
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Move
from bummerl.rules.view import View

VIEW = deal(shuffled(20, seed=1), dealer=0).view(1)


class Told:
    """A player that remembers the options it was made with."""

    def __init__(self, seed: int | str | None = None, worlds: int = 30, mode: str = "x") -> None:
        if worlds < 0:
            raise ValueError("worlds are below nothing")
        self.told = (seed, worlds, mode)

    def choose(self, view: View) -> Move:
        return view.legal_moves()[0]


@pytest.fixture(autouse=True)
def _no_registered_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry._entry_points.cache_clear()


@pytest.fixture
def told() -> None:
    register("told", Told)


def offer(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    """Installed packages offer these players."""

    def entry_points(group: str) -> list[metadata.EntryPoint]:
        assert group == "bummerl.players"
        return [metadata.EntryPoint(name, value, group) for name, value in points.items()]

    monkeypatch.setattr(metadata, "entry_points", entry_points)


# ---- reading and writing a player's text -------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("greedy", "greedy", {}),
        (" Greedy ( ) ", "greedy", {}),
        ("random(seed=3)", "random", {"seed": 3}),
        ("pimc(worlds=30, time=0.5)", "pimc", {"worlds": 30, "time": 0.5}),
        ("p(a=-1,b=+2,c=007)", "p", {"a": -1, "b": 2, "c": 7}),
        ("p(a=.5,b=1.,c=1e3,d=-2.5E-2)", "p", {"a": 0.5, "b": 1.0, "c": 1000.0, "d": -0.025}),
        ("p(a=true,b=False)", "p", {"a": True, "b": False}),
        ("p(a=at_close, b = two words )", "p", {"a": "at_close", "b": "two words"}),
        ("p(a=a=b)", "p", {"a": "a=b"}),
        ('external(cmd="python bot.py")', "external", {"cmd": "python bot.py"}),
        ("external(cmd='a, (b) \"c\"',n=1)", "external", {"cmd": 'a, (b) "c"', "n": 1}),
        (r'p(a="say \"x\" \\ C:\new")', "p", {"a": r'say "x" \ C:\new'}),
        (r"p(a=C:\bots\x.exe)", "p", {"a": r"C:\bots\x.exe"}),
        ("p(a='',b='3',c=\"true\")", "p", {"a": "", "b": "3", "c": "true"}),
        ("my-bot.v2(a_1=1)", "my-bot.v2", {"a_1": 1}),
        ("p(a=1e999)", "p", {"a": "1e999"}),
        ("p(a=1.2.3,b=1e,c=0x1)", "p", {"a": "1.2.3", "b": "1e", "c": "0x1"}),
    ],
)
def test_text_is_read(text: str, name: str, options: dict[str, Any]) -> None:
    spec = parse_spec(text)
    assert (spec.name, spec.options) == (name, options)
    assert [type(value) for value in spec.options.values()] == [
        type(value) for value in options.values()
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "()",
        "3random",
        "random(",
        "random)",
        "random(seed=1",
        "random(seed=1))",
        "random(seed=1) x",
        "random(seed)",
        "random(=1)",
        "random(seed=)",
        "random(seed= ,illegal=1)",
        "random(seed=1,)",
        "random(,seed=1)",
        "random(seed=1;illegal=1)x",
        "random(seed='1)",
        "random(seed=1 'x')",
        "random(1seed=1)",
        "zwölf",
        "two words",
    ],
)
def test_malformed_text_is_refused(text: str) -> None:
    with pytest.raises(PlayerError) as caught:
        parse_spec(text)
    assert str(caught.value) == (
        f"{text!r} describes no player; players look like greedy or random(seed=3)"
    )


def test_an_option_is_given_once() -> None:
    with pytest.raises(PlayerError, match="gives the option seed twice"):
        parse_spec("random(seed=1,seed=2)")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Greedy()", "greedy"),
        ("random( seed = 3 )", "random(seed=3)"),
        ("random(seed=3,illegal=.50)", "random(illegal=0.5,seed=3)"),
        ("p(a=TRUE,b='plain',c='1',d='',e=' x')", 'p(a=true,b=plain,c="1",d="",e=" x")'),
        (r"""p(a='"\\')""", r'p(a="\"\\")'),
    ],
)
def test_text_is_written_canonically(text: str, canonical: str) -> None:
    assert str(parse_spec(text)) == canonical


NAMES = st.from_regex(r"[a-z][a-z0-9_.-]{0,8}", fullmatch=True)
OPTIONS = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
VALUES = (
    st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.text("""\\"',()=ab 1.e-true\n""")
)


@given(NAMES, st.dictionaries(OPTIONS, VALUES, max_size=4))
def test_whatever_is_written_is_read_back(name: str, options: dict[str, Any]) -> None:
    spec = PlayerSpec(name, options)
    again = parse_spec(str(spec))
    assert again == spec
    assert {o: type(v) for o, v in again.options.items()} == {
        o: type(v) for o, v in options.items()
    }
    assert str(again) == str(spec)


@given(st.text("""a1=.,()"'\\ -eT\t""", max_size=20))
def test_canonical_text_is_a_fixed_point(inside: str) -> None:
    try:
        spec = parse_spec(f"bot({inside})")
    except PlayerError:
        return
    assert parse_spec(str(spec)) == spec
    assert str(parse_spec(str(spec))) == str(spec)


# ---- making players ----------------------------------------------------------------------


def test_built_in_players_are_made() -> None:
    assert isinstance(make_player("random(seed=3)"), RandomPlayer)
    assert isinstance(make_player("human"), HumanPlayer)
    assert make_player("Greedy").choose(VIEW) in VIEW.legal_moves()
    assert make_player(PlayerSpec("random", {"seed": 3}), seed=4).choose(VIEW) in VIEW.legal_moves()


def test_built_in_players_need_no_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch)
    assert player_names() == tuple(sorted(registry._BUILT_IN))
    assert {"external", "greedy", "human", "random"} <= set(player_names())
    make_player("greedy")


def test_a_program_registers_players() -> None:
    made: list[Told] = []

    def factory(worlds: int = 3) -> Told:
        made.append(Told(worlds=worlds))
        return made[-1]

    register("Mine", factory)
    assert "mine" in player_names()
    assert make_player("mine(worlds=5)") is made[0]
    assert made[0].told == (None, 5, "x")
    register("mine", Told)
    assert isinstance(make_player("mine"), Told)
    assert len(made) == 1


@pytest.mark.parametrize("name", ["", "a b", "3d", "a(b)"])
def test_names_must_be_readable(name: str) -> None:
    with pytest.raises(PlayerError, match="cannot be a player's name"):
        register(name, Told)


def test_packages_offer_players(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, Plugin="bummerl.players.human:HumanPlayer", random="nowhere:Other")
    assert player_names() == tuple(sorted([*registry._BUILT_IN, "plugin"]))
    assert isinstance(make_player("plugin"), HumanPlayer)
    assert isinstance(make_player("random"), RandomPlayer), "a built-in name cannot be taken"


@pytest.mark.parametrize("path", ["no.such_module:Bot", "bummerl.players.human:NoSuchPlayer"])
def test_a_player_that_cannot_be_loaded_is_named(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    offer(monkeypatch, broken=path)
    with pytest.raises(PlayerError, match=f"player broken cannot be loaded from {path}: "):
        make_player("broken")


def test_an_unknown_player_gets_a_suggestion() -> None:
    with pytest.raises(PlayerError) as caught:
        make_player("gredy")
    assert str(caught.value) == "there is no player 'gredy'; did you mean greedy?"
    with pytest.raises(PlayerError, match=r"there is no player 'zzz'; .*human.*random"):
        make_player("zzz")


@pytest.mark.usefixtures("told")
def test_an_unknown_option_is_told_what_there_is() -> None:
    with pytest.raises(PlayerError) as caught:
        make_player("told(world=3)")
    assert str(caught.value) == "player told has no option world; its options: seed, worlds, mode"
    with pytest.raises(PlayerError, match="player greedy has no option seed; its options: none"):
        make_player("greedy(seed=1)")


def test_a_needed_option_is_asked_for() -> None:
    def external(cmd: str, *, seed: int) -> Told:
        return Told(seed, mode=cmd)

    register("external", external)
    with pytest.raises(PlayerError, match=r"needs the option cmd: external\(cmd=...\)"):
        make_player("external")
    with pytest.raises(PlayerError, match="needs the option seed"):
        make_player("external(cmd=x)")
    player = make_player("external(cmd='python bot.py')", seed=7)
    assert isinstance(player, Told)
    assert player.told == (7, 30, "python bot.py")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("told(worlds=-1)", "ValueError: worlds are below nothing"),
        ("told(worlds=many)", "TypeError: '<' not supported"),
        ("random(illegal=1.5)", "illegal is 1.5, but must be a number from 0 to 1"),
        ("human(ask=me)", "the human player takes no options in its text"),
    ],
)
@pytest.mark.usefixtures("told")
def test_a_bad_value_is_told(text: str, reason: str) -> None:
    with pytest.raises(PlayerError) as caught:
        make_player(text)
    assert str(caught.value).startswith(f"player {text} cannot be made: {reason}")


MISHAPS = [
    RuntimeError("no\n memory"),
    KeyError("weights"),
    OSError(2, "gone"),
    AssertionError(),
    SystemExit(3),
    BaseExceptionGroup("all", [ValueError("x")]),
]
by_kind = pytest.mark.parametrize("mishap", MISHAPS, ids=lambda error: type(error).__name__)


@by_kind
def test_whatever_goes_wrong_in_a_factory_is_told_in_one_line(mishap: BaseException) -> None:
    def factory() -> Told:
        raise mishap

    register("mishap", factory)
    with pytest.raises(PlayerError) as caught:
        make_player("mishap")
    assert str(caught.value).startswith(f"player mishap cannot be made: {type(mishap).__name__}")
    assert "\n" not in str(caught.value)


@by_kind
def test_whatever_goes_wrong_on_import_is_told_in_one_line(
    mishap: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Module(types.ModuleType):
        @property
        def bot(self) -> object:
            raise mishap

    offer(monkeypatch, broken="mishap_module:bot")
    monkeypatch.setitem(sys.modules, "mishap_module", Module("mishap_module"))
    with pytest.raises(PlayerError) as caught:
        make_player("broken")
    assert str(caught.value).startswith(
        f"player broken cannot be loaded from mishap_module:bot: {type(mishap).__name__}"
    )
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", ["bummerl.players.registry:ENTRY_POINTS", "bummerl.players"])
def test_what_cannot_be_called_makes_no_player(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    offer(monkeypatch, thing=path)
    with pytest.raises(PlayerError, match=r"player thing cannot be made: .* not a callable"):
        make_player("thing")


def test_what_cannot_choose_is_no_player() -> None:
    register("thing", object)  # type: ignore[arg-type]
    with pytest.raises(PlayerError, match="player thing has no method choose"):
        make_player("thing")


def test_a_factory_may_take_any_option() -> None:
    given: dict[str, Any] = {}

    def anything(**options: Any) -> Told:
        given.update(options)
        return Told()

    register("anything", anything)
    make_player("anything(a=1,b=x)", seed=3)
    assert given == {"a": 1, "b": "x"}, "a seed goes to those who name one"


# ---- seeds -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seed", "expected"),
    [
        ("told", None, None),
        ("told", 5, 5),
        ("told", "5/2", "5/2"),
        ("told(seed=3)", None, 3),
        ("told(seed=3)", 5, "3/5"),
        ("told(seed=x)", "5/2", "x/5/2"),
        ("told(seed=0)", 0, "0/0"),
    ],
)
@pytest.mark.usefixtures("told")
def test_seeds_are_mixed(text: str, seed: int | str | None, expected: int | str | None) -> None:
    player = make_player(text, seed=seed)
    assert isinstance(player, Told)
    assert player.told[0] == expected


def test_players_without_seed_do_not_get_one() -> None:
    make_player("greedy", seed=5)
    make_player("human", seed=5)


def test_equal_seeds_play_equally() -> None:
    def answers(player_text: str, seed: str) -> list[Move]:
        player = make_player(player_text, seed=seed)
        return [player.choose(VIEW) for _ in range(30)]

    assert answers("random(seed=1)", "a") == answers("random(seed=1)", "a")
    assert answers("random(seed=1)", "a") != answers("random(seed=2)", "a")
    assert answers("random(seed=1)", "a") != answers("random(seed=1)", "b")


# ---- cost --------------------------------------------------------------------------------


def test_nothing_is_imported_before_it_is_needed() -> None:
    code = """
import sys
import types
import bummerl.players.registry
unwanted = [name for name in sys.modules if name.startswith("bummerl.players.")]
unwanted.remove("bummerl.players.registry")
unwanted.remove("bummerl.players.base")
assert not unwanted, unwanted
assert "importlib.metadata" not in sys.modules
bummerl.players.registry.make_player("random(seed=1)")
assert "bummerl.players.greedy" not in sys.modules
assert "importlib.metadata" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
