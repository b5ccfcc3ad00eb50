// A publisher's first five minutes: make an application, its ad unit and its key in one step, send
// the first fetch and event, and see them arrive.

import * as api from "../api.js";
import { PATHS, load } from "../book/catalogue.js";
import { button, element } from "../dom.js";
import { Group, flag, text as textField } from "../form/controls.js";
import { row } from "../form/parts.js";
import { clearViolations, showViolations } from "../form/violations.js";
import { Page, heading, link, panel } from "../page.js";
import { bookSample } from "./sample.js";
import { copyButton, secret } from "./secret.js";
import { eventBody, fetchBody, snippets } from "./snippets.js";
import { Watch } from "./watch.js";

/** What was made: outlives a change of pages, but not signing out, for the key is in it. */
let made = null;
let watch = null;

const page = new Page("start", (session) => (made ? drawMade(session) : drawForm(session)));
export const open = (session, parameters) => page.open(session, parameters);

export function close() {
  made = null;
  watch?.stop();
  watch = null;
  page.close();
}

const LEAD = "From nothing to a first fetch and event that are counted, in five minutes.";

async function drawForm(session) {
  const { lineItem: lineItems } = await load(session, "lineItem");
  const controls = {
    application: textField("Your application", { hint: "The app, site or bot that shows ads." }),
    adUnitName: textField("Its first ad unit", { hint: "A place in a conversation: after an answer, at a pause." }),
    adUnit: textField("Code of the ad unit", { hint: "What your code sends." }),
    sample: flag("Book a sample ad for it, so that the first fetch finds one"),
  };
  const { application, adUnitName, adUnit, sample } = controls;
  const form = new Group(controls, element("div", { className: "builder" }, row({ application, adUnitName, adUnit }), sample.node));
  form.place("");
  form.write({ application: "My assistant", adUnitName: "After an answer", adUnit: "after-answer", sample: !lineItems.some(({ status }) => status === "active") });
  const summary = element("div", { className: "summary", role: "alert", tabindex: "-1", hidden: "" });
  const go = element("button", { type: "submit", className: "primary", id: "start-make", content: "Make all three" });
  const node = element("form", { className: "builder", novalidate: "", autocomplete: "off" }, summary, form.node,
    element("p", { className: "muted small", content: "This makes an application, an ad unit, and a fetch key, which is shown once." }), element("p", { className: "tools" }, go));
  const kept = {};
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    clearViolations(node, summary);
    try {
      await make(session, form.read(), kept);
      page.open(session);
    } catch (failure) {
      showViolations(node, summary, inForm(failure, kept));
    } finally {
      go.disabled = false;
    }
  });
  return [heading("Start here", LEAD), panel("1. Make an application, an ad unit and a key", {}, node)];
}

/** Makes what is not made yet: after a refusal it goes on where it was. */
async function make(session, { application, adUnitName, adUnit, sample }, kept) {
  const create = async (path, body) => (await api.create(session.key(), path, body)).body;
  kept.step = "application";
  kept.application ??= await create(PATHS.application, { name: application, defaultAdUnit: adUnit });
  kept.step = "adUnit";
  kept.adUnit ??= await create(PATHS.adUnit, { code: adUnit, name: adUnitName, applicationId: kept.application.id });
  kept.step = "";
  kept.key ??= await create(PATHS.key, { kind: "fetch", applicationId: kept.application.id });
  if (sample) kept.sample ??= await bookSample(session, kept.adUnit.code);
  session.names.forget();
  made = { ...kept, since: new Date(Date.parse(kept.application.updatedAt ?? new Date().toISOString()) - 60000).toISOString() };
}

/** The fields of what was refused are those of this form. */
function inForm(failure, { step }) {
  const fields = { application: { name: "application", defaultAdUnit: "adUnit" }, adUnit: { code: "adUnit", name: "adUnitName" } }[step] ?? {};
  failure.field = fields[failure.field] ?? failure.field ?? "";
  failure.violations = (failure.violations ?? []).map((each) => ({ ...each, path: fields[each.path] ?? each.path }));
  return failure;
}

async function drawMade(session) {
  const { application, adUnit, key } = made;
  const base = location.origin;
  const codes = element("div", {});
  const showCode = () => codes.replaceChildren(...snippets({ base, key: key.key, adUnit: adUnit.code, messageId: made.messageId }).map(([name, code], i) =>
    element("details", { className: "part", name: "snippets", ...(i === 0 ? { open: "" } : {}) }, element("summary", { content: name }),
      element("div", { className: "code-block" }, element("pre", { tabindex: "0", role: "region", "aria-label": `${name} code` }, element("code", { content: code })), copyButton(() => code, `${name} code`)))));
  showCode();
  const ticks = element("ol", { className: "ticks", "aria-label": "What was seen", "aria-live": "polite" });
  const error = element("p", { className: "error", role: "alert" });
  const end = element("div", { id: "start-end" });
  const sendFetch = button("Send the first fetch from here", () => attempt(async () => {
    const { status, body } = await api.send(key.key, "/v1/fetch/v2", fetchBody(adUnit.code));
    if (status === 200) made.messageId = body.messageId;
    else error.textContent = "The answer was: no ad now. Book a campaign for this ad unit, then fetch again.";
    showCode();
  }), { className: "primary", id: "start-fetch" });
  const sendEvent = button("Send its event from here", () => attempt(() => api.send(key.key, "/v1/event", eventBody(made.messageId))), { id: "start-event" });
  const attempt = async (act) => {
    error.textContent = "";
    try {
      await act();
    } catch (failure) {
      error.textContent = failure.status === 401 ? "The key is not known any more: was it revoked?" : failure.message;
    }
    watch.look();
  };
  const show = (seen) => {
    if (seen.messageId && made.messageId !== seen.messageId) {
      made.messageId = seen.messageId;
      showCode();
    }
    sendEvent.disabled = !made.messageId;
    ticks.replaceChildren(...seen.ticks.map(({ done, words, detail }) => element("li", { className: done ? "done" : "" },
      element("span", { className: "tick", "aria-hidden": "true", content: done ? "✓" : "" }), element("strong", { content: words }), element("span", { className: "under", content: detail }))));
    end.replaceChildren(...(seen.verified ? [summary(application, adUnit)] : []));
  };
  watch?.stop();
  watch = new Watch(session, made, show);
  return {
    nodes: [heading("Start here", LEAD),
      panel("1. Made", { beside: [button("Start over", () => {
        made = null;
        watch.stop();
        page.open(session);
      })] }, element("p", { content: `Application “${application.name}”, ad unit ${adUnit.code}, and this fetch key. Copy it: it is shown while you stay signed in, and never again.` }), secret(key.key)),
      panel("2. Send a fetch and an event", { note: "From your own code, or from here." }, codes, error, element("p", { className: "tools after" }, sendFetch, sendEvent)),
      panel("3. See them arrive", { note: "Read from the journal every second." }, ticks, end)],
    after: () => watch.start(),
  };
}

function summary(application, adUnit) {
  return element("div", { className: "done-note" }, element("h3", { content: "Verified. What your application sends is counted." }),
    element("p", { content: `“${application.name}” shows ads at ${adUnit.code}. Reports have them now.` }),
    element("ul", {},
      element("li", {}, link("book", {}, "Book a campaign"), " of your own", ...(made.sample ? [", then ", link("campaign", { id: made.sample.campaignId }, "archive the sample")] : []), "."),
      element("li", {}, "A web page needs no server: make a ", link("apps", {}, "publisher tag"), " for its origin, and use the web embed."),
      element("li", {}, "Chat platforms and text messages take the formats botplatform and sms. ", link("test-fetch", { adUnit: adUnit.code }, "Try each"), "."),
      element("li", {}, "Send a subscriber with each fetch, so that frequency caps work, and the last turns as context, so that ads fit."),
      element("li", {}, "All paths and fields: ", element("a", { href: "/openapi.json", content: "the description of the API" }), ".")));
}
