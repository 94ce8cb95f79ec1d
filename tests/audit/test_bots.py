"""The bots asked again: the verifier compares what their policies answer with what is recorded."""

import json
from collections import Counter

import pytest

from domain.audit import verify
from domain.audit.__main__ import main
from domain.audit.reading.keys import trusted_keys
from domain.audit.telling.wording import as_text
from domain.audit.verdicts import Status
from domain.decisions import options, parse
from domain.rulesets import RULESETS
from tests.audit.cases import BOTS_PLAY
from tests.support.audit_games import abandoned, bundled, claims, game
from tests.support.audit_signed import jwks, signed
from tests.support.forging import events_in, mended

TRUSTED = trusted_keys(jwks(1))


def with_bots(key, seed=0):
    """A game in which bots have answered, with what they answered by decision."""
    rounds = {"max_rounds"} & {option.name for option in RULESETS[key].options}
    for number in range(seed, seed + 50):
        decided = game(key, number, options=dict.fromkeys(rounds, 1))
        if recorded := dict(answered(decided)):
            return decided, recorded
    raise AssertionError("no game with bots")


def answered(entries):
    made = bundled(entries)
    for each in claims(entries, made):
        first = made["entries"][each["revision"] - 1]["entry"]["events"][0]
        if first.get("by") == "bot":
            yield parse(each["decision"]), each["answer"]


def judged(made, policies):
    report = verify(made, trusted=TRUSTED, policies=policies)
    return report.status, report.bots, report


@pytest.mark.parametrize("key", RULESETS)
def test_bots_that_answered_as_their_policy_does_are_well(key):
    decided, recorded = with_bots(key)
    asked = Counter()

    def policies(state, decision, policy):
        assert policy == "careful/1"
        assert decision.seat in state.owing
        assert state.server_seed
        assert state.hands[decision.seat].cards is not None
        assert options(state, decision)
        asked[decision] += 1
        return recorded[decision]

    status, bots, report = judged(signed(bundled(decided)), policies)
    assert (status, bots.ok, bots.unknown) == (Status.PROVEN, True, 0)
    assert asked == Counter(recorded.keys())
    assert bots.asked == report.checked["answers of bots"] == len(recorded)
    assert report.as_data()["bots"] == {
        "ok": True, "revision": None, "reason": None, "asked": len(recorded), "unknown": 0,
    }  # fmt: skip


def test_a_bot_that_answered_otherwise_is_told_at_the_first_such_answer():
    decided, recorded = with_bots("classic")
    first, *_, last = recorded
    made = signed(bundled(decided))
    for wrong in ([first], [last], [first, last]):
        status, bots, _ = judged(
            made, lambda _, each, __, w=wrong: {"card": 999} if each in w else recorded[each]
        )
        assert (status, bots.ok, bots.asked) == (Status.BOTS, False, len(recorded))
        assert bots.reason.startswith(f'careful/1 answers {{"card":999}} to {wrong[0].id}, and ')
        event = made["entries"][bots.revision - 1]["entry"]["events"][0]
        assert (event["seat"], event["policy"]) == (wrong[0].seat, "careful/1")


def test_what_is_unsigned_or_against_the_rules_is_told_before_the_bots():
    decided, _ = with_bots("classic")
    made = bundled(decided)
    assert judged(made, lambda *_: {"card": 999})[0] == Status.UNSIGNED
    events_in(made, "RoundScored")[0][1]["scores"][0]["points"] += 1
    status, bots, _ = judged(mended(made), lambda *_: {"card": 999})
    assert (status, bots.ok) == (Status.RULES, False)


def test_a_policy_that_is_not_here_is_counted_and_said():
    decided, recorded = with_bots("tactics")
    made = signed(bundled(decided))
    first = next(iter(recorded))
    status, bots, report = judged(made, lambda *_: None)
    every = len(recorded)
    assert (status, bots.ok, bots.asked, bots.unknown) == (Status.BOTS_NOT_ASKED, None, 0, every)
    assert any(f"{every} answers of bots" in each for each in report.not_checked)
    assert not report.bots.revision
    assert report.ok
    status, bots, _ = judged(made, lambda _, each, __: None if each == first else recorded[each])
    told = (status, bots.ok, bots.asked, bots.unknown)
    assert told == (Status.BOTS_NOT_ASKED, None, every - 1, 1)
    assert bots.reason == f"1 of {every} answers are by policies that are not here"
    # What is wrong counts before what could not be asked.
    status, *_ = judged(made, lambda _, each, __: None if each == first else {"card": 999})
    assert status == Status.BOTS


@pytest.mark.parametrize("key", RULESETS)
def test_a_house_that_renames_versions_never_gets_the_status_of_a_checked_game(key):
    """With the server's own key, in any number of answers: it is no proof that there is none."""
    decided, recorded = with_bots(key)
    made = bundled(decided)
    given = [event for _, event in events_in(made) if event.get("policy") == "careful/1"]
    assert len(given) == len(recorded)
    for renamed in ([given[0]], [given[-1]], given[::2], given):
        for event in renamed:
            event["policy"] = "careful/2"
        status, bots, report = judged(
            signed(mended(json.loads(json.dumps(made)))),
            lambda _, each, policy: recorded[each] if policy == "careful/1" else None,
        )
        assert (status, report.rules.ok, bots.ok) == (Status.BOTS_NOT_ASKED, True, None)
        assert (bots.asked, bots.unknown) == (len(given) - len(renamed), len(renamed))
        for event in renamed:
            event["policy"] = "careful/1"


def test_nobody_can_ask_before_the_game_is_over():
    decided, _ = with_bots("tactics")

    def policies(*_):
        raise AssertionError("what a bot saw is not known yet")

    status, bots, report = judged(signed(bundled(decided[:-1], viewer=0)), policies)
    assert (status, bots.ok, bots.asked) == (Status.BOTS_NOT_ASKED, None, 0)
    assert bots.reason == "the game is not over"
    assert any("bots' answers" in each for each in report.not_checked)


def test_bots_that_have_only_sat_down_are_not_asked_before_the_game_is_over():
    number = next(n for n, each in enumerate(BOTS_PLAY) if getattr(each.events[0], "policy", None))
    for entries, *expected in (
        (BOTS_PLAY[: number + 1], Status.BOTS_NOT_ASKED, None, "the game is not over"),
        (BOTS_PLAY[:number], Status.PROVEN, True, None),
    ):
        status, bots, _ = judged(signed(bundled(entries)), lambda *_: {})
        assert [status, bots.ok, bots.reason] == expected


def test_the_bots_of_a_game_that_was_given_up_are_asked_too():
    decided, recorded = with_bots("logic")
    made = signed(bundled(abandoned(decided, len(decided) - 1)))
    status, bots, _ = judged(made, lambda _, each, __: recorded[each])
    assert (status, bots.ok) == (Status.PROVEN, True)


def test_a_game_without_bots_is_well_and_none_is_asked_unless_wanted():
    """Running or over: there is nothing to ask."""
    games = (game("classic", number, options={"max_rounds": 1}) for number in range(50))
    decided = next(each for each in games if not dict(answered(each)))
    assert judged(signed(bundled(decided)), None)[1] is None
    for made in (signed(bundled(decided)), signed(bundled(decided[:-1], viewer=0))):
        status, bots, report = judged(made, lambda *_: {})
        assert (status, bots.ok, bots.asked) == (Status.PROVEN, True, 0)
        assert "bots: ok; no bots, or none has answered" in as_text(report)


def test_at_the_command_line_bots_need_their_policies(tmp_path, capsys):
    decided, recorded = with_bots("classic")
    (tmp_path / "made").write_text(json.dumps(signed(bundled(decided))))
    (tmp_path / "keys").write_text(json.dumps(jwks(1)))
    call = [str(tmp_path / "made"), "--keys", str(tmp_path / "keys"), "--bots"]
    assert main(call) == 3
    assert "toma6 verify --bots has the policies" in capsys.readouterr().err
    assert main(call, policies=lambda _, each, __: recorded[each]) == Status.PROVEN
    assert "✓ bots: ok" in capsys.readouterr().out
    assert main(call, policies=lambda *_: {"card": 999}) == Status.BOTS
    assert "✗ bots: revision " in capsys.readouterr().out
    assert main(call, policies=lambda *_: None) == Status.BOTS_NOT_ASKED
    assert "? bots: not checked: " in capsys.readouterr().out

    def stumble(*_):
        raise RuntimeError

    assert main(call, policies=stumble) == 3
    assert "the verifier itself failed" in capsys.readouterr().err
