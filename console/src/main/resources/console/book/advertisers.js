// Advertisers: whose campaigns they are, what they stand for, and which domains are theirs.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { categories, categoryName, loadTaxonomy } from "../form/categories.js";
import { Group, lines, text } from "../form/controls.js";
import { row } from "../form/parts.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { Page, heading, panel } from "../page.js";
import { editDialog } from "../setup/secret.js";
import { PATHS, archive, load, one } from "./catalogue.js";

const page = new Page("advertisers", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const [{ advertiser: all, campaign: campaigns }] = await Promise.all([load(session, "advertiser", "campaign"), loadTaxonomy()]);
  const view = { session, campaigns, again: () => page.open(session) };
  return [heading("Advertisers", "Separation, caps and blocking apply to all campaigns of an advertiser together."),
    panel("Advertisers", { beside: [button("New advertiser", () => edit(view, null), { id: "new-advertiser" })] },
      all.length > 0 ? table("Advertisers", ["Advertiser", ["Domains", "wide"], ["Categories", "wide"], ["Campaigns", "number"], ""], all.map((each) => line(view, each)))
        : nothing("No advertiser yet.", "A campaign needs no entry here: without one, its advertiser is known by name alone."))];
}

async function edit({ session, again }, item) {
  const controls = {
    name: text("Name"), domains: lines("Domains", { hint: "One a line; subdomains are meant too.", placeholder: "example.com" }),
    categories: categories("Categories", { hint: "Of the IAB Content Taxonomy: what the advertiser sells." }),
  };
  const form = new Group(controls, element("div", { className: "builder" }, row({ name: controls.name, domains: controls.domains }), controls.categories.node));
  const read = item ? await api.resource(session.key(), one("advertiser", item.id)) : null;
  if (await editDialog(item ? item.name : "New advertiser", session, { path: PATHS.advertiser, form, read, save: item ? "Save" : "Add" })) again();
}

function line(view, item) {
  const { session, campaigns, again } = view;
  const problem = element("span", { className: "error", role: "alert" });
  const drop = async () => {
    try {
      if (await archive(session, "advertiser", item)) again();
    } catch (failure) {
      problem.textContent = failure.referrers?.length > 0 ? `Campaigns name it: ${failure.referrers.join(", ")}. Change them first.` : failure.message;
    }
  };
  return element("tr", { "data-advertiser": item.id },
    element("th", { scope: "row" }, item.name, element("span", { className: "under", content: item.id })),
    element("td", { className: "wide", content: (item.domains ?? []).join(", ") || "–" }),
    element("td", { className: "wide", content: (item.categories ?? []).map(categoryName).join("; ") || "–" }),
    element("td", { className: "number", content: String(campaigns.filter((each) => each.advertiserId === item.id).length) }),
    element("td", {}, element("div", { className: "tools acts" },
      button("Edit", () => edit(view, item), { "aria-label": `Edit ${item.name}` }),
      historyButton(session, { path: one("advertiser", item.id), name: item.name, changed: again }),
      button("Archive", drop, { "aria-label": `Archive ${item.name}` }), problem)));
}
