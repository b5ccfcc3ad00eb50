// @ts-check
import { InterludeUsageError } from "./errors.js";
import { EventQueue } from "./events.js";
import { FlowSession } from "./flow.js";
import { Http } from "./http.js";

/**
 * @typedef {import("../types/index.js").ClientOptions} ClientOptions
 * @typedef {import("../types/index.js").FetchAdRequest} FetchAdRequest
 * @typedef {import("../types/index.js").FetchOptions} FetchOptions
 * @typedef {import("../types/index.js").FetchResult<any>} FetchResult
 * @typedef {import("../types/index.js").Problem} Problem
 */

const FETCH_MILLIS = 1_000;
const FLUSH_MILLIS = 5_000;
const CLOSE_MILLIS = 2_000;
/** Reasons for no ad that are no problem. */
const NORMAL = ["no_fill", "no_demand", "frequency_capped", "appropriateness_suppressed", "aborted"];

/** One application's line to the ad server; see types/index.d.ts. */
export class InterludeClient {
  #http;
  #queue;
  #timeoutMs;
  #onProblem;

  /** @param {ClientOptions} options */
  constructor(options) {
    const {
      url, key, timeoutMs = FETCH_MILLIS, flushIntervalMs = 1_000, maxQueuedEvents = 10_000, onProblem = warnOnce(),
      // Looked up at each call: tests and tracing replace it.
      fetch = (/** @type {any} */ input, /** @type {any} */ init) => globalThis.fetch(input, init),
    } = options ?? {};
    if (typeof url !== "string" || !/^https?:\/\/[^/]/i.test(url)) {
      throw new InterludeUsageError("url must be where the ad server is, such as https://ads.example.com.");
    }
    if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key)) {
      throw new InterludeUsageError("key must be a fetch key, or a publisher tag in a page.");
    }
    if (!(timeoutMs > 0)) {
      throw new InterludeUsageError("timeoutMs must be greater than 0.");
    }
    this.#http = new Http({ url, key, fetch });
    this.#timeoutMs = timeoutMs;
    this.#onProblem = onProblem;
    this.#queue = new EventQueue(this.#http, {
      flushIntervalMs, maxQueuedEvents, tell: (problem) => this.#tell({ operation: "report", ...problem }),
    });
  }

  /**
   * @param {any} [request]
   * @param {FetchOptions} [options]
   * @returns {Promise<any>}
   */
  async fetchAd(request, options) {
    return (await this.fetchResult(request, options)).ad;
  }

  /**
   * @param {any} [request]
   * @param {FetchOptions} [options]
   * @returns {Promise<FetchResult>}
   */
  async fetchResult(request = {}, options = {}) {
    const result = await this.#fetch(request, options ?? {});
    if (result.ad === null && !NORMAL.includes(result.reason)) {
      const { reason, message } = result;
      this.#tell({ operation: "fetch", reason, message, status: result.status, lostEvents: 0 });
    }
    return result;
  }

  /**
   * @param {FetchAdRequest} request
   * @param {FetchOptions} options
   * @returns {Promise<any>}
   */
  async #fetch(request, { timeoutMs = this.#timeoutMs, signal, idempotencyKey, debug }) {
    let body;
    try {
      body = JSON.stringify(request ?? {});
    } catch {
      return { ad: null, reason: "invalid_request", message: "The request is no JSON." };
    }
    try {
      const answer = await this.#http.post("/v1/fetch/v2", body, { timeoutMs, signal, idempotencyKey, debug });
      return resultOf(answer);
    } catch (cause) {
      const timedOut = /** @type {any} */ (cause)?.name === "TimeoutError";
      return { ad: null, reason: signal?.aborted ? "aborted" : timedOut ? "timeout" : "unavailable" };
    }
  }

  /**
   * @param {string | { messageId: string }} ad
   * @param {string} eventType
   * @param {Record<string, unknown>} [eventData]
   * @param {import("../types/index.js").ReportOptions} [options]
   */
  report(ad, eventType, eventData, { timestamp = Date.now(), subscriber } = {}) {
    try {
      const fetchEventId = typeof ad === "string" ? ad : ad.messageId;
      return this.#queue.add(JSON.stringify({ version: 2, eventType, fetchEventId, timestamp, subscriber, eventData }));
    } catch {
      this.#tell({
        operation: "report", reason: "invalid_event_data", message: "The event is no JSON.", lostEvents: 1,
      });
      return false;
    }
  }

  /**
   * @param {any} ad
   * @param {import("../types/index.js").FlowOptions} [options]
   */
  startFlow(ad, options) {
    return new FlowSession(ad, (eventType, eventData) => this.report(ad, eventType, eventData), options);
  }

  get pendingEvents() {
    return this.#queue.pending;
  }

  flush(timeoutMs = FLUSH_MILLIS) {
    return this.#queue.flush(timeoutMs);
  }

  close(timeoutMs = CLOSE_MILLIS) {
    return this.#queue.close(timeoutMs);
  }

  /** @param {Problem} problem */
  #tell(problem) {
    try {
      this.#onProblem(problem);
    } catch {
      // A log that fails is no reason to fail.
    }
  }
}

/** @param {import("./http.js").Answer} answer */
function resultOf({ status, body }) {
  if (status === 204) {
    return { ad: null, reason: "no_fill" };
  }
  if (status === 200 && typeof body?.messageId === "string" && typeof body.payload === "object" && body.payload) {
    return { ad: body };
  }
  const { reason, message = body?.description, disqualifications } = body ?? {};
  return {
    ad: null,
    reason: typeof reason === "string" ? reason : status >= 500 ? "unavailable" : "invalid_answer",
    ...(message !== undefined && { message }),
    ...(disqualifications !== undefined && { disqualifications }),
    ...(status !== 200 && { status }),
  };
}

/** Warns of the first problem of each reason: enough to find a wrong key, and no flood while a server is away. */
function warnOnce() {
  const told = new Set();
  return (/** @type {Problem} */ { operation, reason, message }) => {
    if (!told.has(operation + reason)) {
      told.add(operation + reason);
      console.warn(`interlude: ${operation}: ${reason}${message ? `: ${message}` : ""}`);
    }
  };
}
