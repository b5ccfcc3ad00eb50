// The way out when somebody else has saved first.

import { button, element } from "../dom.js";
import { differences, merged, valueWords } from "./difference.js";
import { labelOf } from "./violations.js";

/** Shows what they changed beside what you changed; `choose(body)` is given what the form is to hold. */
export function showConflict(place, form, { base, mine, theirs }, choose) {
  const yours = new Map(differences(base, mine).map((each) => [each.path, each]));
  const others = new Map(differences(base, theirs).map((each) => [each.path, each]));
  const paths = [...new Set([...others.keys(), ...yours.keys()])];
  const both = paths.filter((path) => yours.has(path) && others.has(path));
  const cell = (change) => element("td", { className: change ? "" : "muted", content: change ? valueWords(change.after) : "not changed" });
  const rows = paths.map((path) => element("tr", { "data-conflict": path },
    element("th", { scope: "row", content: labelOf(form, path) }),
    element("td", { content: valueWords((yours.get(path) ?? others.get(path)).before) }), cell(others.get(path)), cell(yours.get(path))));
  const head = element("tr", {}, ...["Field", "Was", "They saved", "You have"].map((content) => element("th", { scope: "col", content })));
  const title = element("h3", { tabindex: "-1", content: "Somebody else has saved this since you opened it." });
  place.replaceChildren(title,
    element("p", { content: both.length === 0 ? "You changed different fields, so both changes can stay. Nothing of yours is lost."
      : `Both of you changed ${both.map((path) => labelOf(form, path)).join(", ")}. Nothing of yours is lost: choose which changes to keep.` }),
    element("div", { className: "scroll", tabindex: "0", role: "region", "aria-label": "Both changes" },
      element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows))),
    element("p", { className: "tools" },
      button(both.length === 0 ? "Keep both changes" : "Keep mine, and the rest of theirs", () => choose(merged(base, mine, theirs)), { className: "primary" }),
      button("Take theirs, drop mine", () => choose(theirs))));
  title.focus();
  title.scrollIntoView({ block: "center" });
}
