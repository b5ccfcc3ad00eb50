// The form of a line item: what is needed first, the rest in parts that open.

import { element } from "../dom.js";
import { Checks, Field, Group, choice, flag, join, lines, moment, money, number, text } from "../form/controls.js";
import { SCOPES, caps, dayparts, row } from "../form/parts.js";
import { Targeting } from "../form/targeting.js";
import { STATUSES } from "./campaign-form.js";

const MODELS = [["cpm", "CPM: a thousand impressions"], ["cpc", "CPC: a click"], ["cpa", "CPA: a conversion"], ["flat", "Flat: nothing per event"]];
const IMPRESSIONS = [["fetch", "The fetch"], ["deliver", "The delivery"], ["read", "The read: seen for a second"]];
const CURRENCIES = ["USD", "EUR", "GBP", "CHF", "SEK", "PLN", "JPY", "INR", "BRL", "CAD", "AUD"];
const ROTATIONS = [["adaptive", "Adaptive: what engages people more often"], ["weighted", "By weight"], ["sequential", "One after the other"]];
const PACINGS = [["even", "Even: over the flight, or the day"], ["frontloaded", "Frontloaded: more of it early in the flight"], ["asap", "As soon as possible"]];
const GOALS = [["", "None"], ["impressions", "Impressions"], ["clicks", "Clicks"], ["conversions", "Conversions"], ["spend", "Spend"]];
const CHOICES = { model: MODELS, billOn: IMPRESSIONS, rotation: ROTATIONS, pacing: PACINGS };
const ZONES = Intl.supportedValuesOf?.("timeZone") ?? [];

/** What the form calls a value of one of its lists. */
export const choiceWords = (field, value) => CHOICES[field].find(([known]) => known === value)?.[1] ?? value;

/** What a new line item begins with. */
export function lineItemDefaults(session, campaign, known = []) {
  const last = [...known].sort((one, other) => Date.parse(other.updatedAt ?? 0) - Date.parse(one.updatedAt ?? 0))[0];
  return {
    name: campaign?.name, status: "draft", priority: 8, weight: 1, timeZone: session.zone, pacing: "even", rotation: "adaptive", explorationShare: 0.1,
    startAt: campaign?.startAt, endAt: campaign?.endAt, dayparts: [], adUnits: [],
    price: { model: "cpm", amount: { amount: "", currency: last?.price?.amount?.currency ?? "USD" } },
    frequencyCaps: [{ max: 3, per: "PT24H", scope: "lineItem" }], context: { topics: [], runOfNetwork: false },
  };
}

/** The controls of a line item. */
export function lineItemForm(session, { adUnits, goals }, { withStatus = true } = {}) {
  const zoneField = text("Time zone", { choices: ZONES, hint: "Of its days, dayparts and flight." });
  const zone = () => (isZone(zoneField.read()) ? zoneField.read() : session.zone);
  const currency = text("Currency", { choices: CURRENCIES, maxlength: 3 });
  const inCurrency = () => currency.read()?.toUpperCase();
  const price = new Price(currency);
  const budget = new Group({
    daily: money("Daily budget", inCurrency, { hint: "Empty: no limit." }),
    lifetime: money("Budget over its lifetime", inCurrency),
    dailyImpressions: number("Most fetches a day"),
  });
  currency.input.addEventListener("input", () => [budget.controls.daily, budget.controls.lifetime].forEach((field) => field.show()));
  const context = new Group({
    topics: lines("Topics", { hint: "One a line, as people would say it: “trail running shoes”. None: any conversation.", placeholder: "cooking for two" }),
    minRelevance: number("Least relevance", { hint: "−1 to 1. Empty: the default of the service." }),
    runOfNetwork: flag("Run of network: serve in any conversation, after those that are relevant"),
  });
  const controls = {
    // Before the flight: that is written as clocks of this zone show it.
    timeZone: zoneField,
    name: text("Name"), ...(withStatus ? { status: choice("Status", [...STATUSES, ["shadow", "Shadow"]],
      { hint: "Only an active line item serves. A shadow takes part in each decision without being served: reports show what it would have done." }) } : {}),
    startAt: moment("Starts", zone, { hint: "Empty: no limit. In the time zone below." }),
    endAt: moment("Ends (exclusive)", zone),
    adUnits: new Checks("Ad units", adUnits.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ code, name }) => [code, `${name} (${code})`]), { className: "tall", hint: "None chosen: every ad unit." }),
    price, budget, goal: new Goal(inCurrency), pacing: choice("Pacing", PACINGS), context, targeting: new Targeting(), frequencyCaps: caps(SCOPES), dayparts: dayparts(),
    conversionGoals: new Checks("Conversion goals", goals.map(({ id, name }) => [id, name]), { className: "tall", hint: "Only conversions that these goals accept are counted and billed. None chosen: every conversion." }),
    suitableForChildren: flag("Suitable for children: may serve where the publisher knows that the reader is a child"),
    priority: number("Priority", { hint: "1 is first, 16 last. Priority comes before relevance." }), weight: number("Weight", { hint: "Among equals." }),
    rotation: choice("Rotation of its creatives", ROTATIONS),
    explorationShare: number("Exploration share", { hint: "Adaptive only: the share in which every creative is tried, 0 to 1." }),
  };
  return new Group(controls, layout(controls));
}

function layout(c) {
  return element("div", { className: "builder" },
    row(c.status ? { name: c.name, status: c.status } : { name: c.name }),
    part("Price and budget", true, c.price.node, row({ ...c.budget.controls, pacing: c.pacing }), c.goal.node),
    part("When", true, row({ startAt: c.startAt, endAt: c.endAt, timeZone: c.timeZone }), c.dayparts.node),
    part("Where", true, c.adUnits.node),
    part("In which conversations", true, row({ topics: c.context.controls.topics, minRelevance: c.context.controls.minRelevance }), c.context.controls.runOfNetwork.node),
    part("To whom, and how often", true, c.targeting.node, c.suitableForChildren.node, c.frequencyCaps.node),
    part("Conversions", false, c.conversionGoals.node),
    part("Priority and rotation", false, row({ priority: c.priority, weight: c.weight, rotation: c.rotation, explorationShare: c.explorationShare })));
}

function part(title, open, ...children) {
  return element("details", { className: "part", ...(open ? { open: "" } : {}) }, element("summary", { content: title }), element("div", { className: "builder" }, ...children));
}

function isZone(name) {
  try {
    return Boolean(name && new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Exactly one of `{impressions}`, `{clicks}`, `{conversions}` and `{spend: {amount, currency}}`; none for no goal. */
class Goal {
  constructor(currency) {
    this.currency = currency;
    this.metric = choice("Goal over the flight", GOALS, { hint: "Needs an end of the flight: the goal is planned over it." });
    this.amount = new Field("How many, or how much", element("input", { autocomplete: "off", inputmode: "decimal" }));
    this.node = row({ metric: this.metric, amount: this.amount });
    this.metric.input.addEventListener("change", () => this.place(this.path));
  }

  place(path) {
    this.path = path;
    this.metric.place(path);
    this.amount.place(join(path, this.metric.read() ?? "amount"));
  }

  read() {
    const metric = this.metric.read();
    const amount = this.amount.read();
    if (metric === undefined) return undefined;
    if (metric === "spend") return { spend: { amount, currency: this.currency() } };
    return { [metric]: amount === undefined || Number.isNaN(Number(amount)) ? amount : Number(amount) };
  }

  write(goal) {
    const [[metric, amount]] = Object.entries(goal ?? { "": "" });
    this.metric.write(metric);
    this.amount.write(amount?.amount ?? amount);
    this.place(this.path ?? "goal");
  }
}

/** `{model, amount: {amount, currency}, billOn?}`. */
class Price extends Group {
  constructor(currency) {
    const amount = new Field("Price", element("input", { autocomplete: "off", inputmode: "decimal", placeholder: "5.00" }));
    const model = choice("Billed for", MODELS);
    const billOn = choice("CPM: an impression is", IMPRESSIONS);
    super({ model, amount: new Group({ amount, currency }), billOn });
    this.node = row({ model, amount, currency, billOn });
  }

  write(value) {
    super.write({ billOn: "fetch", ...value });
  }

  read() {
    const { model, amount = {}, billOn } = super.read() ?? {};
    return {
      model, amount: { ...amount, ...(amount.currency ? { currency: amount.currency.toUpperCase() } : {}) },
      ...(model === "cpm" && billOn !== "fetch" ? { billOn } : {}),
    };
  }
}
