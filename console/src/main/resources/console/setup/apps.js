// Publisher applications, their ad units, and keys.

import * as api from "../api.js";
import { PATHS, archive, load, one } from "../book/catalogue.js";
import { button, element, nothing } from "../dom.js";
import { loadTaxonomy } from "../form/categories.js";
import { Checks, Group, Sparse, choice, text } from "../form/controls.js";
import { row } from "../form/parts.js";
import { adLoad, blocked, part, suitability } from "../form/suitability.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { Page, heading, panel } from "../page.js";
import { keysPanel } from "./keys.js";
import { editDialog } from "./secret.js";

const FORMATS = [["native", "native"], ["botplatform", "chat platform"], ["sms", "text message"], ["flow", "flow"]];

const page = new Page("apps", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const all = await load(session, "application", "adUnit", "key");
  const again = () => page.open(session);
  const view = { session, ...all, again };
  return {
    nodes: [
      heading("Publisher apps & keys", "The places where ads are shown, and the keys that may request them."),
      applications(view), adUnits(view), keysPanel(view)],
    after: () => {
      const unit = all.adUnit.find(({ id }) => id === parameters.get("adUnit"));
      if (unit) editAdUnit(view, unit);
    },
  };
}

function applications({ session, application: list, adUnit: units, key: keys, again }) {
  const edit = async (item) => {
    const controls = { name: text("Name"), defaultAdUnit: text("Default ad unit", { hint: "The code that a fetch without one fills. Empty: none.", choices: units.map(({ code }) => code) }), ...await judgement() };
    const { name, defaultAdUnit } = controls;
    const form = new Group(controls, element("div", { className: "builder" }, row({ name, defaultAdUnit }), ...judgementParts(controls)));
    const read = item ? await api.resource(session.key(), one("application", item.id)) : null;
    if (await editDialog(item ? `Application ${item.name}` : "New application", session, {
      path: PATHS.application, form, read, save: item ? "Save" : "Make it",
    })) again();
  };
  const rows = list.map((item) => {
    const own = keys.filter((key) => key.applicationId === item.id).length;
    const placed = units.filter((unit) => unit.applicationId === item.id).length;
    return element("tr", { "data-application": item.id }, named(item), element("td", { className: "wide", content: item.defaultAdUnit ?? "–" }),
      element("td", { className: "number", content: String(own) }), acts(
        button("Edit", () => edit(item), { "aria-label": `Edit ${item.name}` }),
        historyButton(session, { path: one("application", item.id), name: item.name, changed: again }),
        button("Archive", async () => {
          if (await archive(session, "application", item, `Keys that are revoked with it: ${own}; ad units that are archived: ${placed}.`)) again();
        }, { "aria-label": `Archive ${item.name}` })));
  });
  return panel("Applications", { beside: [button("New application", () => edit(null)), element("a", { className: "button", href: "#start", content: "Start here" })] },
    rows.length > 0 ? table("Applications", ["Application", ["Default ad unit", "wide"], ["Keys", "number"], ""], rows)
      : nothing("No application yet.", "An application is an app, site or bot that shows ads. “Start here” sets one up in five minutes."));
}

async function editAdUnit({ session, application: apps, again }, item) {
  const controls = {
    name: text("Name"), code: text("Code", { hint: "What a fetch sends as adUnit. It is not changed while line items name it." }),
    applicationId: choice("Application", [["", "Any of the org"], ...apps.map(({ id, name }) => [id, name])]),
    formats: new Checks("Formats", FORMATS, { hint: "None chosen: every format." }),
    floor: new Sparse({ amount: text("Floor: least value of 1,000 fetches", { placeholder: "none" }), currency: text("Currency of the floor", { maxlength: 3, placeholder: "USD" }) }),
    ...await judgement(),
  };
  const { name, code, applicationId, formats, floor } = controls;
  const form = new Group(controls, element("div", { className: "builder" }, row({ name, code, applicationId }), formats.node, row(floor.controls), ...judgementParts(controls)));
  const read = item ? await api.resource(session.key(), one("adUnit", item.id)) : null;
  if (await editDialog(item ? `Ad unit ${item.name}` : "New ad unit", session, { path: PATHS.adUnit, form, read, save: item ? "Save" : "Make it" })) again();
}

/** What an application and an ad unit may say in place of the settings. */
async function judgement() {
  await loadTaxonomy();
  return { suitability: suitability(), adLoad: adLoad(), blocked: blocked() };
}

const judgementParts = (controls) => [part("Moments without ads", controls.suitability), part("Ad load", controls.adLoad), part("Not advertised", controls.blocked)];

function adUnits(view) {
  const { session, application: apps, adUnit: list, again } = view;
  const rows = list.map((item) => {
    const problem = element("span", { className: "error", role: "alert" });
    return element("tr", { "data-ad-unit-of": item.id }, named(item), element("td", {}, element("code", { content: item.code })),
      element("td", { className: "wide", content: apps.find(({ id }) => id === item.applicationId)?.name ?? "any" }),
      element("td", { className: "wide", content: item.formats?.length > 0 ? item.formats.join(", ") : "every" }), acts(
        button("Edit", () => editAdUnit(view, item), { "aria-label": `Edit ${item.name}` }),
        historyButton(session, { path: one("adUnit", item.id), name: item.name, changed: again }),
        button("Archive", async () => {
          try {
            if (await archive(session, "adUnit", item)) again();
          } catch (failure) {
            problem.textContent = failure.referrers?.length > 0 ? `Line items name it: ${failure.referrers.join(", ")}. Change them first.` : failure.message;
          }
        }, { "aria-label": `Archive ${item.name}` }), problem));
  });
  return panel("Ad units", { note: "Places in a conversation where an ad may be.", beside: [button("New ad unit", () => editAdUnit(view, null))] },
    rows.length > 0 ? table("Ad units", ["Ad unit", "Code", ["Application", "wide"], ["Formats", "wide"], ""], rows)
      : nothing("No ad unit yet.", "A fetch names one by its code."));
}

const named = (item) => element("th", { scope: "row" }, item.name ?? item.id, element("span", { className: "under", content: item.id }));
const acts = (...children) => element("td", {}, element("div", { className: "tools acts" }, ...children));
