// A bot by text message, as the webhook that Twilio calls for each text that comes in: the answer is TwiML with the bot's own text, and
// now and then a second one with a sponsored text. Nothing but Node and @interlude/client.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { InterludeClient } from "@interlude/client";

const { PUBLIC_URL, TWILIO_AUTH_TOKEN, SUBSCRIBER_SECRET } = process.env;
if (!PUBLIC_URL || !TWILIO_AUTH_TOKEN || !SUBSCRIBER_SECRET) {
  throw new Error("Set PUBLIC_URL (the webhook's, as Twilio has it), TWILIO_AUTH_TOKEN and SUBSCRIBER_SECRET.");
}
const LONGEST_BODY = 16_384;
const interlude = new InterludeClient({
  url: process.env.INTERLUDE_URL ?? "http://127.0.0.1:8080",
  key: process.env.INTERLUDE_KEY ?? "il_fetch_none",
});

/** Twilio blocks and answers these words itself, and tells the webhook. A database in earnest. */
const STOP = /^\s*(stop|stopall|unsubscribe|cancel|end|quit)\s*$/i;
const stopped = new Set();

/** Never the phone number: a keyed hash of it. */
const subscriberOf = (number) => createHmac("sha256", SUBSCRIBER_SECRET).update(number).digest("base64url");

/** Twilio signs the address and the fields in the order of their names, with HMAC-SHA1. */
function isTwilios(fields, signature) {
  const signed = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).reduce((text, [name, value]) => text + name + value, PUBLIC_URL);
  const expected = createHmac("sha1", TWILIO_AUTH_TOKEN).update(signed).digest();
  const given = Buffer.from(signature ?? "", "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What the bot is for. */
const reply = (text) => (/hotel/i.test(text) ? "The Alfama has quiet ones near the castle." : "Tell me where you want to stay.");

async function textsFor(number, text) {
  if (STOP.test(text)) {
    stopped.add(number);
    return [];
  }
  const answer = reply(text);
  if (stopped.has(number)) return [answer];
  const ad = await interlude.fetchAd({
    format: "sms",
    subscriber: subscriberOf(number),
    context: [{ role: "user", text }, { role: "assistant", text: answer }],
  });
  if (ad === null) return [answer];
  interlude.report(ad, "send");
  return [answer, ad.payload.text];
}

const escape = (text) => text.replace(/[<>&]/g, (character) => `&#${character.codePointAt(0)};`);
const twiml = (texts) => `<?xml version="1.0" encoding="UTF-8"?>
<Response>${texts.map((text) => `<Message>${escape(text)}</Message>`).join("")}</Response>`;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) {
    body += part;
    if (body.length > LONGEST_BODY) return response.writeHead(413).end();
  }
  const fields = new URLSearchParams(body);
  if (!isTwilios(fields, request.headers["x-twilio-signature"])) return response.writeHead(403).end();
  const texts = await textsFor(fields.get("From") ?? "", fields.get("Body") ?? "");
  return response.writeHead(200, { "Content-Type": "text/xml" }).end(twiml(texts));
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on("SIGTERM", () => server.close(() => interlude.close()));
