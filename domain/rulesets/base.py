"""What a ruleset is: frozen data that answers the engine's questions about one game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain.errors import InvalidOption
from domain.events import Event
from domain.rulesets.placement import Choice, Landing, Options
from domain.table.hands import Hand, Pile
from domain.table.rows import Row


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be agreed before a game: a number in a range, or one of `values`."""

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    nullable: bool = False

    def accepts(self, value: Any) -> bool:
        if value is None:
            return self.nullable
        if self.values:
            return any(value == allowed and type(value) is type(allowed) for allowed in self.values)
        return (
            type(value) is int
            and self.minimum is not None
            and self.maximum is not None
            and self.minimum <= value <= self.maximum
        )

    @property
    def allowed(self) -> dict[str, Any]:
        """What `accepts` accepts, as data for a program."""
        limits: dict[str, Any] = {"default": self.default, "nullable": self.nullable}
        if self.values:
            return {**limits, "values": list(self.values)}
        return {**limits, "minimum": self.minimum, "maximum": self.maximum}


CLOCK: Final = (
    Option("turn_seconds", None, minimum=5, maximum=7 * 24 * 3600, nullable=True),
    Option("on_timeout", "none", values=("none", "careful", "lowest", "forfeit")),
)
"""The clock, the same in every ruleset (docs/rules.md, "Clocks")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A table of contents of one game. Each field answers one question of the engine."""

    key: str
    title: str
    rules: str
    """Where the rules are written: a link into docs/rules.md."""
    seats: range
    aliases: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()

    deck: Callable[[int, Options], range]
    """The bulls in play for so many players."""
    rows: Callable[[int, Options], int]
    hand: Callable[[int], int]
    """Cards in a hand at the start of a round."""
    specials: tuple[str, ...] = ()
    """Special cards that every hand has beside its bulls."""
    rows_ascending: bool = False

    hands_from: Literal["deal", "draft", "pile"] = "deal"
    play: Literal["pick", "flip", "play"] = "pick"
    """How cards are played: secretly together, top card in turn, or openly in turn."""

    land: Callable[[Sequence[Row], int, Options], Landing | Choice]
    """Where a card may land."""
    lay: Callable[[Row, int, int, Landing], list[Event]]
    """What follows when it lands there."""

    score: Callable[[Pile, Hand, Options], int]
    """Points of one round."""
    is_over: Callable[[Sequence[int], int, Options], bool]
    """Whether the game ends with these totals after so many rounds."""
    best: Callable[[Options], Literal["lowest", "highest"]]
    """Which total wins."""

    @property
    def decisions(self) -> tuple[str, ...]:
        """The kinds of decision that a player can owe."""
        kinds = ["draft"] if self.hands_from == "draft" else []
        kinds.append(self.play)
        if self.lay_asks:
            kinds.append("row")
        if any(option.name == "professional_tie" for option in self.options):
            kinds.append("place")
        return tuple(kinds)

    lay_asks: bool = True
    """Whether a card may fit nowhere, so that its owner must take a row."""

    @property
    def agreed(self) -> tuple[Option, ...]:
        """Everything that can be agreed: the ruleset's own options, and the clock."""
        return (*self.options, *CLOCK)

    def settle(self, given: Options) -> dict[str, Any]:
        """All options in force: what was `given`, and the default of everything else.

        :raises InvalidOption: naming each wrong option and what it would allow.
        """
        known = {option.name: option for option in self.agreed}
        wrong = {
            name: known[name].allowed if name in known else None
            for name, value in given.items()
            if name not in known or not known[name].accepts(value)
        }
        if wrong:
            names = ", ".join(sorted(wrong))
            allowed = {name: option.allowed for name, option in known.items()}
            raise InvalidOption(
                f"{self.key} does not allow this: {names}.", wrong=sorted(wrong), allowed=allowed
            )
        settled = {name: given.get(name, option.default) for name, option in known.items()}
        if settled["turn_seconds"] is None and settled["on_timeout"] != "none":
            raise InvalidOption(
                "A policy for time-outs needs turn_seconds.",
                wrong=["turn_seconds"],
                allowed={"turn_seconds": {**known["turn_seconds"].allowed, "nullable": False}},
            )
        if settled.get("end_score", 0) is None and settled.get("max_rounds") is None:
            raise InvalidOption(
                "Without end_score the game needs max_rounds to end.",
                wrong=["max_rounds"],
                allowed={"max_rounds": {**known["max_rounds"].allowed, "nullable": False}},
            )
        return settled
