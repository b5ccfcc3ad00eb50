// A flow to begin with: it shows every type of node and each kind of end but the plain one.

export const EXAMPLE = {
  specVersion: "1.0",
  entryNodeId: "hello",
  metadata: {
    advertiserName: "Harbour Kitchen",
    disclosureText: "Sponsored by Harbour Kitchen",
    teaser: "Dinner for two tonight?",
  },
  nodes: [
    { id: "hello", type: "message", text: "Harbour Kitchen keeps two tables free each evening.", next: "ask" },
    {
      id: "ask",
      type: "choice-set",
      prompt: "What would you like to see?",
      choices: [
        { id: "menu", label: "Tonight's menu", target: "menu" },
        { id: "book", label: "Book a table", target: "book" },
        { id: "talk", label: "Ask the kitchen", target: "talk" },
      ],
      intents: [
        {
          intent: "opening_hours",
          description: "The user asks when the restaurant is open.",
          examples: ["when are you open", "opening hours"],
          target: "hours",
        },
      ],
      noMatchTarget: "bye",
    },
    { id: "hours", type: "message", text: "We are open from 17:00 to 23:00, Tuesday to Sunday.", next: "book" },
    { id: "menu", type: "action", action: { kind: "link_out", url: "https://example.com/menu", label: "See the menu" } },
    { id: "book", type: "action", text: "We hold a table for you.", action: { kind: "conversion", conversionName: "table_request" }, next: "booked" },
    { id: "booked", type: "action", text: "See you tonight.", action: { kind: "end" } },
    { id: "talk", type: "action", action: { kind: "handoff", url: "https://example.com/chat", label: "Chat with us" } },
    { id: "bye", type: "action", text: "Good night.", action: { kind: "end" } },
  ],
};
