"""Old stored events in today's form: one pure step per type and version, chained on read.

Stored bytes are never rewritten. A step takes the public form and the secret as they were written
and returns them one version later; the secret is None for a reader who has only the public form,
as the verifier does. A first version is called by its type alone, a later one as "CardPicked/2".
No event has changed its meaning yet, so there is no step; tests exercise the chain with their own.
"""

from collections.abc import Callable, Mapping
from typing import Any

Form = dict[str, Any]
Secrets = Mapping[str, Any] | None
Step = Callable[[Form, Secrets], tuple[Form, Secrets]]

UPCASTERS: dict[str, Step] = {}
"""By the `type` that was written."""


def upcast(form: Form, secrets: Secrets) -> tuple[Form, Secrets]:
    """Take every step that leads from this version on.

    :raises KeyError: if the form has no type.
    """
    while step := UPCASTERS.get(form["type"]):
        form, secrets = step(form, secrets)
    return form, secrets
