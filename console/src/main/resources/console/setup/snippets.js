// The first fetch and the first event as code, with what was just made filled in.

const QUESTION = "What could I cook for two tonight?";
export const SUBSCRIBER = "onboarding-1";

/** What a first fetch asks. */
export const fetchBody = (adUnit) => ({ adUnit, subscriber: SUBSCRIBER, context: QUESTION });
export const eventBody = (messageId) => ({ version: 2, eventType: "read", fetchEventId: messageId });

/** Language and code of both requests. A fetch id that is not known yet is a name in the code. */
export function snippets({ base, key, adUnit, messageId }) {
  return [["curl", curl(base, key, adUnit, messageId)], ["JavaScript", javaScript(base, key, adUnit)], ["Python", python(base, key, adUnit)]];
}

const json = (value) => JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
const shell = (value) => json(value).replaceAll("'", "'\\''");

function curl(base, key, adUnit, messageId) {
  const head = `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`;
  return `# A fetch: shows what to show, and a messageId
curl -s ${base}/v1/fetch/v2 \\
${head}
  -d '${shell(fetchBody(adUnit))}'

# An event: somebody has read it
curl -s ${base}/v1/event \\
${head}
  -d '${shell(eventBody(messageId ?? "MESSAGE_ID_OF_THE_FETCH"))}'`;
}

function javaScript(base, key, adUnit) {
  return `const call = (path, body) => fetch("${base}" + path, {
  method: "POST",
  headers: { Authorization: "Bearer ${key}", "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

// On your server: the key is secret.
const answer = await call("/v1/fetch/v2", ${json(fetchBody(adUnit))});
if (answer.status === 200) {
  const ad = await answer.json();
  console.log(ad.payload); // show it
  await call("/v1/event", { version: 2, eventType: "read", fetchEventId: ad.messageId });
}`;
}

function python(base, key, adUnit) {
  return `import json, urllib.request

def call(path, body):
    request = urllib.request.Request("${base}" + path, json.dumps(body).encode(),
        {"Authorization": "Bearer ${key}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.status, answer.read()

status, body = call("/v1/fetch/v2", ${json(fetchBody(adUnit))})
if status == 200:
    ad = json.loads(body)
    print(ad["payload"])  # show it
    call("/v1/event", {"version": 2, "eventType": "read", "fetchEventId": ad["messageId"]})`;
}
