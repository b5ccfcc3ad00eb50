// The ways that people took through a flow: a tree whose bands are as wide as their share, and a table.

import * as api from "../api.js";
import { bar, button, element, nothing } from "../dom.js";
import { table } from "../lists.js";
import { Page, badge, heading, link, panel } from "../page.js";
import { RangeChoice } from "../range.js";
import * as text from "../text.js";
import { drawTree } from "./path-tree.js";

const RANGES = ["24h", "1h", "today", "yesterday", "7d", "30d", "month", "last-month"];
const END_KINDS = { completed: "good", open: "" };

const page = new Page("flow-paths", draw, { manages: false });
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters, shown) {
  const creative = parameters.get("creative") ?? "";
  const { form, range } = question(session, parameters);
  const head = [heading("Paths through a flow", beside(session, creative)), form];
  if (creative === "") return [...head, panel("Paths", {}, nothing("No flow is chosen.", "Enter the id of a flow creative."))];
  const read = (version) => api.get(session.key(), `/v1/reports/flows/${encodeURIComponent(creative)}/paths`, { ...range, version });
  const chosen = parameters.get("version") ?? "newest";
  let told = await read(/^\d+$/.test(chosen) ? chosen : "");
  if (!shown()) return [];
  // Versions may have other nodes, so one at a time is shown unless all are asked for.
  if (chosen === "newest" && told.versions.length > 1) told = await read(told.versions[0].version);
  return [...head, ...answer(told, parameters)];
}

function beside(session, creative) {
  const more = session.manages && creative ? [" · ", link("creative", { id: creative }, session.names.of("creative", creative) || creative)] : [];
  return element("p", { className: "muted" }, link("reports", {}, "Reports"), ...more);
}

/** The form that names the creative and the range, and the range as it is now. */
function question(session, parameters) {
  const creative = element("input", { id: "paths-creative", list: "paths-creatives", autocomplete: "off", spellcheck: "false", placeholder: "id of a flow creative", value: parameters.get("creative") });
  const list = element("datalist", { id: "paths-creatives" });
  session.names.load().then(() => list.replaceChildren(...session.names.flows.map((id) => element("option", { value: id }))));
  const rangePlace = element("div", { className: "field" },
    element("label", { for: "paths-range", content: "Ads fetched" }), element("select", { id: "paths-range" }),
    element("div", { className: "own-range", hidden: "" },
      element("label", {}, "From ", element("input", { type: "datetime-local" })),
      element("label", {}, "To ", element("input", { type: "datetime-local" })),
      element("p", { className: "muted small" }, "Time zone ", element("span", { className: "zone" }), "; the end is exclusive.")));
  const go = (version) => {
    location.hash = `#flow-paths?${new URLSearchParams({ creative: creative.value.trim(), ...range.state(), version })}`;
  };
  const range = new RangeChoice(rangePlace, RANGES, () => go(parameters.get("version") ?? "newest"));
  range.show({ range: parameters.get("range") ?? "24h", from: parameters.get("from"), to: parameters.get("to") }, session.zone);
  creative.addEventListener("change", () => go("newest"));
  const form = element("form", { className: "panel builder", "aria-label": "Flow", novalidate: "" },
    element("div", { className: "builder-row" },
      element("div", { className: "field" }, element("label", { for: "paths-creative", content: "Creative" }), creative, list), rangePlace));
  form.addEventListener("submit", (event) => event.preventDefault());
  return { form, range: range.range() };
}

function answer(told, parameters) {
  const note = told.sample ? `Of a sample: ${text.fraction(told.sample)} of all walks.` : "";
  if (told.walks === 0) {
    return [panel("Paths", { beside: versions(told, parameters) }, nothing("Nobody went through this flow in the range.", "Choose a longer range or another version, or play the flow: ./interlude sms"))];
  }
  const tree = element("div", { className: "scroll path-tree", tabindex: "0", role: "region", "aria-label": "Tree of the paths" });
  drawTree(tree, told);
  return [
    panel("Where people went", { note, beside: versions(told, parameters) },
      element("p", { className: "muted", content: summary(told) }), tree,
      element("p", { className: "muted small", content: "A band is as wide as its share of all walks. Times are those that half of the walks took since the step before." })),
    panel("Paths", { note: "The most taken first." },
      table("Paths", [["Share", "path-share"], ["Walks", "number"], "Path", "End", ["Half took", "number wide"], ["Nine in ten took", "number wide"]],
        told.paths.map((path) => row(path))),
      ...(told.otherWalks > 0 ? [element("p", { className: "muted small", content: `${text.count(told.otherWalks)} walks took ${text.count(told.otherPaths)} other paths.` })] : [])),
  ];
}

/** Versions of the creative as buttons, the one that is shown pressed. */
function versions(told, parameters) {
  if (told.versions.length === 0) return [];
  const choose = (version) => () => {
    const next = new URLSearchParams(parameters);
    next.set("version", version);
    location.hash = `#flow-paths?${next}`;
  };
  const shown = told.version ?? (told.versions.length === 1 ? told.versions[0].version : "all");
  const all = told.versions.length > 1 ? [["all", "All versions"]] : [];
  return [...all, ...told.versions.map(({ version, walks }) => [version, `Version ${version} (${text.count(walks)})`])]
    .map(([version, label]) => button(label, choose(version), { "aria-pressed": String(version === shown), "data-version": version }));
}

function summary({ walks, ends }) {
  const told = Object.entries(ends).sort(([, a], [, b]) => b - a)
    .map(([end, count]) => `${text.share(count, walks)} ${endWords(end)}`);
  return `${text.count(walks)} ${walks === 1 ? "walk" : "walks"}: ${told.join(", ")}.`;
}

const endWords = (end) => text.words(end).toLowerCase();

function row({ walks, share, end, medianMillis, p90Millis, steps }) {
  return element("tr", {},
    element("td", { className: "path-share" }, bar(share), text.fraction(share)),
    element("td", { className: "number", content: text.count(walks) }),
    element("th", { scope: "row", className: "path-steps" }, ...steps.flatMap((each, i) => (i === 0 ? [stepNode(each)] : [" → ", stepNode(each)]))),
    element("td", {}, badge(endWords(end), END_KINDS[end] ?? "warn")),
    element("td", { className: "number wide", content: text.length(medianMillis) }),
    element("td", { className: "number wide", content: text.length(p90Millis) }));
}

function stepNode({ nodeId, choiceId, intent, medianMillis }) {
  const kind = choiceId ? "choice" : intent ? "intent" : "node";
  return element("span", { className: `path-step ${kind}`, title: `${text.length(medianMillis)} after the step before`,
    content: choiceId ?? (intent ? `“${intent}”` : nodeId) });
}
