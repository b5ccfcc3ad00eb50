/**
 * Flows as text: what an SMS thread or a plain console shows for the items of a step, and what a
 * reply in it means. The words are the advertiser's; numbers and line breaks are all that is added.
 */

import { wordsOf } from "./walk.js";

/** Replies that end a conversation by text message, whatever it offers. */
const STOP_WORDS = new Set(
  ["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout"]);

/**
 * The text messages that show the items: one for each, but the disclosure leads the first message.
 *
 * @param {import("./walk.js").Presented[]} present
 * @returns {string[]}
 */
export function renderText(present) {
  const texts = [];
  let lead = "";
  for (const item of present) {
    const text = toText(item);
    if (item.kind === "disclosure") {
      lead = text + "\n";
    } else if (text !== "") {
      texts.push(lead + text);
      lead = "";
    }
  }
  return texts;
}

function toText(item) {
  switch (item.kind) {
    case "choices":
      return lines(item.text, ...item.choices.map(({ number, label }) => `${number} ${label}`));
    case "link":
    case "handoff":
      return lines(item.text, `${item.label}: ${item.url}`);
    default:
      return lines(item.text);
  }
}

function lines(...parts) {
  return parts.filter((part) => part !== undefined).join("\n");
}

/**
 * What a reply means, as an input of `step`. In this order: a stop word alone is an exit; the
 * number of a choice, alone or before its label, is that choice, as is the label alone; everything
 * else is free text. Case, accents, punctuation and spaces do not count (see `wordsOf`), so "1.",
 * "(1)" and a full-width digit are all the number.
 *
 * @param {{ choices: { id: string, label: string, number: number }[] } | null} choices  what
 *     `choicesAt` gives: the choices offered at present, null when there are none
 * @param {string} reply
 * @returns {import("./walk.js").Input}
 */
export function readReply(choices, reply) {
  const said = wordsOf(reply).join(" ");
  if (STOP_WORDS.has(said)) {
    return { type: "exit" };
  }
  const offered = choices?.choices ?? [];
  const choice = offered.find(({ number, label }) =>
    said === String(number) || said === [number, ...wordsOf(label)].join(" "))
    ?? offered.find(({ label }) => said === "" ? reply === label : said === wordsOf(label).join(" "));
  return choice === undefined ? { type: "text", text: reply } : { type: "choice", choiceId: choice.id };
}
