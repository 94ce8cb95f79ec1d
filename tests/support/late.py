"""Games in which somebody owes a decision by a deadline, one for each kind of decision."""

from collections import Counter
from collections.abc import Callable

from domain.decisions.commands import StartGame
from tests.support.client import Table
from tests.support.dsl import AT, Scene, given, lobby, pick, table

SECONDS = 30
DUE = AT + 1000 * SECONDS
"""The deadline of what is owed in these games. An answer at it is in time."""
LATE = DUE + 1


def told(table: Table, after: int) -> Counter[tuple[str, int | None]]:
    """The types of the events after that revision, with the seat where there is one."""
    return Counter((event["type"], event.get("seat")) for event in table.events(after=after))


def first_time(table: Table, after: int) -> Counter[tuple[str, int | None]]:
    """What happened after that revision, in which nobody answered or was handed over twice."""
    found = told(table, after)
    once = {"CardPicked", "SeatHandedOver", "GameAbandoned"}
    assert all(count == 1 for (kind, _), count in found.items() if kind in once), found
    return found


def _table(policy: str, key: str, rows: list[list[int]], *hands: list[int]) -> Scene:
    return given(table(key, rows, list(hands), turn_seconds=SECONDS, on_timeout=policy))


def _picking(policy: str) -> Scene:
    return _table(policy, "classic", [[20], [30], [40], [50]], [10, 60, 70], [61, 71, 72])


def _placing(policy: str) -> Scene:
    scene = _table(policy, "professional", [[48], [52], [10], [90]], [50, 1], [91, 2])
    return scene.when(pick(0, 50), pick(1, 91))


def _drafting(policy: str) -> Scene:
    options = {"turn_seconds": SECONDS, "on_timeout": policy}
    scene = lobby("logic", 2, **options).when(StartGame())
    return scene if 0 in scene.state.owing else scene.answers(1, card=max(scene.state.pool))


KINDS: dict[str, Callable[[str], Scene]] = {
    "pick": _picking,
    "row": lambda policy: _picking(policy).when(pick(0, 10), pick(1, 61)),
    "place": _placing,
    "flip": lambda policy: _table(
        policy, "children", [[20], [30], [40], [50], [60]], [61, 5], [62]
    ),
    "play": lambda policy: _table(policy, "hornochsen", [[8], [21]], [43, 9], [44]),
    "draft": _drafting,
}
"""A game for each kind of decision in which seat 0 owes one, due at DUE, by time-out policy."""
LOWEST = {
    "pick": {"card": 10}, "row": {"row": 0}, "place": {"row": 0, "side": "right"},
    "flip": {"card": "top"}, "play": {"cards": [{"card": 9}]}, "draft": {"card": 1},
}  # fmt: skip
"""What the policy `lowest` answers there."""
