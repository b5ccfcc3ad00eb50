// Today at a glance: beside yesterday and the week before, by the hour, and what needs attention.

import * as api from "../api.js";
import { colour } from "../charts.js";
import { element, nothing } from "../dom.js";
import { Page, address, badge, heading, panel } from "../page.js";
import { dayStart } from "../range.js";
import { isMoney, isRate, label, shown } from "../report/metrics.js";
import * as text from "../text.js";
import { attention } from "./attention.js";
import { chart, mainCurrency, thisMinute, tiles } from "./glance.js";

const TILES = ["spend", "fetches", "fillRate", "uniqueClicks", "ctr", "conversions"];

const page = new Page("overview", draw, { manages: false });
const spendChart = chart();
const fillChart = chart();

export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const now = thisMinute();
  const [today, hours, notes] = await Promise.all([tiles(session, now, TILES), byHour(session, now), attention(session, now)]);
  return {
    nodes: [
      heading("Today", `So far, beside the same hours of yesterday and of a week ago. Days begin at midnight in ${session.zone}.`),
      today,
      panel("What needs attention", {}, notes.length > 0 ? element("ul", { className: "attention" }, ...notes.map(note))
        : nothing("Nothing does.", session.manages ? "Every line item that runs delivers, none ends soon, no creative waits for you to approve it, no reader complained today, and no audit found a difference."
          : "No reader complained today, and no audit found a difference. Line items are looked at with a management key.")),
      hourly("Spend by hour", "spend", spendChart), hourly("Fill rate by hour", "fillRate", fillChart),
    ],
    after: () => {
      drawHours(spendChart.plot, hours, "spend");
      drawHours(fillChart.plot, hours, "fillRate");
    },
  };
}

/** Today and yesterday by the hour. */
function byHour(session, now) {
  return api.report(session.key(), {
    from: new Date(dayStart(now, session.zone)).toISOString(), to: new Date(dayStart(now, session.zone, 1)).toISOString(),
    granularity: "hour", metrics: ["spend", "fillRate", "requests"], compare: "previous",
  });
}

function note({ kind, words, href, name, more }) {
  return element("li", {}, badge(words, kind), " ", href ? element("a", { href, content: name }) : name,
    ...(more ? [" ", element("span", { className: "muted small", content: more })] : []));
}

function hourly(title, metric, { canvas }) {
  const place = element("div", { className: "plot" }, canvas);
  place.style.height = "220px";
  const link = element("a", { href: address("reports", { range: "today", granularity: "hour", metrics: metric, compare: "previous" }), content: "Open as a report" });
  return panel(title, { beside: [link] }, place);
}

function drawHours(plot, { rows, from, timeZone }, metric) {
  const currency = mainCurrency(rows);
  const used = isMoney(metric) ? rows.filter((row) => row.currency === currency) : rows;
  const starts = Array.from({ length: 24 }, (_, hour) => Date.parse(from) + hour * 3600000);
  const missing = isRate(metric) ? null : 0;
  const of = (when) => {
    // Without requests there is no rate; rows of further currencies have none.
    const told = used.filter((row) => !isRate(metric) || row[`requests${when}`] > 0);
    const values = new Map(told.map((row) => [Date.parse(row.start), Number(row[`${metric}${when}`])]));
    return starts.map((start) => values.get(Math.floor(start / 3600000) * 3600000) ?? missing);
  };
  const upToNow = of("").map((value, i) => (starts[i] > Date.now() ? null : value));
  const unit = isMoney(metric) && currency ? ` in ${currency}` : "";
  plot.draw(() => ({
    type: "line",
    data: {
      labels: starts.map((start) => text.start(start, "hour", timeZone)),
      datasets: [
        { label: "Today", data: upToNow, borderColor: colour(0), backgroundColor: colour(0), borderWidth: 2, pointRadius: 2, spanGaps: true },
        { label: "Yesterday", data: of(".before"), borderColor: colour(6), backgroundColor: colour(6), borderWidth: 2, borderDash: [6, 3], pointRadius: 0, spanGaps: true },
      ],
    },
    options: {
      responsive: true, maintainAspectRatio: false, animation: false, interaction: { mode: "index", intersect: false },
      plugins: {
        legend: { position: "bottom", labels: { usePointStyle: true, boxHeight: 7 } },
        tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${shown(metric, item.raw)}${unit}` } },
      },
      scales: {
        x: { grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
        y: { beginAtZero: true, border: { display: false }, ticks: { maxTicksLimit: 5, callback: (value) => (isRate(metric) ? `${Math.round(value * 100)}%` : text.amount(value)) } },
      },
    },
  }), `${label(metric)}${unit} by hour, today and yesterday.`);
}
