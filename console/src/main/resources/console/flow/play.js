// Plays a flow with the same walk that publishers run, and shows what it reports.

import { readReply, renderText } from "../embed/render-text.js";
import { start, step } from "../embed/walk.js";

const ENDS = { complete: "The flow is complete.", abandon: "The flow was left." };

/** No node's id. */
const DOOR = "(door)";

/** A question that is not shown, whose one answer leads to a step: a walk can begin at any by it. */
const doorTo = (target) => ({ id: DOOR, type: "choice-set", prompt: DOOR, choices: [{ id: DOOR, label: DOOR, target }] });

/**
 * A player in the given places: `talk` for the conversation, `controls` for what can be answered,
 * `log` for the events, in order.
 */
export class Player {
  constructor({ talk, controls, log }) {
    this.talk = talk;
    this.controls = controls;
    this.log = log;
  }

  /** Begins anew, at the entry or at the step `from`; an earlier run is forgotten. */
  play(flow, surface, from = "") {
    this.options = { surface };
    this.talk.replaceChildren();
    this.log.replaceChildren();
    if (from === "" || from === flow.entryNodeId) {
      this.flow = flow;
      this.take(start(flow, this.options));
    } else {
      this.flow = { ...flow, nodes: [...flow.nodes, doorTo(from)] };
      const { events, ...rest } = step(this.flow, { nodeId: DOOR, turns: 0, misses: 0, ended: null }, { type: "choice", choiceId: DOOR }, this.options);
      this.take({ ...rest, events: events.slice(1) });
    }
  }

  stop() {
    this.flow = null;
    for (const place of [this.talk, this.controls, this.log]) place.replaceChildren();
  }

  answer(input, said) {
    if (said) this.say("you", said);
    this.take(step(this.flow, this.state, input, this.options));
  }

  take({ state, present, events }) {
    this.state = state;
    let asked = null;
    let link = null;
    if (this.options.surface === "sms") renderText(present).forEach((text) => this.say("ad", text));
    for (const item of present) {
      if (this.options.surface !== "sms") this.show(item);
      if (item.kind === "choices") asked = item;
      if (item.kind === "link" || item.kind === "handoff") link = item;
    }
    for (const event of events) this.report(event);
    if (state.ended) {
      this.say("note", ENDS[state.ended] + (state.reason ? ` Reason: ${state.reason}.` : ""));
      this.offer(link ? [this.activation(link)] : []);
    } else if (asked) {
      this.ask(asked);
    }
    this.talk.scrollTop = this.talk.scrollHeight;
  }

  show(item) {
    if (item.kind === "disclosure") this.say("disclosure", item.text);
    if (item.text && item.kind !== "disclosure") this.say("ad", item.text);
    if (item.imageUrl) this.say("note", `Image: ${item.imageAltText || item.imageUrl}`);
  }

  ask(item) {
    const buttons = this.options.surface === "sms" ? [] : item.choices.map((choice) =>
      button(choice.label, () => this.answer({ type: "choice", choiceId: choice.id }, choice.label)));
    this.offer([...buttons, this.freeText(item)]);
  }

  freeText(asked) {
    const form = document.createElement("form");
    const field = document.createElement("input");
    field.setAttribute("aria-label", "Answer in words");
    field.placeholder = this.options.surface === "sms" ? "A number, or words" : "Or in words";
    field.autocomplete = "off";
    form.append(field, button("Send", null));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text === "") return;
      this.answer(this.options.surface === "sms" ? readReply(asked, text) : { type: "text", text }, text);
    });
    return form;
  }

  activation(link) {
    const open = button(`${link.label} ↗`, () => this.answer({ type: "activate" }, ""));
    open.title = link.url;
    return open;
  }

  offer(answers) {
    const leave = this.state.ended ? [] : [
      button("User leaves", () => this.answer({ type: "exit" }, ""), "quiet"),
      button("Time runs out", () => this.answer({ type: "timeout" }, ""), "quiet"),
    ];
    const row = document.createElement("div");
    row.className = "play-ways-out";
    row.append(...leave);
    this.controls.replaceChildren(...answers, row);
  }

  say(who, words) {
    const line = document.createElement("p");
    line.className = `said ${who}`;
    line.textContent = words;
    this.talk.append(line);
  }

  report({ eventType, eventData }) {
    const line = document.createElement("li");
    const name = document.createElement("strong");
    name.textContent = eventType;
    const data = document.createElement("span");
    data.textContent = Object.entries(eventData).map(([key, value]) => `${key} ${value}`).join(", ");
    line.append(name, " ", data);
    this.log.append(line);
  }
}

function button(label, act, className = "") {
  const made = document.createElement("button");
  made.type = act ? "button" : "submit";
  made.className = className;
  made.textContent = label;
  if (act) made.addEventListener("click", act);
  return made;
}
