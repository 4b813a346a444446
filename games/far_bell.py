"""Rings between processes: where REDIS_URL is set, each process publishes its own rings and passes the others' on.

Nothing depends on it: a ring that is lost, while Redis is away or because a process was slow, is made good by the
sweep of the listeners' process within seconds. So ringing never raises, and play goes on without Redis.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PREFIX = "azi:"
LOOK_S = 0.1  # how soon a topic that somebody has begun to listen to is heard from afar
AGAIN_S = (0.2, 5.0)  # the first and the longest pause before Redis is tried again

_ME = secrets.token_hex(8)  # so that a process does not hear itself

_unsaid: dict[str, int] = {}  # newest version to be published by topic
_wake: asyncio.Event | None = None
_tasks: list[asyncio.Task[None]] = []


def connect(
    topics: Callable[[], Iterable[str]], deliver: Callable[[str, int], None], resync: Callable[[], None]
) -> None:
    """Join the processes' common bell on this event loop, once; without REDIS_URL there is none.

    `topics` says what this process listens to, `deliver` is called with each ring from afar, and `resync` after a time
    in which rings may have been lost.
    """
    global _wake
    if not settings.REDIS_URL or any(
        task.get_loop() is asyncio.get_running_loop() for task in _tasks if not task.done()
    ):
        return
    _wake = asyncio.Event()
    _tasks[:] = [asyncio.create_task(_publish(_wake)), asyncio.create_task(_hear(topics, deliver, resync))]


def connected() -> bool:
    """Whether other processes are told anything. From any thread."""
    return bool(_tasks)


async def disconnect() -> None:
    """Leave it again."""
    for task in _tasks:
        task.cancel()
    await asyncio.gather(*_tasks, return_exceptions=True)
    _tasks.clear()


def publish(topic: str, version: int) -> None:
    """Tell the other processes, soon. Called on the event loop; of many rings of a topic only the newest is kept."""
    if _wake is not None and _tasks:
        _unsaid[topic] = max(version, _unsaid.get(topic, 0))
        _wake.set()


def _client() -> Redis:
    """One connection for one task."""
    return Redis.from_url(
        settings.REDIS_URL, decode_responses=True, single_connection_client=True, socket_connect_timeout=2
    )


async def _publish(wake: asyncio.Event) -> None:
    while True:
        try:
            async with _client() as client:
                while True:
                    await wake.wait()
                    wake.clear()
                    while _unsaid:
                        topic, version = _unsaid.popitem()
                        await asyncio.wait_for(client.publish(PREFIX + topic, f"{_ME} {version}"), 2)
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("rings are not published: %s", error)
            await asyncio.sleep(AGAIN_S[0])


async def _hear(
    topics: Callable[[], Iterable[str]], deliver: Callable[[str, int], None], resync: Callable[[], None]
) -> None:
    pause, lost = AGAIN_S[0], False
    while True:
        try:
            async with _client() as client, client.pubsub() as pubsub:
                await pubsub.subscribe(PREFIX)  # heard by nobody: a connection must be subscribed to something
                if lost:
                    resync()
                pause, lost = AGAIN_S[0], True
                heard: set[str] = set()
                while True:
                    wanted = {PREFIX + topic for topic in topics()}
                    if wanted - heard:
                        await pubsub.subscribe(*(wanted - heard))
                    if heard - wanted:
                        await pubsub.unsubscribe(*(heard - wanted))
                    heard = wanted
                    message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=LOOK_S)
                    if message is not None:
                        _pass_on(message["channel"], message["data"], deliver)
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("rings from other processes are not heard: %s", error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, AGAIN_S[1])


def _pass_on(channel: str, data: str, deliver: Callable[[str, int], None]) -> None:
    sender, _space, version = data.partition(" ")
    if sender != _ME and version.isdecimal():
        deliver(channel.removeprefix(PREFIX), int(version))
