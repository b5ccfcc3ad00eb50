// How line items deliver: each against its plan, and what holds it back.

import * as api from "../api.js";
import { table } from "../lists.js";
import * as text from "../text.js";
import { bar, element, nothing } from "../dom.js";
import { Page, badge, heading, link } from "../page.js";

const WORDS = {
  not_delivering: ["Not delivering", "bad"], behind: ["Behind", "warn"], ahead: ["Ahead", "warn"], on_track: ["On track", "good"],
  not_started: ["Not started", ""], paused: ["Paused", ""], finished: ["Finished", ""],
};
const REASONS = 3;
const ROWS = 50;

const page = new Page("delivery", draw, { manages: false });
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const [items] = await Promise.all([read(session), session.names.load()]);
  const rows = items.map((item) => element("tr", { "data-line-item": item.lineItemId },
    element("th", { scope: "row" }, link("line-item", { id: item.lineItemId }, session.names.of("lineItem", item.lineItemId) || item.lineItemId)),
    element("td", {}, badge(...WORDS[item.status])),
    element("td", { className: "budget" }, ...pace(item)),
    element("td", { className: "number wide", content: item.index === null ? "–" : text.fraction(item.index) }),
    element("td", { className: "number wide", content: amount(item, item.expectedAtEnd) }),
    element("td", { className: "wide" }, ...stopped(item))));
  return [heading("Delivery", "Those that need attention come first. The rules that stopped them are those of the last hour."),
    element("section", { className: "panel", "aria-label": "Delivery" },
      rows.length > 0 ? table("Delivery", ["Line item", "Status", "Delivered", ["Of plan", "number wide"], ["Expected at the end", "number wide"], ["Stopped by", "wide"]], rows, { most: ROWS })
        : nothing("No line item yet.", "Book one, and its delivery appears here."))];
}

async function read(session, parameters = {}) {
  return (await api.get(session.key(), "/v1/reports/delivery", parameters)).items;
}

/** The delivery of a line item by id, or null when it can't be told now. */
export async function deliveries(session, parameters) {
  try {
    const items = new Map((await read(session, parameters)).map((item) => [item.lineItemId, item]));
    return (id) => items.get(id) ?? null;
  } catch {
    return () => null;
  }
}

/** Status, pace and what stops it, for a cell or a panel. */
export function standing(item) {
  if (item === null) return [element("span", { className: "muted", content: "can't be read now" })];
  return [badge(...WORDS[item.status]), ...pace(item)];
}

/** A bar of what was delivered of the plan for now, and both numbers. */
function pace(item) {
  const delivered = amount(item, item.delivered);
  if (item.plannedByNow === null) return [element("span", { className: "under", content: `${delivered} ${noun(item)}` })];
  const words = `${delivered} of ${amount(item, item.plannedByNow)} planned by now${item.goal ? `, goal ${amount(item, goalOf(item))}` : ""} ${noun(item)}`;
  return [element("div", { className: "progress" }, element("span", { className: "under", content: words }), track(item))];
}

/** How far it is to its goal, with a mark where the plan has it now; without a goal, how far it is to the plan. */
function track(item) {
  const goal = Number(item.goal ? goalOf(item) : 0);
  if (!(goal > 0)) return bar(item.index ?? 0);
  const made = bar(Number(item.delivered) / goal);
  const mark = element("span", { className: "bar-mark" });
  mark.style.left = `${Math.min(1, Number(item.plannedByNow) / goal) * 100}%`;
  made.append(mark);
  return made;
}

/** The rules that held it back most often. */
export function stopped({ stoppedBy }) {
  if (stoppedBy.length === 0) return [element("span", { className: "muted", content: "–" })];
  return stoppedBy.slice(0, REASONS).map(({ rule, share }) => element("span", { className: "under", content: `${text.words(rule)} ${text.fraction(share)}` }));
}

const goalOf = ({ goal }) => goal.spend?.amount ?? Object.values(goal)[0];
const noun = ({ goal, currency }) => (currency ? "" : Object.keys(goal ?? { impressions: 0 })[0]);

function amount({ currency }, value) {
  if (value === null) return "–";
  return currency ? text.money(value, currency) : text.count(value);
}
