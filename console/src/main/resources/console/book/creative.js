// One creative, new or booked: its form beside what people will see.

import * as api from "../api.js";
import { button, element } from "../dom.js";
import { Editor } from "../form/editor.js";
import { historyButton } from "../history/history.js";
import { Page, heading, link, panel } from "../page.js";
import { PATHS, archive, copyOf, one } from "./catalogue.js";
import { creativeDefaults, creativeForm } from "./creative-form.js";
import { preview } from "./preview.js";

const page = new Page("creative", draw, { titled: true });
export const open = (session, parameters) => page.open(session, parameters);
export const close = () => page.close();

async function draw(session, parameters) {
  const id = parameters.get("id") ?? "";
  const read = id === "" ? null : await api.resource(session.key(), one("creative", id));
  const like = parameters.get("like") ? (await api.resource(session.key(), one("creative", parameters.get("like")))).body : null;
  const lineItemId = read?.body.lineItemId ?? like?.lineItemId ?? parameters.get("lineItem") ?? "";
  const { body: lineItem } = await api.resource(session.key(), one("lineItem", lineItemId));
  const { body: campaign } = await api.resource(session.key(), one("campaign", lineItem.campaignId));
  const back = `#edit-line-item?id=${encodeURIComponent(lineItemId)}`;
  const editor = new Editor({
    session, path: PATHS.creative, form: creativeForm(), save: read ? "Save" : "Add creative",
    saved: (body, isNew) => { if (isNew) location.hash = back; },
    more: read ? [element("a", { className: "button", href: `#creative?like=${encodeURIComponent(id)}`, content: "Duplicate" }), button("Archive", async () => {
      if (await archive(session, "creative", { id, name: read.body.card?.title ?? id })) location.hash = back;
    }), historyButton(session, { path: one("creative", id), name: id, changed: () => page.open(session, new URLSearchParams({ id })) }),
    ...(read.body.type === "flow" ? [element("a", { className: "button", href: `#flows?creative=${encodeURIComponent(id)}`, content: "Open in Flows" }),
      element("a", { className: "button", href: `#flow-paths?creative=${encodeURIComponent(id)}&range=7d`, content: "Paths people took" })] : [])] : [],
  });
  if (read) editor.edit(read);
  else editor.make(like ? copyOf(like) : creativeDefaults(lineItem, campaign));
  return {
    nodes: [
      heading(read ? read.body.card?.title ?? "Flow" : "New creative", element("p", { className: "muted" },
        link("campaign", { id: campaign.id }, campaign.name), " · ", link("edit-line-item", { id: lineItemId }, lineItem.name))),
      element("div", { className: "two" },
        panel("Creative", read ? { note: note(read.body) } : {}, editor.node), preview(session, editor))],
    after: () => editor.reveal(parameters.get("field") ?? ""),
  };
}

function note({ draftedFor: counted }) {
  return counted ? `Readers reported it ${counted.reports} times in ${counted.fetches} fetches, so the product turned it into a draft. Approve it to serve it again.`
    : "A change makes a new version. Links already shown keep their old targets.";
}
