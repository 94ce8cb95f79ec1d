"""The version of this engine, as audit bundles name it."""

from importlib.metadata import version
from typing import Final

VERSION: Final = version("toma6")
