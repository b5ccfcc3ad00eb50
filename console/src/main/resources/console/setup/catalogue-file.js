// Everything that is booked and set up as one file: taken out, and put in after its difference was seen.

import * as api from "../api.js";
import { button, element } from "../dom.js";
import { confirm } from "../form/ask.js";
import { valueWords } from "../form/difference.js";
import { table } from "../lists.js";
import { Page, announce, badge, heading, panel } from "../page.js";
import * as text from "../text.js";

const PATH = "/v1/manage/catalogue";
const MARKS = { created: "good", updated: "", archived: "warn" };
const ROWS = 50;

const page = new Page("catalogue-file", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const said = element("p", { className: "error", role: "alert" });
  const file = element("input", { type: "file", id: "catalogue-choose", accept: "application/json,.json" });
  const difference = element("div", { id: "catalogue-difference", role: "status" });
  file.addEventListener("change", () => compare(session, file, difference, said));
  const taken = button("Download", () => api.download(session.key(), PATH, {}, "application/json", "catalogue.json").catch((failure) => { said.textContent = failure.message; }));
  return [heading("Export and import", "Everything that is booked and set up, as one JSON file. Keys and people are not in it."),
    panel("Export", {}, element("p", { className: "tools" }, taken)),
    panel("Import", { note: "What is missing from a part of the file is archived. A part that the file does not have at all stays as it is." },
      element("div", { className: "builder" }, element("div", { className: "field" }, element("label", { for: file.id, content: "File" }), file)), said, difference)];
}

/** Asks the service for the difference, and shows it before anything is changed. */
async function compare(session, file, place, said) {
  said.textContent = "";
  place.replaceChildren();
  const [chosen] = file.files;
  if (!chosen) return;
  try {
    const { etag } = await api.resource(session.key(), PATH);
    const catalogue = JSON.parse(await chosen.text());
    const { body } = await api.replace(session.key(), PATH, catalogue, etag, { dryRun: "true" });
    place.replaceChildren(...shown(session, body, { catalogue, etag, file, place, said }));
  } catch (failure) {
    told(failure, said);
  }
}

function told(failure, said) {
  const wrong = (failure.violations ?? []).map(({ path, message }) => `${path}: ${message}`).join(" ");
  said.textContent = failure instanceof SyntaxError ? `The file is no JSON: ${failure.message}` : `${failure.message} ${wrong}`;
}

function shown(session, { created, updated, archived, unchanged, changes }, view) {
  const counts = `${text.count(created)} new, ${text.count(updated)} changed, ${text.count(archived)} archived, ${text.count(unchanged)} as they are.`;
  if (changes.length === 0) return [element("p", { content: `The file changes nothing: ${counts}` })];
  const rows = changes.map(({ section, id, change, changes: fields = [] }) => element("tr", {},
    element("th", { scope: "row" }, id, element("span", { className: "under", content: text.words(section) })),
    element("td", {}, badge(text.words(change), MARKS[change])),
    element("td", { className: "wordy" }, ...fields.map(({ path, before, after }) => element("span", { className: "under" },
      `${text.words(path)}: `, element("del", { content: valueWords(before) }), " ", element("ins", { content: valueWords(after) }))))));
  const go = element("button", { type: "button", className: "primary", content: "Import" });
  go.addEventListener("click", () => put(session, go, counts, view));
  return [element("p", { content: `The file would make this: ${counts}` }), table("Difference", ["What", "", "Change"], rows, { most: ROWS }), element("p", { className: "tools" }, go)];
}

async function put(session, go, counts, { catalogue, etag, file, place, said }) {
  if (!await confirm("Import this file?", [counts, "It is in effect within two seconds, all of it or nothing."], "Import")) return;
  go.disabled = true;
  try {
    await api.replace(session.key(), PATH, catalogue, etag);
    session.names.forget();
    file.value = "";
    place.replaceChildren(element("p", { content: `Imported: ${counts}` }));
    announce("The file is imported.");
  } catch (failure) {
    go.disabled = false;
    said.textContent = failure.status === 409 ? "The catalogue has changed since the difference was computed. Choose the file again." : "";
    if (failure.status !== 409) told(failure, said);
  }
}
