// A flow drawn as a graph: the entry on top, every edge downwards but those that go back.

const SVG = "http://www.w3.org/2000/svg";
const NODE = { width: 168, height: 58 };
const GAP = { x: 36, y: 84 };
const MARGIN = 28;
const LETTERS = 22;

const TYPES = { message: "Message", "choice-set": "Choices", action: "Action" };
const KINDS = { link_out: "Link", conversion: "Conversion", handoff: "Handoff", end: "End" };

/** Draws whatever of the flow can be read; `marks` are numbers of nodes with something wrong. */
export function drawGraph(place, flow, marks, choose) {
  const nodes = (Array.isArray(flow?.nodes) ? flow.nodes : [])
    .map((node, index) => ({ ...node, index, edges: edgesOf(node) }));
  if (nodes.length === 0) {
    place.replaceChildren();
    return;
  }
  const layers = layersOf(nodes, flow.entryNodeId);
  const { width, height } = arrange(layers);
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
    "aria-label": `Graph of the flow: ${nodes.length} nodes`,
  });
  svg.append(arrowHead());
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = shape("g", {});
  const labels = shape("g", {});
  for (const node of nodes) drawEdges(node, byId, width, lines, labels);
  svg.append(lines, ...nodes.map((node) => box(node, flow, marks.has(node.index), choose)), labels);
  place.replaceChildren(svg);
}

function edgesOf(node) {
  const list = (value) => (Array.isArray(value) ? value : []);
  const edges = [];
  if (node?.next) edges.push({ target: node.next, label: "", kind: "next" });
  for (const choice of list(node?.choices)) {
    edges.push({ target: choice?.target, label: choice?.label ?? "", kind: "choice" });
  }
  for (const intent of list(node?.intents)) {
    edges.push({ target: intent?.target, label: `“${intent?.intent ?? ""}”`, kind: "intent" });
  }
  if (node?.noMatchTarget) edges.push({ target: node.noMatchTarget, label: "no match", kind: "miss" });
  return edges;
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

function drawEdges(node, byId, width, lines, labels) {
  node.edges.forEach((edge, i) => {
    const target = byId.get(edge.target);
    if (!target) return;
    const share = (i + 1) / (node.edges.length + 1);
    const from = { x: node.x + NODE.width * share, y: node.y + NODE.height };
    const to = { x: target.x + NODE.width / 2, y: target.y };
    const down = target.depth > node.depth;
    const path = down ? downwards(from, to, edge) : around(from, target, width);
    lines.append(shape("path", { d: path.d, class: `edge ${edge.kind}`, "marker-end": "url(#arrow)" }));
    if (edge.label) label(labels, path.middle, edge.label, (i % 3) * 15);
  });
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

function label(place, at, content, lower) {
  const said = shorten(content);
  const half = said.length * 3.2 + 5;
  place.append(
    shape("rect", { x: at.x - half, y: at.y - 9 + lower, width: half * 2, height: 15, rx: 4, class: "edge-ground" }),
    shape("text", { x: at.x, y: at.y + 2 + lower, class: "edge-label" }, said),
  );
}

function box(node, flow, wrong, choose) {
  const kind = node.type === "action" ? KINDS[node.action?.kind] ?? "Action" : TYPES[node.type] ?? "Unknown type";
  const words = node.text ?? node.prompt ?? node.action?.label ?? "";
  const entry = node.id === flow.entryNodeId;
  const [line, rest] = firstLine(String(words));
  const group = shape("g", {
    class: `node ${node.type ?? ""}${wrong ? " wrong" : ""}${entry ? " entry" : ""}`,
    transform: `translate(${node.x},${node.y})`, tabindex: 0, role: "button", "data-node": node.id ?? "",
    "aria-label": `${kind} ${node.id}${entry ? ", the entry" : ""}${wrong ? ", has violations" : ""}: ${words}`,
  });
  group.append(
    shape("title", {}, String(words)),
    shape("rect", { width: NODE.width, height: NODE.height, rx: node.type === "choice-set" ? 18 : 8 }),
    shape("text", { x: 12, y: 18, class: "kind" }, `${kind} · ${shorten(node.id)}`),
    shape("text", { x: 12, y: 36 }, line),
    shape("text", { x: 12, y: 51 }, shorten(rest)),
  );
  group.addEventListener("click", () => choose(node.index));
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(node.index);
    }
  });
  return group;
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

function arrowHead() {
  const marker = shape("marker", {
    id: "arrow", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse",
  });
  marker.append(shape("path", { d: "M0,0 L8,4 L0,8 z", class: "arrow" }));
  const definitions = shape("defs", {});
  definitions.append(marker);
  return definitions;
}

function shape(name, attributes, content) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (content !== undefined) made.textContent = content;
  return made;
}
