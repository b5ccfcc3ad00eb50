// When no ad is wanted, how many ads a conversation takes, and what is not advertised: for the org,
// an application or an ad unit.

import { element } from "../dom.js";
import { categories } from "./categories.js";
import { Checks, Group, Sparse, choice, lines, number } from "./controls.js";
import { duration, row } from "./parts.js";

const UNREAD = [["", "As set one level up; otherwise no ad"], ["decline", "No ad"], ["runOfNetwork", "Only run of network"], ["serve", "As if it were harmless"]];
const MOMENTS = [["health_crisis", "health crisis"], ["self_harm", "self-harm"], ["grief", "grief"], ["mental_distress", "mental distress"], ["abuse", "abuse"],
  ["disaster", "disaster"], ["heated_support", "heated complaint"], ["adult", "sexual content"], ["dangerous", "weapons, drugs, harm"], ["minor", "a child speaks"], ["politics", "politics"]];
const OWN = [["", "As set one level up; otherwise in all but politics"], ["own", "In the moments chosen below"]];

/** The moments that decline; nothing where nothing of its own is said. */
class Declining {
  constructor() {
    this.own = choice("No ad in", OWN);
    this.moments = new Checks("Moments without ads", MOMENTS);
    this.node = element("div", { className: "builder" }, this.own.node, this.moments.node);
    this.own.input.addEventListener("change", () => this.show());
  }

  place(path) {
    this.own.place(path);
    this.moments.place(path);
  }

  read() {
    return this.own.read() === "own" ? this.moments.read() : undefined;
  }

  write(value) {
    this.own.write(value ? "own" : "");
    this.moments.write(value ?? MOMENTS.map(([moment]) => moment).filter((moment) => moment !== "politics"));
    this.show();
  }

  show() {
    this.moments.node.hidden = this.own.read() !== "own";
  }
}

/** Moments without ads. */
export function suitability() {
  const controls = {
    unread: choice("A conversation that could not be read", UNREAD, { hint: "In a language that is not read, or no language at all." }),
    decline: new Declining(),
    need: number("Least need", { placeholder: "0", hint: "0 to 1. Below it, line items that are ranked by relevance do not serve. 0: no bound." }),
  };
  const { unread, decline, need } = controls;
  return new Group(controls, element("div", { className: "builder" }, row({ unread, need }), decline.node));
}

/** How many ads, and how far apart. */
export function adLoad() {
  const separation = new Sparse({
    advertiser: number("Other ads between two of one advertiser"),
    category: number("Other ads between two of one category"),
  });
  const controls = {
    firstAfterTurns: number("No ad in the first turns", { placeholder: "0" }), minTurnsBetween: number("Turns between two ads"),
    minGap: duration("Time between two ads"), maxPerConversation: number("Ads in a conversation at most"), separation,
  };
  const { firstAfterTurns, minTurnsBetween, minGap, maxPerConversation } = controls;
  return new Sparse(controls, element("div", { className: "builder" }, row({ firstAfterTurns, minTurnsBetween }), row({ minGap, maxPerConversation }), row(separation.controls),
    element("p", { className: "muted small", content: "Empty: no limit. All but the first needs a conversation in the fetch. The nearest counts as a whole: ad unit, application, org." })));
}

/** What is not advertised; the lists of ad unit, application and org add up. Needs the taxonomy. */
export function blocked() {
  const controls = {
    advertisers: lines("Advertisers", { hint: "Ids or names, one a line." }),
    domains: lines("Domains", { hint: "Of advertisers and of links, one a line; subdomains are meant too.", placeholder: "example.com" }),
    categories: categories("Categories", { hint: "Each stands for those below it." }),
  };
  return new Sparse(controls, element("div", { className: "builder" }, row({ advertisers: controls.advertisers, domains: controls.domains }), controls.categories.node));
}

/** A part of a form that opens; open when it holds something. */
export function part(title, control, open = false) {
  return element("details", { className: "part", ...(open ? { open: "" } : {}) }, element("summary", { content: title }), control.node);
}
