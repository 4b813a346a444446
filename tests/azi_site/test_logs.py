"""What the log may not hold."""

import json
import logging
from typing import Any

import structlog

from azi_site import logs


def line(event: dict[str, Any]) -> dict[str, Any]:
    return dict(logs.hide_secrets(None, "", dict(event)))


def test_what_is_named_like_a_secret_is_hidden() -> None:
    for name in ("password", "sessionid", "csrf_token", "deck", "cards", "record", "SECRET_KEY", "cookies"):
        assert line({"event": "x", name: "seven of clubs"})[name] == "hidden"
    assert line({"event": "x", "table": 7})["table"] == 7


def test_addresses_lose_their_passwords() -> None:
    assert (
        line({"event": "cannot reach postgresql://azi:word@db/azi"})["event"]
        == "cannot reach postgresql://hidden@db/azi"
    )


def test_links_out_of_letters_lose_their_keys() -> None:
    for path in ("/accounts/password/reset/key/{}/", "/accounts/confirm-email/{}/"):
        assert line({"event": "Too Many Requests: " + path.format("1-abc-def")})["event"].endswith(
            path.format("hidden")
        )


def test_a_traceback_shows_no_values() -> None:
    for for_a_person in (True, False):
        formatter = structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *logs._rendering(for_a_person)]
        )
        try:
            deck = "".join(["As", "Kh"])
            raise RuntimeError(len(deck))
        except RuntimeError:
            import sys

            record = logging.LogRecord("azi", logging.ERROR, __file__, 1, "it broke", None, sys.exc_info())
        text = formatter.format(record)
        assert "RuntimeError" in text
        assert "AsKh" not in text


def test_machines_read_one_object_a_line() -> None:
    formatter = logging.getLogger().handlers and structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=logs._shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *logs._rendering(False)],
    )
    assert formatter
    record = logging.LogRecord("azi", logging.INFO, __file__, 1, "Кок-бору", None, None)
    read = json.loads(formatter.format(record))
    assert read["event"] == "Кок-бору"
    assert read["level"] == "info"
