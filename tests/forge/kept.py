"""Forged receipts beside true records, and true receipts beside records that the server forged."""

from random import Random
from typing import Any

from tests.forge.forgery import ANOTHER_ANSWER, ANOTHER_HISTORY
from tests.forge.worlds import FORGER, OTHER_SERVER, SERVER, World
from tests.support.audit_signed import HEAD, b64, head, jwk, jws, receipt

Claims = dict[str, Any]
Answer = dict[str, Any]


def beside_it_another_answer(world: World, claims: Claims, rng: Random) -> Answer:
    return {**receipt(claims), "answer": _other(claims, rng)}


def beside_it_another_decision(world: World, claims: Claims, rng: Random) -> Answer:
    return {**receipt(claims), "decision": "r9t9-pick-s9"}


def beside_it_another_revision(world: World, claims: Claims, rng: Random) -> Answer:
    made = receipt(claims)
    made["receipt"]["revision"] += 1
    return made


def signed_for_another_answer_and_written_anew(world: World, claims: Claims, rng: Random) -> Answer:
    """The payload is exchanged under the old signature."""
    made, other = receipt(claims), receipt({**claims, "answer": _other(claims, rng)}, FORGER)
    header, _, signature = made["receipt"]["jws"].split(".")
    payload = other["receipt"]["jws"].split(".")[1]
    other["receipt"]["jws"] = f"{header}.{payload}.{signature}"
    return other


def by_the_forger_in_the_servers_name(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt(claims, FORGER, jwk(SERVER)["kid"])


def by_the_forgers_own_key(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt(claims, FORGER)


def by_another_server(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt(claims, OTHER_SERVER)


def cut_short(world: World, claims: Claims, rng: Random) -> Answer:
    made = receipt(claims)
    made["receipt"]["jws"] = made["receipt"]["jws"][: -rng.randrange(1, 90)]
    return made


def of_another_game(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt({**claims, "game": "another-game-of-the-same-server"})


def a_statement_of_another_sort(world: World, claims: Claims, rng: Random) -> Answer:
    """A receipt's claims called a head."""
    return {"jws": jws(HEAD, claims)}


def acknowledged_another_answer(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt({**claims, "answer": _other(claims, rng)})


def acknowledged_another_decision(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt({**claims, "decision": claims["decision"].replace("t", "0t", 1)})


def acknowledged_another_time(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt({**claims, "at": "2030-01-01T00:00:00.000Z"})


def acknowledged_at_another_place(world: World, claims: Claims, rng: Random) -> Answer:
    """The hash is that of the entry before, which is no answer, or another one."""
    revision = claims["revision"] - 1
    digest = world.bundle()["entries"][revision - 1]["hash"]
    return receipt({**claims, "revision": revision, "hash": digest})


def signed_another_hash(world: World, claims: Claims, rng: Random) -> Answer:
    return receipt({**claims, "hash": b64(rng.randbytes(32))})


def signed_beyond_the_end(world: World, claims: Claims, rng: Random) -> Answer:
    beyond = len(world.entries) + rng.randrange(1, 9)
    return {"head": head(claims["game"], beyond, b64(rng.randbytes(32)))}


CONVICTING = {
    acknowledged_another_answer: ANOTHER_ANSWER, acknowledged_another_decision: ANOTHER_ANSWER,
    acknowledged_another_time: ANOTHER_ANSWER, acknowledged_at_another_place: ANOTHER_ANSWER,
    signed_another_hash: ANOTHER_HISTORY, signed_beyond_the_end: ANOTHER_HISTORY,
}  # fmt: skip
"""All others are worth nothing."""


def _other(claims: Claims, rng: Random) -> Answer:
    """Another answer of the same kind."""
    match claims["answer"]:
        case {"card": int(card)}:
            return {"card": card % 104 + rng.randrange(1, 3)}
        case {"card": _}:
            return {"card": 7}
        case {"row": int(row), **more}:
            return {"row": row + 1, **more}
        case {"cards": list(cards)}:
            return {"cards": [*cards, {"card": 99}]}
    raise AssertionError(f"{claims} has no answer of a known kind")
