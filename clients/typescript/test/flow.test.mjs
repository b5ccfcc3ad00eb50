import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { FlowSession, InterludeClient, InterludeUsageError, renderText } from "@interlude/client";

const VECTORS = new URL("../../../flow-executor/vectors/", import.meta.url);
const FILES = (await readdir(VECTORS)).filter((name) => name.endsWith(".json"));
const SUITES = await Promise.all(FILES.map(async (name) => JSON.parse(await readFile(new URL(name, VECTORS), "utf8"))));

/** A session whose events are kept in the list. */
function begin(flow, events, options) {
  return new FlowSession({ payload: flow }, (eventType, eventData) => events.push({ eventType, eventData }), options);
}

for (const { flows, vectors } of SUITES) {
  for (const { name, flow, surface, matches, steps, end } of vectors) {
    test(`walks as its vector says: ${name}`, async () => {
      const events = [];
      const options = { surface, ...(matches && { classify: async (text) => matches[text] ?? null }) };
      let session = begin(flows[flow], events, options);
      for (const [index, { input, present, texts, events: reported, state }] of steps.entries()) {
        const shown = input === undefined ? session.presented : await take(session, input);
        if (shown !== undefined) assert.deepEqual(shown, present, `items of step ${index}`);
        if (texts !== undefined) assert.deepEqual(renderText(present), texts);
        assert.deepEqual(events.splice(0), reported, `events of step ${index}`);
        assert.deepEqual(session.state, state, `state of step ${index}`);
        session = begin(flows[flow], events, { ...options, resumeAt: JSON.parse(JSON.stringify(session.state)) });
      }
      assert.equal(session.state.reason ?? session.state.ended, end);
    });
  }
}

/** What an input of the vectors is for a session. Undefined where it shows nothing. */
async function take(session, { type, choiceId, text }) {
  switch (type) {
    case "choice": return session.choose(choiceId);
    case "text":
    case "reply": return session.read(text);
    case "activate": return void session.activate();
    case "exit": return void session.leave();
    case "timeout": return void session.timeOut();
    default: throw new Error(type);
  }
}

const { flows: { harbour } } = SUITES[FILES.indexOf("misses.json")];

test("a model that fails, or names no intent of the flow, is a text that was not understood", async () => {
  for (const classify of [async () => { throw new Error("away"); }, () => { throw new Error("away"); }, () => "made_up", () => undefined]) {
    const session = begin(harbour, [], { classify });
    assert.deepEqual((await session.read("how much is it")).map(({ again }) => again), [true]);
  }
});

test("an answer of the model that comes after a tap changes nothing", async () => {
  const events = [];
  const session = begin(harbour, events, { classify: () => new Promise((resolve) => setTimeout(resolve, 20, "price")) });
  const late = session.read("how much is it");
  session.choose("rent");
  events.length = 0;
  assert.deepEqual(await late, []);
  assert.deepEqual(events, []);
  assert.ok(session.ended);
});

test("the client reports what a flow does, under its fetch, without a word of the person's", async () => {
  const bodies = [];
  const client = new InterludeClient({
    url: "http://stub", key: "il_fetch_k",
    fetch: async (_, { body }) => {
      bodies.push(body);
      return new Response(JSON.stringify({ results: JSON.parse(body).events.map(() => ({ status: 201 })) }));
    },
  });
  const session = client.startFlow({ messageId: "native-9", format: "native", payload: harbour });
  await session.read("how much is it, quokkavelvet");
  session.leave();
  assert.ok(await client.close(30_000));
  const events = bodies.flatMap((body) => JSON.parse(body).events);
  assert.deepEqual(events.map(({ eventType }) => eventType),
    ["node_visit", "node_visit", "nlu_match", "node_visit", "node_visit", "flow_abandon"]);
  assert.ok(events.every(({ fetchEventId, version }) => fetchEventId === "native-9" && version === 2));
  assert.ok(!bodies.join("").includes("quokkavelvet"));
});

test("a flow that is none ends at once", () => {
  for (const payload of [undefined, null, 7, {}]) {
    assert.equal(begin(payload, []).state.reason, "unsupported_spec");
  }
  assert.throws(() => begin(harbour, [], { surface: "radio" }), InterludeUsageError);
});
