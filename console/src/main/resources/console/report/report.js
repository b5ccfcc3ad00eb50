// The page on which reports are built: form, chart, table, file.

import * as api from "../api.js";
import { Plot } from "../charts.js";
import { byId, element, nothing, showProblem } from "../dom.js";
import * as text from "../text.js";
import { Builder, read, write } from "./builder.js";
import { FunnelView } from "./funnel.js";
import { changesIn, listed } from "./marks.js";
import { definition, isAttributed, isDimension, isMetric, isMoney, isRate, label, shown } from "./metrics.js";
import { plotOf } from "./plot.js";
import { SavedReports } from "./saved.js";

const QUIET_MILLIS = 250;
const ROWS = 50;
/** Of fewer fetches than these a click rate says little. */
const FEW = 100;
const BEFORE = ".before";
/** From what is sold down to what is seen and where. */
const NARROWER = ["campaign", "lineItem", "creative", "adUnit", "format"];

let page = null;

/** Shows the page; its parameters are the state of the builder. */
export function open(session, parameters) {
  page ??= new ReportPage();
  page.open(session, parameters);
}

export function close() {
  page?.forget();
}

class ReportPage {
  constructor() {
    this.builder = new Builder(() => this.changed());
    this.plot = new Plot(byId("report-canvas"));
    this.saved = new SavedReports(() => this.address);
    this.funnel = new FunnelView(() => this.builder.range.range());
    byId("report-chart-metric").addEventListener("change", () => this.chosenChart());
    byId("report-csv").addEventListener("click", () => this.download());
    byId("report-next").addEventListener("click", () => this.turn(1));
    byId("report-previous").addEventListener("click", () => this.turn(-1));
  }

  open(session, parameters) {
    const address = parameters.toString();
    if (this.session === session && address === this.address) return;
    if (this.session === session && address === "" && this.address) {
      // Back from another page by the navigation: what was built is still there.
      history.replaceState(null, "", `#reports?${this.address}`);
      this.hash = location.hash;
      return;
    }
    if (this.session !== session) {
      this.funnel.open(session);
      this.saved.open(session);
    }
    clearTimeout(this.timer);
    this.session = session;
    this.address = address;
    this.hash = location.hash;
    const state = read(parameters);
    this.sort = state.sort;
    this.chart = state.chart;
    byId("report-zone").textContent = `Days begin at midnight in ${session.zone}.`;
    this.builder.show(state, session);
    session.names.load().then(() => { if (this.session === session && this.answer) this.showTable(); });
    this.run();
  }

  forget() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.session = null;
    this.address = undefined;
    this.answer = null;
    this.plot.clear();
    this.funnel.close();
    byId("report-table").replaceChildren();
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // Somebody goes elsewhere already: that address must not be written over.
      if (location.hash !== this.hash) return;
      const columns = this.columns();
      this.sort = this.sort.split(",").filter((each) => columns.includes(each.replace("-", ""))).join(",");
      this.remember();
      this.run();
    }, QUIET_MILLIS);
  }

  /** Keeps the state in the address without a step in the browser's history for each change. */
  remember() {
    const address = write({ ...this.builder.state(), sort: this.sort, chart: this.chart });
    this.address = new URLSearchParams(address.split("?")[1]).toString();
    history.replaceState(null, "", address);
    this.hash = location.hash;
  }

  columns() {
    const { granularity, groupBy, metrics } = this.builder.state();
    return [...(granularity === "total" ? [] : ["start"]), ...groupBy, ...metrics];
  }

  /** Reads the first page of rows, and what the chart needs. */
  async run() {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.request = this.builder.request();
    this.cursors = [""];
    if (this.request.metrics.length === 0) {
      this.fail(Object.assign(new Error("Choose one metric or more."), { field: "metrics" }));
      return;
    }
    if (this.request.from === "" || this.request.to === "") {
      this.fail(Object.assign(new Error("Fill in both times."), { field: "from" }));
      return;
    }
    this.showChartChoice();
    await Promise.all([this.readPage(signal), this.readChart(signal)]);
  }

  async readPage(signal) {
    byId("report-result").setAttribute("aria-busy", "true");
    byId("report-state").textContent = "Reading …";
    const cursor = this.cursors.at(-1);
    try {
      const answer = await api.report(this.session.key(), { ...this.request, totals: "true", sort: this.sort, limit: ROWS, cursor }, signal);
      if (signal.aborted) return;
      this.answer = answer;
      showProblem(this.builder.form, byId("report-error"), null);
      this.showTable();
    } catch (failure) {
      if (!signal.aborted) this.fail(failure);
    } finally {
      if (!signal.aborted) byId("report-result").setAttribute("aria-busy", "false");
    }
  }

  fail(failure) {
    if (failure.status === 401) {
      this.session.refused("The key no longer works. Sign in with another.");
      return;
    }
    this.asking?.abort();
    showProblem(this.builder.form, byId("report-error"), failure);
    byId("report-state").textContent = "";
    byId("report-table").replaceChildren();
    byId("report-empty").replaceChildren();
    byId("report-result").setAttribute("aria-busy", "false");
    this.answer = null;
    this.pager();
    this.draw(null);
  }

  turn(by) {
    if (by > 0) this.cursors.push(this.answer.nextCursor);
    else this.cursors.pop();
    this.readPage(this.asking.signal);
  }

  pager() {
    byId("report-csv").disabled = !this.answer;
    const page = this.cursors.length;
    byId("report-previous").disabled = page === 1;
    byId("report-next").disabled = !this.answer?.nextCursor;
    byId("report-page").textContent = `Page ${page}`;
    byId("report-next").parentElement.hidden = page === 1 && !this.answer?.nextCursor;
  }

  showTable() {
    const { rows, from, to, timeZone, partial, compare } = this.answer;
    const version = this.request.attribution;
    // Told beside each amount, and below each number; of a version in a column of its own.
    const columns = this.answer.columns.filter((column) => column !== "currency"
      && (!column.endsWith(BEFORE) || (version && isAttributed(column.slice(0, -BEFORE.length)))));
    byId("report-state").textContent = `${text.moment(from, timeZone)} to ${text.moment(to, timeZone)}`
      + (version ? ", by a version beside the booked numbers" : compare ? `, beside ${text.moment(compare.from, timeZone)} to ${text.moment(compare.to, timeZone)}` : "")
      + (partial ? ". Incomplete: a part of the counters cannot be read now, so numbers may be too small." : "");
    const empty = rows.length === 0;
    byId("report-table").hidden = empty;
    byId("report-empty").replaceChildren(...(empty
      ? [nothing("Nothing was counted.", "Choose a longer range or fewer filters, or wait for traffic.")] : []));
    byId("report-table").replaceChildren(
      element("thead", {}, element("tr", {}, ...columns.map((column) => this.heading(column)), ...(this.narrower() ? [element("th", { scope: "col" })] : []))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...columns.map((column, i) => this.cell(row, column, i)), ...this.deeper(row)))),
      ...(empty ? [] : [this.total(columns)]));
    this.pager();
  }

  /** The whole range: shares and reach are its own, and no sums. */
  total(columns) {
    const { totals } = this.answer;
    if (!totals || columns.every(isMetric)) return element("tfoot", {});
    const end = this.narrower() ? [element("td", {})] : [];
    const others = (totals.otherCurrencies ?? []).map((other) => element("tr", {},
      ...columns.map((column, i) => (i === 0 ? element("th", { scope: "row", content: `Total in ${other.currency}` })
        : isMoney(column.replace(BEFORE, "")) ? this.cell(other, column, i) : element("td", {}))), ...end));
    return element("tfoot", {}, element("tr", {}, ...columns.map((column, i) => (i === 0
      ? element("th", { scope: "row", content: "Total" }) : isMetric(column) || column.endsWith(BEFORE) ? this.cell(totals, column, i) : element("td", {}))), ...end), ...others);
  }

  heading(column) {
    if (column.endsWith(BEFORE)) return element("th", { scope: "col", className: "number", content: `${label(column.slice(0, -BEFORE.length))}, booked`, "data-column": column });
    const sorted = this.sort.split(",")[0];
    const direction = sorted === column ? "ascending" : sorted === `-${column}` ? "descending" : null;
    const sort = element("button", { type: "button", className: "sort", content: label(column), title: definition(column) });
    sort.addEventListener("click", () => {
      const down = isMetric(column) ? direction !== "descending" : direction === "ascending";
      this.sort = `${down ? "-" : ""}${column}`;
      this.cursors = [""];
      this.remember();
      this.readPage(this.asking.signal).then(() => byId("report-table").querySelector(`[data-column=${column}] button`)?.focus());
    });
    return element("th", { scope: "col", className: isMetric(column) ? "number" : "", "aria-sort": direction, "data-column": column }, sort);
  }

  cell(row, column, index) {
    const value = row[column];
    const tag = index === 0 && !isMetric(column) ? "th" : "td";
    const scope = tag === "th" ? "row" : null;
    if (column === "start") {
      return element(tag, { scope, className: "start", content: text.start(value, this.answer.granularity, this.answer.timeZone), title: value });
    }
    if (isDimension(column)) return element(tag, { scope, "data-value": value }, ...this.named(column, value));
    const metric = column.endsWith(BEFORE) ? column.slice(0, -BEFORE.length) : column;
    const said = isMoney(metric) ? text.money(value, row.currency) : shown(metric, value);
    const before = this.request.attribution ? undefined : row[column + BEFORE];
    const was = before === undefined ? [] : [element("span", { className: "under", content: `was ${isMoney(column) ? text.money(before, row.currency) : shown(column, before)}` })];
    const few = column === "ctr" && row.fetches < FEW ? [element("span", { className: "under", content: `of ${text.count(row.fetches)} fetches only` })] : [];
    return element(tag, { className: "number", "data-column": column, title: isMoney(column) || isRate(column) ? String(value) : null }, said, ...few, ...was);
  }

  /** The first dimension by which nothing is grouped or kept yet, in the order from a campaign down; none when all are. */
  narrower() {
    const { groupBy, filters } = this.builder.state();
    const used = new Set([...groupBy, ...filters.map(([dimension]) => dimension)]);
    return groupBy.length > 0 && groupBy.every((dimension) => NARROWER.includes(dimension)) ? NARROWER.find((dimension) => !used.has(dimension)) : undefined;
  }

  /** A link to the same report of this row alone, by the next dimension. */
  deeper(row) {
    const next = this.narrower();
    const { groupBy } = this.builder.state();
    if (!next) return [];
    if (groupBy.some((dimension) => !row[dimension])) return [element("td", {})];
    const state = this.builder.state();
    const kept = groupBy.map((dimension) => [dimension, row[dimension]]);
    const others = state.filters.filter(([dimension]) => !groupBy.includes(dimension));
    const href = write({ ...state, groupBy: [next], filters: [...others, ...kept], sort: "", chart: this.chart });
    const said = `By ${label(next).toLowerCase()}`;
    const of = groupBy.map((dimension) => this.session.names.of(dimension, row[dimension]) || row[dimension]).join(", ");
    return [element("td", {}, element("a", { className: "deeper", href, content: said, "aria-label": `${of}: ${said.toLowerCase()}` }))];
  }

  named(dimension, id) {
    if (!id) return [element("span", { className: "muted", content: "none" })];
    const name = this.session.names.of(dimension, id);
    const first = dimension === "lineItem"
      ? element("a", { href: `#line-item?id=${encodeURIComponent(id)}`, content: name || id }) : element("span", { content: name || id });
    return name ? [first, element("span", { className: "under", content: id })] : [first];
  }

  // Chart

  showChartChoice() {
    const list = byId("report-chart-metric");
    const { metrics } = this.request;
    list.replaceChildren(...metrics.map((metric) => new Option(label(metric), metric)));
    list.value = metrics.includes(this.chart) ? this.chart : metrics.find((each) => each === "fetches") ?? metrics[0];
  }

  chosenChart() {
    this.chart = byId("report-chart-metric").value;
    this.remember();
    this.readChart(this.asking.signal);
  }

  async readChart(signal) {
    const metric = byId("report-chart-metric").value;
    try {
      const overTime = this.request.granularity !== "total";
      const [answer, changes] = await Promise.all([
        api.report(this.session.key(), { ...this.request, compare: "", metrics: [metric] }, signal),
        overTime ? changesIn(this.session, this.request, this.builder.state().filters) : []]);
      await this.session.names.load();
      if (signal.aborted || metric !== byId("report-chart-metric").value) return;
      const nameOf = (dimension, id) => this.session.names.of(dimension, id) || id || "none";
      this.draw(plotOf(answer, this.request.groupBy, metric, nameOf, changes));
      byId("report-marks").replaceChildren(...listed(changes, this.session));
    } catch (failure) {
      if (!signal.aborted) this.draw(null);
    }
  }

  draw(drawing) {
    const drawn = drawing?.make ? drawing : null;
    const place = byId("report-plot");
    place.hidden = drawn === null;
    byId("report-marks").replaceChildren();
    byId("report-plot-note").textContent = drawn?.note
      ?? "Rows by day, hour or minute make a chart over time; groups make bars.";
    if (drawn === null) {
      this.plot.clear();
      return;
    }
    place.style.height = `${drawn.height}px`;
    this.plot.draw(drawn.make, drawn.label);
  }

  async download() {
    const { from, to } = this.answer ?? this.request;
    try {
      await api.download(this.session.key(), "/v1/reports", { ...this.request, from, to, totals: "true", sort: this.sort }, "text/csv", "report.csv");
    } catch (failure) {
      showProblem(this.builder.form, byId("report-error"), failure);
    }
  }
}
