// Where each value of a JSON text stands, so that what is wrong with it can be shown in place.

const SPACE = /[\s]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const DEEPEST = 100;

/** JSON breaks off here, at an offset into the text. */
class Broken extends Error {
  constructor(at, message) {
    super(message);
    this.at = at;
  }
}

/**
 * Reads a JSON text. `found` has the places of all its values by the paths that the validator writes: `nodes[2].next`, and
 * `""` for the whole; each is `{ from, to }`, offsets into the text. `broken` is null, or `{ at, message }` of
 * where it is no JSON any more; the places up to there are found.
 */
export function read(text) {
  const found = new Map();
  const reader = { text, at: 0, found, depth: 0 };
  try {
    readValue(reader, "");
    take(reader, SPACE);
    if (reader.at < text.length) fail(reader, "Nothing may follow the end of the flow.");
    return { found, broken: null };
  } catch (broken) {
    if (!(broken instanceof Broken)) throw broken;
    return { found, broken: { at: broken.at, message: broken.message } };
  }
}

/** The place of a path or, when the text has no such value, of the nearest one around it. */
export function nearest(found, path) {
  let near = path;
  while (!found.has(near) && near !== "") {
    near = near.slice(0, Math.max(near.lastIndexOf("."), near.lastIndexOf("["), 0));
  }
  return found.get(near) ?? { from: 0, to: 0 };
}

/** Line and column of an offset, both from 1. */
export function lineOf(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
}

function fail(reader, message) {
  throw new Broken(reader.at, message);
}

function take(reader, pattern, message = "") {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text);
  if (match === null) fail(reader, message);
  reader.at = pattern.lastIndex;
  return match[0];
}

function skip(reader, mark) {
  take(reader, SPACE);
  if (reader.text[reader.at] !== mark) return false;
  reader.at += 1;
  return true;
}

function readValue(reader, path) {
  take(reader, SPACE);
  const from = reader.at;
  if (skip(reader, "{")) inside(reader, () => readObject(reader, path));
  else if (skip(reader, "[")) inside(reader, () => readArray(reader, path));
  else if (reader.text[from] === '"') take(reader, STRING, "This text does not end on its line, or has a \\ that means nothing.");
  else take(reader, SCALAR, "A value is missing here: text in double quotes, a number, true, false, null, [ or {.");
  reader.found.set(path, { from, to: reader.at });
}

function inside(reader, readAll) {
  reader.depth += 1;
  if (reader.depth > DEEPEST) fail(reader, "This is nested too deeply.");
  readAll();
  reader.depth -= 1;
}

function readObject(reader, path) {
  if (skip(reader, "}")) return;
  do {
    take(reader, SPACE);
    const name = JSON.parse(take(reader, STRING, "A field's name in double quotes is missing here."));
    if (!skip(reader, ":")) fail(reader, "A colon is missing here.");
    readValue(reader, path === "" ? name : `${path}.${name}`);
  } while (skip(reader, ","));
  if (!skip(reader, "}")) fail(reader, "A comma or } is missing here.");
}

function readArray(reader, path) {
  if (skip(reader, "]")) return;
  let index = 0;
  do {
    readValue(reader, `${path}[${index}]`);
    index += 1;
  } while (skip(reader, ","));
  if (!skip(reader, "]")) fail(reader, "A comma or ] is missing here.");
}
