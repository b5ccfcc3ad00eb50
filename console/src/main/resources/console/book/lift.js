// What a campaign achieves: those that were served it against those that its holdout kept it from.

import * as api from "../api.js";
import { button, element, nothing } from "../dom.js";
import { table } from "../lists.js";
import { panel } from "../page.js";
import * as text from "../text.js";

/** The panel of a campaign with a holdout; the journal is read only when it is asked for. */
export async function liftPanel(session, campaign) {
  const goals = await api.all(session.key(), "/v1/manage/conversion-goals");
  if (goals.length === 0) return panel("Lift", {}, nothing("No conversion goal yet.", "A goal says which conversions count."));
  const goal = element("select", { "aria-label": "Conversion goal" }, ...goals.map(({ id, name }) => new Option(name, id)));
  const answer = element("div", { className: "lift", "aria-live": "polite" });
  const tell = button("Compare", async () => {
    tell.disabled = true;
    try {
      answer.replaceChildren(...told(await api.get(session.key(), "/v1/reports/lift", { campaign: campaign.id, goal: goal.value })));
    } catch (failure) {
      answer.replaceChildren(element("p", { className: "error", role: "alert", content: failure.message }));
    } finally {
      tell.disabled = false;
    }
  });
  return panel("Lift", { note: `Served against the ${text.fraction(campaign.holdout)} held out.`, beside: [goal, tell] }, answer);
}

function told({ exposed, heldOut, lift, low, high, sample }) {
  const sides = table("Lift", ["", ["Subscribers", "number"], ["Converted", "number"], ["Share", "number"]],
    [side("Served", exposed), side("Held out", heldOut)]);
  const words = lift === null
    ? "Too few have converted to tell a lift."
    : `Lift ${text.fraction(lift)}, with 95 % between ${text.fraction(low)} and ${text.fraction(high)}. This holds whenever you look.`;
  return [sides, element("p", { content: words }),
    ...(sample ? [element("p", { className: "muted", content: `${text.fraction(sample)} of the subscribers were looked at.` })] : [])];
}

function side(name, { subscribers, converted }) {
  return element("tr", {}, element("th", { scope: "row", content: name }),
    ...[text.count(subscribers), text.count(converted), text.share(converted, subscribers)].map((content) => element("td", { className: "number", content })));
}
