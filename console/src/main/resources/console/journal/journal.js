// The page on which the journal is read: by time, type, line item and fetch, page by page.

import * as api from "../api.js";
import { byId, element, nothing, showProblem } from "../dom.js";
import { RangeChoice } from "../range.js";
import * as text from "../text.js";
import { detail, verdict } from "./story.js";

const TYPES = ["fetch", "no_fill", "send", "deliver", "read", "click", "conversion", "node_visit", "choice_tap",
  "nlu_match", "flow_complete", "flow_abandon", "handoff_click", "custom", "feedback"];
const RANGES = ["1h", "15m", "24h", "today", "yesterday", "7d", "30d"];
const ROWS = 50;
const FOLLOW_MILLIS = 2000;
/** A page can be empty and not the last: so many are read before the person is asked. */
const EMPTY_PAGES = 20;
const FETCH_ID = /^[a-z]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

let page = null;

/** Shows the page; its parameters are what is looked for. */
export function open(session, parameters) {
  page ??= new JournalPage();
  page.open(session, parameters);
}

export function close() {
  page?.forget();
}

/** The address of a fetch's story. */
export const storyAddress = (messageId) => `#fetch?id=${encodeURIComponent(messageId)}`;

/** Fields of one value each: the parameter, and the element that holds it. */
const SINGLE = [["lineItem", "journal-line-item"], ["adUnit", "journal-ad-unit"], ["verdict", "journal-verdict"],
  ["order", "journal-order"], ["messageId", "journal-fetch"]];
/** Of fields that are never empty. */
const USUAL = { order: "desc" };
const VERDICTS = ["counted", "repeat", "not_a_goal", "no_click", "outside_window", "same_order", "repeated", "duplicate", "invalid_traffic", "unmatched", "test", "corrected"];

class JournalPage {
  constructor() {
    this.form = byId("journal-form");
    this.range = new RangeChoice(byId("journal-range"), RANGES, () => this.changed());
    byId("journal-types").append(...TYPES.map((type) => {
      const box = element("input", { type: "checkbox", value: type });
      box.addEventListener("change", () => this.changed());
      return element("label", {}, box, text.words(type));
    }));
    byId("journal-verdict").append(new Option("Any", ""), ...VERDICTS.map((verdict) => new Option(text.words(verdict), verdict)));
    for (const [, id] of SINGLE) byId(id).addEventListener("change", () => this.changed());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    byId("journal-reload").addEventListener("click", () => this.run());
    byId("journal-follow").addEventListener("change", () => this.follow());
    byId("journal-csv").addEventListener("click", () => this.download());
    byId("journal-next").addEventListener("click", () => this.turn(1));
    byId("journal-previous").addEventListener("click", () => this.turn(-1));
  }

  open(session, parameters) {
    const address = parameters.toString();
    if (this.session === session && (address === this.address || address === "")) {
      if (address === "" && this.address) history.replaceState(null, "", `#journal?${this.address}`);
      return;
    }
    this.session = session;
    this.address = address;
    this.range.show({ range: parameters.get("range") ?? "1h", from: parameters.get("from"), to: parameters.get("to") }, session.zone);
    for (const [name, id] of SINGLE) byId(id).value = parameters.get(name) ?? USUAL[name] ?? "";
    const types = parameters.get("eventType")?.split(",") ?? [];
    for (const box of byId("journal-types").querySelectorAll("input")) box.checked = types.includes(box.value);
    session.names.load().then(() => {
      for (const [dimension, list] of [["lineItem", "journal-line-items"], ["adUnit", "journal-ad-units"]]) {
        byId(list).replaceChildren(...session.names.ids(dimension)
          .map((id) => element("option", { value: id, content: session.names.of(dimension, id) })));
      }
    });
    this.run();
    if (parameters.get("follow") === "true") {
      byId("journal-follow").checked = true;
      this.follow();
    }
  }

  /** Newest first, and read anew while somebody looks at the first page. */
  follow() {
    clearTimeout(this.timer);
    if (!byId("journal-follow").checked || this.session === null) return;
    if (byId("journal-order").value !== "desc") {
      byId("journal-order").value = "desc";
      this.changed();
    }
    this.timer = setTimeout(async () => {
      const looking = !document.hidden && !byId("journal").hidden && this.cursors.length === 1;
      if (looking && this.session !== null) await this.run(true);
      this.follow();
    }, FOLLOW_MILLIS);
  }

  forget() {
    clearTimeout(this.timer);
    byId("journal-follow").checked = false;
    this.asking?.abort();
    this.session = null;
    this.address = undefined;
    byId("journal-table").replaceChildren();
    byId("journal-line-items").replaceChildren();
    byId("journal-ad-units").replaceChildren();
  }

  single() {
    return Object.fromEntries(SINGLE.map(([name, id]) => [name, byId(id).value.trim()]));
  }

  types() {
    return [...byId("journal-types").querySelectorAll("input:checked")].map((box) => box.value);
  }

  changed() {
    const parameters = new URLSearchParams(this.range.state());
    const typed = { ...this.single(), eventType: this.types().join(",") };
    for (const [name, value] of Object.entries(typed)) if (value && value !== USUAL[name]) parameters.set(name, value);
    this.address = parameters.toString();
    history.replaceState(null, "", `#journal?${this.address}`);
    this.run();
  }

  /**
   * A range that ends ahead of now would skip what comes while pages are turned: it ends now. Of a
   * fetch all is read, whenever it was, unless two times are chosen.
   */
  query() {
    const { from, to } = this.range.range();
    const own = this.range.state().range === "custom";
    const messageId = byId("journal-fetch").value.trim();
    const range = { from, to: own ? to : new Date(Math.min(Date.parse(to), Date.now())).toISOString() };
    return {
      ...(messageId !== "" && !own ? {} : range),
      eventType: this.types(),
      ...this.single(),
    };
  }

  /** Reads the first page; `again` leaves what is shown as it is until then. */
  run(again = false) {
    this.asking?.abort();
    this.asking = new AbortController();
    this.cursors = [""];
    this.request = this.query();
    const types = this.types();
    byId("journal-type-count").textContent = types.length === 0 ? "all" : types.map(text.words).join(", ");
    const { messageId } = this.request;
    if (messageId !== "" && !FETCH_ID.test(messageId)) {
      this.fail(Object.assign(new Error("A fetch's id looks like native-0196b7f0-…; copy all of it."), { field: "messageId" }));
      return Promise.resolve();
    }
    return this.readPage(this.asking.signal, again);
  }

  async readPage(signal, again = false) {
    if (!again) {
      byId("journal-state").textContent = "Reading …";
      byId("journal-result").setAttribute("aria-busy", "true");
    }
    const items = [];
    let cursor = this.cursors.at(-1);
    try {
      for (let pages = 0; pages < EMPTY_PAGES; pages++) {
        const limit = ROWS - items.length;
        const answer = await api.get(this.session.key(), "/v1/journal", { ...this.request, limit, cursor });
        if (signal.aborted) return;
        items.push(...answer.items);
        cursor = answer.nextCursor ?? "";
        if (cursor === "" || items.length >= ROWS) break;
      }
      this.next = cursor;
      showProblem(this.form, byId("journal-error"), null);
      this.show(items);
    } catch (failure) {
      if (!signal.aborted) this.fail(failure);
    }
  }

  fail(failure) {
    if (failure.status === 401) {
      this.session.refused("The key no longer works. Sign in with another.");
      return;
    }
    showProblem(this.form, byId("journal-error"), failure);
    this.next = "";
    this.show(null);
  }

  turn(by) {
    if (by > 0) this.cursors.push(this.next);
    else this.cursors.pop();
    this.readPage(this.asking.signal);
  }

  /** Rows, or nothing at all when they could not be read. */
  show(items) {
    const page = this.cursors.length;
    byId("journal-result").setAttribute("aria-busy", "false");
    byId("journal-state").textContent = items === null ? "" : `${text.count(items.length)} ${items.length === 1 ? "event" : "events"}`;
    byId("journal-previous").disabled = page === 1;
    byId("journal-next").disabled = this.next === "";
    byId("journal-next").parentElement.hidden = page === 1 && this.next === "";
    byId("journal-page").textContent = `Page ${page}`;
    byId("journal-table").hidden = !items?.length;
    byId("journal-empty").replaceChildren(...(items?.length === 0
      ? [nothing("No event was found.", "Choose a longer range or fewer conditions, or wait for traffic.")] : []));
    if (!items) return;
    const headings = ["Journaled", "Event", "Verdict", "Fetch", "Line item", "Ad unit", "Detail"];
    byId("journal-table").replaceChildren(
      element("thead", {}, element("tr", {}, ...headings.map((content) => element("th", { scope: "col", content })))),
      element("tbody", {}, ...items.map((item) => this.row(item))));
  }

  row(item) {
    const name = item.lineItemId ? this.session.names.of("lineItem", item.lineItemId) : "";
    const fetched = item.messageId
      ? element("a", { className: "id", href: storyAddress(item.messageId), content: `…${item.messageId.slice(-8)}`, title: item.messageId, "aria-label": `Story of fetch ${item.messageId}` })
      : "–";
    const line = element("tr", { "data-event": item.eventId, className: item.messageId ? "leads" : "" },
      element("th", { scope: "row", className: "start", title: item.journaledAt },
        element("span", { className: "day", content: `${text.day(item.journaledAt, this.session.zone)}, ` }), text.timeOfDay(item.journaledAt, this.session.zone)),
      element("td", { className: "start", content: text.words(item.eventType) }),
      element("td", {}, verdict(item.verdict)),
      element("td", {}, fetched),
      element("td", { className: "named", content: name || item.lineItemId || "–", title: item.lineItemId ?? null }),
      element("td", { content: item.adUnit ?? "–" }),
      element("td", { className: "detail", content: detail(item) }));
    line.addEventListener("click", ({ target }) => {
      if (item.messageId && !target.closest("a") && getSelection().isCollapsed) location.hash = storyAddress(item.messageId);
    });
    return line;
  }

  async download() {
    const button = byId("journal-csv");
    button.disabled = true;
    try {
      await api.download(this.session.key(), "/v1/journal", this.request, "text/csv", "journal.csv");
    } catch (failure) {
      showProblem(this.form, byId("journal-error"), failure);
    } finally {
      button.disabled = false;
    }
  }
}
