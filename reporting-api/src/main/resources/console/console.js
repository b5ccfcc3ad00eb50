// The console: sign in, then live numbers or one of the other pages.

import * as api from "./api.js";
import { minuteChart, sparkline } from "./chart.js";
import * as flows from "./flow/flow.js";
import * as text from "./text.js";

const MINUTES = 60;
const SPARK_SECONDS = 120;
const HOUR_REFRESH_MILLIS = 5000;
const LONGEST_WAIT_MILLIS = 15000;

/** Elements that show one page each; the address names one by its fragment. */
const PAGES = ["live", "flows"];

const byId = (id) => document.getElementById(id);

/** Lives in this variable and nowhere else. */
let key = "";
let session = null;

function element(name, { className = "", content = "", ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content) made.textContent = content;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Writes only what changed, so that assistive technology and selections are left alone. */
function write(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

// Signing in and out

function showSignIn(message = "") {
  for (const page of PAGES) byId(page).hidden = true;
  byId("pages").hidden = true;
  byId("status").hidden = true;
  byId("sign-out").hidden = true;
  byId("sign-in").hidden = false;
  showKeyError(message);
  byId("key").focus();
}

function showKeyError(message) {
  byId("key-error").textContent = message;
  byId("key").setAttribute("aria-invalid", String(message !== ""));
}

async function signIn(event) {
  event.preventDefault();
  const input = byId("key");
  const button = byId("sign-in-button");
  const typed = input.value.trim();
  if (typed === "") {
    showKeyError("Enter a key.");
    input.focus();
    return;
  }
  button.disabled = true;
  try {
    await api.report(typed, { granularity: "total", metrics: "requests" });
    key = typed;
    input.value = "";
    showKeyError("");
    start();
  } catch (failure) {
    showKeyError(whyNot(failure));
    input.focus();
  } finally {
    button.disabled = false;
  }
}

function whyNot(failure) {
  if (!(failure instanceof api.Refusal)) return "The service cannot be reached. Is it running?";
  switch (failure.status) {
    case 401: return "No such key. Check that you copied all of it.";
    case 403: return "This key may not read reports. Use a management or a read key.";
    default: return failure.message;
  }
}

function signOut(message = "") {
  key = "";
  session?.stop.abort();
  session = null;
  flows.close();
  showSignIn(message);
}

// A session: what is kept from sign in to sign out

function start() {
  session = {
    key: () => key,
    stop: new AbortController(),
    retry: new AbortController(),
    waitMillis: 1000,
    lastFrame: null,
    fetchRates: [],
    lineItems: new Map(),
    adUnits: new Map(),
    minutes: [],
    hour: null,
    tiles: makeTiles(),
  };
  byId("line-items").tBodies[0].replaceChildren();
  byId("ad-units").tBodies[0].replaceChildren();
  byId("sign-in").hidden = true;
  byId("pages").hidden = false;
  byId("status").hidden = false;
  byId("sign-out").hidden = false;
  showPage();
  connected(false, "Connecting");
  follow(session);
}

/** The page that the address names by its fragment, else the live one. */
function showPage() {
  if (session === null) return;
  const named = location.hash.slice(1);
  const shown = PAGES.includes(named) ? named : PAGES[0];
  for (const page of PAGES) byId(page).hidden = page !== shown;
  for (const link of byId("pages").querySelectorAll("a")) {
    if (link.hash === `#${shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (shown === "flows") flows.open(session);
  byId("main").focus();
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
    try {
      await api.live(key, mine.stop.signal, (name, data) => receive(mine, name, data));
    } catch (failure) {
      if (mine !== session) return;
      if (failure instanceof api.Refusal && (failure.status === 401 || failure.status === 403)) {
        signOut("The key no longer works. Sign in with another.");
        return;
      }
    }
    if (mine !== session) return;
    connected(false, "Reconnecting");
    lost("The connection is lost. These numbers are the last that arrived.");
    await pause(mine);
  }
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
  connected(true, "Live");
  lost("");
  const first = mine.lastFrame === null;
  mine.lastFrame = data;
  if (first) followHour(mine);
  const seconds = data.sinceLast.millis / 1000;
  if (seconds > 0) {
    mine.fetchRates.push(data.sinceLast.fetches / seconds);
    mine.fetchRates.splice(0, mine.fetchRates.length - SPARK_SECONDS);
  }
  showTiles(mine);
  showLines(mine.lineItems, data.lineItems, "lineItem", byId("line-items"), lineItemRow);
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
  write(byId("window-text"), `Last ${Math.round(seconds)} seconds, updated every second`);
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
  const last = thisMinute(mine);
  const first = last - (MINUTES - 1) * 60000;
  const answer = await api.report(key, {
    from: instant(first),
    to: instant(last + 60000),
    granularity: "minute",
    metrics: ["requests", "fetches", "clicks", "uniqueClicks", "conversions", "spend"],
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

// Tables

/** Keeps one row a line for the whole session; a line without traffic shows zeros. */
function showLines(lines, fresh, idField, table, makeRow) {
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

const cell = (className = "number") => element("td", { className });

function spendText(amounts) {
  const paid = amounts.filter((each) => Number(each.spend) !== 0);
  return paid.map((each) => text.money(each.spend, each.currency)).join(", ") || "–";
}

function lineItemRow(id) {
  const name = element("span", { content: id });
  const under = element("span", { className: "under" });
  const panelId = `creatives-${id}`;
  const opener = element("button",
    { className: "opener", type: "button", "aria-expanded": "false", "aria-controls": panelId },
    element("span", {}, name, under));
  const cells = {
    fetches: cell(), clicks: cell("number wide"), ctr: cell(), conversions: cell("number wide"), spend: cell(),
  };
  const row = element("tr", { "data-line-item": id },
    element("th", { scope: "row" }, opener), ...Object.values(cells));
  const inside = element("td", { colspan: "6" });
  const panel = element("tr", { className: "creatives", id: panelId }, inside);
  panel.hidden = true;
  opener.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    opener.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) showCreatives(session, id, inside);
  });
  const show = (data) => {
    if (data.name) write(name, data.name);
    const campaign = data.campaignName ?? data.campaign;
    if (campaign) write(under, campaign);
    write(cells.fetches, text.count(data.fetches));
    write(cells.clicks, text.count(data.clicks));
    write(cells.ctr, text.share(data.uniqueClicks, data.fetches));
    write(cells.conversions, text.count(data.conversions));
    write(cells.spend, spendText(data.money));
  };
  return { id, rows: [row, panel], show, idle: false };
}

function adUnitRow(id) {
  const name = element("span", { content: id === "" ? "No ad unit" : id });
  const under = element("span", { className: "under" });
  const cells = { requests: cell(), fillRate: cell(), clicks: cell("number wide"), ctr: cell() };
  const row = element("tr", { "data-ad-unit": id },
    element("th", { scope: "row" }, name, under), ...Object.values(cells));
  const show = (data) => {
    if (data.name && data.name !== id) {
      write(name, data.name);
      write(under, id);
    }
    write(cells.requests, text.count(data.requests));
    write(cells.fillRate, text.share(data.fills, data.requests));
    write(cells.clicks, text.count(data.clicks));
    write(cells.ctr, text.share(data.uniqueClicks, data.fetches));
  };
  return { id, rows: [row], show, idle: false };
}

/** The creatives of a line item over the last hour. */
async function showCreatives(mine, lineItem, place) {
  if (!place.firstChild) place.append(element("p", { className: "muted small", content: "Loading…" }));
  try {
    const last = thisMinute(mine);
    const answer = await api.report(key, {
      from: instant(last - (MINUTES - 1) * 60000),
      to: instant(last + 60000),
      groupBy: "creative",
      lineItem,
      metrics: ["fetches", "clicks", "uniqueClicks", "ctr", "conversions", "engagements", "spend"],
    });
    if (mine === session) place.replaceChildren(creativeTable(answer.rows));
  } catch (failure) {
    place.replaceChildren(element("p", { className: "error", content: whyNot(failure) }));
  }
}

function creativeTable(rows) {
  const headings = [
    ["Creative", ""], ["Fetches", "number"], ["Clicks", "number wide"], ["CTR", "number"],
    ["Engaged", "number wide"], ["Spend", "number"],
  ];
  const head = element("tr", {},
    ...headings.map(([label, className]) => element("th", { scope: "col", className, content: label })));
  const body = element("tbody", {}, ...rows.map((row) => element("tr", { "data-creative": row.creative },
    element("th", { scope: "row", content: row.creative || "No creative" }),
    element("td", { className: "number", content: text.count(row.fetches) }),
    element("td", { className: "number wide", content: text.count(row.clicks) }),
    element("td", { className: "number", content: text.share(row.uniqueClicks, row.fetches) }),
    element("td", { className: "number wide", content: text.count(row.engagements) }),
    element("td", { className: "number", content: text.money(row.spend, row.currency) }))));
  return element("table", {},
    element("caption", { content: "Creatives, last hour" }), element("thead", {}, head), body);
}

byId("sign-in-form").addEventListener("submit", signIn);
byId("sign-out").addEventListener("click", () => signOut());
byId("retry").addEventListener("click", () => session?.retry.abort());
window.addEventListener("hashchange", showPage);
new ResizeObserver(() => {
  if (session?.minutes.length) minuteChart(byId("chart"), session.minutes);
}).observe(byId("chart"));
showSignIn();
