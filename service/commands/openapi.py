"""The OpenAPI 3.1 document as text. What stands in it is said beside each route (`describe.py`)."""

from collections.abc import Mapping
from typing import Any, cast

import yaml

from service.app import create_app
from service.http.describe import document
from service.services import Services
from service.settings.config import Settings


def dump() -> str:
    """The document as YAML, the same for the same routes: what `openapi.yaml` holds."""
    found = document(create_app(Settings(), services=cast("Services", object())))
    return yaml.dump(_plain(found), sort_keys=True, allow_unicode=True, width=100)


def _plain(value: Any) -> Any:
    # apispec answers with its own mappings, YAML would write their Python names; and anchors
    # for what is shared, which a copy avoids.
    if isinstance(value, Mapping):
        return {str(key): _plain(below) for key, below in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(below) for below in value]
    return value
