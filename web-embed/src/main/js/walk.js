/**
 * Walks a flow ad: section 3 of the specification as a pure state machine. No page, no clock, no
 * network, no memory: flow, state and input in; what to present, what to report and the next state
 * out. The Java module flow-executor is the same machine, and one set of test vectors holds both.
 */

/**
 * @typedef {"web" | "sms" | "plain"} Surface
 *
 * @typedef {object} State  Plain JSON; never holds anything that the person typed.
 * @property {string | null} nodeId  the last node presented; null when there was none
 * @property {number} turns  message and choice-set nodes presented so far
 * @property {number} misses  texts that matched nothing at the present choice-set
 * @property {null | "complete" | "abandon"} ended
 * @property {"user_exit" | "no_match" | "timeout" | "unsupported_spec"} [reason]  only when abandoned
 *
 * @typedef {{ type: "choice", choiceId: string } | { type: "text", text: string }
 *     | { type: "activate" } | { type: "exit" } | { type: "timeout" }} Input
 *
 * @typedef {{ intent: string, description: string, examples: string[] }} Intent
 *
 * @typedef {object} Options
 * @property {Surface} surface
 * @property {(text: string, intents: Intent[]) => string | null} [match]  names the intent that a
 *     text matches; by default {@link matchKeywords}
 *
 * @typedef {{ kind: "disclosure", text: string }
 *     | { kind: "message", nodeId: string, text: string, imageUrl?: string, imageAltText?: string }
 *     | { kind: "choices", nodeId: string, text: string, again?: true,
 *         choices: { id: string, label: string, number: number }[] }
 *     | { kind: "link" | "handoff", nodeId: string, text?: string, label: string, url: string }
 *     | { kind: "closing", nodeId: string, text?: string }} Presented
 *
 * @typedef {{ eventType: string, eventData: object }} FlowEvent
 *
 * @typedef {{ state: State, present: Presented[], events: FlowEvent[] }} Step
 */

const KNOWN_VERSION = /^1(\.[0-9]+)?$/;
const WEB_ADDRESS = /^https?:\/\//i;
/** Most turns that an event may tell; far beyond any real walk. */
const MOST_TURNS = 10_000;

/**
 * Starts a flow. One that this executor cannot run ends at once as abandoned, reason
 * `unsupported_spec`, with nothing presented.
 *
 * @param {object} flow  the payload as it was served
 * @param {Options} options
 * @returns {Step}
 */
export function start(flow, options) {
  const walk = new Walk(flow, { nodeId: null, turns: 0, misses: 0, ended: null }, options);
  walk.start();
  return walk.result();
}

/**
 * Takes one input. What cannot be taken here (a choice that is not offered, anything but
 * `activate` after the end) changes, presents and reports nothing.
 *
 * @param {object} flow  the payload that the walk was started with
 * @param {State} state  of the step before
 * @param {Input} input
 * @param {Options} options
 * @returns {Step}
 */
export function step(flow, state, input, options) {
  const walk = new Walk(flow, { ...state }, options);
  walk.take(input);
  return walk.result();
}

/**
 * What the person is asked at present, as it was presented: for hosts that keep the state only.
 *
 * @param {object} flow
 * @param {State} state
 * @param {Options} options
 * @returns {Presented | null} an item of kind `choices`; null after the end
 */
export function choicesAt(flow, state, options) {
  const node = state.ended === null ? nodeOf(flow, state.nodeId) : undefined;
  return choicesOf(node).length === 0 ? null : choicesItem(node, options?.surface);
}

/** How long a person may be silent, in milliseconds. */
export const IDLE_MILLIS = { web: 600_000, sms: 86_400_000, plain: 600_000 };

/**
 * Whether the input `timeout` is due.
 *
 * @param {State} state
 * @param {number} lastActiveAt  when the last step was taken, in milliseconds of any clock
 * @param {number} now  by the same clock
 * @param {number} idleMillis  how long a person may be silent, such as one of IDLE_MILLIS
 * @returns {boolean}
 */
export function timeoutDue(state, lastActiveAt, now, idleMillis) {
  return state.ended === null && now - lastActiveAt >= idleMillis;
}

/**
 * What a conversion node says of its conversion, in the form of a conversion event's data. No
 * executor reports it: a publisher who wants it counted does, with a key that may.
 *
 * @param {object} flow
 * @param {string} nodeId
 * @returns {{ conversionName: string, value?: number, cur?: string } | null} null for other nodes
 */
export function conversionAt(flow, nodeId) {
  const action = record(nodeOf(flow, nodeId)?.action);
  if (action?.kind !== "conversion" || typeof action.conversionName !== "string") {
    return null;
  }
  return compact({
    conversionName: action.conversionName,
    value: typeof action.value === "number" ? action.value : undefined,
    cur: typeof action.cur === "string" ? action.cur : undefined,
  });
}

class Walk {
  constructor(flow, state, options) {
    this.flow = flow;
    this.state = state;
    this.surface = options?.surface ?? "web";
    this.match = options?.match ?? matchKeywords;
    this.present = [];
    this.events = [];
  }

  result() {
    return { state: this.state, present: this.present, events: this.events };
  }

  start() {
    const flow = record(this.flow);
    const disclosure = words(record(flow?.metadata)?.disclosureText);
    const runnable = typeof flow?.specVersion === "string" && KNOWN_VERSION.test(flow.specVersion)
      && disclosure !== undefined && nodeOf(flow, flow.entryNodeId)?.type === "message";
    if (!runnable) {
      this.abandon("unsupported_spec");
      return;
    }
    this.present.push({ kind: "disclosure", text: disclosure });
    this.enter(flow.entryNodeId);
    if (this.state.nodeId === null) {
      this.present = [];
    }
  }

  take(input) {
    if (this.state.ended !== null) {
      this.takeAfterEnd(input);
      return;
    }
    switch (input?.type) {
      case "choice": this.choose(input.choiceId); break;
      case "text": this.read(input.text); break;
      case "exit": this.abandon("user_exit"); break;
      case "timeout": this.abandon("timeout"); break;
    }
  }

  takeAfterEnd(input) {
    const { nodeId, ended } = this.state;
    const action = record(nodeOf(this.flow, nodeId)?.action);
    if (input?.type === "activate" && ended === "complete" && action?.kind === "handoff") {
      this.report("handoff_click", { nodeId, handoffKind: "url" });
    }
  }

  choose(choiceId) {
    const { nodeId } = this.state;
    const choice = choicesOf(nodeOf(this.flow, nodeId)).find(({ id }) => id === choiceId);
    if (choice !== undefined) {
      this.report("choice_tap", { nodeId, choiceId });
      this.enter(choice.target);
    }
  }

  read(text) {
    const { nodeId } = this.state;
    const node = nodeOf(this.flow, nodeId);
    if (typeof text !== "string" || choicesOf(node).length === 0) {
      return;
    }
    const intents = intentsOf(node);
    const name = intents.length === 0 ? null : this.match(text, intents.map(toIntent));
    const matched = intents.find(({ intent }) => intent === name);
    if (matched !== undefined) {
      this.report("nlu_match", { nodeId, intent: matched.intent });
      this.enter(matched.target);
    } else if (words(node.noMatchTarget) !== undefined) {
      this.enter(node.noMatchTarget);
    } else {
      this.miss(node);
    }
  }

  miss(node) {
    this.state.misses++;
    if (this.state.misses > 1) {
      this.abandon("no_match");
    } else {
      this.present.push({ ...choicesItem(node, this.surface), again: true });
    }
  }

  /** Goes to a node and on, until the person has to say something or the flow ends. */
  enter(nodeId) {
    const entered = new Set();
    let next = nodeId ?? null;
    while (next !== undefined) {
      const node = nodeOf(this.flow, next);
      if (entered.has(next) || !isSound(node)) {
        this.abandon("unsupported_spec");
        return;
      }
      entered.add(next);
      next = this.visit(node);
    }
  }

  /** Presents a node; returns the id of the one that follows by itself, undefined to stop here. */
  visit(node) {
    this.state.nodeId = node.id;
    this.state.misses = 0;
    this.report("node_visit", { nodeId: node.id });
    if (node.type === "action") {
      return this.act(node);
    }
    this.state.turns = Math.min(this.state.turns + 1, MOST_TURNS);
    if (node.type === "choice-set") {
      this.present.push(choicesItem(node, this.surface));
      return undefined;
    }
    this.present.push(compact({
      kind: "message",
      nodeId: node.id,
      text: wording(this.surface, node.text, node.smsText),
      imageUrl: words(node.imageUrl),
      imageAltText: words(node.imageAltText),
    }));
    return node.next ?? null;
  }

  act(node) {
    const { kind, label, url } = node.action;
    const text = words(node.text);
    if (kind === "link_out" || kind === "handoff") {
      this.present.push(compact({
        kind: kind === "handoff" ? "handoff" : "link", nodeId: node.id, text, label, url,
      }));
    } else if (kind === "end" || text !== undefined) {
      this.present.push(compact({ kind: "closing", nodeId: node.id, text }));
    }
    if (kind === "conversion" && words(node.next) !== undefined) {
      return node.next;
    }
    this.state.ended = "complete";
    this.report("flow_complete", { terminalNodeId: node.id, turns: this.state.turns });
    return undefined;
  }

  abandon(reason) {
    const { nodeId, turns } = this.state;
    this.state.ended = "abandon";
    this.state.reason = reason;
    this.report("flow_abandon", compact({ lastNodeId: nodeId ?? undefined, turns, reason }));
  }

  report(eventType, eventData) {
    this.events.push({ eventType, eventData });
  }
}

function choicesItem(node, surface) {
  return {
    kind: "choices",
    nodeId: node.id,
    text: wording(surface, node.prompt, node.smsPrompt),
    choices: choicesOf(node).map(({ id, label }, index) => ({ id, label, number: index + 1 })),
  };
}

function wording(surface, text, smsText) {
  return surface === "sms" ? words(smsText) ?? text : text;
}

/** An object that is no list; anything else is undefined. */
function record(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function list(value) {
  return Array.isArray(value) ? value : [];
}

/** A text with something in it; anything else counts as absent. */
function words(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function compact(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function nodeOf(flow, nodeId) {
  return typeof nodeId === "string"
    ? list(record(flow)?.nodes).find((node) => record(node)?.id === nodeId) : undefined;
}

/** Whether the node can be presented: what it must have is there and of its type. */
function isSound(node) {
  switch (node?.type) {
    case "message":
      return words(node.text) !== undefined;
    case "choice-set":
      return words(node.prompt) !== undefined && choicesOf(node).length > 0;
    case "action":
      return isSoundAction(record(node.action));
    default:
      return false;
  }
}

function isSoundAction(action) {
  switch (action?.kind) {
    case "link_out":
    case "handoff":
      return words(action.label) !== undefined
        && typeof action.url === "string" && WEB_ADDRESS.test(action.url);
    case "conversion":
    case "end":
      return true;
    default:
      return false;
  }
}

function choicesOf(node) {
  return node?.type !== "choice-set" ? [] : list(node.choices).filter((choice) =>
    words(record(choice)?.id) !== undefined && words(choice.label) !== undefined);
}

function intentsOf(node) {
  return list(node.intents).filter((intent) => words(record(intent)?.intent) !== undefined);
}

function toIntent({ intent, description, examples }) {
  return {
    intent,
    description: words(description) ?? "",
    examples: list(examples).filter((example) => typeof example === "string"),
  };
}

/**
 * Matches keywords: the default way from a text to an intent.
 *
 * Text and example are taken as their words (see {@link wordsOf}). An example fits when its words
 * stand in the text next to one another and in order, or when the text's words stand so in the
 * example and are at least half of them. Of several intents the one that shares most words by one
 * of its examples is meant, and the first of those.
 *
 * @param {string} text
 * @param {Intent[]} intents
 * @returns {string | null}
 */
export function matchKeywords(text, intents) {
  const said = wordsOf(text);
  let best = null;
  let most = 0;
  for (const { intent, examples } of intents) {
    for (const example of examples) {
      const shared = sharedWords(said, wordsOf(example));
      if (shared > most) {
        most = shared;
        best = intent;
      }
    }
  }
  return best;
}

function sharedWords(said, example) {
  if (stands(example, said)) {
    return example.length;
  }
  return 2 * said.length >= example.length && stands(said, example) ? said.length : 0;
}

/** Whether the first list stands in the second as a run. */
function stands(run, all) {
  return all.some((_, from) => run.every((word, index) => word === all[from + index]));
}

const IGNORED_MARKS = /[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]/gu;
const UNSPACED = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, "gu");

/**
 * The words of a text, without case, accents and punctuation. Exactly: Unicode NFKD; without
 * U+0300-036F, U+20D0-20FF and U+FE00-FE0F; lower case of the root locale, with U+03C2 as U+03C3;
 * then each longest run of letters, marks and numbers (L, M, N) is a word, but each character of a
 * script that is written without spaces (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar) is
 * one by itself.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  const folded = text.normalize("NFKD").replace(IGNORED_MARKS, "").toLowerCase();
  return folded.replaceAll("\u03c2", "\u03c3").match(WORD) ?? [];
}
