// Each line item with the rules that it passed and failed, and where to change what failed.

import { button, element, nothing } from "../dom.js";
import { durationWords } from "../form/parts.js";
import { OPS } from "../form/targeting.js";
import { badge, link } from "../page.js";
import * as text from "../text.js";

/** In the order in which they are applied. */
const RULES = [["status", "Status"], ["flight", "Flight"], ["ad_unit", "Ad unit"], ["format", "Format"], ["targeting", "Targeting"],
  ["blocked", "Blocked"], ["daypart", "Dayparts"], ["budget", "Budget"], ["pacing", "Pacing"], ["hidden", "Hidden by the subscriber"], ["frequency_cap", "Frequency cap"], ["ad_load", "Ad load"], ["separation", "Separation"], ["relevance", "Relevance"],
  ["currency", "Currency"], ["floor", "Floor"],
  ["appropriateness", "Appropriateness"], ["held_out", "Holdout"], ["outranked", "Rank"]];
const FIELDS = {
  status: ["status", "Change the status"], flight: ["startAt", "Change the flight"], ad_unit: ["adUnits", "Change its ad units"],
  format: ["", "Look at its creatives"], targeting: ["targeting", "Change the targeting"], daypart: ["dayparts", "Change the dayparts"],
  budget: ["budget.daily", "Change the budget"], pacing: ["pacing", "Change the pacing"], frequency_cap: ["frequencyCaps", "Change the caps"],
  relevance: ["context.topics", "Change its topics"], held_out: ["holdout", "Change the holdout"], outranked: ["priority", "Change the priority"],
};
const OF_CAMPAIGN = ["status", "flight", "frequency_cap", "held_out"];
const MOST = 30;

/** The line item `wanted` comes first, then what was served, then those that failed least. */
export function verdicts({ lineItems, campaigns, adUnits, disqualifications, filled, wanted, zone, asked }) {
  const failed = new Map(lineItems.map(({ id }) => [id, []]));
  for (const each of disqualifications) {
    if (!failed.has(each.lineItemId)) failed.set(each.lineItemId, []);
    failed.get(each.lineItemId).push(each);
  }
  const known = new Map(lineItems.map((item) => [item.id, item]));
  const all = [...failed.entries()].map(([id, broken]) => ({
    id, broken, item: known.get(id), name: known.get(id)?.name ?? broken[0]?.lineItemName ?? id, out: broken.filter((each) => !each.creativeId),
  }));
  if (all.length === 0) return [nothing("No line item yet.", "Book a campaign first.")];
  all.sort((one, other) => Number(other.id === wanted) - Number(one.id === wanted) || one.out.length - other.out.length || one.name.localeCompare(other.name));
  const nodes = all.map((each) => verdict(each, { campaigns, unit: adUnits.find(({ code }) => code === asked), filled, words: (said, rule) => inWords(said, rule, known, zone) }));
  const place = element("div", { className: "verdicts" }, ...nodes.slice(0, MOST));
  if (nodes.length <= MOST) return [place];
  const rest = button(`Show the other ${nodes.length - MOST}`, () => {
    place.append(...nodes.slice(MOST));
    rest.remove();
  });
  return [place, rest];
}

function verdict({ id, name, item, broken, out }, { campaigns, unit, filled, words: said }) {
  const campaign = campaigns.find((each) => each.id === item?.campaignId);
  const won = filled && out.length === 0;
  const rules = new Set(broken.map(({ rule }) => rule));
  const mark = won ? badge("served", "good") : rules.has("outranked") ? badge("outranked") : badge("not served", "warn");
  const ranked = out.every(({ rule }) => rule === "outranked");
  const chips = RULES.filter(([rule]) => ranked || rule !== "outranked").map(([rule, words]) => element("li", { className: rules.has(rule) ? "broken" : "held" },
    element("span", { className: "unseen", content: rules.has(rule) ? "failed: " : "passed: " }), words));
  return element("article", { className: "verdict-of", "data-verdict": id },
    element("h3", {}, link("edit-line-item", { id }, name), " ", mark),
    ...(campaign ? [element("p", { className: "muted small", content: campaign.name })] : []),
    ...broken.map((each) => reason(each, { id, campaign, unit, said })),
    element("ul", { className: "chips", "aria-label": `Rules of ${name}` }, ...chips));
}

/** What a rule is called. */
export const ruleWords = (rule) => RULES.find(([known]) => known === rule)?.[1] ?? text.words(rule);

/** Ids as names, instants as a clock shows them, durations and comparisons as people say them. */
export function inWords(said, rule, known, zone) {
  let words = String(said);
  if (rule === "outranked") words = words.replace(/(?<=^|line item, )([a-z0-9_-]+)(?=, came first|: )/, (id) => (known.has(id) ? `“${known.get(id).name}”` : id));
  words = words.replaceAll(/(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d))(?:\[[\w/+-]+\])?/g, (_, instant) => text.moment(instant, zone));
  if (rule === "frequency_cap") words = words.replace(/per (PT?\w+|lifetime)/, (_, per) => `in ${durationWords(per)}`).replace("lineItem", "of the line item");
  if (rule === "targeting") words = words.replaceAll(/(\S+) (eq|ne|in|notIn|gt|gte|lt|lte|contains|startsWith|exists) /g, (_, name, op) => `${name} ${OPS.find(([known]) => known === op)[1]} `);
  return words;
}

function reason({ rule, message, expected, actual, creativeId }, { id, campaign, unit, said }) {
  return element("div", { className: "reason", "data-rule": rule },
    element("p", {}, element("strong", { content: `${ruleWords(rule)}. ` }), `${creativeId ? `Creative ${creativeId}: ` : ""}${said(message, rule)}`),
    element("dl", { className: "facts" }, ...[["Wanted", expected], ["Found", actual]].filter(([, value]) => value !== undefined)
      .flatMap(([name, content]) => [element("dt", { content: name }), element("dd", { content: said(content, rule) })])),
    ...fix(rule, { message, expected, id, campaign, unit }));
}

function fix(rule, { message, expected, id, campaign, unit }) {
  if (!FIELDS[rule]) return [element("p", { className: "muted small", content: "There is nothing to change: at such a moment no ad is shown." })];
  const [field, words] = FIELDS[rule];
  const ofAdUnit = rule === "format" && message.startsWith("The ad unit");
  if (ofAdUnit) {
    return [link("apps", { adUnit: unit?.id }, "Change the ad unit's formats", { className: "button" })];
  }
  const ofCampaign = campaign && OF_CAMPAIGN.includes(rule) && (message.includes("campaign") || String(expected ?? "").endsWith(", campaign"));
  return [ofCampaign ? link("campaign", { id: campaign.id, field }, `${words} of the campaign`, { className: "button" })
    : link("edit-line-item", { id, field }, words, { className: "button" })];
}
