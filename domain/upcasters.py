"""Old stored events in today's form: one pure step per (type, version), chained on read.

Stored bytes are never rewritten. A step takes the public form and the secret part as they
were written and returns them one version later; the secret part is None for a reader who has
only the public form, as the verifier does. No event has changed its meaning yet, so
there is no step; tests exercise the chain with one of their own.
"""

from collections.abc import Callable, Mapping
from typing import Any

Form = dict[str, Any]
Secrets = Mapping[str, Any] | None
Step = Callable[[Form, Secrets], tuple[Form, Secrets]]

UPCASTERS: dict[tuple[str, int], Step] = {}


def upcast(form: Form, secrets: Secrets) -> tuple[Form, Secrets]:
    """Take every step that leads from this version on.

    :raises KeyError: if the form has no type or no version.
    """
    while step := UPCASTERS.get((form["type"], form["version"])):
        form, secrets = step(form, secrets)
    return form, secrets
