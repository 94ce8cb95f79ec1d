"""What a client can learn of the rulesets before it creates a game."""

import jsonschema
import pytest

from domain.rulesets import RULESETS
from service.routes.ruleset_texts import LANGUAGES, TEXTS

EVERY = pytest.mark.parametrize("key", RULESETS)


def test_every_ruleset_has_a_title_and_a_summary_in_every_language():
    assert set(TEXTS) == set(RULESETS)
    for texts in TEXTS.values():
        assert tuple(texts) == LANGUAGES
        assert all(text.title and text.summary for text in texts.values())


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_come_in_the_language_asked_for(client, key, language):
    asked = {"Accept-Language": f"tlh, {language};q=0.8, *;q=0.1"}
    answer = client.get(f"/v1/rulesets/{key}", headers=asked)
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.get_json()["summary"] == TEXTS[key][language].summary


def test_an_unknown_ruleset_is_told_with_those_there_are(client):
    answer = client.get("/v1/rulesets/poker")
    assert answer.status_code == 404
    assert answer.get_json()["allowed"] == sorted(RULESETS)


@EVERY
def test_the_schema_of_the_options_agrees_with_what_is_accepted(client, key):
    schema = client.get(f"/v1/rulesets/{key}").get_json()["options"]
    jsonschema.Draft202012Validator.check_schema(schema)
    for option in RULESETS[key].agreed:
        tried = [None, -1, 0, 1, 5, 66, 100, 1000, 10**6, True, "gt", "choose", "most", 1.5]
        for value in (*tried, *option.values, option.default):
            valid = jsonschema.Draft202012Validator(schema).is_valid({option.name: value})
            assert valid == option.accepts(value), (option.name, value)


@EVERY
def test_by_each_alias_the_options_of_a_ruleset_are_those_in_force_in_a_new_game(client, key):
    for name in (key, *RULESETS[key].aliases):
        found = client.get(f"/v1/rulesets/{name}").get_json()
        assert found["key"] == key
        made = client.post("/v1/games", json={"ruleset": name, "options": {}}).get_json()
        options = found["options"]["properties"].items()
        assert made["game"]["options"] == {name: option["default"] for name, option in options}
