// The tables of line items and ad units: one row a line for the whole session.

import { element, write } from "../dom.js";
import * as text from "../text.js";
import { sparkline } from "./chart.js";
import { showCreatives } from "./creatives.js";

const TREND_SECONDS = 120;

/** A line without traffic shows zeros. */
export function showLines(lines, fresh, idField, table, makeRow) {
  for (const line of lines.values()) line.idle = true;
  for (const data of fresh) {
    const id = data[idField];
    let line = lines.get(id);
    if (!line) {
      line = makeRow(id);
      lines.set(id, line);
      insertSorted(table.tBodies[0], lines, line);
    }
    line.idle = false;
    line.show(data);
  }
  for (const line of lines.values()) {
    line.rows[0].classList.toggle("idle", line.idle);
    if (line.idle) line.show(NOTHING);
    line.trend.push(line.idle ? 0 : line.now);
    line.trend.splice(0, line.trend.length - TREND_SECONDS);
    sparkline(line.spark, line.trend, TREND_SECONDS);
  }
}

const NOTHING = {
  requests: 0, fills: 0, fetches: 0, clicks: 0, uniqueClicks: 0, conversions: 0, money: [],
};

function insertSorted(body, lines, line) {
  const next = [...lines.values()]
    .filter((other) => other.id > line.id)
    .sort((a, b) => (a.id < b.id ? -1 : 1))[0];
  line.rows.forEach((row) => body.insertBefore(row, next ? next.rows[0] : null));
}

function trendCell() {
  const spark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  spark.setAttribute("aria-hidden", "true");
  return { spark, box: element("td", { className: "trend" }, spark) };
}

const cell = (className = "number") => element("td", { className });

function spendText(amounts) {
  const paid = amounts.filter((each) => Number(each.spend) !== 0);
  return paid.map((each) => text.money(each.spend, each.currency)).join(", ") || "–";
}

export function lineItemRow(id, session) {
  const name = element("span", { content: id });
  const under = element("span", { className: "under" });
  const panelId = `creatives-${id}`;
  const opener = element("button",
    { className: "opener", type: "button", "aria-expanded": "false", "aria-controls": panelId },
    element("span", {}, name, under));
  const cells = {
    fetches: cell(), clicks: cell("number wide"), ctr: cell(), conversions: cell("number wide"), spend: cell(),
  };
  const { spark, box } = trendCell();
  const row = element("tr", { "data-line-item": id },
    element("th", { scope: "row" }, opener), box, ...Object.values(cells));
  const inside = element("td", { colspan: "7" });
  const panel = element("tr", { className: "creatives", id: panelId }, inside);
  panel.hidden = true;
  opener.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    opener.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) showCreatives(session(), id, inside);
  });
  const show = (data) => {
    line.now = data.fetches;
    if (data.name) write(name, data.name);
    const campaign = data.campaignName ?? data.campaign;
    if (campaign) write(under, campaign);
    write(cells.fetches, text.count(data.fetches));
    write(cells.clicks, text.count(data.clicks));
    write(cells.ctr, text.share(data.uniqueClicks, data.fetches));
    write(cells.conversions, text.count(data.conversions));
    write(cells.spend, spendText(data.money));
  };
  const line = { id, rows: [row, panel], show, idle: false, trend: [], now: 0, spark };
  return line;
}

export function adUnitRow(id) {
  const name = element("span", { content: id === "" ? "No ad unit" : id });
  const under = element("span", { className: "under" });
  const cells = { requests: cell(), fillRate: cell(), clicks: cell("number wide"), ctr: cell() };
  const { spark, box } = trendCell();
  const row = element("tr", { "data-ad-unit": id },
    element("th", { scope: "row" }, name, under), box, ...Object.values(cells));
  const show = (data) => {
    line.now = data.requests;
    if (data.name && data.name !== id) {
      write(name, data.name);
      write(under, id);
    }
    write(cells.requests, text.count(data.requests));
    write(cells.fillRate, text.share(data.fills, data.requests));
    write(cells.clicks, text.count(data.clicks));
    write(cells.ctr, text.share(data.uniqueClicks, data.fetches));
  };
  const line = { id, rows: [row], show, idle: false, trend: [], now: 0, spark };
  return line;
}
