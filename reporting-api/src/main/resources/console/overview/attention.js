// What a person should look at now.

import * as api from "../api.js";
import { address } from "../page.js";
import { dayStart } from "../range.js";
import * as text from "../text.js";

const SOON = 3 * 86400000;
const MOST = 12;

const unread = (name) => ({ kind: "warn", words: "Not looked at", name: `${name} cannot be read now.` });

/** Notes, the worst first: `{kind, words, name, href, more}`. */
export async function attention(session, now) {
  const [items, failed] = await Promise.all([
    standingStill(session, now).catch(() => [unread("Line items")]), audits(session).catch(() => [unread("Audits")])]);
  return [...items, ...failed].slice(0, MOST);
}

/** Line items that run, and were served yesterday but not today; and those that end soon. */
async function standingStill(session, now) {
  if (!session.manages) return [];
  const [items, { rows }] = await Promise.all([
    api.all(session.key(), "/v1/manage/line-items"),
    api.report(session.key(), {
      from: new Date(dayStart(now, session.zone)).toISOString(), to: new Date(dayStart(now, session.zone, 1)).toISOString(),
      granularity: "total", groupBy: ["lineItem"], metrics: ["fetches"], compare: "previous",
    })]);
  const served = new Map(rows.map((row) => [row.lineItem, row]));
  const running = items.filter(({ status, startAt, endAt }) => status === "active"
    && (!startAt || Date.parse(startAt) < now) && (!endAt || Date.parse(endAt) > now));
  const line = (item, kind, words, more) => ({ kind, words, more, name: item.name, href: address("line-item", { id: item.id, range: "today" }) });
  const still = running.filter(({ id }) => served.get(id)?.fetches === 0 && served.get(id)["fetches.before"] > 0)
    .map((item) => line(item, "bad", "Not served today", `${text.count(served.get(item.id)["fetches.before"])} fetches yesterday`));
  const ending = running.filter(({ endAt }) => endAt && Date.parse(endAt) - now < SOON)
    .map((item) => line(item, "warn", "Ends soon", text.moment(item.endAt, session.zone)));
  return [...still, ...ending];
}

async function audits(session) {
  const { items = [] } = await api.get(session.key(), "/v1/audits");
  return items.filter(({ status }) => status === "failed").map(({ id, startedAt, from }) => ({
    kind: "bad", words: "Audit found a difference", name: text.moment(startedAt ?? from, session.zone), href: address("audits", { id }),
  }));
}
