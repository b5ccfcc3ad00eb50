// The page of flows: those there are, a new one from a template, and the builder of one.

import * as api from "../api.js";
import { load, one } from "../book/catalogue.js";
import { creativeStanding } from "../book/standing.js";
import { button, byId, element, nothing } from "../dom.js";
import { dialog } from "../form/ask.js";
import { choice, text } from "../form/controls.js";
import { Page, address, badge, heading, link } from "../page.js";
import { stepsOf } from "./document.js";
import { TEMPLATES, fromTemplate } from "./templates.js";

const MOST_ID_CHARACTERS = 64;

const page = new Page("flows", draw);
let builder = null;
/** What the builder that is opened next is to say first. */
let greeting = "";

export function open(session, parameters) {
  builder?.stop();
  builder = null;
  return page.open(session, parameters);
}

/** Forgets everything of the session. */
export function close() {
  builder?.stop();
  builder = null;
  page.close();
}

async function draw(session, parameters, shown) {
  const id = parameters.get("creative") ?? "";
  if (id !== "") {
    const { body, etag } = await api.resource(session.key(), one("creative", id));
    if (body.type !== "flow") return [heading("Flows"), nothing("This creative is a card.", "Only flows are drawn here.")];
    return build(session, { creative: body, etag }, shown);
  }
  const lists = await load(session, "creative", "lineItem", "campaign");
  if (!parameters.has("new")) return list(lists);
  const lineItem = lists.lineItem.find((each) => each.id === parameters.get("lineItem"));
  if (!lineItem) return [heading("Flows"), nothing("The line item is not there (any more).", "Begin a new flow for another one.")];
  const campaign = lists.campaign.find((each) => each.id === lineItem.campaignId);
  const flow = fromTemplate(parameters.get("new"), campaign?.advertiserName ?? "Advertiser");
  return build(session, { creative: { id: parameters.get("id") ?? "flow", lineItemId: lineItem.id, type: "flow", status: "draft", flow }, etag: "" }, shown);
}

async function build(session, { creative, etag }, shown) {
  // Only who edits a flow loads what edits it.
  const [{ FlowBuilder }, { approval = "none" }, lineItem] = await Promise.all([import("./builder.js"),
    api.get(session.key(), "/v1/manage/settings"),
    api.get(session.key(), one("lineItem", creative.lineItemId)).catch(() => ({ id: creative.lineItemId, name: creative.lineItemId }))]);
  if (!shown()) return [];
  builder = new FlowBuilder({
    session, creative, etag, approval,
    stored: (body, words) => {
      builder?.stop();
      greeting = words;
      history.replaceState(null, "", address("flows", { creative: body.id }));
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    },
  });
  const made = builder;
  return {
    nodes: [heading(creative.id, element("p", { className: "muted" }, link("flows", {}, "Flows"), " · ", link("edit-line-item", { id: lineItem.id }, lineItem.name))), made.saving.node, made.node],
    after: () => {
      made.begin();
      if (greeting !== "") {
        made.saving.tell(greeting);
        byId("flow-save").focus();
      }
      greeting = "";
    },
  };
}

function list({ creative: creatives, lineItem: lineItems, campaign: campaigns }) {
  const flows = creatives.filter(({ type }) => type === "flow");
  const names = new Map(lineItems.map((each) => [each.id, each.name]));
  const begin = button("New flow", () => begins(lineItems, campaigns, creatives), { className: "primary", id: "flow-new" });
  const lead = "Conversations that people can follow: questions, answers, and where they lead.";
  if (lineItems.length === 0) {
    return [heading("Flows", lead), nothing("No line item yet.", "A flow is a creative of one: book a campaign first."), element("a", { className: "button primary", href: "#book", content: "Book a campaign" })];
  }
  const rows = flows.map((each) => element("tr", { "data-flow": each.id },
    element("th", { scope: "row" }, link("flows", { creative: each.id }, each.id), element("span", { className: "under", content: String(each.flow?.metadata?.advertiserName ?? "") })),
    element("td", {}, link("edit-line-item", { id: each.lineItemId }, names.get(each.lineItemId) ?? each.lineItemId)),
    element("td", {}, badge(...creativeStanding(each))),
    element("td", { className: "number wide", content: String(stepsOf(each.flow).length) })));
  const head = element("tr", {}, ...[["Flow"], ["Line item"], ["Status"], ["Steps", "number wide"]].map(([content, className]) => element("th", { scope: "col", className, content })));
  return [heading("Flows", lead, begin),
    element("section", { className: "panel", "aria-label": "Flows" }, rows.length === 0 ? nothing("No flow yet.", "Begin one from a template.")
      : element("div", { className: "scroll", tabindex: "0", role: "region", "aria-label": "Flows" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows))))];
}

/** Asks for line item, name and template; the builder is opened with it, and nothing is saved yet. */
async function begins(lineItems, campaigns, creatives) {
  const advertisers = new Map(campaigns.map((each) => [each.id, each.advertiserName]));
  const chosen = await dialog("New flow", (end) => {
    const lineItem = choice("Line item", lineItems.map((each) => [each.id, `${each.name} (${advertisers.get(each.campaignId) ?? each.campaignId})`]));
    const name = text("Name", { placeholder: "Spring quiz", hint: "Lists and reports name it so, in small letters: spring-quiz." });
    const template = choice("Begin with", Object.entries(TEMPLATES).map(([value, { title }]) => [value, title]));
    const purpose = element("p", { className: "muted small", id: "template-purpose", "aria-live": "polite" });
    const wrong = element("p", { className: "error", role: "alert" });
    const explain = () => { purpose.textContent = TEMPLATES[template.input.value].purpose; };
    template.input.addEventListener("change", explain);
    template.node.append(purpose);
    explain();
    const form = element("form", { className: "builder", novalidate: "", autocomplete: "off" }, lineItem.node, name.node, template.node, wrong,
      element("p", { className: "tools" }, element("button", { type: "submit", className: "primary", content: "Begin" }), button("Cancel", () => end(null))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const id = idOf(name.read() ?? "");
      wrong.textContent = id === "" ? "Give it a name with letters or digits." : creatives.some((each) => each.id === id) ? `A creative is called ${id} already.` : "";
      if (wrong.textContent === "") end({ new: template.read(), lineItem: lineItem.read(), id });
      else name.input.focus();
    });
    return [form];
  });
  if (chosen) location.hash = address("flows", chosen);
}

/** A name as an id: `Spring quiz!` becomes `spring-quiz`. */
function idOf(name) {
  return name.normalize("NFKD").replaceAll(/[\u0300-\u036f]/g, "").toLowerCase().replaceAll(/[^a-z0-9_]+/g, "-").replaceAll(/^[-_]+|-+$/g, "").slice(0, MOST_ID_CHARACTERS);
}
