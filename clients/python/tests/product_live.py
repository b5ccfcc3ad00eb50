"""Against a running product: INTERLUDE_URL, INTERLUDE_KEY (a fetch key) and INTERLUDE_READ_KEY (a management or read key
of the same org). The product is never stopped: a way to it is cut and mended."""

from __future__ import annotations

import json
import os
import time
import unittest
import urllib.request
from typing import Any, Dict, List
from urllib.parse import urlsplit

from interlude_client import InterludeClient

from .stub_server import CuttableWay, eventually

CALLS = 1_000
EVENTS = 600
URL, KEY, READ_KEY = (os.environ.get(f"INTERLUDE_{name}", "") for name in ("URL", "KEY", "READ_KEY"))


def reads(message_id: str) -> List[Dict[str, Any]]:
    request = urllib.request.Request(
        f"{URL}/v1/journal?messageId={message_id}&limit=1000", headers={"Authorization": f"Bearer {READ_KEY}"}
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return [item for item in json.load(response)["items"] if item["eventType"] == "read"]


class ProductLive(unittest.TestCase):
    def test_the_sandbox_has_an_ad_in_every_format(self) -> None:
        with InterludeClient(URL, KEY, timeout=30) as client:
            card = client.fetch_ad(ad_unit="__sandbox__")
            sms = client.fetch_ad(ad_unit="__sandbox__", format="sms")
            bot = client.fetch_ad(ad_unit="__sandbox__", format="botplatform")
            flow = client.fetch_ad(ad_unit="__sandbox__", ad_format="Flow")
            assert card and sms and bot and flow
            self.assertTrue(card.payload["disclosure"])
            self.assertGreaterEqual(sms.payload["segments"], 1)
            self.assertTrue(bot.payload["card"]["buttons"])
            session = client.start_flow(flow)
            self.assertEqual("disclosure", session.presented[0]["kind"])
            session.leave()

    def test_what_was_reported_while_the_server_was_away_is_in_the_journal_once(self) -> None:
        parts = urlsplit(URL)
        way = CuttableWay(str(parts.hostname), int(parts.port or 80))
        self.addCleanup(way.cut)
        client = InterludeClient(way.url, KEY, timeout=30, on_problem=lambda problem: None)
        ad = client.fetch_ad()
        assert ad is not None, "the key's application has an ad"
        way.cut()
        for _ in range(CALLS):
            started = time.monotonic()
            self.assertIsNone(client.fetch_ad(timeout=5))
            self.assertLess(time.monotonic() - started, 5)
        for number in range(EVENTS):
            client.report(ad, "read", {"number": number})
        self.assertFalse(client.flush(0.1))
        way.mend()
        eventually(lambda: client.pending_events == 0, 60)
        eventually(lambda: len(reads(ad.message_id)) >= EVENTS, 30)
        found = reads(ad.message_id)
        self.assertEqual(list(range(EVENTS)), sorted(item["eventData"]["number"] for item in found))
        self.assertEqual(EVENTS, len({item["eventId"] for item in found}))


if __name__ == "__main__":
    unittest.main()
