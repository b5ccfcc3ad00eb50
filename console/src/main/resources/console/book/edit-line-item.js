// One line item, new or booked: its creatives and its form.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { Editor } from "../form/editor.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { Glance } from "../overview/glance.js";
import { Page, badge, heading, link, panel } from "../page.js";
import { deliveries, standing, stopped } from "../report/delivery.js";
import { PATHS, archive, copyOf, load, one } from "./catalogue.js";
import { switcher } from "./campaigns.js";
import { forecast } from "./forecast.js";
import { lineItemDefaults, lineItemForm } from "./line-item-form.js";
import { creativeStanding, lineItemStanding } from "./standing.js";
import { whatIf } from "./what-if.js";

const page = new Page("edit-line-item", draw, { titled: true });
const glance = new Glance(["spend", "fetches", "uniqueClicks", "ctr", "conversions", "reach"]);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const id = parameters.get("id") ?? "";
  return id === "" ? drawNew(session, parameters) : drawBooked(session, id, parameters);
}

async function drawNew(session, parameters) {
  const like = parameters.get("like") ? (await api.resource(session.key(), one("lineItem", parameters.get("like")))).body : null;
  const campaignId = like?.campaignId ?? parameters.get("campaign") ?? "";
  const [{ body: campaign }, { adUnit: adUnits, lineItem: known, conversionGoal: goals }] = await Promise.all([
    api.resource(session.key(), one("campaign", campaignId)), load(session, "adUnit", "lineItem", "conversionGoal")]);
  const editor = new Editor({
    session, path: PATHS.lineItem, form: lineItemForm(session, { adUnits, goals }), save: "Add line item",
    saved: ({ id }) => { location.hash = `#creative?lineItem=${encodeURIComponent(id)}`; },
  });
  editor.make(like ? copyOf(like) : { ...lineItemDefaults(session, campaign, known), campaignId });
  return [heading("New line item", element("p", { className: "muted" }, link("campaign", { id: campaignId }, campaign.name))), panel("Line item", {}, editor.node), forecast(session, editor)];
}

async function drawBooked(session, id, parameters) {
  const again = () => page.open(session, new URLSearchParams({ id }));
  const [read, { adUnit: adUnits, creative: all, conversionGoal: goals }] = await Promise.all([
    api.resource(session.key(), one("lineItem", id)), load(session, "adUnit", "creative", "conversionGoal")]);
  const item = read.body;
  const [{ body: campaign }, delivery, beginning] = await Promise.all([
    api.resource(session.key(), one("campaign", item.campaignId)), deliveries(session, { lineItem: id }), glance.nodes(session, { lineItem: [id] })]);
  const delivered = delivery(id);
  const creatives = all.filter((creative) => creative.lineItemId === id);
  const editor = new Editor({
    session, path: PATHS.lineItem, form: lineItemForm(session, { adUnits, goals }), saved: () => {},
    more: [element("a", { className: "button", href: `#edit-line-item?like=${encodeURIComponent(id)}`, content: "Duplicate" }), button("Archive", async () => {
      if (await archive(session, "lineItem", item, `Creatives that go with it: ${creatives.length}.`)) location.hash = `#campaign?id=${encodeURIComponent(item.campaignId)}`;
    }), historyButton(session, { path: one("lineItem", id), name: item.name, changed: again })],
  });
  editor.edit(read);
  const add = element("a", { className: "button", href: `#creative?lineItem=${encodeURIComponent(id)}`, content: "Add a creative" });
  const why = element("a", { className: "button", href: `#test-fetch?lineItem=${encodeURIComponent(id)}${item.adUnits.length > 0 ? `&adUnit=${encodeURIComponent(item.adUnits[0])}` : ""}`, content: "Why doesn't it serve?" });
  return {
    nodes: [
      heading(item.name, element("p", { className: "muted" }, link("campaigns", {}, "Campaigns"), " · ", link("campaign", { id: item.campaignId }, campaign.name), " · ", link("line-item", { id }, "Numbers")),
        badge(...lineItemStanding(item, campaign, creatives)), switcher(session, "lineItem", item, again), why),
      ...beginning,
      panel("Delivery", { note: "What stopped it is of the last hour." }, element("div", { className: "budget" }, ...standing(delivered)),
        ...(delivered ? [element("p", {}, ...stopped(delivered))] : [])),
      panel("Creatives", { beside: [add] }, creatives.length > 0 ? table("Creatives", ["Creative", "Type", "Status", ["Version", "number"]], creatives.map(row))
        : nothing("No creative yet.", "A creative is what people see. Without an approved one the line item serves nothing.")),
      panel("Line item", {}, editor.node), whatIf(session, editor, id), forecast(session, editor, id)],
    after: () => {
      glance.draw();
      editor.reveal(parameters.get("field") ?? "");
    },
  };
}

function row(creative) {
  const name = creative.card?.title ?? creative.flow?.metadata?.teaser ?? creative.flow?.metadata?.advertiserName ?? creative.id;
  return element("tr", { "data-creative": creative.id },
    element("th", { scope: "row" }, link("creative", { id: creative.id }, name)),
    element("td", { content: creative.type }),
    element("td", {}, badge(...creativeStanding(creative))),
    element("td", { className: "number", content: String(creative.version ?? "–") }));
}
