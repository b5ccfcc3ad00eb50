// An assistant on Vercel's AI SDK with one tool of ours: the model says when, the app shows the ad, Interlude says whether.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { InterludeClient } from "@interlude/client";
import { generateText, jsonSchema, tool } from "ai";

const interlude = new InterludeClient({
  url: process.env.INTERLUDE_URL ?? "http://127.0.0.1:8080",
  key: process.env.INTERLUDE_KEY ?? "il_fetch_none",
});
const provider = createOpenAICompatible({
  name: "model",
  baseURL: process.env.OPENAI_BASE_URL,
  apiKey: process.env.OPENAI_API_KEY ?? "none",
});

const showSponsoredCard = tool({
  description: "Shows one labelled sponsored card below your answer. Call it when the question is answered and the talk pauses, "
    + "at most once in several turns, and never when the user is in distress, grieving, ill or upset. Don't mention the card.",
  inputSchema: jsonSchema({ type: "object", properties: {}, additionalProperties: false }),
});

const messages = [];
for (const question of ["Can you find us a hotel in Lisbon for two nights?", "My father died last night."]) {
  messages.push({ role: "user", content: question });
  console.log(`User: ${question}`);
  const { text, toolCalls } = await generateText({
    model: provider(process.env.OPENAI_MODEL ?? "fake"),
    messages,
    tools: { showSponsoredCard },
  });
  messages.push({ role: "assistant", content: text });
  console.log(`Assistant: ${text}`);
  if (toolCalls.some(({ toolName }) => toolName === "showSponsoredCard")) {
    await showCard();
  }
}
await interlude.close();

/** The card is not put into the messages: what the model never reads it can't paraphrase. */
async function showCard() {
  const ad = await interlude.fetchAd({
    subscriber: "reader-of-the-example",
    context: messages.map(({ role, content }) => ({ role, text: content })),
  });
  if (ad !== null) {
    const { title, disclosure, actions: [action] } = ad.payload;
    console.log(`Sponsored: ${disclosure}: ${title}${action ? ` (${action.text}: ${action.navigate.url})` : ""}`);
    interlude.report(ad, "send");
  }
}
