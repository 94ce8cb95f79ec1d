"""Whose record it is: signed by this server everything, a part, or nothing."""

import json

import pytest

from domain.audit import verify, verify_files
from domain.audit.reading.kept import receipts_in
from domain.audit.reading.keys import trusted_keys
from domain.audit.verdicts import Status
from tests.audit.cases import SIGNED
from tests.support.audit_games import OTHER_HASH, bundled, claims, game, played_on
from tests.support.audit_signed import head, head_of, jwk, jwks, receipt, signed
from tests.support.forging import events_in, mended

DECIDED = game("classic", 57, seats=2, options={"max_rounds": 1})
PLAIN = bundled(DECIDED)
END = len(DECIDED)
RUNNING = bundled(DECIDED[:9], viewer=0)
ANSWER = receipt(claims(DECIDED, PLAIN)[-2])

# A true game, cut at a genuine head, and played on to another end.
WHOLE, CUT = game("tactics", 57, seats=2, options={"max_rounds": 1}), 12
TRUE = bundled(WHOLE)
OTHERWISE = bundled(list(played_on(WHOLE[:CUT], 2)))


def with_heads(made, *heads, keys=(2, 1)):
    return {**made, "heads": list(heads), "keys": [jwk(number) for number in keys]}


def changed(kind, **change):
    """Nobody computes the hashes again: the heads fit those in the bundle."""
    made = signed(PLAIN, [3, END])
    events_in(made, kind)[0][1].update(change)
    return made


def otherwise_hashed():
    """The entries are true, and there is no chain from there on."""
    made = signed(PLAIN, [3, END])
    made["entries"][8]["hash"] = OTHER_HASH
    return made


ROTATED = with_heads(PLAIN, head_of(PLAIN, END, 2))
PLAYED_ON = with_heads(OTHERWISE, head_of(TRUE, CUT))
PROVEN, UNSIGNED = Status.PROVEN, Status.UNSIGNED
KINDS = {
    "a head at the end": (signed(PLAIN), [], PROVEN, "everything", END),
    "two heads": (signed(PLAIN, [3, END]), [], PROVEN, "everything", END),
    "heads before the end": (signed(PLAIN, [2, 5]), [], UNSIGNED, "part", 5),
    "no head": (PLAIN, [], UNSIGNED, "nothing", 0),
    "no head, the key": (with_heads(PLAIN), [], UNSIGNED, "nothing", 0),
    "a running game": (signed(RUNNING), [], PROVEN, "everything", 9),
    "keys of one's own": (
        with_heads(PLAIN, head_of(PLAIN, END, 9), keys=[9]), [], UNSIGNED, "nothing", 0
    ),
    # After a rotation older keys know only what was saved before.
    "fetched after a rotation": (ROTATED, [], UNSIGNED, "nothing", 0),
    "saved before it": (ROTATED, [head_of(PLAIN, 8)], UNSIGNED, "part", 8),
    "saved at the end": (ROTATED, [head_of(PLAIN, END)], PROVEN, "everything", END),
    # A statement that was given counts like a head, if it is not altered, and of this game.
    "the last head, given": (PLAIN, [head_of(PLAIN, END)], PROVEN, "everything", END),
    "an answer, given": (PLAIN, [ANSWER], UNSIGNED, "part", ANSWER["receipt"]["revision"]),
    "the greater counts": (signed(PLAIN, [3]), [head_of(PLAIN, 8)], UNSIGNED, "part", 8),
    "forged": (PLAIN, [head_of(PLAIN, END, 9)], Status.RECEIPT, "nothing", 0),
    "altered": (PLAIN, [{**ANSWER, "answer": {}}], Status.RECEIPT, "nothing", 0),
    "a head with another revision beside it": (
        PLAIN, [{**head_of(PLAIN, END), "revision": 3}], Status.RECEIPT, "nothing", 0
    ),
    "of another game": (
        PLAIN, [head("x", END, PLAIN["entries"][-1]["hash"])], Status.RECEIPT, "nothing", 0
    ),
    "played on": (PLAYED_ON, [], UNSIGNED, "part", CUT),
    "played on, no head": (OTHERWISE, [], UNSIGNED, "nothing", 0),
    "played on, and the true end": (
        PLAYED_ON, [head_of(TRUE, len(WHOLE))], Status.ANOTHER_HISTORY, "part", CUT
    ),
    # Hashes that are written beside an altered entry do not cover it.
    "altered early": (
        changed("SeatTaken", client_seed="another"), [], Status.INTEGRITY, "nothing", 0
    ),
    "altered late": (changed("RoundScored", scores=[]), [], Status.INTEGRITY, "part", 3),
    "no chain": (otherwise_hashed(), [], Status.INTEGRITY, "part", 3),
    "more heads than there may be": (
        with_heads(PLAIN, *[head_of(PLAIN, END)] * 101), [], Status.INTEGRITY, "nothing", 0
    ),
    "a head twice": (
        with_heads(PLAIN, *[head_of(PLAIN, END)] * 2), [], Status.INTEGRITY, "everything", END
    ),
    "unreadable": (
        mended(changed("SeatTaken", seat=99)), [], Status.INTEGRITY, "nothing", 0
    ),
}  # fmt: skip


def judged(made, kept=(), trusted=jwks(1)):  # noqa: B008 - it is not changed
    keys = None if trusted is None else trusted_keys(trusted)
    report = verify(made, trusted=keys, kept=list(receipts_in(list(kept))))
    return report.status, report.signed.extent, report.signed.revision


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_is_signed_as_far_as_a_given_key_covers_it(kind):
    made, kept, *expected = KINDS[kind]
    assert judged(made, kept) == tuple(expected)
    if not kept:  # whatever the bundle has
        assert judged(made, trusted=None)[1:] == ("nothing", 0)


def test_with_older_and_newer_keys_all_of_it_is_signed():
    found = judged(ROTATED, [head_of(PLAIN, 8)], jwks(2, 1))
    assert found == (Status.PROVEN, "everything", END)


def test_what_was_played_on_has_come_to_another_end():
    assert events_in(OTHERWISE, "GameFinished")[0][1] != events_in(TRUE, "GameFinished")[0][1]


def test_the_keys_to_trust_are_a_jwk_set_and_nothing_else():
    assert trusted_keys(jwks(1)).keys() == {jwk(1)["kid"]}
    assert trusted_keys({"keys": [{"kty": "RSA"}, jwk(2), {}]}).keys() == {jwk(2)["kid"]}
    for data in (jwk(1), [jwk(1)], {**jwks(1), "more": 1}, {}, {"keys": {}}, None):
        with pytest.raises(ValueError, match="no JWK set"):
            trusted_keys(data)
    assert trusted_keys({"keys": [7] * 999 + [jwk(1)]}).keys() == {jwk(1)["kid"]}
    with pytest.raises(ValueError, match="more than 1000"):
        trusted_keys({"keys": [7] * 1000 + [jwk(1)]})


def test_keys_of_other_kinds_are_passed_over_and_counted():
    others = [{"kty": "RSA"}, {**jwk(2), "use": "enc"}, 7]
    for keys, noticed in (
        ([jwk(1), jwk(1)], ()),
        ([*others, jwk(1)], ("3 keys of other kinds in the key set were passed over",)),
    ):
        report = verify_files(json.dumps(SIGNED).encode(), json.dumps({"keys": keys}).encode())
        assert (report.status, report.noticed) == (0, noticed)


def test_only_keys_of_the_one_form_are_trusted():
    others = [7, None, {"kty": "RSA"}]
    changes = ({"d": "A" * 43}, {"use": "enc"}, {"kid": "A" * 43}, {"x": "AA"}, {"x": "A" * 43})
    others += [{**jwk(2), **change} for change in changes]
    assert trusted_keys({"keys": [*others, jwk(1)]}).keys() == {jwk(1)["kid"]}
    for keys in ([], others):
        with pytest.raises(ValueError, match="no Ed25519 key"):
            trusted_keys({"keys": keys})
