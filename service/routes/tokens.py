"""Accounts and their tokens, for administrators. The first one is made with `toma6 tokens`."""

from typing import Any

from flask import Blueprint, Response

from domain.text.times import rfc3339
from service.access.accounts import Account
from service.http.describe import Operation
from service.http.jsonbody import load
from service.http.jsonreply import PRIVATE, for_viewer, no_content, reply
from service.problems import Problem
from service.routes.common import creation, require_scope, services
from service.schemas import requests, responses

blueprint = Blueprint("tokens", __name__)


@blueprint.route("/v1/tokens", methods=["POST"])
@Operation(
    body=requests.NEW_TOKEN,
    answers={201: responses.NewAccount},
    fails=(410,),
    headers=("Idempotency-Key",),
    auth="required",
)
def create_token() -> Response:
    """Create an account and its token (admin)"""
    require_scope("admin")
    body = load(requests.NEW_TOKEN)
    made = creation("tokens", {**body, "scopes": sorted(body["scopes"])})
    now = services().clock()
    token, account = services().accounts.create(body["name"], body["scopes"], now, made)
    location = for_viewer(Location=f"/v1/tokens/{account.id}")
    return reply({**shown(account), "token": token}, 201, location)


@blueprint.route("/v1/tokens")
@Operation(answers={200: responses.AccountList}, auth="required")
def list_tokens() -> Response:
    """List accounts, without their tokens (admin)"""
    require_scope("admin")
    return reply({"tokens": [shown(each) for each in services().accounts.all()]}, headers=PRIVATE)


@blueprint.route("/v1/tokens/<account>", methods=["DELETE"])
@Operation(answers={204: None}, auth="required")
def revoke_token(account: str) -> Response:
    """Revoke a token (admin)

    It opens nothing from the next request on, and the account's webhooks are deleted. Revoking it
    twice changes nothing.
    """
    require_scope("admin")
    if not services().accounts.revoke(account):
        raise Problem("not_found")
    services().webhooks.delete_all_of(account, services().clock())
    return no_content()


def shown(account: Account) -> dict[str, Any]:
    """An account as clients see it."""
    return {**account.as_data(), "created_at": rfc3339(account.created_at)}
