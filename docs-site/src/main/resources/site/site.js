// Theme and search. Without it everything can be read, by the system's theme and the contents.
"use strict";

const root = document.documentElement;

function themes() {
  const button = document.getElementById("theme");
  const dark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const say = () => { button.textContent = dark() ? "Light" : "Dark"; };
  button.hidden = false;
  say();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", say);
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    say();
    try {
      localStorage.setItem("docs-theme", root.dataset.theme);
    } catch {
      // It holds for this page then.
    }
  });
}

const MOST_FOUND = 12;
const AROUND = 60;

let sections = null;

/** All sections, read once, when somebody is about to search. */
function read() {
  sections ??= fetch("/docs/search.json")
    .then(answer => {
      if (!answer.ok) {
        throw new Error(`search.json: ${answer.status}`);
      }
      return answer.json();
    })
    .then(all => all.map(section => ({
      ...section,
      inTitle: ` ${section.title}`.toLowerCase(),
      inHeading: ` ${section.heading}`.toLowerCase(),
      inWords: ` ${section.words}`.toLowerCase(),
    })))
    .catch(error => {
      sections = null;
      throw error;
    });
  return sections;
}

/** Points for one word of the query at the start of a word; 0 where the section has none such. */
function points(section, word) {
  const starts = new RegExp(`[^\\p{L}\\p{N}]${word.replace(/[^\p{L}\p{N}]/gu, "\\$&")}`, "gu");
  return (starts.test(section.inTitle) ? 20 : 0)
    + (section.inHeading.search(starts) >= 0 ? 30 : 0)
    + Math.min((section.inWords.match(starts) ?? []).length, 10);
}

/** The sections that have every word, those that are about them first. */
function search(all, words) {
  return all
    .map(section => {
      const each = words.map(word => points(section, word));
      return { section, points: each.includes(0) ? 0 : each.reduce((sum, next) => sum + next) };
    })
    .filter(found => found.points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_FOUND)
    .map(found => found.section);
}

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

function excerpt(section, word) {
  const from = Math.max(0, section.inWords.indexOf(` ${word}`) - AROUND);
  const to = from + 3 * AROUND;
  const cut = section.words.slice(from, to).trim();
  const text = from > 0 ? cut.slice(cut.indexOf(" ") + 1) : cut;
  return (from > 0 ? "… " : "") + text + (to < section.words.length ? " …" : "");
}

function show(found, words) {
  const panel = document.getElementById("found");
  panel.replaceChildren();
  panel.hidden = words.length === 0;
  if (found.length === 0 && words.length > 0) {
    panel.append(element("p", `Nothing has “${words.join(" ")}”.`));
  }
  for (const section of found) {
    const link = element("a", "");
    link.href = section.page + (section.id ? `#${section.id}` : "");
    link.append(
      element("strong", section.heading),
      element("span", section.heading === section.title ? "" : section.title, "of"),
      element("span", excerpt(section, words[0]), "words"));
    link.addEventListener("click", close);
    panel.append(link);
  }
}

function close() {
  document.getElementById("found").hidden = true;
}

function searches() {
  const form = document.getElementById("search");
  const query = document.getElementById("query");
  const panel = document.getElementById("found");
  form.hidden = false;
  query.addEventListener("focus", () => read().catch(() => {}));
  query.addEventListener("input", async () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(word => word);
    try {
      const all = await read();
      if (words.join(" ") === query.value.toLowerCase().trim().replace(/\s+/g, " ")) {
        show(search(all, words), words);
      }
    } catch {
      panel.hidden = false;
      panel.replaceChildren(element("p", "The search could not be loaded. Type again to retry."));
    }
  });
  form.addEventListener("submit", event => {
    event.preventDefault();
    panel.querySelector("a")?.click();
  });
  document.addEventListener("keydown", event => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.focus();
    } else if (event.key === "Escape" && !panel.hidden) {
      close();
      query.focus();
    }
  });
  document.addEventListener("click", event => {
    if (!panel.contains(event.target) && !form.contains(event.target)) {
      close();
    }
  });
}

themes();
searches();
