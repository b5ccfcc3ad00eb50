// Tables of a page: sorted by their headings, so many rows at a time, and several rows changed at once.

import { button, element } from "./dom.js";
import * as text from "./text.js";

const SIZES = { K: 1e3, M: 1e6, B: 1e9 };

/**
 * A table that scrolls in its own place; in a narrow window each row is a card. `columns` are names, or `[name, class]`; one with a name sorts the rows by what its
 * cells say, or by their `data-sort`. With `most`, so many rows are shown at a time.
 */
export function table(label, columns, rows, { most = Infinity } = {}) {
  const body = element("tbody", {});
  const pager = element("p", { className: "pager" });
  const names = columns.map((column) => [column].flat()[0]);
  for (const row of rows) names.forEach((name, index) => { if (name && row.cells[index]) row.cells[index].dataset.label = name; });
  let first = 0;
  let sorted = rows;
  const show = () => {
    body.replaceChildren(...sorted.slice(first, first + most));
    turns(pager, rows.length, first, most, (to) => {
      first = to;
      show();
    });
  };
  const heads = columns.map((column, index) => {
    const [content, className = ""] = [column].flat();
    const head = element("th", { scope: "col", className });
    if (content === "" || rows.length < 2) {
      head.textContent = content;
      return head;
    }
    const sort = element("button", { type: "button", className: "sort", content });
    sort.addEventListener("click", () => {
      const numeric = className.includes("number");
      const down = head.ariaSort === null ? numeric : head.ariaSort === "ascending";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      sorted = [...rows].sort((one, other) => (down ? -1 : 1) * compare(one.cells[index], other.cells[index], numeric));
      first = 0;
      show();
    });
    head.append(sort);
    return head;
  });
  show();
  return element("div", { className: "scroll cards", tabindex: "0", role: "region", "aria-label": label },
    element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body), pager);
}

function compare(one, other, numeric) {
  const [left, right] = [one, other].map((cell) => cell.dataset.sort ?? cell.textContent.trim());
  return numeric ? numberOf(left) - numberOf(right) : left.localeCompare(right, "en", { numeric: true });
}

/** `1.2K`, `3.4%`, `0.50 USD` as a number; without one, less than any. */
function numberOf(said) {
  const [, sign, digits, size] = /([-−]?)([\d,]*\.?\d+)([KMB]?)/.exec(said) ?? [];
  return digits === undefined ? -Infinity : (sign ? -1 : 1) * Number(digits.replaceAll(",", "")) * (SIZES[size] ?? 1);
}

function turns(pager, count, first, most, go) {
  pager.hidden = count <= most;
  if (pager.hidden) return;
  const back = button("Previous", () => go(first - most));
  const on = button("Next", () => go(first + most));
  back.disabled = first === 0;
  on.disabled = first + most >= count;
  pager.replaceChildren(back, element("span", { className: "muted small", content: `${first + 1} to ${Math.min(count, first + most)} of ${text.count(count)}` }), on);
}

/** Rows that are ticked, and what is done with all of them. `acts` are `[words, act(resource)]`; `done()` follows the last. */
export class Bulk {
  constructor(acts, done) {
    Object.assign(this, { acts, done, boxes: [] });
    this.said = element("span", { className: "muted small", role: "status" });
    this.buttons = acts.map(([words, act]) => button(words, () => this.each(words, act)));
    this.node = element("p", { className: "tools bulk" }, button("Choose all", () => this.all()), ...this.buttons, this.said);
    this.tell();
  }

  /** The cell of a resource; its box is named after it. */
  cell(resource, name) {
    const box = element("input", { type: "checkbox", "aria-label": `Choose ${name}` });
    box.addEventListener("change", () => this.tell());
    this.boxes.push({ box, resource });
    return element("td", { className: "pick" }, box);
  }

  all() {
    const shown = this.boxes.filter(({ box }) => box.isConnected);
    const tick = shown.some(({ box }) => !box.checked);
    for (const { box } of shown) box.checked = tick;
    this.tell();
  }

  chosen() {
    return this.boxes.filter(({ box }) => box.checked).map(({ resource }) => resource);
  }

  tell() {
    const count = this.chosen().length;
    for (const each of this.buttons) each.disabled = count === 0;
    this.said.textContent = count === 0 ? "" : `${text.count(count)} chosen`;
  }

  /** One after the other; those that are refused are told, and the others are done. */
  async each(words, act) {
    const chosen = this.chosen();
    const refused = [];
    for (const button of this.buttons) button.disabled = true;
    for (const [done, resource] of chosen.entries()) {
      this.said.textContent = `${words}: ${done} of ${chosen.length} …`;
      try {
        if (await act(resource, chosen) === false) break;
      } catch (failure) {
        refused.push(`${resource.name ?? resource.id}: ${failure.message}`);
      }
    }
    if (refused.length === 0) this.done();
    else this.said.textContent = `Refused: ${refused.join(" ")}`;
  }
}
