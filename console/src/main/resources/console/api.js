// Calls to the service, as the session whose cookie no script can read, or with a key in a header: never in a URL, never in storage.

/** A refusal of the service, in its own words. */
export class Refusal extends Error {
  constructor(status, { reason = "", description = `HTTP ${status}`, field = "", violations = [], referrers = [] }) {
    super(description);
    this.status = status;
    this.reason = reason;
    this.field = field;
    this.violations = violations;
    this.referrers = referrers;
  }
}

/** Goes with every call by cookie; no other page can read it. */
let csrfToken = "";

/** An empty key stands for the session. */
const bearer = (key) => (key === "" ? { "X-CSRF-Token": csrfToken } : { Authorization: `Bearer ${key}` });

/** Calls of a session that is being ended would only be refused: they are given up, and none begins until it has ended. */
let signedIn = new AbortController();

async function call(key, path, { signedInSignal = signedIn.signal, signal = signedInSignal, ...options } = {}) {
  const response = await fetch(path, {
    headers: bearer(key),
    cache: "no-store",
    credentials: key === "" ? "same-origin" : "omit",
    signal: AbortSignal.any([signal, signedInSignal]),
    ...options,
  }).catch((failure) => {
    throw failure instanceof TypeError ? new Error("The service cannot be reached. Is it running?") : failure;
  });
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new Refusal(response.status, body);
  }
  return response;
}

/** A path with a query; lists are joined by commas, or repeated where `repeated` names them. */
function withQuery(path, parameters, repeated = []) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === "" || value === null || value === undefined) continue;
    if (!Array.isArray(value)) query.append(name, value);
    else if ((repeated.includes(name) || name.startsWith("attribute."))) value.forEach((each) => query.append(name, each));
    else if (value.length > 0) query.append(name, value.join(","));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Values of these may have commas. */
const REPEATED = ["application", "adUnit", "campaign", "lineItem", "creative", "format", "conversionGoal", "conversionName", "eventName",
  "messageId"];

/** JSON of a path; what cannot be reached is said in words. */
export async function get(key, path, parameters = {}, signal = AbortSignal.timeout(60000)) {
  try {
    return await (await call(key, withQuery(path, parameters, REPEATED), { signal })).json();
  } catch (failure) {
    if (failure.name === "TimeoutError") throw new Error("The service took longer than a minute. Try a shorter range.");
    throw failure;
  }
}

/** The text of one of the console's own files. */
export const file = async (path) => (await call("", path, { cache: "default" })).text();

/** Posts JSON, and reads the answer. */
export async function post(key, path, body) {
  const headers = { ...bearer(key), ...JSON_TYPE };
  return (await call(key, path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** Changes what the body names. */
export async function patch(key, path, body) {
  const headers = { ...bearer(key), ...JSON_TYPE };
  return (await call(key, path, { method: "PATCH", headers, body: JSON.stringify(body) })).json();
}

const SESSION = "/console/session";
const OPERATOR_SESSION = "/console/operator/session";

/** Which ways to sign in there are beside a key. */
export const waysIn = async () => (await call("", "/console/sign-in")).json();

/** Exchanges a key, or a one-time link, for a session. */
export const signIn = (key, link) => beginSession(SESSION, key, { link });

/** Exchanges the operator's token for a session. */
export const operatorSignIn = (token) => beginSession(OPERATOR_SESSION, token, {});

async function beginSession(path, key, body) {
  const headers = { ...bearer(key), ...JSON_TYPE };
  return began(await call(key, path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" }));
}

/** The session that the browser has; null when it has none. */
export const currentSession = () => sessionAt(SESSION);

/** The operator's session that the browser has; null when it has none. */
export const operatorSession = () => sessionAt(OPERATOR_SESSION);

async function sessionAt(path) {
  try {
    const response = await call("", path);
    return response.status === 204 ? null : await began(response);
  } catch (failure) {
    if (failure.status === 401) return null;
    throw failure;
  }
}

async function began(response) {
  const answer = await response.json();
  csrfToken = answer.csrfToken;
  return answer;
}

/** Ends the session, everywhere. */
export const signOut = () => endSession(SESSION);

/** Ends the operator's session, everywhere. */
export const operatorSignOut = () => endSession(OPERATOR_SESSION);

async function endSession(path) {
  const next = new AbortController();
  signedIn.abort();
  try {
    await call("", path, { method: "DELETE", signedInSignal: next.signal });
  } finally {
    signedIn = next;
  }
  csrfToken = "";
}

/** `GET /v1/reports`; parameters as an object, lists as arrays. */
export async function report(key, parameters, signal) {
  const answer = await get(key, "/v1/reports", parameters, signal);
  // Java's short name of UTC, which browsers do not know.
  return { ...answer, timeZone: answer.timeZone === "Z" ? "UTC" : answer.timeZone };
}

/** Hands a file to the person. The key is in no address: the page reads it and keeps it as a blob. */
export async function download(key, path, parameters, type, name) {
  const headers = { ...bearer(key), Accept: type };
  const response = await call(key, withQuery(path, parameters, REPEATED), { headers });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  // The service names reports by their range and grouping.
  link.download = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** Everything of a paged list of `/v1/manage`. */
export async function all(key, path) {
  const items = [];
  let cursor = "";
  do {
    const page = await (await call(key, `${path}?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)).json();
    items.push(...page.items);
    cursor = page.nextCursor ?? "";
  } while (cursor !== "");
  return items;
}

/** A resource, and the tag by which a change of it is asked for. */
export async function resource(key, path) {
  return tagged(await call(key, path));
}

/** Replaces a resource if it is still the one that was read; else the refusal has the status 409. */
export async function replace(key, path, body, etag, parameters = {}) {
  const headers = { ...bearer(key), ...JSON_TYPE, "If-Match": etag };
  return tagged(await call(key, withQuery(path, { strict: "true", ...parameters }), { method: "PUT", headers, body: JSON.stringify(body) }));
}

/** Makes a resource; the answer has what is shown only once. */
export async function create(key, path, body) {
  const headers = { ...bearer(key), ...JSON_TYPE };
  return tagged(await call(key, `${path}?strict=true`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Archives, revokes or erases; what the service says of it, or null when it says nothing. */
export async function remove(key, path) {
  const response = await call(key, path, { method: "DELETE" });
  return response.status === 204 ? null : response.json();
}

/** Puts an earlier version back if the resource is still the one that was read. */
export async function restore(key, path, revision, etag) {
  const headers = { ...bearer(key), ...JSON_TYPE, "If-Match": etag };
  return tagged(await call(key, `${path}:restore?strict=true`, { method: "POST", headers, body: JSON.stringify({ revision }) }));
}

/** Posts as a publisher does; no content is an answer too. */
export async function send(key, path, body) {
  const headers = { ...bearer(key), ...JSON_TYPE };
  const response = await call(key, path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: response.status === 204 ? null : await response.json() };
}

async function tagged(response) {
  return { body: await response.json(), etag: response.headers.get("ETag") ?? "" };
}

/** The rules that a flow breaks: `{ path, rule, message }` each. */
export async function validate(key, flow) {
  const headers = { ...bearer(key), ...JSON_TYPE };
  const response = await call(key, "/v1/manage/flows:validate", { method: "POST", headers, body: JSON.stringify(flow) });
  return (await response.json()).violations;
}

const SILENCE_MILLIS = 6000;

/**
 * Reads the live stream until it ends, and hands each message to `receive(name, data)`. Ends with
 * an error when nothing arrives for a while.
 */
export async function live(key, attribution, signal, receive) {
  const watchdog = new AbortController();
  const either = AbortSignal.any([signal, watchdog.signal]);
  let timer = setTimeout(() => watchdog.abort(), SILENCE_MILLIS);
  try {
    const response = await call(key, withQuery("/v1/reports/live", { attribution }), { signal: either });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let pending = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => watchdog.abort(), SILENCE_MILLIS);
      const messages = (pending + value).split("\n\n");
      pending = messages.pop();
      messages.forEach((message) => dispatch(message, receive));
    }
  } finally {
    clearTimeout(timer);
  }
}

function dispatch(message, receive) {
  let name = "message";
  const data = [];
  for (const line of message.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  if (data.length > 0) receive(name, JSON.parse(data.join("\n")));
}
