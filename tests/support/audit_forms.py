"""Public forms: one sample of each type of event, and values on both sides of every bound."""

from typing import Any

from domain.events.entries import form as form_of
from tests.golden import samples
from tests.support.audit_games import OTHER_HASH as HASH
from tests.support.audit_games import OTHER_SALT as SALT

AT = "2026-11-30T01:47:42.123Z"
SAMPLES: dict[str, dict[str, Any]] = {
    name: form_of(sample.events[0]) for name, sample in samples.SAMPLES.items()
}
"""One of each type, with everything that has a default."""


def form(kind: str, **change: Any) -> dict[str, Any]:
    """The sample of this type with other values in it."""
    return {"type": kind, **SAMPLES.get(kind, {}), **change}


EDGES: list[tuple[str, str, list[Any], list[Any]]] = [
    ("GameCreated", "game", ["g", "x" * 64, "A-z_09"], ["", "x" * 65, "a b", "é", "a\n", 7]),
    ("GameCreated", "visibility", ["private"], ["", "Public", None]),
    ("GameCreated", "seats", [1, 10], [0, 11, True, "2", 2.0]),
    ("GameCreated", "ruleset", ["", "é\n"], [None, 7]),
    ("GameCreated", "options", [{}, {"a": [1]}], [[], None]),
    ("SeatTaken", "name_seal", [HASH, "-_" * 21 + "8"],
     ["", HASH[1:], f"{HASH}A", f"{HASH}=", f"{HASH[:-1]}B", f"+{HASH[1:]}", "ab" * 32, SALT, 7]),
    ("PicksRevealed", "picks", [[], [{"seat": 9, "card": 104, "salt": SALT}] * 15],
     [[{"seat": 0, "card": 1, "salt": wrong}]
      for wrong in ("", HASH, f"{SALT}A", f"{SALT}==", f"{SALT[:-1]}R", "ab" * 16, None)]),
    ("SeatTaken", "client_seed", [" ~", "x" * 64], ["x" * 65, "é", "\x7f", "a\n"]),
    ("SeatTaken", "policy", ["a", "a_9", "a" * 40], ["", "A", "9a", "a" * 41, "careful/1", "a\n"]),
    ("SeatTaken", "seat", [0, 9], [-1, 10, True, "0", None]),
    ("CardDrafted", "policy", ["a/1", "careful/999999"], ["a", "a/0", "a/01", "a/1000000", "/1"]),
    ("CardDrafted", "by", ["bot", "clock"], ["player", "rule", "host", ""]),
    ("ChoiceMade", "by", ["bot", "clock", "rule"], ["player", "host"]),
    ("CardDrafted", "card", [1, 104], [0, 105, -1, True]),
    ("CardPlaced", "row", [0, 14], [-1, 15]),
    ("CardPlaced", "side", ["left"], ["right", "up"]),
    ("CardPlaced", "special", ["x2", "+5"], ["x3", ""]),
    ("TurnStarted", "turn", [1, 9999], [0, 10_000]),
    ("RoundDealt", "round", [1, 9999], [0, 10_000]),
    ("RoundDealt", "pool", [[1] * 104], [[1] * 105, [0], [True], {}, "12"]),
    ("RoundDealt", "hands", [[{"seat": 9, "count": 999, "seal": HASH}] * 15],
     [[{"seat": 0, "count": 1000, "seal": HASH}], [{"seat": 0, "count": 1}], [7],
      [{"seat": 0, "count": 1, "seal": HASH[:-1]}], [{"seat": 0, "count": 1, "seal": HASH}] * 16,
      [{"seat": 0, "count": 1, "seal": HASH, "cards": [1]}]]),
    ("GameStarted", "seats", [[], [9], [0, 3, 9]], [[1, 0], [0, 0], [0, 1, 1], [True], 7]),
    ("RowTaken", "heads", [0, 999], [-1, 1000]),
    ("GameFinished", "places", [[]], [[{"seat": 0, "place": 1000, "total": 0}]]),
    ("GameAbandoned", "reason", ["a", "host_gone"], ["", "A", "a" * 41, "a9"]),
    ("SeatLeft", "version", [], [0, 1, 2]),
    ("SeatLeft", "at", [], [AT]),
]  # fmt: skip
"""Type, field, values that it may have, and values that it may not."""

ENTRY_EDGES: list[tuple[str, list[Any], list[Any]]] = [
    ("at", ["1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
     ["1969-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "0999-01-01T00:00:00.000Z",
      "2026-02-29T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-06-30T23:59:60.000Z",
      "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000+00:00", 7, None]),
    ("events", [[form("SeatLeft")], [form("SeatLeft")] * 200],
     [[], [form("SeatLeft")] * 201, [7], [[]], {}, None, [form("SeatLeft"), form("Nonsense")],
      [form("SeatLeft"), form("SeatLeft", seat=10)]]),
    ("type", [], ["CardPicked", None]),
    ("version", [], [1]),
]  # fmt: skip
"""The same for the members of an entry."""
