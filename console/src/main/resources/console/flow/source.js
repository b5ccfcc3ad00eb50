// The JSON of a flow as text, with the numbers of its lines and marks where something is wrong.

import { element } from "../dom.js";
import { lineOf, nearest, read } from "./places.js";

/** `typed(flow)` is called with what the text holds after each change of it, undefined while it is no JSON. */
export class Source {
  constructor(typed) {
    this.numbers = element("pre", { className: "flow-lines", id: "flow-lines", "aria-hidden": "true" });
    this.marks = element("pre", { id: "flow-marks", "aria-hidden": "true" });
    this.text = element("textarea", {
      id: "flow-text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
      "aria-label": "The flow as JSON", "aria-describedby": "flow-verdict",
    });
    this.node = element("div", { className: "flow-source" }, this.numbers, this.marks, this.text);
    this.text.addEventListener("input", () => {
      this.read();
      typed(this.flow);
    });
    this.text.addEventListener("scroll", () => this.follow());
    new ResizeObserver(() => this.follow()).observe(this.text);
  }

  /** Another state of the flow takes the place of what was typed. */
  write(flow) {
    this.text.value = JSON.stringify(flow, null, 2);
    this.read();
  }

  read() {
    const { found, broken } = read(this.text.value);
    this.found = found;
    this.broken = broken;
    this.flow = broken === null ? JSON.parse(this.text.value) : undefined;
    this.mark([]);
  }

  /** Where it is no JSON, as a violation; null when it is. */
  problem() {
    if (this.broken === null) return null;
    const { line, column } = lineOf(this.text.value, this.broken.at);
    return { path: null, line, message: `Line ${line}, column ${column}: ${this.broken.message}` };
  }

  /** The line of what a path names. */
  lineOf(path) {
    return lineOf(this.text.value, markedPlace(this.found, path).from).line;
  }

  /** Marks violations at their lines and places: a copy of the text lies behind the one that is edited. */
  mark(violations) {
    const text = this.text.value;
    const wrong = violations.map(({ path }) => this.place(path));
    const lines = new Set(wrong.map(({ from }) => lineOf(text, from).line));
    const count = text.split("\n").length;
    this.numbers.replaceChildren(...Array.from({ length: count }, (_, i) => element("span",
      { className: lines.has(i + 1) ? "wrong" : "", content: `${lines.has(i + 1) ? "▸" : ""}${i + 1}\n` })));
    const parts = [];
    let at = 0;
    for (const { from, to } of [...wrong].sort((a, b) => a.from - b.from || a.to - b.to)) {
      if (from < at || to === from) continue;
      parts.push(text.slice(at, from), element("mark", { content: text.slice(from, to) }));
      at = to;
    }
    this.marks.replaceChildren(...parts, `${text.slice(at)}\n`);
    this.follow();
  }

  place(path) {
    if (path !== null) return markedPlace(this.found, path);
    const { at } = this.broken;
    return { from: at, to: Math.min(this.text.value.length, at + 1) };
  }

  follow() {
    this.marks.scrollTop = this.text.scrollTop;
    this.marks.scrollLeft = this.text.scrollLeft;
    this.numbers.scrollTop = this.text.scrollTop;
  }

  /** Puts the cursor to what a path names; null is where the JSON breaks off. */
  select(path) {
    const { from, to } = this.place(path);
    this.text.focus();
    this.text.setSelectionRange(from, to);
    const { line } = lineOf(this.text.value, from);
    this.text.scrollTop = Math.max(0, (line - 1) * parseFloat(getComputedStyle(this.text).lineHeight) - this.text.clientHeight / 3);
  }
}

/** A whole node would drown the rest: its id stands for it, and so would the whole flow. */
function markedPlace(found, path) {
  if (path === "") return { from: 0, to: 1 };
  return found.get(`${path}.id`) ?? nearest(found, path);
}
