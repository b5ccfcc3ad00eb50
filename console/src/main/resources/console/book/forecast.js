// What a line item would be served as it is written now: asked for by a button, since each answer reads the journal.

import * as api from "../api.js";
import { table } from "../lists.js";
import * as text from "../text.js";
import { bar, button, element, nothing } from "../dom.js";
import { panel } from "../page.js";

const SLICES = 8;

/** A part of a page that forecasts what is in the editor; `id` is that of a booked line item. */
export function forecast(session, editor, id = "") {
  const place = element("div", { className: "forecast builder", role: "status" },
    element("p", { className: "muted", content: "Recorded requests are played against the line item as it is written. Nothing is saved." }));
  const go = button("Forecast", async () => {
    go.disabled = true;
    place.setAttribute("aria-busy", "true");
    try {
      await session.names.load();
      const lineItem = { ...editor.body(), ...(id ? { id } : {}) };
      place.replaceChildren(...drawn(session, await api.post(session.key(), "/v1/forecasts", { lineItem }), lineItem.goal));
    } catch (failure) {
      place.replaceChildren(nothing("No forecast now.", failure.message));
    } finally {
      place.removeAttribute("aria-busy");
      go.disabled = false;
    }
  });
  return panel("Forecast", { beside: [go] }, place);
}

function drawn(session, answer, goal) {
  const { expected, low, high, eligible, requests, basis, period } = answer;
  const day = (instant) => text.day(instant, session.zone);
  return [
    element("p", {}, element("strong", { content: `${text.count(expected)} fetches` }), ` from ${day(period.from)} to ${day(period.to)}; ${text.count(low)} to ${text.count(high)} in four cases of five.`),
    plot(answer, goal?.impressions),
    element("p", { className: "muted", content: `${text.count(eligible)} of ${text.count(requests)} requests are eligible. Played: ${text.count(basis.requests)} requests from ${text.moment(basis.from, session.zone)} to ${text.moment(basis.to, session.zone)}.` }),
    ...(answer.warnings ?? []).map(({ message }) => element("p", { className: "notice", content: message })),
    ...slices(session, answer), ...competing(session, answer)];
}

/** From nothing to the most: the interval, what is expected, and the goal. */
function plot({ expected, low, high }, goal) {
  const most = Math.max(high, goal ?? 0, 1);
  const at = (node, from, to = from) => {
    node.style.left = `${(from / most) * 100}%`;
    node.style.width = to > from ? `${((to - from) / most) * 100}%` : "";
    return node;
  };
  const label = `Expected ${text.count(expected)}, low ${text.count(low)}, high ${text.count(high)}${goal ? `, goal ${text.count(goal)}` : ""}`;
  return element("div", { className: "interval", role: "img", "aria-label": label, title: label },
    at(element("span", { className: "interval-range" }), low, high),
    at(element("span", { className: "interval-expected" }), expected),
    ...(goal ? [at(element("span", { className: "interval-goal" }), goal)] : []));
}

function slices(session, { bySlice, expected }) {
  if (bySlice.length === 0) return [nothing("No request was recorded.", "A forecast needs requests: try again when there were some.")];
  const rows = bySlice.slice(0, SLICES).map((slice) => element("tr", {},
    element("th", { scope: "row", content: session.names.of("adUnit", slice.adUnit) || slice.adUnit }), element("td", { content: slice.format }),
    element("td", { className: "number", content: text.count(slice.eligible) }),
    element("td", { className: "number", content: text.count(slice.expected) }),
    element("td", { className: "budget" }, bar(expected > 0 ? slice.expected / expected : 0))));
  return [table("Forecast by ad unit and format", ["Ad unit", "Format", ["Eligible", "number"], ["Expected", "number"], "Share"], rows)];
}

function competing(session, { competing: rivals }) {
  if (rivals.length === 0) return [];
  const rows = rivals.slice(0, SLICES).map(({ lineItemId, takes }) => element("tr", {},
    element("th", { scope: "row", content: session.names.of("lineItem", lineItemId) || lineItemId }), element("td", { className: "number", content: text.count(takes) })));
  return [table("Line items that serve less", ["Takes from", ["Fetches", "number"]], rows)];
}
