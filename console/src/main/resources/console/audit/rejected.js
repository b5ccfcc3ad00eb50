// Refused events: why each was, what came, and a second try.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { dialog } from "../form/ask.js";
import { table } from "../lists.js";
import { Page, address, badge, heading, panel } from "../page.js";
import { PRESETS, presetRange } from "../range.js";
import * as text from "../text.js";

const RANGES = ["1h", "24h", "7d", "30d"];
const ROWS = 50;
const VERDICTS = { refused: "Refused on receipt", unmatched: "Matches no fetch", unreadable: "Not readable" };

const page = new Page("rejected", draw, { manages: false });
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const state = { range: RANGES.includes(parameters.get("range")) ? parameters.get("range") : "24h", reason: parameters.get("reason") ?? "", messageId: parameters.get("messageId") ?? "" };
  const { from, to } = presetRange(state.range, session.zone);
  const list = element("div", {});
  const items = [];
  const more = async (cursor) => {
    const answer = await api.get(session.key(), "/v1/journal/rejected", { from, to, reason: state.reason, messageId: state.messageId, limit: ROWS, cursor });
    items.push(...answer.items);
    list.replaceChildren(items.length === 0 ? nothing("No event was refused.", "Choose a longer range, or another reason.")
      : table("Refused events", ["When", "Why", ["Event", "wide"], ["Fetch", "wide"], ""], items.map((item) => row(session, item))),
    ...(answer.nextCursor ? [element("p", { className: "tools" }, button("Later ones", () => more(answer.nextCursor)))] : []));
  };
  await more("");
  return [heading("Refused events", "Each was answered with its reason, or found later to match no fetch. None of them counts."),
    panel("Refused so far", {}, filters(state), list)];
}

function filters(state) {
  const range = element("select", { id: "rejected-range" }, ...RANGES.map((name) => new Option(PRESETS.find(([known]) => known === name)[1], name)));
  range.value = state.range;
  const reason = element("input", { id: "rejected-reason", autocomplete: "off", spellcheck: "false", placeholder: "unknown_fetch" });
  reason.value = state.reason;
  const fetched = element("input", { id: "rejected-fetch", autocomplete: "off", spellcheck: "false", placeholder: "native-…" });
  fetched.value = state.messageId;
  const go = () => { location.hash = address("rejected", { range: range.value, reason: reason.value.trim(), messageId: fetched.value.trim() }); };
  const field = (label, control) => {
    control.addEventListener("change", go);
    return element("div", { className: "field" }, element("label", { for: control.id, content: label }), control);
  };
  return element("div", { className: "builder builder-row looking" }, field("Range", range), field("Reason", reason), field("Fetch", fetched));
}

function row(session, item) {
  const { id, rejectedAt, reason, description, eventType, messageId, verdict, test } = item;
  return element("tr", { "data-rejected": id },
    element("th", { scope: "row", className: "start", content: text.moment(rejectedAt, session.zone), "data-sort": rejectedAt }),
    element("td", { className: "wordy" }, text.words(reason), element("span", { className: "under", content: description })),
    element("td", { className: "wide" }, eventType ? text.words(eventType) : "–", ...(test ? [" ", badge("Test")] : []), element("span", { className: "under", content: VERDICTS[verdict] ?? text.words(verdict) })),
    element("td", { className: "wide" }, messageId ? element("a", { className: "id", href: address("fetch", { id: messageId }), content: `…${messageId.slice(-8)}`, title: messageId }) : "–"),
    element("td", {}, button("Look", () => look(session, item), { "aria-label": `Look at the refused event of ${text.moment(rejectedAt, session.zone)}` })));
}

/** What came, and with a management key a second try, as it was or corrected. */
function look(session, { id, body, reason, description, field, keyId, source, pastRetention }) {
  const facts = [["Reason", text.words(reason)], ["In words", description], ["Field", field], ["Came by", source && text.words(source)], ["With key", keyId]].filter(([, value]) => value);
  return dialog("A refused event", () => {
    const shown = element("textarea", { id: "rejected-body", rows: 12, spellcheck: "false", autocapitalize: "off", autocomplete: "off", className: "code" });
    shown.value = JSON.stringify(body, null, 2);
    shown.readOnly = !session.manages;
    const said = element("p", { role: "status", className: "muted small" });
    const send = element("button", { type: "submit", className: "primary", content: "Send it again" });
    const form = element("form", { className: "builder", novalidate: "" },
      element("div", { className: "field" }, element("label", { for: shown.id, content: session.manages ? "What came; fix it before you send it again" : "What came" }), shown),
      ...(session.manages ? [element("p", { className: "tools" }, send)] : []), said);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      send.disabled = true;
      said.className = "error";
      try {
        const answer = await api.send(session.key(), `/v1/journal/rejected/${encodeURIComponent(id)}:redrive`, JSON.parse(shown.value));
        said.className = "muted small";
        said.textContent = `Recorded as event ${answer.body.eventId}. Sending it twice counts once.`;
      } catch (failure) {
        said.textContent = failure instanceof SyntaxError ? `This is no JSON: ${failure.message}` : failure.message;
      } finally {
        send.disabled = false;
      }
    });
    return [element("dl", { className: "facts" }, ...facts.flatMap(([name, value]) => [element("dt", { content: name }), element("dd", { content: value })])),
      ...(pastRetention ? [element("p", { className: "muted", content: "What it said is past the retention of your org, and kept no more." })] : [form])];
  }, { className: "drawer" });
}
