// The graph in its place: chosen, zoomed and walked by mouse and keyboard, and ways drawn from their handles.

import { button, element } from "../dom.js";
import { drawGraph, shape } from "./graph.js";

const SMALLEST = 0.3;
const LARGEST = 2;
const READABLE = 0.62;
const STEP = 1.25;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** `choose(index, further)` is a step chosen, `further` when the person wants to go on to its fields; `connect(way, index)` a way drawn; `remove(index)` the key Delete. */
export class GraphView {
  constructor({ choose, connect, remove }) {
    Object.assign(this, { choose, connect, scale: 1, sized: false });
    this.place = element("div", { className: "graph", id: "flow-graph" });
    this.zoomed = element("span", { className: "muted small", id: "flow-zoom" });
    this.tools = element("span", { className: "tools" }, button("−", () => this.zoom(1 / STEP), { "aria-label": "Smaller" }), this.zoomed,
      button("+", () => this.zoom(STEP), { "aria-label": "Larger" }), button("Fit", () => {
        this.sized = false;
        this.fit();
      }));
    this.place.addEventListener("keydown", (event) => this.key(event, remove));
    this.place.addEventListener("pointerdown", (event) => this.draw(event));
  }

  /** Draws the flow anew; where the focus was, it stays. */
  show(flow, options) {
    const focused = this.focused()?.dataset.index;
    const { scrollLeft, scrollTop } = this.place;
    this.svg = drawGraph(flow, { ...options, handles: true, choose: (index) => this.choose(index, false) });
    if (this.svg === null) {
      this.place.replaceChildren(element("p", { className: "muted", content: "No step yet." }));
      return;
    }
    this.size = { width: this.svg.viewBox.baseVal.width, height: this.svg.viewBox.baseVal.height };
    this.place.replaceChildren(this.svg);
    if (this.sized) this.resize();
    else this.fit(READABLE);
    this.place.scrollTo(scrollLeft, scrollTop);
    if (focused !== undefined) this.focus(Number(focused));
  }

  focused() {
    return this.place.contains(document.activeElement) ? document.activeElement.closest("[data-index]") : null;
  }

  focus(index) {
    this.box(index)?.focus({ preventScroll: true });
  }

  box(index) {
    return this.place.querySelector(`[data-index="${index}"]`);
  }

  /** Scrolls a step into sight, within the graph alone. */
  reveal(index) {
    const box = this.box(index)?.getBoundingClientRect();
    if (!box) return;
    const place = this.place.getBoundingClientRect();
    if (box.top < place.top || box.bottom > place.bottom) this.place.scrollTop += box.top - place.top - place.height / 3;
    if (box.left < place.left || box.right > place.right) this.place.scrollLeft += box.left - place.left - place.width / 3;
  }

  zoom(by) {
    this.sized = true;
    this.scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * by));
    this.resize();
  }

  /** As large as it is seen whole, but no larger than it is drawn. It stays so until the person zooms. */
  fit(least = SMALLEST) {
    if (!this.svg || this.place.clientWidth === 0) return;
    this.scale = Math.max(least, Math.min(1, (this.place.clientWidth - 4) / this.size.width, Math.max(320, this.place.clientHeight - 4) / this.size.height));
    this.resize();
  }

  resize() {
    this.svg.setAttribute("width", Math.round(this.size.width * this.scale));
    this.svg.setAttribute("height", Math.round(this.size.height * this.scale));
    this.zoomed.textContent = `${Math.round(this.scale * 100)}%`;
  }

  key(event, remove) {
    const at = event.target.closest("[data-index]");
    if (at === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = Number(at.dataset.index);
    if (event.key === "Enter" || event.key === " ") this.choose(index, true);
    else if (event.key === "Delete" || event.key === "Backspace") remove(index);
    else if (ARROWS[event.key]) this.walk(at, ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  /** Goes to the nearest step in a direction. */
  walk(from, [right, down]) {
    const middle = (box) => {
      const { x, y, width, height } = box.querySelector(".ground").getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const start = middle(from);
    let best = null;
    for (const box of this.place.querySelectorAll("[data-index]")) {
      const { x, y } = middle(box);
      const along = (x - start.x) * right + (y - start.y) * down;
      const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
      if (along < 2) continue;
      const far = along + 2 * aside;
      if (best === null || far < best.far) best = { box, far };
    }
    best?.box.focus({ preventScroll: true });
    if (best) this.reveal(Number(best.box.dataset.index));
  }

  /** Draws a way from its handle until the pointer is released over a step, or Escape is pressed. */
  draw(down) {
    const handle = down.target.closest(".handle");
    if (handle === null || down.button !== 0) return;
    down.preventDefault();
    const line = shape("path", { class: "edge drawing" });
    const [{ cx, cy }] = handle.querySelectorAll("circle");
    const from = { x: cx.baseVal.value, y: cy.baseVal.value };
    this.svg.append(line);
    const over = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".graph [data-index]") ?? null;
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      line.remove();
      for (const box of this.place.querySelectorAll(".aimed")) box.classList.remove("aimed");
    };
    const { signal } = ended;
    window.addEventListener("pointermove", (event) => {
      const to = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      line.setAttribute("d", `M${from.x},${from.y} L${to.x},${to.y}`);
      const aimed = over(event);
      for (const box of this.place.querySelectorAll("[data-index]")) box.classList.toggle("aimed", box === aimed);
    }, { signal });
    window.addEventListener("pointerup", (event) => {
      const box = over(event);
      end();
      if (box !== null) this.connect(handle.dataset.way, Number(box.dataset.index));
    }, { signal });
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener("keydown", (event) => {
      if (event.key === "Escape") end();
    }, { signal });
  }
}
