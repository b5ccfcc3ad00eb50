// @ts-check
import { InterludeUsageError } from "./errors.js";
import { inPage, untilExit } from "./host.js";

/** Most events of one request, by the service's contract. */
const MOST_EVENTS = 500;
/** Most characters of one request: even at three bytes each they stay below the service's 1 MiB. */
const MOST_CHARACTERS = 300_000;
/** The same in a page: browsers allow 64 KiB for all requests that outlive it. */
const MOST_CHARACTERS_IN_PAGE = 20_000;
const REQUEST_MILLIS = 10_000;
const EXIT_MILLIS = 2_000;
const FIRST_WAIT_MILLIS = 1_000;
const LONGEST_WAIT_MILLIS = 60_000;

/**
 * Events on their way to the server, in the order in which they were reported, one request at a time.
 *
 * A batch keeps its Idempotency-Key and its events until each of them is settled. The service knows an event by the
 * key and by what it says, so a batch may be sent again as often as need be and counts once. For the same reason no
 * batch has two events that say the same.
 *
 * @typedef {{ key: string, events: string[] }} Batch
 */
export class EventQueue {
  /** @type {string[]} */
  #waiting = [];
  /** @type {Batch[]} */
  #batches = [];
  /** @type {Promise<void> | null} */
  #sending = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #failures = 0;
  #waitMs = 0;
  #closed = false;
  #mostCharacters = inPage() ? MOST_CHARACTERS_IN_PAGE : MOST_CHARACTERS;
  #unhook = () => {};
  #hooked = false;

  /**
   * @param {import("./http.js").Http} http
   * @param {{ flushIntervalMs: number, maxQueuedEvents: number,
   *     tell: (problem: Omit<import("../types/index.js").Problem, "operation">) => void }} options
   */
  constructor(http, { flushIntervalMs, maxQueuedEvents, tell }) {
    if (!(flushIntervalMs >= 0) || !(maxQueuedEvents >= 1)) {
      throw new InterludeUsageError("flushIntervalMs must be at least 0 and maxQueuedEvents at least 1.");
    }
    this.http = http;
    this.flushIntervalMs = flushIntervalMs;
    this.maxQueuedEvents = maxQueuedEvents;
    this.tell = tell;
  }

  get pending() {
    return this.#batches.reduce((sum, { events }) => sum + events.length, this.#waiting.length);
  }

  /**
   * @param {string} event  the JSON of it
   * @returns {boolean} false when it is not taken
   */
  add(event) {
    if (this.#closed || this.pending >= this.maxQueuedEvents) {
      this.tell({ reason: this.#closed ? "closed" : "queue_full", lostEvents: 1 });
      return false;
    }
    this.#waiting.push(event);
    if (!this.#hooked) {
      this.#hooked = true;
      this.#unhook = untilExit({ leave: () => this.#leave(), exit: () => this.flush(EXIT_MILLIS) });
    }
    if (this.#waiting.length === MOST_EVENTS && this.#failures === 0) {
      this.#sendIn(0);
    } else if (this.#timer === undefined && this.#sending === null) {
      this.#sendIn(this.flushIntervalMs);
    }
    return true;
  }

  /**
   * Sends until nothing is left or the time is over.
   *
   * @param {number} timeoutMs
   * @returns {Promise<boolean>} true when nothing is left
   */
  async flush(timeoutMs) {
    const until = Date.now() + timeoutMs;
    while (this.pending > 0) {
      await within(until - Date.now(), this.#send());
      if (Date.now() >= until) {
        return this.pending === 0;
      }
      if (this.#failures > 0) {
        await within(Math.min(this.#waitMs, until - Date.now()));
      }
    }
    return true;
  }

  /** @param {number} timeoutMs */
  async close(timeoutMs) {
    this.#closed = true;
    const flushed = await this.flush(timeoutMs);
    clearTimeout(this.#timer);
    const lost = this.pending;
    this.#waiting = [];
    this.#batches = [];
    this.#unhook();
    if (lost > 0) {
      this.tell({ reason: "abandoned", lostEvents: lost });
    }
    return flushed;
  }

  /**
   * The page goes away, perhaps for good: everything is sent at once, by requests that outlive it. Should it come
   * back, what had no answer is sent again.
   */
  #leave() {
    this.#seal();
    for (const batch of this.#batches) {
      this.#post(batch).then((answer) => this.#settle(batch, answer), () => undefined).then(() => this.#forget());
    }
    this.#sendIn(FIRST_WAIT_MILLIS);
  }

  /** @param {number} waitMs */
  #sendIn(waitMs) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), waitMs);
    // A process that has nothing else to do ends; its exit sends what waits.
    /** @type {any} */ (this.#timer).unref?.();
  }

  #send() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendAll() {
    while (this.pending > 0) {
      this.#seal();
      const batch = this.#batches[0];
      const answer = await this.#post(batch).catch(() => ({ status: 0, body: undefined, retryAfterMs: 0 }));
      this.#settle(batch, answer);
      this.#forget();
      if (batch.events.length > 0) {
        this.#failures++;
        this.#waitMs = backoff(this.#failures, answer.retryAfterMs);
        if (!this.#closed) {
          this.#sendIn(this.#waitMs);
        }
        return;
      }
      this.#failures = 0;
    }
  }

  /** Takes batches of which nothing is left off the list, and the hooks when nothing is left at all. */
  #forget() {
    this.#batches = this.#batches.filter(({ events }) => events.length > 0);
    if (this.pending === 0 && this.#hooked) {
      this.#hooked = false;
      this.#unhook();
    }
  }

  /**
   * Takes what is settled out of the batch.
   *
   * @param {Batch} batch
   * @param {import("./http.js").Answer} answer
   */
  #settle(batch, { status, body }) {
    const sent = batch.events;
    if (sent.length === 0) {
      return;
    }
    const results = status === 200 && body?.results?.length === sent.length ? body.results : null;
    const outcomes = sent.map((_, index) => results?.[index] ?? { ...body, status });
    batch.events = sent.filter((_, index) => worthAnotherTry(outcomes[index].status));
    /** @type {Map<string, import("../types/index.js").Problem>} */
    const problems = new Map();
    for (const { status: outcome, reason, description } of outcomes) {
      if (outcome !== 201) {
        const why = String(reason ?? (worthAnotherTry(outcome) ? "unavailable" : "invalid_answer"));
        const problem = problems.get(why)
          ?? { operation: "report", reason: why, status: outcome || undefined, message: description, lostEvents: 0 };
        problem.lostEvents += worthAnotherTry(outcome) ? 0 : 1;
        problems.set(why, problem);
      }
    }
    problems.forEach((problem) => this.tell(problem));
  }

  /** @param {Batch} batch */
  #post({ key, events }) {
    const body = `{"events":[${events.join(",")}]}`;
    const keepalive = inPage() && body.length < MOST_CHARACTERS_IN_PAGE + 100;
    return this.http.post("/v1/events", body, { timeoutMs: REQUEST_MILLIS, idempotencyKey: key, keepalive });
  }

  /** Makes batches of all that waits. */
  #seal() {
    /** @type {Set<string>} */
    let events = new Set();
    let characters = 0;
    const close = () => {
      if (events.size > 0) {
        this.#batches.push({ key: unguessable(), events: [...events] });
      }
      events = new Set();
      characters = 0;
    };
    for (const event of this.#waiting.splice(0)) {
      if (events.size === MOST_EVENTS || events.has(event) || characters + event.length >= this.#mostCharacters) {
        close();
      }
      events.add(event);
      characters += event.length + 1;
    }
    close();
  }
}

/** @param {number} status  0 for no answer */
function worthAnotherTry(status) {
  return status === 0 || status === 429 || status >= 500;
}

/** Not `randomUUID`, which pages have over TLS only. */
function unguessable() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
}

/**
 * Doubled each time up to a minute, and varied by half, so that not everybody comes back at once.
 *
 * @param {number} failures
 * @param {number} retryAfterMs
 */
function backoff(failures, retryAfterMs) {
  const doubled = Math.max(FIRST_WAIT_MILLIS, retryAfterMs) * 2 ** Math.min(failures - 1, 6);
  return Math.max(retryAfterMs, Math.min(doubled, LONGEST_WAIT_MILLIS) * (0.5 + Math.random()));
}

/**
 * Waits for a promise, or for the time to pass.
 *
 * @param {number} millis
 * @param {Promise<unknown>} [done]
 */
async function within(millis, done) {
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, Math.max(millis, 0));
  });
  await Promise.race(done === undefined ? [over] : [done, over]);
  clearTimeout(timer);
}
