// How a fetch was decided: whether it can be recomputed, each candidate rule by rule, draw and rotation.

import { element } from "../dom.js";
import * as text from "../text.js";
import { inWords as said, ruleWords } from "../try/verdicts.js";

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
/** Shown in parts of their own. */
const SHOWN = ["recomputed", "candidates", "disqualifications", "messageId", "eventId", "eventType"];

/** Everything that the answer has; of what is not known the fields are listed as they are. */
export function decision(answer, session) {
  const facts = Object.fromEntries(Object.entries(answer).filter(([name]) => !SHOWN.includes(name)));
  return [
    ...compared(answer.recomputed),
    ...candidates(answer, session),
    element("details", {}, element("summary", { content: "State read, draw and rotation" }), tree(facts)),
  ];
}

function compared(recomputed) {
  if (!recomputed) return [];
  const { matches, differences = [] } = recomputed;
  if (matches) {
    return [element("p", { className: "match" }, element("span", { className: "badge good", content: "matches" }),
      " Decided again from the journal and the catalogue as it was, the outcome is the recorded one.")];
  }
  const rows = differences.map((each) => element("tr", {}, element("th", { scope: "row", content: each.what ?? "" }),
    element("td", { content: inWords(each.recorded) }), element("td", { content: inWords(each.recomputed) })));
  const head = element("tr", {}, ...["What", "Recorded", "Recomputed"].map((content) => element("th", { scope: "col", content })));
  return [element("p", { className: "match" }, element("span", { className: "badge bad", content: "differs" }),
    " Decided again, these results differ:"),
  scrolled("Results that differ", element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)))];
}

function candidates({ candidates: all, candidateCount, disqualifications = [] }, session) {
  if (!Array.isArray(all)) return [];
  if (all.length === 0) return [element("p", { className: "muted", content: "No line item was active, or none could be shown in this ad unit and format." })];
  const head = element("tr", {}, ...[["Line item", ""], ["Outcome", ""], ["Priority", "number"], ["Weight", "number"], ["Relevance", "number"], ["Urgency", "number"], ["Why", ""]]
    .map(([content, className]) => element("th", { scope: "col", className, content })));
  const rows = all.map((candidate) => row(candidate, disqualifications.filter((each) => each.lineItemId === candidate.lineItemId), session));
  const table = element("table", { id: "candidates" }, element("thead", {}, head), element("tbody", {}, ...rows));
  const more = candidateCount > all.length ? [element("p", { className: "muted small", content: `${text.count(all.length)} of ${text.count(candidateCount)} candidates are listed.` })] : [];
  return [scrolled("Candidates", table), ...more];
}

const GOOD = ["served", "selected", "won", "eligible", "passed"];

function row(candidate, disqualifications, session) {
  const id = candidate.lineItemId ?? "";
  const name = candidate.lineItemName || session.names.of("lineItem", id) || id;
  const outcome = String(candidate.rule ?? candidate.verdict ?? candidate.outcome ?? "");
  const number = (value) => element("td", { className: "number", content: typeof value === "number" ? NUMBER.format(value) : "–" });
  const why = disqualifications.length > 0 ? disqualifications : (candidate.rules ?? []).flatMap((rule) => rule.found ?? []);
  const details = Object.fromEntries(["pacing", "frequencyCaps", "rules", "minRelevance", "campaignId"]
    .filter((field) => candidate[field] !== undefined).map((field) => [field, candidate[field]]));
  return element("tr", { "data-candidate": id },
    element("th", { scope: "row" }, name, element("span", { className: "under", content: id })),
    element("td", {}, element("span", { className: `badge ${GOOD.includes(outcome) ? "good" : ""}`, content: outcome === "" ? "–" : ruleWords(outcome) })),
    number(candidate.priority), number(candidate.weight), number(candidate.relevance), number(candidate.urgency),
    element("td", { className: "why" }, ...why.map((each) => element("p", { content: reason(each, session) })),
      ...(Object.keys(details).length > 0 ? [element("details", {}, element("summary", { content: "Rule by rule", "aria-label": `Rule by rule: ${name}` }), tree(details))] : [])));
}

/** In the words of a test fetch. */
function reason({ rule = "", message = "", expected, actual, creativeId }, session) {
  const known = new Map(session.names.ids("lineItem").map((id) => [id, { name: session.names.of("lineItem", id) }]));
  const words = (value) => (typeof value === "string" ? said(value, rule, known, session.zone) : inWords(value));
  const sides = [expected !== undefined && `wanted ${words(expected)}`, actual !== undefined && `found ${words(actual)}`].filter(Boolean).join(", ");
  const creative = creativeId ? `Creative ${session.names.of("creative", creativeId) || creativeId}: ` : "";
  return `${creative}${words(message)}${sides ? ` (${sides})` : ""}`;
}

function inWords(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return NUMBER.format(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Any JSON as nested lists of facts; objects in a list are numbered. */
export function tree(value) {
  const entries = Array.isArray(value) ? value.map((each, i) => [nameOf(each) ?? String(i + 1), each]) : Object.entries(value);
  if (entries.length === 0) return element("span", { className: "muted", content: "none" });
  return element("dl", { className: "facts" }, ...entries.flatMap(([name, each]) => {
    const isTree = each !== null && typeof each === "object" && Object.keys(each).length > 0;
    const isFlat = Array.isArray(each) && each.every((one) => one === null || typeof one !== "object");
    return [element("dt", { content: Array.isArray(value) ? name : text.words(name) }),
      isTree && !isFlat ? element("dd", {}, tree(each)) : element("dd", { content: leaf(each) })];
  }));
}

const nameOf = (value) => value?.rule ?? value?.creativeId ?? value?.lineItemId ?? value?.scope;

function leaf(value) {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(inWords).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value !== null && typeof value === "object" ? "none" : inWords(value);
}

function scrolled(label, table) {
  return element("div", { className: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}
