// How a flow is saved: as a draft, submitted, approved, as a copy; and what becomes of one that is approved.

import * as api from "../api.js";
import { PATHS, one } from "../book/catalogue.js";
import { creativeStanding } from "../book/standing.js";
import { button, element } from "../dom.js";
import { dialog } from "../form/ask.js";
import { badge } from "../page.js";
import { showVersions, sideBySide } from "./versions.js";

/** What saving does to a creative of a status, said before it is done. */
const SAVES = {
  new: "Saving adds it as a draft. A draft does not serve.",
  draft: "Saving keeps it a draft, which does not serve. Submit it when it is ready.",
  submitted: "It waits for approval. Saving keeps it submitted: approval is for the version saved last.",
  approved: "It is approved, and people may be seeing it. When you save, you choose what happens to it.",
};
const SAVED = {
  draft: "Saved as a draft.",
  submitted: "Saved. It waits for approval.",
  approved: "Saved. It serves within two seconds; links already shown keep their old targets.",
};
const MOST_BASE_CHARACTERS = 58;

/**
 * The head of a builder. `creative` is what is saved, with its `etag`; of a new one the tag is empty. `stored(creative)` is called when another
 * creative is to be opened, as after a copy.
 */
export class Saving {
  constructor(builder, { session, creative, etag, approval, stored }) {
    Object.assign(this, { builder, session, creative, etag, approval, stored, clean: JSON.stringify(creative.flow) });
    this.state = element("p", { className: "muted small", id: "flow-state" });
    this.message = element("p", { className: "notice-line", id: "flow-message", role: "status" });
    this.ways = element("p", { className: "tools" });
    this.node = element("div", { className: "flow-head" }, this.ways, this.state, this.message);
  }

  isNew() {
    return this.etag === "";
  }

  /** How it stands, what saving does, and the ways to save. */
  show() {
    const { status } = this.creative;
    const unsaved = this.builder.unsaved();
    const save = (label, wanted, attributes) => button(label, () => this.save(wanted), attributes);
    const label = this.isNew() || status === "draft" ? "Save draft" : status === "submitted" ? "Save" : "Save …";
    const ways = [badge(...(this.isNew() ? ["Not saved yet", ""] : creativeStanding({ status }))), save(label, status, { id: "flow-save", className: "primary" })];
    if (status === "draft") ways.push(save("Submit for approval", "submitted", { id: "flow-submit" }));
    if (this.mayApprove()) {
      const approve = button("Approve", () => this.store({ status: "approved", flow: this.creative.flow }), { id: "flow-approve" });
      approve.disabled = unsaved || !this.builder.valid;
      ways.push(approve);
    }
    if (!this.isNew()) ways.push(button("Versions", () => this.versions(), { id: "flow-versions" }));
    // A redrawn button would lose the focus.
    const focused = this.ways.contains(document.activeElement) ? document.activeElement.id : "";
    this.ways.replaceChildren(...ways);
    if (focused) document.getElementById(focused)?.focus();
    this.state.textContent = `${unsaved ? "Not saved yet. " : ""}${SAVES[this.isNew() ? "new" : status] ?? ""}`;
  }

  tell(message) {
    this.message.textContent = message;
  }

  /** The service has the last word on who else has to have changed it. */
  mayApprove() {
    const { status } = this.creative;
    return !this.isNew() && this.session.approves && (status === "submitted" || (status === "draft" && this.approval !== "second_person"));
  }

  async save(status) {
    this.tell("");
    await this.builder.check();
    if (!this.builder.valid) {
      this.tell("Not saved: what is listed below needs fixing first.");
      this.builder.problems.querySelector("button")?.focus();
    } else if (status === "approved") {
      const way = await this.askAboutApproved();
      if (way) await this.store(way === "copy" ? { status: "draft", copy: true } : { status: way });
    } else {
      await this.store({ status });
    }
  }

  /** How a change of an approved creative is saved: `copy`, `submitted`, `approved`, or undefined for not at all. */
  askAboutApproved() {
    const mayChange = this.session.approves && this.approval !== "second_person";
    const why = this.approval === "second_person" ? "Your org asks for a second person, so the author of a change cannot approve it."
      : "Your role does not approve creatives.";
    return dialog(`“${this.creative.id}” is approved`, (close) => [element("div", { className: "builder" },
      element("p", { content: "Links already shown keep their old targets, whatever you choose." }),
      way("Save as a draft copy", "A second creative of the same line item. The approved one stays as it is.", () => close("copy"), { className: "primary", autofocus: "" }),
      way("Submit the change", "It stops serving within two seconds, until it is approved.", () => close("submitted")),
      mayChange ? way("Change it now", "It stays approved: people see the change within two seconds.", () => close("approved"), { className: "danger" })
        : element("p", { className: "muted", content: why }))]);
  }

  async store({ status, copy = false, flow = this.builder.document.flow }) {
    const key = this.session.key();
    const isNew = this.isNew();
    try {
      const { lineItemId, id, weight, position, properties } = this.creative;
      const { body, etag } = isNew || copy
        ? await api.create(key, PATHS.creative, { id: copy ? await this.freeId(id) : id, lineItemId, type: "flow", status, weight, position, properties, flow })
        : await api.replace(key, one("creative", id), { ...this.creative, status, flow }, this.etag);
      this.session.names.forget();
      if (isNew || copy) {
        this.stored(body, SAVED[body.status]);
        return;
      }
      this.took(body, etag, flow);
      this.tell(SAVED[body.status]);
    } catch (failure) {
      if (failure.status === 409 && !isNew && !copy && !failure.field) await this.collide(status);
      else this.tell(`${failure.message} ${(failure.violations ?? []).map(({ path, message }) => `${path}: ${message}`).join(" ")}`.trim());
    }
  }

  /** `quiz-2` for a copy of `quiz`. */
  async freeId(id) {
    const taken = (await api.all(this.session.key(), PATHS.creative)).map((each) => each.id);
    const base = id.slice(0, MOST_BASE_CHARACTERS);
    let number = 2;
    while (taken.includes(`${base}-${number}`)) number += 1;
    return `${base}-${number}`;
  }

  /** The service keeps this; what the editor has beyond `flow` is not saved. */
  took(creative, etag, flow) {
    Object.assign(this, { creative, etag, clean: JSON.stringify(flow) });
    this.show();
  }

  /** Somebody else saved first: both are shown, and the person chooses. Nothing is saved by it. */
  async collide(status) {
    const { body, etag } = await api.resource(this.session.key(), one("creative", this.creative.id));
    const way = await dialog("Somebody else has saved this flow since you opened it", (close) => [
      ...sideBySide(body.flow, this.builder.document.flow, ["They saved", "You have"]),
      element("p", { className: "tools after" }, button("Go on with mine", () => close("mine"), { className: "primary" }), button("Take theirs, drop mine", () => close("theirs")))],
    { className: "flow-versions" });
    if (!way) return;
    this.took(body, etag, body.flow);
    if (way === "theirs") this.builder.replace(body.flow);
    this.tell(way === "theirs" ? "This is what they saved."
      : body.status === status ? "Look it over, and save." : `It is ${body.status} now. Look it over, and save.`);
  }

  versions() {
    return showVersions(this.session, {
      path: one("creative", this.creative.id), name: this.creative.id, current: this.builder.document.flow,
      restore: (flow) => {
        this.builder.replace(flow);
        this.tell("The earlier version is in the editor. Save it to keep it, or undo.");
      },
    });
  }
}

function way(label, words, act, attributes = {}) {
  return element("div", {}, button(label, act, attributes), element("p", { className: "muted small", content: words }));
}
