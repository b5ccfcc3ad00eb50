// The targeting tree as nested groups of rules. It reads back what it was given, in the API's form.

import { button, element } from "../dom.js";

/** Each comparison of the API, and how people say it. */
export const OPS = [["eq", "is"], ["ne", "is not"], ["in", "is one of"], ["notIn", "is none of"], ["gt", "is more than"],
  ["gte", "is at least"], ["lt", "is less than"], ["lte", "is at most"], ["contains", "contains"],
  ["startsWith", "starts with"], ["exists", "is there"]];
const TYPES = [["text", "text"], ["number", "number"], ["flag", "true or false"]];
const KINDS = [["all", "All of these hold"], ["any", "Any of these holds"], ["none", "None of these holds"]];

/** A tree as a sentence: `country is DE or plan is gold`. */
export function targetingWords(tree) {
  if (!tree) return "everyone";
  if (tree.attribute !== undefined) return ruleWords(tree);
  if (tree.not) return `not (${targetingWords(tree.not)})`;
  const inside = tree.all ?? tree.any ?? [];
  const words = inside.map((each) => (each.attribute === undefined && inside.length > 1 ? `(${targetingWords(each)})` : targetingWords(each)));
  return words.join(tree.all ? " and " : " or ") || "everyone";
}

function ruleWords({ attribute, op, value }) {
  if (op === "exists") return `${attribute} is ${value === false ? "not there" : "there"}`;
  return `${attribute} ${OPS.find(([known]) => known === op)?.[1] ?? op} ${[value].flat().join(", ")}`;
}

const isList = (op) => op === "in" || op === "notIn";

/** The whole field; no rule is no targeting. */
export class Targeting {
  constructor() {
    this.tree = element("div", { className: "targeting" });
    this.node = element("fieldset", { className: "field" }, element("legend", { content: "Who sees it" }),
      element("p", { className: "muted small", content: "By the attributes that the application sends with a fetch. No rule: everyone. An attribute that is missing fails every rule but “is not”, “is none of” and “is not there”." }),
      this.tree);
    this.path = "";
    this.write(undefined);
  }

  place(path) {
    this.path = path;
    this.node.dataset.path = path;
    this.root.place(path);
  }

  read() {
    return this.root.children.length > 0 ? this.root.read() : undefined;
  }

  write(tree) {
    const changed = () => {
      this.place(this.path);
      this.node.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const isGroup = tree && (tree.all || tree.any || tree.not);
    this.root = new Branch(isGroup ? tree : { all: tree ? [tree] : [] }, changed, null);
    this.tree.replaceChildren(this.root.node);
    this.place(this.path);
  }
}

/** A group of rules and groups. */
class Branch {
  constructor(tree, changed, remove) {
    this.changed = changed;
    this.kind = element("select", { "aria-label": "How the rules below are combined" }, ...KINDS.map(([value, words]) => new Option(words, value)));
    this.kind.addEventListener("change", changed);
    this.list = element("div", { className: "branch-rules" });
    this.node = element("div", { className: "branch", role: "group", "aria-label": "Group of rules" },
      element("div", { className: "branch-head" }, this.kind, ...(remove ? [button("Remove group", remove)] : [])), this.list,
      element("div", { className: "tools" },
        button("Add a rule", () => this.add({ attribute: "", op: "eq", value: "" })),
        button("Add a group", () => this.add({ any: [{ attribute: "", op: "eq", value: "" }] }))));
    const inside = tree.not ? tree.not.any ?? [tree.not] : tree.all ?? tree.any ?? [];
    this.kind.value = tree.not ? "none" : tree.any ? "any" : "all";
    this.children = [];
    for (const each of inside) this.append(each);
  }

  append(tree) {
    const remove = () => {
      this.children = this.children.filter((child) => child !== made);
      made.node.remove();
      this.node.querySelector(":scope > .tools > button").focus();
      this.changed();
    };
    const made = tree.all || tree.any || tree.not ? new Branch(tree, this.changed, remove) : new Rule(tree, this.changed, remove);
    this.children.push(made);
    this.list.append(made.node);
    return made;
  }

  add(tree) {
    const made = this.append(tree);
    this.changed();
    made.node.querySelector("input")?.focus();
  }

  place(path) {
    this.node.dataset.path = path;
    const inside = this.kind.value === "none" ? `${path}.not.any` : `${path}.${this.kind.value}`;
    const alone = this.kind.value === "none" && this.children.length === 1;
    this.children.forEach((child, i) => child.place(alone ? `${path}.not` : `${inside}[${i}]`));
  }

  read() {
    const inside = this.children.map((child) => child.read());
    if (this.kind.value !== "none") return { [this.kind.value]: inside };
    return { not: inside.length === 1 ? inside[0] : { any: inside } };
  }
}

/** One rule about one attribute. */
class Rule {
  constructor({ attribute, op, value }, changed, remove) {
    this.attribute = element("input", { "aria-label": "Attribute", placeholder: "country", autocomplete: "off", spellcheck: "false" });
    this.attribute.value = attribute ?? "";
    this.op = element("select", { "aria-label": "Comparison" }, ...OPS.map(([name, words]) => new Option(words, name)));
    this.op.value = op ?? "eq";
    this.type = element("select", { "aria-label": "Type of the value" }, ...TYPES.map(([name, words]) => new Option(words, name)));
    this.type.value = typeOf(Array.isArray(value) ? value[0] : value);
    this.place_ = element("span", { className: "rule-value" });
    this.node = element("div", { className: "rule", role: "group", "aria-label": "Rule" }, this.attribute, this.op, this.place_, this.type,
      button("Remove rule", remove));
    this.draw(value);
    this.op.addEventListener("change", () => {
      this.draw(this.value());
      changed();
    });
    this.type.addEventListener("change", () => {
      this.draw(this.value());
      changed();
    });
  }

  draw(value) {
    const op = this.op.value;
    const asFlag = op === "exists" || this.type.value === "flag";
    this.type.hidden = op === "exists";
    if (asFlag && !isList(op)) {
      this.input = element("select", { "aria-label": "Value" }, new Option(op === "exists" ? "yes" : "true", "true"), new Option(op === "exists" ? "no" : "false", "false"));
      this.input.value = String(value) === "false" ? "false" : "true";
    } else if (isList(op)) {
      this.input = element("textarea", { "aria-label": "Values, one a line", rows: 2, placeholder: "one a line" });
      this.input.value = [value ?? ""].flat().join("\n");
    } else {
      this.input = element("input", { "aria-label": "Value", autocomplete: "off", spellcheck: "false" });
      this.input.value = [value ?? ""].flat()[0] ?? "";
    }
    this.loaded = { shown: this.input.value, op, type: this.type.value, value };
    this.place_.replaceChildren(this.input);
  }

  place(path) {
    this.node.dataset.path = path;
    this.node.dataset.label = "Targeting rule";
  }

  value() {
    const op = this.op.value;
    const { loaded } = this;
    if (loaded.shown === this.input.value && loaded.op === op && loaded.type === this.type.value) return loaded.value;
    const typed = isList(op) ? this.input.value.split("\n").map((line) => line.trim()).filter((line) => line !== "") : this.input.value.trim();
    return Array.isArray(typed) ? typed.map((each) => this.typed(each)) : this.typed(typed);
  }

  typed(written) {
    if (this.op.value === "exists" || this.type.value === "flag") return written === "true" || written === "false" ? written === "true" : written;
    return this.type.value === "number" && written !== "" && !Number.isNaN(Number(written)) ? Number(written) : written;
  }

  read() {
    const value = this.value();
    const op = this.op.value;
    return { attribute: this.attribute.value.trim(), op, value: op === "exists" ? String(value) !== "false" : isList(op) ? [value].flat().filter((each) => each !== "") : [value].flat()[0] };
  }
}

function typeOf(value) {
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "flag" : "text";
}
