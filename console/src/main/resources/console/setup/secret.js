// What is shown once, code to copy, and forms in dialogs.

import { button, element } from "../dom.js";
import { confirm, dialog } from "../form/ask.js";
import { Editor } from "../form/editor.js";
import { mayLeave } from "../form/unsaved.js";
import { announce } from "../page.js";

/** Copies what `what()` gives. */
export function copyButton(what, name) {
  const made = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(what());
      made.textContent = "Copied";
      announce(`${name} is copied.`);
    } catch {
      made.textContent = "Select and copy it";
    }
  }, { "aria-label": `Copy ${name}` });
  return made;
}

/** A key as it is shown: once. */
export function secret(key, name = "the key") {
  return element("p", { className: "secret" }, element("code", { content: key }), copyButton(() => key, name));
}

/** Tells a key, once. */
export function tellKey(title, key, ...words) {
  return dialog(title, (close) => [
    element("p", { content: "Copy the key now: it is not shown again." }), secret(key), ...words.map((content) => element("p", { className: "muted", content })),
    element("p", { className: "tools after" }, button("I have it", () => close(true), { className: "primary" }))],
  { may: () => confirm("Close it without the key?", "It is not shown again.", "I have it", { bad: false }) });
}

/** Edits a resource in a dialog; resolves with what was kept, or undefined. */
export function editDialog(title, session, { path, form, read = null, defaults = {}, always = {}, save = "Save" }) {
  return dialog(title, (close) => {
    const editor = new Editor({ session, path, form, always, save, saved: (body) => close(body) });
    if (read) editor.edit(read);
    else editor.make(defaults);
    return [editor.node];
  }, { may: mayLeave });
}
