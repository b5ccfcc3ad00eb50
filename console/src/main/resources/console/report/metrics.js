// What reports can count and group by, in the words of the page.

import * as text from "../text.js";

export const DIMENSIONS = [
  ["application", "Application"], ["adUnit", "Ad unit"], ["campaign", "Campaign"],
  ["lineItem", "Line item"], ["creative", "Creative"], ["format", "Format"],
  ["conversionGoal", "Conversion goal"], ["conversionName", "Conversion name"], ["eventName", "Event name"],
];

/** Group, then name and label of each. */
export const METRICS = [
  ["Requests", [["requests", "Requests"], ["fills", "Fills"], ["noFills", "No-fills"], ["fillRate", "Fill rate"]]],
  ["Delivery", [["fetches", "Fetches"], ["sends", "Sends"], ["delivers", "Delivers"], ["reads", "Reads"], ["viewability", "Viewability"], ["reach", "Reach"]]],
  ["Response", [["clicks", "Clicks"], ["uniqueClicks", "Unique clicks"], ["ctr", "CTR"], ["engagements", "Engagements"],
    ["hides", "Hides"], ["feedback", "Feedback"], ["customEvents", "Custom events"]]],
  ["Value", [["conversions", "Conversions"], ["conversionValue", "Conversion value"], ["conversionRate", "Conversion rate"],
    ["spend", "Spend"], ["ecpm", "eCPM"]]],
  ["Invalid traffic", [["invalidClicks", "Invalid clicks"], ["invalidConversions", "Invalid conversions"],
    ["grossClicks", "Gross clicks"], ["grossConversions", "Gross conversions"]]],
];

/** Of shadow line items: a report has them with `shadow=true` only. */
export const SHADOW_METRICS = [["wouldServe", "Would serve"], ["wouldSpend", "Would spend"]];
const ALL = [...METRICS.flatMap(([, metrics]) => metrics), ...SHADOW_METRICS];

/** In the order of the lists above. */
export const USUAL = ["requests", "fillRate", "fetches", "uniqueClicks", "ctr", "conversions", "spend"];

/** The definition of each metric, for who points at it; docs/reports.md has all of it. */
const DEFINITIONS = {
  requests: "Fills and no-fills.", fills: "Requests that got an ad.", noFills: "Requests that got no ad.", fillRate: "Fills of requests.",
  fetches: "Ads served.", sends: "Ads that the application sent on.", delivers: "Ads that arrived, or were drawn on a page.",
  reads: "Ads that were seen: on a page, half in view for one second.", viewability: "Reads of delivers.",
  reach: "Different subscribers who were served. It can't be added up.",
  clicks: "Clicks without invalid traffic, repeats included.", uniqueClicks: "Clicks without repeats of the same action within 30 seconds.",
  ctr: "Unique clicks divided by fetches.", engagements: "Fetches with a click, a choice, an understood answer, a hand-off or a completed flow.",
  hides: "Readers who hid the ad.", feedback: "Everything that readers said of the ad, hides included.", customEvents: "Events that the application names itself.",
  conversions: "Conversions that count by the goals of their line item.", conversionValue: "The sum of the values of the conversions.",
  conversionRate: "Conversions divided by unique clicks.", spend: "What the prices of the line items bill.", ecpm: "Spend for a thousand fetches.",
  invalidClicks: "Clicks that no person caused.", invalidConversions: "Conversions that no person caused.",
  grossClicks: "Clicks and invalid clicks.", grossConversions: "Conversions and invalid conversions.",
  wouldServe: "Decisions that a shadow would have won.", wouldSpend: "What these would have billed.",
};
export const definition = (metric) => DEFINITIONS[metric] ?? null;

const RATES = new Set(["fillRate", "ctr", "viewability", "conversionRate"]);
const MONEY = new Set(["spend", "conversionValue", "ecpm", "wouldSpend"]);

const ATTRIBUTED = new Set(["conversions", "conversionValue", "conversionRate", "grossConversions"]);

const LABELS = new Map([...DIMENSIONS, ...ALL, ["start", "Start"], ["currency", "Currency"]]);

/** What the name of an attribute of fetches follows. */
export const ATTRIBUTE = "attribute.";
const isAttribute = (column) => column.startsWith(ATTRIBUTE);

export const label = (column) => LABELS.get(column)
  ?? (isAttribute(column) ? `Attribute ${column.slice(ATTRIBUTE.length)}` : text.words(column));
export const isDimension = (column) => isAttribute(column) || DIMENSIONS.some(([name]) => name === column);
export const isMetric = (column) => ALL.some(([name]) => name === column);
export const isOfShadows = (column) => SHADOW_METRICS.some(([name]) => name === column);
export const isMoney = (column) => MONEY.has(column);
/** Whether a version of attribution may count it otherwise than it is booked. */
export const isAttributed = (column) => ATTRIBUTED.has(column);
export const isRate = (column) => RATES.has(column);

/** A value of a metric as people read it. */
export function shown(metric, value) {
  if (value === undefined || value === null) return "–";
  if (isRate(metric)) return text.fraction(value);
  return isMoney(metric) ? text.amount(value) : text.count(value);
}
