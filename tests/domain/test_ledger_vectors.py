"""docs/vectors/ledger.json against the domain, and against a second writing of docs/ledger.md."""

import json
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import ledger
from domain.events.entries import decode, encode
from domain.ledger import SealContext, fairness
from domain.text.strict_json import BadText, parse
from tests.vectors import written
from tests.vectors.ledger import ANSWERS, PATH

VECTORS = json.loads(PATH.read_text("utf-8"))


def salt(case):
    place = case["context"]
    context = SealContext(place["game"], place["round"], place["seat"], place.get("turn"))
    assert (context.kind, context.written) == (place["kind"], ledger.encoded(place))
    return context.salt(case["server_seed"])


def deal_key(case):
    seeds = {entry["seat"]: entry["seed"] for entry in case["client_seeds"]}
    place = case["server_seed"], case["game"], case["round"], case["purpose"]
    return fairness.deal_key(*place, seeds).hex()


def bounded(case):
    left = iter(case["words"])
    number = fairness.below(case["bound"], left)
    return {"number": number, "words_used": len(case["words"]) - len(list(left))}


def shuffled(case):
    return list(fairness.shuffle(range(1, case["cards"] + 1), bytes.fromhex(case["key"])))


def words(case):
    return list(islice(fairness.words(bytes.fromhex(case["key"])), len(case["first"])))


def chance(case):
    context = case["context"]
    return fairness.chance(case["server_seed"], context["game"], context["decision"]).hex()


DOMAIN = {
    "canonical": lambda case: {
        "hex": ledger.canonical(case["value"]).hex(),
        "value": parse(case["text"]),
    },
    "commitment": lambda case: {"commitment": fairness.commitment(case["server_seed"])},
    "salts": lambda case: {"salt": salt(case)},
    "seals": lambda case: {"seal": ledger.seal(case["salt"], case["payload"])},
    "deal_keys": lambda case: {"key": deal_key(case)},
    "words": lambda case: {"first": words(case)},
    "bounded": bounded,
    "shuffles": lambda case: {"deck": shuffled(case)},
    "starters": lambda c: {"seat": fairness.choose(c["seats"], bytes.fromhex(c["key"]))},
    "chances": lambda case: {"chance": chance(case)},
}
"""What the domain makes of the vectors of each kind; its deals are held to `written` elsewhere."""


@pytest.mark.parametrize(("kind", "answers"), DOMAIN.items(), ids=DOMAIN)
def test_the_domain_gives_what_is_published(kind, answers):
    for case in VECTORS[kind]:
        assert case == {**case, **answers(case)}


@pytest.mark.parametrize(("kind", "answers"), ANSWERS.items(), ids=ANSWERS)
def test_the_second_writing_gives_what_is_published(kind, answers):
    assert VECTORS[kind]
    for case in VECTORS[kind]:
        assert case == {**case, **answers(case)}


@pytest.mark.parametrize("case", VECTORS["refused_texts"])
def test_texts_outside_the_canonical_form_are_refused(case):
    with pytest.raises(BadText):
        parse(case)


def test_the_chain_starts_from_thirty_two_zero_bytes_and_each_hash_follows_from_the_one_before():
    assert written.unb64(ledger.GENESIS) == bytes(32)
    previous = ledger.GENESIS
    for case in VECTORS["chain"]:
        public = ledger.canonical(case["public"])
        assert encode(decode(public))[0] == public, "it is a public form"
        assert case["previous"] == previous
        previous = case["hash"]
        assert written.chain(case["previous"], case["public"]) == previous
        assert ledger.chain(case["previous"], public) == previous
    assert max(len(case["public"]["events"]) for case in VECTORS["chain"]) > 1


def test_there_are_seals_of_every_kind_and_bounded_numbers_that_reject_words():
    assert {case["payload"]["kind"] for case in VECTORS["seals"]} == {"hand", "pick", "name"}
    assert any(case["words_used"] > 1 for case in VECTORS["bounded"])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner)
    ),
)


@given(JSON)
def test_canonical_bytes_are_those_of_the_specification(value):
    assert ledger.canonical(value) == written.canonical(value)


@pytest.mark.parametrize(
    "value", [1.5, [0.0], {"a": {"b": float("nan")}}, {1: 2}, {"é": 1}, {1, 2}]
)
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        ledger.canonical(value)
