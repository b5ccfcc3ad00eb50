// Corrections: what was taken back from the counts, newest first.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { Page, heading, panel, table } from "../page.js";
import * as text from "../text.js";

const page = new Page("corrections", draw, { manages: false });
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session) {
  const list = element("div", {});
  const items = [];
  const more = async (cursor) => {
    const answer = await api.get(session.key(), "/v1/corrections", { cursor });
    items.push(...answer.items);
    list.replaceChildren(items.length === 0
      ? nothing("Nothing was taken back.", "A correction takes events out of every count, such as the clicks of a bot. POST /v1/corrections makes one.")
      : table("Corrections", ["When", "Why", ["Events", "number"], "With key"], items.map((item) => row(session, item))),
    ...(answer.nextCursor ? [element("p", { className: "tools" }, button("Earlier ones", () => more(answer.nextCursor)))] : []));
  };
  await more("");
  return [heading("Corrections", "What was taken back from the counts, newest first."), panel("Corrections so far", {}, list)];
}

function row(session, { correctionId, reason, events, correctedAt, changedBy }) {
  return element("tr", { "data-correction": correctionId },
    element("th", { scope: "row", className: "start", content: text.moment(correctedAt, session.zone) }),
    element("td", { className: "wordy", content: reason }),
    element("td", { className: "number", content: text.count(events) }),
    element("td", { content: changedBy ?? "–" }));
}
