from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List

from interlude_client import Ad, AsyncInterludeClient, InterludeClient, Problem

from .stub_server import StubServer

SLOW_MACHINE_SECONDS = 3.0
"""How late a machine with too much to do may be."""
AD = {"messageId": "native-1", "format": "native", "payload": {"title": "T", "disclosure": "Ad", "actions": []}}
ARGUMENTS: Any = {
    "ad_unit": "pause",
    "subscriber": "s",
    "conversation": "c",
    "turn": 4,
    "sensitive": False,
    "child": True,
    "consent": {"subscriber": True, "tcf": "t"},
    "include": ["why"],
    "attributes": {"country": "US"},
    "context": [{"role": "user", "text": "hello"}],
}


class FetchTest(unittest.TestCase):
    def setUp(self) -> None:
        self.problems: List[Problem] = []

    def against(self, answer: Any, **options: Any) -> Any:
        self.server = StubServer(answer)
        self.addCleanup(self.server.close)
        client = InterludeClient(self.server.url + "/", "il_fetch_k", on_problem=self.problems.append, **options)
        self.addCleanup(client.close, 0)
        return client

    def test_gives_the_ad_and_asks_with_every_field_in_the_body(self) -> None:
        client = self.against(lambda *_: (200, {}, {**AD, "properties": {"a": "b"}}))
        ad = client.fetch_ad(**ARGUMENTS, idempotency_key="k-1", timeout=30)
        self.assertEqual(Ad("native-1", "native", AD["payload"], {"a": "b"}, []), ad)  # type: ignore[arg-type]
        asked = self.server.requests[0]
        self.assertEqual("/v1/fetch/v2", asked.path)
        self.assertEqual("Bearer il_fetch_k", asked.headers["authorization"])
        self.assertEqual("k-1", asked.headers["idempotency-key"])
        expected = {**ARGUMENTS, "adUnit": ARGUMENTS["ad_unit"]}
        del expected["ad_unit"]
        self.assertEqual(expected, asked.body)

    def test_asks_for_a_flow_and_for_the_reason(self) -> None:
        client = self.against(lambda *_: (200, {}, {"filled": False, "reason": "no_demand", "message": "None."}), timeout=30)
        result = client.fetch_result(ad_format="Flow", debug=True)
        self.assertEqual((None, "no_demand", "None."), (result.ad, result.reason, result.message))
        self.assertEqual("/v1/fetch/v2?debug=1", self.server.requests[0].path)
        self.assertEqual({"adFormat": "Flow"}, self.server.requests[0].body)
        self.assertEqual([], self.problems)

    def test_has_no_ad_when_nothing_fits(self) -> None:
        client = self.against(lambda *_: (204, {}, None), timeout=30)
        self.assertEqual("no_fill", client.fetch_result().reason)
        self.assertIsNone(client.fetch_ad())
        self.assertEqual([], self.problems)

    def test_has_no_ad_whatever_goes_wrong_and_tells_of_it(self) -> None:
        for answer, reason in [
            ((401, {}, {"reason": "invalid_api_key", "description": "Use a key."}), "invalid_api_key"),
            ((500, {}, "<html>"), "unavailable"),
            ((200, {}, "<html>"), "invalid_answer"),
            ((200, {}, "null"), "invalid_answer"),
            ((200, {}, {"messageId": "native-1", "payload": None}), "invalid_answer"),
            ((302, {"Location": "/"}, None), "invalid_answer"),
            (None, "timeout"),
        ]:
            with self.subTest(reason=reason, answer=answer):
                self.problems.clear()
                timeout = 0.3 if reason == "timeout" else 10.0
                client = self.against(lambda *_: answer, timeout=timeout)
                started = time.monotonic()
                self.assertEqual(reason, client.fetch_result().reason)
                self.assertIsNone(client.fetch_ad())
                self.assertLess(time.monotonic() - started, 2 * timeout + SLOW_MACHINE_SECONDS)
                self.assertEqual([reason] * 2, [problem.reason for problem in self.problems])
                self.assertNotIn("il_fetch_k", str(self.problems))

    def test_gives_up_in_time_while_an_answer_drips_in(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        cut = threading.Event()

        def drip() -> None:
            near, _ = listener.accept()
            try:
                near.sendall(b"HTTP/1.1 200 OK\r\n")
                while True:
                    near.sendall(b"X-Drip: 1\r\n")
                    time.sleep(0.02)
            except OSError:
                cut.set()

        threading.Thread(target=drip, daemon=True).start()
        port = listener.getsockname()[1]
        client = InterludeClient(f"http://127.0.0.1:{port}", "k", timeout=0.2, on_problem=self.problems.append)
        started = time.monotonic()
        self.assertEqual("timeout", client.fetch_result().reason)
        self.assertLess(time.monotonic() - started, 0.2 + SLOW_MACHINE_SECONDS)
        self.assertTrue(cut.wait(30), "the connection is cut, so that its thread is free again")

    def test_keeps_connections_and_leaves_those_that_the_server_closed(self) -> None:
        client = self.against(lambda _, number: (200, {"Connection": "close"} if number == 2 else {}, AD), timeout=30)
        for _ in range(5):
            self.assertIsNotNone(client.fetch_ad())
        self.assertEqual([], self.problems)

    def test_is_shared_by_threads(self) -> None:
        client = self.against(lambda asked, _: (200, {}, {**AD, "messageId": asked.body["subscriber"]}), timeout=60)

        def one(number: int) -> bool:
            ad = client.fetch_ad(subscriber=str(number))
            return ad is not None and ad.message_id == str(number)

        with ThreadPoolExecutor(16) as pool:
            self.assertTrue(all(pool.map(one, range(300))))

    def test_a_thousand_fetches_from_a_server_that_is_away_end_in_time(self) -> None:
        client = self.against(lambda *_: None, timeout=5.0)
        self.server.close()
        took = []
        for _ in range(1_000):
            started = time.monotonic()
            self.assertIsNone(client.fetch_ad(context="hello"))
            took.append(time.monotonic() - started)
        self.assertLess(max(took), 5.0)

    def test_never_raises_for_what_is_no_json_or_a_log_that_fails(self) -> None:
        def fail(problem: Problem) -> None:
            raise RuntimeError("a log that fails")

        client = InterludeClient("http://127.0.0.1:9", "k", on_problem=fail)
        circle: List[Any] = []
        circle.append(circle)
        for wrong in [{1: object()}, {"a": float("nan")}, {"a": circle}]:
            self.assertEqual("invalid_request", client.fetch_result(attributes=wrong).reason)  # type: ignore[arg-type]

    def test_tells_a_programmer_of_what_makes_no_sense(self) -> None:
        for url, key in [("ads.example.com", "k"), ("http://", "k"), ("http://a:b", "k"), ("http://a", ""), ("http://a", "a\nb")]:
            with self.assertRaises(ValueError):
                InterludeClient(url, key)
        for options in [{"timeout": 0}, {"flush_interval": -1}, {"max_queued_events": 0}]:
            with self.assertRaises(ValueError):
                InterludeClient("http://a", "k", **options)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "adunit"):
            InterludeClient("http://a", "k").fetch_ad(adunit="a")  # type: ignore[call-overload]

    def test_warns_of_each_reason_once(self) -> None:
        with self.assertLogs("interlude", "DEBUG") as logs:
            client = InterludeClient("http://127.0.0.1:9", "k")
            for _ in range(3):
                self.assertIsNone(client.fetch_ad())
        self.assertEqual(["WARNING", "DEBUG", "DEBUG"], [record.levelname for record in logs.records])


class AsyncFetchTest(unittest.IsolatedAsyncioTestCase):
    async def test_fetches_side_by_side_without_holding_the_loop(self) -> None:
        server = StubServer(lambda asked, _: (200, {}, {**AD, "messageId": asked.body["subscriber"]}))
        self.addCleanup(server.close)
        async with AsyncInterludeClient(server.url, "il_fetch_k", timeout=60) as client:
            ads = await asyncio.gather(*(client.fetch_ad(subscriber=str(number)) for number in range(200)))
        self.assertEqual([str(number) for number in range(200)], [ad.message_id for ad in ads if ad is not None])

    async def test_has_no_ad_in_time_from_a_server_that_hangs(self) -> None:
        server = StubServer(lambda *_: None)
        self.addCleanup(server.close)
        problems: List[Problem] = []
        async with AsyncInterludeClient(server.url, "k", timeout=0.3, on_problem=problems.append) as client:
            started = time.monotonic()
            self.assertEqual([None] * 100, await asyncio.gather(*(client.fetch_ad() for _ in range(100))))
            self.assertLess(time.monotonic() - started, 0.3 + SLOW_MACHINE_SECONDS)
        self.assertEqual({"timeout"}, {problem.reason for problem in problems})

    async def test_a_caller_that_is_cancelled_is_cancelled(self) -> None:
        server = StubServer(lambda *_: None)
        self.addCleanup(server.close)
        client = AsyncInterludeClient(server.url, "k", timeout=60)
        task = asyncio.ensure_future(client.fetch_ad())
        await asyncio.sleep(0.05)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        await client.close()

    async def test_reports_and_closes(self) -> None:
        server = StubServer()
        self.addCleanup(server.close)
        async with AsyncInterludeClient(server.url, "k", flush_interval=60) as client:
            self.assertTrue(client.report("native-1", "read"))
            self.assertTrue(await client.flush())
            client.report("native-2", "read")
        self.assertEqual(["native-1", "native-2"], [event["fetchEventId"] for event in server.events])
        self.assertEqual(2, len(json.loads(json.dumps(server.events))))
