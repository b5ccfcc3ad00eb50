// A booking from nothing, in four steps. Each step keeps what it has as a draft, and can be gone back to: the address says which one it is, and
// of what. What is written and not saved yet is there again after another page or a reload.

import * as api from "../api.js";
import { button, element } from "../dom.js";
import { Editor } from "../form/editor.js";
import { Page, address, heading, link, panel } from "../page.js";
import { campaignForm } from "./campaign-form.js";
import { PATHS, load, one } from "./catalogue.js";
import { check, nameOf } from "./check.js";
import { creativeDefaults, creativeForm } from "./creative-form.js";
import { forecast } from "./forecast.js";
import { lineItemDefaults, lineItemForm } from "./line-item-form.js";
import { preview } from "./preview.js";

const STEPS = { campaign: "Campaign", lineItem: "Line item", creative: "Creatives", check: "Check and start" };
const BODIES = { campaign: stepCampaign, lineItem: stepLineItem, creative: stepCreative, check: stepCheck };

/** What is written and not saved yet, by the address of its step. The browser's history has it too, for a reload. */
const drafts = new Map();

const page = new Page("book", draw);
export const open = (session, parameters) => page.open(session, parameters);

export function close() {
  drafts.clear();
  page.close();
}

async function draw(session, parameters) {
  const at = location.hash;
  const read = async (kind) => (parameters.get(kind) ? api.resource(session.key(), one(kind, parameters.get(kind))) : null);
  const [campaign, lineItem, creative] = await Promise.all([read("campaign"), read("lineItem"), read("creative")]);
  const creatives = lineItem ? (await load(session, "creative")).creative.filter(({ lineItemId }) => lineItemId === lineItem.body.id) : [];
  const reached = ["campaign", ...(campaign ? ["lineItem"] : []), ...(lineItem ? ["creative"] : []), ...(creatives.length > 0 ? ["check"] : [])];
  const step = reached.includes(parameters.get("step")) ? parameters.get("step") : reached.at(-1);
  const booking = { at, step, campaign, lineItem, creative, creatives, ids: { campaign: campaign?.body.id, lineItem: lineItem?.body.id } };
  return [heading("Book a campaign", "Your entries are kept as a draft after each step. Nothing serves before the last step."),
    steps(booking, reached), ...await BODIES[step](session, booking)];
}

function steps({ step, ids }, reached) {
  return element("ol", { className: "wizard", "aria-label": "Steps" }, ...Object.entries(STEPS).map(([name, words]) => {
    const isNow = name === step;
    const goes = !isNow && reached.includes(name);
    return element("li", { className: !isNow && reached.includes(name) && name !== reached.at(-1) ? "done" : "", "aria-current": isNow ? "step" : null },
      goes ? link("book", { ...ids, step: name }, words) : words);
  }));
}

/** An editor of a step: new, or of what was saved before. `next(id)` are the parameters of the step that follows. */
function editorOf(session, { at, step, ids, [step]: saved }, { defaults, next, back, more = [], ...options }) {
  const editor = new Editor({
    session, path: PATHS[step], save: "Save and go on", onward: true, kept: true, ...options,
    more: [...more, ...(back ? [link("book", { ...ids, step: back }, "Back", { className: "button" })] : [])],
    saved: ({ id }) => {
      // Back leads to what was saved, and makes no other one.
      drafts.delete(at);
      history.replaceState(null, "", address("book", { ...ids, [step]: id, step }));
      location.hash = address("book", next(id));
    },
  });
  if (saved) editor.edit(saved);
  else editor.make(defaults);
  keepDraft(session, editor, at);
  return editor;
}

function keepDraft(session, editor, at) {
  const kept = history.state?.who === session.who ? history.state.draft : undefined;
  const draft = drafts.get(at) ?? kept;
  if (draft) {
    editor.form.write(draft);
    editor.changed();
  }
  const keep = () => {
    const written = editor.unsaved() ? editor.form.read() : undefined;
    if (written) drafts.set(at, written);
    else drafts.delete(at);
    history.replaceState(written ? { who: session.who, draft: written } : null, "");
  };
  for (const name of ["input", "change"]) editor.node.addEventListener(name, keep);
}

async function stepCampaign(session, booking) {
  const { advertiser: advertisers } = await load(session, "advertiser");
  const editor = editorOf(session, booking, {
    form: campaignForm(session, advertisers, { withStatus: false }), defaults: { status: "draft" },
    next: (campaign) => ({ ...booking.ids, campaign }),
  });
  return [panel("Who advertises, and when", {}, editor.node)];
}

async function stepLineItem(session, booking) {
  const { adUnit: adUnits, lineItem: known, conversionGoal: goals } = await load(session, "adUnit", "lineItem", "conversionGoal");
  const { campaign: { body: campaign }, lineItem, ids } = booking;
  const editor = editorOf(session, booking, {
    form: lineItemForm(session, { adUnits, goals }, { withStatus: false }), back: "campaign",
    defaults: { ...lineItemDefaults(session, campaign, known), campaignId: campaign.id },
    next: (id) => ({ ...ids, lineItem: id }),
  });
  return [panel("When, where, to whom and at which price", {}, editor.node), forecast(session, editor, lineItem?.body.id)];
}

function stepCreative(session, booking) {
  const { campaign: { body: campaign }, lineItem: { body: lineItem }, creative, creatives, ids } = booking;
  let another = false;
  const again = button("Save and add another", () => {
    another = true;
    editor.save().finally(() => { another = false; });
  });
  const editor = editorOf(session, booking, {
    form: creativeForm({ withStatus: false }), back: "lineItem", more: [again],
    defaults: { ...creativeDefaults(lineItem, campaign), status: "draft" },
    next: () => ({ ...ids, step: another ? "creative" : "check" }),
  });
  const others = creatives.filter(({ id }) => id !== creative?.body.id);
  const list = others.length === 0 ? [] : [element("p", {}, `Beside ${others.length === 1 ? "this one" : "these"}: `,
    ...others.flatMap((each, i) => [i > 0 ? ", " : "", link("book", { ...ids, creative: each.id, step: "creative" }, nameOf(each))]), ". ",
    link("book", { ...ids, step: "check" }, "Go on without another"))];
  return [...list, element("div", { className: "two" }, panel("What people see", {}, editor.node), preview(session, editor))];
}

async function stepCheck(session, { campaign, lineItem, creatives, ids }) {
  const [{ approval = "none" }] = await Promise.all([api.get(session.key(), "/v1/manage/settings"), session.names.load()]);
  const again = () => page.open(session, new URLSearchParams({ ...ids, step: "check" }));
  return check(session, { campaign: campaign.body, lineItem: lineItem.body, creatives, approval }, again);
}
