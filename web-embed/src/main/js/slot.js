// One place on the page and the ad in it.

import { about } from "./about.js";
import { card } from "./card.js";
import { consent } from "./consent.js";
import { conversation, leave } from "./conversation.js";
import { direction, element } from "./dom.js";
import { labels } from "./labels.js";
import { whenSeen } from "./seen.js";
import { dress } from "./style.js";
import { IDLE_MILLIS } from "./walk.js";

const CONTEXT_CHARACTERS = 4_000;
/** A switch of `Interlude.show`, and ways to write one in markup. */
const SET = [true, "", "true", "1"];
const LONGEST_TIMEOUT_MILLIS = 86_400_000;

/** Asks for an ad and shows it in the element. Resolves to `{filled, messageId?}`, never rejects. */
export async function fill(host, options, server, nonce) {
  try {
    const ad = await server.fetchAd(await request(options));
    const filled = Boolean(ad) && render(host, ad, options, server, nonce);
    if (filled) {
      host.dataset.interlude = "filled"; // so that a page can give room to ads alone
    }
    announce(host, filled ? "filled" : "empty", {});
    return filled ? { filled, messageId: ad.messageId } : { filled };
  } catch {
    host.shadowRoot?.replaceChildren();
    return { filled: false };
  }
}

/** What the ad server is asked: of the reader nothing that the page or its CMP did not give. */
async function request(options) {
  const asked = { include: ["why"] };
  for (const name of ["adUnit", "subscriber", "conversation", "attributes", "test"]) {
    if (options[name] != null) {
      asked[name] = options[name];
    }
  }
  if (options.turn != null) {
    asked.turn = Number(options.turn);
  }
  for (const name of ["sensitive", "child"]) {
    if (SET.includes(options[name])) {
      asked[name] = true;
    }
  }
  if (/^flow$/i.test(options.adFormat || "")) {
    asked.adFormat = "Flow";
  }
  const context = options.context || contextOf(options.contextSelector);
  if (context) {
    asked.context = context;
  }
  const said = options.consent || (await consent(options.subscriber ?? options.conversation));
  if (said) {
    asked.consent = said;
  }
  return asked;
}

/** The newest text of the elements. */
function contextOf(selector) {
  const text = selector
    ? Array.from(document.querySelectorAll(selector), (part) => part.textContent.trim()).join("\n")
    : "";
  return text.replace(/\s+/g, " ").slice(-CONTEXT_CHARACTERS);
}

function render(host, ad, options, server, nonce) {
  const { messageId, payload } = ad;
  const root = host.shadowRoot || host.attachShadow({ mode: "open" });
  leave(host);
  root.replaceChildren();
  dress(root, nonce);
  if (options.theme) {
    host.dataset.theme = options.theme;
  }
  const opened = (box) => whenSeen(box, (eventType) => server.report(messageId, [{ eventType }]));
  if (!payload.nodes) {
    const made = card(payload);
    if (made) {
      root.append(made);
      opened(made);
      tellAbout(host, ad, options, server);
    }
    return Boolean(made);
  }
  const runs = conversation(payload, (events) => server.report(messageId, events), {
    root,
    host,
    settings: { ...options, timeoutMillis: timeoutMillis(options.timeoutSeconds) },
    opened,
    ended: () => announce(host, "ended", { messageId }),
  });
  if (runs) {
    tellAbout(host, ad, options, server);
  }
  return runs;
}

/** Puts the reader's menu below the ad. */
function tellAbout(host, { messageId, payload, decision }, options, server) {
  const language = payload.metadata?.language || host.closest("[lang]")?.lang || "en";
  const menu = about(decision?.whyUrl, labels(language, options.labels), {
    say: (kind) => server.say(messageId, kind),
    hidden: (kept) => {
      leave(host);
      for (const part of Array.from(host.shadowRoot.children)) {
        if (!part.contains(kept) && part.localName !== "style") {
          part.remove();
        }
      }
      host.dataset.interlude = "hidden";
      announce(host, "hidden", { messageId });
    },
  });
  host.shadowRoot.append(element("div", { class: "below", lang: language, dir: direction(language) }, menu));
}

function timeoutMillis(seconds) {
  const millis = Number(seconds) * 1_000;
  return millis > 0 ? Math.min(millis, LONGEST_TIMEOUT_MILLIS) : IDLE_MILLIS.web;
}

function announce(host, what, detail) {
  host.dispatchEvent(new CustomEvent("interlude-" + what, { bubbles: true, detail }));
}
