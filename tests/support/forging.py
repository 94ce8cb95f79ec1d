"""A forger's tools: what is where in a bundle, and seals and hashes mended after a change. A forger
knows the format, the server's seed once it is published, and how to compute every seal and hash
again. What nobody but the server has is its signing key."""

from collections.abc import Mapping
from typing import Any

from domain import ledger
from domain.ledger import GENESIS, canonical, chain

Bundle = dict[str, Any]
Told = dict[str, Any]
"""A recorded event, or an opening, as it stands in a bundle."""

KINDS = ("name", "hand", "pick")
"""Of openings, in the order in which they stand."""


def events_in(made: Bundle, *kinds: str) -> list[tuple[int, Told]]:
    """The events in a bundle, of these types if any are named, each with its revision."""
    return [
        (revision, event)
        for revision, each in enumerate(made["entries"], start=1)
        for event in each["entry"]["events"]
        if event["type"] in kinds or not kinds
    ]


def within(made: Bundle, revision: int) -> list[Told]:
    """All events of one entry, to be changed."""
    found: list[Told] = made["entries"][revision - 1]["entry"]["events"]
    return found


def opened(made: Bundle, kind: str) -> list[Told]:
    """The openings of names, hands or picks."""
    return [each for each in made["openings"] if each["payload"]["kind"] == kind]


def turns(made: Bundle) -> list[tuple[list[tuple[int, Told]], tuple[int, Told]]]:
    """Each turn of secret picks: its picks and its reveal, each with its revision."""
    found, picks = [], list[tuple[int, Told]]()
    for revision, event in events_in(made):
        match event["type"]:
            case "TurnStarted":
                picks = []
            case "CardPicked":
                picks.append((revision, event))
            case "PicksRevealed":
                found.append((picks, (revision, event)))
    return found


def seed_of(made: Bundle) -> str:
    """The server's seed, which the end of the game has published."""
    return str(within(made, len(made["entries"]))[-1]["server_seed"])


def mended(made: Bundle) -> Bundle:
    """The same bundle with revisions and hashes that fit its entries; it shares the rest."""
    previous, entries = GENESIS, []
    for revision, each in enumerate(made["entries"], start=1):
        previous = chain(previous, canonical(each["entry"]))
        entries.append({**each, "revision": revision, "hash": previous})
    return {**made, "entries": entries}


def reseal(made: Bundle, opening: Told) -> None:
    """Put the seal of what is in an opening where it belongs, into the entry that has it."""
    payload = opening["payload"]
    kind = dict(zip(KINDS, ("SeatTaken", "RoundDealt", "CardPicked"), strict=True))[payload["kind"]]
    seal = ledger.seal(opening["salt"], payload)
    for event in within(made, opening["revision"]):
        if event["type"] == kind:
            for sealed in event.get("hands", [event]):
                if kind == "SeatTaken":
                    event["name_seal"] = seal
                elif sealed["seat"] == payload["seat"]:
                    sealed["seal"] = seal


def repick(made: Bundle, pick: Told, reveal: Told, card: int, salt: str) -> None:
    """Make a revealed pick another card, with a seal that fits it. The reveal stays in order."""
    shown = next(each for each in reveal["picks"] if each["seat"] == pick["seat"])
    shown |= {"card": card, "salt": salt}
    pick["seal"] = ledger.seal(salt, pick_context(made, pick).payload([card]))
    reveal["picks"].sort(key=lambda each: each["card"])


def pick_context(made: Bundle, pick: Mapping[str, Any], later: int = 0) -> ledger.SealContext:
    """What the seal of a pick is bound to, or would be so many turns later."""
    return ledger.SealContext(made["game"], pick["round"], pick["seat"], pick["turn"] + later)


def renumbered(made: Bundle, after: int, by: int) -> None:
    """Openings follow the entries whose seals they open."""
    for opening in made["openings"]:
        opening["revision"] += by if opening["revision"] > after else 0


def sorted_openings(openings: list[Told]) -> list[Told]:
    """Openings in their order; what shares a place keeps its own."""
    return sorted(openings, key=_place)


def _place(opening: Told) -> tuple[int, int, int]:
    payload = opening["payload"]
    return KINDS.index(payload["kind"]), opening["revision"], payload.get("seat", 0)
