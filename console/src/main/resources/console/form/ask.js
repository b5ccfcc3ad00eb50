// Dialogs: a question before something that cannot be taken back, and a drawer at the side.

import { button, element } from "../dom.js";

let asked = 0;

/**
 * A dialog that is shown until it is closed; `fill(close)` gives what is in it. Resolves with what
 * `close` was given. `may()` is asked first when the person turns away from it.
 */
export function dialog(title, fill, { className = "", may = async () => true } = {}) {
  return new Promise((resolve) => {
    const id = `dialog-${asked += 1}`;
    const box = element("dialog", { className: `sheet ${className}`, "aria-labelledby": id });
    const close = (value) => {
      box.returned = value;
      box.close();
    };
    const leave = async () => {
      if (await may()) close(undefined);
    };
    const head = element("div", { className: "sheet-head" }, element("h2", { id, content: title }),
      button("Close", leave, { "aria-label": `Close: ${title}` }));
    box.append(head, ...fill(close));
    box.addEventListener("cancel", (event) => {
      event.preventDefault();
      leave();
    });
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returned);
    });
    box.addEventListener("click", (event) => {
      if (event.target === box) leave();
    });
    document.body.append(box);
    box.showModal();
    (box.querySelector("[autofocus]") ?? box.querySelector("input, select, textarea"))?.focus();
  });
}

/** Ends every open dialog. */
export function closeDialogs() {
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
}

/**
 * Asks before something is done. With `typed`, that text has to be typed first. Resolves with true
 * when it is to be done.
 */
export async function confirm(title, words, act, { typed = "", bad = true } = {}) {
  const answer = await dialog(title, (close) => {
    const go = element("button", { type: "submit", className: bad ? "danger" : "primary", content: act });
    const field = element("input", { id: "confirm-typed", autocomplete: "off", spellcheck: "false", autofocus: "" });
    const form = element("form", { className: "builder", novalidate: "" },
      ...[words].flat().map((content) => element("p", { content })),
      ...(typed ? [element("div", { className: "field" }, element("label", { for: "confirm-typed", content: `Type ${typed} to go on` }), field)] : []),
      element("p", { className: "tools" }, go, button("Cancel", () => close(false), typed ? {} : { autofocus: "" })));
    if (typed) go.disabled = true;
    field.addEventListener("input", () => { go.disabled = field.value.trim() !== typed; });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!go.disabled) close(true);
    });
    return [form];
  });
  return answer === true;
}
