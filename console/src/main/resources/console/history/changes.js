// Every change of what is booked and set up, newest first; what was archived is put back from here.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { confirm } from "../form/ask.js";
import { valueWords } from "../form/difference.js";
import { table } from "../lists.js";
import { Page, address, announce, badge, heading, panel } from "../page.js";
import * as text from "../text.js";
import { KINDS, byWhom } from "./history.js";

/** Sections of the catalogue: the noun, the path, and the page that shows one. */
const SECTIONS = {
  applications: ["Application", "applications", "apps"], adUnits: ["Ad unit", "ad-units", "apps"], keys: ["Key", "keys", "apps"],
  advertisers: ["Advertiser", "advertisers", "advertisers"], campaigns: ["Campaign", "campaigns", "campaign"],
  conversionGoals: ["Conversion goal", "conversion-goals", "goals"], lineItems: ["Line item", "line-items", "edit-line-item"],
  creatives: ["Creative", "creatives", "creative"], savedReports: ["Saved report", "saved-reports", "reports"],
  settings: ["Settings", "settings", "settings"], users: ["Person", "users", "people"],
};
const PAGED = 50;

const page = new Page("changes", draw);
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const only = parameters.get("kind") ?? "";
  const choice = element("select", { id: "changes-kind" }, new Option("All changes", ""), ...Object.entries(KINDS).map(([kind, [words]]) => new Option(words, kind)));
  choice.value = only;
  choice.addEventListener("change", () => { location.hash = address("changes", { kind: choice.value }); });
  const list = element("div", {});
  const items = [];
  const more = async (cursor) => {
    let next = cursor;
    const enough = items.length + PAGED;
    do {
      const answer = await api.get(session.key(), "/v1/manage/history", { cursor: next, limit: 200 });
      items.push(...answer.items.filter(({ kind }) => only === "" || kind === only));
      next = answer.nextCursor ?? "";
    } while (next !== "" && items.length < enough);
    list.replaceChildren(items.length === 0 ? nothing("No change is kept.", "Changes of everything that is booked and set up are listed here.")
      : table("Changes", ["When", "", "Of", ["Change", "wide"], ["By", "wide"], ""], items.map((item) => row(session, item))),
    ...(next ? [element("p", { className: "tools" }, button("Earlier ones", () => more(next)))] : []));
  };
  await more("");
  return [heading("Changes", "Who changed what, newest first."),
    panel("Changes so far", { beside: [element("label", { for: choice.id, content: "Show" }), choice] }, list)];
}

function row(session, item) {
  const { section, id, kind, changedAt, changes = [], resource, revision } = item;
  const [noun, , shown] = SECTIONS[section] ?? [text.words(section), "", ""];
  const name = resource?.name ?? resource?.card?.title ?? id;
  const [words, mark] = KINDS[kind] ?? [text.words(kind), ""];
  const named = kind === "archived" || !shown ? element("span", { content: name }) : element("a", { href: address(shown, { id }), content: name });
  return element("tr", { "data-revision": revision, "data-of": id },
    element("th", { scope: "row", className: "start", content: text.moment(changedAt, session.zone), "data-sort": changedAt }),
    element("td", {}, badge(words, mark)),
    element("td", {}, named, element("span", { className: "under", content: noun })),
    element("td", { className: "wide wordy" }, ...changes.map(({ path, before, after }) => element("span", { className: "under" },
      `${text.words(path)}: `, element("del", { content: valueWords(before) }), " ", element("ins", { content: valueWords(after) })))),
    element("td", { className: "wide", content: byWhom(item) }),
    element("td", {}, ...(kind === "archived" && restorable(section) ? [button("Put back", (event) => putBack(session, item, name, event.target), { "aria-label": `Put ${name} back` })] : [])));
}

const restorable = (section) => SECTIONS[section] && !["keys", "settings"].includes(section);

/** As it was before it was archived. What it owned, and was archived with it, has a line of its own. */
async function putBack(session, { section, id }, name, pressed) {
  if (!await confirm(`Put “${name}” back?`, "It comes back as it was before it was archived. Anything archived with it stays archived until it is put back too.", "Put back", { bad: false })) return;
  const path = `/v1/manage/${SECTIONS[section][1]}/${encodeURIComponent(id)}`;
  try {
    const { items } = await api.get(session.key(), `${path}/history`, { limit: 2 });
    if (items[0].kind !== "archived") throw new Error("It is back already.");
    await api.restore(session.key(), path, items[1].revision, `"${items[0].resource.version}"`);
    session.names.forget();
    announce(`${name} is back.`);
    page.open(session, new URLSearchParams(location.hash.split("?")[1] ?? ""));
  } catch (failure) {
    const wrong = (failure.violations ?? []).map(({ path: at, message }) => `${at}: ${message}`).join(" ");
    pressed.after(element("span", { className: "error", role: "alert", content: ` ${failure.message} ${wrong}` }));
  }
}
