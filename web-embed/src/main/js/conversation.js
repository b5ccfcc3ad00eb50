// Shows a flow: a teaser that opens to the conversation. The disclosure is in view all along.

import { direction, element, picture, sponsoredLink } from "./dom.js";
import { labels } from "./labels.js";
import { session } from "./session.js";

const TEASER_CHARACTERS = 120;

/** The one conversation of this page that is open. */
let current = null;

/** Ends the open conversation, if it goes on and is in the element; in any without one. */
export function leave(host) {
  if (current && (!host || current.place.host === host)) {
    current.walk.exit();
  }
}

/**
 * @param place where it is shown: `{root, host, settings, opened, ended}`, the last two being told when it opens, with
 *     its element, and when it is over
 * @return true if the flow can be shown
 */
export function conversation(flow, report, place) {
  const view = new View(flow, place);
  view.walk = session(flow, { report, present: (items) => view.show(items), settings: place.settings });
  if (!view.walk.runnable()) {
    return false;
  }
  place.root.append(view.box);
  // A conversation that opens by itself does not break off another.
  if (place.settings.presentation === "card" && !(current && current.walk.running())) {
    view.open();
  } else {
    view.tease();
  }
  return true;
}

class View {
  constructor(flow, place) {
    this.meta = flow.metadata;
    this.flow = flow;
    this.place = place;
    const language = this.meta.language || "en";
    this.words = labels(language, place.settings.labels);
    this.box = element("div", {
      class: "box",
      role: "group",
      tabindex: -1,
      lang: language,
      dir: direction(language),
      "aria-label": this.meta.disclosureText,
    });
  }

  tease() {
    const text = this.meta.teaser || this.entryText();
    const button = element("button", { class: "teaser", type: "button", "aria-expanded": "false" },
      this.logo(),
      element("span", { class: "words" },
        element("span", { class: "disclosure" }, this.meta.disclosureText),
        element("span", { class: "invitation" }, text)),
      element("span", { class: "chevron", "aria-hidden": "true" }));
    button.addEventListener("click", () => {
      this.open();
      this.box.focus({ preventScroll: true });
    });
    this.box.replaceChildren(button);
  }

  entryText() {
    const text = this.walk.node(this.flow.entryNodeId).text;
    return text.length > TEASER_CHARACTERS ? text.slice(0, TEASER_CHARACTERS - 1).trimEnd() + "…" : text;
  }

  logo() {
    return picture(this.meta.brandLogoUrl, "", "logo");
  }

  open() {
    leave(); // one at a time
    current = this;
    this.log = element("div", {
      class: "log", role: "log", "aria-live": "polite", tabindex: 0, "aria-label": this.meta.advertiserName,
    });
    this.next = element("div", { class: "next" });
    this.box.replaceChildren(this.head(), this.log, this.next);
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.isComposing) {
        event.stopPropagation();
        this.close();
      }
    });
    this.walk.open();
    this.place.opened(this.box);
  }

  head() {
    const close = element("button", { class: "close", type: "button", "aria-label": this.words.close });
    close.addEventListener("click", () => this.close());
    return element("div", { class: "head" }, this.logo(),
      element("div", { class: "words" },
        element("p", { class: "name" }, this.meta.advertiserName),
        element("p", { class: "disclosure" }, this.meta.disclosureText)),
      close);
  }

  /** Ends the walk if it still goes on. The ad leaves the page, and focus stays at its place. */
  close() {
    this.walk.exit();
    const host = this.place.host;
    const focused = host.getRootNode().activeElement === host;
    this.box.remove();
    host.dataset.interlude = "closed";
    if (focused) {
      host.setAttribute("tabindex", "-1");
      host.focus({ preventScroll: true });
    }
  }

  show(items) {
    const hadFocus = this.next.contains(this.place.root.activeElement);
    const hadField = hadFocus && this.place.root.activeElement.matches(".field");
    let first = null;
    this.next.replaceChildren();
    for (const item of items) {
      const bubble = this.bubble(item);
      if (bubble) {
        this.log.append(bubble);
        first = first || bubble;
      }
      this.offer(item);
    }
    this.next.hidden = !this.next.hasChildNodes();
    if (first) {
      this.log.scrollTop = first.offsetTop - this.log.offsetTop - 12;
    }
    if (hadFocus) {
      this.focusNext(hadField);
    }
    if (this.walk.ended()) {
      this.place.ended();
    }
  }

  focusNext(hadField) {
    const target = (hadField && this.next.querySelector(".field"))
      || this.next.querySelector(".action, .choices") || this.box;
    target.focus({ preventScroll: true });
  }

  /** What the advertiser says; the disclosure stands above all of it already. */
  bubble(item) {
    const photo = picture(item.imageUrl, item.imageAltText, "photo");
    return item.kind !== "disclosure" && (item.text || photo)
      ? element("div", { class: "said" }, photo, item.text)
      : null;
  }

  offer(item) {
    if (item.kind === "choices") {
      this.next.replaceChildren(this.choices(item));
      const node = this.walk.node(item.nodeId);
      if ((node.intents && node.intents.length) || node.noMatchTarget) {
        this.next.append(this.reply(item.nodeId));
      }
    } else if (item.kind === "link" || item.kind === "handoff") {
      const link = sponsoredLink(item.label, item.url);
      if (link) {
        this.follow(link);
        this.next.replaceChildren(element("div", { class: "end" }, link));
      }
    }
  }

  choices(item) {
    const buttons = item.choices.map((choice) => {
      const button = element("button", { class: "choice", type: "button" }, choice.label);
      button.addEventListener("click", () => {
        this.mine(choice.label);
        this.walk.choose(choice.id);
      });
      return button;
    });
    return element("div", { class: "choices", role: "group", tabindex: -1, "aria-label": item.text }, ...buttons);
  }

  /** A field for answers in the person's own words. */
  reply(nodeId) {
    const field = element("input", {
      class: "field",
      type: "text",
      maxlength: 500,
      autocomplete: "off",
      enterkeyhint: "send",
      "aria-label": this.words.answer,
      placeholder: this.words.answer,
    });
    const send = element("button", { class: "send", type: "button", "aria-label": this.words.send });
    const say = () => {
      const text = field.value.trim();
      if (text) {
        field.value = "";
        this.mine(text);
        this.walk.say(text, nodeId);
      }
    };
    // No form element: a strict policy may forbid to submit any.
    send.addEventListener("click", say);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        say();
      }
    });
    return element("div", { class: "reply" }, field, send);
  }

  mine(text) {
    this.log.append(element("div", { class: "mine", dir: "auto" }, text));
  }

  follow(link) {
    const activate = (event) => event.button < 2 && this.walk.activate();
    link.addEventListener("click", activate);
    link.addEventListener("auxclick", activate);
  }
}
