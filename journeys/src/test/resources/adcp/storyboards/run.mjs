// Runs the protocol's storyboards with its own runner against the product at INTERLUDE_URL, with the management key
// INTERLUDE_KEY, and prints a line of JSON for each step: {step, outcome, detail}.

import { resolveStoryboardsForCapabilities, runStoryboard } from "@adcp/sdk/testing";

const key = process.env.INTERLUDE_KEY;
const agent = `${process.env.INTERLUDE_URL}/mcp`;

// Its storyboard says that it is for agents that declare request_signing; the runner does not ask.
const UNDECLARED = ["signed_requests"];

async function call(name) {
  const answer = await fetch(agent, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: name === "get_products" ? { buying_mode: "wholesale" } : {} } }),
  });
  const text = await answer.text();
  return JSON.parse(text.slice(text.indexOf("{"))).result.structuredContent;
}

// Dates that are over would be replaced by the runner with new ones for each request, which makes another order of a repeat.
function inTheFuture(value) {
  if (typeof value === "string") return value.replace(/^2026-(?=\d\d-\d\dT)/, "2036-");
  if (Array.isArray(value)) return value.map(inTheFuture);
  return value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inTheFuture(each)])) : value;
}

function outcome(step) {
  if (step.skipped) return "skipped";
  return step.passed ? "passed" : "failed";
}

function detail(step) {
  const failed = (step.validations ?? []).filter((each) => !each.passed).map((each) => each.description ?? each.check);
  return [step.skip_reason, step.error, ...failed].filter(Boolean).join("; ");
}

const { supported_protocols, adcp } = await call("get_adcp_capabilities");
const { products } = await call("get_products");
const { storyboards } = resolveStoryboardsForCapabilities({ supported_protocols, major_versions: adcp.major_versions });
for (const storyboard of storyboards.filter(({ id }) => !UNDECLARED.includes(id))) {
  const result = await runStoryboard(agent, storyboard.id === "idempotency" ? inTheFuture(storyboard) : storyboard, {
    protocol: "mcp",
    auth: { type: "bearer", token: key },
    allow_http: true,
    // There is no tool that puts fixtures in, and the runner would leave out what it cannot seed.
    skip_controller_seeding: true,
    // Storyboards that order without looking for products first.
    context: { products },
    test_kit: { auth: { api_key: key, probe_task: "get_media_buy_delivery" } },
  });
  for (const phase of result.phases) {
    for (const step of phase.steps) {
      console.log(JSON.stringify({ step: `${storyboard.id}/${phase.phase_id}/${step.step_id}`, outcome: outcome(step), detail: detail(step) }));
    }
  }
}
process.exit(0);
