// The console: sign in, then one of the pages, which the address names by its fragment.

import * as api from "./api.js";
import * as audits from "./audit/audit.js";
import { byId } from "./dom.js";
import * as flows from "./flow/flow.js";
import * as journal from "./journal/journal.js";
import * as story from "./journal/story.js";
import * as live from "./live/live.js";
import { Names } from "./names.js";
import * as lineItem from "./report/line-item.js";
import * as reports from "./report/report.js";

/**
 * Each page has an element of its name. `open(session, parameters)` shows it, `close()` forgets what
 * it knows of a session. `under` is the page whose link in the navigation stands for it.
 */
const PAGES = {
  live: { title: "Live", module: live },
  reports: { title: "Reports", module: reports },
  "line-item": { title: "Line item", module: lineItem, under: "reports" },
  journal: { title: "Journal", module: journal },
  fetch: { title: "A fetch's story", module: story, under: "journal" },
  audits: { title: "Audits", module: audits },
  flows: { title: "Flows", module: flows },
};
const FIRST = "live";

/** Lives in this variable and nowhere else. */
let key = "";
let session = null;

// Signing in and out

function showSignIn(message = "") {
  for (const page of Object.keys(PAGES)) byId(page).hidden = true;
  byId("pages").hidden = true;
  byId("status").hidden = true;
  byId("sign-out").hidden = true;
  byId("sign-in").hidden = false;
  document.title = "Sign in – Interlude console";
  showKeyError(message);
  byId("key").focus();
}

function showKeyError(message) {
  byId("key-error").textContent = message;
  byId("key").setAttribute("aria-invalid", String(message !== ""));
}

async function signIn(event) {
  event.preventDefault();
  const input = byId("key");
  const button = byId("sign-in-button");
  const typed = input.value.trim();
  if (typed === "") {
    showKeyError("Enter a key.");
    input.focus();
    return;
  }
  button.disabled = true;
  try {
    const answer = await api.report(typed, { granularity: "total", metrics: "requests" });
    key = typed;
    input.value = "";
    showKeyError("");
    start(answer.timeZone);
  } catch (failure) {
    showKeyError(whyNot(failure));
    input.focus();
  } finally {
    button.disabled = false;
  }
}

function whyNot(failure) {
  switch (failure.status) {
    case 401: return "No such key. Check that you copied all of it.";
    case 403: return "This key may not read reports. Use a management or a read key.";
    default: return failure.message;
  }
}

function signOut(message = "") {
  key = "";
  session?.stop.abort();
  session = null;
  for (const { module } of Object.values(PAGES)) module.close();
  showSignIn(message);
}

/** What is kept from sign in to sign out. */
function start(zone) {
  const getKey = () => key;
  session = { key: getKey, zone, stop: new AbortController(), names: new Names(getKey), refused: signOut };
  byId("sign-in").hidden = true;
  byId("pages").hidden = false;
  byId("status").hidden = false;
  byId("sign-out").hidden = false;
  live.start(session);
  showPage();
}

/** The page that the address names by its fragment, else the live one. */
function showPage() {
  if (session === null) return;
  const [named, query = ""] = location.hash.slice(1).split("?");
  const shown = Object.hasOwn(PAGES, named) ? named : FIRST;
  const changed = byId(shown).hidden;
  for (const page of Object.keys(PAGES)) byId(page).hidden = page !== shown;
  for (const link of byId("pages").querySelectorAll("a")) {
    if (link.hash === `#${PAGES[shown].under ?? shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${PAGES[shown].title} – Interlude console`;
  PAGES[shown].module.open(session, new URLSearchParams(query));
  if (!changed) return;
  byId("main").focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

byId("sign-in-form").addEventListener("submit", signIn);
byId("sign-out").addEventListener("click", () => signOut());
window.addEventListener("hashchange", showPage);
showSignIn();
