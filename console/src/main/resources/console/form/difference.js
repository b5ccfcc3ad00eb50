// What differs between two versions of a resource, and both changes of a third put together.

import { durationWords, seconds } from "./parts.js";
import { targetingWords } from "./targeting.js";

/** Set by the service, not by people. */
const DERIVED = ["version", "updatedAt", "createdAt", "activatedAt", "lastUsedAt"];
/** Changed as a whole: half of one and half of another would be neither. */
const WHOLE = ["targeting", "flow", "amount", "daily", "lifetime"];

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const same = (one, other) => canonical(one) === canonical(other);

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  return `{${Object.keys(value).sort().filter((name) => value[name] !== undefined).map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

/** `{path, before, after}` of each field that differs; lists differ as a whole. */
export function differences(before = {}, after = {}, path = "") {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => path !== "" || !DERIVED.includes(name));
  return names.flatMap((name) => {
    const at = path === "" ? name : `${path}.${name}`;
    const [one, other] = [before[name], after[name]];
    if (same(one, other) || isNothing(one) && isNothing(other)) return [];
    if (isObject(one) && isObject(other) && !WHOLE.includes(name)) return differences(one, other, at);
    return [{ path: at, before: one, after: other }];
  });
}

/** What is left out and what is empty mean the same. */
const isNothing = (value) => value === undefined || value === null || value === false
  || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.values(value).every(isNothing));

/** Theirs, with every change that was made between `base` and `mine`. */
export function merged(base = {}, mine = {}, theirs = {}) {
  const result = { ...theirs };
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (same(base[name], mine[name])) continue;
    const deeper = isObject(mine[name]) && isObject(theirs[name]) && !WHOLE.includes(name);
    if (deeper) result[name] = merged(base[name] ?? {}, mine[name], theirs[name]);
    else if (mine[name] === undefined) delete result[name];
    else result[name] = mine[name];
  }
  return result;
}

/** A value of a resource as people read it. */
export function valueWords(value) {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueWords).join("; ");
  if (!isObject(value)) return typeof value === "string" && seconds(value) > 0 ? durationWords(value) : String(value);
  if (value.amount !== undefined && value.currency !== undefined) return `${valueWords(value.amount)} ${value.currency}`;
  if (value.attribute !== undefined || value.all || value.any || value.not) return targetingWords(value);
  const entries = Object.entries(value);
  return entries.length === 0 ? "none" : entries.map(([name, each]) => `${name} ${isObject(each) || Array.isArray(each) ? `(${valueWords(each)})` : valueWords(each)}`).join(", ");
}
