// The form of a report, and its state in the address: never the key.

import * as api from "../api.js";
import { button, byId, element } from "../dom.js";
import { RangeChoice } from "../range.js";
import { ATTRIBUTE, DIMENSIONS, METRICS, SHADOW_METRICS, USUAL, definition, isDimension, isMetric, isOfShadows, label } from "./metrics.js";
import { offer } from "./versions.js";

const RANGES = ["1h", "24h", "today", "yesterday", "7d", "30d", "month", "last-month"];
export const FIRST = {
  range: "24h", granularity: "total", groupBy: ["lineItem"], metrics: USUAL, corrections: "", compare: "", attribution: "", filters: [], sort: "", chart: "",
};

/** State from the fragment's parameters; what is not there is as at first. */
export function read(parameters) {
  const list = (name, isKnown, otherwise) => (parameters.has(name)
    ? parameters.get(name).split(",").filter(isKnown) : otherwise);
  const first = parameters.size === 0;
  return {
    range: parameters.get("range") ?? FIRST.range,
    from: parameters.get("from") ?? "",
    to: parameters.get("to") ?? "",
    granularity: parameters.get("granularity") ?? FIRST.granularity,
    groupBy: list("groupBy", isDimension, first ? FIRST.groupBy : []),
    metrics: list("metrics", isMetric, FIRST.metrics),
    corrections: parameters.get("corrections") ?? "",
    compare: parameters.get("compare") === "previous" ? "previous" : "",
    attribution: parameters.get("attribution") ?? "",
    filters: [...parameters].filter(([name]) => isDimension(name)),
    sort: parameters.get("sort") ?? "",
    chart: parameters.get("chart") ?? "",
  };
}

/** The fragment of a state. */
export function write(state) {
  const parameters = new URLSearchParams({ range: state.range });
  if (state.range === "custom") {
    parameters.set("from", state.from);
    parameters.set("to", state.to);
  }
  parameters.set("granularity", state.granularity);
  if (state.groupBy.length > 0) parameters.set("groupBy", state.groupBy.join(","));
  if (state.metrics.join() !== USUAL.join()) parameters.set("metrics", state.metrics.join(","));
  if (state.metrics.some(isOfShadows)) parameters.set("shadow", "true");
  for (const name of ["corrections", "compare", "attribution", "sort", "chart"]) if (state[name]) parameters.set(name, state[name]);
  for (const [dimension, value] of state.filters) parameters.append(dimension, value);
  return `#reports?${parameters}`;
}

export class Builder {
  /** `changed()` is called when the person chose something else. */
  constructor(changed) {
    this.changed = changed;
    this.form = byId("report-form");
    this.range = new RangeChoice(byId("report-range"), RANGES, changed);
    const check = (name, text) => {
      const box = element("input", { type: "checkbox", value: name });
      box.addEventListener("change", () => this.countMetrics());
      box.addEventListener("change", changed);
      return element("label", { title: definition(name) }, box, text);
    };
    this.check = check;
    byId("report-group-by").append(...DIMENSIONS.map(([name, text]) => check(name, text)));
    byId("report-metrics").append(...METRICS.map(([group, metrics]) => element("fieldset", { className: "field metric-group" },
      element("legend", { content: group }),
      element("div", { className: "checks" }, ...metrics.map(([name, text]) => check(name, text))))), this.shadowGroup(check));
    byId("report-granularity").addEventListener("change", changed);
    byId("report-corrections").addEventListener("change", changed);
    byId("report-compare").addEventListener("change", changed);
    byId("report-attribution").addEventListener("change", () => {
      this.beside();
      changed();
    });
    byId("report-add-filter").addEventListener("click", () => this.addFilter("lineItem", "").focus());
    this.form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** Its metrics are offered once it is ticked. */
  shadowGroup(check) {
    this.shadow = element("input", { type: "checkbox", value: "" });
    this.shadowChecks = element("div", { className: "checks", hidden: "" }, ...SHADOW_METRICS.map(([name, text]) => check(name, text)));
    this.shadow.addEventListener("change", () => {
      this.shadowChecks.hidden = !this.shadow.checked;
      for (const box of this.shadowChecks.querySelectorAll("input")) box.checked = this.shadow.checked;
      this.countMetrics();
      this.changed();
    });
    return element("fieldset", { className: "field metric-group" }, element("legend", { content: "Shadow line items" }),
      element("label", {}, this.shadow, "Shadow: what they would have served"), this.shadowChecks);
  }

  /** The attributes that the org reports by, and those of this state, which is an address that may be older. */
  async offerAttributes(state, session) {
    this.dimensions = [...DIMENSIONS];
    const offer = (names) => {
      for (const name of names.filter((each) => !this.dimensions.some(([known]) => known === each))) {
        this.dimensions.push([name, label(name)]);
        const box = this.check(name, label(name));
        // Only the new one: the person may have chosen among the others by now.
        box.firstChild.checked = state.groupBy.includes(name);
        byId("report-group-by").append(box);
        for (const select of byId("report-filters").querySelectorAll("select")) select.append(new Option(label(name), name));
      }
    };
    for (const box of byId("report-group-by").querySelectorAll(`input[value^="${ATTRIBUTE}"]`)) box.parentElement.remove();
    offer([...state.groupBy, ...state.filters.map(([name]) => name)].filter((name) => name.startsWith(ATTRIBUTE)));
    try {
      const settings = await api.get(session.key(), "/v1/manage/settings");
      if (this.names === session.names) offer((settings.reportedAttributes ?? []).map((name) => ATTRIBUTE + name));
    } catch {
      // Without the right to read the settings there are the dimensions of every org.
    }
  }

  show(state, session) {
    this.names = session.names;
    this.offerAttributes(state, session);
    this.range.show(state, session.zone);
    byId("report-granularity").value = state.granularity;
    byId("report-corrections").value = state.corrections;
    byId("report-compare").value = state.compare;
    this.versions([], state.attribution);
    api.get(session.key(), "/v1/attributions").then(({ items }) => this.versions(items, this.state().attribution), () => {});
    this.tick("report-group-by", state.groupBy);
    this.tick("report-metrics", state.metrics);
    this.shadow.checked = state.metrics.some(isOfShadows);
    this.shadowChecks.hidden = !this.shadow.checked;
    byId("report-filters").replaceChildren();
    for (const [dimension, value] of state.filters) this.addFilter(dimension, value);
    this.countMetrics();
  }

  versions(items, chosen) {
    offer(byId("report-attribution"), items, chosen);
    this.beside();
  }

  /** A version stands beside what is booked, and so beside no other range. */
  beside() {
    const compare = byId("report-compare");
    compare.disabled = byId("report-attribution").value !== "";
    if (compare.disabled) compare.value = "";
  }

  tick(place, names) {
    for (const box of byId(place).querySelectorAll("input")) box.checked = names.includes(box.value);
  }

  ticked(place) {
    return [...byId(place).querySelectorAll("input:checked")].map((box) => box.value).filter((name) => name !== "");
  }

  countMetrics() {
    const metrics = this.ticked("report-metrics");
    byId("report-metric-count").textContent = metrics.length === 0
      ? "none: choose one or more" : `${metrics.map(label).join(", ")}`;
  }

  addFilter(dimension, value) {
    const number = ++this.filterNumber || (this.filterNumber = 1);
    const list = element("datalist", { id: `filter-values-${number}` });
    const chosen = element("select", { "aria-label": "Filter by" });
    for (const [name, text] of this.dimensions ?? DIMENSIONS) chosen.append(new Option(text, name, false, name === dimension));
    const input = element("input", { list: list.id, "aria-label": "Value to keep", autocomplete: "off", spellcheck: "false", placeholder: "id" });
    input.value = value;
    const line = element("div", { className: "filter", "data-field": dimension }, chosen, "is", input, list);
    const suggest = () => list.replaceChildren(...this.names.ids(chosen.value)
      .map((id) => element("option", { value: id, content: this.names.of(chosen.value, id) })));
    this.names.load().then(suggest);
    suggest();
    chosen.addEventListener("change", () => {
      line.dataset.field = chosen.value;
      suggest();
      if (input.value !== "") this.changed();
    });
    input.addEventListener("change", this.changed);
    line.append(button("Remove", () => {
      line.remove();
      byId("report-add-filter").focus();
      this.changed();
    }, { "aria-label": "Remove this filter" }));
    byId("report-filters").append(line);
    return input;
  }

  state() {
    return {
      ...this.range.state(),
      granularity: byId("report-granularity").value,
      groupBy: this.ticked("report-group-by"),
      metrics: this.ticked("report-metrics"),
      corrections: byId("report-corrections").value,
      compare: byId("report-compare").value,
      attribution: byId("report-attribution").value,
      filters: [...byId("report-filters").children]
        .map((line) => [line.querySelector("select").value, line.querySelector("input").value.trim()])
        .filter(([, value]) => value !== ""),
    };
  }

  /** The parameters of `GET /v1/reports`, without sorting and paging. */
  request() {
    const state = this.state();
    const request = {
      ...this.range.range(), granularity: state.granularity, groupBy: state.groupBy, metrics: state.metrics,
      corrections: state.corrections, compare: state.attribution ? "booked" : state.compare, attribution: state.attribution,
      ...(state.metrics.some(isOfShadows) ? { shadow: "true" } : {}),
    };
    for (const [dimension, value] of state.filters) (request[dimension] ??= []).push(value);
    return request;
  }
}
