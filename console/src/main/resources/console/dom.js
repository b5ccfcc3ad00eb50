// Elements, made and filled without ever reading text as markup.

export const byId = (id) => document.getElementById(id);

/** An element; `content` is its text, other attributes are set as they are, and left out when null. */
export function element(name, { className = "", content = "", ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (content !== "") made.textContent = content;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(attribute, value);
  }
  made.append(...children);
  return made;
}

/** Writes only what changed, so that assistive technology and selections are left alone. */
export function write(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

/** A button that says what it does. */
export function button(label, act, attributes = {}) {
  const made = element("button", { type: "button", className: "quiet", content: label, ...attributes });
  made.addEventListener("click", act);
  return made;
}

/** A horizontal bar of a share between 0 and 1. Only for the eye: say the number beside it. */
export function bar(share, className = "") {
  const fill = element("span", { className: "bar-fill" });
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return element("span", { className: `bar-track ${className}`, "aria-hidden": "true" }, fill);
}

/** A paragraph of an empty place: what is not there, and what to do. */
export function nothing(what, todo) {
  return element("p", { className: "nothing" }, element("strong", { content: what }), ` ${todo}`);
}

/**
 * Shows a refusal at the field that it names, below the element with that `data-field`; anything
 * else in `place`. With null it clears both.
 */
export function showProblem(form, place, failure) {
  for (const old of form.querySelectorAll(".field-error")) old.remove();
  for (const wrong of form.querySelectorAll("[aria-invalid=true]")) {
    wrong.removeAttribute("aria-invalid");
    wrong.removeAttribute("aria-describedby");
  }
  place.textContent = "";
  if (!failure) return;
  const field = failure.field ? form.querySelector(`[data-field~="${CSS.escape(failure.field)}"]`) : null;
  if (!field) {
    place.textContent = failure.message;
    return;
  }
  const id = `error-${form.id}-${failure.field}`;
  field.append(element("p", { className: "error field-error", role: "alert", id, content: failure.message }));
  for (const control of field.querySelectorAll("input:not([type=checkbox]), select")) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", id);
  }
  for (let parent = field; parent; parent = parent.parentElement) {
    if (parent instanceof HTMLDetailsElement) parent.open = true;
  }
}
