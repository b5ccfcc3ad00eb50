import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { InterludeClient, InterludeUsageError } from "@interlude/client";
import { stubServer } from "./stub-server.mjs";

/** How late a machine with too much to do may be. */
const SLOW_MACHINE_MILLIS = 3_000;
const AD = { messageId: "native-1", format: "native", payload: { title: "T", disclosure: "Ad", actions: [] } };

async function against(answer, use, options = {}) {
  const server = await stubServer(answer);
  const problems = [];
  const client = new InterludeClient({ url: `${server.url}/`, key: "il_fetch_k", timeoutMs: 10_000, onProblem: (p) => problems.push(p), ...options });
  try {
    await use({ client, server, problems });
  } finally {
    await client.close(0);
    server.close();
  }
}

test("gives the ad, and asks with the key in a header and every field in the body", () =>
  against(() => ({ body: AD }), async ({ client, server }) => {
    const request = {
      adUnit: "pause", subscriber: "s", conversation: "c", turn: 4, sensitive: false, child: true,
      consent: { subscriber: true, tcf: "t" }, include: ["why"], attributes: { country: "US" },
      context: [{ role: "user", text: "hello" }],
    };
    assert.deepEqual(await client.fetchAd(request, { idempotencyKey: "k-1" }), AD);
    const [asked] = server.requests;
    assert.equal(asked.path, "/v1/fetch/v2");
    assert.equal(asked.headers.authorization, "Bearer il_fetch_k");
    assert.equal(asked.headers["idempotency-key"], "k-1");
    assert.deepEqual(asked.body, request);
    assert.equal(asked.query.size, 0);
  }));

test("puts a publisher tag into the query", () =>
  against(() => ({ body: AD }), async ({ client, server }) => {
    await client.fetchAd(undefined, { debug: true });
    assert.equal(server.requests[0].query.get("key"), "il_tag_k");
    assert.equal(server.requests[0].query.get("debug"), "1");
    assert.equal(server.requests[0].headers.authorization, undefined);
  }, { key: "il_tag_k" }));

test("has no ad, and no problem, when nothing fits", () =>
  against((_, number) => number === 1 ? { status: 204 }
    : { body: { filled: false, reason: "no_demand", message: "None.", disqualifications: [] } },
  async ({ client, problems }) => {
    assert.deepEqual(await client.fetchResult(), { ad: null, reason: "no_fill" });
    assert.deepEqual(await client.fetchResult({ test: true }),
      { ad: null, reason: "no_demand", message: "None.", disqualifications: [] });
    assert.deepEqual(problems, []);
  }));

for (const [name, answer, reason] of [
  ["a refusal", { status: 401, body: { reason: "invalid_api_key", description: "Use a key." } }, "invalid_api_key"],
  ["a fault", { status: 500, body: "<html>" }, "unavailable"],
  ["an answer that is no JSON", { status: 200, body: "<html>" }, "invalid_answer"],
  ["an answer that is null", { status: 200, body: "null" }, "invalid_answer"],
  ["an answer without an ad", { status: 200, body: { messageId: "native-1", payload: null } }, "invalid_answer"],
  ["no answer at all", { never: true }, "timeout"],
]) {
  const timeoutMs = reason === "timeout" ? 150 : 10_000;
  test(`has no ad after ${name}, and tells of it`, () =>
    against(() => answer, async ({ client, problems }) => {
      const started = performance.now();
      assert.equal((await client.fetchResult()).reason, reason);
      assert.equal(await client.fetchAd(), null);
      assert.ok(performance.now() - started < 2 * timeoutMs + SLOW_MACHINE_MILLIS);
      assert.deepEqual(problems.map((problem) => problem.reason), [reason, reason]);
      assert.ok(!JSON.stringify(problems).includes("il_fetch_k"));
    }, { timeoutMs }));
}

test("gives up in time while an answer drips in", async () => {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
    const drip = setInterval(() => socket.write(" "), 20);
    socket.on("close", () => clearInterval(drip));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const client = new InterludeClient({
    url: `http://127.0.0.1:${server.address().port}`, key: "il_fetch_k", timeoutMs: 150, onProblem: () => undefined,
  });
  const started = performance.now();
  assert.equal(await client.fetchAd(), null);
  assert.ok(performance.now() - started < 150 + SLOW_MACHINE_MILLIS);
  sockets.forEach((socket) => socket.destroy());
  server.close();
});

test("gives up in time though the platform's fetch never hears of it", async () => {
  const client = new InterludeClient({
    url: "http://stub", key: "il_fetch_k", timeoutMs: 50, fetch: () => new Promise(() => {}), onProblem: () => undefined,
  });
  assert.equal((await client.fetchResult()).reason, "timeout");
});

test("gives up when the caller does", () =>
  against(() => ({ never: true }), async ({ client, problems }) => {
    const caller = new AbortController();
    const result = client.fetchResult({}, { signal: caller.signal, timeoutMs: 5_000 });
    caller.abort();
    assert.deepEqual(await result, { ad: null, reason: "aborted" });
    assert.equal((await client.fetchResult({}, { signal: AbortSignal.abort() })).reason, "aborted");
    assert.deepEqual(problems, []);
  }));

test("a thousand fetches from a server that is away end in time, and none throws", async () => {
  const server = await stubServer(() => ({ body: AD }));
  server.close();
  const client = new InterludeClient({ url: server.url, key: "il_fetch_k", timeoutMs: 5_000, onProblem: () => undefined });
  const took = [];
  await Promise.all(Array.from({ length: 50 }, async () => {
    for (let call = 0; call < 20; call++) {
      const started = performance.now();
      assert.equal(await client.fetchAd({ context: "hello" }), null);
      took.push(performance.now() - started);
    }
  }));
  assert.equal(took.length, 1_000);
  assert.ok(Math.max(...took) < 5_000, `the slowest took ${Math.max(...took)} ms`);
});

test("never throws for a request that is no JSON, or a log that fails", () =>
  against(() => ({ body: AD }), async ({ client }) => {
    const circle = {};
    circle.self = circle;
    assert.equal((await client.fetchResult({ attributes: circle })).reason, "invalid_request");
    assert.equal((await client.fetchResult({ turn: 1n })).reason, "invalid_request");
  }, { onProblem: () => { throw new Error("a log that fails"); } }));

test("tells a programmer of options that make no sense", () => {
  for (const wrong of [undefined, {}, { url: "ads.example.com", key: "k" }, { url: "http://a", key: "" },
    { url: "http://a", key: "a\nb" }, { url: "http://a", key: "k", timeoutMs: 0 },
    { url: "http://a", key: "k", maxQueuedEvents: 0 }]) {
    assert.throws(() => new InterludeClient(wrong), InterludeUsageError);
  }
});
