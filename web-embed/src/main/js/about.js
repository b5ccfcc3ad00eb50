// The reader's say: why the ad is there, and what to do about it.

import { element, webAddress } from "./dom.js";

const KINDS = ["hide", "not_relevant", "offensive", "repetitive"];

/**
 * A menu below the ad. `say(kind)` resolves to whether it was taken down; `hidden` takes the ad away.
 * Without `whyUrl` it has no page to open.
 */
export function about(whyUrl, words, { say, hidden }) {
  const name = element("summary", {}, words.about);
  const told = element("p", { class: "told", role: "status", tabindex: -1 });
  const why = webAddress(whyUrl) == null ? null
    : element("a", { class: "act", href: whyUrl, target: "_blank", rel: "noopener noreferrer" }, words.why);
  const acts = KINDS.map((kind, number) => {
    const act = element("button", { class: "act", type: "button", "data-kind": kind }, words.acts[number]);
    act.addEventListener("click", () => pick(act, kind));
    return act;
  });
  const menu = element("details", { class: "about" }, name, element("div", { class: "acts" }, why, ...acts), told);
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      event.stopPropagation();
      menu.open = false;
      name.focus();
    }
  });

  async function pick(act, kind) {
    act.disabled = true;
    const taken = await say(kind);
    act.disabled = false;
    told.textContent = taken ? words.thanks : words.again;
    if (!taken) {
      act.focus();
      return;
    }
    act.remove();
    told.focus({ preventScroll: true });
    if (kind === "hide") {
      hidden(menu);
    }
  }

  return menu;
}
