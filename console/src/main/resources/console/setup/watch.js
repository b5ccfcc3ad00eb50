// Watches the journal for an application's first fetch and event.

import * as api from "../api.js";
import { byId } from "../dom.js";

const EVERY_MILLIS = 1000;
/** After this long without anything new it looks less often. */
const PATIENCE_MILLIS = 120000;
const RARELY_MILLIS = 5000;
const MOST_PAGES = 5;
/** Read again: records of several partitions are not written in the order of their times. */
const OVERLAP_MILLIS = 10000;
const EVENTS = ["send", "deliver", "read", "click", "conversion", "node_visit", "choice_tap", "nlu_match", "flow_complete", "flow_abandon", "handoff_click", "custom", "feedback"];

export class Watch {
  constructor(session, { application, since }, show) {
    Object.assign(this, { session, application, since, show, fetch: null, unfilled: false, event: null, timer: 0, reading: false, began: Date.now() });
  }

  start() {
    this.tell();
    this.look();
  }

  stop() {
    clearTimeout(this.timer);
    this.session = null;
  }

  /** Reads now, and again after a while as long as the page is shown and something is awaited. */
  async look() {
    if (this.reading || !this.session) return;
    clearTimeout(this.timer);
    this.reading = true;
    try {
      await this.read();
    } catch {
      // The next turn reads it.
    }
    this.reading = false;
    if (!this.session) return;
    this.tell();
    if (!this.verified()) this.wait();
  }

  wait() {
    const millis = Date.now() - this.began > PATIENCE_MILLIS ? RARELY_MILLIS : EVERY_MILLIS;
    this.timer = setTimeout(() => (byId("start").hidden ? this.wait() : this.look()), millis);
  }

  /** What came since it was read last; an org may have much else. */
  async read() {
    let cursor = "";
    for (let page = 0; page === 0 || (cursor !== "" && page < MOST_PAGES); page += 1) {
      const { items, nextCursor = "" } = await api.get(this.session.key(), "/v1/journal", { from: this.since, limit: 1000, cursor });
      cursor = nextCursor;
      this.take(items.filter((item) => item.applicationId === this.application.id && !item.test));
      this.last = items.at(-1)?.journaledAt ?? this.last;
    }
    const from = new Date(Date.parse(this.last ?? this.since) - OVERLAP_MILLIS).toISOString();
    if (this.event === null && from > this.since) this.since = from;
  }

  take(own) {
    this.unfilled ||= own.some((item) => item.eventType === "no_fill");
    this.fetch ??= own.find((item) => item.eventType === "fetch") ?? null;
    const events = own.filter((item) => EVENTS.includes(item.eventType));
    const counted = events.find((item) => item.verdict === "counted");
    if (!this.verified()) this.event = counted ?? events[0] ?? this.event;
  }

  verified() {
    return this.event?.verdict === "counted";
  }

  tell() {
    const { fetch: seen, event } = this;
    const refused = event && !this.verified() ? ` It is ${event.verdict?.replaceAll("_", " ") ?? "not counted yet"}.` : "";
    this.show({
      messageId: event?.messageId ?? seen?.messageId,
      verified: this.verified(),
      ticks: [
        { done: Boolean(seen), words: "First fetch seen", detail: seen ? `${seen.messageId}` : this.unfilled ? "A fetch came, but no ad was found for it." : "Waiting for a fetch with the key above." },
        { done: Boolean(event), words: "First event seen", detail: event ? `${event.eventType}.${refused}` : "Waiting for an event of that fetch." },
        { done: this.verified(), words: "Verified", detail: this.verified() ? "The event belongs to its fetch, and is counted." : "Once the event is counted." }],
    });
  }
}
