// Two versions of a flow side by side: what was added, taken away and changed, in words and in both graphs.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { dialog } from "../form/ask.js";
import { differences, valueWords } from "../form/difference.js";
import { badge } from "../page.js";
import * as text from "../text.js";
import { stepsOf } from "./document.js";
import { drawGraph } from "./graph.js";

/** How a flow differs from an earlier one: ids of steps by what became of them, and each value that changed. */
export function comparison(before, after) {
  const one = new Map(stepsOf(before).map((step) => [step.id, step]));
  const other = new Map(stepsOf(after).map((step) => [step.id, step]));
  const marks = new Map();
  const changes = differences({ entryNodeId: before.entryNodeId, metadata: before.metadata }, { entryNodeId: after.entryNodeId, metadata: after.metadata })
    .map((change) => ({ ...change, path: `flow: ${change.path}` }));
  for (const [id, step] of one) {
    if (!other.has(id)) {
      marks.set(id, "removed");
      continue;
    }
    const found = differences({ step: named(step) }, { step: named(other.get(id)) });
    if (found.length > 0) marks.set(id, "changed");
    changes.push(...found.map((change) => ({ ...change, path: `${id}: ${change.path.replace("step.", "")}` })));
  }
  for (const id of other.keys()) if (!one.has(id)) marks.set(id, "added");
  return { marks, changes };
}

/** Answers and intents by what they are called, so that each is compared with itself. */
function named(step) {
  const by = (list, name) => (Array.isArray(list) ? Object.fromEntries(list.map((each) => [String(each?.[name]), each])) : list);
  return { ...step, choices: by(step.choices, "id"), intents: by(step.intents, "intent") };
}

const idsOf = (marks, kind) => [...marks].filter(([, mark]) => mark === kind).map(([id]) => id);

/** Both graphs, and their difference in words. `titles` are those of the earlier and the later flow. */
export function sideBySide(before, after, titles) {
  const { marks, changes } = comparison(before, after);
  const side = (flow, title, kinds) => element("section", { "aria-label": title }, element("h3", { content: title }),
    element("div", { className: "graph", tabindex: "0", role: "region", "aria-label": `${title}: graph` },
      drawGraph(flow, { marks: new Map([...marks].filter(([, mark]) => kinds.includes(mark))), label: title }) ?? element("p", { content: "No step." })));
  const words = [["Added", "added", "good"], ["Removed", "removed", "bad"], ["Changed", "changed", "warn"]]
    .map(([name, kind, colour]) => [name, idsOf(marks, kind), colour]).filter(([, ids]) => ids.length > 0);
  return [
    element("div", { className: "flow-sides" }, side(before, titles[0], ["removed", "changed"]), side(after, titles[1], ["added", "changed"])),
    ...(words.length + changes.length === 0 ? [element("p", { className: "muted", content: "They do not differ." })] : []),
    element("ul", { className: "flow-differences" }, ...words.map(([name, ids, colour]) => element("li", {}, badge(name, colour), ` ${ids.join(", ")}`))),
    ...(changes.length > 0 ? [element("dl", { className: "facts history" }, ...changes.flatMap(({ path, before: was, after: is }) => [
      element("dt", { content: path }), element("dd", {}, element("del", { content: valueWords(was) }), " → ", element("ins", { content: valueWords(is) }))]))] : []),
  ];
}

/** Shows earlier versions beside what is in the editor. `restore(flow)` is given the one that is to come back. */
export function showVersions(session, { path, name, current, restore }) {
  const list = element("select", { id: "flow-version" });
  const both = element("div", { className: "flow-both" });
  const state = element("p", { className: "muted", role: "status", content: "Reading …" });
  const earlier = button("Earlier versions", () => read());
  const back = button("Restore this version", () => close(versions[Number(list.value)].flow), { className: "primary" });
  const choose = element("p", { className: "tools" }, element("label", { for: list.id, content: "Version of" }), list, earlier, back);
  const versions = [];
  let cursor = "";
  let close = () => {};
  const show = () => both.replaceChildren(...sideBySide(versions[Number(list.value)].flow, current, [`Then: ${versions[Number(list.value)].title}`, "Now, in the editor"]));
  const read = async () => {
    try {
      const page = await api.get(session.key(), `${path}/history`, { cursor, limit: 50 });
      cursor = page.nextCursor ?? "";
      for (const item of page.items ?? []) add(versions, item, session.zone);
      state.textContent = "";
    } catch (failure) {
      state.textContent = failure.status === 404 ? "This server keeps no history." : failure.message;
    }
    const chosen = list.value;
    list.replaceChildren(...versions.map(({ title }, i) => new Option(title, i)));
    list.value = chosen || String(Math.min(1, versions.length - 1));
    earlier.hidden = cursor === "";
    choose.hidden = versions.length === 0;
    if (versions.length > 0) show();
    else if (state.textContent === "") both.replaceChildren(nothing("No earlier version is kept.", "Versions from before the service kept them are not here."));
  };
  list.addEventListener("change", show);
  choose.hidden = true;
  read();
  return dialog(`Versions of ${name}`, (end) => {
    close = end;
    return [state, choose, element("p", { className: "muted small", content: "Restoring puts it into the editor. Nothing is saved before you save." }), both];
  }, { className: "flow-versions" }).then((flow) => {
    if (flow) restore(flow);
  });
}

/** Changes that left the flow alone are no versions of it. */
function add(versions, { changedAt, changedBy, resource }, zone) {
  const flow = resource?.flow;
  if (!flow) return;
  const title = `${text.moment(changedAt, zone)}${changedBy ? `, by ${changedBy}` : ""}, ${resource.status}`;
  const last = versions.at(-1);
  if (last && JSON.stringify(last.flow) === JSON.stringify(flow)) last.title = title;
  else versions.push({ flow, title });
}
