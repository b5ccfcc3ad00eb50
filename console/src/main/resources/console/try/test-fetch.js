// A test fetch, and why each line item did or did not serve. It counts nowhere. What is typed as
// subscriber or context is never in the address.

import * as api from "../api.js";
import { load } from "../book/catalogue.js";
import { served } from "../book/rendered.js";
import { button, element } from "../dom.js";
import { Group, choice, text } from "../form/controls.js";
import { Properties, row } from "../form/parts.js";
import { clearViolations, showViolations } from "../form/violations.js";
import { Page, address, badge, heading, panel } from "../page.js";
import { verdicts } from "./verdicts.js";

const FORMATS = [["native", "Native card"], ["botplatform", "Chat platform"], ["sms", "Text message"], ["Flow", "Flow"]];

const page = new Page("test-fetch", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters, shown) {
  const { adUnit: adUnits, lineItem: lineItems } = await load(session, "adUnit", "lineItem");
  const wanted = parameters.get("lineItem") ?? "";
  const controls = {
    adUnit: choice("Ad unit", adUnits.map(({ code, name }) => [code, `${name} (${code})`])), format: choice("Format", FORMATS),
    subscriber: text("Subscriber", { hint: "Empty: no subscriber, so no caps." }),
    attributes: new Properties("Attributes", { noun: "attribute", add: "Add an attribute", hint: "As the application would send them: country, plan, language …" }),
    context: text("Conversation", { rows: 3, hint: "The latest words of the conversation. Empty: relevance is not checked." }),
  };
  const { adUnit, format, subscriber, attributes, context } = controls;
  const form = new Group(controls, element("div", { className: "builder" }, row({ adUnit, format, subscriber }), context.node, attributes.node));
  form.place("");
  const item = lineItems.find((each) => each.id === wanted);
  // Not in the address, which is shared; the way back in the browser has them.
  const before = history.state?.who === session.who ? history.state.attributes : undefined;
  form.write({ adUnit: parameters.get("adUnit") || item?.adUnits[0] || adUnits[0]?.code, format: parameters.get("format") ?? "native", attributes: before });
  const summary = element("div", { className: "summary", role: "alert", tabindex: "-1", hidden: "" });
  const go = element("button", { type: "submit", className: "primary", content: "Test fetch" });
  const result = element("div", { id: "test-result" });
  const node = element("form", { className: "builder", novalidate: "", autocomplete: "off" }, summary, form.node, element("p", { className: "tools" }, go,
    ...(item?.targeting ? [button(`As ${item.name} wants them`, () => {
      attributes.write({ ...attributes.read(), ...wantedBy(item.targeting) });
      run();
    })] : [])));
  const run = async () => {
    go.disabled = true;
    clearViolations(node, summary);
    try {
      const { format: chosen, ...asked } = form.read();
      const body = { ...asked, test: true, ...(chosen === "Flow" ? { format: "native", adFormat: "Flow" } : { format: chosen }) };
      const answer = await api.send(session.key(), "/v1/fetch/v2", body);
      if (!shown()) return;
      history.replaceState({ who: session.who, attributes: body.attributes }, "", address("test-fetch", { adUnit: body.adUnit, format: chosen, lineItem: wanted }));
      result.replaceChildren(...await drawn(session, answer.body ?? {}, { format: chosen, asked: body.adUnit, wanted }));
    } catch (failure) {
      showViolations(node, summary, failure);
    } finally {
      go.disabled = false;
    }
  };
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  return {
    nodes: [heading("Test fetch", "Shows what would be served, and why the rest would not. It counts nowhere."), panel("Ask as an application would", {}, node), result],
    after: () => { if (wanted !== "" && adUnits.length > 0) run(); },
  };
}

/** Attributes of which a targeting tree lets pass, as far as its rules say which: the first of any. */
function wantedBy({ all, any, attribute, op, value }) {
  if (all) return Object.assign({}, ...all.map(wantedBy));
  if (any) return wantedBy(any[0] ?? {});
  if (op === "exists") return value === false ? {} : { [attribute]: "yes" };
  return ["eq", "in", "gte", "lte", "contains", "startsWith"].includes(op) ? { [attribute]: String([value].flat()[0]) } : {};
}

async function drawn(session, answer, { format, asked, wanted }) {
  const { lineItem: lineItems, campaign: campaigns, adUnit: adUnits } = await load(session, "lineItem", "campaign", "adUnit");
  const filled = answer.payload !== undefined;
  const story = answer.messageId ? [element("a", { className: "button", href: `#fetch?id=${encodeURIComponent(answer.messageId)}`, content: "How it was decided" })] : [];
  const shownAd = filled
    ? panel("Served", { beside: story }, served({ format, payload: answer.payload }))
    : panel("Nothing served", {}, element("p", {}, badge(String(answer.reason ?? "no fill").replaceAll("_", " "), "warn"), ` ${answer.message ?? ""}`));
  return [shownAd, panel("Line items, rule by rule", { note: "A rule that is crossed out kept it from serving." },
    ...verdicts({ lineItems, campaigns, adUnits, disqualifications: answer.disqualifications ?? [], filled, wanted, zone: session.zone, asked }))];
}
