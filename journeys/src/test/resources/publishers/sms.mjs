// Drives the code of docs/publishers/sms.md as an SMS gateway would, and prints the texts that were sent.
import { endSilent, receive, sendCard, sendFlow } from "./texts.mjs";

const texts = {};
const send = async (number, text) => {
  texts[number] = [...(texts[number] ?? []), text];
};

await sendCard("+15550100", send);
await sendFlow("+15550101", send);
const taken = [await receive("+15550101", "2.", send), await receive("+15550101", "CANARYlater", send)];
await sendFlow("+15550102", send);
await receive("+15550102", "when are you open CANARYtext", send);
await sendFlow("+15550103", send);
await receive("+15550103", "STOP", send);
await sendFlow("+15550104", send);
await endSilent(send, Date.now() + 100_000_000);
console.log(JSON.stringify({ texts, taken }));
