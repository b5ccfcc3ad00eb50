/** Stands for a language model: answers, and calls the first tool when an answer is complete and nobody is sad. */
export async function model(messages, tools) {
  const said = messages.at(-1).content;
  return said.includes("died") ? { content: "I am so sorry for your loss." } : {
    content: "The Alfama has quiet ones near the castle.",
    tool_calls: [{ id: "call-1", type: "function", function: { name: tools[0].function.name, arguments: "{}" } }],
  };
}
