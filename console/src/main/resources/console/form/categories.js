// Categories of the IAB Content Taxonomy, found by their names.

import * as api from "../api.js";
import { element } from "../dom.js";
import { Field, List } from "./controls.js";

const FILE = "/console/content-taxonomy.tsv";
const SHOWN = / \(([A-Za-z0-9]+)\)$/;
const HEADINGS = 2;

let idToName = null;

/** Reads the taxonomy, once; the controls below need it. */
export async function loadTaxonomy() {
  if (idToName !== null) return;
  const rows = (await api.file(FILE)).split("\n").slice(HEADINGS).map((line) => line.split("\t").map((cell) => cell.trim())).filter(([id, , name]) => id && name);
  const byId = new Map(rows.map(([id, parent, name]) => [id, { parent, name }]));
  const full = (id) => {
    const { parent, name } = byId.get(id);
    return parent !== id && byId.has(parent) ? `${full(parent)} › ${name}` : name;
  };
  idToName = new Map(rows.map(([id]) => [id, full(id)]));
}

/** An id with its name: `Automotive › Auto Body Styles`. */
export const categoryName = (id) => idToName?.get(id) ?? id;

const shown = (id) => (idToName.has(id) ? `${idToName.get(id)} (${id})` : id);

class Category extends Field {
  constructor(list) {
    super("Category", element("input", { autocomplete: "off", spellcheck: "false", list, placeholder: "Name or id" }));
  }

  read() {
    const typed = super.read();
    return SHOWN.exec(typed ?? "")?.[1] ?? typed ?? "";
  }

  write(id) {
    super.write(id ? shown(id) : "");
  }
}

let made = 0;

/** A list of categories; each stands for those below it too. */
export function categories(label, more = {}) {
  const choices = element("datalist", { id: `taxonomy-${made += 1}` }, ...[...idToName.keys()].map((id) => new Option(shown(id), shown(id))));
  const list = new List(label, { noun: "category", add: "Add a category", item: () => new Category(choices.id), ...more });
  list.node.append(choices);
  return list;
}
