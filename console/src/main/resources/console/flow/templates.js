// Flows to begin with. Each breaks no rule; what an advertiser has to fill in is a sentence that can be sent as it is.

import { EXAMPLE } from "./example.js";

const message = (id, text, next) => ({ id, type: "message", text, next });
const question = (id, prompt, ...choices) => ({ id, type: "choice-set", prompt, choices });
const answer = (id, label, target) => ({ id, label, target });
const action = (id, kind, more = {}, rest = {}) => ({ id, type: "action", ...rest, action: { kind, ...more } });
const intent = (name, description, examples, target) => ({ intent: name, description, examples, target });
const PAGE = "https://example.com/";

/** By name: what it is called, what it is for, and its steps, of which the first is the entry. */
export const TEMPLATES = {
  question: {
    title: "One question, two answers",
    purpose: "Asks once. One answer leads to your page, the other says goodbye.",
    nodes: () => [
      message("hello", "We have something new for you.", "ask"),
      question("ask", "Would you like to see it?", answer("yes", "Yes, show me", "shop"), answer("no", "Not now", "bye")),
      action("shop", "link_out", { url: PAGE, label: "See it" }, { text: "Here it is." }),
      action("bye", "end", {}, { text: "No problem. Have a good day." }),
    ],
  },
  quiz: {
    title: "Quiz of three questions",
    purpose: "Three questions one after the other, then a link to the result.",
    nodes: () => [
      message("hello", "Three short questions, and we tell you what suits you.", "first"),
      question("first", "When do you have most energy?", answer("morning", "In the morning", "second"), answer("evening", "In the evening", "second")),
      question("second", "Do you like company?", answer("together", "Yes, together", "third"), answer("alone", "Rather alone", "third")),
      question("third", "How much time do you have?", answer("short", "Half an hour", "result"), answer("long", "A whole day", "result")),
      action("result", "link_out", { url: PAGE, label: "See your result" }, { text: "Thank you. We have something for you." }),
    ],
  },
  lead: {
    title: "Lead to a person",
    purpose: "Tells what you offer, understands what people ask, and hands over to your own chat.",
    nodes: () => [
      message("hello", "Questions about your contract? We answer them at once.", "ask"),
      { ...question("ask", "What is it about?", answer("talk", "Talk to somebody", "chat"), answer("price", "What it costs", "prices"), answer("no", "Nothing, thanks", "bye")),
        intents: [intent("asks_price", "The user asks what it costs.", ["what does it cost", "how much is it", "price"], "prices")], noMatchTarget: "chat" },
      message("prices", "Advice is free. A contract begins at 9 a month.", "more"),
      question("more", "Shall we talk about it?", answer("yes", "Yes", "chat"), answer("no", "No, thanks", "bye")),
      action("chat", "handoff", { url: PAGE, label: "Open the chat" }, { text: "Somebody is there for you." }),
      action("bye", "end", {}, { text: "Thank you for your time." }),
    ],
  },
  finder: {
    title: "Product finder with a conversion",
    purpose: "Finds a product by two answers. A request for a reminder is a conversion.",
    nodes: () => [
      message("hello", "Tell us what you need, and we find it.", "use"),
      question("use", "What is it for?", answer("work", "For work", "work"), answer("home", "For home", "home")),
      question("work", "Do you carry it with you?", answer("yes", "Yes, every day", "light"), answer("no", "It stays there", "large")),
      question("home", "Who uses it?", answer("me", "Only me", "light"), answer("family", "The family", "large")),
      action("light", "link_out", { url: `${PAGE}light`, label: "See the light one" }),
      question("large", "We have a large one soon. Shall we remind you?", answer("remind", "Remind me", "reminder"), answer("no", "No, thanks", "bye")),
      action("reminder", "conversion", { conversionName: "reminder" }, { text: "We will remind you.", next: "bye" }),
      action("bye", "end", {}, { text: "See you soon." }),
    ],
  },
  example: {
    title: "Example with everything",
    purpose: "A restaurant: each type of step once, and words that are understood.",
    nodes: () => EXAMPLE.nodes,
  },
};

/** A flow made from a template for an advertiser. */
export function fromTemplate(name, advertiserName) {
  const nodes = (TEMPLATES[name] ?? TEMPLATES.question).nodes();
  const { text } = nodes[0];
  return structuredClone({
    specVersion: "1.0", entryNodeId: nodes[0].id,
    metadata: { advertiserName, disclosureText: `Sponsored by ${advertiserName}`, teaser: text }, nodes,
  });
}
