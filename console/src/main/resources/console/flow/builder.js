// The builder of one flow: graph or JSON, the fields of what is chosen, what is wrong, and the player beside them.

import * as api from "../api.js";
import { button, element } from "../dom.js";
import { confirm } from "../form/ask.js";
import { watchUnsaved } from "../form/unsaved.js";
import { clearViolations, markField, placeOf, reveal } from "../form/violations.js";
import { announce, panel } from "../page.js";
import {
  FlowDocument, KINDS, MOST_BYTES, MOST_STEPS, addStep, afterRemoval, kindOf, put, refusedId, removeStep, rename, retype, stepsOf,
} from "./document.js";
import { GraphView } from "./graph-view.js";
import { Player } from "./play.js";
import { Saving } from "./saving.js";
import { Source } from "./source.js";
import { flowForm, stepForm } from "./step-form.js";

const QUIET_MILLIS = 250;
const WORDS = { text: "text", prompt: "question", choices: "answer", intents: "intent", next: "goes on to", noMatchTarget: "nothing matches", action: "" };
/** No step, but the flow itself is chosen. */
const FLOW = -1;

/**
 * `creative` is what is saved, with its `etag`; of a new one the tag is empty. `stored(creative)` is called when another creative is
 * to be opened, as after a copy.
 */
export class FlowBuilder {
  constructor({ session, creative, etag, approval, stored }) {
    Object.assign(this, { session, selected: FLOW, from: "", wrong: [], valid: false });
    this.document = new FlowDocument(creative.flow);
    this.saving = new Saving(this, { session, creative, etag, approval, stored });
    this.graph = new GraphView({
      choose: (index, further) => this.choose(index, further), connect: (way, index) => this.connect(way, index), remove: (index) => this.remove(index),
    });
    this.source = new Source((flow) => this.typed(flow));
    this.node = element("div", { className: "flow-page" }, this.drawing(), this.fields(), this.playing());
    this.node.addEventListener("keydown", (event) => this.key(event));
    watchUnsaved(this);
  }

  /** The buttons for whole steps, and those of the graph's size. */
  tools() {
    this.undoing = button("Undo", () => this.turn(this.document.undo()), { id: "flow-undo", "aria-keyshortcuts": "Control+Z" });
    this.redoing = button("Redo", () => this.turn(this.document.redo()), { id: "flow-redo", "aria-keyshortcuts": "Control+Shift+Z" });
    return element("p", { className: "tools flow-tools" }, button("Add a step", () => this.add(), { id: "flow-add" }), this.undoing, this.redoing, this.graph.tools);
  }

  drawing() {
    this.views = ["Graph", "JSON"].map((name) => button(name, () => this.view(name), { "aria-pressed": String(name === "Graph"), id: `flow-view-${name.toLowerCase()}` }));
    this.verdict = element("p", { className: "verdict", id: "flow-verdict", role: "status" });
    this.size = element("p", { className: "muted small", id: "flow-size" });
    this.problems = element("ul", { className: "violations", id: "flow-violations", "aria-label": "To fix" });
    this.json = element("div", { hidden: "" }, this.source.node,
      element("p", { className: "tools after" }, button("Format", () => { if (this.source.flow !== undefined) this.source.write(this.source.flow); }, { id: "flow-format" })));
    this.drawn = element("div", {}, this.graph.place, element("p", { className: "muted small flow-hint",
      content: "Choose a step to edit it. Draw from a dot below a step to the step that follows. By keyboard: arrows go from step to step, Enter edits, Delete removes." }));
    return panel("Flow", { beside: this.views }, this.tools(), this.drawn, this.json, this.verdict, this.problems, this.size);
  }

  fields() {
    this.title = element("h2", { id: "step-title", tabindex: "-1" });
    this.form = element("form", { className: "editor builder", id: "flow-form", novalidate: "", autocomplete: "off" });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    for (const name of ["input", "change"]) this.form.addEventListener(name, (event) => this.written(event));
    return element("section", { className: "panel flow-fields", "aria-labelledby": "step-title" },
      element("div", { className: "panel-head" }, this.title, button("The flow itself", () => this.choose(FLOW, true), { id: "flow-itself" })), this.form);
  }

  playing() {
    const [talk, controls, log] = [element("div", { className: "talk", id: "play-talk", role: "log", "aria-label": "Conversation", tabindex: "0" }),
      element("div", { className: "play-controls", id: "play-controls" }), element("ol", { className: "events", id: "play-events" })];
    this.player = new Player({ talk, controls, log });
    this.surface = element("select", { id: "play-surface" }, new Option("web page", "web"), new Option("text messages", "sms"));
    this.surface.addEventListener("change", () => this.play());
    this.noPlay = element("p", { className: "muted", id: "play-none", content: "It can be played when nothing needs fixing." });
    this.fromHere = button("From this step", () => this.playFrom(stepsOf(this.document.flow)[this.selected]?.id ?? ""), { id: "play-from" });
    const made = panel("Play", { beside: [element("label", { for: "play-surface", content: "As" }), this.surface,
      button("From the start", () => this.playFrom(""), { id: "play-again" }), this.fromHere] },
    this.noPlay, talk, controls, element("h3", { content: "Events it reports" }), log);
    made.classList.add("flow-play");
    return made;
  }

  /** Draws everything once it is in the page. */
  begin() {
    this.refresh();
    this.source.write(this.document.flow);
    this.check();
  }

  stop() {
    clearTimeout(this.timer);
    this.player.stop();
    this.stopped = true;
  }

  unsaved() {
    return !this.stopped && (JSON.stringify(this.document.flow) !== this.saving.clean || Boolean(this.source.broken));
  }

  // Changes

  /** After a change that no field made: all that shows the flow shows the new state. */
  changed(focus = null) {
    this.source.write(this.document.flow);
    this.refresh();
    this.graph.reveal(this.selected);
    this.later();
    focus?.();
  }

  /** A field of the form was written: it stays as it is, and all else follows. */
  written(event) {
    const group = this.group;
    if (!group || event.target.closest("[data-own]")) return;
    const key = event.target.closest("[data-path]")?.dataset.path ?? "";
    const flow = structuredClone(this.document.flow);
    const value = group.read();
    if (this.selected === FLOW) Object.assign(flow, value, value.entryNodeId ? {} : { entryNodeId: undefined });
    else flow.nodes[this.selected] = value;
    if (!this.document.replace(JSON.parse(JSON.stringify(flow)), event.target.matches("select") ? "" : key)) return;
    this.source.write(this.document.flow);
    this.draw();
    this.later();
  }

  /** JSON was typed. While it is none, the graph stays with the last that was. */
  typed(flow) {
    if (flow !== undefined) this.document.replace(flow, "json");
    this.refresh();
    this.later();
  }

  add(way = "") {
    let id;
    this.document.change((flow) => { id = addStep(flow, way); });
    this.selected = stepsOf(this.document.flow).length - 1;
    this.changed(() => this.form.querySelector("select, input, textarea")?.focus());
    announce(`Step ${id} is added. Choose its type.`);
  }

  connect(way, index) {
    const { id } = stepsOf(this.document.flow)[index];
    if (!id || !this.document.change((flow) => put(flow, way, id))) return;
    this.selected = Number(/^nodes\[(\d+)\]/.exec(way)[1]);
    this.changed();
    announce(`It leads to ${id} now.`);
  }

  async remove(index) {
    const { flow } = this.document;
    const step = stepsOf(flow)[index];
    const { ways, isEntry, lost } = afterRemoval(flow, index);
    const words = [
      ...(isEntry ? ["The flow begins with it: choose another step to begin with."] : []),
      ...(ways.length > 0 ? [`These lead nowhere then: ${ways.join(", ")}.`] : []),
      ...(lost.length > 0 ? [`Nothing leads to these any more: ${lost.join(", ")}.`] : []),
    ];
    if (words.length > 0 && !await confirm(`Delete “${step.id}”?`, [...words, "Undo brings it back."], "Delete step")) return;
    this.document.change((changed) => removeStep(changed, index));
    this.selected = FLOW;
    this.changed(() => this.title.focus({ preventScroll: true }));
    announce(`Step ${step.id} is deleted.`);
  }

  /** Another version takes the place of what is in the editor; undo brings that back. */
  replace(flow) {
    this.turn(this.document.replace(flow));
  }

  turn(done) {
    if (!done) return;
    if (this.selected >= stepsOf(this.document.flow).length) this.selected = FLOW;
    this.changed();
  }

  /** Undo and redo; in the text, the browser's own. */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target === this.source.text) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.turn(key === "y" || event.shiftKey ? this.document.redo() : this.document.undo());
  }

  // Showing

  view(name) {
    if (name === "Graph" && this.source.broken) {
      this.saving.tell("The text is no JSON yet: fix it before you go back to the graph, or undo.");
      this.source.select(null);
      return;
    }
    for (const part of [this.drawn, this.graph.tools]) part.hidden = name !== "Graph";
    this.json.hidden = name === "Graph";
    for (const each of this.views) each.setAttribute("aria-pressed", String(each.textContent === name));
    this.showProblems();
    if (name === "Graph") this.draw();
  }

  choose(index, further) {
    this.selected = index;
    this.refresh();
    if (!this.json.hidden && index !== FLOW) this.source.select(`nodes[${index}]`);
    if (further) this.form.querySelector("select, input, textarea")?.focus();
  }

  refresh() {
    this.draw();
    this.showForm();
  }

  draw() {
    const { flow } = this.document;
    const wrong = new Map();
    for (const { index } of this.wrong) if (index !== FLOW) wrong.set(index, (wrong.get(index) ?? 0) + 1);
    this.graph.show(flow, { wrong, selected: this.selected });
    this.undoing.disabled = this.document.past.length === 0;
    this.redoing.disabled = this.document.future.length === 0;
    const bytes = new TextEncoder().encode(JSON.stringify(flow)).length;
    this.size.textContent = `${stepsOf(flow).length} of ${MOST_STEPS} steps, ${(bytes / 1024).toFixed(1)} of ${MOST_BYTES / 1024} KB`;
    this.fromHere.disabled = this.selected === FLOW || !this.valid;
    this.saving.show();
  }

  showForm() {
    const step = stepsOf(this.document.flow)[this.selected];
    if (!step) this.selected = FLOW;
    const host = { flow: () => this.document.flow, add: (way) => this.add(way) };
    this.title.textContent = this.selected === FLOW ? "The flow" : `Step: ${step.id ?? "without id"}`;
    this.group = null;
    if (this.source.broken) {
      this.form.replaceChildren(element("p", { className: "muted", content: "The text is no JSON yet. Fix it, and the fields are here again." }));
      return;
    }
    const focused = this.form.contains(document.activeElement) ? document.activeElement.closest("[data-path]")?.dataset.path : undefined;
    this.group = this.selected === FLOW ? flowForm(host) : stepForm(host, this.selected);
    this.form.replaceChildren(...(this.selected === FLOW ? [] : [this.own(step, this.selected)]), ...(this.group ? [this.group.node] : []),
      ...(this.selected === FLOW ? [] : [this.standing(step, this.selected)]));
    this.markForm();
    if (focused !== undefined) placeOf(this.form, focused)?.querySelector("input, select, textarea")?.focus({ preventScroll: true });
  }

  /** Type and id, which change more than the step's own fields. */
  own(step, index) {
    const kinds = element("select", { id: "step-kind" }, ...Object.entries(KINDS).map(([value, words]) => new Option(words, value)));
    if (!Object.hasOwn(KINDS, kindOf(step))) kinds.prepend(new Option("Unknown", ""));
    kinds.value = Object.hasOwn(KINDS, kindOf(step)) ? kindOf(step) : "";
    kinds.addEventListener("change", () => {
      if (kinds.value === "") return;
      this.document.change((flow) => retype(flow, index, kinds.value));
      this.changed(() => document.getElementById("step-kind")?.focus());
    });
    const id = element("input", { id: "step-id", autocomplete: "off", spellcheck: "false" });
    const refused = element("p", { className: "error", id: "step-id-refused", role: "alert" });
    id.value = step.id ?? "";
    id.setAttribute("aria-describedby", refused.id);
    id.addEventListener("change", () => {
      const wanted = id.value.trim();
      refused.textContent = refusedId(this.document.flow, index, wanted);
      id.setAttribute("aria-invalid", String(refused.textContent !== ""));
      if (refused.textContent !== "" || wanted === stepsOf(this.document.flow)[index].id) return;
      this.document.change((flow) => rename(flow, index, wanted));
      this.renamed(index);
    });
    return element("div", { className: "builder-row", "data-own": "", "data-path": `nodes[${index}]` },
      element("div", { className: "field", "data-path": `nodes[${index}].type` }, element("label", { for: kinds.id, content: "Type" }), kinds),
      element("div", { className: "field", "data-path": `nodes[${index}].id` }, element("label", { for: id.id, content: "Id in reports" }), id, refused));
  }

  /** The person may be on the way to another field: the form stays. */
  renamed(index) {
    const step = stepsOf(this.document.flow)[index];
    this.group?.write(step);
    this.title.textContent = `Step: ${step.id}`;
    this.source.write(this.document.flow);
    this.draw();
    this.later();
  }

  standing(step, index) {
    const begin = button("Begin the flow here", () => {
      this.document.change((flow) => put(flow, "entryNodeId", flow.nodes[index].id));
      this.changed();
    }, { id: "step-entry" });
    begin.disabled = step.id === undefined || step.id === this.document.flow.entryNodeId;
    return element("div", { className: "editor-foot", "data-own": "" }, begin, button("Delete step", () => this.remove(index), { id: "step-delete" }));
  }

  // Checking

  later() {
    this.saving.tell("");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), QUIET_MILLIS);
  }

  async check() {
    clearTimeout(this.timer);
    const broken = this.source.problem();
    if (broken !== null) {
      this.judge([broken]);
      return;
    }
    const { flow } = this.document;
    let violations;
    try {
      violations = await api.validate(this.session.key(), flow);
    } catch (failure) {
      if (!this.stopped) this.verdict.textContent = failure.message;
      return;
    }
    if (!this.stopped && flow === this.document.flow && this.source.broken === null) this.judge(violations);
  }

  judge(violations) {
    this.wrong = violations.map((each) => ({ ...each, index: Number(/^nodes\[(\d+)\]/.exec(each.path ?? "")?.[1] ?? FLOW) }));
    this.valid = violations.length === 0;
    this.verdict.textContent = this.valid ? "✓ Nothing needs fixing." : `✗ ${violations.length} ${violations.length === 1 ? "thing needs" : "things need"} fixing:`;
    this.verdict.className = `verdict ${this.valid ? "good" : "bad"}`;
    this.showProblems();
    this.source.mark(this.wrong);
    this.markForm();
    this.draw();
    if (this.valid) this.play();
    else this.player.stop();
    this.noPlay.hidden = this.valid;
  }

  showProblems() {
    this.problems.replaceChildren(...this.wrong.map((each) => {
      const where = button(this.json.hidden ? this.place(each) : each.path === null ? "Text" : `Line ${this.source.lineOf(each.path)}: ${each.path || "flow"}`, () => this.goTo(each), { className: "where" });
      return element("li", {}, where, " ", each.message);
    }));
  }

  /** Words for what a violation concerns: `ask, answer 2, label`. */
  place({ path, index }) {
    if (path === null) return "Text";
    if (index === FLOW) return path === "" ? "Flow" : path.split(".").at(-1);
    const rest = path.replace(/^nodes\[\d+\]\.?/, "").split(".").filter(Boolean).map((each) => {
      const [, name, , number] = /^([^[]+)(\[(\d+)\])?/.exec(each);
      return `${WORDS[name] ?? (name === "target" ? "leads to" : name)}${number === undefined ? "" : ` ${Number(number) + 1}`}`;
    });
    return [stepsOf(this.document.flow)[index]?.id ?? `step ${index + 1}`, ...rest].filter(Boolean).join(", ");
  }

  goTo({ path, index }) {
    if (path === null || !this.json.hidden) {
      this.view("JSON");
      this.source.select(path);
      return;
    }
    this.choose(index, false);
    this.graph.reveal(index);
    const place = placeOf(this.form, path);
    if (place) reveal(place);
    else this.title.focus();
  }

  markForm() {
    clearViolations(this.form, element("div"));
    this.wrong.filter(({ path, index }) => path !== null && index === this.selected).forEach((each, i) => markField(this.form, each, i));
  }

  play() {
    if (!this.valid) return;
    const { flow } = this.document;
    if (!stepsOf(flow).some(({ id }) => id === this.from)) this.from = "";
    const wanted = JSON.stringify([flow, this.surface.value, this.from]);
    if (wanted === this.played && this.player.flow) return;
    this.played = wanted;
    this.player.play(flow, this.surface.value, this.from);
  }

  playFrom(id) {
    this.from = id;
    this.played = "";
    this.play();
  }

}
