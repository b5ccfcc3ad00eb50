// Who changed a resource, when and what; and an earlier version put back.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { confirm, dialog } from "../form/ask.js";
import { valueWords } from "../form/difference.js";
import { mayLeave } from "../form/unsaved.js";
import * as text from "../text.js";
import { badge } from "../page.js";

export const KINDS = { created: ["Made", "good"], changed: ["Changed", ""], archived: ["Archived", "warn"], restored: ["Restored", "good"] };

/** A button that opens the history of a resource. `changed()` is called after a restore; keys have none. */
export function historyButton(session, { path, name, changed, restores = true }) {
  return button("History", () => show(session, { path, name, changed, restores }));
}

function show(session, resource) {
  const list = element("ol", { className: "history" });
  const more = element("p", { className: "tools" });
  const state = element("p", { className: "muted", role: "status", content: "Reading …" });
  return dialog(`History of ${resource.name}`, (close) => {
    const view = { session, ...resource, list, more, state, close, first: true };
    read(view, "");
    return [state, list, more];
  }, { className: "drawer" });
}

async function read(view, cursor) {
  view.more.replaceChildren();
  try {
    const { items = [], nextCursor } = await api.get(view.session.key(), `${view.path}/history`, { cursor, limit: 50 });
    view.state.textContent = "";
    view.list.append(...items.map((item) => entry(view, item)));
    if (view.list.childElementCount === 0) view.state.replaceWith(nothing("No change is kept.", "Changes made before the service kept them are not here."));
    if (nextCursor) view.more.append(button("Earlier changes", () => read(view, nextCursor)));
  } catch (failure) {
    view.state.textContent = failure.status === 404 ? "This server keeps no history." : failure.message;
  }
}

function entry(view, { revision, changedAt, keyId, userId, changedBy, kind, changes = [] }) {
  const [words, mark] = KINDS[kind] ?? [text.words(kind ?? "changed"), ""];
  const newest = view.first;
  const at = `${text.start(changedAt, "day", view.session.zone)}, ${text.timeOfDay(changedAt, view.session.zone)}`;
  view.first = false;
  const restore = button("Restore this version", () => putBack(view, revision), { "aria-label": `Restore the version of ${at}` });
  return element("li", { "data-revision": revision },
    element("p", { className: "history-head" }, badge(words, mark), element("strong", { content: at }),
      element("span", { className: "muted small", content: byWhom({ keyId, userId, changedBy }) }), ...(view.restores && !newest && kind !== "archived" ? [restore] : [])),
    ...(changes.length > 0 ? [element("dl", { className: "facts" }, ...changes.flatMap(({ path, before, after }) => [
      element("dt", { content: text.words(path) }), element("dd", {}, element("del", { content: valueWords(before) }), " ", element("ins", { content: valueWords(after) }))]))] : []));
}

/** Who made a change. */
export function byWhom({ keyId, userId, changedBy }) {
  if (changedBy === "feedback_limit") return "by the product: readers reported it too often";
  return userId ? `by ${userId}` : `with key ${keyId ?? "of the service"}`;
}

async function putBack(view, revision) {
  if (!await mayLeave()) return;
  if (!await confirm("Restore this version?", "Its content becomes a new version. The current version stays in the history.", "Restore", { bad: false })) return;
  try {
    const { etag } = await api.resource(view.session.key(), view.path);
    await api.restore(view.session.key(), view.path, revision, etag);
    view.close();
    view.session.names.forget();
    view.changed();
  } catch (failure) {
    const wrong = (failure.violations ?? []).map(({ path, message }) => `${path}: ${message}`).join(" ");
    view.state.textContent = failure.status === 409 ? "Somebody has just changed it. Close this, and look at the history again."
      : failure.status === 404 ? "This server restores nothing, or the resource is gone." : `${failure.message} ${wrong}`;
    view.list.before(view.state);
  }
}
