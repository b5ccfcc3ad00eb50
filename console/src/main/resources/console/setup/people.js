// People who may sign in, and what each may do.

import * as api from "../api.js";
import { PATHS, load, one } from "../book/catalogue.js";
import { button, element, nothing } from "../dom.js";
import { confirm } from "../form/ask.js";
import { Group, choice, text } from "../form/controls.js";
import { row } from "../form/parts.js";
import { historyButton } from "../history/history.js";
import { table } from "../lists.js";
import { Page, badge, heading, panel } from "../page.js";
import { editDialog } from "./secret.js";

const ROLES = [["viewer", "Viewer"], ["trafficker", "Trafficker"], ["approver", "Approver"], ["admin", "Admin"]];
const ROLES_HINT = "A viewer reads. A trafficker books. An approver also approves creatives. An admin also changes keys, people and settings.";

const page = new Page("people", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const { user: people } = await load(session, "user");
  const view = { session, again: () => page.open(session) };
  return [heading("People", "The people who may sign in, and their roles."),
    panel("People", { beside: [button("New person", () => edit(view, null), { id: "new-person" })] },
      people.length > 0 ? table("People", ["Person", ["Email", "wide"], "Role", ""], people.map((person) => line(view, person)))
        : nothing("Nobody yet.", "Until you add people, sign in with a key."))];
}

async function edit({ session, again }, item) {
  const controls = { name: text("Name"), email: text("Email"), role: choice("Role", ROLES, { hint: ROLES_HINT }) };
  const read = item ? await api.resource(session.key(), one("user", item.id)) : null;
  if (await editDialog(item ? item.name : "New person", session, {
    path: PATHS.user, form: new Group(controls, row(controls)), read, defaults: { role: "viewer" }, save: item ? "Save" : "Add",
  })) again();
}

function line(view, person) {
  const { session, again } = view;
  const problem = element("span", { className: "error", role: "alert" });
  const remove = async () => {
    try {
      if (!await confirm(`Remove ${person.name}?`, "Their sessions end at once. What they changed stays, with their name in the history.", "Remove")) return;
      await api.remove(session.key(), one("user", person.id));
      again();
    } catch (failure) {
      problem.textContent = failure.message;
    }
  };
  return element("tr", { "data-user": person.id },
    element("th", { scope: "row" }, person.name, element("span", { className: "under", content: person.id })),
    element("td", { className: "wide", content: person.email }), element("td", {}, badge(person.role)),
    element("td", {}, element("div", { className: "tools acts" },
      button("Edit", () => edit(view, person), { "aria-label": `Edit ${person.name}` }),
      historyButton(session, { path: one("user", person.id), name: person.name, changed: again }),
      button("Remove", remove, { "aria-label": `Remove ${person.name}` }), problem)));
}
