import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { InterludeClient } from "@interlude/client";
import { cuttableWay, eventually, recorded, stubServer } from "./stub-server.mjs";

async function against(answer, use, options = {}) {
  const server = await stubServer(answer);
  const problems = [];
  const client = new InterludeClient({
    url: server.url, key: "il_fetch_k", flushIntervalMs: 5, onProblem: (p) => problems.push(p), ...options,
  });
  try {
    await use({ client, server, problems });
  } finally {
    await client.close(0);
    server.close();
  }
}

const sent = (server) => server.requests.flatMap(({ body }) => body.events);

test("sends what was reported, in order, in one request", () =>
  against(recorded, async ({ client, server, problems }) => {
    assert.ok(client.report({ messageId: "native-1" }, "send", undefined, { timestamp: 7 }));
    assert.ok(client.report("native-1", "conversion", { value: "9.50" }, { timestamp: 8, subscriber: "s" }));
    assert.equal(client.pendingEvents, 2);
    await eventually(() => client.pendingEvents === 0);
    assert.deepEqual(server.requests[0].body, { events: [
      { version: 2, eventType: "send", fetchEventId: "native-1", timestamp: 7 },
      { version: 2, eventType: "conversion", fetchEventId: "native-1", timestamp: 8, subscriber: "s", eventData: { value: "9.50" } },
    ] });
    assert.equal(server.requests[0].path, "/v1/events");
    assert.match(server.requests[0].headers["idempotency-key"], /^.{16,128}$/);
    assert.equal(server.requests.length, 1);
    assert.deepEqual(problems, []);
  }));

test("sends at most 500 in one request, each once", () =>
  against(recorded, async ({ client, server }) => {
    for (let number = 0; number < 1_234; number++) client.report(`native-${number}`, "read");
    assert.ok(await client.flush(30_000));
    assert.deepEqual(server.requests.map(({ body }) => body.events.length), [500, 500, 234]);
    assert.deepEqual(sent(server).map(({ fetchEventId }) => fetchEventId), Array.from({ length: 1_234 }, (_, n) => `native-${n}`));
    assert.equal(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size, 3);
  }));

test("keeps a request below the service's 1 MiB", () =>
  against(recorded, async ({ client, server }) => {
    const eventData = { text: "\u6f22".repeat(2_600) };
    for (let number = 0; number < 300; number++) client.report(`native-${number}`, "send", eventData);
    assert.ok(await client.flush(30_000));
    assert.equal(sent(server).length, 300);
    assert.ok(server.requests.every(({ headers }) => Number(headers["content-length"]) < 1_048_576));
  }));

test("puts two events that say the same into two requests, so that both count", () =>
  against(recorded, async ({ client, server }) => {
    for (let twin = 0; twin < 3; twin++) client.report("native-1", "click", undefined, { timestamp: 5 });
    assert.ok(await client.flush(30_000));
    assert.deepEqual(server.requests.map(({ body }) => body.events.length), [1, 1, 1]);
    assert.equal(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size, 3);
  }));

test("sends a batch again under its key, and of a batch only what is not settled", () =>
  against(({ body }, number) => number === 1 ? { status: 503, headers: { "Retry-After": "0.01" } }
    : number === 2 ? { body: { results: body.events.map(({ fetchEventId }) =>
      fetchEventId === "native-b" ? { status: 503, reason: "journal_unavailable" }
        : fetchEventId === "native-c" ? { status: 422, reason: "unknown_fetch", description: "Never made." } : { status: 201 }) } }
      : recorded({ body }),
  async ({ client, server, problems }) => {
    for (const name of ["a", "b", "c"]) client.report(`native-${name}`, "read");
    assert.ok(await client.flush(30_000));
    assert.deepEqual(server.requests.map(({ body }) => body.events.map(({ fetchEventId }) => fetchEventId.at(-1)).join("")),
      ["abc", "abc", "b"]);
    assert.equal(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size, 1);
    assert.deepEqual(problems.map(({ reason, lostEvents }) => [reason, lostEvents]),
      [["unavailable", 0], ["journal_unavailable", 0], ["unknown_fetch", 1]]);
  }));

test("gives up what is refused as a whole", () =>
  against(() => ({ status: 401, body: { reason: "invalid_api_key", description: "No." } }), async ({ client, problems }) => {
    client.report("native-1", "read");
    client.report("native-2", "read");
    assert.ok(await client.flush(30_000));
    assert.deepEqual(problems, [{ operation: "report", reason: "invalid_api_key", status: 401, message: "No.", lostEvents: 2 }]);
  }));

test("holds at most what it may, tells what is lost, and takes nothing once closed", () =>
  against(() => ({ never: true }), async ({ client, problems }) => {
    assert.ok(client.report("native-1", "read"));
    assert.ok(client.report("native-2", "read"));
    assert.equal(client.report("native-3", "read"), false);
    assert.equal(client.report("native-3", "read", { self: 1n }), false);
    assert.equal(await client.close(50), false);
    assert.equal(client.report("native-4", "read"), false);
    assert.equal(client.pendingEvents, 0);
    assert.deepEqual(problems.map(({ reason, lostEvents }) => [reason, lostEvents]),
      [["queue_full", 1], ["invalid_event_data", 1], ["abandoned", 2], ["closed", 1]]);
  }, { maxQueuedEvents: 2 }));

test("what was reported while the server was away arrives once when it is back", async () => {
  const server = await stubServer(recorded);
  const way = await cuttableWay(server.url);
  const client = new InterludeClient({ url: way.url, key: "il_fetch_k", flushIntervalMs: 5, onProblem: () => undefined });
  await way.cut();
  for (let number = 0; number < 700; number++) client.report(`native-${number}`, "read");
  assert.equal(await client.flush(300), false);
  await way.mend();
  await eventually(() => client.pendingEvents === 0, 60_000);
  assert.equal(sent(server).length, 700);
  assert.equal(new Set(sent(server).map(({ fetchEventId }) => fetchEventId)).size, 700);
  way.close();
  server.close();
});

test("a process that ends by itself sends what waits, one whose server is away ends within seconds", async () => {
  const server = await stubServer(recorded);
  const script = (url) => ["--input-type=module", "-e", `
    import { InterludeClient } from "@interlude/client";
    new InterludeClient({ url: "${url}", key: "il_fetch_k", flushIntervalMs: 60000, onProblem() {} }).report("native-1", "send");`];
  const run = (url) => promisify(execFile)(process.execPath, script(url), { cwd: import.meta.dirname, timeout: 30_000 });
  await run(server.url);
  assert.equal(sent(server).length, 1);
  server.close();
  const started = performance.now();
  await run(server.url);
  assert.ok(performance.now() - started < 8_000);
});

test("a page that is left sends what waits by requests that outlive it", async () => {
  const page = new EventTarget();
  const calls = [];
  const kept = { document: globalThis.document, addEventListener: globalThis.addEventListener, removeEventListener: globalThis.removeEventListener };
  Object.assign(globalThis, {
    document: page, addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page),
  });
  try {
    const client = new InterludeClient({
      url: "http://stub", key: "il_tag_k", flushIntervalMs: 60_000, onProblem: () => undefined,
      fetch: async (address, init) => {
        calls.push({ address, ...init });
        return new Response(JSON.stringify(recorded({ body: JSON.parse(init.body) }).body));
      },
    });
    for (let number = 0; number < 400; number++) client.report(`native-${number}`, "node_visit", { nodeId: "hello" });
    assert.equal(calls.length, 0);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    assert.ok(calls.length > 1);
    assert.ok(calls.every(({ keepalive, body }) => keepalive === true && body.length < 21_000));
    page.dispatchEvent(new Event("pagehide"));
    await eventually(() => client.pendingEvents === 0);
    assert.equal(new Set(calls.flatMap(({ body }) => JSON.parse(body).events.map(({ fetchEventId }) => fetchEventId))).size, 400);
    await client.close();
  } finally {
    Object.assign(globalThis, kept);
  }
});
