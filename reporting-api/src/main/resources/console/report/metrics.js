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
