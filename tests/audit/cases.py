"""Tampered bundles: what was changed in a true one, and the reason that it is refused for.
test_cases.py has both verifiers judge each of them, and looks whether there is one for every
sentence that the verifier can say."""

import json
from collections.abc import Callable
from typing import Any

from domain.rulesets import RULESETS
from tests.support.audit_games import OTHER_HASH, OTHER_SALT, abandoned, bundled, game
from tests.support.audit_signed import HEAD, RECEIPT, head, head_of, jwk, jwks, jws, signed
from tests.support.forging import (
    Bundle,
    events_in,
    opened,
    renumbered,
    repick,
    reseal,
    sorted_openings,
    turns,
    within,
)

Edit = Callable[[Bundle], Any]
"""Changes a bundle in place; returns the revision that is to be named."""
Row = tuple[Bundle, Edit, str]
"""A true bundle, what is changed in it, and the reason, as a regular expression."""


def _set(found: dict[str, Any], change: dict[str, Any]) -> None:
    """Other members: what is called makes the new value from the old, ... leaves it out."""
    for name, value in change.items():
        found[name] = value(found.get(name)) if callable(value) else value
        if value is ...:
            del found[name]


def member(**change: Any) -> Edit:
    return lambda made: _set(made, change)


def recorded(revision: int, /, **change: Any) -> Edit:
    return lambda made: _set(made["entries"][revision - 1], change) or revision


def entry(revision: int, /, **change: Any) -> Edit:
    return lambda made: _set(made["entries"][revision - 1]["entry"], change) or revision


def event(kind: str, place: int = 0, /, **change: Any) -> Edit:

    def edit(made: Bundle) -> int:
        revision, found = events_in(made, kind)[place]
        _set(found, change)
        return revision

    return edit


def listed(name: str, place: int, /, **change: Any) -> Edit:
    return lambda made: _set(made[name][place], change)


def opening(kind: str, place: int, /, *, sealed: bool = False, **change: Any) -> Edit:
    """Of the payload of an opening; `sealed`: the record has the seal of it."""

    def edit(made: Bundle) -> int:
        found = opened(made, kind)[place]
        _set(found["payload"], change)
        if sealed:
            reseal(made, found)
        return int(found["revision"])

    return edit


def unopened(kind: str, place: int) -> Edit:

    def edit(made: Bundle) -> int:
        found = opened(made, kind)[place]
        made["openings"].remove(found)
        return int(found["revision"])

    return edit


def names(change: Callable[[list[Any]], list[Any]], revision: int | None) -> Edit:
    """Other openings of names, in front of those of cards."""

    def edit(made: Bundle) -> int | None:
        found = opened(made, "name")
        made["openings"][: len(found)] = change(found)
        return revision

    return edit


def inserted(revision: int, *told: dict[str, Any]) -> Edit:
    """A further entry; openings follow theirs."""

    def edit(made: Bundle) -> int:
        at = made["entries"][revision - 2]["entry"]["at"]
        made["entries"].insert(revision - 1, {"entry": {"at": at, "events": list(told)}})
        renumbered(made, revision - 1, 1)
        return revision

    return edit


def removed(revision: int) -> Edit:
    return lambda made: (
        (made["entries"].pop(revision - 1), renumbered(made, revision, -1)) and (revision)
    )


def again(kind: str, before: str, **change: Any) -> Edit:
    """The first event of a type once more, before the first of another type."""

    def edit(made: Bundle) -> int:
        revision, place = events_in(made, before)[0]
        inside = within(made, revision)
        inside.insert(inside.index(place), {**events_in(made, kind)[0][1], **change})
        return revision

    return edit


def together(revision: int, count: int = 2) -> Edit:
    """So many entries as one; openings follow them."""

    def edit(made: Bundle) -> int:
        for other in made["entries"][revision : revision + count - 1]:
            within(made, revision).extend(other["entry"]["events"])
        del made["entries"][revision : revision + count - 1]
        for each in made["openings"]:
            each["revision"] -= min(max(each["revision"] - revision, 0), count - 1)
        made["openings"] = sorted_openings(made["openings"])
        return revision

    return edit


def at(revision: int | None, change: Edit) -> Edit:
    """A change that is noticed at another revision."""
    return both(change, lambda _: revision)


def both(*edits: Edit) -> Edit:
    """All of these; the last says the revision."""
    return lambda made: [edit(made) for edit in edits][-1]


KEYS = json.dumps(jwks(1, 2))
ONE = {"max_rounds": 1}
DECIDED = game("classic", 11, seats=3, options={"max_rounds": 2})
OVER = bundled(DECIDED)
END = len(OVER["entries"])
START = events_in(OVER, "GameStarted")[0][0]
PICK = events_in(OVER, "CardPicked")[0][0]
TURN = events_in(OVER, "PicksRevealed")[0][0]
CHOICE = events_in(OVER, "ChoiceMade")[0][0]
RUNNING = bundled(DECIDED[:12], viewer=0)
GIVEN_UP = bundled(abandoned(DECIDED, PICK))
SHORT = game("classic", 52, seats=2, options=ONE)
SIGNED = signed(bundled(SHORT), [3, 9, len(SHORT)])
ASKED = signed(bundled(SHORT[:9], viewer=1))
HORN = bundled(game("hornochsen", 57, seats=2))
ROUNDS = bundled(game("classic", 57, seats=2, options={"max_rounds": 3}))
HIDDEN = {key: bundled(game(key, 12, seats=2, options={})[:14]) for key in RULESETS}
HIDDEN["logic"] = bundled(game("logic", 12, seats=2, options={})[:40])
DEALT, DEALT2 = (revision for revision, _ in events_in(OVER, "RoundDealt"))
HAND = opened(OVER, "hand")[0]["payload"]["cards"]
SEATS = events_in(OVER)[0][1]["seats"]
ONCE_DEALT = bundled(DECIDED[:DEALT], viewer=0)
ONCE_PICKED = bundled(DECIDED[: PICK + 1], viewer=0)
DRAFT = bundled(abandoned(game("logic", 12, seats=2, options=ONE), 8))
BOTS_PLAY = next(
    decided for decided in (game("classic", n, seats=2, options=ONE) for n in range(50))
    if [getattr(each.events[0], "policy", None) for each in decided[3:5]] == ["careful", None]
)  # fmt: skip
BOTS = bundled(BOTS_PLAY)
BOTS_PICK, PERSONS_PICK = (
    next(n for n, (_, each) in enumerate(events_in(BOTS, "CardPicked")) if ("by" in each) == bot)
    for bot in (True, False)
)
BOTS_START = events_in(BOTS, "GameStarted")[0][0]
BOTS_SEAT = next(each["seat"] for _, each in events_in(BOTS, "SeatTaken") if "policy" in each)
TACTICS = bundled(game("tactics", 12, seats=2, options=ONE)[:7], viewer=0)

UNMENDED: list[Row] = [
    (OVER, event("SeatTaken", client_seed="x"), "the hash does not follow from the entry .*"),
    (OVER, recorded(5, revision=7), "revision 7 stands where 5 must stand"),
]
"""Nobody has computed the hashes again."""

UNREAD: list[Row] = [(OVER, *each) for each in (
    (member(extra=1), 'the bundle has an unknown member "extra"'),
    (member(complete=1), "the bundle has complete 1, which cannot be"),
    (member(asked_by=-1), "the bundle has asked_by -1, which cannot be"),
    (member(attempts_dropped=None), "the bundle has attempts_dropped null, which cannot be"),
    (member(engine=...), "the bundle has no engine"),
    (member(entries=[]), "there are no entries"),
    (lambda made: made["entries"].insert(4, 7) or 5, "an entry is no object"),
    (entry(5, version=1), 'an entry has an unknown member "version"'),
    (entry(5, at="now"), 'an entry has at "now", which cannot be'),
    (entry(5, events=[]), r"an entry has events \[\], which cannot be"),
    (entry(5, events=[7]), r"an entry has events \[7\], which cannot be"),
    (entry(5, events=[{"type": "SeatLeft", "seat": 0}] * 201), "an entry has events .*"),
    (event("SeatTaken", type="SeatTaken/2"), 'there is no type of event "SeatTaken/2"'),
    (event("SeatTaken", seat=...), "SeatTaken has no seat"),
    (event("SeatTaken", client_seed="\n"), r'SeatTaken has client_seed "\\n", which cannot be'),
)]  # fmt: skip
"""It is not of the form of bundles, so that nothing else can be checked."""


def _picked_again(made: Bundle) -> Any:
    return inserted(PICK + 1, within(made, PICK)[0])(made)


def _under_another_salt(made: Bundle) -> int:
    picks, (_, reveal) = turns(made)[3]
    revision, pick = picks[0]
    card = next(each["card"] for each in reveal["picks"] if each["seat"] == pick["seat"])
    repick(made, pick, reveal, card, OTHER_SALT)
    return revision


def _hands_mixed(made: Bundle) -> int:
    """Two hands exchange their lowest cards, sealed and salted as the true ones would be."""
    hands = opened(made, "hand")[:2]
    one, other = (each["payload"]["cards"] for each in hands)
    one[0], other[0] = other[0], one[0]
    for each in hands:
        each["payload"]["cards"].sort()
        reseal(made, each)
    return DEALT


def _other_beginner(key: str) -> Row:
    made = bundled(game(key, 1, seats=2, options=ONE if key == "logic" else {}))
    other = event("TurnStarted", seats=lambda seats: [1 - seats[0]])
    return made, other, "the seed draws another beginner"


def _created(**change: Any) -> Edit:
    return both(member(**change), event("GameCreated", **change))


UNTRUE: list[Row] = [
    (OVER, removed(1), "a game begins with GameCreated, not SeatTaken"),
    (OVER, again("GameCreated", "RowsLaid"), "a second GameCreated"),
    (OVER, inserted(END + 1, {"type": "SeatLeft", "seat": 0}), "events after the end of the game"),
    (OVER, event("GameFinished", server_seed=OTHER_HASH),
     "the server seed does not open the commitment"),
    (OVER, event("CardPicked", turn=2), "a pick for another turn than this"),
    (OVER, _picked_again, r"seat \d picks twice in one turn"),
    (OVER, event("PicksRevealed", picks=lambda told: told[1:]),
     "the picks revealed are not those made"),
    (OVER, at(PICK + 1, event(
        "PicksRevealed", picks=lambda told: [{**told[0], "card": 1}, *told[1:]])),
     r"the seal of the pick of seat \d does not open"),
    (OVER, _under_another_salt, r"the salt of the pick of seat \d does not come from the seed"),
    (GIVEN_UP, opening("pick", 0, round=2), r"an opening is not for the pick of seat \d at .*"),
    (GIVEN_UP, opening("pick", 0, card=...), r"the opening of the pick of seat \d has no card"),
    (GIVEN_UP, unopened("pick", 0), r"the opening of the pick of seat \d is missing"),
    (RUNNING, again("RoundDealt", "PicksRevealed"), "the picks revealed are not those made"),
    (DRAFT, event("RoundDealt", round=2), "round 2 is not the next one"),
    (OVER, at(1, together(1, 20)), "openings of names do not ascend, or one comes twice"),
    (ROUNDS, at(4, together(4, 60)), "openings of names do not ascend, or one comes twice"),
    (OVER, event("RoundDealt", hands=lambda hands: hands[1:]),
     "an opening is not for the hand of seat 1 at this place"),
    (OVER, both(event("RoundDealt", hands=lambda hands: hands[1:]), unopened("hand", 0)),
     "the hands are not those of the seats that play"),
    (OVER, _hands_mixed, "the hand of seat 0 is not from the seed"),
    (OVER, event("RowsLaid", cards=lambda rows: [rows[1], rows[0], *rows[2:]]),
     "the rows do not come from the seed"),
    (HORN, again("RowsLaid", "CardPlaced", cards=[1, 2, 3]), "the rows do not come from the seed"),
    *map(_other_beginner, ("children", "hornochsen", "logic")),
    (OVER, event("GameStarted", seats=lambda seats: [*seats, 9]),
     "the deal cannot be derived: seats play that nobody has taken"),
    (OVER, at(START + 1, inserted(START, {"type": "SeatLeft", "seat": 0})),
     "the deal cannot be derived: seats play that nobody has taken"),
    (OVER, _created(ruleset="none"), 'the ruleset "none" is not known'),
    (OVER, _created(ruleset="children"), "the options are none of the ruleset: .*"),
    (OVER, _created(options={**OVER["options"], "x\x1b": 1}),
     r'the options are none of the ruleset: these options are not allowed: "x\\u001b"'),
    (OVER, _created(options={}), "the options are not all of the ruleset's"),
    (OVER, at(1, event("GameStarted", seats=lambda seats: seats[:1])),
     "classic is not for 1 players"),
]  # fmt: skip
"""Integrity fails, and the rules are broken, too."""


def _head(number: int, typ: str = HEAD, **change: Any) -> Edit:
    """The JWS of the first head, signed by a key in the name of another, or with other claims."""
    claims = {name: SIGNED["heads"][0][name] for name in ("game", "revision", "hash")} | change
    return listed("heads", 0, jws=jws(typ, claims, number, kid=jwk(1)["kid"]))


ACKNOWLEDGED = {"answer": {"card": 1}, "at": SIGNED["entries"][2]["entry"]["at"],
                "decision": "r1t1-pick-s0"}  # fmt: skip
BY_KID = sorted((1, 2), key=lambda number: jwk(number)["kid"])
NOTE = {**SIGNED["attempts"][0], "decision": "r9999t1-row-s0", "code": "a"}
OTHERS = {**NOTE, "seat": 1, "decision": "r1t1-flip-s1"}
LAST = len(SHORT)
NOBODYS = {"complete": False, "asked_by": None, "openings": [], "attempts": []}

TAMPERED: list[Row] = [
    (OVER, member(game="x"), "game of the bundle is not that of GameCreated"),
    (OVER, member(ruleset="tactics"), "ruleset of the bundle is not that of GameCreated"),
    (OVER, member(options={"a": 1}), "options of the bundle is not that of GameCreated"),
    (SIGNED, lambda made: made["options"].update(max_rounds=True),
     "options of the bundle is not that of GameCreated"),
    (OVER, member(complete=False), "the bundle says complete: false; it is not so"),
    (OVER, member(asked_by=SEATS), f"asked_by {SEATS} is none of the game's seats"),
    # Openings of cards: each one in its place, of its kind, and no other.
    (OVER, at(DEALT2, lambda made: made["openings"].append(made["openings"][-1])),
     "1 openings too many"),
    (OVER, unopened("hand", -1), "the opening of the hand of seat 2 is missing"),
    (OVER, unopened("hand", 2), "openings do not match the seals: the hand of seat 2 is to be .*"),
    (OVER, opening("hand", 0, cards=...), "the opening of the hand of seat 0 has no cards"),
    (OVER, opening("hand", 0, round=2), "an opening is not for the hand of seat 0 at this place"),
    (OVER, opening("hand", 0, cards=[*HAND[1:], 105]),
     "the opening of the hand of seat 0 has something else than cards"),
    (OVER, opening("hand", 0, cards=HAND[1:]), "the opening of the hand of seat 0 has 9 cards"),
    (OVER, opening("hand", 0, cards=HAND[::-1]), "the seal of the hand of seat 0 does not open"),
    *((ONCE_DEALT, opening("hand", 0, sealed=True, cards=mixed),
       "the opening of the hand of seat 0 has something else than cards")
      for mixed in ([*HAND[1:], str(HAND[0])], [*HAND[1:], True], [*HAND[1:], 0], [*HAND[1:], 105],
                    [*HAND[1:], []], {"0": 1}, "x" * 10, None)),
    (ONCE_PICKED, opening("pick", 0, sealed=True, card=0),
     "the opening of the pick of seat 0 has something else than cards"),
    (ONCE_PICKED, opening("pick", 0, sealed=True, card=[7]),
     "the opening of the pick of seat 0 has something else than cards"),
    (ONCE_DEALT, opening("hand", 0, sealed=True, cards=HAND[1:]),
     "the opening of the hand of seat 0 has 9 cards"),
    (ONCE_DEALT, opening("hand", 0, cards=HAND[::-1]), "the seal of the hand of .* not open"),
    # Names.
    (OVER, names(lambda told: [{**told[0], "revision": 1}, *told[1:]], 1),
     "the opening of a name is for an entry in which nobody takes a seat"),
    (OVER, names(lambda told: [{**told[0], "revision": -1}, *told], None),
     "the opening of a name is for an entry in which nobody takes a seat"),
    (OVER, names(lambda told: [*told, {**told[0], "revision": END + 1}], None),
     "the opening of a name is for an entry in which nobody takes a seat"),
    (OVER, names(lambda told: [told[0], *told], 2),
     "openings of names do not ascend, or one comes twice"),
    (OVER, names(lambda told: [told[1], told[0], *told[2:]], 2),
     "openings of names do not ascend, or one comes twice"),
    (OVER, at(2, lambda made: made["openings"].append(made["openings"].pop(0))),
     "1 openings too many"),
    (OVER, opening("name", 1, game="another"), "the opening of a name is not for this place"),
    (OVER, opening("name", 1, seat=0), "the opening of a name is not for this place"),
    (OVER, opening("name", 1, name="x"), "the seal of a name does not open"),
    (OVER, names(lambda told: [{**told[1], "revision": 2}, {**told[0], "revision": 4}], 2),
     "the seal of a name does not open"),
    *((OVER, opening("name", 1, sealed=True, name=name),
       "the opening of a name has something else than a name")
      for name in ("", "x" * 41, "a\n", "\x7f", "\x85", "\0", 7, None, ["x"])),
    # Keys and heads.
    (SIGNED, member(keys=[{}] * 101), "more than 100 keys"),
    (SIGNED, member(keys=[jwk(2)]), "a head is signed by a key that is not in the bundle"),
    (SIGNED, member(keys=[jwk(1), jwk(1)]), "the key .{43} comes twice"),
    *((SIGNED, listed("keys", 0, **{name: value}), f"a key has {name} .*, which cannot be")
      for name, value in (("kty", "EC"), ("crv", "X25519"), ("x", 7), ("kid", None), ("use", "enc"),
                          ("alg", "none"))),
    *((SIGNED, listed("keys", 0, **{name: value}), reason) for name, value, reason in (
        ("x", "A" * 42, "a key cannot be used: not 32 bytes in base64url without padding"),
        ("x", "A" * 43, "a key cannot be used: x is no point that could be a key"),
        ("kid", "A" * 43, "kid of a key is not its thumbprint"),
        ("alg", ..., "a key has no alg"),
        ("d", "A" * 43, 'a key has an unknown member "d"'),
    )),
    (SIGNED, member(heads=[{}] * 101), "more than 100 heads"),
    (SIGNED, member(heads=lambda heads: [heads[0], *heads]),
     "heads do not ascend, or one comes twice"),
    (SIGNED, member(heads=lambda heads: heads[::-1]), "heads do not ascend, or one comes twice"),
    (SIGNED, member(heads=[head_of(SIGNED, LAST, number) for number in BY_KID[::-1]]),
     "heads do not ascend, or one comes twice"),
    (SIGNED, member(heads=lambda heads: [head("another", 3, heads[0]["hash"])]),
     'the server has signed this for another game, "another"'),
    (SIGNED, member(heads=[head(SIGNED["game"], 3, OTHER_HASH)]),
     r"the server has signed another history: hash .{12}\.\.\. at revision 3, where .*"),
    (SIGNED, member(heads=[head(SIGNED["game"], LAST + 1, OTHER_HASH)]),
     r"the server has signed another history: it had \d+ entries, and this record is over .*"),
    (SIGNED, at(None, event("SeatTaken", client_seed="another")),
     r"the server has signed another history: hash .{12}\.\.\. at revision 3, where .*"),
    (SIGNED, member(entries=SIGNED["entries"][:8], attempts_dropped=0, **NOBODYS),
     "the server has signed another history: 9 entries, where this record ends after 8: its .*"),
    (SIGNED, _head(3), "the signature of a head does not hold"),
    (SIGNED, _head(1, RECEIPT, **ACKNOWLEDGED), "the jws of a head is a receipt"),
    *((SIGNED, listed("heads", 0, **{name: value}), f"a head has {name} .*, which cannot be")
      for name, value in (("revision", "3"), ("revision", True), ("game", None), ("jws", 7))),
    *((SIGNED, listed("heads", 0, **{name: value}),
       "what stands beside the jws of a head are not its claims")
      for name, value in (("revision", 0), ("revision", 4), ("hash", OTHER_HASH), ("game", "x"))),
    *((SIGNED, listed("heads", 0, **{name: ...}), f"a head has no {name}")
      for name in ("game", "hash", "jws", "revision")),
    (SIGNED, listed("heads", 0, kid="x"), 'a head has an unknown member "kid"'),
    (SIGNED, listed("heads", 0, jws=""), "the jws of a head is none: not three parts with .*"),
    *((SIGNED, listed("heads", 0, jws=jws), "the jws of a head is none: the header is not a .*")
      for jws in ("a.b.c", "é.é.é")),
    # Attempts.
    *((SIGNED, listed("attempts", 0, **{name: value}), f"an attempt has {name} .*, which cannot be")
      for name, values in (
        ("at", ["2026-11-30T01:47:42Z", "2026-02-30T01:47:42.123Z", "1969-12-31T23:59:59.999Z",
                "2026-11-30T01:47:42.123+01:00", 7]),
        ("seat", [-1, 10, "0"]),
        ("decision", ["r0t1-pick-s0", "r1t1-pick-s0 ", "r1t10000-pick-s0", "r1t1-guess-s0"]),
        ("code", ["", "Closed", "x" * 41]),
      ) for value in values),
    *((SIGNED, listed("attempts", 0, **{name: value}), reason) for name, value, reason in (
        ("seat", 9, "an attempt of seat 9, which is none of the game's"),
        ("seat", 1, "an attempt of seat 1 at the decision of another one"),
        ("decision", "r1t1-pick-s1", "an attempt of seat 0 at the decision of another one"),
        ("code", "not_your_decision", "an attempt of seat 0 at the decision of another one"),
        ("code", ..., "an attempt has no code"),
        ("answer", {"card": 7}, 'an attempt has an unknown member "answer"'),
    )),
    (SIGNED, member(attempts=lambda told: told[::-1]),
     "attempts are not in the order of their times"),
    (SIGNED, member(attempts=[NOTE] * 201), "more than 200 attempts of seat 0"),
    (SIGNED, member(attempts=[*[OTHERS] * 200, *[NOTE] * 201]), "more than 200 attempts of seat 0"),
    (ASKED, member(asked_by=None, openings=[]),
     "an attempt of another seat than asked, while the game runs"),
    (ASKED, listed("attempts", 1, seat=0),
     "an attempt of another seat than asked, while the game runs"),
    (SIGNED, member(attempts_dropped=-1), "attempts_dropped -1 cannot be"),
    (ASKED, member(attempts_dropped=1, **NOBODYS), "attempts_dropped 1 cannot be"),
]  # fmt: skip
"""Integrity fails; the rules are kept."""


def _apart(made: Bundle) -> int:
    """The consequences of a turn as an entry of their own."""
    told = within(made, TURN)
    inserted(TURN + 1, *told[1:])(made)
    del told[1:]
    return TURN


def _cut(kept: int) -> Row:
    """The record ends inside of a turn; nothing that comes later would tell."""
    due = DECIDED[TURN - 1].events[kept]

    def edit(made: Bundle) -> int:
        del within(made, TURN)[kept:]
        return TURN

    reason = f"the entry stops before {type(due).__name__}, which must follow"
    return bundled(DECIDED[:TURN]), edit, reason


def _picked_twice(made: Bundle) -> int:
    """Seat 0 picks the card of its first turn in the second one, too, under a seal that fits."""
    ((_, first), *_), (_, reveal) = turns(made)[0]
    picks, (revision, later) = turns(made)[1]
    card, salt = (
        next(each[name] for each in shown["picks"] if each["seat"] == first["seat"])
        for shown, name in ((reveal, "card"), (later, "salt"))
    )
    pick = next(each for _, each in picks if each["seat"] == first["seat"])
    repick(made, pick, later, card, salt)
    return revision


def _other_rows(key: str) -> list[Row]:
    """Other rows in a running game: one card twice, too few of them, one that there is not."""
    made = HIDDEN[key]
    rows = events_in(made, "RowsLaid")[0][1]["cards"]
    changes = [
        ([*rows[:-1], rows[0]], r"card \d+ is in the round twice|the rows do not ascend"),
        (rows[:-1], r"\d rows are laid|RowsLaid says cards .*; the rules give .*"),
    ]
    if (beyond := RULESETS[key].deck(2, made["options"])[-1] + 1) <= 104:
        changes.append(([*rows[:-1], beyond], f"there is no card {beyond}"))
    return [(made, event("RowsLaid", cards=cards), reason) for cards, reason in changes]


PLAYED = events_in(HIDDEN["children"], "CardsPlayed")[0][1]["cards"]
TAKEN = events_in(OVER, "RowTaken")[0][1]["heads"]
ROW = events_in(OVER, "RowsLaid")[0][1]["cards"][0]
CARD, CHOSEN = {"type": "CardDrafted", "card": 1}, {"type": "ChoiceMade", "row": 0}
BROKEN: list[Row] = [
    (OVER, event("CardPlaced", 4, row=lambda row: (row + 1) % 4),
     r"CardPlaced says row \d; the rules give \d"),
    (OVER, event("RowTaken", heads=TAKEN - 1),
     f"RowTaken says heads {TAKEN - 1}; the rules give {TAKEN}"),
    (OVER, event("RoundScored", 1, scores=lambda told: [{**told[0], "points": 0}, *told[1:]]),
     r"RoundScored says scores \[.*; the rules give \[.*"),
    (OVER, event("GameFinished", places=lambda told: [{**each, "place": 1} for each in told]),
     r"GameFinished says places \[.*; the rules give \[.*"),
    (HORN, event("CardPlaced", special=...), "CardPlaced says special nothing; the rules give .*"),
    # Who decides, and in whose name.
    (BOTS, event("CardPicked", PERSONS_PICK, by="bot", policy="careful/1"),
     r"CardPicked: the bot decides for seat \d, which a person plays"),
    (BOTS, event("CardPicked", BOTS_PICK, by=..., policy=...),
     r"CardPicked: the player decides for seat \d, which a bot plays"),
    (BOTS, event("CardPicked", BOTS_PICK, by="clock"),
     r"CardPicked: the clock decides for seat \d, which a bot plays"),
    (BOTS, event("CardPicked", BOTS_PICK, policy="random/1"),
     r"CardPicked: the bot of seat \d names the policy random; it must name careful"),
    (BOTS, event("CardPicked", BOTS_PICK, policy=...),
     r"CardPicked: the bot of seat \d names no policy; it must name careful"),
    (BOTS, event("CardPicked", PERSONS_PICK, policy="careful/1"),
     r"CardPicked: the player of seat \d names the policy careful; it must name none"),
    (BOTS, inserted(BOTS_START + 1, {"type": "SeatHandedOver", "seat": BOTS_SEAT,
                                     "policy": "careful", "reason": "resigned"}),
     r"SeatHandedOver: a bot was seated on seat \d; nobody hands it over"),
    (OVER, inserted(PICK, {**CARD, "seat": 9}), "CardDrafted: nobody sits on seat 9"),
    # What may be decided now, and what follows from it.
    (OVER, inserted(PICK, {**CARD, "seat": 0}), "CardDrafted is not allowed: .*"),
    (OVER, inserted(CHOICE, {**CARD, "seat": 0}), "CardDrafted: a choice is asked for"),
    (OVER, inserted(PICK, {**CHOSEN, "seat": 0}), "ChoiceMade: no choice is asked for"),
    (OVER, inserted(PICK, events_in(OVER, "TurnStarted")[0][1]),
     "TurnStarted: it follows from nothing that was decided"),
    (OVER, inserted(PICK, events_in(OVER, "GameStarted")[0][1]),
     "GameStarted repeats what has happened already"),
    (OVER, together(PICK), "CardPicked is recorded; by the rules nothing more follows"),
    (RUNNING, together(PICK), "CardPicked is recorded; by the rules nothing more follows"),
    (bundled(abandoned(DECIDED, 15)), together(PICK, 5),
     "CardPicked is recorded; by the rules nothing more follows"),
    (OVER, entry(2, events=lambda told: told * 200),
     "SeatTaken is recorded; by the rules nothing more follows"),
    (OVER, _apart, "the entry stops before PicksRevealed, which must follow"),
    *(_cut(kept) for kept in range(1, len(DECIDED[TURN - 1].events))),
    (HORN, again("RowsLaid", "CardPlaced"), "RowsLaid is recorded; the rules give CardPlaced"),
    # Cards of a running game, sealed and chained as they would have to be.
    *(row for key in RULESETS for row in _other_rows(key)),
    (HIDDEN["hornochsen"], event("RowsLaid", cards=lambda rows: [rows[1], rows[0], *rows[2:]]),
     "the rows do not ascend"),
    (HIDDEN["children"], event("CardsPlayed", 1, cards=PLAYED), r"card \d+ is in the round twice"),
    (HIDDEN["children"], event("CardsPlayed", 2, cards=PLAYED), r"card \d+ is in the round twice"),
    (HIDDEN["classic"], _picked_twice, r"card \d+ is in the round twice"),
    (ONCE_DEALT, opening("hand", 0, sealed=True, cards=[7] * 10), "a hand has a card twice"),
    (ONCE_DEALT, opening("hand", 0, sealed=True, cards=sorted([ROW, *HAND[1:]])),
     rf"card {ROW} is in the round twice"),
    (TACTICS, opening("hand", 0, sealed=True, cards=[*range(1, 10), 104]), "there is no card 104"),
]  # fmt: skip
"""The rules are broken, although nothing was altered that integrity would show."""

BROKEN_TOO: list[Row] = [
    (OVER, removed(1), "SeatTaken: a game begins with GameCreated"),
    (OVER, at(1, event("GameFinished", server_seed=OTHER_HASH)),
     "GameCreated says commitment .*; the rules give .*"),
    (OVER, _created(ruleset="none"), 'GameCreated: there is no ruleset "none"'),
    (OVER, _created(options={**OVER["options"], "x\x1b": 1}),
     r'GameCreated is not allowed: these options are not allowed: "x\\u001b"'),
    (GIVEN_UP, unopened("pick", 0), r"CardPicked: nothing opens the pick of seat \d"),
]  # fmt: skip
"""The rules of what was altered besides."""

ACCEPTED: list[tuple[Bundle, Edit]] = [
    *((OVER, names(change, None)) for change in (
        lambda _: [], lambda told: told[:1], lambda told: told[1:2], lambda told: told[::2],
    )),
    *((OVER, opening("name", 0, sealed=True, name=name)) for name in ("x", "é", "🐂" * 40, " ")),
    (OVER, member(asked_by=SEATS - 1)),
    (OVER, member(engine={"name": "", "version": "é"})),
    (SIGNED, member(heads=[], keys=[])),
    (SIGNED, member(heads=[])),
    (SIGNED, member(heads=[head_of(SIGNED, LAST, number) for number in BY_KID])),
    (SIGNED, member(attempts=lambda told: [{**each, "at": told[0]["at"]} for each in told])),
    (SIGNED, member(attempts=[NOTE] * 200 + [OTHERS] * 200, attempts_dropped=10**9)),
    (ASKED, member(attempts=[], attempts_dropped=7)),
    (OVER, member(attempts_dropped=7)),
    (OVER, event("GameCreated", visibility="private")),
]  # fmt: skip
"""What may be otherwise: names erased or others, fewer signatures, other notes beside the game."""
