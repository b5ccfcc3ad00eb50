// The form of a creative: a card or a flow.

import { element } from "../dom.js";
import { EXAMPLE } from "../flow/example.js";
import { Field, Group, List, choice, number, text } from "../form/controls.js";
import { Properties, row } from "../form/parts.js";

const STATUSES = [["draft", "Draft"], ["submitted", "Submitted"], ["approved", "Approved"]];
const TYPES = [["card", "Card"], ["flow", "Flow"]];

/** What a new creative begins with. */
export function creativeDefaults(lineItem, campaign) {
  return {
    lineItemId: lineItem.id, type: "card", status: "approved", weight: 1,
    card: { disclosure: `Sponsored by ${campaign?.advertiserName ?? "…"}`, actions: [{ text: "Learn more", url: "" }] },
  };
}

/** The controls of a creative. Only the part of its type is read. In a guided booking it has no status yet. */
export function creativeForm({ withStatus = true } = {}) {
  const actions = new List("Actions", {
    noun: "action", add: "Add an action", first: { text: "", url: "" }, least: 1,
    hint: "The first is the link of a text message. {messageId} in an address becomes the fetch's id.",
    item: () => {
      const controls = { text: text("Label"), url: text("Leads to", { placeholder: "https://" }) };
      return new Group(controls, row(controls));
    },
  });
  const card = new Group({
    title: text("Title"), subtitle: text("Text", { rows: 3 }), imageUrl: text("Image", { placeholder: "https://" }),
    imageAltText: text("Image in words", { hint: "For people who cannot see the image." }),
    smsText: text("Text for text messages", { rows: 2, hint: "Empty: the text above." }),
    disclosure: text("Disclosure", { hint: "Always shown: who pays for it." }), actions,
  });
  const flow = new FlowText();
  const controls = {
    type: choice("Type", TYPES, { hint: "A card is shown in every format; a flow is a guided conversation." }),
    ...(withStatus ? { status: choice("Status", STATUSES, { hint: "Only what is approved serves. Submit it where another person approves." }) } : {}), card, flow,
    weight: number("Weight", { hint: "For rotation by weight." }), position: number("Position", { hint: "For rotation one after the other." }),
    properties: new Properties("Properties", { hint: "Passed to the application unchanged." }),
  };
  return new CreativeGroup(controls);
}

class CreativeGroup extends Group {
  constructor(controls) {
    const { title, subtitle, imageUrl, imageAltText, smsText, disclosure, actions } = controls.card.controls;
    const ofCard = element("div", { className: "builder" }, row({ title, disclosure }), subtitle.node, actions.node,
      row({ imageUrl, imageAltText }), smsText.node);
    const more = element("details", { className: "part" }, element("summary", { content: "Weight, position and properties" }),
      element("div", { className: "builder" }, row({ weight: controls.weight, position: controls.position }), controls.properties.node));
    const ofFlow = element("div", { className: "builder" }, element("p", { content: "It begins as an example. Save it as a draft, and draw your own under Flows." }),
      element("details", { className: "part" }, element("summary", { content: "The flow as JSON" }), controls.flow.node));
    super(controls, element("div", { className: "builder" }, row({ type: controls.type, ...(controls.status ? { status: controls.status } : {}) }), ofCard, ofFlow, more));
    Object.assign(this, { ofCard, ofFlow });
    controls.type.input.addEventListener("change", () => this.turn());
  }

  write(value) {
    super.write(value);
    this.turn();
  }

  turn() {
    const isCard = this.controls.type.input.value !== "flow";
    this.ofCard.hidden = !isCard;
    this.ofFlow.hidden = isCard;
  }

  read() {
    const body = super.read();
    delete body[body.type === "flow" ? "card" : "flow"];
    return body;
  }
}

/** A flow as JSON text; text that is none goes to the service as a text, which refuses it. */
class FlowText extends Field {
  constructor() {
    super("Flow", element("textarea", { rows: 16, spellcheck: "false", autocapitalize: "off", autocomplete: "off", className: "code" }),
      { hint: "JSON. Once it is saved, the page Flows draws it, marks what is wrong in place, and plays it." });
  }

  read() {
    try {
      return JSON.parse(this.input.value);
    } catch {
      return this.input.value;
    }
  }

  write(value) {
    this.input.value = JSON.stringify(value ?? EXAMPLE, null, 2);
  }
}
