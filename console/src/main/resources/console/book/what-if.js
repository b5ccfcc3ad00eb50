// What the line item as it is written now would have done to the last week, beside what it did: asked for by a button, since the answer reads the journal.

import * as api from "../api.js";
import { table } from "../lists.js";
import * as text from "../text.js";
import { button, element, nothing } from "../dom.js";
import { panel } from "../page.js";

const DAYS = 7;
const DAY_MILLIS = 86400000;
const POLL_MILLIS = 700;
const MOST_ROWS = 12;

/** A part of a page that simulates what is in the editor of a booked line item. */
export function whatIf(session, editor, id) {
  const place = element("div", { className: "what-if builder", role: "status" },
    element("p", { className: "muted", content: "Change the price, a cap or the status in the form above: the requests of the last seven days are decided again with it. Nothing is saved." }));
  const go = button("What if", async () => {
    go.disabled = true;
    place.setAttribute("aria-busy", "true");
    try {
      await session.names.load();
      const now = Date.now();
      const { id: simulation } = await api.post(session.key(), "/v1/simulations?strict=true", {
        from: new Date(now - DAYS * DAY_MILLIS).toISOString(), to: new Date(now).toISOString(), changes: { lineItems: [{ ...editor.body(), id }] } });
      const answer = await ended(session, place, simulation);
      place.replaceChildren(...(answer.status === "done" ? drawn(session, answer, id) : [nothing("No simulation now.", answer.description)]));
    } catch (failure) {
      place.replaceChildren(nothing("No simulation now.", failure.message));
    } finally {
      place.removeAttribute("aria-busy");
      go.disabled = false;
    }
  });
  return panel("What if", { beside: [go] }, place);
}

async function ended(session, place, simulation) {
  const path = `/v1/simulations/${encodeURIComponent(simulation)}`;
  let answer = await api.get(session.key(), path);
  while (answer.status === "running" && place.isConnected) {
    place.replaceChildren(element("progress", { max: 1, value: answer.progress, "aria-label": "Requests that are decided again" }));
    await new Promise((again) => { setTimeout(again, POLL_MILLIS); });
    answer = await api.get(session.key(), path);
  }
  return answer;
}

function drawn(session, { requests, actual, simulated, unknownRelevance }, id) {
  const key = ({ lineItemId, currency }) => `${lineItemId} ${currency}`;
  const was = new Map(actual.map((row) => [key(row), row]));
  const would = new Map(simulated.map((row) => [key(row), row]));
  const pairs = [...new Set([...was.keys(), ...would.keys()])].map((one) => ({ was: was.get(one), would: would.get(one) }));
  const name = ({ was: before, would: after }) => (before ?? after).lineItemId;
  const change = ({ was: before, would: after }) => Math.abs((after?.fetches ?? 0) - (before?.fetches ?? 0));
  pairs.sort((one, other) => Number(name(other) === id) - Number(name(one) === id) || change(other) - change(one));
  if (pairs.length === 0) return [nothing("Nothing was served, and nothing would have been.", `Requests of the last seven days: ${text.count(requests)}.`)];
  const spend = (row) => (row ? text.money(row.spend, row.currency) : "–");
  const rows = pairs.slice(0, MOST_ROWS).map((pair) => element("tr", {},
    element("th", { scope: "row", content: session.names.of("lineItem", name(pair)) || name(pair) }),
    element("td", { className: "number", content: text.count(pair.was?.fetches ?? 0) }), element("td", { className: "number", content: text.count(pair.would?.fetches ?? 0) }),
    element("td", { className: "number", content: spend(pair.was) }), element("td", { className: "number", content: spend(pair.would) })));
  return [
    table("What was served and what would have been", ["Line item", ["Fetches", "number"], ["would be", "number"], ["Spend", "number"], ["would be", "number"]], rows),
    element("p", { className: "muted", content: `${text.count(requests)} requests of the last seven days were decided again. Paid clicks are expected clicks.` }),
    ...(unknownRelevance > 0 ? [element("p", { className: "notice", content: `In ${text.fraction(unknownRelevance)} of them a line item's relevance is not known: it counts as ruled out.` })] : [])];
}
