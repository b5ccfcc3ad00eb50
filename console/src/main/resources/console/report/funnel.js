// How people went through a flow: its nodes, each with what led on and where people left.

import * as api from "../api.js";
import { bar, byId, element, nothing } from "../dom.js";
import { link } from "../page.js";
import * as text from "../text.js";

export class FunnelView {
  /** `range()` tells `{from, to}` of the report beside it. */
  constructor(range) {
    this.range = range;
    byId("funnel-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.read();
    });
  }

  open(session) {
    this.session = session;
    byId("funnel").replaceChildren(nothing("No creative is chosen.", "Name a flow creative; the range is the report's."));
    session.names.load().then(() => byId("funnel-creatives")
      .replaceChildren(...session.names.flows.map((id) => element("option", { value: id }))));
  }

  close() {
    this.session = null;
    byId("funnel").replaceChildren();
    byId("funnel-creatives").replaceChildren();
    byId("funnel-creative").value = "";
  }

  async read() {
    const session = this.session;
    const id = byId("funnel-creative").value.trim();
    byId("funnel-error").textContent = id === "" ? "Enter the id of a creative." : "";
    if (id === "") return;
    byId("funnel").replaceChildren(element("p", { className: "muted", content: "Reading the journal …" }));
    try {
      const funnel = await api.get(session.key(), `/v1/reports/flows/${encodeURIComponent(id)}`, this.range());
      if (session === this.session) byId("funnel").replaceChildren(...drawn(funnel));
    } catch (failure) {
      if (session !== this.session) return;
      byId("funnel").replaceChildren();
      byId("funnel-error").textContent = failure.status === 404 ? "There is no creative with this id." : failure.message;
    }
  }
}

function drawn({ creativeId, nodes, completions, abandons, meanTurns }) {
  if (nodes.length === 0) return [nothing("Nobody went through this flow in the range.", "Choose a longer range above.")];
  const most = Math.max(1, ...nodes.map((node) => node.visits));
  const summary = [`${text.count(completions)} completed`, `${text.count(abandons)} abandoned`];
  if (typeof meanTurns === "number" && completions + abandons > 0) summary.push(`${meanTurns.toFixed(1)} turns on average`);
  return [
    element("p", { className: "muted" }, `${summary.join(", ")}. `, link("flow-paths", { creative: creativeId }, "Paths, by version")),
    element("ol", { className: "funnel" }, ...nodes.map((node) => element("li", { "data-node": node.nodeId },
      element("span", { className: "id", content: node.nodeId }),
      element("span", { className: "funnel-visits" }, bar(node.visits / most), element("strong", { content: `${text.count(node.visits)} ${node.visits === 1 ? "visit" : "visits"}` })),
      ...ways(node)))),
  ];
}

function ways(node) {
  const lists = [["choices", "chose"], ["intents", "said"], ["exits", "left"]];
  return lists.flatMap(([field, verb]) => {
    const counts = Object.entries(node[field] ?? {}).sort(([, a], [, b]) => b - a);
    return counts.length === 0 ? [] : [element("span", { className: `funnel-ways ${field}`,
      content: `${verb} ${counts.map(([name, count]) => `${name} (${text.count(count)})`).join(", ")}` })];
  });
}
