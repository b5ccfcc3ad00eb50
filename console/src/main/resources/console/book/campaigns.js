// The list of campaigns: how each stands, what it served, and pause and resume in one click.

import { Bulk, table } from "../lists.js";
import * as text from "../text.js";
import { bar, button, element, nothing } from "../dom.js";
import { mayLeave } from "../form/unsaved.js";
import { Page, address, announce, badge, heading, link } from "../page.js";
import { presetRange } from "../range.js";
import { archive, load, numbers, setStatus } from "./catalogue.js";
import { campaignStanding } from "./standing.js";

const METRICS = "fetches,uniqueClicks,ctr,spend";
const FILTERS = [["", "All"], ["Serving", "Serving"], ["Nothing to serve", "Nothing to serve"], ["Paused", "Paused"], ["Draft", "Drafts"], ["Outside its dayparts", "Outside its dayparts"], ["Scheduled", "Scheduled"], ["Ended", "Ended"]];
const ROWS = 50;

const page = new Page("campaigns", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const [{ campaign: campaigns, lineItem: lineItems, creative: creatives }, served] = await Promise.all([
    load(session, "campaign", "lineItem", "creative"),
    numbers(session, "campaign", METRICS, presetRange("7d", session.zone))]);
  const book = element("a", { className: "button primary", href: "#book", content: "Book a campaign" });
  if (campaigns.length === 0) {
    return [heading("Campaigns"), nothing("No campaign yet.", "Book one: who advertises, where and when it runs, and what people see."), book];
  }
  const of = new Map(campaigns.map((each) => [each.id, { lineItems: [], standing: null }]));
  for (const item of lineItems) of.get(item.campaignId)?.lineItems.push(item);
  for (const each of campaigns) of.get(each.id).standing = campaignStanding(each, of.get(each.id).lineItems, creatives);
  const list = element("div", {});
  const search = element("input", { type: "search", id: "campaign-search", autocomplete: "off", placeholder: "Name, advertiser or id" });
  search.value = parameters.get("q") ?? "";
  const filter = element("select", { id: "campaign-filter" }, ...FILTERS.map(([value, words]) => new Option(words, value)));
  filter.value = parameters.get("standing") ?? "";
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const found = campaigns.filter((each) => `${each.name} ${each.advertiserName} ${each.id}`.toLowerCase().includes(wanted)
      && (filter.value === "" || of.get(each.id).standing[0] === filter.value));
    found.sort((one, other) => Number(other.status === "active") - Number(one.status === "active") || one.name.localeCompare(other.name));
    const bulk = changes(session, "campaign", again);
    const rows = found.map((each) => row(session, each, of.get(each.id), served(each.id), bulk));
    list.replaceChildren(found.length === 0 ? nothing("No campaign matches.", "Change the search or the status.")
      : element("div", {}, bulk.node, table("Campaigns", ["", "Campaign", "Status", ["Flight", "wide"], ["Line items", "number wide"], ["Fetches", "number wide"], ["CTR", "number wide"], ["Spend", "number wide"], ""], rows, { most: ROWS })));
  };
  for (const control of [search, filter]) {
    control.addEventListener(control === search ? "input" : "change", () => {
      history.replaceState(null, "", address("campaigns", { q: search.value.trim(), standing: filter.value }));
      show();
    });
  }
  show();
  return [heading("Campaigns", "Numbers are of the last 7 days.", book),
    element("section", { className: "panel", "aria-label": "Campaigns" },
      element("div", { className: "builder-row builder looking" },
        element("div", { className: "field" }, element("label", { for: search.id, content: "Search" }), search),
        element("div", { className: "field" }, element("label", { for: filter.id, content: "Status" }), filter)), list)];
}

const again = (session) => page.open(session, new URLSearchParams(location.hash.split("?")[1] ?? ""));

function row(session, campaign, { lineItems, standing }, served, bulk) {
  return element("tr", { "data-campaign": campaign.id }, bulk.cell(campaign, campaign.name),
    element("th", { scope: "row" }, link("campaign", { id: campaign.id }, campaign.name), element("span", { className: "under", content: campaign.advertiserName })),
    element("td", {}, badge(...standing)),
    element("td", { className: "start wide", content: flight(campaign, session.zone) }),
    element("td", { className: "number wide", content: text.count(lineItems.length) }),
    ...servedCells(served), element("td", {}, switcher(session, "campaign", campaign, () => again(session))));
}

/** Pause, start and archive, for as many of a kind as are ticked. */
export function changes(session, kind, done) {
  const status = (to) => async (resource) => { await setStatus(session, kind, resource.id, to); };
  return new Bulk([["Pause", status("paused")], ["Start", status("active")], ["Archive", (resource, chosen) => archive(session, kind, resource, "", chosen)]], () => done(session));
}

/** Cells of fetches, click rate and spend; null is not known. */
export function servedCells(rows) {
  if (rows === null) return [1, 2, 3].map(() => element("td", { className: "number wide", content: "–" }));
  const fetches = rows.reduce((sum, each) => sum + (each.fetches ?? 0), 0);
  const clicks = rows.reduce((sum, each) => sum + (each.uniqueClicks ?? 0), 0);
  const spends = rows.filter((each) => Number(each.spend) > 0).map((each) => text.money(each.spend, each.currency));
  return [element("td", { className: "number wide", content: text.shortCount(fetches) }),
    element("td", { className: "number wide", content: fetches > 0 ? text.share(clicks, fetches) : "–" }),
    element("td", { className: "number wide", content: spends.length > 0 ? spends.join(", ") : "–" })];
}

/** A flight as days of a zone, its last one included. */
export function flight({ startAt, endAt }, zone) {
  const first = startAt && text.start(startAt, "day", zone);
  const last = endAt && text.start(Date.parse(endAt) - 1, "day", zone);
  if (first && last) return `${first} – ${last}`;
  return first ? `from ${first}` : last ? `until ${last}` : "always";
}

/** Pause or resume, in one click. */
export function switcher(session, kind, resource, done) {
  const active = resource.status === "active";
  const words = active ? "Pause" : resource.status === "draft" || resource.status === "shadow" ? "Start" : "Resume";
  const made = button(words, async () => {
    if (!await mayLeave()) return;
    made.disabled = true;
    try {
      await setStatus(session, kind, resource.id, active ? "paused" : "active");
      announce(`${resource.name} is ${active ? "paused" : "active"}.`);
      done();
    } catch (failure) {
      made.disabled = false;
      made.after(element("span", { className: "error", role: "alert", content: ` ${failure.message}` }));
    }
  }, { "aria-label": `${words} ${resource.name}` });
  return made;
}

/** How far a budget is used: a bar, and both numbers. */
export function progress(label, spent, budget, unit) {
  const words = unit === "" ? `${text.count(spent)} of ${text.count(budget)}` : `${text.amount(String(spent))} of ${text.money(String(budget), unit)}`;
  return element("div", { className: "progress" }, element("span", { className: "under", content: `${label}: ${words}` }), bar(budget > 0 ? spent / budget : 0));
}
