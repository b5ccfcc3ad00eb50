// An assistant on LangChain with one tool of ours: the model says when, the app shows the ad, Interlude says whether.
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { InterludeClient } from "@interlude/client";

const interlude = new InterludeClient({
  url: process.env.INTERLUDE_URL ?? "http://127.0.0.1:8080",
  key: process.env.INTERLUDE_KEY ?? "il_fetch_none",
});

/** Bound to the model but never run by an agent: its answer would go back to the model. */
const tools = [{
  type: "function",
  function: {
    name: "show_sponsored_card",
    description: "Shows one labelled sponsored card below your answer. Call it when the question is answered and the talk pauses, "
      + "at most once in several turns, and never when the user is in distress, grieving, ill or upset. Don't mention the card.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
  },
}];
const model = new ChatOpenAI({
  model: process.env.OPENAI_MODEL ?? "fake",
  apiKey: process.env.OPENAI_API_KEY ?? "none",
  configuration: { baseURL: process.env.OPENAI_BASE_URL },
}).bindTools(tools);

const messages = [];
for (const question of ["Can you find us a hotel in Lisbon for two nights?", "My father died last night."]) {
  messages.push(new HumanMessage(question));
  console.log(`User: ${question}`);
  const answer = await model.invoke(messages);
  // Kept without the call: a call without its result is refused by most models.
  messages.push(new AIMessage(answer.text));
  console.log(`Assistant: ${answer.text}`);
  if (answer.tool_calls?.some(({ name }) => name === "show_sponsored_card")) {
    await showCard();
  }
}
await interlude.close();

/** The card is not put into the messages: what the model never reads it can't paraphrase. */
async function showCard() {
  const ad = await interlude.fetchAd({
    subscriber: "reader-of-the-example",
    context: messages.map((message) => ({ role: message.getType() === "human" ? "user" : "assistant", text: message.text })),
  });
  if (ad !== null) {
    const { title, disclosure, actions: [action] } = ad.payload;
    console.log(`Sponsored: ${disclosure}: ${title}${action ? ` (${action.text}: ${action.navigate.url})` : ""}`);
    interlude.report(ad, "send");
  }
}
