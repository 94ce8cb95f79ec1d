"""The OpenAPI 3.1 document as text. What stands in it is said beside each route (`describe.py`)."""

import json
from typing import cast

import yaml

from service.app import create_app
from service.http.describe import document
from service.services import Services
from service.settings.config import Settings


def dump() -> str:
    """The document as YAML, the same for the same routes: what `openapi.yaml` holds."""
    found = document(create_app(Settings(), services=cast("Services", object())))
    unshared = json.loads(json.dumps(found))  # YAML would write anchors for what stands twice
    return yaml.dump(unshared, sort_keys=True, allow_unicode=True, width=100)
