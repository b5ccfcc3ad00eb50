from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import unittest
from typing import Any, List
from urllib.parse import urlsplit

from interlude_client import InterludeClient, Problem

from .stub_server import CuttableWay, StubServer, eventually, recorded


class EventsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.problems: List[Problem] = []

    def against(self, answer: Any = recorded, **options: Any) -> InterludeClient:
        self.server = StubServer(answer)
        self.addCleanup(self.server.close)
        client = InterludeClient(
            self.server.url, "il_fetch_k", on_problem=self.problems.append, **{"flush_interval": 0.005, **options}
        )
        self.addCleanup(client.close, 0)
        return client

    def sizes(self) -> List[int]:
        return [len(asked.body["events"]) for asked in self.server.requests]

    def keys(self) -> List[str]:
        return [asked.headers["idempotency-key"] for asked in self.server.requests]

    def test_sends_what_was_reported_in_order_in_one_request(self) -> None:
        client = self.against(flush_interval=0.1)
        self.assertTrue(client.report("native-1", "send", timestamp=7))
        self.assertTrue(client.report("native-1", "conversion", {"value": "9.50"}, timestamp=8, subscriber="s"))
        self.assertEqual(2, client.pending_events)
        eventually(lambda: client.pending_events == 0)
        conversion = {
            "version": 2,
            "eventType": "conversion",
            "fetchEventId": "native-1",
            "timestamp": 8,
            "subscriber": "s",
            "eventData": {"value": "9.50"},
        }
        send = {"version": 2, "eventType": "send", "fetchEventId": "native-1", "timestamp": 7}
        self.assertEqual([send, conversion], self.server.requests[0].body["events"])
        self.assertEqual("/v1/events", self.server.requests[0].path)
        self.assertEqual(1, len(self.server.requests))
        self.assertEqual([], self.problems)

    def test_sends_at_most_500_in_one_request_each_once(self) -> None:
        client = self.against(flush_interval=60)
        for number in range(1_234):
            client.report(f"native-{number}", "read")
        self.assertTrue(client.flush(30))
        self.assertLessEqual(max(self.sizes()), 500)
        self.assertEqual([f"native-{n}" for n in range(1_234)], [event["fetchEventId"] for event in self.server.events])
        self.assertEqual(len(self.server.requests), len(set(self.keys())))

    def test_keeps_a_request_below_the_services_limit(self) -> None:
        client = self.against(flush_interval=60)
        for number in range(300):
            client.report(f"native-{number}", "send", {"text": "\u6f22" * 1_300})
        self.assertTrue(client.flush(30))
        self.assertEqual(300, len(self.server.events))
        self.assertLess(max(int(asked.headers["content-length"]) for asked in self.server.requests), 1_048_576)

    def test_puts_two_events_that_say_the_same_into_two_requests(self) -> None:
        client = self.against(flush_interval=60)
        for _ in range(3):
            client.report("native-1", "click", timestamp=5)
        self.assertTrue(client.flush(30))
        self.assertEqual([1, 1, 1], self.sizes())
        self.assertEqual(3, len(set(self.keys())))

    def test_sends_a_batch_again_under_its_key_and_of_it_only_what_is_not_settled(self) -> None:
        verdicts = {
            "native-a": {"status": 201},
            "native-b": {"status": 503, "reason": "journal_unavailable"},
            "native-c": {"status": 422, "reason": "unknown_fetch", "description": "Never made."},
        }

        def answer(asked: Any, number: int) -> Any:
            if number == 1:
                return 503, {"Retry-After": "0.01"}, None
            if number == 2:
                return 200, {}, {"results": [verdicts[event["fetchEventId"]] for event in asked.body["events"]]}
            return recorded(asked, number)

        client = self.against(answer, flush_interval=60)
        for name in "abc":
            client.report(f"native-{name}", "read")
        self.assertTrue(client.flush(30))
        sent = ["".join(event["fetchEventId"][-1] for event in asked.body["events"]) for asked in self.server.requests]
        self.assertEqual(["abc", "abc", "b"], sent)
        self.assertEqual(1, len(set(self.keys())))
        told = [(problem.reason, problem.lost_events) for problem in self.problems]
        self.assertEqual([("unavailable", 0), ("journal_unavailable", 0), ("unknown_fetch", 1)], told)

    def test_gives_up_what_is_refused_as_a_whole(self) -> None:
        client = self.against(lambda *_: (401, {}, {"reason": "invalid_api_key", "description": "No."}))
        client.report("native-1", "read")
        client.report("native-2", "read")
        self.assertTrue(client.flush(30))
        self.assertEqual(2, sum(problem.lost_events for problem in self.problems))
        self.assertEqual(Problem("report", "invalid_api_key", self.problems[0].lost_events, 401, "No."), self.problems[0])

    def test_holds_at_most_what_it_may_and_takes_nothing_once_closed(self) -> None:
        client = self.against(lambda *_: None, max_queued_events=2)
        self.assertTrue(client.report("native-1", "read"))
        self.assertTrue(client.report("native-2", "read"))
        self.assertFalse(client.report("native-3", "read"))
        self.assertFalse(client.report("native-3", "read", {"a": object()}))
        self.assertFalse(client.close(0.05))
        self.assertFalse(client.report("native-4", "read"))
        self.assertEqual(0, client.pending_events)
        told = [(problem.reason, problem.lost_events) for problem in self.problems]
        self.assertEqual([("queue_full", 1), ("invalid_event_data", 1), ("abandoned", 2), ("closed", 1)], told)

    def test_what_was_reported_while_the_server_was_away_arrives_once_when_it_is_back(self) -> None:
        self.against()
        parts = urlsplit(self.server.url)
        way = CuttableWay(str(parts.hostname), int(parts.port or 0))
        self.addCleanup(way.cut)
        client = InterludeClient(way.url, "k", flush_interval=0.005, on_problem=self.problems.append)
        way.cut()
        for number in range(700):
            client.report(f"native-{number}", "read")
        self.assertFalse(client.flush(0.3))
        way.mend()
        eventually(lambda: client.pending_events == 0)
        self.assertEqual(700, len(self.server.events))
        self.assertEqual(700, len({event["fetchEventId"] for event in self.server.events}))

    def test_takes_events_from_many_threads(self) -> None:
        client = self.against()
        threads = [
            threading.Thread(target=lambda start=start: [client.report(f"native-{n}", "read") for n in range(start, start + 200)])
            for start in range(0, 1_600, 200)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(client.flush(30))
        self.assertEqual(1_600, len({event["fetchEventId"] for event in self.server.events}))
        self.assertEqual(1_600, len(self.server.events))

    def test_leaves_no_thread_when_nothing_waits(self) -> None:
        client = self.against()
        client.report("native-1", "read")
        self.assertTrue(client.flush(30))
        eventually(lambda: all(thread.name != "interlude-events" for thread in threading.enumerate()))
        client.report("native-2", "read")
        self.assertTrue(client.flush(30))
        self.assertEqual(2, len(self.server.events))

    def run_script(self, url: str, more: str) -> float:
        script = f"""
from interlude_client import InterludeClient
import os
client = InterludeClient({url!r}, "k", flush_interval=60, on_problem=lambda problem: None)
client.report("native-parent", "send")
{more}"""
        started = time.monotonic()
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=True, timeout=60)
        return time.monotonic() - started

    def test_a_process_that_ends_sends_what_waits_or_ends_all_the_same(self) -> None:
        self.against()
        self.run_script(self.server.url, "")
        self.assertEqual(1, len(self.server.events))
        self.assertLess(self.run_script("http://127.0.0.1:9", ""), 15.0)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork on this system")
    def test_a_forked_child_reports_its_own_events_and_not_its_parents(self) -> None:
        self.against()
        child = """
child = os.fork()
if child == 0:
    client.report("native-child", "send")
    os._exit(0 if client.flush(30) and client.fetch_result(timeout=30).reason == "invalid_answer" else 1)
assert os.waitpid(child, 0)[1] == 0
"""
        answer = self.server.requests
        self.against(lambda asked, number: recorded(asked, number) if "events" in asked.body else (200, {}, {}))
        self.run_script(self.server.url, child)
        self.assertEqual([], answer)
        events = [each["fetchEventId"] for asked in self.server.requests for each in asked.body.get("events", [])]
        self.assertEqual(["native-child", "native-parent"], sorted(events))
