"""docs/vectors/ledger.json against the domain, and against a second writing of docs/ledger.md.

The second writing (tests/vectors/written.py) has nothing of the domain.
"""

import itertools
import json

import pytest

from domain import ledger
from domain.events.entries import decode, encode
from domain.ledger import SealContext, fairness
from domain.text.strict_json import BadText, parse
from tests.vectors import written
from tests.vectors.ledger import PATH

VECTORS = json.loads(PATH.read_text("utf-8"))


def cases(name):
    return pytest.mark.parametrize("case", VECTORS[name])


def seeds(case):
    return {entry["seat"]: entry["seed"] for entry in case["client_seeds"]}


@cases("canonical")
def test_values_have_one_canonical_form(case):
    assert bytes.fromhex(case["hex"]) == case["text"].encode()
    assert written.canonical(case["value"]) == bytes.fromhex(case["hex"])
    assert ledger.canonical(case["value"]) == bytes.fromhex(case["hex"])
    assert parse(case["text"]) == case["value"]


@cases("refused_texts")
def test_texts_outside_the_canonical_form_are_refused(case):
    with pytest.raises(BadText):
        parse(case)


@cases("chain")
def test_each_hash_follows_from_the_one_before(case):
    assert written.chain(case["previous"], case["public"]) == case["hash"]
    public = ledger.canonical(case["public"])
    assert ledger.chain(case["previous"], public) == case["hash"]
    assert encode(decode(public))[0] == public, "it is a public form"


def test_the_chain_starts_from_thirty_two_zero_bytes_and_is_linked():
    assert written.unb64(ledger.GENESIS) == bytes(32)
    previous = ledger.GENESIS
    for case in VECTORS["chain"]:
        assert case["previous"] == previous
        previous = case["hash"]
    assert max(len(case["public"]["events"]) for case in VECTORS["chain"]) > 1


@cases("commitment")
def test_a_commitment_opens_with_its_seed(case):
    assert written.commitment(case["server_seed"]) == case["commitment"]
    assert fairness.commitment(case["server_seed"]) == case["commitment"]


@cases("salts")
def test_a_salt_follows_from_seed_and_context(case):
    assert written.salt(case["server_seed"], case["context"]) == case["salt"]
    place = case["context"]
    context = SealContext(place["game"], place["round"], place["seat"], place.get("turn"))
    assert context.kind == case["context"]["kind"]
    assert context.written == ledger.encoded(case["context"])
    assert context.salt(case["server_seed"]) == case["salt"]
    assert len(case["salt"]) == 22


@cases("seals")
def test_a_seal_opens_with_salt_and_payload(case):
    assert written.seal(case["salt"], case["payload"]) == case["seal"]
    assert ledger.seal(case["salt"], case["payload"]) == case["seal"]


def test_there_are_seals_of_every_kind():
    assert {case["payload"]["kind"] for case in VECTORS["seals"]} == {"hand", "pick", "name"}


@cases("deal_keys")
def test_a_deal_key_follows_from_all_seeds(case):
    assert written.deal_key(case) == case["key"]
    mine = fairness.deal_key(
        case["server_seed"], case["game"], case["round"], case["purpose"], seeds(case)
    )
    assert mine.hex() == case["key"]


@cases("words")
def test_a_key_gives_a_stream_of_words(case):
    count = len(case["first"])
    assert list(itertools.islice(written.words(case["key"]), count)) == case["first"]
    mine = fairness.words(bytes.fromhex(case["key"]))
    assert list(itertools.islice(mine, count)) == case["first"]


@cases("bounded")
def test_words_beyond_the_last_whole_multiple_are_rejected(case):
    assert written.below(case["bound"], case["words"]) == (case["number"], case["words_used"])
    left = iter(case["words"])
    assert fairness.below(case["bound"], left) == case["number"]
    assert len(list(left)) == len(case["words"]) - case["words_used"]


def test_some_bounded_numbers_reject_words():
    assert any(case["words_used"] > 1 for case in VECTORS["bounded"])


@cases("shuffles")
def test_a_key_shuffles_a_deck(case):
    assert written.shuffle(case["cards"], case["key"]) == case["deck"]
    cards = range(1, case["cards"] + 1)
    assert list(fairness.shuffle(cards, bytes.fromhex(case["key"]))) == case["deck"]


@cases("starters")
def test_a_key_draws_the_starter(case):
    assert written.starter(case["seats"], case["key"]) == case["seat"]
    assert fairness.choose(case["seats"], bytes.fromhex(case["key"])) == case["seat"]


@cases("chances")
def test_the_chance_of_a_bot_follows_from_seed_and_decision(case):
    assert written.chance(case["server_seed"], case["context"]) == case["chance"]
    context = case["context"]
    mine = fairness.chance(case["server_seed"], context["game"], context["decision"])
    assert mine.hex() == case["chance"]


@cases("deals")
def test_seeds_give_hands_rows_and_seals(case):
    assert written.deal(case) == (case["hands"], case["rows"])
