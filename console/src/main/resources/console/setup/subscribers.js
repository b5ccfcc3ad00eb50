// Erases a person: whoever asks for it is forgotten, and a receipt says so.

import * as api from "../api.js";
import { element, nothing } from "../dom.js";
import { confirm } from "../form/ask.js";
import { text as textField } from "../form/controls.js";
import { table } from "../lists.js";
import { Page, heading, panel } from "../page.js";
import * as text from "../text.js";

const ROWS = 50;
const page = new Page("subscribers", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const field = textField("Subscriber", { hint: "The id that your application sends with a fetch." });
  field.input.id = "erase-id";
  field.node.querySelector("label").htmlFor = "erase-id";
  const error = element("p", { className: "error", role: "alert" });
  const go = element("button", { type: "submit", className: "danger", content: "Erase …" });
  const receipt = element("div", { id: "receipt", className: "receipt", role: "status" });
  const list = element("div", { id: "receipts" }, ...await receipts(session));
  const form = element("form", { className: "builder", novalidate: "", autocomplete: "off" }, field.node, error, element("p", { className: "tools" }, go));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const id = field.read();
    error.textContent = "";
    receipt.replaceChildren();
    if (id === undefined) {
      error.textContent = "Enter the id of a subscriber.";
      field.input.focus();
      return;
    }
    if (!await confirm("Erase this subscriber?", ["The link between the journal and this person is destroyed, and cannot be restored, not even by us. Totals stay as they are. This can't be undone.",
      "If the same id comes again, it is a new person."], "Erase", { typed: "erase" })) return;
    go.disabled = true;
    try {
      const answer = await api.remove(session.key(), `/v1/manage/subscribers/${encodeURIComponent(id)}`);
      field.write("");
      receipt.replaceChildren(...proof(session, answer ?? {}));
      list.replaceChildren(...await receipts(session));
    } catch (failure) {
      error.textContent = failure.status === 404 || failure.status === 405 ? "This server erases no subscribers." : failure.message;
    } finally {
      go.disabled = false;
    }
  });
  return [heading("Subscribers", "When a person asks to be forgotten."), panel("Erase a subscriber", {}, form, receipt), panel("Receipts", { note: "Of all that was erased, newest first." }, list)];
}

async function receipts(session) {
  let items;
  try {
    items = await api.all(session.key(), "/v1/manage/erasures");
  } catch (failure) {
    return [nothing("The receipts can't be read now.", failure.message)];
  }
  const rows = items.map(({ receiptId, erasedAt, erasedBy }) => element("tr", {}, element("th", { scope: "row", className: "id", content: receiptId }),
    element("td", { content: `${text.start(erasedAt, "day", session.zone)}, ${text.timeOfDay(erasedAt, session.zone)}`, "data-sort": erasedAt }), element("td", { content: erasedBy })));
  return [rows.length > 0 ? table("Receipts", ["Receipt", "Erased at", "By"], rows, { most: ROWS }) : nothing("Nobody was erased yet.", "Each erasure leaves a receipt here.")];
}

function proof(session, answer) {
  const at = answer.erasedAt ?? answer.subscriberErasedAt;
  const rest = Object.entries(answer).filter(([name, value]) => !["receiptId", "erasedAt"].includes(name) && typeof value !== "object");
  return [element("h3", { content: "Erased. This is the receipt." }), element("dl", { className: "facts" },
    ...[["Receipt", answer.receiptId ?? "–"], ["At", at ? `${text.start(at, "day", session.zone)}, ${text.timeOfDay(at, session.zone)}` : "–"], ...rest.map(([name, value]) => [text.words(name), String(value)])]
      .flatMap(([name, content]) => [element("dt", { content: name }), element("dd", { content })])),
  element("p", { className: "muted small", content: "Keep the number of the receipt. The id of the person is not in it." })];
}
