// One campaign: its line items with what they served and spent, and its form.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { Editor } from "../form/editor.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { Glance } from "../overview/glance.js";
import { Page, badge, heading, link, panel } from "../page.js";
import { presetRange } from "../range.js";
import { deliveries, standing } from "../report/delivery.js";
import { PATHS, archive, duplicate, load, numbers, one } from "./catalogue.js";
import { campaignForm } from "./campaign-form.js";
import { liftPanel } from "./lift.js";
import { changes, flight, progress, servedCells, switcher } from "./campaigns.js";
import { campaignStanding, lineItemStanding } from "./standing.js";

const METRICS = "fetches,uniqueClicks,ctr,spend";
const LIFETIME_DAYS = 3650;
const ROWS = 50;

const page = new Page("campaign", draw, { titled: true });
const glance = new Glance(["spend", "fetches", "uniqueClicks", "ctr", "conversions", "reach"]);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const id = parameters.get("id") ?? "";
  const again = () => page.open(session, new URLSearchParams({ id }));
  const [read, { lineItem: all, creative: creatives, advertiser: advertisers }, served, today, ever, delivery, beginning] = await Promise.all([
    api.resource(session.key(), one("campaign", id)), load(session, "lineItem", "creative", "advertiser"),
    numbers(session, "lineItem", METRICS, presetRange("7d", session.zone)),
    numbers(session, "lineItem", "fetches,spend", presetRange("today", session.zone)),
    numbers(session, "lineItem", "spend", { from: new Date(Date.now() - LIFETIME_DAYS * 86400000).toISOString(), to: new Date(Date.now() + 60000).toISOString() }),
    deliveries(session, { campaign: id }), glance.nodes(session, { campaign: [id] })]);
  const campaign = read.body;
  const lineItems = all.filter((item) => item.campaignId === id);
  const form = campaignForm(session, advertisers);
  const editor = new Editor({
    session, path: PATHS.campaign, form, saved: again,
    more: [button("Duplicate", async ({ target }) => {
      target.disabled = true;
      try {
        const { id: made } = await duplicate(session, campaign, lineItems, creatives);
        location.hash = `#campaign?id=${encodeURIComponent(made)}`;
      } catch (failure) {
        target.disabled = false;
        target.after(element("span", { className: "error", role: "alert", content: ` ${failure.message}` }));
      }
    }), button("Archive", async () => {
      const things = creatives.filter((creative) => lineItems.some((item) => item.id === creative.lineItemId)).length;
      if (await archive(session, "campaign", campaign, `Line items that go with it: ${lineItems.length}; creatives: ${things}.`)) location.hash = "#campaigns";
    }), historyButton(session, { path: one("campaign", id), name: campaign.name, changed: again })],
  });
  editor.edit(read);
  const lift = campaign.holdout > 0 ? [await liftPanel(session, campaign)] : [];
  const bulk = changes(session, "lineItem", again);
  const rows = lineItems.map((item) => row(session, bulk, { item, campaign, creatives }, served(item.id), { today: today(item.id), ever: ever(item.id), delivery: delivery(item.id) }, again));
  const add = element("a", { className: "button", href: `#edit-line-item?campaign=${encodeURIComponent(id)}`, content: "Add a line item" });
  return {
    nodes: [
      heading(campaign.name, element("p", { className: "muted" }, link("campaigns", {}, "Campaigns"), ` · ${campaign.advertiserName} · ${flight(campaign, session.zone)}`),
        badge(...campaignStanding(campaign, lineItems, creatives)), switcher(session, "campaign", campaign, again)),
      ...beginning,
      panel("Line items", { note: "Numbers of the last 7 days.", beside: [add] },
        rows.length > 0 ? element("div", {}, bulk.node, table("Line items", ["", "Line item", "Status", ["Delivery", "wide"], ["Budget", "wide"], ["Fetches", "number wide"], ["CTR", "number wide"], ["Spend", "number wide"], ""], rows, { most: ROWS }))
          : nothing("No line item yet.", "A line item says when, where, to whom and at which price the campaign runs.")),
      ...lift,
      panel("Campaign", {}, editor.node)],
    after: () => {
      glance.draw();
      editor.reveal(parameters.get("field") ?? "");
    },
  };
}

function row(session, bulk, { item, campaign, creatives }, served, used, again) {
  const own = creatives.filter((creative) => creative.lineItemId === item.id);
  const approved = own.filter((creative) => creative.status === "approved").length;
  return element("tr", { "data-line-item": item.id }, bulk.cell(item, item.name),
    element("th", { scope: "row" }, link("edit-line-item", { id: item.id }, item.name),
      element("span", { className: "under", content: `${approved} of ${own.length} creatives approved` })),
    element("td", {}, badge(...lineItemStanding(item, campaign, creatives))),
    element("td", { className: "delivery wide" }, ...standing(used.delivery)),
    element("td", { className: "budget wide" }, ...budgets(item, used)),
    ...servedCells(served), element("td", {}, switcher(session, "lineItem", item, again)));
}

/** Each bound of a budget with what is used of it; days are those of the org, so near midnight they may differ from the line item's. */
function budgets({ budget }, { today, ever }) {
  if (today === null || ever === null) return [element("span", { className: "muted", content: "can't be read now" })];
  const spend = (rows, currency) => rows.filter((each) => each.currency === currency).reduce((sum, each) => sum + Number(each.spend ?? 0), 0);
  const fetches = today.reduce((sum, each) => sum + (each.fetches ?? 0), 0);
  const { daily, lifetime, dailyImpressions } = budget ?? {};
  const shown = [
    ...(daily ? [progress("Today", spend(today, daily.currency), Number(daily.amount), daily.currency)] : []),
    ...(dailyImpressions ? [progress("Fetches today", fetches, dailyImpressions, "")] : []),
    ...(lifetime ? [progress("In all", spend(ever, lifetime.currency), Number(lifetime.amount), lifetime.currency)] : [])];
  return shown.length > 0 ? shown : [element("span", { className: "muted", content: "no limit" })];
}
