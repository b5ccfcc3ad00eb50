// One fetch's story: how it was decided, and everything that happened to it.

import * as api from "../api.js";
import { byId, element, nothing } from "../dom.js";
import * as text from "../text.js";
import { decision } from "./decision.js";

const VERDICTS = {
  counted: ["good", "Is valid, and is in the numbers."],
  repeat: ["warn", "Came within 30 s of the last click on its action: in clicks, not in unique clicks, not billed."],
  duplicate: ["warn", "Has an id that was judged before."],
  not_a_goal: ["bad", "No goal of its line item has its name."],
  no_click: ["bad", "No click came before it, and no view window covers it."],
  outside_window: ["bad", "Came later than the window allows."],
  same_order: ["bad", "Its order counted before."],
  repeated: ["bad", "Its goal counts one conversion per fetch, and already has one."],
  invalid_traffic: ["bad", "Was caused by no person."],
  unmatched: ["bad", "Names no fetch in the journal, or cannot have happened in the flow that was served."],
  test: ["", "Test traffic."],
  corrected: ["warn", "Counted until a correction took it back."],
};

let signedIn = null;

/** Shows the fetch that the parameter `id` names. */
export function open(session, parameters) {
  signedIn = session;
  read(session, parameters.get("id") ?? "");
}

export function close() {
  signedIn = null;
  clear("");
}

/** A verdict as a badge, with its meaning for who points at it. */
export function verdict(name) {
  if (!name) return element("span", { className: "muted", content: "not judged", title: "Its fetch could not be looked up in time." });
  const [kind, meaning] = VERDICTS[name] ?? ["", ""];
  return element("span", { className: `badge ${kind}`, content: name.replaceAll("_", " "), title: meaning || null });
}

/** What is particular of an event, in a few words. */
export function detail(item) {
  const parts = [];
  if (item.billed && Number(item.billed.amount) !== 0) parts.push(`${text.money(item.billed.amount, item.billed.currency)} billed (${item.priceModel})`);
  if (item.reason) parts.push(text.words(item.reason));
  if (item.invalidTraffic) parts.push(text.words(item.invalidTraffic));
  if (item.actionIndex !== undefined) parts.push(`action ${item.actionIndex + 1}`);
  if (item.conversionName) parts.push(item.conversionName);
  if (item.value !== undefined) parts.push(`worth ${text.money(item.value, item.currency)}`);
  if (item.eventName) parts.push(item.eventName);
  for (const [name, value] of Object.entries(item.eventData ?? {})) {
    if (!isTold(item, name, value)) parts.push(`${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  }
  return parts.join(", ");
}

/** The name and the worth of a conversion are fields of the item too. */
function isTold(item, name, value) {
  if (name === "value" || name === "cur") return item.value !== undefined;
  return value === item.conversionName && (name === "conversionName" || name === "name");
}

function clear(id) {
  byId("story-id").replaceChildren(element("span", { className: "id", content: id }));
  byId("story-error").textContent = "";
  for (const place of ["story-tiles", "decision", "life"]) byId(place).replaceChildren();
  byId("life-note").textContent = "";
}

async function read(session, id) {
  clear(id);
  if (id === "") {
    byId("story-error").textContent = "No fetch is named. Choose one in the journal.";
    return;
  }
  const path = `/v1/journal/${encodeURIComponent(id)}`;
  byId("decision").replaceChildren(element("p", { className: "muted", content: "Reading …" }));
  byId("life").replaceChildren(element("li", { className: "muted", content: "Reading …" }));
  const isShown = () => session === signedIn && byId("story-id").textContent === id;
  readDecision(session, path, isShown);
  try {
    const life = await api.get(session.key(), path);
    await session.names.load();
    if (isShown()) showLife(session, life);
  } catch (failure) {
    if (!isShown()) return;
    byId("life").replaceChildren();
    byId("story-error").textContent = failure.status === 404
      ? "The journal of your org has no fetch of this id." : failure.message;
  }
}

async function readDecision(session, path, isShown) {
  let shown;
  try {
    const answer = await api.get(session.key(), `${path}/decision`);
    await session.names.load();
    shown = decision(answer, session);
  } catch (failure) {
    shown = [element("p", { className: "muted", content: failure.status === 404
      ? "There is no explanation for this fetch: this server, or the one that decided it, keeps none." : failure.message })];
  }
  if (isShown()) byId("decision").replaceChildren(...shown);
}

function showLife(session, { items, complete, readTo }) {
  const first = items[0];
  const start = Date.parse(first?.occurredAt);
  byId("story-tiles").replaceChildren(...tiles(session, items));
  byId("life-note").textContent = complete
    ? `Everything up to ${text.moment(Math.min(Date.parse(readTo), Date.now()), session.zone)}.` : "Only the beginning: there is more than could be read in time.";
  byId("life").replaceChildren(...items.map((item) => moment(item, start, session.zone)));
  if (items.length === 1) byId("life").append(element("li", {}, nothing("Nothing happened to it yet.", "Events come here as they are reported.")));
}

function tiles(session, items) {
  const first = items[0];
  if (!first) return [];
  const made = [];
  const tile = (label, value, more = "") => made.push(element("div", { className: "tile" },
    element("dt", { content: label }), element("dd", { className: "value", content: value }), element("dd", { className: "more", content: more })));
  const served = first.eventType === "fetch";
  if (served) tile("Served", session.names.of("lineItem", first.lineItemId) || first.lineItemId || "–", [session.names.of("creative", first.creativeId) || first.creativeId, first.creativeVersion && `version ${first.creativeVersion}`].filter(Boolean).join(", "));
  else tile("Not filled", text.words(first.reason ?? first.eventType));
  tile("On", first.adUnit ?? "–", first.format ?? "");
  tile("Events", text.count(items.length), `${text.count(items.filter((item) => item.verdict === "counted").length)} counted`);
  const billed = items.filter((item) => item.billed && item.verdict !== "corrected" && item.verdict !== "test");
  const money = billed.reduce((sum, item) => text.addDecimals(sum, item.billed.amount), "0");
  if (served) tile("Billed", billed.length > 0 ? text.money(money, billed[0].billed.currency) : "–", billedBy(first, billed));
  return made;
}

/** What it is billed for, and where it was. */
function billedBy({ priceModel }, billed) {
  const where = [...new Set(billed.filter((item) => Number(item.billed.amount) !== 0).map((item) => text.words(item.eventType).toLowerCase()))];
  return [priceModel && `by ${priceModel}`, where.length > 0 && `at the ${where.join(", ")}`].filter(Boolean).join(", ");
}

/** Facts below an event; those of its fetch are told once, at the fetch. */
const OWN = ["eventId", "source", "receivedAt", "journaledAt", "invalidTraffic", "keyId", "applicationId"];
const OF_FETCH = ["campaignId", "lineItemId", "creativeId", "creativeVersion", "adUnit", "format", "subscriber", "priceModel", "contextBytes", "attributes"];

function moment(item, start, zone) {
  const after = Date.parse(item.occurredAt) - start;
  const when = after === 0 ? "start" : `${after < 0 ? "−" : "+"}${text.length(after)}`;
  const names = item.eventType === "fetch" || item.eventType === "no_fill" ? [...OF_FETCH, ...OWN] : OWN;
  const facts = names.filter((name) => item[name] !== undefined).flatMap((name) => [
    element("dt", { content: text.words(name) }),
    element("dd", { content: typeof item[name] === "object" ? JSON.stringify(item[name]) : String(item[name]) })]);
  return element("li", { "data-event-type": item.eventType, className: `moment ${VERDICTS[item.verdict]?.[0] ?? ""}` },
    element("p", { className: "moment-head" },
      element("span", { className: "when", content: when, title: item.occurredAt }),
      element("strong", { content: text.words(item.eventType) }), verdict(item.verdict),
      element("time", { className: "muted small", datetime: item.occurredAt, content: text.moment(item.occurredAt, zone) })),
    element("p", { className: "detail", content: detail(item) }),
    element("details", {}, element("summary", { content: "All fields", "aria-label": `All fields of ${text.words(item.eventType)} at ${when}` }), element("dl", { className: "facts" }, ...facts)));
}
