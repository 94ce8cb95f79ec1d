"""Every JSON answer that the document describes is sent by the server, and is as described."""

from domain.rulesets import RULESETS
from service.http.describe import document
from tests.support.client import Api, as_body, in_process
from tests.support.hooks import claim

HOOKS = "/v1/webhooks"


def described(app):
    """The operations and statuses for which the document has a schema of JSON."""
    return {
        (operation["operationId"], status)
        for operations in document(app)["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
        for status, response in operation["responses"].items()
        if "application/json" in response.get("content", {})
    }


def test_every_answer_that_has_a_schema_is_sent_and_fits_it(app, services, documented):
    sent = set()

    def seen(answer):
        documented(answer)
        path = answer.path.partition("?")[0]
        endpoint, _ = app.url_map.bind("").match(path, answer.method)
        sent.add((endpoint.partition(".")[2], str(answer.status)))

    api = Api(in_process(app), seen)
    token, _ = services.accounts.create("house", ["admin", "play", "games:write"], 0)
    for key in RULESETS:
        api.get(f"/v1/rulesets/{key}")
        table = api.by(token).started(key, seats=2)
        owed = api.get("/v1/me/decisions", token).json["decisions"][0]
        path, answer = table.path(f"/decisions/{owed['id']}"), as_body(owed)
        for method, body in (("GET", None), ("PUT", answer), ("PUT", answer), ("GET", None)):
            api.ask(method, path, token, body)
        for what in ("", "/decisions", "/events", "/audit", "/attempts"):
            api.get(table.path(what), token)
        api.ask("POST", table.path("/abandon"), table.host)
        api.get(table.path("/audit"))
    made = api.ask("POST", HOOKS, token, {"url": "https://example.org/"}).json
    api.ask("POST", f"{HOOKS}/{made['id']}/test", token)
    services.deliveries.failed(claim(services, made["id"]), 0, "404", None)
    assert len(api.get(f"{HOOKS}/{made['id']}/dead-letters", token).json["deliveries"]) == 1
    api.ask("POST", "/v1/tokens", token, {"name": "guest", "scopes": ["play"]})
    for path in (HOOKS, "/v1/tokens", "/v1/me/events", "/v1/games", "/v1/rulesets",
                 "/.well-known/jwks.json", "/v1/openapi.json", "/healthz", "/readyz"):  # fmt: skip
        api.get(path, token)
    assert described(app) - sent == set()
