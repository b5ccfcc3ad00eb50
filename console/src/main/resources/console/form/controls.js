// Controls of forms. Each reads and writes the JSON value of one path of a resource: `node` is its
// element, `place(path)` tells it the path, `read()` gives undefined for what is left out.

import { button, element } from "../dom.js";
import { fromWall, toWall } from "../range.js";

let made = 0;
const nextId = () => `field-${made += 1}`;
export const join = (path, name) => (path === "" ? name : `${path}.${name}`);

/** One input with its label and hint. */
export class Field {
  constructor(label, input, { hint = "", className = "", beside = [] } = {}) {
    this.input = input;
    input.id = nextId();
    if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`);
    this.node = element("div", { className: `field ${className}` },
      element("label", { for: input.id, content: label }),
      beside.length > 0 ? element("div", { className: "beside" }, input, ...beside) : input,
      ...(hint ? [element("p", { className: "muted small", id: `${input.id}-hint`, content: hint })] : []));
  }

  place(path) {
    this.path = path;
    this.node.dataset.path = path;
  }

  read() {
    const text = this.input.value.trim();
    return text === "" ? undefined : text;
  }

  write(value) {
    this.input.value = value ?? "";
  }
}

/** A text of one line, or of `rows`; `choices` are suggested. */
export function text(label, { rows = 1, choices = [], placeholder = null, maxlength = null, ...more } = {}) {
  const input = rows > 1
    ? element("textarea", { rows, placeholder, maxlength })
    : element("input", { autocomplete: "off", spellcheck: "false", placeholder, maxlength });
  const field = new Field(label, input, more);
  if (choices.length > 0) {
    const list = element("datalist", { id: `${input.id}-choices` }, ...choices.map((value) => new Option(value, value)));
    input.setAttribute("list", list.id);
    field.node.append(list);
  }
  return field;
}

/** A number. What is none goes to the service as it was typed, which then says what is wrong. */
class Numeric extends Field {
  read() {
    const typed = super.read();
    return typed === undefined || Number.isNaN(Number(typed)) ? typed : Number(typed);
  }
}

export function number(label, { placeholder = null, ...more } = {}) {
  return new Numeric(label, element("input", { autocomplete: "off", inputmode: "decimal", placeholder }), more);
}

/** One of `options`: value and words. */
export function choice(label, options, more = {}) {
  return new Field(label, element("select", {}, ...options.map(([value, words]) => new Option(words, value))), more);
}

class Flag extends Field {
  read() {
    return this.input.checked;
  }

  write(value) {
    this.input.checked = Boolean(value);
  }
}

export function flag(label, more = {}) {
  const made = new Flag(label, element("input", { type: "checkbox" }), more);
  made.node.classList.add("flag");
  return made;
}

/** Texts, one a line. */
class Lines extends Field {
  read() {
    return this.input.value.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  }

  write(value) {
    this.input.value = (value ?? []).join("\n");
  }
}

export function lines(label, { rows = 3, placeholder = null, ...more } = {}) {
  return new Lines(label, element("textarea", { rows, placeholder }), more);
}

/** An amount of money in the currency that `currency()` gives. */
class Amount extends Field {
  constructor(label, currency, more) {
    const unit = element("span", { className: "unit muted" });
    super(label, element("input", { autocomplete: "off", inputmode: "decimal" }), { ...more, beside: [unit] });
    this.currency = currency;
    this.unit = unit;
  }

  read() {
    const amount = super.read();
    return amount === undefined ? undefined : { amount, currency: this.currency() };
  }

  write(value) {
    super.write(value?.amount);
    this.show();
  }

  show() {
    this.unit.textContent = this.currency() ?? "";
  }
}

export const money = (label, currency, more = {}) => new Amount(label, currency, more);

/** An instant, as a wall clock in the zone that `zone()` gives shows it. */
class Moment extends Field {
  constructor(label, zone, more) {
    super(label, element("input", { type: "datetime-local" }), more);
    this.zone = zone;
  }

  read() {
    const wall = this.input.value;
    if (wall === "") return undefined;
    if (this.loaded?.wall === wall && this.loaded.zone === this.zone()) return this.loaded.instant;
    return fromWall(wall, this.zone())?.toISOString().replace(".000Z", "Z");
  }

  write(instant) {
    const zone = this.zone();
    this.input.value = instant ? toWall(instant, zone) : "";
    this.loaded = { wall: this.input.value, zone, instant };
  }
}

export const moment = (label, zone, more = {}) => new Moment(label, zone, more);

/** Some of `options`: value and words. What is not among them any more stays until it is taken away. */
export class Checks {
  constructor(label, options, { hint = "", className = "" } = {}) {
    this.options = options;
    this.boxes = element("div", { className: "checks" });
    this.node = element("fieldset", { className: `field ${className}` }, element("legend", { content: label }), this.boxes,
      ...(hint ? [element("p", { className: "muted small", content: hint })] : []));
    this.write([]);
  }

  place(path) {
    this.path = path;
    this.node.dataset.path = path;
  }

  read() {
    return [...this.boxes.querySelectorAll("input:checked")].map((box) => box.value);
  }

  write(values) {
    const chosen = values ?? [];
    const lost = chosen.filter((value) => !this.options.some(([known]) => known === value)).map((value) => [value, value]);
    this.boxes.replaceChildren(...[...this.options, ...lost].map(([value, words]) => {
      const box = element("input", { type: "checkbox", value });
      box.checked = chosen.includes(value);
      return element("label", {}, box, words);
    }));
  }
}

/** An object of controls by name. Without a `node` its elements are placed by whoever makes it. */
export class Group {
  constructor(controls, node = null) {
    this.controls = controls;
    this.node = node;
  }

  place(path) {
    if (this.node && path !== "") this.node.dataset.path = path;
    for (const [name, control] of Object.entries(this.controls)) control.place(join(path, name));
  }

  read() {
    const entries = Object.entries(this.controls).map(([name, control]) => [name, control.read()]).filter(([, value]) => value !== undefined);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }

  write(value) {
    for (const [name, control] of Object.entries(this.controls)) control.write(value?.[name]);
  }
}

/** A group of which only what holds something is written: no empty list or object. */
export class Sparse extends Group {
  read() {
    const entries = Object.entries(super.read() ?? {}).filter(([, value]) => typeof value !== "object" || Object.keys(value).length > 0);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }
}

/** A list of controls that grows and shrinks; `item()` makes one, `first` is what a new one holds. */
export class List {
  constructor(label, { item, add, noun, first, hint = "", least = 0 }) {
    Object.assign(this, { item, noun, first, least, items: [] });
    this.rows = element("ol", { className: "rows" });
    this.node = element("fieldset", { className: "field list" }, element("legend", { content: label }),
      ...(hint ? [element("p", { className: "muted small", content: hint })] : []), this.rows,
      button(add, () => this.grow()));
    this.path = "";
  }

  place(path) {
    this.path = path;
    this.node.dataset.path = path;
    this.items.forEach((control, i) => control.place(`${path}[${i}]`));
  }

  read() {
    return this.items.map((control) => control.read() ?? {});
  }

  write(values) {
    this.items = (values ?? []).map((value) => {
      const control = this.item();
      control.write(value);
      return control;
    });
    this.draw();
  }

  grow() {
    const control = this.item();
    control.write(typeof this.first === "function" ? this.first() : this.first);
    this.items.push(control);
    this.draw();
    control.node.querySelector("input, select, textarea")?.focus();
    this.node.dispatchEvent(new Event("change", { bubbles: true }));
  }

  draw() {
    this.rows.replaceChildren(...this.items.map((control, i) => {
      const drop = button("Remove", () => this.drop(control), { "aria-label": `Remove ${this.noun} ${i + 1}` });
      drop.hidden = this.items.length <= this.least;
      return element("li", {}, control.node, drop);
    }));
    this.place(this.path);
  }

  drop(control) {
    this.items = this.items.filter((each) => each !== control);
    this.draw();
    this.node.querySelector(":scope > button").focus();
    this.node.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
