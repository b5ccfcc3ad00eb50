// One line item: its numbers, its rotation shown open, and where requests were lost.

import * as api from "../api.js";
import { bar, byId, element, nothing, showProblem } from "../dom.js";
import { RangeChoice } from "../range.js";
import * as text from "../text.js";
import { label, shown } from "./metrics.js";

const RANGES = ["24h", "1h", "today", "yesterday", "7d", "30d", "month", "last-month"];
const METRICS = ["fetches", "reach", "reads", "uniqueClicks", "ctr", "engagements", "conversions", "spend"];

let page = null;

/** Shows the line item that the parameter `id` names. */
export function open(session, parameters) {
  page ??= new LineItemPage();
  page.open(session, parameters);
}

export function close() {
  page?.forget();
}

/** An answer, or why there is none. */
async function attempt(asked) {
  try {
    return { answer: await asked };
  } catch (failure) {
    return { failure };
  }
}

class LineItemPage {
  constructor() {
    this.form = byId("line-item-form");
    this.range = new RangeChoice(byId("line-item-range"), RANGES, () => this.changed());
    byId("line-item-id").addEventListener("change", () => this.changed());
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  open(session, parameters) {
    this.session = session;
    byId("line-item-id").value = parameters.get("id") ?? "";
    this.range.show({ range: parameters.get("range") ?? "24h", from: parameters.get("from"), to: parameters.get("to") }, session.zone);
    session.names.load().then(() => byId("line-item-ids").replaceChildren(...session.names.ids("lineItem")
      .map((id) => element("option", { value: id, content: session.names.of("lineItem", id) }))));
    this.read();
  }

  forget() {
    this.session = null;
    for (const place of ["line-item-numbers", "rotation", "no-fill", "line-item-ids"]) byId(place).replaceChildren();
  }

  changed() {
    const parameters = new URLSearchParams({ id: byId("line-item-id").value.trim(), ...this.range.state() });
    history.replaceState(null, "", `#line-item?${parameters}`);
    this.read();
  }

  async read() {
    const { session } = this;
    const id = byId("line-item-id").value.trim();
    const asked = this.asked = {};
    byId("line-item-title").textContent = session.names.of("lineItem", id) || id || "Line item";
    showProblem(this.form, byId("line-item-error"), id === "" ? new Error("Enter the id of a line item.") : null);
    if (id === "") return;
    const range = this.range.range();
    const path = encodeURIComponent(id);
    const [numbers, rotation, noFill] = await Promise.all([
      attempt(api.report(session.key(), { ...range, granularity: "total", groupBy: ["creative"], lineItem: [id], metrics: METRICS })),
      attempt(api.get(session.key(), `/v1/reports/rotation/${path}`)),
      attempt(api.get(session.key(), "/v1/reports/no-fill", range)),
      session.names.load(),
    ]);
    if (session !== this.session || asked !== this.asked) return;
    byId("line-item-title").textContent = session.names.of("lineItem", id) || id;
    showProblem(this.form, byId("line-item-error"), numbers.failure ?? null);
    byId("line-item-numbers").replaceChildren(...(numbers.answer ? this.numbers(numbers.answer) : []));
    byId("rotation").replaceChildren(...this.part(rotation, (answer) => this.rotation(answer), "There is no line item of this id, or rotation is not shown by this server."));
    byId("no-fill").replaceChildren(...this.part(noFill, steps, "This server does not tell where requests are lost."));
  }

  part({ answer, failure }, show, unknown) {
    if (answer) return show(answer);
    return [element("p", { className: failure.status === 404 ? "muted" : "error", content: failure.status === 404 ? unknown : failure.message })];
  }

  numbers({ rows }) {
    if (rows.length === 0) return [nothing("It was not served in this range.", "Choose a longer range, or see below where requests went.")];
    const head = element("tr", {}, element("th", { scope: "col", content: "Creative" }),
      ...METRICS.map((metric) => element("th", { scope: "col", className: "number", content: label(metric) })));
    const body = rows.map((row) => element("tr", { "data-creative": row.creative },
      element("th", { scope: "row" }, ...this.creative(row.creative)),
      ...METRICS.map((metric) => element("td", { className: "number", content: metric === "spend" ? text.money(row.spend, row.currency) : shown(metric, row[metric]) }))));
    return [scrolled("Numbers by creative", element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)))];
  }

  creative(id) {
    const name = this.session.names.of("creative", id);
    return name ? [name, element("span", { className: "under", content: id })] : [id || "none"];
  }

  rotation({ creatives = [], policy }) {
    if (creatives.length === 0) return [nothing("No creative can serve.", "Approve one under this line item.")];
    const top = Math.max(0.01, ...creatives.map(({ posterior }) => posterior?.high ?? 0));
    const head = element("tr", {}, ...[["Creative", ""], ["Fetches", "number"], ["Engaged", "number"], ["Believed engagement (5 to 95 %)", ""], ["Share now", ""], ["At least", "number"]]
      .map(([content, className]) => element("th", { scope: "col", className, content })));
    const body = creatives.map((each) => element("tr", { "data-creative": each.creativeId },
      element("th", { scope: "row" }, ...this.creative(each.creativeId)),
      element("td", { className: "number", content: shown("fetches", each.fetches) }),
      element("td", { className: "number", content: shown("engagements", each.engagements) }),
      element("td", {}, ...belief(each.posterior, top)),
      element("td", { className: "rotation-share" }, ...(typeof each.share === "number" ? [bar(each.share), text.fraction(each.share)] : ["–"])),
      element("td", { className: "number", content: typeof each.floor === "number" ? text.fraction(each.floor) : "–" })));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
    return [...(policy ? [element("p", { className: "muted small", content: `Policy: ${text.words(policy)}` })] : []), scrolled("Rotation by creative", table)];
  }
}

function scrolled(label, table) {
  return element("div", { className: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

/** The interval of a posterior on a line from 0 to `top`, and its numbers. */
function belief(posterior, top) {
  if (!posterior) return ["–"];
  const { mean, low, high } = posterior;
  const span = element("span", { className: "interval-span" });
  span.style.left = `${(low / top) * 100}%`;
  span.style.width = `${((high - low) / top) * 100}%`;
  const middle = element("span", { className: "interval-mean" });
  middle.style.left = `${(mean / top) * 100}%`;
  return [element("span", { className: "interval", "aria-hidden": "true" }, span, middle),
    element("span", { className: "small", content: `${text.fraction(mean)} (${text.fraction(low)} to ${text.fraction(high)})` })];
}

const STEPS = ["requests", "eligible", "matched", "served"];
const MEANING = {
  requests: "asked for an ad", eligible: "had a line item that could serve at all",
  matched: "had one that the rules let through", served: "got an ad",
};

/** Steps of the funnel, whether the answer has them flat, as an object or as rows. */
function steps(answer) {
  const counts = answer.funnel ?? (answer.rows?.length === 1 ? answer.rows[0] : answer.totals ?? answer);
  const known = STEPS.filter((name) => typeof counts[name] === "number");
  if (known.length === 0 || counts.requests === 0) return [nothing("No requests in this range.", "Choose a longer one.")];
  const all = counts.requests ?? Math.max(1, ...known.map((name) => counts[name]));
  const list = element("ol", { className: "steps" }, ...known.map((name) => element("li", { "data-step": name },
    element("span", {}, text.words(name), element("span", { className: "under", content: MEANING[name] })),
    bar(counts[name] / all),
    element("span", { content: `${text.count(counts[name])} (${text.share(counts[name], all)})` }))));
  return [list, ...tally("Not filled, by reason", counts.reasons ?? answer.reasons),
    ...tally("Rules that stopped a request", counts.stoppedBy ?? answer.stoppedBy)];
}

function tally(title, counts) {
  const sorted = Object.entries(counts ?? {}).filter(([, count]) => typeof count === "number" && count > 0).sort(([, a], [, b]) => b - a);
  if (sorted.length === 0) return [];
  return [element("h3", { className: "small", content: title }),
    element("dl", { className: "facts" }, ...sorted.flatMap(([name, count]) => [
      element("dt", { content: text.words(name) }), element("dd", { content: text.count(count) })]))];
}
