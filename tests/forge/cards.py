"""Forged cards: hands, picks, salts and seeds, each with seals and chain mended around it."""

from random import Random
from typing import Any

from domain import ledger
from domain.ledger.fairness import commitment
from domain.rulesets import RULESETS
from tests.forge.forgery import INTEGRITY, RULES, Change, Kind, Nothing, some
from tests.forge.workbench import (
    Bundle,
    context,
    events,
    hands,
    other_salt,
    repick,
    reseal_hand,
    seed_of,
    turns,
    within,
)
from tests.forge.worlds import World
from tests.support.audit_signed import b64

SALTS = ("true", "fresh", "reused")


def two_hands_swapped(world: World, made: Bundle, rng: Random) -> Change:
    one = some(rng, _opened(made))
    other = some(rng, [o for o in hands(made) if o["revision"] == one["revision"] and o is not one])
    mine, theirs, how = one["payload"]["cards"], other["payload"]["cards"], rng.choice(SALTS)
    for opening, cards in ((one, theirs), (other, mine)):
        reseal_hand(made, opening, cards, other_salt(made, context(opening), how, rng))
    return Change(one["revision"], INTEGRITY)


def a_hand_with_another_card(world: World, made: Bundle, rng: Random) -> Change:
    opening = some(rng, _opened(made))
    cards = list(opening["payload"]["cards"])
    deck = RULESETS[world.key].deck(world.seats, made["options"])
    cards[rng.randrange(len(cards))] = some(rng, [card for card in deck if card not in cards])
    if RULESETS[world.key].hands_from == "deal":
        cards.sort()
    salt = other_salt(made, context(opening), rng.choice(SALTS), rng)
    reseal_hand(made, opening, cards, salt)
    return Change(opening["revision"], INTEGRITY)


def a_hand_under_another_salt(world: World, made: Bundle, rng: Random) -> Change:
    opening = some(rng, _opened(made))
    salt = other_salt(made, context(opening), rng.choice(("fresh", "reused")), rng)
    reseal_hand(made, opening, opening["payload"]["cards"], salt)
    return Change(opening["revision"], INTEGRITY)


def a_hand_that_does_not_open(world: World, made: Bundle, rng: Random) -> Change:
    opening = some(rng, _opened(made))
    opening["payload"]["cards"] = opening["payload"]["cards"][::-1]
    return Change(opening["revision"], INTEGRITY)


def a_pick_of_another_card(world: World, made: Bundle, rng: Random) -> Change:
    """A card of the player's own hand, sealed as the server would have sealed it."""
    picks, shown = some(rng, _turns(made))
    picked = rng.choice(picks)
    seat, round = picked["event"]["seat"], picked["event"]["round"]
    later = [
        pick["card"]
        for others, entry in turns(made)
        for pick in entry["event"]["picks"]
        if pick["seat"] == seat
        and others[0]["event"]["round"] == round
        and entry["revision"] > shown["revision"]
    ]
    repick(made, picked, shown, some(rng, later), _salt(made, picked))
    return Change(picked["revision"], RULES)


def two_picks_swapped(world: World, made: Bundle, rng: Random) -> Change:
    picks, shown = some(rng, _turns(made))
    one, other = rng.sample(picks, 2)
    cards = {pick["seat"]: pick["card"] for pick in shown["event"]["picks"]}
    for mine, theirs in ((one, other), (other, one)):
        repick(made, mine, shown, cards[theirs["event"]["seat"]], _salt(made, mine))
    return Change(min(one["revision"], other["revision"]), RULES)


def a_pick_under_another_salt(world: World, made: Bundle, rng: Random) -> Change:
    picks, shown = some(rng, _turns(made))
    picked = rng.choice(picks)
    seat = picked["event"]["seat"]
    card = next(pick["card"] for pick in shown["event"]["picks"] if pick["seat"] == seat)
    salt = rng.choice((b64(rng.randbytes(16)), _salt(made, picked, turn=1)))
    repick(made, picked, shown, card, salt)
    return Change(picked["revision"], INTEGRITY)


def a_reveal_that_does_not_open(world: World, made: Bundle, rng: Random) -> Change:
    _, shown = some(rng, _turns(made))
    pick = rng.choice(shown["event"]["picks"])
    pick["card"] = pick["card"] % 104 + 1
    return Change(shown["revision"], INTEGRITY)


def other_rows(world: World, made: Bundle, rng: Random) -> Change:
    _opened(made)  # rows that are drafted follow from the rules, and not from the seed
    laid = some(rng, events(made, "RowsLaid"))
    laid["event"]["cards"] = laid["event"]["cards"][1:] + laid["event"]["cards"][:1]
    return Change(laid["revision"], INTEGRITY)


def another_seed(world: World, made: Bundle, rng: Random) -> Change:
    """With or without a commitment to it: the cards do not come from it."""
    seed = b64(rng.randbytes(32))
    if not made["complete"] or not (hands(made) or turns(made)):
        raise Nothing
    end = len(made["entries"])
    within(made, end)[-1]["server_seed"] = seed
    if rng.random() < 0.5:
        return Change(end, INTEGRITY)
    within(made, 1)[0]["commitment"] = commitment(seed)
    return Change(1, INTEGRITY)


def another_client_seed(world: World, made: Bundle, rng: Random) -> Change:
    _opened(made)
    started = events(made, "GameStarted")[0]["revision"]
    seated = {e["event"]["seat"]: e for e in events(made, "SeatTaken") if e["revision"] < started}
    entry = some(rng, list(seated.values()))
    entry["event"]["client_seed"] = "x" + entry["event"].get("client_seed", "")
    return Change(entry["revision"], INTEGRITY)


KINDS: tuple[Kind, ...] = (
    two_hands_swapped,
    a_hand_with_another_card,
    a_hand_under_another_salt,
    a_hand_that_does_not_open,
    a_pick_of_another_card,
    two_picks_swapped,
    a_pick_under_another_salt,
    a_reveal_that_does_not_open,
    other_rows,
    another_seed,
    another_client_seed,
)


def _opened(made: Bundle) -> list[dict[str, Any]]:
    """The opened hands of a game that is over."""
    if not made["complete"] or not hands(made):
        raise Nothing
    return hands(made)


def _turns(made: Bundle) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """The revealed turns of a game that is over."""
    if not made["complete"]:
        raise Nothing
    return turns(made)


def _salt(made: Bundle, picked: dict[str, Any], turn: int = 0) -> str:
    """The true salt of a pick, or that of so many turns later."""
    event = picked["event"]
    later = event["turn"] + turn
    place = ledger.SealContext(made["game"], event["round"], event["seat"], later)
    return place.salt(seed_of(made))
