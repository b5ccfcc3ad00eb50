// A tree of steps from left to right, whose bands are as wide as the share of the walks in them.

import * as text from "../text.js";

const SVG = "http://www.w3.org/2000/svg";
const COLUMN = { box: 148, gap: 68 };
const BOX = 40;
const END = 26;
const GAP = 10;
const MARGIN = 8;
/** Height of a band that all walks are in. */
const WHOLE = 220;
const LETTERS = 20;
/** Steps that are drawn; the tree has the most taken first. */
const STEPS_MAX = 60;

/** Draws the `tree` of an answer of paths. */
export function drawTree(place, { tree, walks }) {
  const roots = rooted(tree, walks);
  let y = MARGIN;
  for (const root of roots) y = arrange(root, 0, y) + GAP;
  const depth = Math.max(...all(roots).map((node) => node.depth)) + 1;
  const width = depth * (COLUMN.box + COLUMN.gap) - COLUMN.gap + 2 * MARGIN;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${y}`, width, height: y, role: "img",
    "aria-label": `Tree of ${text.count(walks)} walks. The paths are in the table below.` });
  const bands = shape("g", {});
  const boxes = shape("g", {});
  for (const node of all(roots)) {
    bandsOf(node, bands);
    boxes.append(box(node));
  }
  svg.append(bands, boxes);
  place.replaceChildren(svg);
}

const all = (nodes) => nodes.flatMap((node) => [node, ...all(node.children)]);

/** Steps with their children, among them the ends of walks and what is not drawn. */
function rooted(tree, walks) {
  const drawn = tree.slice(0, STEPS_MAX);
  const nodes = drawn.map((step) => ({ ...step, kind: step.choiceId ? "choice" : step.intent ? "intent" : "node",
    said: step.choiceId ?? (step.intent ? `“${step.intent}”` : step.nodeId), children: [], other: step.otherWalks ?? 0 }));
  for (const step of tree.slice(STEPS_MAX)) if (step.parent < STEPS_MAX) nodes[step.parent].other += step.walks;
  for (const node of nodes) if (node.parent !== undefined) nodes[node.parent].children.push(node);
  const leaf = (kind, said, count) => ({ kind: `end ${kind}`, said, walks: count, share: count / walks, children: [] });
  for (const node of nodes) {
    if (node.other > 0) node.children.push(leaf("other", "other steps", node.other));
    for (const [end, count] of Object.entries(node.ends).sort(([, a], [, b]) => b - a)) {
      node.children.push(leaf(end === "completed" ? "good" : end === "open" ? "open" : "left", text.words(end).toLowerCase(), count));
    }
  }
  return nodes.filter((node) => node.parent === undefined);
}

const thickness = (node) => Math.max(1.5, node.share * WHOLE);

/** Places a node and those after it from `y` on; gives where they end. */
function arrange(node, depth, y) {
  node.depth = depth;
  node.height = Math.max(node.kind.startsWith("end") ? END : BOX, thickness(node));
  let below = y;
  for (const child of node.children) below = arrange(child, depth + 1, below) + GAP;
  const end = Math.max(below - (node.children.length > 0 ? GAP : 0), y + node.height);
  // In the middle of what follows it, and never above its own place.
  node.y = y + (end - y - node.height) / 2;
  return end;
}

const left = (node) => MARGIN + node.depth * (COLUMN.box + COLUMN.gap);

/** Bands leave a box one below another, and reach the middle of the next. */
function bandsOf(node, place) {
  const sum = node.children.reduce((total, child) => total + thickness(child), 0);
  let from = node.y + node.height / 2 - sum / 2;
  for (const child of node.children) {
    const wide = thickness(child);
    const to = child.y + child.height / 2 - wide / 2;
    const [x1, x2] = [left(node) + COLUMN.box, left(child)];
    const bend = (x1 + x2) / 2;
    place.append(shape("path", { class: `band ${child.kind}`,
      d: `M${x1} ${from} C${bend} ${from} ${bend} ${to} ${x2} ${to} v${wide} C${bend} ${to + wide} ${bend} ${from + wide} ${x1} ${from + wide} Z` }));
    from += wide;
  }
}

function box(node) {
  const isEnd = node.kind.startsWith("end");
  const share = text.fraction(node.share);
  const time = isEnd || node.depth === 0 ? "" : ` · ${text.length(node.medianMillis)}`;
  const middle = node.y + node.height / 2;
  const group = shape("g", { class: `path-box ${node.kind}` },
    shape("title", {}, `${isEnd || node.kind === "node" ? node.said : `${node.nodeId}: ${node.said}`}: ${text.count(node.walks)} walks, ${share}${time}`),
    shape("rect", { x: left(node), y: node.y, width: COLUMN.box, height: node.height, rx: isEnd ? 13 : node.kind === "node" ? 6 : 16 }));
  if (isEnd) {
    group.append(shape("text", { x: left(node) + 12, y: middle + 4 }, `${shorten(node.said)} ${share}`));
  } else {
    group.append(shape("text", { x: left(node) + 12, y: middle - 3, class: "said" }, shorten(node.said)),
      shape("text", { x: left(node) + 12, y: middle + 13, class: "numbers" }, share + time));
  }
  return group;
}

const shorten = (words) => (words.length > LETTERS ? `${words.slice(0, LETTERS - 1)}…` : words);

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
