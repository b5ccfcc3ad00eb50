// The form of a campaign.

import { element } from "../dom.js";
import { Group, choice, moment, number, text } from "../form/controls.js";
import { caps, row } from "../form/parts.js";

export const STATUSES = [["draft", "Draft"], ["active", "Active"], ["paused", "Paused"]];

/** The controls of a campaign; a new one in a guided booking has no status yet. */
export function campaignForm(session, { withStatus = true } = {}) {
  const zone = () => session.zone;
  const hint = `Empty: no bound. Time zone ${session.zone}.`;
  const controls = {
    name: text("Name", { hint: "As your team calls it." }),
    advertiserName: text("Advertiser"),
    ...(withStatus ? { status: choice("Status", STATUSES, { hint: "Only what is active serves." }) } : {}),
    startAt: moment("Starts", zone, { hint }),
    endAt: moment("Ends (exclusive)", zone, { hint }),
    frequencyCaps: caps([["campaign", "campaign"]]),
    holdout: number("Holdout", { placeholder: "0", hint: "Share of its subscribers that it is not served to, 0 to 0.5: what it achieves is told by comparing with them." }),
  };
  const { name, advertiserName, status, startAt, endAt, frequencyCaps, holdout } = controls;
  const node = element("div", { className: "builder" },
    row({ name, advertiserName, ...(status ? { status } : {}) }), row({ startAt, endAt }),
    element("details", {}, element("summary", { content: "Limits over all its line items" }), frequencyCaps.node),
    row({ holdout }));
  return new Group(controls, node);
}
