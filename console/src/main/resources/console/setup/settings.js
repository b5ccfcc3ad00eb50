// What holds for the whole org: money, ranking, moments without ads, ad load, what is not
// advertised, approval, orders by agents, by which attributes reports can be, and how long events
// are kept.

import * as api from "../api.js";
import { element } from "../dom.js";
import { loadTaxonomy } from "../form/categories.js";
import { Sparse, choice, lines, number, text } from "../form/controls.js";
import { Editor } from "../form/editor.js";
import { Properties, row } from "../form/parts.js";
import { adLoad, blocked, part, suitability } from "../form/suitability.js";
import { historyButton } from "../history/history.js";
import { Page, heading, panel } from "../page.js";

const PATH = "/v1/manage/settings";
const RANKINGS = [["", "Relevance (where nothing is said)"], ["relevance", "Relevance to the conversation"], ["value", "Value: the payment that is expected"], ["balanced", "Balanced: value, and how much people engage"]];
const APPROVALS = [["", "None (where nothing is said)"], ["none", "None: the person who books also approves"], ["second_person", "A second person approves each creative"]];
const ORDERS = [["", "Wait for a person (where nothing is said)"], ["draft", "Wait for a person"], ["start", "Start at once, as far as approval lets them"]];

const page = new Page("settings", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const [read] = await Promise.all([api.resource(session.key(), PATH), loadTaxonomy()]);
  const again = () => page.open(session);
  const editor = new Editor({
    session, path: PATH, form: settingsForm(), single: true, saved: () => {},
    more: [historyButton(session, { path: PATH, name: "the settings", changed: again })],
  });
  editor.edit(read);
  return {
    nodes: [heading("Settings", "For the whole org. An application and an ad unit may say otherwise for moments, ad load and what is blocked."), panel("Settings", {}, editor.node)],
    after: () => editor.reveal(parameters.get("field") ?? ""),
  };
}

function settingsForm() {
  const controls = {
    currency: text("Currency", { maxlength: 3, placeholder: "USD", hint: "The currency in which line items are compared." }),
    ranking: choice("Line items of one priority are ranked by", RANKINGS),
    rates: new Properties("Exchange rates", { noun: "rate", add: "Add a rate", hint: "Name: a currency, such as EUR. Value: what one of it is worth in the currency above, such as 1.08." }),
    suitability: suitability(), adLoad: adLoad(), blocked: blocked(),
    approval: choice("Approval", APPROVALS),
    agentOrders: choice("Orders by agents of buyers", ORDERS),
    feedbackLimit: new Sparse({
      share: number("Share of its fetches", { placeholder: "0.01", hint: "0 to 1." }),
      atLeast: number("And reports at least", { placeholder: "20" }),
    }),
    reportedAttributes: lines("Attributes", { placeholder: "country", hint: "One a line, at most 8, as fetches name them. They are counted from the first fetch on; until that is done, reports cannot use them." }),
    retention: new Sparse({
      events: text("Events stay readable for", { maxlength: 7, placeholder: "P400D", hint: "Whole days, such as P400D; for ever when empty. Personal data in older events becomes unreadable for everyone. Reports stay." }),
    }),
  };
  const { currency, ranking, rates, approval, agentOrders, feedbackLimit, reportedAttributes, retention } = controls;
  return new Sparse(controls, element("div", { className: "builder" },
    part("Money and ranking", { node: element("div", { className: "builder" }, row({ currency, ranking }), rates.node) }, true),
    part("Moments without ads", controls.suitability, true),
    part("Ad load", controls.adLoad, true),
    part("Not advertised", controls.blocked, true),
    part("Approval, orders by agents, and reports of readers", { node: element("div", { className: "builder" }, row({ approval, agentOrders }),
      element("fieldset", { className: "field list" }, element("legend", { content: "A creative becomes a draft once readers reported it in" }), row(feedbackLimit.controls))) }, true),
    part("Reports by attributes of fetches", { node: row({ reportedAttributes }) }, true),
    part("Keeping", { node: row(retention.controls) }, true)));
}
