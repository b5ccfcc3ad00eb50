// Compiled and never run: what must be a type error is marked as one, and what must not be is not.
import { InterludeClient, type Ad, type BotPlatformPayload, type NativePayload, type ServedFlow, type SmsPayload } from "@interlude/client";

const interlude = new InterludeClient({ url: "http://127.0.0.1:8080", key: "il_fetch_x" });

const card: Ad<NativePayload> | null = await interlude.fetchAd();
card?.payload.actions[0]?.navigate.url.trim();
const sms: Ad<SmsPayload> | null = await interlude.fetchAd({ format: "sms" });
sms?.payload.segments.toFixed();
const bot: Ad<BotPlatformPayload> | null = await interlude.fetchAd({ format: "botplatform" });
bot?.payload.card.buttons[0]?.postback.trim();
const flow: Ad<ServedFlow> | null = await interlude.fetchAd({ adFormat: "Flow", context: [{ role: "user", text: "hi" }] });

await interlude.fetchAd({
  adUnit: "a", subscriber: "s", attributes: { country: "US", tags: ["a"] }, conversation: "c", turn: 3,
  sensitive: false, child: true, consent: { subscriber: true, tcf: "x" }, include: ["why"], test: true,
}, { timeoutMs: 200, idempotencyKey: "k", signal: AbortSignal.timeout(1), debug: true });

interlude.report(card!, "read");
interlude.report("native-x", "conversion", { value: "9.50", cur: "USD" }, { timestamp: 1 });
(await interlude.flush(1)).valueOf();
if (flow) {
  const session = interlude.startFlow(flow, { surface: "sms", classify: async (_, intents) => intents[0]?.intent ?? null });
  for (const item of await session.read("1")) {
    if (item.kind === "choices") item.choices.map(({ label }) => label);
    // @ts-expect-error a message has no label
    if (item.kind === "message") item.label;
  }
}
const result = await interlude.fetchResult({ test: true });
if (result.ad === null) result.reason.trim();
else result.ad.payload.title.trim();

// @ts-expect-error no such field
await interlude.fetchAd({ adunit: "a" });
// @ts-expect-error a wrong type
await interlude.fetchAd({ subscriber: 7 });
// @ts-expect-error an unknown format
await interlude.fetchAd({ format: "html" });
// @ts-expect-error a card has no segments
(await interlude.fetchAd({ adUnit: "a" }))?.payload.segments;
// @ts-expect-error null is no ad
(await interlude.fetchAd()).payload;
// @ts-expect-error an unknown word
await interlude.fetchAd({ include: ["weather"] });
// @ts-expect-error fetches are recorded by the server
interlude.report("native-x", "fetch");
// @ts-expect-error a key is needed
new InterludeClient({ url: "http://127.0.0.1:8080" });
