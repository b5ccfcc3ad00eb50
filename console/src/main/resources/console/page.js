// What pages that are drawn from the catalogue share.

import { byId, element, nothing } from "./dom.js";

/**
 * A page in the element `id`. `draw(session, parameters, shown)` gives its elements once it has read
 * what it needs; `shown()` is false when the person has gone on meanwhile. Of `{nodes, after}` the
 * function is called when the nodes are in place.
 */
export class Page {
  /** A page of one of many things is `titled` after it. */
  constructor(id, draw, { manages = true, titled = false } = {}) {
    Object.assign(this, { id, draw, manages, titled, turn: null });
  }

  async open(session, parameters = new URLSearchParams()) {
    const place = byId(this.id);
    const turn = {};
    this.turn = turn;
    const shown = () => this.turn === turn;
    if (this.manages && !session.manages) {
      place.replaceChildren(refusal());
      return;
    }
    this.busy(true);
    if (place.childElementCount === 0) place.append(element("p", { className: "muted", content: "Reading …" }));
    try {
      const drawn = await this.draw(session, parameters, shown);
      if (!shown()) return;
      place.replaceChildren(...(drawn.nodes ?? drawn));
      if (this.titled) document.title = [place.querySelector("h1").textContent, ...document.title.split(" – ").slice(-2)].join(" – ");
      this.busy(false);
      drawn.after?.();
    } catch (failure) {
      if (!shown()) return;
      place.replaceChildren(nothing(failure.status === 404 ? "This does not exist (any more)." : "This can't be shown now.", failure.message));
      this.busy(false);
    }
  }

  /** What stands in a busy place is of the last time: nobody should write into it. */
  busy(is) {
    const place = byId(this.id);
    place.inert = is;
    if (is) place.setAttribute("aria-busy", "true");
    else place.removeAttribute("aria-busy");
  }

  close() {
    this.turn = null;
    this.busy(false);
    byId(this.id).replaceChildren();
  }
}

/** What a read key is shown in place of a page. */
function refusal() {
  return element("div", { className: "notice" },
    nothing("A read key sees numbers and the journal.", "To see or change what is booked and set up, sign in with a management key."));
}

/** The head of a page; `beside` stands at the right. */
export function heading(title, lead, ...beside) {
  return element("div", { className: "heading" }, element("h1", { content: title }),
    ...(lead ? [typeof lead === "string" ? element("p", { className: "muted", content: lead }) : lead] : []),
    ...(beside.length > 0 ? [element("p", { className: "tools heading-tools" }, ...beside)] : []));
}

let panels = 0;

/** A part of a page with its title. */
export function panel(title, { note = "", beside = [] } = {}, ...children) {
  const id = `panel-${panels += 1}`;
  return element("section", { className: "panel", "aria-labelledby": id },
    element("div", { className: "panel-head" }, element("h2", { id, content: title }),
      ...(note ? [element("p", { className: "muted small", content: note })] : []),
      ...(beside.length > 0 ? [element("p", { className: "tools" }, ...beside)] : [])), ...children);
}

export const badge = (words, kind = "") => element("span", { className: `badge ${kind}`, content: words });

/** An address of a page with its parameters; empty ones are left out. */
export function address(page, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return query.size > 0 ? `#${page}?${query}` : `#${page}`;
}

export const link = (page, parameters, content, attributes = {}) => element("a", { href: address(page, parameters), content, ...attributes });

/** Says something for a moment where all pages are. */
export function announce(words) {
  byId("announcer").textContent = words;
}
