// @ts-check
import { InterludeUsageError } from "./errors.js";
import { readReply } from "./render-text.js";
import { choicesAt, start, step } from "./walk.js";

/**
 * @typedef {import("../types/index.js").FlowOptions} FlowOptions
 * @typedef {import("../types/index.js").Presented} Presented
 */

/** One walk through one flow; see types/index.d.ts. */
export class FlowSession {
  /** @type {any} */
  #flow;
  /** @type {any} */
  #state;
  #classify;
  #report;
  #options;

  /**
   * @param {{ payload: object }} ad
   * @param {(eventType: any, eventData: any) => void} report
   * @param {FlowOptions} [options]
   */
  constructor(ad, report, { surface = "web", classify, resumeAt } = {}) {
    if (!["web", "sms", "plain"].includes(surface)) {
      throw new InterludeUsageError("surface must be web, sms or plain.");
    }
    this.#flow = ad?.payload;
    this.#report = report;
    this.#classify = classify;
    this.#options = { surface };
    this.#state = resumeAt;
    /** @type {Presented[]} */
    this.presented = resumeAt === undefined ? this.#take(start(this.#flow, this.#options)) : [];
  }

  get state() {
    return this.#state;
  }

  get ended() {
    return this.#state.ended !== null;
  }

  get choices() {
    return choicesAt(this.#flow, this.#state, this.#options);
  }

  /** @param {string} choiceId */
  choose(choiceId) {
    return this.#step({ type: "choice", choiceId });
  }

  /** @param {string} text */
  async read(text) {
    const asked = this.#state.nodeId;
    const input = this.#options.surface === "web" ? { type: "text", text } : readReply(/** @type {any} */ (this.choices), text);
    if (input.type !== "text" || this.#classify === undefined) {
      return this.#step(input);
    }
    const intent = await this.#intentOf(text);
    // The person may have tapped a choice, or left, while the words were read.
    return this.ended || this.#state.nodeId !== asked ? [] : this.#step(input, () => intent);
  }

  activate() {
    this.#step({ type: "activate" });
  }

  leave() {
    this.#step({ type: "exit" });
  }

  timeOut() {
    this.#step({ type: "timeout" });
  }

  /** @param {string} text */
  async #intentOf(text) {
    /** @type {any} */
    let intents = [];
    // A dry step, to be told the intents exactly as the executor offers them.
    step(this.#flow, this.#state, { type: "text", text }, {
      ...this.#options,
      match: (/** @type {string} */ _, /** @type {any} */ offered) => (intents = offered, null),
    });
    try {
      return intents.length === 0 ? null : await this.#classify?.(text, intents) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * @param {object} input
   * @param {() => string | null} [match]
   */
  #step(input, match) {
    return this.#take(step(this.#flow, this.#state, /** @type {any} */ (input), { ...this.#options, match }));
  }

  /** @param {any} result */
  #take({ state, present, events }) {
    this.#state = state;
    for (const { eventType, eventData } of events) {
      this.#report(eventType, eventData);
    }
    return present;
  }
}
