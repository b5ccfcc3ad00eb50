// What is booked, read once for a page, and the changes that take one click.

import * as api from "../api.js";
import { confirm } from "../form/ask.js";

export const PATHS = {
  advertiser: "/v1/manage/advertisers",
  campaign: "/v1/manage/campaigns",
  conversionGoal: "/v1/manage/conversion-goals",
  lineItem: "/v1/manage/line-items",
  creative: "/v1/manage/creatives",
  adUnit: "/v1/manage/ad-units",
  application: "/v1/manage/applications",
  key: "/v1/manage/keys",
  user: "/v1/manage/users",
};

/** The path of one resource. */
export const one = (kind, id) => `${PATHS[kind]}/${encodeURIComponent(id)}`;

/** Lists of the named kinds: `{campaign: [...], ...}`. */
export async function load(session, ...kinds) {
  const lists = await Promise.all(kinds.map((kind) => api.all(session.key(), PATHS[kind])));
  return Object.fromEntries(kinds.map((kind, i) => [kind, lists[i]]));
}

/** What a copy of a resource begins with: a draft of another name. */
export function copyOf({ id, version, createdAt, updatedAt, activatedAt, draftedFor, ...body }) {
  return { ...body, status: "draft", ...(body.name ? { name: `Copy of ${body.name}` } : {}) };
}

/** A campaign as a draft with drafts of its line items and their creatives; the new campaign. */
export async function duplicate(session, campaign, lineItems, creatives) {
  const make = async (kind, body) => (await api.create(session.key(), PATHS[kind], body)).body;
  const made = await make("campaign", copyOf(campaign));
  for (const item of lineItems) {
    const copy = await make("lineItem", { ...copyOf(item), name: item.name, campaignId: made.id });
    for (const creative of creatives.filter(({ lineItemId }) => lineItemId === item.id)) await make("creative", { ...copyOf(creative), lineItemId: copy.id });
  }
  session.names.forget();
  return made;
}

/**
 * Changes a status and nothing else. Whatever else somebody changed meanwhile stays, so a stale read
 * is simply read again.
 */
export async function setStatus(session, kind, id, status) {
  for (let attempt = 1; ; attempt += 1) {
    const { body, etag } = await api.resource(session.key(), one(kind, id));
    if (body.status === status) return body;
    try {
      return (await api.replace(session.key(), one(kind, id), { ...body, status }, etag)).body;
    } catch (failure) {
      if (failure.status !== 409 || attempt === 3) throw failure;
    }
  }
}

/** Asks, then archives; of several that are `chosen` it asks before the first alone. True when it was done. */
export async function archive(session, kind, { id, name }, alsoGone, chosen = []) {
  const words = ["It stops serving within two seconds and leaves the lists. Its numbers stay in reports, and Changes puts it back."];
  if (alsoGone) words.unshift(alsoGone);
  const what = chosen.length > 1 ? `these ${chosen.length}` : `“${name ?? id}”`;
  if (id === (chosen[0]?.id ?? id) && !await confirm(`Archive ${what}?`, words, "Archive")) return false;
  await api.remove(session.key(), one(kind, id));
  session.names.forget();
  return true;
}

/**
 * Rows of a report over a range, as a function of an id; null of any id when there is no answer. Money of
 * a second currency is in a row of its own, so rows of an id are a list.
 */
export async function numbers(session, groupBy, metrics, range) {
  try {
    const { rows } = await api.report(session.key(), { granularity: "total", groupBy, metrics, ...range });
    const byId = new Map();
    for (const row of rows) byId.set(row[groupBy], [...(byId.get(row[groupBy]) ?? []), row]);
    return (id) => byId.get(id) ?? [];
  } catch {
    return () => null;
  }
}
