"""The routes for whoever runs the server, and the description of all the others."""

import base64
import hashlib
import re
from types import SimpleNamespace

from service.observability import metrics
from tests.support.edge_app import assert_problem, make_app, make_client


def test_ready_means_that_every_part_answers():
    def failing():
        raise ConnectionError("secret-host")

    probes = {"store": lambda: True, "queue": lambda: True}
    aside = SimpleNamespace(count=lambda: 3)
    services = SimpleNamespace(probes=probes, due_index=SimpleNamespace(aside=aside))
    client = make_app(services).test_client()
    checks = {"store": "ok", "queue": "ok"}
    ready = {"status": "ready", "checks": checks, "set_aside": 3}
    assert client.get("/readyz").json == ready
    probes["queue"] = failing
    assert client.get("/healthz").json == {"status": "ok"}, "the process is healthy all the same"
    response = client.get("/readyz")
    assert_problem(response, 503)
    assert response.json["failed"] == ["queue"]
    assert response.headers["Retry-After"]
    assert "secret" not in response.text
    assert_problem(make_client().get("/readyz"), 503, "store_down")
    probes.update(queue=lambda: True, store_writes=failing)
    assert client.get("/readyz").json["failed"] == ["store_writes"]
    assert_problem(client.get("/readyz"), 503, "store_read_only")
    reads = client.get("/readyz?for=reads")
    assert (reads.status_code, reads.json["checks"]["store_writes"]) == (200, "failed")
    assert_problem(client.get("/readyz?for=writes"), 422)
    probes["store"] = failing
    assert_problem(client.get("/readyz?for=reads"), 503, "store_down")


def test_metrics_name_templates_and_never_what_was_asked_for(client):
    client.get("/v1/things/someSecretId")
    client.get("/nothing/someSecretId")
    client.open("/v1/things", method="BREW42")
    text = metrics.exposition().decode()
    assert 'route="/v1/things/<thing>"' in text
    assert 'method="other"' in text
    assert "someSecretId" not in text
    assert "BREW42" not in text


def test_the_document_has_a_tag_and_is_not_sent_twice(client):
    first = client.get("/v1/openapi.json")
    assert first.json["openapi"].startswith("3.1")
    again = client.get("/v1/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_the_docs_page_loads_nothing_from_elsewhere(client):
    page = client.get("/docs")
    assert page.content_type == "text/html; charset=utf-8"
    assert "//" not in page.text.replace("<!doctype", "")
    assert "'unsafe-eval'" not in page.headers["Content-Security-Policy"]
    for asset in ["docs.js", "swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"]:
        assert f'"/docs/{asset}"' in page.text
        with client.get(f"/docs/{asset}") as response:
            assert response.status_code == 200
            assert len(response.data) > 100
    assert_problem(client.get("/docs/app.py"), 404)
    assert_problem(client.get("/docs/..%2Fapp.py"), 404)


def test_the_verifier_is_one_page_that_may_run_its_own_script_and_nothing_else(client):
    page = client.get("/verify")
    assert page.content_type == "text/html; charset=utf-8"
    policy = page.headers["Content-Security-Policy"]
    (script,) = re.findall(r"<script>(.*)</script>", page.text, re.DOTALL)
    (style,) = re.findall(r"<style>(.*)</style>", page.text, re.DOTALL)
    for name, inside in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
