// How a campaign or line item stands now, in words of the people who booked it.

import { DAYS } from "../form/parts.js";
import { fromWall, toWall } from "../range.js";

const DAY = 86400000;
const OUTSIDE = "Outside its dayparts";

const between = ({ startAt, endAt }, now) => (startAt && Date.parse(startAt) > now ? "early" : endAt && Date.parse(endAt) <= now ? "late" : "in");

const CREATIVES = { draft: ["Draft", ""], submitted: ["Submitted", "warn"], approved: ["Approved", "good"] };

/** `[words, kind of badge]` of a creative. */
export const creativeStanding = ({ status }) => CREATIVES[status] ?? [status, ""];

/** `[words, kind of badge]` of a campaign. */
export function campaignStanding(campaign, lineItems = [], creatives = [], now = Date.now()) {
  if (campaign.status === "draft") return ["Draft", ""];
  if (campaign.status === "paused") return ["Paused", "warn"];
  const flight = between(campaign, now);
  if (flight === "early") return ["Scheduled", ""];
  if (flight === "late") return ["Ended", ""];
  const standings = lineItems.map((item) => lineItemStanding(item, campaign, creatives, now));
  if (standings.some(([, kind]) => kind === "good")) return ["Serving", "good"];
  return standings.some(([words]) => words === OUTSIDE) ? [OUTSIDE, ""] : ["Nothing to serve", "warn"];
}

/** `[words, kind of badge]` of a line item; the first thing that keeps it from serving. */
export function lineItemStanding(item, campaign, creatives = [], now = Date.now()) {
  if (item.status === "draft") return ["Draft", ""];
  if (item.status === "shadow") return ["Shadow", ""];
  if (item.status === "paused") return ["Paused", "warn"];
  if (campaign && campaign.status !== "active") return [`Campaign ${campaign.status === "draft" ? "is a draft" : "paused"}`, "warn"];
  const flights = [between(item, now), campaign ? between(campaign, now) : "in"];
  if (flights.includes("late")) return ["Ended", ""];
  if (flights.includes("early")) return ["Scheduled", ""];
  if (!creatives.some((creative) => creative.lineItemId === item.id && creative.status === "approved")) return ["No approved creative", "warn"];
  if (item.dayparts?.length > 0 && inDaypart(item, now) !== now) return [OUTSIDE, ""];
  return ["Serving", "good"];
}

/** The first instant from now on within both flights and the dayparts; null for none. */
export function firstMoment(campaign, lineItem, now = Date.now()) {
  const starts = [campaign, lineItem].map(({ startAt }) => (startAt ? Date.parse(startAt) : now));
  const ends = [campaign, lineItem].map(({ endAt }) => (endAt ? Date.parse(endAt) : Infinity));
  const from = Math.max(now, ...starts);
  const first = lineItem.dayparts.length === 0 ? from : inDaypart(lineItem, from);
  return first !== null && first < Math.min(...ends) ? first : null;
}

/** The first instant of a daypart from an instant on: within eight days each has come. */
function inDaypart({ dayparts, timeZone }, from) {
  const found = [];
  for (let day = 0; day <= 8; day += 1) {
    const date = toWall(from + day * DAY, timeZone).slice(0, 10);
    const [weekday] = DAYS[(new Date(date).getUTCDay() + 6) % 7];
    for (const part of dayparts.filter(({ days }) => days.includes(weekday))) {
      const [begin, end] = [part.from, part.to].map((clock) => fromWall(`${date}T${clock}`, timeZone)?.getTime());
      if (end > from) found.push(Math.max(begin, from));
    }
  }
  return found.length > 0 ? Math.min(...found) : null;
}
