// One search over everything that has a name, from every page: by the button, by / or by Ctrl and K.

import { byId, element } from "../dom.js";
import { dialog } from "../form/ask.js";
import { address } from "../page.js";

const MOST = 20;
const FETCH_ID = /^[a-z]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A kind of thing, and the page that shows one. */
const KINDS = {
  campaign: ["Campaign", (id) => address("campaign", { id })],
  lineItem: ["Line item", (id) => address("edit-line-item", { id })],
  creative: ["Creative", (id) => address("creative", { id })],
  application: ["Application", () => address("apps")],
  adUnit: ["Ad unit", (id) => address("test-fetch", { adUnit: id })],
  advertiser: ["Advertiser", () => address("advertisers")],
  conversionGoal: ["Conversion goal", () => address("goals")],
};

/** For who may not open those pages: the report of one. */
const reportOf = (dimension, id) => (dimension === "lineItem" ? address("line-item", { id }) : address("reports", { range: "today", [dimension]: id }));

/** Listens from now on. `signedIn()` is the session or null; `pages` are titles by the names of pages. */
export function offerSearch(signedIn, pages) {
  const open = () => {
    if (signedIn() !== null && document.querySelector("dialog[open]") === null) show(signedIn(), pages);
  };
  byId("search").addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const types = event.target.closest?.("input, select, textarea, [contenteditable]");
    const asked = (event.key === "/" && !types) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!asked || signedIn() === null) return;
    event.preventDefault();
    open();
  });
}

async function show(session, pages) {
  const field = element("input", { type: "search", id: "search-field", autocomplete: "off", spellcheck: "false", autofocus: "", placeholder: "Name or id" });
  const found = element("ul", { className: "found" });
  const said = element("p", { className: "muted small", role: "status" });
  const going = await dialog("Search", (close) => {
    const draw = () => {
      const all = matches(field.value, session, pages);
      found.replaceChildren(...all.slice(0, MOST).map((each) => result(each, close)));
      said.textContent = field.value.trim() === "" ? "" : all.length === 0 ? "Nothing has this name or id."
        : all.length > MOST ? `The first ${MOST} of ${all.length}: type more of the name.` : "";
    };
    field.addEventListener("input", draw);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") found.querySelector("a")?.click();
      if (event.key === "ArrowDown") found.querySelector("a")?.focus();
    });
    found.addEventListener("keydown", (event) => step(event, found, field));
    session.names.load().then(draw);
    draw();
    return [element("div", { className: "builder" }, element("div", { className: "field" },
      element("label", { for: "search-field", content: "Campaign, line item, creative, ad unit, advertiser, fetch or page" }), field)), found, said];
  }, { className: "drawer" });
  if (going) location.hash = going;
}

/** Those that begin with what is looked for first, then those that hold it. */
function matches(typed, { names, manages }, pages) {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  if (FETCH_ID.test(wanted)) return [{ kind: "Fetch", name: wanted, id: wanted, href: address("fetch", { id: wanted }) }];
  const all = [
    ...Object.entries(pages).map(([page, title]) => ({ kind: "Page", name: title, id: "", href: address(page) })),
    ...names.all().filter(({ dimension }) => KINDS[dimension] && (manages || dimension !== "advertiser"))
      .map(({ dimension, id, name }) => ({ kind: KINDS[dimension][0], name, id, href: manages ? KINDS[dimension][1](id) : reportOf(dimension, id) }))];
  const rank = ({ name, id }) => (name.toLowerCase().startsWith(wanted) || id.toLowerCase() === wanted ? 0
    : name.toLowerCase().includes(wanted) ? 1 : id.toLowerCase().includes(wanted) ? 2 : 3);
  return all.filter((each) => rank(each) < 3).sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

function result({ kind, name, id, href }, close) {
  const link = element("a", { href }, element("strong", { content: name }), " ",
    element("span", { className: "muted small", content: id && id !== name ? `${kind} · ${id}` : kind }));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    close(href);
  });
  return element("li", {}, link);
}

/** Up and down between the results, and up from the first to the field. */
function step(event, found, field) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const links = [...found.querySelectorAll("a")];
  (links[links.indexOf(document.activeElement) + by] ?? (by < 0 ? field : links.at(-1))).focus();
}
