// Saved reports: kept in the org's catalogue, opened by their names.

import * as api from "../api.js";
import { button, byId, element } from "../dom.js";
import { confirm, dialog } from "../form/ask.js";
import { text as textField } from "../form/controls.js";

const PATH = "/v1/manage/saved-reports";

/** `current()` is the query of the report that is shown. */
export class SavedReports {
  constructor(current) {
    this.current = current;
    this.list = byId("report-saved");
    this.list.addEventListener("change", () => this.openChosen());
    byId("report-save").addEventListener("click", () => this.save());
    byId("report-forget").addEventListener("click", () => this.remove());
  }

  /** Read keys have none: they may not see the catalogue. */
  async open(session) {
    this.session = session;
    byId("report-saved-tools").hidden = !session.manages;
    if (session.manages) await this.read("").catch((failure) => this.say(failure.message));
  }

  say(words) {
    byId("report-saved-state").textContent = words;
  }

  async read(chosen) {
    const { session } = this;
    const items = await api.all(session.key(), PATH);
    if (session !== this.session) return;
    this.items = new Map(items.map((item) => [item.id, item]));
    this.list.replaceChildren(new Option("Saved reports", ""), ...items.map(({ id, name }) => new Option(name, id)));
    this.list.value = chosen;
    byId("report-forget").hidden = chosen === "";
  }

  openChosen() {
    const item = this.items.get(this.list.value);
    byId("report-forget").hidden = !item;
    this.say("");
    if (item) location.hash = `reports?${queryOf(item)}`;
  }

  async save() {
    const name = textField("Name", { maxlength: 200 });
    const sure = await dialog("Save this report", (close) => {
      const form = element("form", { className: "builder", novalidate: "" }, name.node,
        element("p", { className: "muted small", content: "Its range moves along: the last 7 days are those of the day on which it is opened." }),
        element("p", { className: "tools" }, element("button", { type: "submit", className: "primary", content: "Save" }), button("Cancel", () => close(false))));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        close(true);
      });
      return [form];
    });
    if (!sure || !name.read()) return;
    try {
      const { body } = await api.create(this.session.key(), PATH, { name: name.read(), query: this.current() });
      await this.read(body.id);
      this.say("Saved.");
    } catch (failure) {
      this.say(failure.violations?.[0]?.message ?? failure.message);
    }
  }

  async remove() {
    const item = this.items.get(this.list.value);
    if (!item || !await confirm(`Delete the saved report ${item.name}?`, "Its numbers stay: only the saved choices are deleted.", "Delete")) return;
    try {
      await api.remove(this.session.key(), `${PATH}/${encodeURIComponent(item.id)}`);
      await this.read("");
      this.say("Deleted.");
    } catch (failure) {
      this.say(failure.message);
    }
  }
}

/** The query as the page's address has it, whichever way it was saved. */
function queryOf({ query }) {
  if (typeof query === "string") return query.replace(/^\?/, "");
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, [value].flat().join(","));
  return parameters.toString();
}
