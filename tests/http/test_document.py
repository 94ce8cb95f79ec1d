"""The OpenAPI document against the server: requests made from it, right and wrong ones. In process
and always the same by default. TOMA6_FUZZ_EXAMPLES asks for more of each operation, then at random;
TOMA6_FUZZ_URL for those against the server that runs there."""

import os
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode, openapi
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from service.app import create_app
from service.http.describe import document
from service.http.problems import PROBLEMS
from service.settings.config import Settings

EXAMPLES = int(os.environ.get("TOMA6_FUZZ_EXAMPLES", "0"))
URL = os.environ.get("TOMA6_FUZZ_URL", "")
WHERE = "/v1/openapi.json"


def cases():
    """Every operation, with requests that fit it, and with others where there can be any."""
    for path, methods in document(create_app(Settings(), services=object()))["paths"].items():
        for method in sorted(methods.keys() - {"parameters"}):
            yield path, method, GenerationMode.POSITIVE
            named = methods[method].get("parameters", ())
            if "requestBody" in methods[method] or any(each.get("in") == "query" for each in named):
                yield path, method, GenerationMode.NEGATIVE


@cache
def described(app):
    return openapi.from_url(URL + WHERE) if URL else openapi.from_wsgi(WHERE, app)


@pytest.fixture
def place(api, services):
    """Put names and tokens that are somebody's into one request in two."""
    if URL:
        return lambda case: None
    table, lobby = api.started(seats=2), api.create(seats=10)
    admin, account = services.accounts.create("admin", ["admin", "games:write", "play"], 0)
    names = {
        "game": [table.game, lobby.game],
        "decision": ["r1t1-pick-s0", "r1t1-row-s1"],
        "key": ["classic", "taktik"],
        "account": [account.id],
    }
    tokens = [table.host, lobby.host, table.seats[0], table.seats[1], admin]
    choose = Random(0)

    def put_in_place(case):
        for name in case.path_parameters or {}:
            if name in names and choose.random() < 0.5:
                case.path_parameters[name] = choose.choice(names[name])
        if choose.random() < 0.5:
            case.headers["Authorization"] = f"Bearer {choose.choice(tokens)}"

    return put_in_place


# Files that the library does not close after it has read them.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("path", "method", "mode"), [*cases()])
def test_what_the_document_says_is_so(app, place, path, method, mode):
    operation = described(app)[path][method]

    # What a name may hold, which options a ruleset has, which cards are in a hand, from where on a
    # feed is kept: no schema says that, so what fits its schema may still be 422, or 410.
    beyond = method in {"post", "put"} or path == "/v1/me/events"
    excluded = [positive_data_acceptance] if beyond else []

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES or 8, derandomize=not EXAMPLES, database=None, deadline=None,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def ask(case):
        place(case)
        answer = case.call()
        # The library does not count a refusal of the address or of the headers as one.
        refused = [negative_data_rejection] if answer.status_code in {414, 431} else []
        case.validate_response(answer, excluded_checks=[*excluded, *refused])

    ask()


def test_the_page_of_the_api_lists_every_code_with_its_status_and_title_and_no_other():
    page = Path("docs/api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \| ([^|:]+?)(?::[^|]*)? \|$", page, re.MULTILINE)
    assert len(rows) == len({code for _, code, _ in rows})
    assert {code: (int(status), title) for status, code, title in rows} == dict(PROBLEMS)


def patterned(node):
    """Every schema with a pattern."""
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from patterned(each)
    if isinstance(node, dict) and isinstance(node.get("pattern"), str):
        yield node


def test_patterns_are_such_as_every_language_reads_and_defaults_and_examples_fit_them():
    found = [*patterned(document(create_app(Settings(), services=object())))]
    assert len(found) > 5
    for schema in found:
        # ECMA-262, by which JSON Schema reads them, knows none of these.
        assert not re.search(r"\\[AZz]|\(\?[P#>i]|[+*?}]\+", schema["pattern"]), schema
        told = [*schema.get("examples", ()), *([schema["default"]] if "default" in schema else [])]
        assert all(re.search(schema["pattern"], value) for value in told), schema
