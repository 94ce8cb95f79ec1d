"""How the processes log: one line each, for machines or for people, with nothing secret in it.

Everything passes here, the standard library's loggers included (gunicorn's, RQ's). The mask works
on the finished line, so that a token is caught wherever it came from: a field, a message, a
traceback.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import structlog
from structlog.typing import Processor, WrappedLogger

from service.settings.config import Settings

_TOKEN: Final = re.compile(r"\b(t6[a-z]_)[A-Za-z0-9_-]+")
_HEADER: Final = re.compile(r"(?i)(authorization\\?[\"']?\s*[:=,]\s*b?\\?[\"']?)[^\"'\\,;}\r\n]+")
_BEARER: Final = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+")
_PASSWORD: Final = re.compile(r"(://[^\s/:@\"']*:)[^\s/@\"']+(@)")


def mask(text: str) -> str:
    """`text` without tokens, Authorization values and passwords in URLs."""
    text = _TOKEN.sub(r"\1***", text)
    text = _HEADER.sub(r"\1***", text)
    text = _BEARER.sub(r"\1 ***", text)
    return _PASSWORD.sub(r"\1***\2", text)


def _mask_line(_logger: WrappedLogger, _name: str, line: str | MutableMapping[str, Any]) -> str:
    return mask(str(line))


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Send all logging of this process to `stream` (stderr), at `settings.log_level`.

    JSON lines, or text for a person when the stream is a terminal; `settings.log_format` decides
    otherwise. May be called again; the last call counts.
    """
    stream = stream or sys.stderr
    text = settings.log_format == "console" or (settings.log_format == "auto" and stream.isatty())
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
    ]
    render: Processor = (
        structlog.dev.ConsoleRenderer(colors=False)
        if text
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                render,
                _mask_line,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *before,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
