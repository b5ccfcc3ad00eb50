// Drives the code of docs/publishers/llm-assistant.md with a model that is scripted, and prints what came out.
import { classifier } from "./classify.mjs";
import { beginFlow } from "./flow-chat.mjs";
import { answer, offerTool } from "./offers.mjs";

const name = offerTool.function.name;
const subscriber = "reader-of-the-guide";

/** Asks for an ad after each answer, and understands one sentence. */
async function chat(messages, tools) {
  if (tools) return { content: "Here you are.", tool_calls: [{ function: { name, arguments: "{}" } }] };
  return { content: messages.at(-1).content.includes("doors") ? "opening_hours\n" : "none" };
}

const shown = [];
const turns = await answer({
  chat,
  show: (card) => shown.push(card),
  turns: [{ role: "user", content: "Where do I find a recipe for soup?" }],
  subscriber,
});

const quiet = [];
await answer({
  chat: async () => ({ content: "I am sorry for your loss." }),
  show: (card) => quiet.push(card),
  turns: [{ role: "user", content: "My father died last night." }],
  subscriber,
});

const said = [];
const flow = await beginFlow({
  turns,
  subscriber,
  say: (item) => said.push(item),
  classify: classifier(chat),
});
await flow.read("do the doors open on CANARYsunday");
console.log(JSON.stringify({
  title: shown[0]?.title,
  disclosure: shown[0]?.disclosure,
  turns,
  quiet: quiet.length,
  said: said.map(({ kind, nodeId }) => nodeId ?? kind),
  ended: flow.ended(),
}));
