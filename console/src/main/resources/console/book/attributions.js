// Versions of attribution: the same conversions by other rules, beside what is booked.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { Group, Sparse, choice, text } from "../form/controls.js";
import { duration, durationWords, row } from "../form/parts.js";
import { table } from "../lists.js";
import { badge, link, panel } from "../page.js";
import { editDialog } from "../setup/secret.js";

const PATH = "/v1/attributions";
const POLL_MILLIS = 700;
const COUNTS = [["", "As booked"], ["one", "One for each fetch"], ["every", "Every one"]];
const STATUS = { current: ["Current", "good"], failed: ["Failed", "bad"] };
const USUAL_METRICS = "uniqueClicks,conversions,conversionValue,conversionRate,spend";

/** A part of a page that lists them, and begins one. */
export function attributions(session, goals) {
  const place = element("div", { id: "attributions" });
  const begin = button("New version", async () => {
    if (await ask(session, goals)) follow(session, goals, place);
  }, { id: "new-attribution", disabled: goals.length === 0 ? "" : null });
  follow(session, goals, place);
  return panel("Attribution versions", { note: "All conversions counted by other rules, beside the booked numbers. Bills do not change.", beside: [begin] }, place);
}

function ask(session, goals) {
  const overrides = new Group(Object.fromEntries(goals.map(({ id, name }) => {
    const controls = { count: choice(name, COUNTS), clickWindow: duration("After a click, within"), viewWindow: duration("Without a click, within") };
    return [id, new Sparse(controls, row(controls))];
  })));
  const controls = { id: text("Id", { placeholder: "one-week" }), name: text("Name", { placeholder: "Within a week of the click" }), overrides };
  const form = new Group(controls, element("div", { className: "builder" }, row({ id: controls.id, name: controls.name }),
    element("p", { className: "muted", content: "What is left empty is as booked with each ad." }), ...Object.values(overrides.controls).map(({ node }) => node)));
  return editDialog("New version", session, { path: PATH, form, save: "Begin" });
}

/** Draws them, again and again while one runs and the page is shown. */
async function follow(session, goals, place) {
  let items;
  try {
    ({ items } = await api.get(session.key(), PATH));
  } catch (failure) {
    place.replaceChildren(nothing("No versions now.", failure.message));
    return;
  }
  const names = new Map(goals.map(({ id, name }) => [id, name]));
  place.replaceChildren(items.length > 0
    ? table("Attribution versions", ["Version", ["Differs", "wide"], "Status", ""], items.map((each) => line(each, names)))
    : nothing("No version yet.", "A version tells what a shorter window or another count would have shown."));
  if (items.some(({ status }) => status === "running")) {
    await new Promise((again) => { setTimeout(again, POLL_MILLIS); });
    if (place.isConnected) follow(session, goals, place);
  }
}

function line({ id, name, overrides, status, progress }, names) {
  return element("tr", { "data-attribution": id },
    element("th", { scope: "row" }, name, element("span", { className: "under", content: id })),
    element("td", { className: "wide", content: Object.entries(overrides).map(([goal, change]) => `${names.get(goal) ?? goal}: ${words(change)}`).join("; ") || "nothing" }),
    element("td", {}, status === "running" ? element("progress", { max: 1, value: progress, "aria-label": `${name}: how much of the journal is read` }) : badge(...STATUS[status])),
    element("td", {}, link("reports", { range: "30d", groupBy: "conversionGoal", metrics: USUAL_METRICS, attribution: id }, "Report", { "aria-label": `Report of ${name}` })));
}

function words({ count, clickWindow, viewWindow }) {
  return [count && (count === "every" ? "every one" : "one a fetch"), clickWindow && `${durationWords(clickWindow)} after a click`,
    viewWindow && `${durationWords(viewWindow)} without one`].filter(Boolean).join(", ") || "as booked";
}
