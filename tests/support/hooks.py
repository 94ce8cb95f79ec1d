"""Deliveries without a courier of their own: all that waits is tried once, whenever it is due."""

from service.services import Services
from service.webhooks import kept
from service.webhooks.deliveries import Claim, Delivery, _delivery
from workers import attempts

FAR = 10**13
ATTEMPTS = len(attempts.RETRY_SECONDS) + 1


def waiting(services: Services, until: int = FAR) -> list[str]:
    """The deliveries that are due by then."""
    hooks = [hook.id for hook in services.webhooks.all()]
    asked = [services.deliveries._list("ZRANGEBYSCORE", kept.due(h), "-inf", until) for h in hooks]
    return [each.decode() for found in asked for each in found]


def delivery(services: Services, delivery_id: str) -> Delivery | None:
    call = services.deliveries._call
    stored = [call("HGET", key, delivery_id) for key in (kept.DELIVERIES, kept.TRIES)]
    return _delivery(delivery_id.encode(), delivery_id.partition(".")[0], *stored)  # type: ignore[arg-type]


def claim(services: Services, webhook_id: str, now: int = FAR) -> Claim | None:
    waits = [1000 * each for each in attempts.RETRY_SECONDS]
    return services.deliveries.claim(webhook_id, now, attempts.LEASE_MS, waits)


def deliver(services: Services) -> None:
    for name in waiting(services):
        if made := claim(services, name.partition(".")[0]):
            attempts.attempt(services, made)
