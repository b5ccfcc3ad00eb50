// A flow that is edited: its steps, the ways between them, and every state that it had. A step is a node of the JSON.

const MOST_STATES = 100;
const MOST_ID_CHARACTERS = 32;

export const MOST_STEPS = 12;
export const MOST_BYTES = 16384;
/** Kinds of steps as people call them: the type, of an action its kind. */
export const KINDS = { message: "Message", "choice-set": "Question", link_out: "Link", conversion: "Conversion", handoff: "Handoff", end: "End" };

const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const list = (value) => (Array.isArray(value) ? value : []);

/** The steps of whatever was written; what is none counts as an empty one, so that numbers stay. */
export const stepsOf = (flow) => list(flow?.nodes).map((node) => (isRecord(node) ? node : {}));

export const kindOf = (step) => (step.type === "action" ? step.action?.kind : step.type);

/** What a step says. */
export const wordsOf = (step) => String(step.text ?? step.prompt ?? step.action?.label ?? step.action?.conversionName ?? "");

/** Every way on from a step, also one that leads nowhere yet: `path` within the step, `target`, `label` and `kind`. */
export function waysOf(step) {
  const ways = [];
  if (step.next || kindOf(step) === "message" || kindOf(step) === "conversion") ways.push({ path: "next", target: step.next, label: "", kind: "next" });
  if (step.type !== "choice-set") return ways;
  list(step.choices).forEach((choice, i) => ways.push({ path: `choices[${i}].target`, target: choice?.target, label: String(choice?.label ?? ""), kind: "choice" }));
  list(step.intents).forEach((intent, i) => ways.push({ path: `intents[${i}].target`, target: intent?.target, label: `“${intent?.intent ?? ""}”`, kind: "intent" }));
  ways.push({ path: "noMatchTarget", target: step.noMatchTarget, label: "no match", kind: "miss" });
  return ways;
}

/** Whether a flow goes on without this way. */
export const isOptional = ({ kind }, step) => kind === "miss" || kindOf(step) === "conversion";

const segments = (path) => path.match(/[^.[\]]+/g).map((each) => (/^\d+$/.test(each) ? Number(each) : each));

/** Writes the value at a path such as `nodes[2].choices[0].target`; undefined takes it away. */
export function put(flow, path, value) {
  const names = segments(path);
  const last = names.pop();
  const owner = names.reduce((at, name) => at[name], flow);
  if (value === undefined) delete owner[last];
  else owner[last] = value;
}

/** An id of its own for a new step or answer: `step-4`. */
export function freeId(noun, taken) {
  let number = taken.length + 1;
  while (taken.includes(`${noun}-${number}`)) number += 1;
  return `${noun}-${number}`;
}

/** Adds an empty message, to which the way at `path` then leads; its id. */
export function addStep(flow, path = "") {
  const id = freeId("step", stepsOf(flow).map((step) => step.id));
  flow.nodes = [...list(flow.nodes), { id, type: "message" }];
  if (path !== "") put(flow, path, id);
  return id;
}

/** Makes a step another kind; its words stay, and its ways on where the kind has them. */
export function retype(flow, index, kind) {
  const { id, text, prompt, smsText, smsPrompt, next, choices, action = {} } = flow.nodes[index];
  const said = text ?? prompt;
  const inMessages = smsText ?? smsPrompt;
  const goesOn = next ?? list(choices)[0]?.target;
  const made = {
    message: () => ({ type: "message", text: said, smsText: inMessages, next: goesOn }),
    "choice-set": () => ({ type: "choice-set", prompt: said, smsPrompt: inMessages, choices: choices ?? [{ id: "answer-1", target: next }, { id: "answer-2" }] }),
    link_out: () => ({ type: "action", text: said, action: { kind, url: action.url, label: action.label } }),
    handoff: () => ({ type: "action", text: said, action: { kind, url: action.url, label: action.label } }),
    conversion: () => ({ type: "action", text: said, action: { kind }, next: goesOn }),
    end: () => ({ type: "action", text: said, action: { kind } }),
  };
  flow.nodes[index] = JSON.parse(JSON.stringify({ id, ...made[kind]() }));
}

/** Why a step cannot have the id; empty when it can. */
export function refusedId(flow, index, id) {
  if (id.length > MOST_ID_CHARACTERS || !/^[a-z0-9][a-z0-9_-]*$/.test(id)) return "Use 1 to 32 small letters, digits, - and _, and begin with a letter or digit.";
  return stepsOf(flow).some((step, i) => i !== index && step.id === id) ? "Another step has this id." : "";
}

/** Gives a step another id, also wherever it is named. */
export function rename(flow, index, id) {
  const before = flow.nodes[index].id;
  flow.nodes[index].id = id;
  redirect(flow, before, id);
}

/** Takes a step away; what led to it leads nowhere then. */
export function removeStep(flow, index) {
  const [{ id }] = flow.nodes.splice(index, 1);
  redirect(flow, id, undefined);
}

function redirect(flow, from, to) {
  if (flow.entryNodeId === from) put(flow, "entryNodeId", to);
  stepsOf(flow).forEach((step, i) => waysOf(step).filter(({ target }) => target === from && from !== undefined)
    .forEach(({ path }) => put(flow, `nodes[${i}].${path}`, to)));
}

/** What a removal leaves behind: ways that lead nowhere, and steps that nothing leads to any more. */
export function afterRemoval(flow, index) {
  const { id } = flow.nodes[index];
  const ways = stepsOf(flow).flatMap((step, i) => (i === index ? [] : waysOf(step).filter(({ target }) => target === id)
    .map(({ label }) => (label ? `${step.id} (${label})` : step.id))));
  const rest = structuredClone(flow);
  removeStep(rest, index);
  const [before, after] = [reached(flow), reached(rest)];
  return { ways, isEntry: flow.entryNodeId === id, lost: [...before].filter((each) => each !== id && !after.has(each)) };
}

function reached(flow) {
  const byId = new Map(stepsOf(flow).map((step) => [step.id, step]));
  const found = new Set();
  const open = [flow.entryNodeId];
  while (open.length > 0) {
    const id = open.pop();
    if (found.has(id) || !byId.has(id)) continue;
    found.add(id);
    open.push(...waysOf(byId.get(id)).map(({ target }) => target));
  }
  return found;
}

/** The document of an editor. States are values: none is changed after it was. */
export class FlowDocument {
  constructor(flow) {
    Object.assign(this, { flow, past: [], future: [], key: "" });
  }

  /** Makes a new state by a function of a copy. Changes of one `key` after one another are undone together. False when nothing differs. */
  change(edit, key = "") {
    const next = structuredClone(this.flow);
    edit(next);
    return this.replace(next, key);
  }

  replace(next, key = "") {
    if (JSON.stringify(next) === JSON.stringify(this.flow)) return false;
    if (key === "" || key !== this.key) this.past = [...this.past, this.flow].slice(-MOST_STATES);
    Object.assign(this, { flow: next, future: [], key });
    return true;
  }

  undo() {
    return this.turn(this.past, this.future);
  }

  redo() {
    return this.turn(this.future, this.past);
  }

  turn(from, to) {
    if (from.length === 0) return false;
    to.push(this.flow);
    this.flow = from.pop();
    this.key = "";
    return true;
  }
}
