// The chart of a report: lines over time, or bars of its groups.

import { colour } from "../charts.js";
import { dayStart } from "../range.js";
import * as text from "../text.js";
import { marks } from "./marks.js";
import { isRate, label, shown } from "./metrics.js";

const MOST_SERIES = 6;
const MOST_BARS = 12;

/** Rows as series: the largest groups, each with its values over time. */
function seriesOf(answer, groupBy, metric, nameOf) {
  const groups = new Map();
  for (const row of answer.rows) {
    const name = groupBy.map((dimension) => nameOf(dimension, row[dimension])).concat(row.currency || []).join(" · ") || label(metric);
    if (!groups.has(name)) groups.set(name, { name, values: new Map(), sum: 0 });
    const group = groups.get(name);
    const value = Number(row[metric]);
    group.values.set(Date.parse(row.start), value);
    group.sum += value;
  }
  return [...groups.values()].sort((a, b) => b.sum - a.sum);
}

const STEP_MILLIS = { minute: 60000, hour: 3600000 };
const MOST_STARTS = 3000;

/** The start of every row that there could be, up to now, so that quiet times are seen as such. */
function startsOf({ rows, granularity, from, to, timeZone }) {
  const known = new Set(rows.map((row) => Date.parse(row.start)));
  const end = Math.min(Date.parse(to), Math.max(Date.now(), ...known));
  const step = STEP_MILLIS[granularity];
  const first = step ? Math.floor(Date.parse(from) / step) * step : dayStart(Date.parse(from), timeZone);
  for (let at = first, n = 1; at < end && n <= MOST_STARTS; n++) {
    known.add(at);
    at = step ? at + step : dayStart(first, timeZone, n);
  }
  return [...known].sort((a, b) => a - b);
}

const common = (metric) => ({
  responsive: true, maintainAspectRatio: false, animation: false,
  interaction: { mode: "index", intersect: false },
  plugins: {
    legend: { display: false },
    tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${shown(metric, item.raw)}` } },
  },
});

const tick = (metric) => (value) => {
  if (isRate(metric)) return `${Math.round(value * 1000) / 10} %`;
  return Math.abs(value) < 10 ? String(Math.round(value * 1000) / 1000) : text.shortCount(value);
};

/** Whether the last start is of a bucket that goes on: what is counted in it is not all. */
function lastIsOpen(starts, { granularity, timeZone }) {
  const last = starts.at(-1);
  const end = STEP_MILLIS[granularity] ? last + STEP_MILLIS[granularity] : dayStart(last, timeZone, 1);
  return end > Date.now();
}

function lines(all, answer, metric, changes) {
  const shownSeries = all.slice(0, MOST_SERIES);
  const starts = startsOf(answer);
  const missing = isRate(metric) ? null : 0;
  const open = lastIsOpen(starts, answer) ? starts.length - 1 : -1;
  return () => {
    const options = common(metric);
    options.plugins.legend = { display: shownSeries.length > 1, position: "bottom", labels: { usePointStyle: true, boxHeight: 7 } };
    options.scales = {
      x: { grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
      y: { beginAtZero: true, border: { display: false }, ticks: { callback: tick(metric), maxTicksLimit: 6 } },
    };
    return {
      type: "line",
      data: {
        labels: starts.map((start) => text.start(start, answer.granularity, answer.timeZone)),
        datasets: shownSeries.map((series, i) => ({
          label: series.name, data: starts.map((start) => series.values.get(start) ?? missing),
          borderColor: colour(i), backgroundColor: colour(i), borderWidth: 2,
          pointRadius: starts.length > 60 ? 0 : 2, spanGaps: true, tension: 0,
          borderDash: i % 2 === 1 ? [6, 3] : [],
          segment: { borderDash: ({ p1DataIndex }) => (p1DataIndex === open ? [2, 4] : undefined) },
        })),
      },
      options,
      plugins: [marks(starts, changes, () => colour(6))],
    };
  };
}

function bars(all, metric) {
  const shownBars = all.slice(0, MOST_BARS);
  const cut = (name) => {
    const room = window.innerWidth < 480 ? 16 : 32;
    return name.length > room ? `${name.slice(0, room - 1)}…` : name;
  };
  return () => {
    const options = common(metric);
    options.indexAxis = "y";
    options.scales = {
      x: { beginAtZero: true, border: { display: false }, ticks: { callback: tick(metric), maxTicksLimit: 6 } },
      y: { grid: { display: false }, ticks: { callback: (_, i) => cut(shownBars[i].name) } },
    };
    return {
      type: "bar",
      data: {
        labels: shownBars.map((each) => each.name),
        datasets: [{ label: label(metric), data: shownBars.map((each) => each.sum), backgroundColor: colour(0), borderRadius: 3, maxBarThickness: 28 }],
      },
      options,
    };
  };
}

/**
 * What to draw of an answer: `{make, label, note, height}`. One value alone needs no chart:
 * then `make` is null.
 */
export function plotOf(answer, groupBy, metric, nameOf, changes = []) {
  const all = seriesOf(answer, groupBy, metric, nameOf);
  const total = answer.granularity === "total";
  if (all.length === 0 || (total && all.length === 1)) return { make: null, label: "", note: "", height: 0 };
  const most = total ? MOST_BARS : MOST_SERIES;
  const drawn = Math.min(all.length, most);
  return {
    make: total ? bars(all, metric) : lines(all, answer, metric, changes),
    label: `${label(metric)} ${total ? "of" : "over time of"} ${all.slice(0, most).map((each) => each.name).join(", ")}. The rows are in the table below.`,
    note: [all.length > most ? `The ${drawn} largest of ${text.count(all.length)} groups.` : "",
      !total && lastIsOpen(startsOf(answer), answer) ? `The dotted end is of ${answer.granularity === "day" ? "a day" : `${answer.granularity === "hour" ? "an" : "a"} ${answer.granularity}`} that is not over.` : ""].filter(Boolean).join(" "),
    height: total ? 60 + drawn * 30 : 280,
  };
}
