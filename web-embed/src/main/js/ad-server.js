// Talks to the ad server. Nothing here throws into the page or keeps it waiting.

const FETCH_MILLIS = 5_000;
const EVENT_MILLIS = 10_000;
const RETRY_MILLIS = 2_000;
const MOST_WAITING = 200;

const JSON_TYPE = "application/json";

function unguessable() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
}

function withDeadline(address, init, millis) {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), millis);
  return fetch(address, {
    credentials: "omit",
    cache: "no-store",
    // Whatever the page's own policy: a tag is good for an origin, which must be told.
    referrerPolicy: "origin",
    ...init,
    signal: deadline.signal,
  }).finally(() => clearTimeout(timer));
}

/**
 * One ad server, asked with one publisher tag.
 *
 * The tag goes in the query: a beacon carries no Authorization header, and with one address for all
 * events a browser asks once, and not before each event, whether it may send them.
 */
export function adServer(base, key) {
  const query = "?key=" + encodeURIComponent(key);
  const waiting = [];
  let sending = false;
  let leaving = false;

  /** The ad, or null when there is none or it could not be asked for. */
  async function fetchAd(request) {
    try {
      const answer = await withDeadline(base + "/v1/fetch/v2" + query, {
        method: "POST",
        headers: { "Content-Type": JSON_TYPE },
        body: JSON.stringify(request),
      }, FETCH_MILLIS);
      const ad = answer.status === 200 ? await answer.json() : null;
      return ad && ad.payload && ad.messageId ? ad : null;
    } catch {
      return null;
    }
  }

  /** Reports events of a fetch. One after the other, so that the journal has them in their order. */
  function report(messageId, events) {
    for (const event of events) {
      if (waiting.length < MOST_WAITING) {
        waiting.push({ message: message(messageId, event), id: unguessable() });
      }
    }
    if (leaving) {
      handOver();
    } else {
      sendNext();
    }
  }

  function message(messageId, { eventType, eventData }) {
    return JSON.stringify({ version: 2, eventType, fetchEventId: messageId, eventData });
  }

  async function sendNext() {
    if (sending) {
      return;
    }
    sending = true;
    while (waiting.length) {
      const event = waiting.shift();
      if (!(await send(event))) {
        await new Promise((resume) => setTimeout(resume, RETRY_MILLIS));
        await send(event);
      }
    }
    sending = false;
  }

  /** False when it is worth one more try; the same Idempotency-Key keeps it from counting twice. */
  async function send({ message, id }) {
    try {
      const answer = await withDeadline(base + "/v1/event" + query, {
        method: "POST",
        keepalive: true,
        headers: { "Content-Type": JSON_TYPE, "Idempotency-Key": id },
        body: message,
      }, EVENT_MILLIS);
      return answer.status !== 429 && answer.status < 500;
    } catch {
      return false;
    }
  }

  /** Tells what the reader says of the ad of a fetch. Resolves to whether it was taken down. */
  async function say(messageId, kind) {
    try {
      const answer = await withDeadline(base + "/v1/feedback" + query, {
        method: "POST",
        headers: { "Content-Type": JSON_TYPE },
        body: JSON.stringify({ messageId, kind }),
      }, EVENT_MILLIS);
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** The page goes away, or comes back: meanwhile the browser sends what there is to report. */
  function leave(away) {
    leaving = away;
    if (away) {
      handOver();
    }
  }

  function handOver() {
    for (const { message, id } of waiting.splice(0)) {
      if (!beacon(message)) {
        send({ message, id });
      }
    }
  }

  function beacon(message) {
    try {
      return navigator.sendBeacon(
        base + "/v1/event" + query, new Blob([message], { type: JSON_TYPE }));
    } catch {
      return false;
    }
  }

  return { fetchAd, report, say, leave };
}
