// The live page: the last minute from the stream, the last hour from reports.

import * as api from "../api.js";
import { byId, element, write } from "../dom.js";
import { offer } from "../report/versions.js";
import * as text from "../text.js";
import { minuteChart, sparkline } from "./chart.js";
import { adUnitRow, lineItemRow, showLines } from "./tables.js";

const MINUTES = 60;
const SPARK_SECONDS = 120;
const HOUR_REFRESH_MILLIS = 5000;
const LONGEST_WAIT_MILLIS = 15000;
/** A message comes every second; after this long without one, what is shown is said to be old. */
const STALE_MILLIS = 3000;
/** Until a window was watched for a minute, it begins earlier. */
const A_MINUTE_OR_SO = 65;

let session = null;

/** Begins to follow the stream; it goes on while other pages are shown. */
export function start(signedIn) {
  session = Object.assign(signedIn, {
    retry: new AbortController(),
    stream: new AbortController(),
    waitMillis: 1000,
    lastFrame: null,
    lastMillis: 0,
    fetchRates: [],
    lineItems: new Map(),
    adUnits: new Map(),
    minutes: [],
    hour: null,
    tiles: makeTiles(),
  });
  byId("line-items").tBodies[0].replaceChildren();
  byId("ad-units").tBodies[0].replaceChildren();
  versions([], "");
  connected(false, "Connecting");
  follow(session);
  watchAge(session);
}

export function open() {
  if (session?.minutes.length) minuteChart(byId("chart"), session.minutes);
  const mine = session;
  api.get(mine.key(), "/v1/attributions").then(({ items }) => {
    if (mine === session) versions(items, attribution());
  }, () => {});
}

function versions(items, chosen) {
  byId("live-versions").hidden = items.length === 0 && chosen === "";
  offer(byId("live-attribution"), items, chosen);
}

/** The version of attribution that is looked at; empty for what is booked. */
const attribution = () => byId("live-attribution").value;

/** Forgets everything of the session, whose stream its stop ends. */
export function close() {
  session = null;
  lost("");
}

function connected(yes, label) {
  byId("status").classList.toggle("connected", yes);
  if (byId("status-text").textContent !== label) {
    byId("status-text").textContent = label;
    byId("announcer").textContent = label;
  }
}

function lost(message) {
  byId("lost").hidden = message === "";
  write(byId("lost-text"), message);
}

/** Reads the stream, and comes back to it whenever it ends. */
async function follow(mine) {
  while (mine === session) {
    mine.stream = new AbortController();
    const signal = AbortSignal.any([mine.stop.signal, mine.stream.signal]);
    try {
      await api.live(mine.key(), attribution(), signal, (name, data) => receive(mine, name, data));
    } catch (failure) {
      if (mine !== session) return;
      if (failure instanceof api.Refusal && (failure.status === 401 || failure.status === 403)) {
        mine.refused("The key no longer works. Sign in with another.");
        return;
      }
    }
    if (mine !== session || mine.stop.signal.aborted) return;
    if (signal.aborted) {
      readHour(mine).catch(() => {});
      continue;
    }
    connected(false, "Reconnecting");
    lost("The connection is lost. These numbers are the last that arrived.");
    await pause(mine);
  }
}

/** Says how old the numbers are, once they are old. */
function watchAge(mine) {
  const timer = setInterval(() => {
    if (mine !== session) {
      clearInterval(timer);
      return;
    }
    const age = mine.lastMillis === 0 ? 0 : performance.now() - mine.lastMillis;
    const stale = age > STALE_MILLIS;
    byId("live").classList.toggle("stale", stale);
    if (stale) write(byId("window-text"), `Stale: these numbers are ${text.length(Math.floor(age / 1000) * 1000)} old`);
    if (stale && byId("status").classList.contains("connected")) connected(false, "Stale");
  }, 1000);
}

function pause(mine) {
  mine.retry = new AbortController();
  const millis = mine.waitMillis;
  mine.waitMillis = Math.min(millis * 2, LONGEST_WAIT_MILLIS);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    const now = () => { clearTimeout(timer); resolve(); };
    mine.retry.signal.addEventListener("abort", now);
    mine.stop.signal.addEventListener("abort", now);
  });
}

function receive(mine, name, data) {
  if (mine !== session) return;
  mine.waitMillis = 1000;
  if (name === "unavailable") {
    connected(false, "Waiting for the counters");
    lost("The counters cannot be read at the moment. These numbers are the last that arrived.");
    return;
  }
  connected(true, data.partial ? "Incomplete" : "Live");
  lost(data.partial ? "A part of the counters cannot be read at the moment. These numbers may be too small." : "");
  mine.lastMillis = performance.now();
  const first = mine.lastFrame === null;
  mine.lastFrame = data;
  if (first) followHour(mine);
  // The last minute is part of the last hour: what is read of that is too old.
  else if (mine.hour !== null && data.totals.requests > mine.hour.requests) readHour(mine).catch(() => {});
  const seconds = data.sinceLast.millis / 1000;
  if (seconds > 0) {
    mine.fetchRates.push(data.sinceLast.fetches / seconds);
    mine.fetchRates.splice(0, mine.fetchRates.length - SPARK_SECONDS);
  }
  showTiles(mine);
  showLines(mine.lineItems, data.lineItems, "lineItem", byId("line-items"), (id) => lineItemRow(id, () => session));
  showLines(mine.adUnits, data.adUnits, "adUnit", byId("ad-units"), adUnitRow);
  byId("no-line-items").hidden = mine.lineItems.size > 0;
  byId("no-ad-units").hidden = mine.adUnits.size > 0;
  showEmpty(mine);
}

// Key figures

function makeTiles() {
  const tiles = {};
  const list = byId("tiles");
  list.replaceChildren();
  const names = {
    requests: "Requests", fillRate: "Fill rate", fetchRate: "Fetches per second", clicks: "Clicks",
    ctr: "CTR", conversions: "Conversions", spend: "Spend",
  };
  for (const [name, label] of Object.entries(names)) {
    const value = element("dd", { className: "value", content: "–" });
    const more = element("dd", { className: "more" });
    list.append(element("div", { className: "tile", "data-tile": name },
      element("dt", { content: label }), value, more));
    tiles[name] = { value, more };
  }
  const spark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  spark.setAttribute("aria-hidden", "true");
  tiles.fetchRate.more.replaceChildren(spark);
  tiles.spark = spark;
  return tiles;
}

function showTiles(mine) {
  const { totals, from, to } = mine.lastFrame;
  const { tiles } = mine;
  const seconds = Math.max(1, (new Date(to) - new Date(from)) / 1000);
  write(tiles.requests.value, text.count(totals.requests));
  write(tiles.fillRate.value, text.share(totals.fills, totals.requests));
  write(tiles.fetchRate.value, text.rate(totals.fetches / seconds));
  write(tiles.clicks.value, text.count(totals.clicks));
  write(tiles.ctr.value, text.share(totals.uniqueClicks, totals.fetches));
  write(tiles.conversions.value, text.count(totals.conversions));
  writeMoney(tiles.spend.value, totals.money);
  sparkline(tiles.spark, mine.fetchRates, SPARK_SECONDS);
  write(byId("window-text"), `Last ${seconds > A_MINUTE_OR_SO ? `${Math.round(seconds)} seconds` : "minute"}, updated every second`);
  const hour = mine.hour;
  if (hour === null) return;
  const say = (tile, value) => write(tile.more, `${value === "–" ? "None" : value} in the last hour`);
  say(tiles.requests, text.shortCount(hour.requests));
  say(tiles.fillRate, text.share(hour.fetches, hour.requests));
  say(tiles.clicks, text.shortCount(hour.clicks));
  say(tiles.ctr, text.share(hour.uniqueClicks, hour.fetches));
  say(tiles.conversions, text.shortCount(hour.conversions));
  const spent = Object.entries(hour.spend).map(([currency, sum]) => text.money(sum, currency));
  say(tiles.spend, spent.join(", ") || "–");
}

function writeMoney(node, amounts) {
  const paid = amounts.filter((each) => Number(each.spend) !== 0);
  const shown = paid.length > 0 ? paid : amounts.slice(0, 1);
  const wanted = shown.map((each) => text.money(each.spend, each.currency)).join(" ") || "–";
  if (node.textContent.trim() === wanted) return;
  node.replaceChildren();
  if (shown.length === 0) node.textContent = "–";
  shown.forEach((each, i) => {
    if (i > 0) node.append(" ");
    node.append(`${text.amount(each.spend)} `,
      element("span", { className: "unit", content: each.currency }));
  });
}

// The last hour, from reports

async function followHour(mine) {
  while (mine === session) {
    try {
      await readHour(mine);
    } catch (failure) {
      if (mine !== session) return;
    }
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, HOUR_REFRESH_MILLIS);
      mine.stop.signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
    });
  }
}

/** By the service's clock: the one of this machine may be wrong. */
function thisMinute(mine) {
  return Math.floor(new Date(mine.lastFrame.to).getTime() / 60000) * 60000;
}

const instant = (millis) => new Date(millis).toISOString();

async function readHour(mine) {
  if (mine.lastFrame === null) return;
  const last = thisMinute(mine);
  const first = last - (MINUTES - 1) * 60000;
  const answer = await api.report(mine.key(), {
    from: instant(first),
    to: instant(last + 60000),
    granularity: "minute",
    metrics: ["requests", "fetches", "clicks", "uniqueClicks", "conversions", "spend"],
    attribution: attribution(),
  });
  if (mine !== session) return;
  const minutes = new Map();
  for (let at = first; at <= last; at += 60000) minutes.set(at, { start: at, requests: 0, fetches: 0 });
  const hour = { requests: 0, fetches: 0, clicks: 0, uniqueClicks: 0, conversions: 0, spend: {} };
  for (const row of answer.rows) {
    const minute = minutes.get(new Date(row.start).getTime());
    if (minute) {
      minute.requests += row.requests;
      minute.fetches += row.fetches;
    }
    for (const name of ["requests", "fetches", "clicks", "uniqueClicks", "conversions"]) hour[name] += row[name];
    if (row.currency) hour.spend[row.currency] = text.addDecimals(hour.spend[row.currency] ?? "0", row.spend);
  }
  mine.minutes = [...minutes.values()];
  mine.hour = hour;
  minuteChart(byId("chart"), mine.minutes);
  showTiles(mine);
  showEmpty(mine);
}

function showEmpty(mine) {
  const quiet = mine.lastFrame.totals.requests === 0;
  byId("empty").hidden = !quiet || mine.hour === null;
  if (mine.hour === null) return;
  const never = mine.hour.requests === 0;
  write(byId("empty-title"), never ? "No traffic yet." : "No traffic in the last minute.");
}

byId("retry").addEventListener("click", () => session?.retry.abort());
byId("live-attribution").addEventListener("change", () => session?.stream.abort());
new ResizeObserver(() => {
  if (session?.minutes.length) minuteChart(byId("chart"), session.minutes);
}).observe(byId("chart"));
