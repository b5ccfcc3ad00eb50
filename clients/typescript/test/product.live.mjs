// Against a running product: INTERLUDE_URL, INTERLUDE_KEY (a fetch key) and INTERLUDE_READ_KEY (a management or read
// key of the same org). The product is never stopped: a way to it is cut and mended.
import assert from "node:assert/strict";
import { test } from "node:test";
import { InterludeClient } from "@interlude/client";
import { cuttableWay, eventually } from "./stub-server.mjs";

const { INTERLUDE_URL: url, INTERLUDE_KEY: key, INTERLUDE_READ_KEY: readKey } = process.env;
const CALLS = 1_000;
const EVENTS = 600;

async function journal(messageId) {
  const response = await fetch(`${url}/v1/journal?messageId=${messageId}&limit=1000`, { headers: { Authorization: `Bearer ${readKey}` } });
  assert.equal(response.status, 200);
  return (await response.json()).items;
}

test("the sandbox has an ad in every format", async () => {
  const client = new InterludeClient({ url, key, timeoutMs: 30_000 });
  const adUnit = "__sandbox__";
  assert.ok((await client.fetchAd({ adUnit })).payload.disclosure);
  assert.ok((await client.fetchAd({ adUnit, format: "sms" })).payload.segments >= 1);
  assert.ok((await client.fetchAd({ adUnit, format: "botplatform" })).payload.card.buttons.length > 0);
  const session = client.startFlow(await client.fetchAd({ adUnit, adFormat: "Flow" }));
  assert.equal(session.presented[0].kind, "disclosure");
  session.leave();
  assert.ok(await client.close());
});

test("what was reported while the server was away is in the journal once", async () => {
  const way = await cuttableWay(url);
  const client = new InterludeClient({ url: way.url, key, timeoutMs: 30_000, onProblem: () => undefined });
  const ad = await client.fetchAd();
  assert.ok(ad, "the key's application has an ad");
  await way.cut();
  for (let call = 0; call < CALLS; call++) {
    const started = performance.now();
    assert.equal(await client.fetchAd({}, { timeoutMs: 5_000 }), null);
    assert.ok(performance.now() - started < 5_000);
  }
  for (let number = 0; number < EVENTS; number++) client.report(ad, "read", { number });
  assert.equal(await client.flush(100), false);
  await way.mend();
  await eventually(() => client.pendingEvents === 0, 60_000);
  let reads = [];
  await eventually(async () => (reads = (await journal(ad.messageId)).filter(({ eventType }) => eventType === "read")).length >= EVENTS, 30_000);
  assert.equal(reads.length, EVENTS);
  assert.deepEqual(reads.map(({ eventData }) => eventData.number).sort((a, b) => a - b), Array.from({ length: EVENTS }, (_, n) => n));
  assert.equal(new Set(reads.map(({ eventId }) => eventId)).size, EVENTS);
  way.close();
});
