// An ad as people see it in each format, from the payload that a fetch answers.

import * as api from "../api.js";
import { element } from "../dom.js";
import { Player } from "../flow/play.js";

/** From where images may be loaded; anything else the policy of the page forbids. */
const origins = api.file("/console/image-origins.json").then(JSON.parse).catch(() => []);

/** A card on a web page or in an app. */
export function nativeCard({ title, subtitle, imageUrl, imageAltText, disclosure, actions = [] }) {
  return element("article", { className: "ad-card" }, element("p", { className: "ad-disclosure", content: disclosure || "Disclosure" }),
    ...image(imageUrl, imageAltText), element("p", { className: "ad-title", content: title || "Title" }),
    ...(subtitle ? [element("p", { className: "ad-text", content: subtitle })] : []),
    element("p", { className: "ad-actions" }, ...actions.map(({ text }) => element("span", { className: "ad-action", content: text || "Action" }))));
}

/** A card of a chat platform: the disclosure leads its subtitle. */
export function platformCard({ card: { title, subtitle, imageUri, buttons = [] } }) {
  return element("article", { className: "ad-card platform" }, ...image(imageUri),
    element("p", { className: "ad-title", content: title || "Title" }), element("p", { className: "ad-text", content: subtitle || "Disclosure" }),
    element("p", { className: "ad-actions" }, ...buttons.map(({ text }) => element("span", { className: "ad-action", content: text || "Action" }))));
}

/** A text message, with what a mobile network makes of it. */
export function textMessage({ text, segments }) {
  return element("div", {}, element("p", { className: "ad-bubble", content: text }),
    element("p", { className: "muted small", content: `${[...text].length} characters, ${segments} ${segments === 1 ? "segment" : "segments"}` }));
}

/** The image where its origin is allowed, else its description and address. */
function image(url, alt) {
  if (!url) return [];
  const place = element("p", { className: "ad-image", content: alt || "Image" }, element("span", { className: "under", content: url }));
  origins.then((allowed) => {
    if (!URL.canParse(url) || !allowed.includes(new URL(url).origin)) return;
    const shown = element("img", { alt: alt ?? "", src: url, referrerpolicy: "no-referrer" });
    shown.addEventListener("load", () => {
      place.classList.add("loaded");
      place.replaceChildren(shown);
    });
  });
  return [place];
}

/** A flow that is played; `stop()` ends it. */
export function playedFlow(flow, surface = "web") {
  const talk = element("div", { className: "talk", role: "log", "aria-label": "Conversation", tabindex: "0" });
  const controls = element("div", { className: "play-controls" });
  const log = element("ol", { className: "events" });
  const node = element("div", {}, talk, controls, element("details", {}, element("summary", { content: "Events it reports" }), log));
  const player = new Player({ talk, controls, log });
  player.play(flow, surface);
  return { node, stop: () => player.stop() };
}

/** What a fetch answered, in its format. */
export function served({ format, payload }) {
  if (payload.nodes) return playedFlow(payload).node;
  if (format === "sms") return textMessage(payload);
  return format === "botplatform" ? platformCard(payload) : nativeCard(payload);
}
