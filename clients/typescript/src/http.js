// @ts-check
/**
 * One POST of JSON with a deadline over the whole exchange, the body of the answer included.
 *
 * @typedef {{ status: number, body: any, retryAfterMs: number }} Answer  `body` is undefined where it is no JSON
 */

export class Http {
  /** @param {{ url: string, key: string, fetch: typeof fetch }} options */
  constructor({ url, key, fetch }) {
    this.base = url.replace(/\/+$/, "");
    this.fetch = fetch;
    // A publisher tag is public. In the query it is good for beacons too, which carry no headers.
    const tag = key.startsWith("il_tag_");
    this.query = tag ? `?key=${encodeURIComponent(key)}` : "?";
    /** @type {Record<string, string>} */
    this.headers = { "Content-Type": "application/json" };
    if (!tag) {
      this.headers.Authorization = `Bearer ${key}`;
    }
  }

  /**
   * Rejects when there is no answer in time.
   *
   * @param {string} path
   * @param {string} body
   * @param {{ timeoutMs: number, signal?: AbortSignal, idempotencyKey?: string, keepalive?: boolean,
   *     debug?: boolean }} options
   * @returns {Promise<Answer>}
   */
  async post(path, body, { timeoutMs, signal, idempotencyKey, keepalive, debug }) {
    const gaveUp = new AbortController();
    const giveUp = () => gaveUp.abort(signal?.reason);
    const timer = setTimeout(() => gaveUp.abort(new DOMException("No answer in time.", "TimeoutError")), timeoutMs);
    signal?.addEventListener("abort", giveUp, { once: true });
    if (signal?.aborted) {
      giveUp();
    }
    // Raced as well as aborted: a platform whose fetch hears the signal late must not keep the caller.
    const late = new Promise((_, reject) => {
      gaveUp.signal.addEventListener("abort", () => reject(gaveUp.signal.reason), { once: true });
      if (gaveUp.signal.aborted) {
        reject(gaveUp.signal.reason);
      }
    });
    try {
      const headers = idempotencyKey === undefined ? this.headers : { ...this.headers, "Idempotency-Key": idempotencyKey };
      const exchange = this.#exchange(this.base + path + this.query + (debug ? "&debug=1" : ""), {
        method: "POST", headers, body, signal: gaveUp.signal, ...(keepalive ? { keepalive } : undefined),
      });
      exchange.catch(() => undefined);
      return await Promise.race([exchange, /** @type {Promise<never>} */ (late)]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /**
   * @param {string} address
   * @param {RequestInit} init
   * @returns {Promise<Answer>}
   */
  async #exchange(address, init) {
    const call = this.fetch;
    const response = await call(address, init);
    const text = await response.text();
    return { status: response.status, body: parsed(text), retryAfterMs: retryAfter(response) };
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {Response} response */
function retryAfter(response) {
  const seconds = Number(response.headers.get("Retry-After"));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
