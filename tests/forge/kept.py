"""Forged receipts beside true records, and true receipts beside records that the server forged."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from tests.forge.forgery import (
    ANOTHER_ANSWER,
    ANOTHER_HISTORY,
    RECEIPT,
    Forged,
    Nothing,
    some,
)
from tests.forge.workbench import FORGER, OTHER_SERVER, SERVER, head, jws, receipt
from tests.forge.worlds import KEYS, World
from tests.support.audit_signed import b64, jwk

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


WORTHLESS: tuple[Callable[[World, Claims, Random], Answer], ...] = (
    beside_it_another_answer,
    beside_it_another_decision,
    beside_it_another_revision,
    signed_for_another_answer_and_written_anew,
    by_the_forger_in_the_servers_name,
    by_the_forgers_own_key,
    by_another_server,
    cut_short,
    of_another_game,
)


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


CONVICTING: tuple[tuple[int, Callable[[World, Claims, Random], Answer]], ...] = (
    (ANOTHER_ANSWER, acknowledged_another_answer),
    (ANOTHER_ANSWER, acknowledged_another_decision),
    (ANOTHER_ANSWER, acknowledged_another_time),
    (ANOTHER_ANSWER, acknowledged_at_another_place),
    (ANOTHER_HISTORY, signed_another_hash),
    (ANOTHER_HISTORY, signed_beyond_the_end),
)


def forged(world: World, rng: Random) -> Forged:
    """A forged receipt beside the true record, alone or among true ones."""
    claims = deepcopy(some(rng, _opened(world)))
    if rng.random() < 0.5:
        make = rng.choice(WORTHLESS)
        status = RECEIPT
    else:
        status, make = rng.choice(CONVICTING)
    answers = [make(world, claims, rng)]
    if make is not of_another_game and rng.random() < 0.5:  # those beside others are counted apart
        answers += [receipt(each) for each in rng.sample(_opened(world), 1)]
        rng.shuffle(answers)
    text = "\n".join(map(json.dumps, answers))
    bundle = json.dumps(world.bundle())
    return Forged(f"receipt: {make.__name__}", world, bundle, KEYS, (text,), (status,))


def a_bare_statement_of_another_sort(claims: Claims) -> str:
    """A receipt's claims called a head."""
    return jws("toma6-head+jwt", claims, SERVER)


def _opened(world: World) -> list[Claims]:
    """The receipts whose answers the record shows."""
    if not world.complete or not world.receipts:
        raise Nothing
    return world.receipts


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
