"""A repeated answer gets the receipt of the first, however much is read to find it."""

from dataclasses import replace

import pytest

from bench.games import chained
from domain.decisions import answers
from service.games import given
from service.games.games import read
from service.games.given import since_round
from service.games.store import Store
from service.storage.stored import Damaged
from tests.support import chains
from tests.support.play import GAME, playing

ROUNDS = {"classic": 3, "logic": 3, "professional": 2, "children": None, "hornochsen": None}
"""Of whole games with every kind of decision."""


def assert_found(store, steps):
    """Each answer in these steps is found at its revision, in the last entries of the game."""
    numbered = [(n, step) for n, step in enumerate(steps, 1) if hasattr(step.command, "decision")]
    answered = {step.command.decision: (n, step.entry.at) for n, step in numbered}
    for round in {decision.round for decision in answered}:
        found = since_round(store, GAME, round)
        assert found[-1].revision == len(steps)
        told = [read(GAME, entry) for entry in found]
        for decision in (each for each in answered if each.round == round):
            stored = answers.given(decision, told, found[0].revision)
            assert stored is not None, decision
            assert (stored.revision, stored.at) == answered[decision]


@pytest.mark.parametrize("ruleset", ROUNDS)
def test_every_answer_is_found_where_it_was_given(fake_redis, monkeypatch, ruleset):
    rounds = {"max_rounds": ROUNDS[ruleset]} if ROUNDS[ruleset] else {}
    steps = list(playing(ruleset, 3, rounds, 11))
    entries = chained(step.entry for step in steps)
    store, fresh = Store(fake_redis), 17
    chains.lay(store, entries[:fresh], GAME)
    for end in (fresh, len(steps)):
        for page in (1, 2, 3, 4, 5, 7, 10, 11, given.ENTRIES_LOOKED_AT_FIRST):
            monkeypatch.setattr(given, "ENTRIES_LOOKED_AT_FIRST", page)
            assert_found(store, steps[:end])
        chains.lay(store, entries[end:], GAME)


def assert_repeated(game, receipts):
    """Each of these answers is told again what it was told first; another one is refused."""
    for seat, first in receipts:
        told = first.json
        assert game.put(told["decision"], told["answer"], seat).expect(200).json == told
        looked_up = game.get(f"/decisions/{told['decision']}", game.seats[seat]).expect(200)
        assert looked_up.json == told
    other = {"row": 3 - told["answer"]["row"]} if "row" in told["answer"] else {"card": 104}
    assert other == told["answer"] or game.put(told["decision"], other, seat).expect(409)


def test_an_answer_gets_its_receipt_again_and_when_the_tail_is_lost_never_another(
    process, redis, monkeypatch
):
    """The stream is put back to its first entries under a process that has more."""
    game = process().api.started(seats=2, options={"end_score": None, "max_rounds": 2})
    elsewhere, receipts = replace(game, api=process().api), []
    while waiting := game.view()["waiting_on"]:
        receipts.append((waiting[0], game.answer_owed(waiting[0], lambda options: options[-1])))
        if len(receipts) % 9 == 0:
            assert_repeated(game, receipts[-3:])
    for page in (1, 7):
        monkeypatch.setattr(given, "ENTRIES_LOOKED_AT_FIRST", page)
        assert_repeated(elsewhere, receipts[::9])
    kept = [(seat, told) for seat, told in receipts if told.json["receipt"]["revision"] <= 30]
    store = Store(redis)
    entries = store.read(game.game)
    redis.delete(store._keys.stream(game.game))
    chains.lay(store, entries[:30], game.game)
    seat, last = receipts[-1]
    game.put(last.json["decision"], last.json["answer"], seat).expect(500, "game_damaged")
    # Said once; what is left is true. That decision is not open there.
    game.put(last.json["decision"], last.json["answer"], seat).expect(409, "decision_not_open")
    assert_repeated(game, kept[::4] + kept[-2:])
    redis.xdel(store._keys.stream(game.game), "30-0")
    for seat, first in kept[-4:]:
        game.put(first.json["decision"], first.json["answer"], seat).expect(500, "game_damaged")


@pytest.mark.parametrize("lost", ["40-0", "1-0", "20-0"])
def test_what_is_read_of_a_damaged_end_is_true_or_damage(fake_redis, lost):
    store = Store(fake_redis)
    entries = chains.chain(40)
    chains.lay(store, entries, GAME)
    store._call("XDEL", store._keys.stream(GAME), lost)
    for count in range(1, 42):
        try:
            found = store.read_last(GAME, count)
        except Damaged:
            assert lost != "40-0"
            continue
        end = 39 if lost == "40-0" else 40
        assert found == entries[max(0, end - count) : end]
        assert all(f"{entry.revision}-0" != lost for entry in found)
