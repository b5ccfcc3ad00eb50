// The creatives of a line item over the last hour, below its row.

import * as api from "../api.js";
import { element } from "../dom.js";
import * as text from "../text.js";

const HOUR_MILLIS = 3600000;

/** Fills the place; `session.lastFrame` tells the time. */
export async function showCreatives(mine, lineItem, place) {
  if (!place.firstChild) place.append(element("p", { className: "muted small", content: "Loading…" }));
  try {
    const now = Math.floor(new Date(mine.lastFrame.to).getTime() / 60000) * 60000 + 60000;
    const answer = await api.report(mine.key(), {
      from: new Date(now - HOUR_MILLIS).toISOString(),
      to: new Date(now).toISOString(),
      groupBy: "creative",
      lineItem,
      metrics: ["fetches", "clicks", "uniqueClicks", "ctr", "conversions", "engagements", "spend"],
    });
    await mine.names.load();
    if (mine.stop.signal.aborted) return;
    const more = element("a", { href: `#line-item?id=${encodeURIComponent(lineItem)}`, content: "Its report, rotation and no-fills" });
    place.replaceChildren(creativeTable(answer.rows, mine.names), element("p", { className: "small more-link" }, more));
  } catch (failure) {
    place.replaceChildren(element("p", { className: "error", content: failure.message }));
  }
}

function creativeTable(rows, names) {
  const headings = [
    ["Creative", ""], ["Fetches", "number"], ["Clicks", "number wide"], ["CTR", "number"],
    ["Engaged", "number wide"], ["Spend", "number"],
  ];
  const head = element("tr", {},
    ...headings.map(([label, className]) => element("th", { scope: "col", className, content: label })));
  const body = element("tbody", {}, ...rows.map((row) => element("tr", { "data-creative": row.creative },
    element("th", { scope: "row", content: names.of("creative", row.creative) || row.creative || "No creative" }),
    element("td", { className: "number", content: text.count(row.fetches) }),
    element("td", { className: "number wide", content: text.count(row.clicks) }),
    element("td", { className: "number", content: text.share(row.uniqueClicks, row.fetches) }),
    element("td", { className: "number wide", content: text.count(row.engagements) }),
    element("td", { className: "number", content: text.money(row.spend, row.currency) }))));
  return element("table", {},
    element("caption", { content: "Creatives, last hour" }), element("thead", {}, head), body);
}
