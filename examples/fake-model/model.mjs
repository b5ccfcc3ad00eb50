// Stands for a language model behind OpenAI's interface, so that the examples beside it run without one: answers what was asked, and
// calls the first tool when an answer is complete and nobody is sad. Prints its address.
import { createServer } from "node:http";

const COMPLETE = { content: "The Alfama has quiet ones near the castle." };
const SAD = { content: "I am so sorry for your loss." };

function answer({ messages, tools = [] }) {
  const said = JSON.stringify(messages.findLast(({ role }) => role === "user")?.content ?? "");
  if (/died/.test(said)) return SAD;
  return tools.length === 0 ? COMPLETE : {
    ...COMPLETE,
    tool_calls: [{ id: "call-1", type: "function", function: { name: tools[0].function.name, arguments: "{}" } }],
  };
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
    response.writeHead(404).end();
    return;
  }
  const message = { role: "assistant", ...answer(JSON.parse(body)) };
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model: "fake",
    choices: [{ index: 0, message, finish_reason: message.tool_calls ? "tool_calls" : "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }));
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
