// Keys: made and shown once, changed, rotated, revoked.

import * as api from "../api.js";
import { PATHS, one } from "../book/catalogue.js";
import { button, element, nothing } from "../dom.js";
import { confirm, dialog } from "../form/ask.js";
import { Group, choice, lines, number, text as textField } from "../form/controls.js";
import { row } from "../form/parts.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { badge, panel } from "../page.js";
import * as text from "../text.js";
import { editDialog, tellKey } from "./secret.js";

const KINDS = [["fetch", "Fetch"], ["tag", "Publisher tag"], ["mgmt", "Management"], ["read", "Read"]];
const KINDS_HINT = "Fetch: a server that asks for ads and reports events. Publisher tag: a public page, from its origins. Management: everything. Read: numbers and journal.";
const OVERLAPS = [["PT24H", "24 hours"], ["PT1H", "1 hour"], ["P7D", "7 days"], ["PT0S", "none: the old one ends now"]];

export function keysPanel(view) {
  const { key: keys, application: apps } = view;
  const rows = keys.map((key) => line(view, key, apps.find(({ id }) => id === key.applicationId)?.name));
  const used = keys.some((key) => key.lastUsedAt);
  return panel("Keys", { note: "A key is shown once, when it is made. A revoked one stops within two seconds.", beside: [button("New key", () => makeKey(view), { id: "new-key" })] },
    rows.length > 0 ? table("Keys", ["Key", "Kind", ["Application", "wide"], ["Most per second", "number wide"], ...(used ? ["Last used"] : []), ""], rows)
      : nothing("No key yet.", "An application needs a fetch key to ask for ads."));
}

function line(view, key, application) {
  const { session } = view;
  const problem = element("span", { className: "error", role: "alert" });
  const attempt = (act) => async () => {
    problem.textContent = "";
    try {
      await act();
    } catch (failure) {
      problem.textContent = failure.message;
    }
  };
  return element("tr", { "data-key": key.id },
    element("th", { scope: "row" }, element("span", { className: "id", content: key.id }),
      ...[key.label, key.prefix && `${key.prefix}…`].filter(Boolean).map((each) => element("span", { className: "under", content: each })),
      ...(key.allowedOrigins?.length > 0 ? [element("span", { className: "under", content: key.allowedOrigins.join(", ") })] : [])),
    element("td", {}, badge(key.kind), ...(key.previousExpiresAt && Date.parse(key.previousExpiresAt) > Date.now()
      ? [element("span", { className: "under", content: `old one until ${text.moment(key.previousExpiresAt, session.zone)}` })] : [])),
    element("td", { className: "wide", content: application ?? "–" }),
    element("td", { className: "number wide", content: key.rateLimitPerSecond ? text.count(key.rateLimitPerSecond) : "–" }),
    ...(view.key.some((each) => each.lastUsedAt) ? [element("td", { className: "start", content: key.lastUsedAt ? text.moment(key.lastUsedAt, session.zone) : "never" })] : []),
    element("td", {}, element("div", { className: "tools acts" },
      button("Edit", attempt(() => editKey(view, key)), { "aria-label": `Edit ${key.id}` }),
      button("Rotate", attempt(() => rotate(view, key, problem)), { "aria-label": `Rotate ${key.id}` }),
      historyButton(session, { path: one("key", key.id), name: `key ${key.id}`, changed: view.again, restores: false }),
      button("Revoke", attempt(() => revoke(view, key)), { "aria-label": `Revoke ${key.id}` }), problem)));
}

/** Which fields a key has hangs on its kind. */
class KeyGroup extends Group {
  constructor(apps, isNew) {
    const kind = choice("Kind", KINDS, { hint: KINDS_HINT });
    const label = textField("Label", { hint: "What it is for, such as a server's name." });
    const applicationId = choice("Application", apps.map(({ id, name }) => [id, name]));
    const allowedOrigins = lines("Allowed origins", { rows: 2, placeholder: "https://www.example.com", hint: "One a line: scheme and host, no path." });
    const rateLimitPerSecond = number("Maximum requests per second", { hint: "Empty: the limit of the service." });
    const maxConversionValue = textField("Highest value of a conversion by pixel", { hint: "In whatever currency it names. Empty: 1,000,000." });
    super({ kind, label, applicationId, allowedOrigins, rateLimitPerSecond, maxConversionValue }, element("div", { className: "builder" },
      row(isNew ? { kind, applicationId } : {}), label.node, allowedOrigins.node, row({ rateLimitPerSecond, maxConversionValue })));
    kind.input.addEventListener("change", () => this.turn());
  }

  write(value) {
    super.write(value);
    if (!value?.applicationId) this.controls.applicationId.input.selectedIndex = 0;
    this.turn();
  }

  turn() {
    const kind = this.controls.kind.input.value;
    this.controls.applicationId.node.hidden = !["fetch", "tag"].includes(kind);
    this.controls.allowedOrigins.node.hidden = kind !== "tag";
    this.controls.maxConversionValue.node.hidden = !["fetch", "tag"].includes(kind);
  }

  read() {
    const { applicationId, allowedOrigins, maxConversionValue, ...body } = super.read();
    return { ...body, ...(["fetch", "tag"].includes(body.kind) ? { ...(applicationId ? { applicationId } : {}), ...(maxConversionValue ? { maxConversionValue } : {}) } : {}), ...(body.kind === "tag" ? { allowedOrigins } : {}) };
  }
}

async function makeKey({ session, application: apps, again }) {
  const made = await editDialog("New key", session, {
    path: PATHS.key, form: new KeyGroup(apps, true), defaults: { kind: apps.length > 0 ? "fetch" : "read", applicationId: apps[0]?.id }, save: "Make the key",
  });
  if (!made) return;
  await tellKey("Your new key", made.key, made.kind === "tag" ? "It may be in a public page: it works from its origins only." : "Keep it where secrets are kept. It belongs in no page, address or repository.");
  again();
}

async function editKey({ session, application: apps, again }, key) {
  const read = await api.resource(session.key(), one("key", key.id));
  if (await editDialog(`Key ${key.id}`, session, { path: PATHS.key, form: new KeyGroup(apps, false), read })) again();
}

async function rotate({ session, again }, key, problem) {
  const overlap = choice("How long the old one stays valid", OVERLAPS);
  const sure = await dialog(`Rotate ${key.id}?`, (close) => {
    const form = element("form", { className: "builder", novalidate: "" },
      element("p", { content: "You get a new key of the same kind. Put it where the old one is, while both work." }), overlap.node,
      element("p", { className: "tools" }, element("button", { type: "submit", className: "primary", content: "Rotate" }), button("Cancel", () => close(false))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close(true);
    });
    return [form];
  });
  if (!sure) return;
  try {
    const answer = await api.post(session.key(), `${one("key", key.id)}:rotate?strict=true`, { overlap: overlap.read() });
    await tellKey("The new key", answer.key, ...(answer.previousExpiresAt ? [`The old one works until ${text.moment(answer.previousExpiresAt, session.zone)}.`] : []));
    again();
  } catch (failure) {
    problem.textContent = failure.status === 404 || failure.status === 405 ? "This server rotates no keys: make another, and revoke this one." : failure.message;
  }
}

async function revoke({ session, again }, key) {
  const words = ["Requests with it are refused within two seconds. This can't be undone.", ...(key.kind === "mgmt" ? ["If you signed in with it, you are signed out."] : [])];
  if (!await confirm(`Revoke key ${key.id}?`, words, "Revoke the key", { typed: "revoke" })) return;
  await api.remove(session.key(), one("key", key.id));
  again();
}
