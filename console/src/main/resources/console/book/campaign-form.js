// The form of a campaign.

import { element } from "../dom.js";
import { Group, choice, moment, number, text } from "../form/controls.js";
import { caps, row } from "../form/parts.js";

export const STATUSES = [["draft", "Draft"], ["active", "Active"], ["paused", "Paused"]];

/** The controls of a campaign; a new one in a guided booking has no status yet. */
export function campaignForm(session, advertisers, { withStatus = true } = {}) {
  const zone = () => session.zone;
  const hint = `Empty: no limit. Time zone ${session.zone}.`;
  const controls = {
    name: text("Name", { hint: "As your team calls it." }),
    advertiserName: text("Advertiser", { hint: "The name that people see." }),
    advertiserId: choice("In the list of advertisers", [["", "Known by its name alone"], ...advertisers.map(({ id, name }) => [id, name])]),
    ...(withStatus ? { status: choice("Status", STATUSES, { hint: "Only what is active serves." }) } : {}),
    startAt: moment("Starts", zone, { hint }),
    endAt: moment("Ends (exclusive)", zone, { hint }),
    frequencyCaps: caps([["campaign", "campaign"]]),
    holdout: number("Holdout", { placeholder: "0", hint: "Share of subscribers to whom it is not served, 0 to 0.5. Comparing with them shows what it achieves." }),
  };
  const { name, advertiserName, advertiserId, status, startAt, endAt, frequencyCaps, holdout } = controls;
  const node = element("div", { className: "builder" },
    row({ name, ...(status ? { status } : {}) }), row({ advertiserName, advertiserId }), row({ startAt, endAt }),
    element("details", {}, element("summary", { content: "Limits over all its line items" }), frequencyCaps.node),
    row({ holdout }));
  return new Group(controls, node);
}
