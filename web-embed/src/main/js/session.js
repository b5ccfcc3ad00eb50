// One walk through one flow, without its looks: keeps the state, the clock and the reports.

import { start, step } from "./walk.js";

const MATCH_MILLIS = 5_000;

/**
 * @param flow the served payload
 * @param report takes the events that a step has
 * @param present takes what a step shows
 * @param settings `match` asks the page which intent a text has; `timeoutMillis` without input ends
 *     the walk
 */
export function session(flow, { report, present, settings }) {
  const options = { surface: "web" };
  let now = start(flow, options);
  let opened = false;
  let clock;

  function ended() {
    return Boolean(now.state.ended);
  }

  function tell() {
    report(now.events);
    clearTimeout(clock);
    if (opened) {
      present(now.present);
      if (!ended()) {
        clock = setTimeout(() => move({ type: "timeout" }), settings.timeoutMillis);
      }
    }
  }

  function move(input, more) {
    // A finished walk knows one more step: the person follows its link.
    if (!opened || (ended() && input.type !== "activate")) {
      return;
    }
    now = step(flow, now.state, input, more || options);
    tell();
  }

  return {
    ended,
    running: () => opened && !ended(),
    node: (id) => flow.nodes.find((node) => node.id === id),

    /** True if the flow can be run; one of an unknown version is reported and left alone. */
    runnable() {
      if (ended()) {
        report(now.events);
      }
      return !ended();
    },

    open() {
      if (!opened) {
        opened = true;
        tell();
      }
    },

    choose: (choiceId) => move({ type: "choice", choiceId }),
    activate: () => move({ type: "activate" }),
    exit: () => move({ type: "exit" }),

    /** What was typed: it is matched here or by the page, and goes nowhere else. */
    async say(text, nodeId) {
      const intents = this.node(nodeId).intents || [];
      const before = now;
      const match = settings.match && intents.length ? await asked(text, intents) : undefined;
      if (now === before) {
        move({ type: "text", text }, match === undefined ? options : { ...options, match: () => match });
      }
    },
  };

  /** The page's answer: an intent's id, null for none; undefined when it fails or takes too long. */
  async function asked(text, intents) {
    try {
      const late = new Promise((resolve) => setTimeout(resolve, MATCH_MILLIS));
      return await Promise.race([settings.match(text, intents), late]);
    } catch {
      return undefined;
    }
  }
}
