// What a publisher's page sees: slots in its markup, and `Interlude.show`.

import { adServer } from "./ad-server.js";
import { leave } from "./conversation.js";
import { fill } from "./slot.js";

const SLOTS = "[data-interlude]";
// An element that is named currentScript, as a reader's comment may have one, stands in for the property.
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript
  : document.querySelector("script[data-key][src*=interlude]");
const nonce = script && script.nonce;
const servers = new Map();
const taken = new WeakSet();

/** Settings from an element's `data-` attributes: `data-ad-unit` is `adUnit`, and so on. */
function settingsOf(element) {
  const settings = element ? { ...element.dataset } : {};
  for (const name of ["attributes", "consent", "labels"]) {
    if (typeof settings[name] === "string") {
      settings[name] = parsed(settings[name]);
    }
  }
  return settings;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the ad server is: told by the page's own script, else where this one came from. */
function baseOf(settings) {
  const own = script && /^([^?#]*)\/embed\/([^/?#]+\/)?[^/?#]*([?#]|$)/.exec(script.src);
  return (settings.server || (own ? own[1] : "")).replace(/\/+$/, "");
}

function serverOf(settings) {
  const base = baseOf(settings);
  const id = base + " " + settings.key;
  if (!servers.has(id)) {
    servers.set(id, adServer(base, settings.key));
  }
  return servers.get(id);
}

/**
 * Shows an ad in an element. No slot says where the ad server is: readers' words, which a page may show with attributes
 * such as these, would say where the text of the page is sent.
 *
 * Resolves to `{filled, messageId?}` and never rejects.
 */
async function show(element, options) {
  const ofScript = settingsOf(script);
  const settings = { ...ofScript, ...settingsOf(element), server: ofScript.server, ...options };
  if (!settings.key || !element || !element.attachShadow) {
    return { filled: false };
  }
  taken.add(element);
  return fill(element, settings, serverOf(settings), nonce);
}

function whenNear(element) {
  if (!("lazy" in element.dataset) || !window.IntersectionObserver) {
    show(element);
    return;
  }
  const watch = new IntersectionObserver((seen) => {
    if (seen.some((entry) => entry.isIntersecting)) {
      watch.disconnect();
      show(element);
    }
  }, { rootMargin: "200px" });
  watch.observe(element);
}

/** Fills the slots that have come into the page since. */
function scan() {
  for (const element of document.querySelectorAll(SLOTS)) {
    if (!taken.has(element)) {
      taken.add(element);
      whenNear(element);
    }
  }
}

/** A script that names an ad unit, on a page without slots, stands where its ad shall be. */
function fillOwnPlace() {
  if (script && "adUnit" in script.dataset && document.body && document.body.contains(script)) {
    const place = document.createElement("div");
    place.dataset.interlude = "";
    script.after(place);
  }
}

function begin() {
  if (!document.querySelector(SLOTS)) {
    fillOwnPlace();
  }
  scan();
}

function run(task) {
  try {
    task(api);
  } catch (error) {
    setTimeout(() => {
      throw error; // the page's own error, told as such
    });
  }
}

const api = { show, scan, push: run };

if (!window.Interlude || Array.isArray(window.Interlude)) {
  const early = window.Interlude || [];
  window.Interlude = api;
  window.addEventListener("pagehide", () => {
    servers.forEach((server) => server.leave(true));
    leave();
  });
  window.addEventListener("pageshow", () => servers.forEach((server) => server.leave(false)));
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
  early.forEach(run);
}
