"""Who listens to what in this process, and the doorbell that tells them to look again.

A ring has no content: it names a topic and a version, and whoever listens asks for what it may see. So a lost or
repeated ring can neither leak nor corrupt anything. Topics: `table:<id>`, `lobby`.
"""

import asyncio
from typing import Protocol


class Listener(Protocol):
    user_id: int | None

    def ring(self, topic: str, version: int) -> None:
        """Called on the event loop; must return at once."""

    async def close(self, code: int, why: str) -> None:
        """Say goodbye and close."""


_listeners: dict[str, set[Listener]] = {}
_loop: asyncio.AbstractEventLoop | None = None


def listen(topic: str, listener: Listener) -> None:
    """Ring `listener` whenever the topic is rung. Called on the event loop."""
    global _loop
    _loop = asyncio.get_running_loop()
    _listeners.setdefault(topic, set()).add(listener)


def forget(topic: str, listener: Listener) -> None:
    """The opposite of `listen`; forgetting twice is fine."""
    here = _listeners.get(topic)
    if here is not None:
        here.discard(listener)
        if not here:
            del _listeners[topic]


def listeners(topic: str) -> list[Listener]:
    """Who listens to the topic in this process, from any thread."""
    return list(_listeners.get(topic, ()))


def topics(prefix: str) -> list[str]:
    """The topics with that prefix that somebody here listens to, from any thread."""
    return [topic for topic in list(_listeners) if topic.startswith(prefix)]


def ring(topic: str, version: int = 0) -> None:
    """Tell all listeners that the topic has changed. From any thread, after the commit, never raising."""
    if _loop is None or topic not in _listeners:
        return
    try:
        _loop.call_soon_threadsafe(_deliver, topic, version)
    except RuntimeError:  # the loop has been closed: nobody is left to hear
        pass


def _deliver(topic: str, version: int) -> None:
    for listener in listeners(topic):
        listener.ring(topic, version)


async def close_all(code: int, why: str) -> None:
    """Close every socket of this process, as a server that restarts must."""
    everybody = {listener for here in list(_listeners.values()) for listener in here}
    await asyncio.gather(*(listener.close(code, why) for listener in everybody), return_exceptions=True)
