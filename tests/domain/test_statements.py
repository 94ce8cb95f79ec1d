"""Signed statements: the vectors of docs/vectors/ledger.json, and how strictly they are read."""

import base64
import json
from pathlib import Path

import pytest

from domain.audit.checking.signatures import holds
from domain.audit.reading.keys import trusted_keys
from domain.signed import statements
from domain.signed.statements import CLAIMS, HEAD, RECEIPT
from tests.support.audit_games import OTHER_HASH
from tests.support.audit_signed import b64, jwk, jws, private_key, spelled

VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs" / "vectors" / "ledger.json").read_text("utf-8")
)
KEYS = trusted_keys({"keys": [each["jwk"] for each in VECTORS["keys"]]})
CLAIMED = {
    HEAD: {"game": "g", "hash": OTHER_HASH, "revision": 1},
    RECEIPT: {
        "answer": {"card": 7},
        "at": "2026-11-30T01:47:42.123Z",
        "decision": "r1t1-pick-s0",
        "game": "g",
        "hash": OTHER_HASH,
        "revision": 1,
    },
}


def cases(name):
    return pytest.mark.parametrize("case", VECTORS[name], ids=lambda case: case.get("why", "")[:40])


@cases("keys")
def test_keys_have_their_names(case):
    assert statements.public_key(case["jwk"]) == (case["jwk"]["kid"], bytes.fromhex(case["raw"]))
    assert statements.thumbprint(case["jwk"]["x"]) == case["jwk"]["kid"]


@cases("refused_keys")
def test_what_cannot_be_a_key_is_refused(case):
    with pytest.raises(ValueError, match=r"no point|not 32 bytes"):
        statements.public_key({"kty": "OKP", "crv": "Ed25519", "x": case["x"]})


@cases("statements")
def test_statements_are_read_and_hold(case):
    found = statements.read(case["jws"])
    assert (found.typ, found.kid, found.claims) == (case["typ"], case["kid"], case["claims"])
    assert holds(KEYS[found.kid], found)
    header = statements.protected(found.typ, found.kid)
    assert f"{header}.{spelled(found.claims)}".encode() == found.signed
    assert (found.game, found.revision, found.hash) == tuple(
        case["claims"][name] for name in ("game", "revision", "hash")
    )


@cases("unsigned_statements")
def test_statements_whose_signature_does_not_hold_are_read_all_the_same(case):
    found = statements.read(case["jws"])
    assert not holds(KEYS[found.kid], found)


@cases("refused_statements")
def test_what_is_no_statement_is_refused(case):
    with pytest.raises(ValueError, match=r"^[ -~]+$"):
        statements.read(case["jws"])


def refused(text):
    with pytest.raises(ValueError, match=r"^[ -~]+$"):
        statements.read(text)


@pytest.mark.parametrize("typ", CLAIMED)
def test_each_claim_has_its_form(typ):
    assert statements.read(jws(typ, CLAIMED[typ])).claims == CLAIMED[typ]
    assert CLAIMED[typ].keys() == CLAIMS[typ].keys()
    wrong = {
        "answer": (None, [], "x", 7),
        "at": ("2026-11-30T01:47:42Z", "0999-01-01T00:00:00.000Z", "", 7),
        "decision": ("r0t1-pick-s0", "r1t1-pick-s0\n", "", "r1t1-guess-s0", 7),
        "game": ("", "x" * 65, "é", "a b", 7),
        "hash": ("ab" * 32, OTHER_HASH[:-1] + "B", f"{OTHER_HASH}=", OTHER_HASH[1:], "", 7),
        "revision": (0, -1, "1", True, None, 2**53),
    }
    for name in CLAIMED[typ]:
        for value in wrong[name]:
            refused(jws(typ, {**CLAIMED[typ], name: value}))
        refused(jws(typ, {other: CLAIMED[typ][other] for other in CLAIMED[typ] if other != name}))
    refused(jws(typ, {**CLAIMED[typ], "more": 1}))
    other = HEAD if typ == RECEIPT else RECEIPT
    refused(jws(other, CLAIMED[typ]))


def signed(header, payload):
    """A JWS of these parts as they are, with a true signature."""
    text = f"{b64(header)}.{b64(payload)}"
    return f"{text}.{b64(private_key(1).sign(text.encode()))}"


HEADER = json.dumps(
    {"alg": "EdDSA", "kid": jwk(1)["kid"], "typ": RECEIPT}, separators=(",", ":")
).encode()


@pytest.mark.parametrize(
    "answer",
    [
        b'{"card":7.0}', b'{"card":-0}', b'{"card":9007199254740992}', b'{"a":1,"a":1}',
        b'{"card":"\xff"}', '{"é":1}'.encode(), b'{"b":1,"a":1}', b'{"card": 7}',
        b'{"card":"\\u0041"}', b'{"card":"\\ud800"}', b'{"card":"\xed\xa0\x80"}',
        b'{"x":' + b"[" * 15 + b"7" + b"]" * 15 + b"}", b"[" * 100_000,
    ],
)  # fmt: skip
def test_an_answer_is_of_the_restricted_form_in_canonical_bytes(answer):
    payload = spelled(CLAIMED[RECEIPT])
    canonical = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    assert statements.read(signed(HEADER, canonical)).claims == CLAIMED[RECEIPT]
    assert b'{"card":7}' in canonical
    refused(signed(HEADER, canonical.replace(b'{"card":7}', answer)))


def test_a_header_names_its_key_by_a_thumbprint_and_one_of_two_types():
    for header in (
        {"kid": "x"},
        {"kid": 7},
        {"kid": jwk(1)["kid"] + "="},
        {"typ": "JWT"},
        {"typ": None},
        {"typ": ["x"]},
        {"alg": "none"},
        {"alg": "ES256"},
        {"jwk": jwk(1)},
    ):
        made = {"alg": "EdDSA", "kid": jwk(1)["kid"], "typ": HEAD, **header}
        text = f"{spelled(made)}.{spelled(CLAIMED[HEAD])}"
        refused(f"{text}.{b64(private_key(1).sign(text.encode()))}")


def test_a_second_spelling_is_refused_wherever_it_stands():
    header, payload, signature = jws(HEAD, CLAIMED[HEAD]).split(".")
    for parts in (
        (f"{header}=", payload, signature),
        (f"{header}\n", payload, signature),
        (header, f"{payload}==", signature),
        (header, payload.replace("e", "é", 1), signature),
        (header, payload, f"{signature[:-1]}B"),
        (header, payload, f"{signature}A"),
        (header, payload, signature.replace("-", "+").replace("_", "/") + "/"),
        ("", payload, signature),
        (header, "", signature),
        (header, payload, ""),
    ):
        refused(".".join(parts))
    refused("." * 1_000_000)
