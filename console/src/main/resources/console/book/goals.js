// Conversion goals: which conversions count for a line item, how often, and how long after an ad.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { Group, Sparse, choice, lines, text } from "../form/controls.js";
import { duration, durationWords, row, seconds } from "../form/parts.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { Page, heading, link, panel } from "../page.js";
import { editDialog } from "../setup/secret.js";
import { attributions } from "./attributions.js";
import { PATHS, archive, load, one } from "./catalogue.js";

const COUNTS = [["one", "One for each fetch"], ["every", "Every one"]];
const ARRIVING = { range: "1h", eventType: "conversion", order: "desc", follow: "true" };
const NEW = { count: "one", clickWindow: "P30D", viewWindow: "PT0S" };

const page = new Page("goals", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const { conversionGoal: all, lineItem: lineItems } = await load(session, "conversionGoal", "lineItem");
  const view = { session, lineItems, again: () => page.open(session) };
  return [heading("Conversion goals", "Goals say which conversions count for a line item. Without a goal every conversion counts, whatever its name."),
    panel("Conversion goals", { beside: [link("journal", ARRIVING, "Conversions as they come"), button("New goal", () => edit(view, null), { id: "new-goal" })] },
      all.length > 0 ? table("Conversion goals", ["Goal", ["Conversions named", "wide"], "Counts", ["After a click", "wide"], ["Without one", "wide"], ["Line items", "number"], ""], all.map((each) => line(view, each)))
        : nothing("No goal yet.", "A goal is what an advertiser pays for, such as a purchase.")),
    attributions(session, all)];
}

async function edit({ session, again }, item) {
  const controls = {
    name: text("Name", { placeholder: "Purchase" }),
    match: new Sparse({ names: lines("Conversions named", { hint: "As the pixel or the server names them, one a line, compared exactly.", placeholder: "purchase" }) }),
    count: choice("Counts", COUNTS),
    clickWindow: duration("After a click, within"), viewWindow: duration("Without a click, after the fetch within", { hint: "0: a click is needed." }),
    value: new Sparse({ amount: text("Value, when the conversion has none", { placeholder: "none" }), currency: text("Currency", { maxlength: 3, placeholder: "USD" }) }),
  };
  const { name, match, count, clickWindow, viewWindow, value } = controls;
  const form = new Group(controls, element("div", { className: "builder" }, row({ name, count }), match.controls.names.node, row({ clickWindow, viewWindow }), row(value.controls)));
  const read = item ? await api.resource(session.key(), one("conversionGoal", item.id)) : null;
  if (await editDialog(item ? item.name : "New goal", session, { path: PATHS.conversionGoal, form, read, defaults: NEW, save: item ? "Save" : "Add" })) again();
}

function line(view, item) {
  const { session, lineItems, again } = view;
  const problem = element("span", { className: "error", role: "alert" });
  const drop = async () => {
    try {
      if (await archive(session, "conversionGoal", item)) again();
    } catch (failure) {
      problem.textContent = failure.referrers?.length > 0 ? `Line items name it: ${failure.referrers.join(", ")}. Change them first.` : failure.message;
    }
  };
  return element("tr", { "data-goal": item.id },
    element("th", { scope: "row" }, item.name, element("span", { className: "under", content: item.id })),
    element("td", { className: "wide", content: item.match.names.join(", ") }),
    element("td", { content: item.count === "every" ? "every one" : "one a fetch" }),
    element("td", { className: "wide", content: durationWords(item.clickWindow) }),
    element("td", { className: "wide", content: seconds(item.viewWindow) === 0 ? "never" : durationWords(item.viewWindow) }),
    element("td", { className: "number", content: String(lineItems.filter((each) => (each.conversionGoals ?? []).includes(item.id)).length) }),
    element("td", {}, element("div", { className: "tools acts" },
      button("Edit", () => edit(view, item), { "aria-label": `Edit ${item.name}` }),
      historyButton(session, { path: one("conversionGoal", item.id), name: item.name, changed: again }),
      button("Archive", drop, { "aria-label": `Archive ${item.name}` }), problem)));
}
