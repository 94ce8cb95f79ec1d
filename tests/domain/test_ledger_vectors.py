"""docs/vectors/ledger.json against the domain, and against a second writing of docs/ledger.md.

The second writing below uses hashlib, hmac and json's parser only, and nothing of the domain.
"""

import hashlib
import hmac
import itertools
import json
from pathlib import Path

import pytest

from domain import fairness, ledger
from domain.restricted import BadText, parse

VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs" / "vectors" / "ledger.json").read_text("utf-8")
)

# -- docs/ledger.md, written again ----------------------------------------------------------

ESCAPES = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}


def text(value):
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return '"' + "".join(map(character, value)) + '"'
        case list():
            return "[" + ",".join(map(text, value)) + "]"
    return "{" + ",".join(f"{text(name)}:{text(value[name])}" for name in sorted(value)) + "}"


def character(one):
    code = ord(one)
    return ESCAPES.get(code) or (f"\\u{code:04x}" if code < 32 else one)


def canonical(value):
    return text(value).encode("utf-8")


def sha(tag, *parts):
    return hashlib.sha256(tag.encode() + b"\0" + b"".join(parts)).hexdigest()


def mac(key, data):
    return hmac.new(bytes.fromhex(key), data, hashlib.sha256).digest()


def deal_key(case):
    names = ("client_seeds", "game", "purpose", "round")
    context = canonical({name: case[name] for name in names})
    return mac(case["server_seed"], b"toma6/deal/1\0" + context).hex()


def words(key):
    for counter in itertools.count():
        block = mac(key, counter.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def below(bound, numbers):
    for used, word in enumerate(numbers, start=1):
        if word < 2**32 - 2**32 % bound:
            return word % bound, used
    raise AssertionError("no word left")


def shuffle(count, key):
    deck, numbers = list(range(1, count + 1)), words(key)
    for place in reversed(range(1, count)):
        other, _ = below(place + 1, numbers)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


SIZES = {  # for three players: deck, hand, rows, hands sorted, rows sorted
    "classic": (104, 10, 4, True, False),
    "tactics": (34, 10, 4, True, False),
    "children": (104, 15, 5, False, False),
    "hornochsen": (98, 12, 9, True, True),
}


def deal(case):
    count, size, rows, hands_sorted, rows_sorted = SIZES[case["ruleset"]]
    deck = shuffle(count, deal_key({**case, "purpose": "deal"}))
    hands = [deck[at * size : (at + 1) * size] for at in range(3)]
    laid = deck[3 * size : 3 * size + rows]
    return (
        [sorted(hand) if hands_sorted else hand for hand in hands],
        sorted(laid) if rows_sorted else laid,
    )


# -- the vectors ----------------------------------------------------------------------------


def cases(name):
    return pytest.mark.parametrize("case", VECTORS[name])


def seeds(case):
    return {entry["seat"]: entry["seed"] for entry in case["client_seeds"]}


@cases("canonical")
def test_values_have_one_canonical_form(case):
    assert bytes.fromhex(case["hex"]) == case["text"].encode()
    assert canonical(case["value"]) == bytes.fromhex(case["hex"])
    assert ledger.canonical(case["value"]) == bytes.fromhex(case["hex"])
    assert parse(case["text"]) == case["value"]


@cases("refused_texts")
def test_texts_outside_the_canonical_form_are_refused(case):
    with pytest.raises(BadText):
        parse(case)


@cases("chain")
def test_each_hash_follows_from_the_one_before(case):
    public = canonical(case["public"])
    assert sha("toma6/chain/1", bytes.fromhex(case["previous"]), public) == case["hash"]
    assert ledger.chain(case["previous"], public) == case["hash"]


def test_the_chain_starts_from_sixty_four_zeros_and_is_linked():
    previous = "0" * 64
    for case in VECTORS["chain"]:
        assert case["previous"] == previous
        previous = case["hash"]


@cases("commitment")
def test_a_commitment_opens_with_its_seed(case):
    assert sha("toma6/commitment/1", bytes.fromhex(case["server_seed"])) == case["commitment"]
    assert fairness.commitment(case["server_seed"]) == case["commitment"]


@cases("salts")
def test_a_salt_follows_from_seed_and_context(case):
    data = b"toma6/salt/1\0" + canonical(case["context"])
    assert mac(case["server_seed"], data).hex() == case["salt"]
    assert ledger.salt(case["server_seed"], case["context"]) == case["salt"]


@cases("seals")
def test_a_seal_opens_with_salt_and_payload(case):
    salt, payload = bytes.fromhex(case["salt"]), canonical(case["payload"])
    assert sha("toma6/seal/1", salt, payload) == case["seal"]
    assert ledger.seal(case["salt"], case["payload"]) == case["seal"]


@cases("deal_keys")
def test_a_deal_key_follows_from_all_seeds(case):
    assert deal_key(case) == case["key"]
    mine = fairness.deal_key(
        case["server_seed"], case["game"], case["round"], case["purpose"], seeds(case)
    )
    assert mine.hex() == case["key"]


@cases("words")
def test_a_key_gives_a_stream_of_words(case):
    count = len(case["first"])
    assert list(itertools.islice(words(case["key"]), count)) == case["first"]
    mine = fairness.words(bytes.fromhex(case["key"]))
    assert list(itertools.islice(mine, count)) == case["first"]


@cases("bounded")
def test_words_beyond_the_last_whole_multiple_are_rejected(case):
    assert below(case["bound"], case["words"]) == (case["number"], case["words_used"])
    left = iter(case["words"])
    assert fairness.below(case["bound"], left) == case["number"]
    assert len(list(left)) == len(case["words"]) - case["words_used"]


def test_some_bounded_numbers_reject_words():
    assert any(case["words_used"] > 1 for case in VECTORS["bounded"])


@cases("shuffles")
def test_a_key_shuffles_a_deck(case):
    assert shuffle(case["cards"], case["key"]) == case["deck"]
    cards = range(1, case["cards"] + 1)
    assert list(fairness.shuffle(cards, bytes.fromhex(case["key"]))) == case["deck"]


@cases("starters")
def test_a_key_draws_the_starter(case):
    place, _ = below(len(case["seats"]), words(case["key"]))
    assert case["seats"][place] == case["seat"]
    assert fairness.choose(case["seats"], bytes.fromhex(case["key"])) == case["seat"]


@cases("chances")
def test_the_chance_of_a_bot_follows_from_seed_and_decision(case):
    chance = mac(case["server_seed"], b"toma6/chance/1\0" + canonical(case["context"]))
    assert chance.hex() == case["chance"]


@cases("deals")
def test_seeds_give_hands_rows_and_seals(case):
    hands, rows = deal(case)
    assert rows == case["rows"]
    for hand, expected in zip(hands, case["hands"], strict=True):
        assert hand == expected["cards"]
        names = {"game": case["game"], "kind": "hand", "round": case["round"]}
        context = {**names, "seat": expected["seat"]}
        salt = mac(case["server_seed"], b"toma6/salt/1\0" + canonical(context))
        payload = canonical({**context, "cards": hand})
        assert sha("toma6/seal/1", salt, payload) == expected["seal"]
