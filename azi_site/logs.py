"""Logging: one line an event, JSON where no person watches, and nothing secret in it."""

import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRET = re.compile(r"pass|secret|token|cookie|session|authorization|csrf|deck|card|record|seed|database_url", re.I)
_LINKS = re.compile(r"(?<=/password/reset/key/)[^/\s]+|(?<=/confirm-email/)[^/\s]+")  # out of letters
_CREDENTIALS = re.compile(r"(?<=://)[^/\s@]+(?=@)")


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blanks what is named like a secret, and within addresses user, password and the keys of links in letters."""
    for name, value in event.items():
        if _SECRET.search(name):
            event[name] = "hidden"
        elif isinstance(value, str):
            event[name] = _LINKS.sub("hidden", _CREDENTIALS.sub("hidden", value))
    return event


_shared: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def _rendering(for_a_person: bool) -> list[Processor]:
    # Plain tracebacks: the pretty ones print local variables, and a local variable may be a deck.
    if for_a_person:
        pretty = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        return [hide_secrets, pretty]
    return [structlog.processors.format_exc_info, hide_secrets, structlog.processors.JSONRenderer(ensure_ascii=False)]


def configure(level: str) -> dict[str, Any]:
    """Sets structlog up and gives Django's LOGGING, so that both write the same lines to standard error."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_rendering(sys.stderr.isatty()),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # A stray Host header is the client's mistake, not an error of ours.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "daphne": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
            "fido2": {"level": "WARNING"},
        },
    }
