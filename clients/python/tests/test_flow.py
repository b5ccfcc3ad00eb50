from __future__ import annotations

import asyncio
import json
import unittest
from pathlib import Path
from typing import Any, Dict, List, Tuple

from interlude_client import AsyncFlowSession, FlowSession, InterludeClient, render_text
from interlude_client._words import words_of

from .stub_server import StubServer

VECTORS = Path(__file__).resolve().parents[3] / "flow-executor" / "vectors"
SUITES: Dict[str, Any] = {path.name: json.loads(path.read_text()) for path in sorted(VECTORS.glob("*.json"))}
HARBOUR = SUITES["misses.json"]["flows"]["harbour"]


def take(session: FlowSession, given: Dict[str, Any]) -> Any:
    kind = given["type"]
    if kind == "choice":
        return session.choose(given["choiceId"])
    if kind in ("text", "reply"):
        return session.read(given["text"])
    {"activate": session.activate, "exit": session.leave, "timeout": session.time_out}[kind]()
    return None


class VectorsTest(unittest.TestCase):
    def test_walks_as_the_vectors_say(self) -> None:
        walked = 0
        for name, suite in SUITES.items():
            for vector in suite["vectors"]:
                with self.subTest(file=name, vector=vector["name"]):
                    self.walk(suite["flows"][vector["flow"]], vector)
                    walked += 1
        self.assertGreater(walked, 60)

    def walk(self, flow: Any, vector: Dict[str, Any]) -> None:
        events: List[Dict[str, Any]] = []
        matches = vector.get("matches")
        options: Dict[str, Any] = {"surface": vector["surface"]}
        if matches is not None:
            options["classify"] = lambda text, intents: matches.get(text)

        def begin(**more: Any) -> FlowSession:
            return FlowSession(flow, lambda kind, data: events.append({"eventType": kind, "eventData": data}), **options, **more)

        session = begin()
        for step in vector["steps"]:
            shown = take(session, step["input"]) if "input" in step else session.presented
            if shown is not None:
                self.assertEqual(step["present"], shown)
            if "texts" in step:
                self.assertEqual(step["texts"], render_text(step["present"]))
            self.assertEqual(step["events"], events)
            self.assertEqual(step["state"], session.state)
            events.clear()
            session = begin(resume_at=json.loads(json.dumps(session.state)))
        self.assertEqual(vector["end"], session.state.get("reason", session.state["ended"]))


class SessionTest(unittest.TestCase):
    def test_a_model_that_fails_is_a_text_that_was_not_understood(self) -> None:
        def fail(*_: Any) -> str:
            raise RuntimeError("away")

        for classify in (fail, lambda *_: "made_up", lambda *_: None):
            session = FlowSession(HARBOUR, lambda *_: None, classify=classify)
            self.assertEqual([True], [item.get("again") for item in session.read("how much is it")])

    def test_the_client_reports_what_a_flow_does_without_a_word_of_the_persons(self) -> None:
        server = StubServer(
            lambda asked, _: (200, {}, {"results": [{"status": 201} for _ in asked.body["events"]]})
            if "events" in asked.body
            else (200, {}, {"messageId": "native-9", "format": "native", "payload": HARBOUR})
        )
        self.addCleanup(server.close)
        with InterludeClient(server.url, "k", timeout=60) as client:
            ad = client.fetch_ad(ad_format="Flow")
            assert ad is not None
            session = client.start_flow(ad)
            session.read("how much is it, quokkavelvet")
            session.leave()
        events = [event for asked in server.requests for event in asked.body.get("events", [])]
        self.assertEqual(
            ["node_visit", "node_visit", "nlu_match", "node_visit", "node_visit", "flow_abandon"],
            [event["eventType"] for event in events],
        )
        self.assertEqual({("native-9", 2)}, {(event["fetchEventId"], event["version"]) for event in events})
        self.assertNotIn("quokkavelvet", json.dumps([asked.body for asked in server.requests]))

    def test_a_flow_that_is_none_ends_at_once(self) -> None:
        for payload in (None, 7, {}, [], {"specVersion": "1.0", "metadata": 7, "nodes": 7}):
            self.assertEqual("unsupported_spec", FlowSession(payload, lambda *_: None).state.get("reason"))
        with self.assertRaises(ValueError):
            FlowSession(HARBOUR, lambda *_: None, surface="radio")  # type: ignore[arg-type]

    def test_words_are_those_of_the_other_executors(self) -> None:
        self.assertEqual(["ma\u00dfe", "\u6f22", "\u5b57", "12", "\u03c3\u03c3"], words_of("M\u00e4\u0301\u00dfE! \u6f22\u5b57,\uff11\uff12 \u03a3\u03c2"))


class AsyncSessionTest(unittest.IsolatedAsyncioTestCase):
    def begin(self, classify: Any, events: List[Tuple[str, Any]]) -> AsyncFlowSession:
        return AsyncFlowSession(HARBOUR, lambda kind, data: events.append((kind, data)), classify=classify)

    async def test_asks_the_model_and_goes_on(self) -> None:
        asked: List[Any] = []

        async def classify(text: str, intents: Any) -> str:
            asked.append([intent["intent"] for intent in intents])
            return "price"

        events: List[Tuple[str, Any]] = []
        session = self.begin(classify, events)
        self.assertEqual(["costs", "ask"], [item.get("nodeId") for item in await session.read("quokkavelvet")])
        self.assertEqual([["price", "area"]], asked)
        self.assertIn(("nlu_match", {"nodeId": "ask", "intent": "price"}), events)

    async def test_an_answer_that_comes_after_a_tap_changes_nothing(self) -> None:
        async def classify(text: str, intents: Any) -> str:
            await asyncio.sleep(0.02)
            return "price"

        events: List[Tuple[str, Any]] = []
        session = self.begin(classify, events)
        late = asyncio.ensure_future(session.read("how much is it"))
        await asyncio.sleep(0)
        session.choose("rent")
        events.clear()
        self.assertEqual([], await late)
        self.assertEqual([], events)
