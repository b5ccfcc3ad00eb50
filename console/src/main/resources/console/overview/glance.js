// What a page begins with: today beside the days before, and the last two weeks day by day.

import * as api from "../api.js";
import { Plot, colour } from "../charts.js";
import { element } from "../dom.js";
import { address, panel } from "../page.js";
import { dayStart, fromWall, toWall } from "../range.js";
import { definition, isMoney, isRate, label, shown } from "../report/metrics.js";
import * as text from "../text.js";

const MINUTE = 60000;
const DAYS = 14;
const DAILY = ["fetches", "spend"];

/** The end of the minute that it is. */
export const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE;

/** A canvas and what draws on it, made once for a page. */
export function chart() {
  const canvas = element("canvas", { role: "img" });
  return { canvas, plot: new Plot(canvas) };
}

/** Tiles of today so far, beside the same hours of yesterday and of a week ago. `filter` is of reports: `{lineItem: [id]}`. */
export async function tiles(session, now, metrics, filter = {}) {
  const [yesterday, week] = await Promise.all([1, 7].map((days) => soFar(session, now, days, metrics, filter)));
  return element("dl", { className: "tiles glance" }, ...metrics.map((metric) => tile(metric, yesterday, week, filter)));
}

/** The same time of the wall, days before. */
function daysBefore(instant, zone, days) {
  const wall = new Date(Date.parse(`${toWall(instant, zone)}Z`) - days * 86400000);
  return fromWall(wall.toISOString().slice(0, 16), zone).getTime();
}

/** Today up to now, beside the same hours some days ago, as parameters of a report. */
export function todaySoFar(session, now, days) {
  const from = Math.min(dayStart(now, session.zone), now - MINUTE);
  const before = [from, now].map((each) => new Date(daysBefore(each, session.zone, days)).toISOString());
  return { from: new Date(from).toISOString(), to: new Date(now).toISOString(), granularity: "total", compare: before.join("/") };
}

async function soFar(session, now, days, metrics, filter) {
  const { totals } = await api.report(session.key(), { ...todaySoFar(session, now, days), metrics, totals: "true", ...filter });
  return totals;
}

function tile(metric, yesterday, week, filter) {
  const value = yesterday[metric];
  const said = isMoney(metric) ? text.money(value, yesterday.currency) : shown(metric, value);
  const range = address("reports", { range: "today", granularity: "hour", metrics: metric, compare: "previous", ...filter });
  return element("div", { className: "tile", "data-tile": metric },
    element("dt", {}, element("a", { href: range, content: label(metric), title: definition(metric) })),
    element("dd", { className: "value", content: said }),
    element("dd", { className: "more", content: change(metric, value, yesterday[`${metric}.before`], "yesterday") }),
    element("dd", { className: "more", content: change(metric, value, week[`${metric}.before`], "a week ago") }));
}

/** `+12% on yesterday`; rates differ in points. */
function change(metric, now, before, when) {
  const [one, other] = [Number(now), Number(before)];
  if (isRate(metric) && other !== 0) {
    const points = Math.round((one - other) * 1000) / 10;
    return points === 0 ? `as ${when}` : `${points > 0 ? "+" : "−"}${Math.abs(points)} points on ${when}`;
  }
  if (other === 0) return one === 0 ? `none ${when} either` : `none ${when}`;
  const percent = Math.round(((one - other) / other) * 100);
  return percent === 0 ? `as ${when}` : `${percent > 0 ? "+" : "−"}${text.count(Math.abs(percent))}% on ${when}`;
}

/** Money of one currency alone: that of most rows. */
export function mainCurrency(rows) {
  const counts = new Map();
  for (const { currency } of rows) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? "";
}

/** What a campaign or a line item begins with, on a page of its own: tiles of today, and a chart of each of the last days. */
export class Glance {
  constructor(metrics) {
    this.metrics = metrics;
    this.charts = DAILY.map((metric) => ({ metric, ...chart() }));
    this.answer = null;
  }

  /** Its elements; where the numbers can't be read now, a sentence. `draw` follows once they stand in the page. */
  async nodes(session, filter) {
    this.answer = null;
    try {
      const now = thisMinute();
      const [today, answer] = await Promise.all([tiles(session, now, this.metrics, filter), byDay(session, now, filter)]);
      this.answer = answer;
      return [today, panel(`The last ${DAYS} days`, { note: "Today is paler: it is not over.", beside: [this.report(filter)] },
        element("div", { className: "days" }, ...this.charts.map(({ canvas }) => element("div", { className: "plot" }, canvas))))];
    } catch (failure) {
      return [element("p", { className: "notice", content: `The numbers can't be read now. ${failure.message}` })];
    }
  }

  report(filter) {
    const parameters = { range: "30d", granularity: "day", metrics: this.metrics.join(","), ...filter };
    return element("a", { href: address("reports", parameters), content: "Open as a report" });
  }

  draw() {
    if (this.answer === null) return;
    for (const { metric, plot } of this.charts) drawDays(plot, this.answer, metric);
  }
}

function byDay(session, now, filter) {
  return api.report(session.key(), {
    from: new Date(dayStart(now, session.zone, 1 - DAYS)).toISOString(), to: new Date(dayStart(now, session.zone, 1)).toISOString(),
    granularity: "day", metrics: DAILY, ...filter,
  });
}

function drawDays(plot, { rows, from, timeZone }, metric) {
  const currency = mainCurrency(rows);
  const used = rows.filter((row) => !isMoney(metric) || row.currency === currency);
  const starts = Array.from({ length: DAYS }, (_, day) => dayStart(Date.parse(from), timeZone, day));
  const values = new Map();
  for (const row of used) values.set(Date.parse(row.start), (values.get(Date.parse(row.start)) ?? 0) + Number(row[metric] ?? 0));
  const title = `${label(metric)}${isMoney(metric) && currency ? ` in ${currency}` : ""}`;
  plot.draw(() => ({
    type: "bar",
    data: {
      labels: starts.map((start) => text.day(start, timeZone)),
      datasets: [{
        label: title, data: starts.map((start) => values.get(start) ?? 0), borderColor: colour(0), borderWidth: 1, borderRadius: 2,
        backgroundColor: starts.map((_, day) => (day === DAYS - 1 ? `${colour(0)}55` : colour(0))),
      }],
    },
    options: {
      responsive: true, maintainAspectRatio: false, animation: false,
      plugins: { legend: { display: false }, title: { display: true, align: "start", text: title } },
      scales: {
        x: { grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
        y: { beginAtZero: true, border: { display: false }, ticks: { maxTicksLimit: 4, precision: isMoney(metric) ? undefined : 0 } },
      },
    },
  }), `${title} of each of the last ${DAYS} days.`);
}
