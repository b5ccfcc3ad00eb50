// Audits: start one, follow it, and see each difference.

import * as api from "../api.js";
import { byId, element, nothing, showProblem } from "../dom.js";
import { tree } from "../journal/decision.js";
import { RangeChoice, fromWall } from "../range.js";
import { label } from "../report/metrics.js";
import * as text from "../text.js";

const RANGES = ["24h", "1h", "today", "yesterday", "7d", "30d", "month", "last-month"];
const POLL_MILLIS = 700;
const MOST_ROWS = 500;
/** Columns of the differences, those that are there; any others follow. */
const COLUMNS = ["cause", "metric", "served", "replayed", "granularity", "start", "application", "adUnit", "campaign", "lineItem",
  "creative", "format", "conversionGoal", "conversionName", "eventName", "currency", "corrections", "topic", "partition", "offset"];
const FACTS = ["from", "to", "asOf", "startedAt", "finishedAt", "records", "cells", "changingCells", "differenceCount", "reason", "description"];
const BROKEN_COLUMNS = ["problem", "hour", "topic", "partition", "firstOffset", "lastOffset"];
const STATUS = { running: ["warn", "Running"], passed: ["good", "Passed"], failed: ["bad", "Failed"] };

let page = null;

/** Shows the page; the parameter `id` names the audit to show. */
export function open(session, parameters) {
  page ??= new AuditPage();
  page.open(session, parameters.get("id") ?? "");
}

export function close() {
  page?.forget();
}

class AuditPage {
  constructor() {
    this.form = byId("audit-form");
    this.range = new RangeChoice(byId("audit-range"), RANGES, () => {});
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  open(session, id) {
    if (this.session !== session) {
      this.session = session;
      this.range.show({ range: "24h" }, session.zone);
    }
    this.id = id;
    byId("audit-one").hidden = id === "";
    this.list();
    if (id !== "") this.follow(id);
  }

  forget() {
    clearTimeout(this.timer);
    this.session = null;
    this.id = "";
    byId("audit-one").hidden = true;
    byId("audit-list").replaceChildren();
    byId("audit-as-of").value = "";
  }

  async start() {
    const { session } = this;
    const asOf = byId("audit-as-of").value;
    const body = { ...this.range.range(), ...(asOf ? { asOf: fromWall(asOf, session.zone)?.toISOString() } : {}) };
    byId("audit-start").disabled = true;
    try {
      const { id } = await api.post(session.key(), "/v1/audits", body);
      showProblem(this.form, byId("audit-error"), null);
      if (session === this.session) location.hash = `#audits?id=${encodeURIComponent(id)}`;
    } catch (failure) {
      showProblem(this.form, byId("audit-error"), known(failure));
    } finally {
      byId("audit-start").disabled = false;
    }
  }

  /** Asks again while it runs, and this page is shown. */
  async follow(id) {
    clearTimeout(this.timer);
    const { session } = this;
    let audit;
    try {
      audit = await api.get(session.key(), `/v1/audits/${encodeURIComponent(id)}`);
    } catch (failure) {
      if (session !== this.session || id !== this.id) return;
      byId("audit-one").hidden = true;
      showProblem(this.form, byId("audit-error"), failure.status === 404
        ? new Error("There is no such audit. Only the latest are kept: start it again.") : failure);
      return;
    }
    if (session !== this.session || id !== this.id) return;
    this.show(audit);
    if (audit.status === "running") {
      this.timer = setTimeout(() => { if (!byId("audits").hidden) this.follow(id); }, POLL_MILLIS);
    } else {
      this.list();
    }
  }

  show(audit) {
    const { zone } = this.session;
    const [kind, status] = STATUS[audit.status] ?? ["", text.words(audit.status ?? "")];
    const running = audit.status === "running";
    byId("audit-one").hidden = false;
    byId("audit-verdict").replaceChildren(element("span", { className: `badge ${kind}`, content: status }));
    byId("audit-progress").hidden = !running;
    byId("audit-progress").value = audit.progress ?? 0;
    byId("audit-facts").replaceChildren(
      ...(running ? [element("p", { className: "muted small", content: `${Math.floor((audit.progress ?? 0) * 100)} % read` })] : []),
      element("dl", { className: "facts" }, ...FACTS.filter((name) => audit[name] !== undefined && audit[name] !== null).flatMap((name) => [
        element("dt", { content: text.words(name) }), element("dd", { content: fact(audit[name], zone) })])));
    this.differences(audit);
    this.manifests(audit.manifests);
    const rest = Object.entries(audit).filter(([name]) => !FACTS.includes(name) && !["id", "status", "progress", "differences", "manifests"].includes(name));
    byId("audit-more").replaceChildren(...(rest.length > 0
      ? [element("details", {}, element("summary", { content: rest.map(([name]) => text.words(name)).join(", ") }), tree(Object.fromEntries(rest)))] : []));
  }

  /** Whether the journal is as it was sealed. */
  manifests(manifests) {
    const table = byId("audit-broken");
    byId("audit-manifests").hidden = manifests === undefined;
    table.parentElement.hidden = (manifests?.broken ?? []).length === 0;
    table.replaceChildren();
    if (manifests === undefined) return;
    const { verified = 0, unsealed = 0, notAvailable = 0, brokenCount = 0, broken = [] } = manifests;
    const hours = (number) => `${text.count(number)} ${number === 1 ? "hour" : "hours"}`;
    const more = [...(unsealed > 0 ? [`${hours(unsealed)} not sealed yet`] : []), ...(notAvailable > 0 ? [`${hours(notAvailable)} no longer kept`] : [])];
    const verdict = brokenCount > 0 ? `The journal is not as it was sealed in ${hours(brokenCount)}; ${hours(verified)} verified`
      : verified > 0 ? `The journal is as it was sealed: ${hours(verified)} of its partitions verified` : "No hour of the journal was sealed";
    byId("audit-manifests").textContent = `${[verdict, ...more].join(", ")}.`;
    if (broken.length === 0) return;
    table.append(
      element("caption", { className: "small", content: "Hours of the journal that are not as they were sealed" }),
      element("thead", {}, element("tr", {}, ...BROKEN_COLUMNS.map((name) => element("th", { scope: "col", content: text.words(name) })))),
      element("tbody", {}, ...broken.slice(0, MOST_ROWS).map((each) => element("tr", {}, ...BROKEN_COLUMNS.map((name) => this.brokenCell(each, name))))));
  }

  brokenCell(broken, name) {
    if (name === "problem") {
      return element("td", { className: "wordy" }, element("strong", { content: text.words(String(broken.problem)) }),
        element("span", { className: "under", content: broken.description ?? "" }));
    }
    const number = typeof broken[name] === "number";
    return element("td", { className: number ? "number" : "", content: fact(broken[name], this.session.zone) });
  }

  differences({ status, differences = [] }) {
    const table = byId("audit-differences");
    table.parentElement.hidden = differences.length === 0;
    table.replaceChildren();
    if (status === "passed") byId("audit-facts").append(nothing("No difference.", "Every number that reports serve is what the journal says."));
    if (differences.length === 0) return;
    const fields = new Set(differences.flatMap((each) => Object.keys(each)));
    if (fields.has("cause")) fields.delete("description");
    const columns = [...COLUMNS.filter((name) => fields.delete(name)), ...fields];
    const used = columns.filter((name) => differences.some((each) => each[name] !== undefined && each[name] !== null && each[name] !== ""));
    const numeric = new Set(["served", "replayed"]);
    table.append(
      element("caption", { className: "small", content: differences.length > MOST_ROWS ? `The first ${MOST_ROWS} of ${text.count(differences.length)} differences` : `${text.count(differences.length)} differences` }),
      element("thead", {}, element("tr", {}, ...used.map((name) => element("th", { scope: "col", className: numeric.has(name) ? "number" : "", content: text.words(name) })))),
      element("tbody", {}, ...differences.slice(0, MOST_ROWS).map((each) => element("tr", {}, ...used.map((name) => this.cell(each, name))))));
  }

  cell(difference, name) {
    if (name === "cause") {
      return element("td", { className: "wordy" }, element("strong", { content: text.words(String(difference.cause ?? "–")) }),
        element("span", { className: "under", content: difference.description ?? "" }));
    }
    const className = name === "served" || name === "replayed" ? "number" : name === "description" ? "wordy" : "";
    const value = difference[name];
    return element("td", { className, content: name === "metric" ? label(String(value)) : fact(value, this.session.zone) });
  }

  async list() {
    const { session } = this;
    let items = [];
    try {
      ({ items = [] } = await api.get(session.key(), "/v1/audits"));
    } catch (failure) {
      if (session !== this.session) return;
      showProblem(this.form, byId("audit-error"), known(failure));
      return;
    }
    if (session !== this.session) return;
    byId("audit-list").hidden = items.length === 0;
    byId("audit-none").replaceChildren(...(items.length === 0
      ? [nothing("No audit yet.", "Choose a range above and start one; it reads the journal from its beginning.")] : []));
    const head = element("tr", {}, ...["Started", "From", "To", "As of", "Status"].map((content) => element("th", { scope: "col", content })));
    byId("audit-list").replaceChildren(element("thead", {}, head), element("tbody", {}, ...items.map((audit) => this.row(audit))));
  }

  row(audit) {
    const { zone } = this.session;
    const at = (instant) => (instant ? text.moment(instant, zone) : "–");
    const [kind, status] = STATUS[audit.status] ?? ["", audit.status ?? "–"];
    return element("tr", { "data-audit": audit.id },
      element("th", { scope: "row", className: "start" }, element("a", { href: `#audits?id=${encodeURIComponent(audit.id)}`, content: at(audit.startedAt ?? audit.from) })),
      element("td", { className: "start", content: at(audit.from) }), element("td", { className: "start", content: at(audit.to) }),
      element("td", { className: "start", content: at(audit.asOf) }),
      element("td", {}, element("span", { className: `badge ${kind}`, content: status })));
  }
}

const known = (failure) => (failure.status === 404 ? new Error("This server makes no audits.") : failure);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function fact(value, zone) {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "number") return text.count(value);
  if (typeof value === "object") return JSON.stringify(value);
  return INSTANT.test(value) ? text.moment(value, zone) : String(value);
}
