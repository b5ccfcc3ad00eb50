// What the service finds wrong with a form: a summary above, and each violation at its field.

import { element } from "../dom.js";

const CONTROLS = "input:not([type=checkbox]), select, textarea";

/** The element of a path or, when it has none, of the nearest one around it; null when there is none. */
export function placeOf(form, path) {
  for (let near = path; near !== ""; near = near.slice(0, Math.max(near.lastIndexOf("."), near.lastIndexOf("["), 0))) {
    const found = form.querySelector(`[data-path="${CSS.escape(near)}"]`);
    if (found) return found;
  }
  return null;
}

/** The words that stand for a path in a form, such as `Daily budget` or `Dayparts 2: From`. */
export function labelOf(form, path) {
  const place = placeOf(form, path);
  if (place === null) return path;
  const label = place.dataset.label ?? place.querySelector("label, legend")?.textContent ?? path;
  if (place.dataset.path === "flow" && path !== "flow") return `${label}, ${path.slice("flow.".length)}`;
  const item = place.closest(".rows > li");
  const list = item ? `${item.closest("fieldset").querySelector("legend").textContent} ${[...item.parentElement.children].indexOf(item) + 1}: ` : "";
  const number = place.dataset.path === path ? null : /\[(\d+)\](?:\.[^[\]]*)?$/.exec(path);
  return `${list}${label}${number ? `, number ${Number(number[1]) + 1}` : ""}`;
}

/** Opens what hides the place, and puts the cursor into it. */
export function reveal(place) {
  for (let parent = place; parent; parent = parent.parentElement) {
    if (parent instanceof HTMLDetailsElement) parent.open = true;
  }
  place.scrollIntoView({ block: "center" });
  const control = place.querySelector(`${CONTROLS}, button`) ?? place;
  control.focus({ preventScroll: true });
}

/** Takes away what was shown of earlier violations. */
export function clearViolations(form, summary) {
  summary.replaceChildren();
  summary.hidden = true;
  for (const old of form.querySelectorAll(".field-error")) old.remove();
  for (const wrong of form.querySelectorAll("[aria-invalid=true]")) {
    wrong.removeAttribute("aria-invalid");
    const kept = (wrong.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => !id.startsWith("wrong-"));
    if (kept.join("") === "") wrong.removeAttribute("aria-describedby");
    else wrong.setAttribute("aria-describedby", kept.join(" "));
  }
}

/** Shows every violation of a refusal; of another failure what it says. */
export function showViolations(form, summary, failure) {
  clearViolations(form, summary);
  const violations = failure.violations?.length > 0 ? failure.violations
    : failure.field ? [{ path: failure.field, message: failure.message }] : [];
  const referrers = failure.referrers?.length > 0 ? ` It is named by: ${failure.referrers.join(", ")}.` : "";
  const title = violations.length === 0 ? `${failure.message}${referrers}`
    : violations.length === 1 ? "This can't be saved yet. One thing needs fixing:" : `This can't be saved yet. ${violations.length} things need fixing:`;
  summary.append(element("p", { content: title }));
  if (violations.length > 0) summary.append(element("ul", {}, ...violations.map((violation, i) => line(form, violation, i))));
  summary.hidden = false;
  summary.focus();
}

function line(form, violation, i) {
  const { path, message } = violation;
  const place = markField(form, violation, i);
  if (place === null) return element("li", {}, `${path === "" ? "" : `${path}: `}${message}`);
  for (let parent = place.parentElement; parent; parent = parent.parentElement) {
    if (parent instanceof HTMLDetailsElement) parent.open = true;
  }
  const jump = element("button", { type: "button", className: "where", content: labelOf(form, path) });
  jump.addEventListener("click", () => reveal(place));
  return element("li", {}, jump, ` ${message}`);
}

/** Says a violation at its field; the field's element, null when there is none. `i` tells violations of a form apart. */
export function markField(form, { path, message }, i) {
  const place = placeOf(form, path);
  if (place === null) return null;
  const id = `wrong-${i}-${path.replaceAll(/[^A-Za-z0-9]/g, "-")}`;
  const words = labelOf(form, path);
  const inside = words !== labelOf(form, place.dataset.path);
  place.append(element("p", { className: "error field-error", id, content: inside ? `${words}: ${message}` : message }));
  const exact = place.querySelectorAll(":scope > input, :scope > select, :scope > textarea, :scope > .beside > :first-child, :scope > .rule-value > *");
  for (const control of exact) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", [control.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
  }
  return place;
}
