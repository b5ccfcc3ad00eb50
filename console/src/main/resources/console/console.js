// The console: sign in, then one of the pages, which the address names by its fragment.

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { closeDialogs } from "./form/ask.js";
import { forgetUnsaved, losesByTurning, mayLeave } from "./form/unsaved.js";
import { drawIcons } from "./icons.js";
import * as live from "./live/live.js";
import { Names } from "./names.js";
import { offerHelp } from "./search/help.js";
import { offerSearch } from "./search/search.js";

/**
 * Each page has an element of its name, which is made when the document has none, and a module that is loaded when the page is first turned to, but for *Live*, which goes on beside others:
 * `open(session, parameters)` shows it, `close()` forgets what it knows of a session. `under` is the page whose link in the navigation stands for it.
 */
const PAGES = {
  overview: { title: "Overview", file: "overview/overview.js" },
  live: { title: "Live", module: live },
  reports: { title: "Reports", file: "report/report.js" },
  delivery: { title: "Delivery", file: "report/delivery.js" },
  "line-item": { title: "Line item", file: "report/line-item.js", under: "reports" },
  "flow-paths": { title: "Paths through a flow", file: "flow/paths.js", under: "reports" },
  journal: { title: "Journal", file: "journal/journal.js" },
  fetch: { title: "A fetch's story", file: "journal/story.js", under: "journal" },
  audits: { title: "Audits", file: "audit/audit.js" },
  rejected: { title: "Refused events", file: "audit/rejected.js" },
  corrections: { title: "Corrections", file: "audit/corrections.js" },
  campaigns: { title: "Campaigns", file: "book/campaigns.js" },
  campaign: { title: "Campaign", file: "book/campaign.js", under: "campaigns" },
  "edit-line-item": { title: "Line item", file: "book/edit-line-item.js", under: "campaigns" },
  creative: { title: "Creative", file: "book/creative.js", under: "campaigns" },
  advertisers: { title: "Advertisers", file: "book/advertisers.js" },
  goals: { title: "Conversion goals", file: "book/goals.js" },
  book: { title: "Book a campaign", file: "book/book.js" },
  "test-fetch": { title: "Test fetch", file: "try/test-fetch.js" },
  apps: { title: "Publisher apps & keys", file: "setup/apps.js" },
  people: { title: "People", file: "setup/people.js" },
  settings: { title: "Settings", file: "setup/settings.js" },
  subscribers: { title: "Subscribers", file: "setup/subscribers.js" },
  "catalogue-file": { title: "Export and import", file: "setup/catalogue-file.js" },
  changes: { title: "Changes", file: "history/changes.js" },
  start: { title: "Start here", file: "setup/start.js" },
  flows: { title: "Flows", file: "flow/flow.js" },
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
  failed: "Single sign-on failed. Try again; if it fails again, ask the operator of this server.",
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
  for (const { module } of Object.values(PAGES)) module?.close();
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

const APPROVERS = ["approver", "admin"];

/** What is kept from sign in to sign out. */
function begin({ org, user, key, role, manages }) {
  // Java's short name of UTC, which browsers do not know.
  const zone = org.timeZone === "Z" ? "UTC" : org.timeZone;
  const getKey = () => "";
  const who = `${org.id} ${user?.id ?? key.id}`;
  session = { key: getKey, who, isPerson: Boolean(user), zone, manages, approves: APPROVERS.includes(role), stop: new AbortController(), names: new Names(getKey), refused: leave };
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
  if (losesByTurning() && location.hash !== address) {
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
function named() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  return [Object.hasOwn(PAGES, name) ? name : FIRST, new URLSearchParams(query)];
}

async function load(page) {
  page.module ??= await import(`./${page.file}`);
  return page.module;
}

async function showPage() {
  const [shown, parameters] = named();
  const page = PAGES[shown];
  const changed = byId(shown).hidden;
  const turned = location.hash;
  address = turned;
  forgetUnsaved();
  showMenu(false);
  // Nobody should press what nothing listens to yet.
  for (const name of Object.keys(PAGES)) byId(name).hidden = name !== shown || !page.module;
  for (const link of byId("pages").querySelectorAll("a")) {
    if (link.hash === `#${page.under ?? shown}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const module = page.module ?? await load(page).catch(() => null);
  if (session === null || location.hash !== turned) return;
  byId("lost-page").hidden = module !== null;
  if (module === null) return;
  byId(shown).hidden = false;
  document.title = `${page.title} – Interlude console`;
  module.open(session, parameters);
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
drawIcons(byId("pages").querySelectorAll("a"));
// The first page is loaded while it is asked who is there.
load(PAGES[named()[0]]).catch(() => {});
offerHelp();
offerSearch(() => session, Object.fromEntries(Object.entries(PAGES).filter(([, { under }]) => !under).map(([page, { title }]) => [page, title])));
resume();
