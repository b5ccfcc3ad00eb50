// Controls of parts that several resources have: windows of time, dayparts, caps, properties.

import { element } from "../dom.js";
import { Checks, Field, Group, List, choice, number, text } from "./controls.js";

const UNITS = [["days", 86400], ["hours", 3600], ["minutes", 60], ["seconds", 1]];
const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Seconds of an ISO-8601 duration; null for another text. */
export function seconds(duration) {
  const parts = ISO.exec(duration ?? "");
  if (parts === null || duration === "P") return null;
  return parts.slice(1).reduce((sum, part, i) => sum + Number(part ?? 0) * UNITS[i][1], 0);
}

/** `PT24H` as `24 hours`. */
export function durationWords(duration) {
  if (duration === "lifetime") return "their lifetime";
  const size = seconds(duration);
  if (size === null || size === 0) return String(duration);
  const [unit, each] = UNITS.find(([, length]) => size % length === 0);
  const n = size / each;
  return n === 1 ? `1 ${unit.slice(0, -1)}` : `${n} ${unit}`;
}

/** A length of time, or a lifetime. One that is not in whole seconds stays as it is. */
class Window extends Field {
  constructor(label, { lifetime = true, ...more } = {}) {
    const unit = element("select", { "aria-label": `${label}: unit` },
      ...UNITS.map(([name]) => new Option(name, name)), ...(lifetime ? [new Option("lifetime", "lifetime")] : []), new Option("as written", "written"));
    super(label, element("input", { autocomplete: "off" }), { ...more, beside: [unit] });
    this.unit = unit;
    unit.addEventListener("change", () => { this.input.hidden = unit.value === "lifetime"; });
  }

  read() {
    if (this.unit.value === "lifetime") return "lifetime";
    const typed = super.read();
    if (this.unit.value === "written" || typed === undefined || !/^\d+$/.test(typed)) return typed;
    const n = Number(typed);
    switch (this.unit.value) {
      case "days": return `PT${n * 24}H`;
      case "hours": return `PT${n}H`;
      case "minutes": return `PT${n}M`;
      default: return `PT${n}S`;
    }
  }

  write(value) {
    const size = seconds(value);
    const found = size !== null ? UNITS.find(([, length]) => size % length === 0) : null;
    this.unit.value = value === "lifetime" ? "lifetime" : found ? found[0] : value ? "written" : "hours";
    this.input.value = value === "lifetime" ? "" : found ? size / found[1] : value ?? "";
    this.input.hidden = this.unit.value === "lifetime";
  }
}

/** A length of time; empty for none. */
export const duration = (label, more = {}) => new Window(label, { ...more, lifetime: false });

export const SCOPES = [["lineItem", "line item"], ["campaign", "campaign"], ["adUnit", "ad unit"], ["creative", "creative"],
  ["conversation", "line item in one conversation"], ["advertiser", "advertiser"]];

/** How often one subscriber is shown something. */
export function caps(scopes) {
  return new List("Frequency caps", {
    noun: "cap", add: "Add a cap", first: { max: 3, per: "PT24H", scope: scopes[0][0] },
    hint: "How often one subscriber gets it at most. Windows slide. Fetches without a subscriber are not capped.",
    item: () => {
      const controls = { max: number("At most"), per: new Window("In"), scope: choice("Counted for the", scopes) };
      return new Group(controls, row(controls));
    },
  });
}

export const DAYS = [["mon", "Mon"], ["tue", "Tue"], ["wed", "Wed"], ["thu", "Thu"], ["fri", "Fri"], ["sat", "Sat"], ["sun", "Sun"]];

/** Hours of days in which it serves. */
export function dayparts() {
  return new List("Dayparts", {
    noun: "daypart", add: "Add a daypart",
    first: { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "20:00" },
    hint: "None: always. The end is exclusive; midnight is 24:00. In the line item's time zone.",
    item: () => {
      const controls = { days: new Checks("On", DAYS), from: text("From", { placeholder: "08:00" }), to: text("To", { placeholder: "20:00" }) };
      return new Group(controls, row(controls));
    },
  });
}

/** Names and texts, as one object. */
export class Properties {
  constructor(label, { hint, noun = "property", add = "Add a property" }) {
    this.list = new List(label, {
      noun, add, hint, first: {},
      item: () => {
        const controls = { name: text("Name"), value: text("Value") };
        const unnamed = element("p", { className: "error", role: "status", content: `A ${noun} without a name is left out.`, hidden: "" });
        const pair = new Group(controls, element("div", {}, row(controls), unnamed));
        pair.node.addEventListener("input", () => {
          const { name, value } = pair.read() ?? {};
          unnamed.hidden = name !== undefined || value === undefined;
        });
        return pair;
      },
    });
    this.node = this.list.node;
  }

  place(path) {
    this.list.place(path);
    this.node.dataset.path = path;
  }

  read() {
    const pairs = this.list.read().filter(({ name }) => name);
    return pairs.length > 0 ? Object.fromEntries(pairs.map(({ name, value = "" }) => [name, value])) : {};
  }

  write(value) {
    this.list.write(Object.entries(value ?? {}).map(([name, each]) => ({ name, value: each })));
  }
}

export const row = (controls) => element("div", { className: "builder-row" }, ...Object.values(controls).map((control) => control.node));
