// Help beside the page: the words of the glossary, and where the rest is written.

import * as api from "../api.js";
import { byId, element } from "../dom.js";
import { dialog } from "../form/ask.js";

/** `| term | meaning | … |` of the tables, under their headings; links keep their words. */
function entries(markdown) {
  const found = [];
  let heading = "";
  for (const line of markdown.split("\n")) {
    if (line.startsWith("## ")) heading = line.slice(3);
    const [, term, meaning] = /^\| ([^|]+) \| ([^|]+) \|/.exec(line) ?? [];
    if (term && term !== "term" && !term.startsWith("---")) found.push({ heading, term: plain(term), meaning: plain(meaning) });
  }
  return found;
}

const plain = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "").trim();

/** The button of the bar. */
export function offerHelp() {
  byId("help").addEventListener("click", () => dialog("Help", () => {
    const field = element("input", { type: "search", id: "help-field", autocomplete: "off", spellcheck: "false", placeholder: "Word" });
    const list = element("div", { className: "glossary", "aria-live": "polite" });
    const links = element("p", {}, element("a", { href: "/docs", content: "The documentation" }), " · ", element("a", { href: "#start", content: "Start here" }));
    api.file("/console/glossary.md").then((markdown) => {
      const all = entries(markdown);
      const draw = () => list.replaceChildren(...shown(all, field.value.trim().toLowerCase()));
      field.addEventListener("input", draw);
      draw();
    }, (failure) => list.replaceChildren(element("p", { className: "error", content: failure.message })));
    return [links, element("div", { className: "builder" }, element("div", { className: "field" }, element("label", { for: field.id, content: "What a word means here" }), field)), list];
  }, { className: "drawer" }));
}

function shown(all, wanted) {
  const found = all.filter(({ term, meaning }) => wanted === "" || term.toLowerCase().includes(wanted) || meaning.toLowerCase().includes(wanted));
  if (found.length === 0) return [element("p", { className: "muted", content: "The glossary has no such word." })];
  const headings = [...new Set(found.map(({ heading }) => heading))];
  return headings.flatMap((heading) => [element("h3", { content: heading }),
    element("dl", { className: "facts" }, ...found.filter((each) => each.heading === heading).flatMap(({ term, meaning }) => [
      element("dt", { content: term }), element("dd", { content: meaning })]))]);
}
