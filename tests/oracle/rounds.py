"""The turns of one round, by ruleset, each carried out on the round of the transcript.

A round comes in with ``hands``, ``rows`` and ``start`` and gets ``turns``, ``piles`` and ``points``
(hornochsen: ``specials_left`` too). What these hold is described in ``game``.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from .cards import SPECIALS, Illegal, Options, hand_size
from .hornochsen import legal_open, play_open
from .scoring import score_hornochsen, score_round
from .secret import Choose, resolve_secret_turn

ChooseCard = Callable[[int, str, Any, dict[str, Any]], Any]
Round = dict[str, Any]


def draft(n: int, played: Round, choose_card: ChooseCard, totals: Mapping[int, int]) -> None:
    """Fill the hands from the open pool, one card at a time, and lay the rows."""
    pool = sorted(played.pop("pool"))
    seat = played["start"]
    while any(len(hand) < hand_size("logic", n) for hand in played["hands"].values()):
        card = choose_card(seat, "draft", list(pool), table(played["round"], [], totals))
        if card not in pool:
            raise Illegal(f"{card!r} is not in the pool")
        pool.remove(card)
        played["hands"][seat].append(card)
        played["draft"].append({"seat": seat, "card": card})
        seat = (seat + 1) % n
    played["rows"] = [[card] for card in pool]


def play_secret(
    ruleset: str,
    n: int,
    options: Options | None,
    played: Round,
    choose_card: ChooseCard,
    choose_place: Choose,
    totals: Mapping[int, int],
) -> None:
    """Ten turns in which all play together."""
    hands = {seat: list(hand) for seat, hand in played["hands"].items()}
    piles: dict[int, list[int]] = {seat: [] for seat in range(n)}
    rows = played["rows"]
    while hands[0]:
        picks = {}
        for seat in range(n):
            seen = table(played["round"], rows, totals)
            card = choose_card(seat, "secret", list(hands[seat]), seen)
            if card not in hands[seat]:
                raise Illegal(f"{card!r} is not in the hand of seat {seat}")
            picks[seat] = card
        for seat in range(n):
            hands[seat].remove(picks[seat])
        rows, steps = resolve_secret_turn(ruleset, rows, picks, choose_place, options)
        for step in steps:
            piles[step["seat"]] += step.get("cards", [])
        played["turns"].append({"picks": picks, "steps": steps, "rows": rows})
    played["piles"] = piles
    played["points"] = score_round(piles)


def play_children(n: int, options: Options | None, played: Round, choose_place: Choose) -> None:
    """Every seat in turn shows its top card, until all piles are used up."""
    hands = {seat: list(hand) for seat, hand in played["hands"].items()}
    piles: dict[int, list[int]] = {seat: [] for seat in range(n)}
    rows, seat = played["rows"], played["start"]
    while any(hands.values()):
        card = hands[seat].pop(0)
        rows, steps = resolve_secret_turn("children", rows, {seat: card}, choose_place, options)
        for step in steps:
            piles[seat] += step.get("cards", [])
        played["turns"].append({"seat": seat, "card": card, "steps": steps, "rows": rows})
        seat = (seat + 1) % n
    played["piles"] = piles
    played["points"] = score_round(piles)


def play_hornochsen(
    n: int,
    options: Options | None,
    played: Round,
    choose_card: ChooseCard,
    totals: Mapping[int, int],
) -> None:
    """Open turns until the last bull of all hands is played."""
    hands = {seat: list(hand) for seat, hand in played["hands"].items()}
    specials = {seat: list(SPECIALS) for seat in range(n)}
    piles: dict[int, dict[str, Any]] = {s: {"cards": [], "specials": []} for s in range(n)}
    rows, seat = played["rows"], played["start"]
    while any(hands.values()):
        items: list[dict[str, Any]] = []
        steps: list[dict[str, Any]] = []
        if legal_open(hands[seat], specials[seat], rows):
            offered = {"hand": list(hands[seat]), "specials": list(specials[seat])}
            items = list(choose_card(seat, "open", offered, table(played["round"], rows, totals)))
            rows, steps = play_open(rows, seat, items, hands[seat], specials[seat])
        for item in items:
            if "card" in item:
                hands[seat].remove(item["card"])
            else:
                specials[seat].remove(item["special"])
        for step in steps:
            if step["kind"] == "take":
                piles[seat]["cards"] += step["cards"]
                piles[seat]["specials"] += step["specials"]
        played["turns"].append({"seat": seat, "items": items, "steps": steps, "rows": rows})
        seat = (seat + 1) % n
    played["piles"] = piles
    played["specials_left"] = specials
    played["points"] = {
        seat: score_hornochsen(pile["cards"], pile["specials"], len(specials[seat]), options)
        for seat, pile in piles.items()
    }


def table(number: int, rows: Any, totals: Mapping[int, int]) -> dict[str, Any]:
    """What the one who decides may look at; a copy."""
    return {"round": number, "rows": deepcopy(rows), "totals": dict(totals)}
