// The page on which a flow is written: text, violations in place, graph, and a player.

import * as api from "../api.js";
import { EXAMPLE } from "./example.js";
import { drawGraph } from "./graph.js";
import { nearest, places } from "./places.js";
import { Player } from "./play.js";

const QUIET_MILLIS = 250;

const byId = (id) => document.getElementById(id);

let signedIn = null;
let page = null;

/** Shows the page for a session: `key()` gives its key; `creative` is opened. The text outlives a change of pages. */
export function open(session, parameters) {
  const wanted = parameters.get("creative") ?? "";
  if (signedIn !== session) {
    signedIn = session;
    page ??= new FlowPage();
    page.begin(wanted);
  } else if (wanted !== "") {
    page.listCreatives(wanted);
  }
}

/** Forgets everything of the session. */
export function close() {
  signedIn = null;
  page?.forget();
}

class FlowPage {
  constructor() {
    this.text = byId("flow-text");
    this.marks = byId("flow-marks");
    this.player = new Player({ talk: byId("play-talk"), controls: byId("play-controls"), log: byId("play-events") });
    this.text.addEventListener("input", () => this.changed());
    this.text.addEventListener("scroll", () => this.follow());
    byId("flow-open").addEventListener("change", () => this.load());
    byId("flow-save").addEventListener("click", () => this.save());
    byId("flow-format").addEventListener("click", () => this.format());
    byId("play-again").addEventListener("click", () => this.play());
    byId("play-surface").addEventListener("change", () => this.play());
    new ResizeObserver(() => this.follow()).observe(this.text);
  }

  begin(wanted) {
    this.creative = null;
    this.etag = "";
    byId("flow-save").hidden = true;
    this.tell("");
    this.write(EXAMPLE);
    this.listCreatives(wanted);
  }

  forget() {
    clearTimeout(this.timer);
    this.player.stop();
    this.text.value = "";
    byId("flow-open").replaceChildren();
  }

  async listCreatives(wanted) {
    const session = signedIn;
    const choices = [new Option("Example", "")];
    try {
      for (const creative of await api.all(session.key(), "/v1/manage/creatives")) {
        if (creative.type === "flow") choices.push(new Option(`${creative.id} (${creative.status})`, creative.id));
      }
    } catch (failure) {
      this.tell(failure instanceof api.Refusal && failure.status === 403
        ? "A read key can't see creatives or validate. Sign in with a management key."
        : "The creatives can't be read at the moment.");
    }
    if (session !== signedIn) return;
    byId("flow-open").replaceChildren(...choices);
    if (choices.some(({ value }) => value !== "" && value === wanted)) {
      byId("flow-open").value = wanted;
      this.load();
    }
  }

  async load() {
    const id = byId("flow-open").value;
    byId("flow-save").hidden = true;
    this.tell("");
    if (id === "") {
      this.write(EXAMPLE);
      return;
    }
    try {
      const { body, etag } = await api.resource(signedIn.key(), `/v1/manage/creatives/${encodeURIComponent(id)}`);
      this.creative = body;
      this.etag = etag;
      byId("flow-save").hidden = false;
      this.write(body.flow);
    } catch (failure) {
      this.tell(failure.message);
    }
  }

  async save() {
    const flow = this.parsed();
    if (flow === null) return;
    try {
      const path = `/v1/manage/creatives/${encodeURIComponent(this.creative.id)}`;
      const { body, etag } = await api.replace(signedIn.key(), path, { ...this.creative, flow }, this.etag);
      this.creative = body;
      this.etag = etag;
      this.tell("Saved. It serves within two seconds; links already shown keep their old targets.");
    } catch (failure) {
      this.tell(failure.status === 409
        ? "Somebody else has changed this creative since you opened it. Copy your text, open it again, and put your change in."
        : failure.message);
    }
  }

  write(flow) {
    this.text.value = JSON.stringify(flow, null, 2);
    this.text.scrollTop = 0;
    this.check();
  }

  format() {
    const flow = this.parsed();
    if (flow !== null) this.write(flow);
  }

  parsed() {
    try {
      return JSON.parse(this.text.value);
    } catch (broken) {
      return null;
    }
  }

  changed() {
    this.mark([]);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), QUIET_MILLIS);
  }

  async check() {
    clearTimeout(this.timer);
    const session = signedIn;
    const text = this.text.value;
    let flow;
    try {
      flow = JSON.parse(text);
    } catch (broken) {
      this.show(null, [{ path: null, rule: "json", message: `This is no JSON yet: ${broken.message}.` }]);
      return;
    }
    let violations;
    try {
      violations = await api.validate(session.key(), flow);
    } catch (failure) {
      if (session === signedIn) byId("flow-verdict").textContent = failure.message;
      return;
    }
    if (session === signedIn && text === this.text.value) this.show(flow, violations);
  }

  show(flow, violations) {
    this.valid = flow !== null && violations.length === 0;
    const found = places(this.text.value);
    const shown = violations.map((broken) => ({ ...broken, place: broken.path === null ? null : nearest(found, broken.path) }));
    byId("flow-verdict").textContent = this.valid
      ? "This flow breaks no rule."
      : `${violations.length} ${violations.length === 1 ? "rule is" : "rules are"} broken.`;
    byId("flow-verdict").className = this.valid ? "verdict good" : "verdict bad";
    byId("flow-violations").replaceChildren(...shown.map((broken) => this.violation(broken)));
    this.mark(violations.filter((broken) => broken.path).map((broken) => markedPlace(found, broken.path)));
    const wrong = new Set(violations.map((broken) => /^nodes\[(\d+)\]/.exec(broken.path ?? "")?.[1]).filter(Boolean).map(Number));
    if (flow !== null) drawGraph(byId("flow-graph"), flow, wrong, (index) => this.select(nearest(found, `nodes[${index}]`)));
    byId("flow-save").disabled = !this.valid;
    if (this.valid) this.play();
    else this.cannotPlay();
  }

  violation({ path, message, place }) {
    const line = document.createElement("li");
    const where = document.createElement(place === null ? "span" : "button");
    where.className = "where";
    where.textContent = path === null ? "text" : path === "" ? "flow" : path;
    if (place !== null) {
      where.type = "button";
      where.addEventListener("click", () => this.select(place));
    }
    line.append(where, " ", message);
    return line;
  }

  /** Underlines the places: a copy of the text lies behind the one that is edited. */
  mark(wrong) {
    const text = this.text.value;
    const parts = [];
    let at = 0;
    for (const { from, to } of [...wrong].sort((a, b) => a.from - b.from || a.to - b.to)) {
      if (from < at || to === from) continue;
      const mark = document.createElement("mark");
      mark.textContent = text.slice(from, to);
      parts.push(text.slice(at, from), mark);
      at = to;
    }
    this.marks.replaceChildren(...parts, `${text.slice(at)}\n`);
    this.follow();
  }

  follow() {
    this.marks.scrollTop = this.text.scrollTop;
    this.marks.scrollLeft = this.text.scrollLeft;
  }

  select({ from, to }) {
    this.text.focus();
    this.text.setSelectionRange(from, to);
    const line = this.text.value.slice(0, from).split("\n").length - 1;
    this.text.scrollTop = Math.max(0, line * parseFloat(getComputedStyle(this.text).lineHeight) - this.text.clientHeight / 3);
  }

  play() {
    const flow = this.parsed();
    if (!this.valid || flow === null) return;
    byId("play-none").hidden = true;
    this.player.play(flow, byId("play-surface").value);
  }

  cannotPlay() {
    this.player.stop();
    byId("play-none").hidden = false;
  }

  tell(message) {
    byId("flow-message").textContent = message;
  }
}

/** A whole node would drown the rest: its id stands for it. */
function markedPlace(found, path) {
  return found.get(`${path}.id`) ?? nearest(found, path);
}
