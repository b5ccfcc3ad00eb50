// Changes of what a report is about, marked in its chart: a step in a line often has its cause there.

import * as api from "../api.js";
import { element } from "../dom.js";
import { valueWords } from "../form/difference.js";
import { KINDS } from "../history/history.js";
import * as text from "../text.js";

const SECTIONS = { campaigns: "campaign", lineItems: "lineItem", creatives: "creative", adUnits: "adUnit" };
const READ = 200;
const SHOWN = 20;

/** The changes in a range, newest first: of what the filters name, else of everything that is booked. A read key sees none. */
export async function changesIn(session, { from, to }, filters) {
  if (!session.manages) return [];
  const named = filters.filter(([dimension]) => Object.values(SECTIONS).includes(dimension));
  try {
    const { items } = await api.get(session.key(), "/v1/manage/history", { from, to, limit: READ });
    return items.filter(({ section, id }) => SECTIONS[section] && (named.length === 0 || named.some(([dimension, value]) => dimension === SECTIONS[section] && value === id)));
  } catch {
    return [];
  }
}

/** Draws a mark where each change lies between the starts of a chart's points. */
export function marks(starts, changes, ink) {
  const places = changes.map(({ changedAt }) => placeOf(starts, Date.parse(changedAt))).filter((place) => place !== null);
  return {
    id: "marks",
    afterDatasetsDraw({ ctx, chartArea: { top, bottom }, scales: { x } }) {
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = ink();
      ctx.globalAlpha = 0.6;
      ctx.setLineDash([2, 3]);
      for (const place of places) {
        const low = x.getPixelForValue(Math.floor(place));
        const at = low + (x.getPixelForValue(Math.min(starts.length - 1, Math.floor(place) + 1)) - low) * (place % 1);
        ctx.beginPath();
        ctx.moveTo(at, top);
        ctx.lineTo(at, bottom);
        ctx.stroke();
        ctx.beginPath();
        ctx.moveTo(at - 4, top);
        ctx.lineTo(at + 4, top);
        ctx.lineTo(at, top + 6);
        ctx.fill();
      }
      ctx.restore();
    },
  };
}

/** Between which points an instant lies: 2.5 is half-way from the third to the fourth. */
function placeOf(starts, at) {
  const after = starts.findIndex((start) => start > at);
  if (after === 0 || starts.length === 0) return null;
  if (after < 0) return starts.length - 1;
  return after - 1 + (at - starts[after - 1]) / (starts[after] - starts[after - 1]);
}

/** The marks in words. */
export function listed(changes, session) {
  if (changes.length === 0) return [];
  const lines = changes.slice(0, SHOWN).map(({ changedAt, id, kind, resource, changes: fields = [] }) => element("li", {},
    `${text.moment(changedAt, session.zone)}: ${resource?.name ?? resource?.card?.title ?? id}, ${(KINDS[kind]?.[0] ?? kind).toLowerCase()}`,
    ...fields.map(({ path, before, after }) => element("span", { className: "under", content: `${text.words(path)}: ${valueWords(before)} → ${valueWords(after)}` }))));
  const more = changes.length > SHOWN ? [element("p", {}, element("a", { href: "#changes", content: "All changes" }))] : [];
  return [element("details", { className: "marks" }, element("summary", { content: `Changes in this range, marked by triangles: ${text.count(changes.length)}` }), element("ul", {}, ...lines), ...more)];
}
