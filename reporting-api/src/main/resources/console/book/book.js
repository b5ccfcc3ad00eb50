// A booking from nothing, in four steps. Each step keeps what it has as a draft, so nothing is lost
// on the way; the address says how far it is.

import * as api from "../api.js";
import { button, element } from "../dom.js";
import { Editor } from "../form/editor.js";
import { valueWords } from "../form/difference.js";
import { durationWords } from "../form/parts.js";
import { Page, address, announce, heading, link, panel } from "../page.js";
import { campaignForm } from "./campaign-form.js";
import { flight } from "./campaigns.js";
import { PATHS, load, one, setStatus } from "./catalogue.js";
import { creativeDefaults, creativeForm } from "./creative-form.js";
import { forecast } from "./forecast.js";
import { lineItemDefaults, lineItemForm } from "./line-item-form.js";
import { preview } from "./preview.js";

const STEPS = ["Campaign", "Line item", "Creative", "Check and start"];

const page = new Page("book", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const ids = { campaign: parameters.get("campaign"), lineItem: parameters.get("lineItem"), creative: parameters.get("creative") };
  const read = async (kind) => (ids[kind] ? (await api.resource(session.key(), one(kind, ids[kind]))).body : null);
  const [campaign, lineItem, creative] = await Promise.all([read("campaign"), read("lineItem"), read("creative")]);
  const step = creative ? 3 : lineItem ? 2 : campaign ? 1 : 0;
  const bodies = [stepCampaign, stepLineItem, stepCreative, stepCheck];
  return [heading("Book a campaign", "What you enter is kept as a draft after each step. Nothing serves before the last one."),
    steps(step), ...await bodies[step](session, { campaign, lineItem, creative })];
}

function steps(now) {
  return element("ol", { className: "steps", "aria-label": "Steps" }, ...STEPS.map((content, i) =>
    element("li", { className: i < now ? "done" : "", "aria-current": i === now ? "step" : null, content })));
}

const go = (ids) => { location.hash = address("book", ids); };

async function stepCampaign(session) {
  const { advertiser: advertisers } = await load(session, "advertiser");
  const editor = new Editor({
    session, path: PATHS.campaign, form: campaignForm(session, advertisers, { withStatus: false }), save: "Save and go on",
    saved: ({ id }) => go({ campaign: id }),
  });
  editor.make({ status: "draft" });
  return [panel("Who advertises, and when", {}, editor.node)];
}

async function stepLineItem(session, { campaign }) {
  const { adUnit: adUnits, lineItem: known, conversionGoal: goals } = await load(session, "adUnit", "lineItem", "conversionGoal");
  const editor = new Editor({
    session, path: PATHS.lineItem, form: lineItemForm(session, { adUnits, goals }, { withStatus: false }), save: "Save and go on",
    saved: ({ id }) => go({ campaign: campaign.id, lineItem: id }),
  });
  editor.make({ ...lineItemDefaults(session, campaign, known), campaignId: campaign.id });
  return [panel("When, where, to whom and at which price", {}, editor.node), forecast(session, editor)];
}

function stepCreative(session, { campaign, lineItem }) {
  const editor = new Editor({
    session, path: PATHS.creative, form: creativeForm(), save: "Save and go on",
    saved: ({ id }) => go({ campaign: campaign.id, lineItem: lineItem.id, creative: id }),
  });
  editor.make(creativeDefaults(lineItem, campaign));
  return [element("div", { className: "two" }, panel("What people see", {}, editor.node), preview(session, editor))];
}

function stepCheck(session, { campaign, lineItem, creative }) {
  const started = campaign.status === "active" && lineItem.status === "active" && creative.status === "approved";
  const error = element("p", { className: "error", role: "alert" });
  const start = button("Start serving", async () => {
    start.disabled = true;
    try {
      if (creative.status !== "approved") await setStatus(session, "creative", creative.id, "approved");
      await setStatus(session, "lineItem", lineItem.id, "active");
      await setStatus(session, "campaign", campaign.id, "active");
      announce("It serves within two seconds.");
      page.open(session, new URLSearchParams({ campaign: campaign.id, lineItem: lineItem.id, creative: creative.id }));
    } catch (failure) {
      error.textContent = failure.message;
      start.disabled = false;
    }
  }, { className: "primary", id: "book-start" });
  const test = link("test-fetch", { lineItem: lineItem.id, adUnit: lineItem.adUnits[0] ?? "" }, "Test whether it serves", { className: "button primary" });
  const state = started ? element("p", { className: "good after", content: "It is started, and serves within two seconds when its flight, dayparts and targeting allow." })
    : element("p", { className: "after", content: "Nothing serves yet. You can leave it as a draft and start it later from the campaign." });
  return [panel("Check and start", {}, element("dl", { className: "facts" }, ...facts(session, campaign, lineItem, creative)
    .flatMap(([name, content]) => [element("dt", { content: name }), element("dd", { content })])),
  state, error, element("p", { className: "tools after" }, ...(started ? [test] : [start]), link("campaign", { id: campaign.id }, "Go to the campaign", { className: "button" })))];
}

function facts(session, campaign, item, creative) {
  const { budget = {}, context } = item;
  const bounds = [budget.daily && `${valueWords(budget.daily)} a day`, budget.lifetime && `${valueWords(budget.lifetime)} in all`, budget.dailyImpressions && `${budget.dailyImpressions} fetches a day`].filter(Boolean);
  return [["Campaign", `${campaign.name}, by ${campaign.advertiserName}`], ["Line item", item.name],
    ["Flight", flight(item, item.timeZone)], ["Ad units", item.adUnits.length > 0 ? item.adUnits.join(", ") : "every ad unit"],
    ["Price", `${valueWords(item.price.amount)} ${item.price.model.toUpperCase()}`], ["Budget", bounds.join(", ") || "no bound"],
    ["Conversations", context.topics.length > 0 ? context.topics.join(", ") : "any"],
    ["Caps", item.frequencyCaps.map(({ max, per }) => `${max} in ${durationWords(per)}`).join(", ") || "none"],
    ["Creative", creative.card?.title ?? creative.flow?.metadata?.teaser ?? creative.id]];
}
