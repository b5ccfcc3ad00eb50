// Corrections: what was taken back from the counts, newest first.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { dialog } from "../form/ask.js";
import { Group, choice, moment, text as textField } from "../form/controls.js";
import { row as fields } from "../form/parts.js";
import { table } from "../lists.js";
import { Page, heading, panel } from "../page.js";
import * as text from "../text.js";

const page = new Page("corrections", draw, { manages: false });
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const list = element("div", {});
  const items = [];
  const more = async (cursor) => {
    const answer = await api.get(session.key(), "/v1/corrections", { cursor });
    items.push(...answer.items);
    list.replaceChildren(items.length === 0
      ? nothing("Nothing was taken back.", "A correction takes events out of every count, such as the clicks of a bot.")
      : table("Corrections", ["When", "Why", ["Events", "number"], "With key"], items.map((item) => row(session, item))),
    ...(answer.nextCursor ? [element("p", { className: "tools" }, button("Earlier ones", () => more(answer.nextCursor)))] : []));
  };
  await more("");
  const take = session.manages ? [button("Take events back …", () => takeBack(session))] : [];
  return [heading("Corrections", "Events that were taken back from the counts, newest first.", ...take), panel("Corrections so far", {}, list)];
}

function row(session, { correctionId, reason, events, correctedAt, changedBy }) {
  return element("tr", { "data-correction": correctionId },
    element("th", { scope: "row", className: "start", content: text.moment(correctedAt, session.zone) }),
    element("td", { className: "wordy", content: reason }),
    element("td", { className: "number", content: text.count(events) }),
    element("td", { content: changedBy ?? "–" }));
}

const TYPES = ["", "fetch", "send", "deliver", "read", "click", "conversion", "custom"];

/** Asks which events; says how many they are before any is taken back. */
async function takeBack(session) {
  const done = await dialog("Take events back", (close) => {
    const controls = {
      from: moment("From", session.zone), to: moment("To", session.zone),
      eventType: choice("Events", TYPES.map((name) => [name, name === "" ? "Of every type" : text.words(name)])),
      lineItem: textField("Line item", { hint: "Its id. Empty: of every one.", choices: session.names.ids("lineItem") }),
      messageId: textField("Fetch", { placeholder: "native-…", hint: "Its id, to take back the events of one fetch." }),
    };
    const form = new Group(controls, element("div", { className: "builder" }, fields({ from: controls.from, to: controls.to }), controls.eventType.node, controls.lineItem.node, controls.messageId.node));
    const reason = textField("Why", { maxlength: 500 });
    const said = element("p", { role: "status" });
    const look = element("button", { type: "submit", className: "primary", content: "Count them" });
    const go = element("button", { type: "button", className: "danger", content: "Take them back" });
    go.disabled = true;
    const asked = (dryRun) => api.post(session.key(), "/v1/corrections", { filter: form.read() ?? {}, reason: reason.read() ?? "", dryRun });
    const attempt = async (dryRun) => {
      look.disabled = go.disabled = true;
      said.className = "";
      try {
        const answer = await asked(dryRun);
        if (!dryRun) return close(true);
        said.textContent = answer.events === 0 ? "No event matches." : `${text.count(answer.events)} events: ${Object.entries(answer.eventTypes).map(([type, count]) => `${text.words(type)} ${text.count(count)}`).join(", ")}.`
          + (answer.alreadyCorrected > 0 ? ` ${text.count(answer.alreadyCorrected)} more were taken back before.` : "");
        go.disabled = answer.events === 0;
      } catch (failure) {
        said.className = "error";
        said.textContent = failure.message;
      } finally {
        look.disabled = false;
      }
      return undefined;
    };
    const box = element("form", { className: "builder", novalidate: "", autocomplete: "off" }, form.node, reason.node, said, element("p", { className: "tools" }, look, go));
    box.addEventListener("input", () => { go.disabled = true; });
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(true);
    });
    go.addEventListener("click", () => attempt(false));
    return [element("p", { className: "muted", content: "Every count, budget, cap and rotation becomes what it would be without them. They stay in the journal. It can't be undone." }), box];
  }, { className: "drawer" });
  if (done) page.open(session);
}
