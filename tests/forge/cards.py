"""Forged cards: hands, picks, salts and seeds, each with seals and chain mended around it."""

from random import Random
from typing import Any

from domain import ledger
from domain.ledger.fairness import commitment
from domain.rulesets import RULESETS
from tests.forge.forgery import INTEGRITY, RULES, Change, Nothing, some
from tests.forge.worlds import World
from tests.support.audit_signed import b64
from tests.support.forging import (
    Bundle,
    Told,
    events_in,
    opened,
    pick_context,
    repick,
    reseal,
    seed_of,
    turns,
    within,
)

SALTS = ("true", "fresh", "reused")


def two_hands_swapped(world: World, made: Bundle, rng: Random) -> Change:
    one = some(rng, _opened(made))
    same = [each for each in _opened(made) if each["revision"] == one["revision"]]
    other = some(rng, [each for each in same if each is not one])
    mine, theirs, how = one["payload"]["cards"], other["payload"]["cards"], rng.choice(SALTS)
    for opening, cards in ((one, theirs), (other, mine)):
        _deal(made, opening, cards, _salt(made, opening, how, rng))
    return Change(one["revision"], INTEGRITY)


def a_hand_with_another_card(world: World, made: Bundle, rng: Random) -> Change:
    opening = some(rng, _opened(made))
    cards = list(opening["payload"]["cards"])
    deck = RULESETS[world.key].deck(world.seats, made["options"])
    cards[rng.randrange(len(cards))] = some(rng, [card for card in deck if card not in cards])
    if RULESETS[world.key].hands_from == "deal":
        cards.sort()
    _deal(made, opening, cards, _salt(made, opening, rng.choice(SALTS), rng))
    return Change(opening["revision"], INTEGRITY)


def a_hand_under_another_salt(world: World, made: Bundle, rng: Random) -> Change:
    opening = some(rng, _opened(made))
    salt = _salt(made, opening, rng.choice(("fresh", "reused")), rng)
    _deal(made, opening, opening["payload"]["cards"], salt)
    return Change(opening["revision"], INTEGRITY)


def a_hand_that_does_not_open(world: World, made: Bundle, rng: Random) -> Change:
    opening = some(rng, _opened(made))
    opening["payload"]["cards"] = opening["payload"]["cards"][::-1]
    return Change(opening["revision"], INTEGRITY)


def a_pick_of_another_card(world: World, made: Bundle, rng: Random) -> Change:
    """A card of the player's own hand, sealed as the server would have sealed it."""
    picks, (shown, reveal) = some(rng, _turns(made))
    revision, pick = rng.choice(picks)
    later = [
        each["card"]
        for others, (at, told) in turns(made)
        for each in told["picks"]
        if at > shown and others[0][1]["round"] == pick["round"] and each["seat"] == pick["seat"]
    ]
    repick(made, pick, reveal, some(rng, later), _pick_salt(made, pick))
    return Change(revision, RULES)


def two_picks_swapped(world: World, made: Bundle, rng: Random) -> Change:
    picks, (_, reveal) = some(rng, _turns(made))
    one, other = rng.sample(picks, 2)
    cards = _shown(reveal)
    for (_, mine), (_, theirs) in ((one, other), (other, one)):
        repick(made, mine, reveal, cards[theirs["seat"]], _pick_salt(made, mine))
    return Change(min(one[0], other[0]), RULES)


def a_pick_under_another_salt(world: World, made: Bundle, rng: Random) -> Change:
    picks, (_, reveal) = some(rng, _turns(made))
    revision, pick = rng.choice(picks)
    salt = rng.choice((b64(rng.randbytes(16)), _pick_salt(made, pick, later=1)))
    repick(made, pick, reveal, _shown(reveal)[pick["seat"]], salt)
    return Change(revision, INTEGRITY)


def a_reveal_that_does_not_open(world: World, made: Bundle, rng: Random) -> Change:
    _, (revision, reveal) = some(rng, _turns(made))
    pick = rng.choice(reveal["picks"])
    pick["card"] = pick["card"] % 104 + 1
    return Change(revision, INTEGRITY)


def other_rows(world: World, made: Bundle, rng: Random) -> Change:
    some(rng, _opened(made))  # rows that are drafted follow from the rules, and not from the seed
    revision, laid = some(rng, events_in(made, "RowsLaid"))
    laid["cards"] = laid["cards"][1:] + laid["cards"][:1]
    return Change(revision, INTEGRITY)


def another_seed(world: World, made: Bundle, rng: Random) -> Change:
    """With or without a commitment to it: the cards do not come from it."""
    seed = b64(rng.randbytes(32))
    if not made["complete"] or not (opened(made, "hand") or turns(made)):
        raise Nothing
    end = len(made["entries"])
    within(made, end)[-1]["server_seed"] = seed
    if rng.random() < 0.5:
        return Change(end, INTEGRITY)
    within(made, 1)[0]["commitment"] = commitment(seed)
    return Change(1, INTEGRITY)


def another_client_seed(world: World, made: Bundle, rng: Random) -> Change:
    some(rng, _opened(made))
    started = events_in(made, "GameStarted")[0][0]
    seated = {told[1]["seat"]: told for told in events_in(made, "SeatTaken") if told[0] < started}
    revision, taken = some(rng, list(seated.values()))
    taken["client_seed"] = "x" + taken.get("client_seed", "")
    return Change(revision, INTEGRITY)


def _opened(made: Bundle) -> list[Told]:
    """The opened hands of a game that is over."""
    if not made["complete"]:
        raise Nothing
    return opened(made, "hand")


def _salt(made: Bundle, opening: Told, how: str, rng: Random) -> str:
    """A salt for a hand: the `true` one, a `fresh` one, or one `reused` from another round."""
    if how == "fresh":
        return b64(rng.randbytes(16))
    round = opening["payload"]["round"] + (how == "reused")
    place = ledger.SealContext(made["game"], round, opening["payload"]["seat"])
    return place.salt(seed_of(made))


def _deal(made: Bundle, opening: Told, cards: list[int], salt: str) -> None:
    """Put other cards into an opened hand, with a seal that fits them."""
    opening["payload"]["cards"], opening["salt"] = cards, salt
    reseal(made, opening)


def _turns(made: Bundle) -> Any:
    """The revealed turns of a game that is over."""
    if not made["complete"]:
        raise Nothing
    return turns(made)


def _shown(reveal: Told) -> dict[int, int]:
    return {pick["seat"]: pick["card"] for pick in reveal["picks"]}


def _pick_salt(made: Bundle, pick: Told, later: int = 0) -> str:
    """The true salt of a pick, or that of so many turns later."""
    return pick_context(made, pick, later).salt(seed_of(made))
