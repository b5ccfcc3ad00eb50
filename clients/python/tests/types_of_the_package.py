"""Checked by pyright and never run: what must be a type error is marked as one, and what must not be is not."""

from __future__ import annotations

from typing import List, Optional

from interlude_client import (
    Ad,
    AsyncInterludeClient,
    BotPlatformPayload,
    InterludeClient,
    NativePayload,
    ServedFlow,
    SmsPayload,
)

interlude = InterludeClient("http://127.0.0.1:8080", "il_fetch_x", timeout=0.5)

card: Optional[Ad[NativePayload]] = interlude.fetch_ad()
sms: Optional[Ad[SmsPayload]] = interlude.fetch_ad(format="sms")
bot: Optional[Ad[BotPlatformPayload]] = interlude.fetch_ad(format="botplatform")
flow: Optional[Ad[ServedFlow]] = interlude.fetch_ad(ad_format="Flow", context=[{"role": "user", "text": "hi"}])
interlude.fetch_ad(
    ad_unit="a",
    subscriber=None,
    attributes={"country": "US", "tags": ["a"]},
    conversation="c",
    turn=3,
    sensitive=False,
    child=True,
    consent={"subscriber": True, "tcf": "x"},
    include=["why"],
    test=True,
    timeout=0.2,
    idempotency_key="k",
    debug=True,
)
if card is not None:
    url: str = card.payload["actions"][0]["navigate"]["url"]
    interlude.report(card, "read")
interlude.report("native-x", "conversion", {"value": "9.50", "cur": "USD"}, timestamp=1)
if flow is not None:
    session = interlude.start_flow(flow, surface="sms", classify=lambda text, intents: intents[0]["intent"])
    for item in session.read("1"):
        if item["kind"] == "choices":
            labels: List[str] = [choice["label"] for choice in item["choices"]]


async def main() -> None:
    async with AsyncInterludeClient("http://127.0.0.1:8080", "il_fetch_x") as one:
        found: Optional[Ad[SmsPayload]] = await one.fetch_ad(format="sms")
        result = await one.fetch_result(test=True)
        print(found, result.reason)


interlude.fetch_ad(adunit="a")  # type: ignore[call-overload]
interlude.fetch_ad(subscriber=7)  # type: ignore[call-overload]
interlude.fetch_ad(format="html")  # type: ignore[call-overload]
interlude.fetch_ad(include=["weather"])  # type: ignore[call-overload]
interlude.fetch_ad().payload  # type: ignore[union-attr]
interlude.report("native-x", "fetch")  # type: ignore[arg-type]
InterludeClient("http://127.0.0.1:8080")  # type: ignore[call-arg]
