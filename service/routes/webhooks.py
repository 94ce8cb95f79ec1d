"""Webhooks of an account: register, list, delete, try, and send dead letters again."""

from typing import Any

from flask import Blueprint, Response

from domain.text.times import rfc3339
from service.access.accounts import Account
from service.access.tokens import Creation
from service.http.describe import Operation
from service.http.jsonbody import load
from service.http.jsonreply import PRIVATE, for_viewer, no_content, reply
from service.problems import Problem
from service.routes.common import creation, require_scope, services
from service.schemas import requests, responses
from service.webhooks.addresses import wrong_with
from service.webhooks.deliveries import Delivery
from service.webhooks.notices import TEST, message
from service.webhooks.repository import MAX_WEBHOOKS_PER_ACCOUNT, TooMany, Webhook, webhook_id

blueprint = Blueprint("webhooks", __name__)


@blueprint.route("/v1/webhooks", methods=["POST"])
@Operation(
    body=requests.NEW_WEBHOOK,
    answers={201: responses.NewWebhookAnswer},
    fails=(409, 410),
    headers=("Idempotency-Key",),
    auth="required",
)
def create_webhook() -> Response:
    """Register a webhook

    From here on the address is told when the account owes a decision, and when a game is over.
    Deliveries follow Standard Webhooks; a repeat has the same `webhook-id` (docs/webhooks.md).
    """
    account = require_scope("play")
    body = load(requests.NEW_WEBHOOK)
    hook = _registered(account, body["url"], creation("webhooks", body))
    headers = for_viewer(Location=f"/v1/webhooks/{hook.id}")
    return reply({**_shown(hook), "secret": hook.secret}, 201, headers)


def _registered(account: Account, url: str, made: Creation) -> Webhook:
    """The webhook that a request makes, or has made.

    :raises Problem: 410 if it was deleted since, and as the route says.
    """
    webhooks, name = services().webhooks, webhook_id(made)
    if (hook := webhooks.get(name)) is not None:
        if hook.url != url:
            raise Problem("idempotency_key_reused")
        return hook
    if webhooks.was_done(account.id, name):
        raise Problem("gone", "The webhook that was made with this key has been deleted.")
    if not (url.startswith("https://") or services().settings.webhooks_private):
        raise Problem("https_needed", "Webhooks are called over https.")
    if wrong := wrong_with(url, private=services().settings.webhooks_private):
        raise Problem("address_refused", wrong)
    try:
        return webhooks.create(account.id, url, services().clock(), made)
    except TooMany:
        most = f"An account has at most {MAX_WEBHOOKS_PER_ACCOUNT}."
        raise Problem("too_many_webhooks", most) from None


@blueprint.route("/v1/webhooks")
@Operation(answers={200: responses.WebhookList}, auth="required")
def list_webhooks() -> Response:
    """List the account's webhooks"""
    found = services().webhooks.of(require_scope("play").id)
    return reply({"webhooks": [_shown(hook) for hook in found]}, headers=PRIVATE)


@blueprint.route("/v1/webhooks/<webhook>", methods=["DELETE"])
@Operation(answers={204: None}, auth="required")
def delete_webhook(webhook: str) -> Response:
    """Delete a webhook, with all that is still to be sent to it

    Deleting it again changes nothing.
    """
    account, webhooks = require_scope("play"), services().webhooks
    hook = webhooks.get(webhook)
    if hook is not None and hook.account == account.id:
        webhooks.note_done(account.id, webhook)
        webhooks.delete(hook, services().clock())
    elif not webhooks.was_done(account.id, webhook):
        raise Problem("not_found")
    return no_content()


@blueprint.route("/v1/webhooks/<webhook>/test", methods=["POST"])
@Operation(answers={202: None}, headers=("Idempotency-Key",), auth="required")
def test_webhook(webhook: str) -> Response:
    """Have a message of type `test` delivered"""
    hook, now = _own(webhook), services().clock()
    name = f"test-{webhook_id(creation(f'webhooks/{hook.id}/test', {}))}"
    if not services().webhooks.was_done(hook.account, name):
        services().deliveries.schedule(hook, name, message(TEST, now, {}), now)
        services().webhooks.note_done(hook.account, name)
    return no_content(status=202)


@blueprint.route("/v1/webhooks/<webhook>/dead-letters")
@Operation(answers={200: responses.DeliveryList}, auth="required")
def list_dead_letters(webhook: str) -> Response:
    """List what could not be delivered in three days"""
    letters = services().deliveries.dead_letters(_own(webhook))
    return reply({"deliveries": [_letter(letter) for letter in letters]}, headers=PRIVATE)


@blueprint.route("/v1/webhooks/<webhook>/dead-letters/<delivery>/retry", methods=["POST"])
@Operation(answers={202: None}, auth="required")
def retry_dead_letter(webhook: str, delivery: str) -> Response:
    """Have a dead letter delivered again

    As long as it is not dead again, a repeat changes nothing.
    """
    hook, webhooks = _own(webhook), services().webhooks
    if any(letter.id == delivery for letter in services().deliveries.dead_letters(hook)):
        webhooks.note_done(hook.account, delivery)
        services().deliveries.revive(hook, delivery, services().clock())
    elif not webhooks.was_done(hook.account, delivery):
        raise Problem("not_found")
    return no_content(status=202)


def _own(webhook_id: str) -> Webhook:
    """:raises Problem: 404 for a webhook that is not the account's own."""
    account = require_scope("play")
    hook = services().webhooks.get(webhook_id)
    if hook is None or hook.account != account.id:
        raise Problem("not_found")
    return hook


def _shown(hook: Webhook) -> dict[str, Any]:
    return {"id": hook.id, "url": hook.url, "created_at": rfc3339(hook.created_at)}


def _letter(letter: Delivery) -> dict[str, Any]:
    return {
        "id": letter.id,
        "payload": letter.payload,
        "created_at": rfc3339(letter.created_at),
        "attempts": letter.attempts,
        "error": letter.error,
    }
