// Edits one resource: reads it with its tag, saves it if nobody else has, and shows what is wrong
// at its field.

import * as api from "../api.js";
import { button, element } from "../dom.js";
import { watchUnsaved } from "./unsaved.js";
import { showConflict } from "./conflict.js";
import { differences } from "./difference.js";
import { clearViolations, placeOf, reveal, showViolations } from "./violations.js";

/**
 * `form` is a group of controls with a node; `path` is that of the kind, such as
 * `/v1/manage/campaigns`; `saved(body, isNew)` is called with what the service keeps. `more` are
 * further buttons. With `single` the path is that of the resource itself, of which there is one; with `onward` what is not changed is as good as saved;
 * what is not saved is `kept` by the page.
 */
export class Editor {
  constructor({ session, path, form, saved, save = "Save", more = [], always = {}, single = false, onward = false, kept = false }) {
    Object.assign(this, { session, path, form, saved, always, single, onward, kept, base: {}, etag: "", id: "" });
    this.summary = element("div", { className: "summary", role: "alert", tabindex: "-1", hidden: "" });
    this.state = element("p", { className: "muted small", role: "status" });
    this.conflict = element("div", { className: "conflict" });
    this.go = element("button", { type: "submit", className: "primary", content: save });
    this.undo = button("Undo changes", () => this.show(this.base));
    this.node = element("form", { className: "editor builder", novalidate: "", autocomplete: "off" }, this.summary, this.conflict, form.node,
      element("div", { className: "editor-foot" }, this.go, this.undo, ...more, this.state));
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    for (const name of ["input", "change"]) this.node.addEventListener(name, () => this.changed());
    form.place("");
    watchUnsaved(this);
  }

  /** Begins with a resource that is there. */
  edit({ body, etag }) {
    this.id = this.idOf(body);
    this.etag = etag;
    this.show(body);
  }

  idOf(body) {
    return this.single ? this.path : body.id;
  }

  address() {
    return this.single ? this.path : `${this.path}/${encodeURIComponent(this.id)}`;
  }

  /** Begins with a new one. */
  make(body = {}) {
    this.id = "";
    this.show(body);
    this.undo.hidden = true;
  }

  show(body) {
    this.base = body;
    this.form.write(body);
    this.clean = this.written();
    this.conflict.replaceChildren();
    clearViolations(this.node, this.summary);
    this.changed();
  }

  written() {
    return JSON.stringify(this.form.read() ?? {});
  }

  /** Whether there is something to lose. */
  unsaved() {
    return this.node.isConnected && this.written() !== this.clean;
  }

  changed() {
    const unsaved = this.written() !== this.clean;
    this.undo.hidden = !unsaved || this.id === "";
    this.state.textContent = unsaved ? "Not saved yet." : this.told ?? "";
    if (unsaved) this.told = "";
  }

  /** The whole resource as it would be: what the form has no control for stays. */
  body() {
    const kept = Object.fromEntries(Object.entries(this.base).filter(([name]) => !(name in this.form.controls)));
    return { ...kept, ...this.form.read(), ...this.always };
  }

  async save() {
    const isNew = this.id === "";
    if (this.onward && !isNew && !this.unsaved()) {
      this.saved(this.base, false);
      return;
    }
    this.go.disabled = true;
    try {
      const { body, etag } = isNew ? await api.create(this.session.key(), this.path, this.body())
        : await api.replace(this.session.key(), this.address(), this.body(), this.etag);
      this.told = "Saved. It is in effect within two seconds.";
      this.id = this.idOf(body);
      this.etag = etag;
      this.show(body);
      this.session.names.forget();
      this.saved(body, isNew);
    } catch (failure) {
      if (failure.status === 409 && !isNew && !failure.field && failure.referrers.length === 0) await this.collide();
      else showViolations(this.node, this.summary, failure);
    } finally {
      this.go.disabled = false;
    }
  }

  /** Somebody else saved first: shows both changes, and lets the person choose. */
  async collide() {
    let theirs;
    try {
      theirs = await api.resource(this.session.key(), this.address());
    } catch (failure) {
      showViolations(this.node, this.summary, failure.status === 404 ? new Error("Somebody else has archived this meanwhile. Copy what you need; it cannot be saved any more.") : failure);
      return;
    }
    const mine = this.body();
    clearViolations(this.node, this.summary);
    showConflict(this.conflict, this.node, { base: this.base, mine, theirs: theirs.body }, (body) => {
      this.etag = theirs.etag;
      this.base = theirs.body;
      this.form.write(theirs.body);
      this.clean = this.written();
      this.form.write(body);
      this.conflict.replaceChildren();
      this.changed();
      const left = differences(theirs.body, this.body()).length;
      this.state.textContent = left > 0 ? "Both changes are in the form. Look it over, and save." : "This is what they saved.";
      this.go.focus();
    });
  }

  /** Goes to a field. */
  reveal(path) {
    const place = placeOf(this.node, path);
    if (place) reveal(place);
  }
}
