"""Names and options: what a person may be called, and what may be agreed before a game."""

import unicodedata

import pytest

HIDDEN_NAMES = [
    *("", " ", " Ana", "Ana ", "\u200b", "\u200d\u200d", "\ufe0f", "\u3164", "\u2800", "\u00ad"),
    *("A\u202ena", "\u2066Ana\u2069", "A\u200fna", "A\nna", "A\tna", "A\x7fna", "A\x85na"),
    *("\ue000", "\U000f0000", "\u0378", "x" * 41, "\U0001f402" * 41, "e\u0301" * 41, "\u0301"),
    *("A\u2028na", "\ufeff", "\ufffe", "\uffff", "\u061c", "Ana\u00a0", "\u200d\ufe0f", 7, None),
]


@pytest.mark.parametrize("name", HIDDEN_NAMES, ids=ascii)
def test_a_name_that_cannot_be_told_apart_on_a_screen_is_422(api, name):
    table = api.create(seats=2)
    answer = api.ask("POST", table.path("/seats"), None, {"name": name})
    answer.expect(422, "invalid_body")
    assert [fault["pointer"] for fault in answer.json["errors"]] == ["#/name"]


@pytest.mark.parametrize(
    "name",
    ["e\u0301" * 40, "\u212b", "ﬁ", "👩‍👩‍👧", "नी", "O’Neill", "O'Neil", "0", "ا", "李", "می‌خواهم"],
)
def test_a_name_is_kept_in_nfc_and_otherwise_as_it_is(api, name):
    table = api.create(seats=2)
    table.sit(name)
    assert table.view()["seats"][0]["player"]["name"] == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("classic", {"end_score": 0}),
        ("classic", {"end_score": 1001}),
        ("classic", {"end_score": "66"}),
        ("classic", {"end_score": None}),
        ("classic", {"row_choice": "player "}),
        ("classic", {"row_choice": None}),
        ("classic", {"row_choice": 0}),
        ("classic", {"children_rows": 5}),
        ("classic", {"": 1}),
        ("classic", {"\u0000x": 1}),
        ("classic", {"x" * 41: 1}),
        ("classic", {"ä": 1}),
        ("classic", {"end_score": [66]}),
        ("classic", {"end_score": {"v": 66}}),
        ("classic", {"end_score": 66.5}),
        ("classic", {"end_score": True}),
        ("classic", {f"o{n}": 1 for n in range(21)}),
        ("classic", [["end_score", 66]]),
        ("classic", "end_score"),
        ("classic", None),
        ("children", {"children_rows": 3}),
        ("children", {"children_rows": True}),
        ("children", {"start_seat": 6}),
        ("professional", {"professional_tie": "both"}),
    ],
    ids=repr,
)
def test_options_of_a_wrong_kind_are_4xx_and_no_game(api, services, ruleset, options):
    body = {"ruleset": ruleset, "options": options}
    for headers in ([], [("Idempotency-Key", "key")]):
        answer = api.ask("POST", "/v1/games", None, body, headers=headers)
        assert answer.status in {400, 422}
    assert list(services.store.games()) == []
