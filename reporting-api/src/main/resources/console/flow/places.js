// Where each value of a JSON text stands, so that what is wrong with it can be shown in place.

const SPACE = /[\s]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

/**
 * Places of all values of a JSON text, by the paths that the validator writes: `nodes[2].next`, and
 * `""` for the whole. Each is `{ from, to }`, offsets into the text. Text that is no JSON gives the
 * places up to where it breaks.
 */
export function places(text) {
  const found = new Map();
  const reader = { text, at: 0, found };
  try {
    readValue(reader, "");
  } catch (broken) {
    if (!(broken instanceof SyntaxError)) throw broken;
  }
  return found;
}

/** The place of a path or, when the text has no such value, of the nearest one around it. */
export function nearest(found, path) {
  let near = path;
  while (!found.has(near) && near !== "") {
    near = near.slice(0, Math.max(near.lastIndexOf("."), near.lastIndexOf("["), 0));
  }
  return found.get(near) ?? { from: 0, to: 0 };
}

function take(reader, pattern) {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text);
  if (match === null) throw new SyntaxError(`unexpected text at ${reader.at}`);
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
  if (skip(reader, "{")) readObject(reader, path);
  else if (skip(reader, "[")) readArray(reader, path);
  else take(reader, reader.text[from] === '"' ? STRING : SCALAR);
  reader.found.set(path, { from, to: reader.at });
}

function readObject(reader, path) {
  if (skip(reader, "}")) return;
  do {
    take(reader, SPACE);
    const name = JSON.parse(take(reader, STRING));
    if (!skip(reader, ":")) throw new SyntaxError(`no colon at ${reader.at}`);
    readValue(reader, path === "" ? name : `${path}.${name}`);
  } while (skip(reader, ","));
  if (!skip(reader, "}")) throw new SyntaxError(`no end of the object at ${reader.at}`);
}

function readArray(reader, path) {
  if (skip(reader, "]")) return;
  let index = 0;
  do {
    readValue(reader, `${path}[${index}]`);
    index += 1;
  } while (skip(reader, ","));
  if (!skip(reader, "]")) throw new SyntaxError(`no end of the list at ${reader.at}`);
}
