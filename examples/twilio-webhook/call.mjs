// Calls the webhook as Twilio does, with a text of its one argument, and prints what it answers. With WRONG_TOKEN set, it signs with that.
import { createHmac } from "node:crypto";

const { PUBLIC_URL, WEBHOOK_URL = PUBLIC_URL, TWILIO_AUTH_TOKEN, WRONG_TOKEN = TWILIO_AUTH_TOKEN } = process.env;
const fields = { Body: process.argv[2], From: "+15550100", MessageSid: "SM00000000000000000000000000000001", To: "+15550199" };
const signed = Object.entries(fields).reduce((text, [name, value]) => text + name + value, PUBLIC_URL);
const answer = await fetch(WEBHOOK_URL, {
  method: "POST",
  headers: { "X-Twilio-Signature": createHmac("sha1", WRONG_TOKEN).update(signed).digest("base64") },
  body: new URLSearchParams(fields),
});
console.log(answer.status, await answer.text());
