// The last step of a booking: everything that was entered, when it will first serve, and the button that starts it.

import { button, element } from "../dom.js";
import { valueWords } from "../form/difference.js";
import { DAYS, durationWords } from "../form/parts.js";
import { targetingWords } from "../form/targeting.js";
import { announce, badge, link, panel } from "../page.js";
import { toWall } from "../range.js";
import * as text from "../text.js";
import { setStatus } from "./catalogue.js";
import { choiceWords } from "./line-item-form.js";
import { creativeStanding, firstMoment } from "./standing.js";


export const nameOf = (creative) => creative.card?.title ?? creative.flow?.metadata?.teaser ?? creative.id;

/** Elements of the step; `again()` draws it anew once something was started. */
export function check(session, booking, again) {
  const { campaign, lineItem, creatives, approval } = booking;
  const mayApprove = session.approves && approval !== "second_person";
  const left = creatives.filter(({ status }) => (mayApprove ? status !== "approved" : status === "draft"));
  const started = campaign.status === "active" && lineItem.status === "active" && left.length === 0;
  const error = element("p", { className: "error", role: "alert" });
  const start = button(mayApprove ? "Start serving" : "Start, and ask for approval", async () => {
    start.disabled = true;
    try {
      for (const { id } of left) await setStatus(session, "creative", id, mayApprove ? "approved" : "submitted");
      await setStatus(session, "lineItem", lineItem.id, "active");
      await setStatus(session, "campaign", campaign.id, "active");
      announce("It is started.");
      again();
    } catch (failure) {
      error.textContent = failure.message;
      start.disabled = false;
    }
  }, { className: "primary", id: "book-start" });
  const test = link("test-fetch", { lineItem: lineItem.id, adUnit: lineItem.adUnits[0] ?? "" }, "Test whether it serves", { className: "button primary" });
  return [...parts(session, booking), panel(started ? "Started" : "Start", {},
    element("p", { className: started ? "good" : "", content: started ? `It is started. ${whenWords(session, booking, true)}` : `Nothing serves yet. ${whenWords(session, booking, false)}` }),
    ...(started ? [] : [element("p", { className: "muted", content: "You can leave it as a draft and start it later, from the campaign." })]),
    error, element("p", { className: "tools after" }, started ? test : start, link("campaign", { id: campaign.id }, "Go to the campaign", { className: "button" })))];
}

/** When it first serves, once it is started. */
function whenWords(session, { campaign, lineItem, creatives, approval }, started) {
  const waits = started ? creatives.every(({ status }) => status !== "approved") : approval === "second_person" || !session.approves;
  const approved = waits ? "once somebody else has approved a creative" : "";
  const from = firstMoment(campaign, lineItem);
  if (from === null) return "It will never serve: its flight is over, or has no hour of its dayparts left.";
  const when = from > Date.now() ? `from ${at(from, lineItem.timeZone)} (${lineItem.timeZone}) on` : `within two seconds${started || waits ? "" : " of the start"}`;
  return `It serves ${[when, approved].filter(Boolean).join(", ")}, where its targeting, budget and caps let it.`;
}

function parts(session, { campaign, lineItem, creatives }) {
  const ids = { campaign: campaign.id, lineItem: lineItem.id };
  const change = (step, more = {}) => link("book", { ...ids, ...more, step }, "Change", { "aria-label": `Change: ${step === "lineItem" ? "line item" : step}` });
  return [panel("Campaign", { beside: [change("campaign")] }, facts(ofCampaign(session, campaign))),
    panel("Line item", { beside: [change("lineItem")] }, facts(ofLineItem(session, lineItem))),
    panel("Creatives", { beside: [link("book", { ...ids, step: "creative" }, "Add another")] }, element("ul", { className: "plain" }, ...creatives.map((each) => element("li", { "data-creative": each.id },
      link("book", { ...ids, creative: each.id, step: "creative" }, nameOf(each)), " ", badge(...creativeStanding(each)),
      ...(each.card ? [element("span", { className: "under", content: [each.card.disclosure, each.card.subtitle].filter(Boolean).join(" · ") })] : [])))))];
}

const facts = (rows) => element("dl", { className: "facts" }, ...rows.flatMap(([name, content]) => [element("dt", { content: name }), element("dd", { content })]));

function ofCampaign(session, campaign) {
  return [["Name", campaign.name], ["Advertiser", campaign.advertiserName], ["Flight", flightWords(campaign, session.zone)],
    ["Caps", capWords(campaign.frequencyCaps)], ["Held out", campaign.holdout ? `${text.fraction(campaign.holdout)} of its subscribers` : "nobody"]];
}

function ofLineItem(session, item) {
  const { budget = {}, context, price, goal } = item;
  const named = (dimension, ids, none) => (ids?.length > 0 ? ids.map((id) => session.names.of(dimension, id) || id).join(", ") : none);
  const bounds = [budget.daily && `${valueWords(budget.daily)} a day`, budget.lifetime && `${valueWords(budget.lifetime)} in all`,
    budget.dailyImpressions && `${text.count(budget.dailyImpressions)} fetches a day`].filter(Boolean);
  const [[metric, amount]] = Object.entries(goal ?? { none: "" });
  return [["Name", item.name], ["Price", `${valueWords(price.amount)}, ${choiceWords("model", price.model)}${price.model === "cpm" ? `; an impression is ${choiceWords("billOn", price.billOn ?? "fetch").toLowerCase()}` : ""}`],
    ["Budget", bounds.join(", ") || "no limit"], ["Goal", goal ? `${typeof amount === "object" ? valueWords(amount) : text.count(amount)} ${metric}` : "none"],
    ["Pacing", choiceWords("pacing", item.pacing)],
    ["Flight", flightWords(item, item.timeZone)], ["Dayparts", daypartWords(item.dayparts)], ["Time zone", item.timeZone],
    ["Ad units", named("adUnit", item.adUnits, "every ad unit")],
    ["Conversations", context.topics.length > 0 ? `${context.topics.join(", ")}${context.runOfNetwork ? "; then any other" : ""}` : "any"],
    ...(context.minRelevance === undefined ? [] : [["Least relevance", String(context.minRelevance)]]),
    ["Who sees it", targetingWords(item.targeting)], ["Children", item.suitableForChildren ? "suitable" : "not for children"], ["Caps", capWords(item.frequencyCaps)],
    ["Conversion goals", named("conversionGoal", item.conversionGoals, "every conversion")],
    ["Priority", `${item.priority} of 16, weight ${item.weight}`], ["Rotation", choiceWords("rotation", item.rotation)]];
}

/** Day and time to the minute. */
const at = (instant, zone) => `${text.start(instant, "day", zone)}, ${toWall(instant, zone).slice(11)}`;

/** A flight to the minute; an end at midnight is that of the day before. */
function flightWords({ startAt, endAt }, zone) {
  const end = endAt && (toWall(endAt, zone).endsWith("T00:00") ? `the end of ${text.start(Date.parse(endAt) - 1, "day", zone)}` : at(endAt, zone));
  return `${startAt ? `from ${at(startAt, zone)}` : "from when it is started"}${endAt ? ` until ${end}` : ", without an end"}`;
}

const capWords = (caps = []) => caps.map(({ max, per, scope }) => `${max} in ${durationWords(per)} for each ${text.words(scope ?? "lineItem").toLowerCase()}`).join(", ") || "none";

function daypartWords(dayparts) {
  const names = Object.fromEntries(DAYS);
  return dayparts.map(({ days, from, to }) => `${days.map((day) => names[day]).join(", ")} ${from} to ${to}`).join("; ") || "always";
}
