"""docs/ledger.md, written again with hashlib and hmac only, and nothing of the domain."""

import base64
import hashlib
import hmac
import itertools

ESCAPES = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
GENESIS = "A" * 43


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


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(told):
    return base64.urlsafe_b64decode(told + "=" * (-len(told) % 4))


def sha(tag, *parts):
    return b64(hashlib.sha256(tag.encode() + b"\0" + b"".join(parts)).digest())


def mac(key, tag, value):
    return hmac.digest(unb64(key), tag.encode() + b"\0" + canonical(value), "sha256")


def chain(previous, public):
    return sha("toma6/chain/1", unb64(previous), canonical(public))


def commitment(seed):
    return sha("toma6/commitment/1", unb64(seed))


def salt(seed, context):
    return b64(mac(seed, "toma6/salt/1", context)[:16])


def seal(its_salt, payload):
    return sha("toma6/seal/1", unb64(its_salt), canonical(payload))


def chance(seed, context):
    return mac(seed, "toma6/chance/1", context).hex()


def deal_key(case):
    names = ("client_seeds", "game", "purpose", "round")
    return mac(case["server_seed"], "toma6/deal/1", {name: case[name] for name in names}).hex()


def words(key):
    for counter in itertools.count():
        block = hmac.digest(bytes.fromhex(key), counter.to_bytes(8, "big"), "sha256")
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


def starter(seats, key):
    return seats[below(len(seats), words(key))[0]]


SIZES = {  # for three players: deck, hand, rows, hands sorted, rows sorted
    "classic": (104, 10, 4, True, False),
    "tactics": (34, 10, 4, True, False),
    "children": (104, 15, 5, False, False),
    "hornochsen": (98, 12, 9, True, True),
}


def deal(case):
    """The hands, with their seats and seals, and the rows."""
    count, size, rows, hands_sorted, rows_sorted = SIZES[case["ruleset"]]
    deck = shuffle(count, deal_key({**case, "purpose": "deal"}))
    hands = []
    for at, seat in enumerate(each["seat"] for each in case["client_seeds"]):
        cards = deck[at * size : (at + 1) * size]
        cards = sorted(cards) if hands_sorted else cards
        context = {"game": case["game"], "kind": "hand", "round": case["round"], "seat": seat}
        sealed = seal(salt(case["server_seed"], context), {**context, "cards": cards})
        hands.append({"seat": seat, "cards": cards, "seal": sealed})
    laid = deck[len(hands) * size : len(hands) * size + rows]
    return hands, sorted(laid) if rows_sorted else laid
