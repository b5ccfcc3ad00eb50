// The console: sign in, then one of the pages, which the address names by its fragment.

import * as api from "./api.js";
import * as audits from "./audit/audit.js";
import * as corrections from "./audit/corrections.js";
import * as rejected from "./audit/rejected.js";
import * as advertisers from "./book/advertisers.js";
import * as booking from "./book/book.js";
import * as campaign from "./book/campaign.js";
import * as campaigns from "./book/campaigns.js";
import * as creative from "./book/creative.js";
import * as editLineItem from "./book/edit-line-item.js";
import * as goals from "./book/goals.js";
import { byId, element } from "./dom.js";
import * as flows from "./flow/flow.js";
import * as flowPaths from "./flow/paths.js";
import { closeDialogs } from "./form/ask.js";
import { anyUnsaved, forgetUnsaved, mayLeave } from "./form/unsaved.js";
import * as changes from "./history/changes.js";
import * as journal from "./journal/journal.js";
import * as story from "./journal/story.js";
import * as live from "./live/live.js";
import { Names } from "./names.js";
import * as overview from "./overview/overview.js";
import * as delivery from "./report/delivery.js";
import * as lineItem from "./report/line-item.js";
import * as reports from "./report/report.js";
import { offerHelp } from "./search/help.js";
import { offerSearch } from "./search/search.js";
import * as apps from "./setup/apps.js";
import * as catalogueFile from "./setup/catalogue-file.js";
import * as people from "./setup/people.js";
import * as settings from "./setup/settings.js";
import * as start from "./setup/start.js";
import * as subscribers from "./setup/subscribers.js";
import * as testFetch from "./try/test-fetch.js";

/**
 * Each page has an element of its name, which is made when the document has none. `open(session, parameters)` shows it, `close()` forgets what
 * it knows of a session. `under` is the page whose link in the navigation stands for it.
 */
const PAGES = {
  overview: { title: "Overview", module: overview },
  live: { title: "Live", module: live },
  reports: { title: "Reports", module: reports },
  delivery: { title: "Delivery", module: delivery },
  "line-item": { title: "Line item", module: lineItem, under: "reports" },
  "flow-paths": { title: "Paths through a flow", module: flowPaths, under: "reports" },
  journal: { title: "Journal", module: journal },
  fetch: { title: "A fetch's story", module: story, under: "journal" },
  audits: { title: "Audits", module: audits },
  rejected: { title: "Refused events", module: rejected },
  corrections: { title: "Corrections", module: corrections },
  campaigns: { title: "Campaigns", module: campaigns },
  campaign: { title: "Campaign", module: campaign, under: "campaigns" },
  "edit-line-item": { title: "Line item", module: editLineItem, under: "campaigns" },
  creative: { title: "Creative", module: creative, under: "campaigns" },
  advertisers: { title: "Advertisers", module: advertisers },
  goals: { title: "Conversion goals", module: goals },
  book: { title: "Book a campaign", module: booking },
  "test-fetch": { title: "Test fetch", module: testFetch },
  apps: { title: "Publisher apps & keys", module: apps },
  people: { title: "People", module: people },
  settings: { title: "Settings", module: settings },
  subscribers: { title: "Subscribers", module: subscribers },
  "catalogue-file": { title: "Export and import", module: catalogueFile },
  changes: { title: "Changes", module: changes },
  start: { title: "Start here", module: start },
  flows: { title: "Flows", module: flows },
};
const FIRST = "overview";

let session = null;
/** The address whose page is shown. */
let address = "";
/** Whether the person is being asked if they mind losing what is not saved. */
let asking = false;

// Signing in and out

function showSignIn(message = "") {
  for (const page of Object.keys(PAGES)) byId(page).hidden = true;
  byId("pages").hidden = true;
  byId("menu").hidden = true;
  byId("status").hidden = true;
  byId("sign-out").hidden = true;
  byId("search").hidden = true;
  byId("who").hidden = true;
  byId("sign-in").hidden = false;
  byId("sign-on-orgs").hidden = true;
  offerSignOn();
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
    const answer = await api.signIn(typed);
    input.value = "";
    showKeyError("");
    begin(answer);
  } catch (failure) {
    showKeyError(whyNot(failure));
    input.focus();
  } finally {
    button.disabled = false;
  }
}

/** A session from before, or by the one-time link that the address holds; else the form. */
async function resume() {
  const [, way, said] = /^#(link|sign-in|orgs)=(.+)$/.exec(location.hash) ?? [];
  if (way) history.replaceState(null, "", location.pathname);
  try {
    const answer = way === "link" ? await api.signIn("", said) : await api.currentSession();
    if (answer !== null) return begin(answer);
    showSignIn(way === "sign-in" ? SIGN_ON_FAILURES[said] ?? SIGN_ON_FAILURES.failed : "");
    if (way === "orgs") showOrgs(JSON.parse(decodeURIComponent(said)));
  } catch (failure) {
    showSignIn(failure.message);
  }
}

/** Why single sign-on led to no session. */
const SIGN_ON_FAILURES = {
  unavailable: "Single sign-on cannot be reached at the moment. Try again, or use a key.",
  refused: "Single sign-on was broken off.",
  not_begun: "Single sign-on took too long, or was begun in another window. Try again.",
  failed: "Single sign-on failed. Try again; if it fails again, ask whoever runs this server.",
  unverified: "Single sign-on gave no verified email address for you.",
  no_user: "No org has a user with your email address. Ask an admin of your org to add you under People.",
};

/** Where a person is a user of several orgs, each is a link. */
function showOrgs(orgs) {
  byId("sign-on-orgs").hidden = false;
  byId("sign-on-orgs").replaceChildren(
    element("p", { content: "You are a user of several orgs. Choose one:" }),
    element("ul", {}, ...orgs.map(({ id, name }) =>
      element("li", {}, element("a", { href: `/console/oidc?org=${encodeURIComponent(id)}`, content: String(name) })))),
  );
}

/** Single sign-on is offered where it is set up. */
async function offerSignOn() {
  byId("sign-on").hidden = !(await signOnWays()).oidc;
}

const signOnWays = () => api.waysIn().catch(() => ({ oidc: false }));

function whyNot(failure) {
  switch (failure.status) {
    case 401: return "No such key. Check that you copied all of it.";
    case 403: return failure.reason === "key_not_allowed" ? "This key may not read reports. Use a management or a read key." : failure.message;
    default: return failure.message;
  }
}

/** Leaves the pages; the session itself may be over already. */
function leave(message = "") {
  session?.stop.abort();
  session = null;
  forgetUnsaved();
  closeDialogs();
  for (const { module } of Object.values(PAGES)) module.close();
  showSignIn(message);
}

async function signOut() {
  const { isPerson } = session;
  try {
    await api.signOut();
    leave();
  } catch (failure) {
    leave(failure.status === 401 ? "" : `You may still be signed in: ${failure.message}`);
    if (failure.status !== 401) return;
  }
  if (isPerson && (await signOnWays()).oidc) location.assign("/console/oidc/sign-out");
}

/** What is kept from sign in to sign out. */
function begin({ org, user, key, role, manages }) {
  // Java's short name of UTC, which browsers do not know.
  const zone = org.timeZone === "Z" ? "UTC" : org.timeZone;
  const getKey = () => "";
  session = { key: getKey, isPerson: Boolean(user), zone, manages, role, stop: new AbortController(), names: new Names(getKey), refused: leave };
  const name = user ? `${user.name} (${role})` : (key.label ?? key.id);
  byId("who").textContent = [org.name ?? org.id, name, zone].join(" · ");
  byId("who").hidden = false;
  byId("sign-in").hidden = true;
  byId("pages").hidden = false;
  byId("menu").hidden = false;
  byId("status").hidden = false;
  byId("sign-out").hidden = false;
  byId("search").hidden = false;
  live.start(session);
  showPage();
}

/** What is not saved is asked for first; the address then waits. */
async function turnPage() {
  if (session === null) {
    if (/^#(link|sign-in|orgs)=/.test(location.hash)) await resume();
    return;
  }
  if (anyUnsaved() && location.hash !== address) {
    const wanted = location.hash;
    history.replaceState(null, "", address || "#");
    if (asking) return;
    asking = true;
    const leave = await mayLeave();
    asking = false;
    if (leave) location.hash = wanted;
    return;
  }
  closeDialogs();
  showPage();
}

/** The page that the address names by its fragment, else the first one. */
function showPage() {
  const [named, query = ""] = location.hash.slice(1).split("?");
  const shown = Object.hasOwn(PAGES, named) ? named : FIRST;
  const changed = byId(shown).hidden;
  address = location.hash;
  forgetUnsaved();
  showMenu(false);
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

/** In a narrow window the pages are behind a button. */
function showMenu(open) {
  byId("pages").classList.toggle("open", open);
  byId("menu").setAttribute("aria-expanded", String(open));
}

for (const page of Object.keys(PAGES)) {
  if (!byId(page)) byId("main").append(element("div", { id: page, hidden: "" }));
}
byId("menu").addEventListener("click", () => showMenu(!byId("pages").classList.contains("open")));
byId("pages").addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  showMenu(false);
  byId("menu").focus();
});
byId("sign-in-form").addEventListener("submit", signIn);
byId("sign-out").addEventListener("click", async () => {
  if (await mayLeave()) signOut();
});
window.addEventListener("hashchange", turnPage);
offerHelp();
offerSearch(() => session, Object.fromEntries(Object.entries(PAGES).filter(([, { under }]) => !under).map(([page, { title }]) => [page, title])));
resume();
