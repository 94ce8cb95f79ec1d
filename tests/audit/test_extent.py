"""Whose record it is: signed by this server everything, a part, or nothing (case S28)."""

import pytest

from domain.audit import Receipt, verify
from domain.audit.reading.keys import trusted_keys
from domain.audit.verdicts import Status
from tests.support.audit_games import OTHER_HASH, bundled, game, played_on
from tests.support.audit_signed import head, head_of, jwk, jwks, signed
from tests.support.forging import events_in, mended

DECIDED = game("classic", 57, seats=2, options={"max_rounds": 1})
TRUSTED = trusted_keys(jwks(1))


@pytest.fixture(scope="module")
def plain():
    return bundled(DECIDED)


def judged(made, kept=(), trusted=TRUSTED):
    report = verify(made, trusted=trusted, kept=[Receipt(each["jws"]) for each in kept])
    assert report.as_data()["signed"]["extent"] == report.signed.extent
    return report.status, report.signed.extent, report.signed.revision


def test_a_head_at_the_end_by_a_given_key_signs_everything(plain):
    end = len(plain["entries"])
    assert judged(signed(plain)) == (Status.PROVEN, "everything", end)
    assert judged(signed(plain, [3, end])) == (Status.PROVEN, "everything", end)


def test_a_head_before_the_end_signs_a_part(plain):
    assert judged(signed(plain, [2, 5])) == (Status.UNSIGNED, "part", 5)


def test_no_head_signs_nothing(plain):
    assert judged(plain) == (Status.UNSIGNED, "nothing", 0)
    assert judged({**plain, "keys": [jwk(1)]}) == (Status.UNSIGNED, "nothing", 0)


def test_without_given_keys_nothing_is_signed_whatever_the_bundle_has(plain):
    assert judged(signed(plain), trusted=None) == (Status.UNSIGNED, "nothing", 0)


def test_keys_of_ones_own_sign_nothing(plain):
    made = signed(plain)
    made["heads"], made["keys"] = [head_of(made, len(made["entries"]), 9)], [jwk(9)]
    assert judged(made) == (Status.UNSIGNED, "nothing", 0)


def test_after_a_rotation_older_keys_know_only_what_was_saved_before(plain):
    end = len(plain["entries"])
    made = signed(plain)
    made["heads"] = [head_of(plain, end, 2)]  # fetched after it; made["keys"] has both
    assert judged(made) == (Status.UNSIGNED, "nothing", 0)
    assert judged(made, [head_of(plain, 8)]) == (Status.UNSIGNED, "part", 8)
    assert judged(made, [head_of(plain, end)]) == (Status.PROVEN, "everything", end)
    assert judged(made, [head_of(plain, 8)], trusted_keys(jwks(2, 1))) == (
        Status.PROVEN,
        "everything",
        end,
    )


def test_a_statement_that_was_given_counts_like_a_head(plain):
    end = len(plain["entries"])
    assert judged(plain, [head_of(plain, end)]) == (Status.PROVEN, "everything", end)
    assert judged(signed(plain, [3]), [head_of(plain, 8)]) == (Status.UNSIGNED, "part", 8)
    forged = head_of(plain, end, 9)
    assert judged(plain, [forged])[1:] == ("nothing", 0)
    assert judged(plain, [head("another", end, plain["entries"][-1]["hash"])])[1] == "nothing"


def test_a_true_game_cut_at_a_genuine_head_and_played_on_is_signed_up_to_there():
    decided = game("tactics", 57, seats=2, options={"max_rounds": 1})
    true, cut = bundled(decided), 12
    genuine = head_of(true, cut)
    forged = bundled(list(played_on(decided[:cut], 2)))
    assert places(forged) != places(true)
    forged["heads"], forged["keys"] = [genuine], [jwk(1)]
    assert judged(forged) == (Status.UNSIGNED, "part", cut)
    assert judged(forged, trusted=None) == (Status.UNSIGNED, "nothing", 0)
    assert judged({**forged, "heads": [], "keys": []}) == (Status.UNSIGNED, "nothing", 0)
    last = head_of(true, len(true["entries"]))
    assert judged(forged, [last]) == (Status.ANOTHER_HISTORY, "part", cut)


def places(made):
    return events_in(made, "GameFinished")[0][1]["places"]


def test_an_altered_entry_is_not_covered_by_the_hashes_written_beside_it(plain):
    """The heads fit the hashes in the bundle; the entries do not."""
    made = signed(plain, [3, len(plain["entries"])])
    _, taken = events_in(made, "SeatTaken")[0]
    taken["client_seed"] = "another"
    assert judged(made)[0:2] == (Status.INTEGRITY, "nothing")
    made = signed(plain, [3, len(plain["entries"])])
    events_in(made, "RoundScored")[0][1]["scores"][0]["points"] += 1
    assert judged(made) == (Status.INTEGRITY, "part", 3)
    made = signed(plain, [3, len(plain["entries"])])
    made["entries"][8]["hash"] = (
        OTHER_HASH  # the entries are true, and it has no chain from there on
    )
    assert judged(made) == (Status.INTEGRITY, "part", 3)


def test_a_bundle_of_a_running_game_can_be_signed_to_its_end():
    made = signed(bundled(DECIDED[:9], viewer=0))
    assert judged(made) == (Status.PROVEN, "everything", len(made["entries"]))


def test_a_record_that_cannot_be_read_is_signed_by_nobody(plain):
    made = signed(plain)
    made["entries"][1]["entry"]["events"][0]["seat"] = 99
    assert judged(mended(made)) == (Status.INTEGRITY, "nothing", 0)
