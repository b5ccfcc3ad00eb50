// A flow drawn as a graph: the entry on top, every edge downwards but those that go back.

import { KINDS, isOptional, kindOf, stepsOf, waysOf, wordsOf } from "./document.js";

const SVG = "http://www.w3.org/2000/svg";
const NODE = { width: 168, height: 64 };
const GAP = { x: 36, y: 84 };
const MARGIN = 28;
const LETTERS = 22;
/** Height of a label. */
const LINE = 15;
const MARKS = { added: "+ added", removed: "− removed", changed: "≠ changed" };

let drawn = 0;

/**
 * Draws whatever of the flow can be read. `wrong` has by numbers of steps how many things are wrong with them,
 * `marks` by ids how they differ from another version, `selected` is a number. `choose(index)` is called for a
 * step, `handles` gives each way on a handle to draw it by. Gives the SVG element, null when there are no steps.
 */
export function drawGraph(flow, { wrong = new Map(), marks = new Map(), selected = -1, choose, handles = false, label = "Graph of the flow" }) {
  const nodes = stepsOf(flow).map((node, index) => ({ ...node, index, edges: waysOf(node) }));
  if (nodes.length === 0) return null;
  const layers = layersOf(nodes, flow.entryNodeId);
  const { width, height } = arrange(layers);
  const arrow = `arrow-${drawn += 1}`;
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `${label}: ${nodes.length} ${nodes.length === 1 ? "step" : "steps"}`,
  });
  svg.append(arrowHead(arrow));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = shape("g", {});
  const labels = shape("g", { "aria-hidden": "true" });
  const ends = shape("g", { "aria-hidden": "true" });
  for (const node of nodes) drawEdges(node, { byId, width, lines, labels, ends, arrow, handles });
  svg.append(lines, ...nodes.map((node) => box(node, {
    entry: node.id === flow.entryNodeId, wrong: wrong.get(node.index) ?? 0, mark: marks.get(node.id), selected: node.index === selected, choose,
  })), labels, ends);
  return svg;
}

/**
 * Nodes by the length of the longest way to them, leaving out edges that go back. Nodes without a
 * way from the entry stand below it as if there were one.
 */
function layersOf(nodes, entry) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order = [];
  const state = new Map();
  const forward = new Map(nodes.map((node) => [node, []]));
  const enter = (node) => {
    state.set(node, "open");
    for (const edge of node.edges) {
      const target = byId.get(edge.target);
      if (!target || state.get(target) === "open") continue;
      forward.get(node).push(target);
      if (!state.has(target)) enter(target);
    }
    state.set(node, "done");
    order.unshift(node);
  };
  const first = byId.get(entry);
  if (first) enter(first);
  const reached = new Set(order);
  nodes.filter((node) => !state.has(node)).forEach(enter);
  const depths = new Map(order.map((node) => [node, reached.has(node) ? 0 : 1]));
  for (const node of order) {
    for (const target of forward.get(node)) {
      depths.set(target, Math.max(depths.get(target), depths.get(node) + 1));
    }
  }
  const layers = [];
  for (const node of order) (layers[depths.get(node)] ??= []).push(node);
  return layers.filter(Boolean);
}

function arrange(layers) {
  const widest = Math.max(...layers.map((layer) => layer.length));
  const step = NODE.width + GAP.x;
  const width = widest * step - GAP.x + 2 * MARGIN + 40;
  layers.forEach((layer, depth) => {
    if (depth > 0) layer.sort((a, b) => wayIn(a, layers) - wayIn(b, layers));
    const left = (width - (layer.length * step - GAP.x)) / 2;
    layer.forEach((node, i) => {
      node.depth = depth;
      node.x = left + i * step;
      node.y = MARGIN / 2 + depth * (NODE.height + GAP.y);
    });
  });
  return { width, height: layers.length * (NODE.height + GAP.y) - GAP.y + MARGIN };
}

/** Middle of the edges that come from nodes placed already, so that lines cross little. */
function wayIn(node, layers) {
  const from = [];
  for (const above of layers.flat()) {
    above.edges.forEach((edge, i) => {
      if (edge.target === node.id && above.x !== undefined) {
        from.push(above.x + (NODE.width * (i + 1)) / (above.edges.length + 1));
      }
    });
  }
  return from.length === 0 ? Infinity : from.reduce((sum, x) => sum + x, 0) / from.length;
}

function drawEdges(node, { byId, width, lines, labels, ends, arrow, handles }) {
  node.edges.forEach((edge, i) => {
    const target = byId.get(edge.target);
    const share = (i + 1) / (node.edges.length + 1);
    const from = { x: node.x + NODE.width * share, y: node.y + NODE.height };
    const open = !target && !isOptional(edge, node);
    if (target) {
      const to = { x: target.x + NODE.width / 2, y: target.y };
      const path = target.depth > node.depth ? downwards(from, to) : around(from, target, width);
      lines.append(shape("path", { d: path.d, class: `edge ${edge.kind}`, "marker-end": `url(#${arrow})` }));
      if (edge.label) label(labels, path.middle, edge.label);
    } else if (open) {
      lines.append(shape("path", { d: `M${from.x},${from.y} v16`, class: "edge open" }));
      label(labels, { x: from.x, y: from.y + 24 }, `${edge.label} → ?`.trim());
    }
    if (handles) ends.append(handle(node, edge, from, open));
  });
}

/** What a way is drawn by; people without a mouse choose the step from the list of the form. */
function handle(node, edge, at, open) {
  const group = shape("g", { class: `handle${open ? " open" : ""}`, "data-way": `nodes[${node.index}].${edge.path}` });
  group.append(
    shape("title", {}, `Draw to the step that follows${edge.label ? `: ${edge.label}` : ""}`),
    shape("circle", { cx: at.x, cy: at.y, r: 9, class: "handle-ground" }),
    shape("circle", { cx: at.x, cy: at.y, r: 4.5 }),
  );
  return group;
}

function downwards(from, to) {
  const bend = (to.y - from.y) / 2;
  return {
    d: `M${from.x},${from.y} C${from.x},${from.y + bend} ${to.x},${to.y - bend} ${to.x},${to.y - 4}`,
    middle: { x: from.x * 0.6 + to.x * 0.4, y: from.y + Math.min((to.y - from.y) * 0.4, GAP.y * 0.5) },
  };
}

/** Back to a node above or beside: round the right edge of the picture. */
function around(from, target, width) {
  const to = { x: target.x + NODE.width, y: target.y + NODE.height / 2 };
  const far = Math.min(width - 6, Math.max(from.x, to.x) + 60);
  return {
    d: `M${from.x},${from.y} C${from.x},${from.y + 34} ${far},${from.y + 34} ${far},${from.y - 20}`
      + ` L${far},${to.y + 20} Q${far},${to.y} ${to.x + 5},${to.y}`,
    middle: { x: from.x, y: from.y + 22 },
  };
}

/** A label goes below those that are in its place already. */
function label(place, at, content) {
  const said = shorten(content);
  const half = said.length * 3.2 + 5;
  const others = [...place.querySelectorAll("rect")].map(({ x, y, width }) => ({ x: x.baseVal.value, y: y.baseVal.value, width: width.baseVal.value }));
  const y = [0, 1, 2, 3].map((line) => at.y - 9 + line * LINE)
    .find((top) => !others.some((other) => Math.abs(other.y - top) < LINE && other.x < at.x + half && other.x + other.width > at.x - half)) ?? at.y - 9;
  place.append(
    shape("rect", { x: at.x - half, y, width: half * 2, height: LINE, rx: 4, class: "edge-ground" }),
    shape("text", { x: at.x, y: y + 11, class: "edge-label" }, said),
  );
}

function box(node, { entry, wrong, mark, selected, choose }) {
  const kind = KINDS[kindOf(node)] ?? "Unknown type";
  const words = wordsOf(node);
  const [line, rest] = firstLine(words);
  const told = [`${kind} ${node.id ?? "without id"}`, ...(entry ? ["the start"] : []), ...(mark ? [mark] : []),
    ...(wrong > 0 ? [`${wrong} to fix`] : [])].join(", ");
  const group = shape("g", {
    class: ["node", node.type ?? "", wrong > 0 ? "wrong" : "", entry ? "entry" : "", selected ? "selected" : "", mark ?? ""].join(" "),
    transform: `translate(${node.x},${node.y})`, "data-node": node.id ?? "", "data-index": node.index, "aria-label": words ? `${told}: ${words}` : told,
    ...(choose ? { tabindex: 0, role: "button", "aria-pressed": selected } : { role: "img" }),
  });
  group.append(
    shape("title", {}, words || told),
    shape("rect", { x: -5, y: -5, width: NODE.width + 10, height: NODE.height + 10, rx: 12, class: "ring" }),
    shape("rect", { width: NODE.width, height: NODE.height, rx: node.type === "choice-set" ? 18 : 8, class: "ground" }),
    shape("text", { x: 12, y: 18, class: "kind" }, `${entry ? "▶ " : ""}${kind} · ${shorten(node.id)}`),
    shape("text", { x: 12, y: 36 }, line),
    shape("text", { x: 12, y: 51 }, shorten(rest)),
  );
  if (wrong > 0 || mark) group.append(...tag(wrong > 0 ? `! ${wrong} to fix` : MARKS[mark]));
  if (choose) group.addEventListener("click", () => choose(node.index));
  return group;
}

/** Says in words on the edge of a box what its colour says. */
function tag(words) {
  const width = words.length * 7 + 10;
  return [shape("rect", { x: NODE.width - width - 6, y: -9, width, height: 17, rx: 8, class: "tag-ground" }),
    shape("text", { x: NODE.width - width / 2 - 6, y: 3.5, class: "tag" }, words)];
}

/** What fits into a line, cut between words where that is possible, and what is left. */
function firstLine(words) {
  if (words.length <= LETTERS) return [words, ""];
  const space = words.lastIndexOf(" ", LETTERS);
  const cut = space > LETTERS / 2 ? space : LETTERS;
  return [words.slice(0, cut), words.slice(cut).trim()];
}

function shorten(value) {
  const [line, rest] = firstLine(String(value ?? ""));
  return rest === "" ? line : `${firstLine(line.slice(0, LETTERS - 1))[0]}…`;
}

function arrowHead(id) {
  const marker = shape("marker", {
    id, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
  });
  marker.append(shape("path", { d: "M0,0 L8,4 L0,8 z", class: "arrow" }));
  const definitions = shape("defs", {});
  definitions.append(marker);
  return definitions;
}

export function shape(name, attributes, content) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (content !== undefined) made.textContent = content;
  return made;
}
