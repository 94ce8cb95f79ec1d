"""A forger's tools: a bundle changed in place, and seals, chain and heads mended around it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from domain import ledger
from domain.ledger import GENESIS, SealContext, canonical, chain
from tests.support.audit_games import events_in
from tests.support.audit_signed import b64, jwk, private_key

SERVER, OTHER_SERVER, FORGER = 1, 2, 9
"""Numbers of keys: the one that is trusted, another server's, and one that anybody can make."""

Bundle = dict[str, Any]
Told = dict[str, Any]
"""A recorded `event`, with the `revision` of its entry."""


def events(made: Bundle, *kinds: str) -> list[Told]:
    """The events of these types, or all."""
    return [{"revision": at, "event": event} for at, event in events_in(made, *kinds)]


def within(made: Bundle, revision: int) -> list[dict[str, Any]]:
    """All events of one entry, to be changed."""
    found: list[dict[str, Any]] = made["entries"][revision - 1]["entry"]["events"]
    return found


def mend(made: Bundle) -> Bundle:
    """Number and chain the entries again."""
    previous = GENESIS
    for revision, each in enumerate(made["entries"], start=1):
        previous = chain(previous, canonical(each["entry"]))
        each["revision"], each["hash"] = revision, previous
    return made


def jws(typ: str, claims: Mapping[str, Any], key: int, kid: str | None = None) -> str:
    """A statement, signed with a key; `kid` names another one."""
    header = {"alg": "EdDSA", "kid": kid or jwk(key)["kid"], "typ": typ}
    signed = f"{b64(canonical(header))}.{b64(canonical(claims))}"
    return f"{signed}.{b64(private_key(key).sign(signed.encode()))}"


def head(game: str, revision: int, digest: str, key: int = SERVER) -> dict[str, Any]:
    """A head as the server sends it."""
    claims = {"game": game, "revision": revision, "hash": digest}
    return {**claims, "jws": jws("toma6-head+jwt", claims, key)}


def receipt(claims: Mapping[str, Any], key: int = SERVER, kid: str | None = None) -> dict[str, Any]:
    """The answer to a decision as a player saves it: with the receipt of these claims."""
    beside = {name: claims[name] for name in ("game", "revision", "hash", "at")}
    signed = jws("toma6-receipt+jwt", claims, key, kid)
    return {
        "decision": claims["decision"],
        "answer": claims["answer"],
        "receipt": {**beside, "jws": signed},
    }


def seed_of(made: Bundle) -> str:
    """The server's seed, which the end of the game has published."""
    return str(within(made, len(made["entries"]))[-1]["server_seed"])


def other_salt(made: Bundle, context: Mapping[str, Any], how: str, rng: Random) -> str:
    """A salt for a seal: the `true` one, a `fresh` one, or one `reused` from another place."""
    if how == "fresh":
        return b64(rng.randbytes(16))
    place = dict(context)
    if how == "reused":
        place["round"] += 1
    sealed = SealContext(place["game"], place["round"], place["seat"], place.get("turn"))
    return sealed.salt(seed_of(made))


def reseal_hand(made: Bundle, opening: dict[str, Any], cards: list[int], salt: str) -> None:
    """Put other cards into an opened hand, with a seal that fits them."""
    opening["payload"]["cards"], opening["salt"] = cards, salt
    dealt = next(e for e in within(made, opening["revision"]) if e["type"] == "RoundDealt")
    hand = next(h for h in dealt["hands"] if h["seat"] == opening["payload"]["seat"])
    hand["seal"] = ledger.seal(salt, opening["payload"])


def hands(made: Bundle) -> list[dict[str, Any]]:
    """The openings of dealt hands."""
    return [each for each in made["openings"] if each["payload"]["kind"] == "hand"]


def context(opening: Mapping[str, Any]) -> dict[str, Any]:
    """What the seal of an opening is bound to."""
    return {n: v for n, v in opening["payload"].items() if n not in ("card", "cards")}


def turns(made: Bundle) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """Each turn of secret picks: the events of its picks, and that of its reveal."""
    found, picks = [], []
    for told in events(made):
        match told["event"]["type"]:
            case "TurnStarted":
                picks = []
            case "CardPicked":
                picks.append(told)
            case "PicksRevealed":
                found.append((picks, told))
    return found


def repick(
    made: Bundle, picked: dict[str, Any], shown: dict[str, Any], card: int, salt: str
) -> None:
    """Make a revealed pick another card, with a seal that fits it. The reveal stays in order."""
    event = picked["event"]
    pick = next(p for p in shown["event"]["picks"] if p["seat"] == event["seat"])
    pick["card"], pick["salt"] = card, salt
    place = SealContext(made["game"], event["round"], event["seat"], event["turn"])
    event["seal"] = ledger.seal(salt, place.payload([card]))
    shown["event"]["picks"].sort(key=lambda each: each["card"])
