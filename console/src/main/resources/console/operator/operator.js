// The operator's page: the orgs of this server. Signs in with the operator's token, which it exchanges for a session and forgets.

import * as api from "../api.js";
import { button, byId, element, nothing, showProblem } from "../dom.js";
import { closeDialogs, confirm, dialog } from "../form/ask.js";
import { Field, text as textField } from "../form/controls.js";
import { table } from "../lists.js";
import { announce, badge, heading, panel } from "../page.js";
import { tellKey } from "../setup/secret.js";
import * as text from "../text.js";

const ORGS = "/v1/operator/orgs";
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Signing in and out

function showSignIn(message = "") {
  closeDialogs();
  byId("orgs").replaceChildren();
  for (const id of ["orgs", "who", "sign-out"]) byId(id).hidden = true;
  byId("sign-in").hidden = false;
  document.title = "Sign in – Interlude operator";
  showTokenError(message);
  byId("token").focus();
}

function showTokenError(message) {
  byId("token-error").textContent = message;
  byId("token").setAttribute("aria-invalid", String(message !== ""));
}

async function signIn(event) {
  event.preventDefault();
  const input = byId("token");
  const go = byId("sign-in-button");
  const typed = input.value.trim();
  if (typed === "") {
    showTokenError("Enter the operator token.");
    input.focus();
    return;
  }
  go.disabled = true;
  try {
    const session = await api.operatorSignIn(typed);
    input.value = "";
    await begin(session);
  } catch (failure) {
    showTokenError(failure.message);
    input.focus();
  } finally {
    go.disabled = false;
  }
}

async function signOut() {
  try {
    await api.operatorSignOut();
    showSignIn();
  } catch (failure) {
    // A session that is over needs no end; one that goes on must not look ended.
    if (failure.status === 401) showSignIn();
    else announce(failure.message);
  }
}

async function begin({ expiresAt }) {
  byId("sign-in").hidden = true;
  for (const id of ["orgs", "who", "sign-out"]) byId(id).hidden = false;
  byId("who").textContent = `Operator, until ${text.time(expiresAt)}`;
  document.title = "Orgs – Interlude operator";
  await show();
  byId("main").focus();
}

/** Shows what a call comes to, and the form to sign in where the session is over. */
async function attempt(place, act) {
  place.textContent = "";
  try {
    await act();
  } catch (failure) {
    if (failure.status === 401) showSignIn("The session is over: sign in again.");
    else place.textContent = failure.message;
  }
}

// The list

async function show() {
  const problem = element("p", { className: "error", role: "alert" });
  await attempt(problem, async () => {
    const orgs = await api.all("", ORGS);
    byId("orgs").replaceChildren(heading("Orgs", "Each has its own people, keys, campaigns and numbers."),
      panel(`${text.count(orgs.length)} ${orgs.length === 1 ? "org" : "orgs"}`, { beside: [button("New org", makeOrg, { id: "new-org", className: "primary" })] },
        orgs.length > 0 ? list(orgs) : nothing("No org yet.", "A new one begins with a management key, which is shown once.")));
  });
  if (problem.textContent !== "") byId("orgs").replaceChildren(problem, button("Try again", show));
}

function list(orgs) {
  const made = table("Orgs", ["Org", "Time zone", "State", "Last changed", ""], orgs.map(line));
  made.classList.add("org-table");
  return made;
}

function line(org) {
  const problem = element("span", { className: "error", role: "alert" });
  const act = (does) => () => attempt(problem, () => does(org));
  return element("tr", { "data-org": org.id, className: org.suspended ? "suspended" : "" },
    element("th", { scope: "row" }, org.name, element("span", { className: "under id", content: org.id })),
    element("td", { content: org.timeZone }),
    element("td", {}, org.suspended ? badge("suspended", "bad") : badge("active", "good")),
    element("td", { content: text.moment(org.updatedAt, ZONE) }),
    element("td", {}, element("div", { className: "tools acts" },
      button("Rename", act(rename), { "aria-label": `Rename ${org.name}` }),
      button("New key", act(makeKey), { "aria-label": `New management key for ${org.name}` }),
      org.suspended ? button("Resume", act(resume), { "aria-label": `Resume ${org.name}` })
        : button("Suspend", act(suspend), { "aria-label": `Suspend ${org.name}` }), problem)));
}

/** Reads the list anew, and puts the focus back where the person was. */
async function again(id, words) {
  await show();
  document.querySelector(`[data-org="${CSS.escape(id)}"] button`)?.focus();
  announce(words);
}

// Changes

/** A dialog of fields by their names; `send(body)` does it, and its refusal is said at the field. */
function ask(title, fields, act, send) {
  return dialog(title, (close) => {
    const problem = element("p", { className: "error", role: "alert" });
    const go = element("button", { type: "submit", className: "primary", content: act });
    const form = element("form", { className: "builder", novalidate: "", id: "ask-form" },
      ...Object.entries(fields).map(([name, { node }]) => {
        node.dataset.field = name;
        return node;
      }), problem, element("p", { className: "tools" }, go, button("Cancel", () => close(undefined))));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      go.disabled = true;
      showProblem(form, problem, null);
      const body = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.read()]));
      try {
        close(await send(body));
      } catch (failure) {
        if (failure.status === 401) showSignIn("The session is over: sign in again.");
        else say(form, problem, failure);
      } finally {
        go.disabled = false;
      }
    });
    return [form];
  });
}

/** A refusal with violations names the fields there. */
function say(form, problem, failure) {
  const [first] = failure.violations;
  showProblem(form, problem, first ? { field: first.path, message: first.message } : failure);
}

const KEEP = "Send it to the org by a secure channel. It may do everything in the org, and belongs in no page, address or repository.";

async function makeOrg() {
  const zones = Intl.supportedValuesOf("timeZone");
  const fields = {
    name: textField("Name", { hint: "As people call it.", maxlength: "200" }),
    id: textField("Id", { hint: "Letters, digits and hyphens; stays as it is. Left empty, one is made." }),
    timeZone: textField("Time zone", { choices: ["UTC", ...zones], hint: "Its days in reports begin at midnight there. It stays as it is." }),
  };
  fields.timeZone.write(ZONE);
  const made = await ask("New org", fields, "Make the org", (body) => api.post("", ORGS, body));
  if (!made) return;
  await tellKey(`First management key of ${made.name}`, made.key, KEEP);
  await again(made.id, `${made.name} is made.`);
}

async function rename(org) {
  const name = new Field("Name", element("input", { autocomplete: "off", maxlength: "200" }));
  name.write(org.name);
  const changed = await ask(`Rename ${org.name}`, { name }, "Rename", ({ name: chosen = "" }) => api.patch("", one(org), { name: chosen }));
  if (changed) await again(org.id, `It is ${changed.name} now.`);
}

async function suspend(org) {
  const words = ["Within two seconds every request with one of its keys, and of everybody who is signed in, is refused: 403 org_suspended. Nothing is served.",
    "Links that people were shown still lead to their targets. Nothing is deleted: resume it whenever you like."];
  if (!await confirm(`Suspend ${org.name}?`, words, "Suspend the org")) return;
  await api.patch("", one(org), { suspended: true });
  await again(org.id, `${org.name} is suspended.`);
}

async function resume(org) {
  if (!await confirm(`Resume ${org.name}?`, "Within two seconds its keys and people have access again, and its booked campaigns serve again.", "Resume the org", { bad: false })) return;
  await api.patch("", one(org), { suspended: false });
  await again(org.id, `${org.name} goes on.`);
}

async function makeKey(org) {
  const label = textField("Label", { hint: "What it is for, such as: in place of the one that was lost." });
  const made = await ask(`New management key for ${org.name}`, { label }, "Make the key", (body) => api.post("", `${one(org)}/keys`, body));
  if (!made) return;
  await tellKey(`New management key of ${org.name}`, made.key, KEEP, "Its existing keys stay valid: the org revokes those that it lost.");
  await again(org.id, "The key is made.");
}

const one = ({ id }) => `${ORGS}/${encodeURIComponent(id)}`;

byId("sign-in-form").addEventListener("submit", signIn);
byId("sign-out").addEventListener("click", signOut);
try {
  const session = await api.operatorSession();
  if (session === null) showSignIn();
  else await begin(session);
} catch (failure) {
  showSignIn(failure.message);
}
