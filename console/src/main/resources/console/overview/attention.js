// What a person should look at now.

import * as api from "../api.js";
import { address } from "../page.js";
import { dayStart } from "../range.js";
import { deliveries } from "../report/delivery.js";
import * as text from "../text.js";
import { todaySoFar } from "./glance.js";

const SOON = 3 * 86400000;
const MOST = 12;
/** Where a rule held back at least so many of the last hour's requests, it is what stops a line item. */
const MOSTLY = 0.5;
const MOST_COMPLAINTS = 3;
const WORST_FIRST = ["bad", "warn"];

const CAPPED = { frequency_cap: "Capped out", budget: "Budget used up" };

const unread = (name) => ({ kind: "warn", words: "Not looked at", name: `${name} cannot be read now.` });

/** Notes, the worst first: `{kind, words, name, href, more}`. */
export async function attention(session, now) {
  const notes = (await Promise.all([
    lineItems(session, now).catch(() => [unread("Line items")]),
    approvals(session).catch(() => [unread("Approvals")]),
    complaints(session, now).catch(() => [unread("Reports of readers")]),
    audits(session).catch(() => [unread("Audits")])])).flat();
  return notes.sort((one, other) => WORST_FIRST.indexOf(one.kind) - WORST_FIRST.indexOf(other.kind)).slice(0, MOST);
}

const today = (session, now) => ({
  from: new Date(dayStart(now, session.zone)).toISOString(), to: new Date(dayStart(now, session.zone, 1)).toISOString(), granularity: "total",
});

/** Line items that run, and don't deliver as they should, or end soon. One note each, of the worst. */
async function lineItems(session, now) {
  if (!session.manages) return [];
  const [items, { rows }, delivery] = await Promise.all([
    api.all(session.key(), "/v1/manage/line-items"),
    api.report(session.key(), { ...todaySoFar(session, now, 1), groupBy: ["lineItem"], metrics: ["fetches"] }),
    deliveries(session, {})]);
  const served = new Map(rows.map((row) => [row.lineItem, row]));
  return items.filter(({ status, startAt, endAt }) => status === "active"
    && (!startAt || Date.parse(startAt) < now) && (!endAt || Date.parse(endAt) > now))
    .map((item) => ({ item, worst: worst(item, served.get(item.id), delivery(item.id), session, now) }))
    .filter(({ worst: found }) => found !== null)
    .map(({ item, worst: [kind, words, more, of = "edit-line-item"] }) => (
      { kind, words, more, name: item.name, href: address(of, { id: item.id, range: of === "line-item" ? "today" : "" }) }));
}

function worst(item, served, delivery, session, now) {
  const [first] = delivery?.stoppedBy ?? [];
  const why = first ? `${text.words(first.rule)} held it back from ${text.fraction(first.share)} of the last hour's requests` : "";
  if (delivery?.status === "not_delivering") return ["bad", "Not delivering", why];
  if (served?.fetches === 0 && served["fetches.before"] > 0) return ["bad", "Not served today", `${text.count(served["fetches.before"])} fetches by this time yesterday`, "line-item"];
  if (delivery?.status === "behind") return ["warn", "Behind", [`${text.fraction(delivery.index)} of its plan`, why].filter(Boolean).join("; ")];
  if (first && first.share >= MOSTLY && CAPPED[first.rule]) return ["warn", CAPPED[first.rule], why];
  if (item.endAt && Date.parse(item.endAt) - now < SOON) return ["warn", "Ends soon", text.moment(item.endAt, session.zone), "line-item"];
  return null;
}

/** Creatives that wait for who is signed in, or for another approver. */
async function approvals(session) {
  if (!session.manages || !session.approves) return [];
  const creatives = await api.all(session.key(), "/v1/manage/creatives");
  return creatives.filter(({ status }) => status === "submitted").map(({ id, card }) => ({
    kind: "warn", words: "Waits for approval", name: card?.title ?? id, href: card ? address("creative", { id }) : address("flows", { creative: id }),
  }));
}

/** Creatives that readers complained of today, those first that most did. */
async function complaints(session, now) {
  const [{ rows }] = await Promise.all([
    api.report(session.key(), { ...today(session, now), groupBy: ["creative"], metrics: ["feedback", "hides", "fetches"] }), session.names.load()]);
  const told = rows.map((row) => ({ ...row, reports: row.feedback - row.hides }));
  return told.filter(({ reports }) => reports > 0).sort((one, other) => other.reports - one.reports).slice(0, MOST_COMPLAINTS)
    .map(({ creative, reports, fetches }) => ({
      kind: "warn", words: "Readers report it", name: session.names.of("creative", creative) || creative,
      more: `${text.count(reports)} of ${text.count(fetches)} fetches today`, href: session.manages ? address("creative", { id: creative }) : undefined,
    }));
}

async function audits(session) {
  const { items = [] } = await api.get(session.key(), "/v1/audits");
  return items.filter(({ status }) => status === "failed").map(({ id, startedAt, from }) => ({
    kind: "bad", words: "Audit found a difference", name: text.moment(startedAt ?? from, session.zone), href: address("audits", { id }),
  }));
}
