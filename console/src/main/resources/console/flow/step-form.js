// The fields of one step, and those of the flow as a whole.

import { button, element } from "../dom.js";
import { Field, Group, List, choice, lines, number, text } from "../form/controls.js";
import { row } from "../form/parts.js";
import { KINDS, freeId, kindOf, stepsOf, wordsOf } from "./document.js";

/** A group that leaves what it has no control for, and the order of it, as it was. */
class Kept extends Group {
  write(value) {
    this.kept = value !== null && typeof value === "object" ? value : {};
    for (const [name, control] of Object.entries(this.controls)) {
      const isList = Array.isArray(control.read());
      const fits = !isList || Array.isArray(this.kept[name]);
      control.write(fits ? this.kept[name] : []);
    }
  }

  read() {
    const result = { ...this.kept };
    for (const [name, control] of Object.entries(this.controls)) {
      const value = control.read();
      const nothing = value === undefined || (Array.isArray(value) && value.length === 0 && !this.kept[name]);
      if (nothing) delete result[name];
      else result[name] = value;
    }
    return result;
  }
}

/** The step that a way leads to, from a list; or a new one. */
class Target extends Field {
  constructor(label, host, { none = "Choose the step …", ...more } = {}) {
    super(label, element("select"), { ...more, beside: [button("New step", () => host.add(this.path), { "aria-label": `New step: ${label}` })] });
    Object.assign(this, { host, none });
  }

  write(value) {
    const steps = stepsOf(this.host.flow()).filter(({ id }) => id);
    const lost = value && !steps.some(({ id }) => id === value);
    this.input.replaceChildren(new Option(this.none, ""),
      ...steps.map((step) => new Option(`${step.id} · ${KINDS[kindOf(step)] ?? "Unknown"}${wordsOf(step) ? `: ${shortened(wordsOf(step))}` : ""}`, step.id)),
      ...(lost ? [new Option(`${value} (is not there)`, value)] : []));
    super.write(value);
  }
}

const shortened = (words) => (words.length > 40 ? `${words.slice(0, 39)}…` : words);

/** A text with how much of its limit is used. */
function limited(label, most, more = {}) {
  const field = text(label, more);
  const used = element("p", { className: "muted small used" });
  const show = () => {
    const length = [...field.input.value.trim()].length;
    used.textContent = `${length} of ${most}`;
    used.classList.toggle("error", length > most);
  };
  const write = field.write.bind(field);
  field.write = (value) => {
    write(value);
    show();
  };
  field.input.addEventListener("input", show);
  field.node.append(used);
  return field;
}

const more = (title, controls) => element("details", { className: "part" }, element("summary", { content: title }),
  element("div", { className: "builder" }, ...Object.values(controls).map(({ node }) => node)));

const builder = (...nodes) => element("div", { className: "builder" }, ...nodes);

/** Each kind's controls, and its elements in order. */
const FORMS = {
  message(host) {
    const main = { text: limited("Text", 640, { rows: 3 }), next: new Target("Goes on to", host) };
    const rest = {
      smsText: limited("Text for text messages", 320, { rows: 2, hint: "Empty: the text above." }),
      imageUrl: text("Image", { placeholder: "https://" }), imageAltText: limited("Image in words", 200),
    };
    return [{ ...main, ...rest }, [main.text.node, main.next.node, more("Image, text message", rest)]];
  },
  "choice-set": (host) => {
    const choices = answers(host);
    const intents = understood(host);
    const main = { prompt: limited("Question", 640, { rows: 2 }) };
    const rest = { smsPrompt: limited("Question for text messages", 320, { rows: 2, hint: "Empty: the question above." }) };
    const miss = new Target("Nothing matches: goes on to", host, { none: "Ask once more, then end", hint: "The step for words that match no answer." });
    return [{ ...main, choices, intents, noMatchTarget: miss, ...rest }, [main.prompt.node, choices.node, intents.node, miss.node, more("Text message", rest)]];
  },
  link_out: () => withAddress("Opens"),
  handoff: () => withAddress("Opens the chat at"),
  conversion(host) {
    const controls = { conversionName: limited("Conversion", 64, { hint: "The name that a conversion goal counts." }), value: number("Value"), cur: text("Currency", { placeholder: "EUR", maxlength: 3 }) };
    const said = limited("Text", 640, { rows: 2 });
    const next = new Target("Goes on to", host, { none: "Nothing: the flow ends" });
    return [{ text: said, action: new Kept(controls), next }, [said.node, controls.conversionName.node, row({ value: controls.value, cur: controls.cur }), next.node]];
  },
  end() {
    const said = limited("Last words", 640, { rows: 2 });
    return [{ text: said }, [said.node]];
  },
};

function withAddress(label) {
  const controls = { label: limited("Button", 25), url: text(label, { placeholder: "https://" }) };
  const said = limited("Text", 640, { rows: 2 });
  return [{ text: said, action: new Kept(controls) }, [said.node, controls.label.node, controls.url.node]];
}

function answers(host) {
  const taken = () => made.items.map((item) => item.read().id);
  const made = new List("Answers", {
    noun: "answer", add: "Add an answer", first: () => ({ id: freeId("answer", taken()) }), hint: "1 to 4.",
    item: () => {
      const controls = { label: limited("Answer", 25), target: new Target("Leads to", host), id: text("Id in reports") };
      return new Kept(controls, builder(row({ label: controls.label, id: controls.id }), controls.target.node));
    },
  });
  return made;
}

function understood(host) {
  const taken = () => made.items.map((item) => item.read().intent);
  const made = new List("Words that are understood", {
    noun: "intent", add: "Add an intent", first: () => ({ intent: freeId("intent", taken()).replace("-", "_") }), hint: "What people may say in their own words: up to 4.",
    item: () => {
      const controls = {
        intent: text("Name in reports"), description: limited("When it applies", 200, { hint: "A sentence, such as: the user asks what it costs." }),
        examples: lines("What people say", { hint: "1 to 5 phrases, one a line." }), target: new Target("Leads to", host),
      };
      return new Kept(controls, builder(...Object.values(controls).map(({ node }) => node)));
    },
  });
  return made;
}

/** The form of the step with the number; null for one that no form knows. */
export function stepForm(host, index) {
  const step = stepsOf(host.flow())[index];
  const form = FORMS[kindOf(step)];
  if (!form) return null;
  const [controls, nodes] = form(host);
  return placed(new Kept(controls, builder(...nodes)), `nodes[${index}]`, step);
}

/** The form of the flow: who speaks, and where it begins. */
export function flowForm(host) {
  const metadata = {
    advertiserName: limited("Advertiser", 80), disclosureText: limited("Disclosure", 100, { hint: "Always shown first: who pays for it." }),
    teaser: limited("Invitation", 120, { hint: "One line. Empty: the beginning of the first message." }),
    language: text("Language", { placeholder: "en" }), brandLogoUrl: text("Logo", { placeholder: "https://" }),
  };
  const entryNodeId = choice("Begins with", [["", "Choose the step …"], ...stepsOf(host.flow()).filter(({ id }) => id).map((step) => [step.id, `${step.id} · ${KINDS[kindOf(step)] ?? "Unknown"}`])],
    { hint: "Has to be a message." });
  const controls = { metadata: new Kept(metadata), entryNodeId };
  return placed(new Kept(controls, builder(...Object.values(metadata).map(({ node }) => node), entryNodeId.node)), "", host.flow());
}

function placed(group, path, value) {
  group.place(path);
  group.write(value);
  return group;
}
