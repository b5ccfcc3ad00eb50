// How a campaign or line item stands now, in words of the people who booked it.

const between = ({ startAt, endAt }, now) => (startAt && Date.parse(startAt) > now ? "early" : endAt && Date.parse(endAt) <= now ? "late" : "in");

/** `[words, kind of badge]` of a campaign. */
export function campaignStanding(campaign, lineItems = [], creatives = [], now = Date.now()) {
  if (campaign.status === "draft") return ["Draft", ""];
  if (campaign.status === "paused") return ["Paused", "warn"];
  const flight = between(campaign, now);
  if (flight === "early") return ["Scheduled", ""];
  if (flight === "late") return ["Ended", ""];
  const serving = lineItems.some((item) => lineItemStanding(item, campaign, creatives, now)[1] === "good");
  return serving ? ["Serving", "good"] : ["Nothing to serve", "warn"];
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
  return ["Serving", "good"];
}
