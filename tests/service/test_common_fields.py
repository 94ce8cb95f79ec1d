"""The fields every schema uses: whole numbers, names, and where a fault is."""

import json

import pytest

from tests.service.edge_app import assert_problem, make_client, post


@pytest.fixture
def client():
    return make_client()


@pytest.mark.parametrize(
    "card",
    [
        "true",
        "1.0",
        "1.9",
        "7.0",
        '"7"',
        '" 7 "',
        '"٧"',
        '"1_0"',
        "1e2",
        "-0",
        "0",
        "105",
        "1" + "0" * 30,
        "1" * 2000,
        "[7]",
        '{"v":7}',
        "null",
    ],
)
def test_only_a_json_integer_in_range_is_a_card(client, card):
    response = post(client, '{"seats":[{"card":CARD}]}'.replace("CARD", card), path="/v1/seats")
    assert_problem(response, 422, "invalid_body")
    assert response.json["errors"][0]["pointer"] == "#/seats/0/card"


def test_the_json_integer_seven_is_a_card(client):
    response = post(client, '{"seats":[{"card":7}]}', path="/v1/seats")
    assert response.json == {"seats": [{"card": 7}]}


def test_missing_and_unknown_members_are_pointed_at(client):
    response = post(client, '{"seats":[{}],"a/b~c":1}', path="/v1/seats")
    assert [fault["pointer"] for fault in response.json["errors"]] == [
        "#/a~1b~0c",
        "#/seats/0/card",
    ]


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë Müller", "李", "O'Neil", "👩‍👩‍👧", "می‌خواهم", "x" * 40]
)
def test_names_of_all_scripts_are_kept(client, name):
    assert post(client, json.dumps({"name": name}), path="/v1/seats").json == {"name": name}


def test_a_name_is_returned_in_nfc(client):
    response = post(client, json.dumps({"name": "Zoe\u0308"}), path="/v1/seats")
    assert response.json == {"name": "Zo\u00eb"}


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Ann",
        "Ann\u00a0",
        "x" * 41,
        "a\nb",
        "a\x7fb",
        "\u200b",
        "\u200d\ufe0f",
        "\u3164",
        "a\u202eb",
        "\u2066a",
        "a\u2028b",
        "\ue000",
        "\uffff",
        "\u0301",
        "e\u0301" * 41,
        7,
        None,
    ],
    ids=ascii,
)
def test_names_that_nobody_could_read_are_422(client, name):
    response = post(client, json.dumps({"name": name}), path="/v1/seats")
    assert_problem(response, 422, "invalid_body")
    assert response.json["errors"][0]["pointer"] == "#/name"
