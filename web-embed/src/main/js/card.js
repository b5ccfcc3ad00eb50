// A card: disclosure, picture, words, links.

import { element, picture, sponsoredLink } from "./dom.js";

/** The card's element, or null if the payload is none. */
export function card(payload) {
  if (typeof payload.title !== "string") {
    return null;
  }
  const photo = picture(payload.imageUrl, payload.imageAltText, "photo");
  const actions = (payload.actions || [])
    .map((action) => sponsoredLink(action.text, action.navigate && action.navigate.url))
    .filter(Boolean);
  const made = element("div", { class: photo ? "card pictured" : "card" }, photo,
    element("div", { class: "words" },
      element("p", { class: "disclosure" }, payload.disclosure),
      element("p", { class: "title" }, payload.title),
      payload.subtitle ? element("p", { class: "subtitle" }, payload.subtitle) : null,
      actions.length ? element("div", { class: "actions" }, ...actions) : null));
  if (photo) {
    photo.addEventListener("error", () => made.classList.remove("pictured"));
  }
  return element("div", {
    class: "box", role: "group", "aria-label": payload.disclosure,
  }, made);
}
