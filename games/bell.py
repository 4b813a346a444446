"""Who listens to what in this process, and the doorbell that tells them to look again.

A ring has no content: it names a topic and a version, and whoever listens asks for what it may see. So a lost or
repeated ring can neither leak nor corrupt anything. Topics: `table:<id>`, `lobby`, `user:<id>`, `tournaments` and
`tournament:<id>`. Several processes ring each other through Redis (far_bell.py).
"""

import asyncio
from typing import Protocol

from . import far_bell

NEWER = 2**62  # a version that nobody has seen yet: whoever hears it looks


class Listener(Protocol):
    user_id: int | None

    def ring(self, topic: str, version: int) -> None:
        """Called on the event loop; must return at once."""

    async def close(self, code: int, why: str) -> None:
        """Say goodbye and close."""


_listeners: dict[str, set[Listener]] = {}
_loop: asyncio.AbstractEventLoop | None = None


def connect() -> None:
    """Hear this process's rings on the running event loop, and other processes' where there are any."""
    global _loop
    _loop = asyncio.get_running_loop()
    far_bell.connect(lambda: topics(""), _deliver, _resync)


def listen(topic: str, listener: Listener) -> None:
    """Ring `listener` whenever the topic is rung. Called on the event loop."""
    if _loop is not asyncio.get_running_loop():
        connect()
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
    if _loop is None or not (topic in _listeners or far_bell.connected()):
        return
    try:
        _loop.call_soon_threadsafe(_ring, topic, version)
    except RuntimeError:  # the loop has been closed: nobody is left to hear
        pass


def _ring(topic: str, version: int) -> None:
    _deliver(topic, version)
    far_bell.publish(topic, version)


def _resync() -> None:
    """Rings from afar may have been lost: everybody here looks again."""
    for topic in topics(""):
        _deliver(topic, NEWER)


def _deliver(topic: str, version: int) -> None:
    for listener in listeners(topic):
        listener.ring(topic, version)


async def close_all(code: int, why: str) -> None:
    """Close every socket of this process, as a server that restarts must, and ring nobody any more."""
    await far_bell.disconnect()
    everybody = {listener for here in list(_listeners.values()) for listener in here}
    await asyncio.gather(*(listener.close(code, why) for listener in everybody), return_exceptions=True)
